"""The commands `run`, `replay`, `export` and `clock`: what they print and how they end."""

import fcntl
import json
import os
import pty
import socket
import tty
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner, Result

from calibration.colours import SetColours
from calibration.profile import BoardProfile, Seats, save_profile
from referee import opening
from referee.commands.run import app
from referee.officiate import Match
from referee.record.store import Store
from referee.rules.position import Position
from tests.referee.script import Script
from tests.referee.tables import SIZE, VIEW, PreparedEyes
from tests.referee.test_table import short_game


def zarbiter(*words: object) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mapping[str, Path]:
    """Five pictures, a profile and an event; what is seen in picture n is prepared."""
    pictures, profile, event = tmp_path / "pictures", tmp_path / "board.toml", tmp_path / "event.toml"
    pictures.mkdir()
    for number in range(5):
        picture = np.full((SIZE[1], SIZE[0], 3), 40 * number, np.uint8)
        cv2.imwrite(str(pictures / f"{number}.png"), picture)
    save_profile(BoardProfile(VIEW, None, Seats(), "a test"), profile)
    event.write_text('game = "backgammon"\n[options]\nturn-ends = "dice-lifted"\n')
    views = {view.number: view for view in short_game()}
    monkeypatch.setattr(opening, "standard_eyes", lambda *_: PreparedEyes(views))
    return {"pictures": pictures, "profile": profile, "event": event, "record": tmp_path / "record"}


def run(given: Mapping[str, Path], *more: object, **other: object) -> Result:
    paths: dict[str, Any] = {**given, **other}
    words = ["--source", paths["pictures"], "--profile", paths["profile"], "--event", paths["event"]]
    return zarbiter("run", *words, "--record", paths["record"], "--headless", *more)


def kinds(output: str) -> list[str]:
    found = [json.loads(line)["kind"] for line in output.splitlines()]
    return [kind for kind in found if kind != "seen"]


WHOLE = ["match-start", "game-start", "opening-throw", "play", "throw"]


def test_run_prints_events_and_records_them(given: Mapping[str, Path]) -> None:
    result = run(given, "--json", "--white", "Ayla", "--length", "5")
    assert (result.exit_code, kinds(result.stdout)) == (0, WHOLE)
    start = json.loads(result.stdout.splitlines()[0])
    assert (start["body"]["names"]["W"], start["body"]["length"]) == ("Ayla", 5)
    again = run(given, "--json", "--white", "Ayla", "--length", "5")
    assert (again.exit_code, again.stdout) == (0, "")


def test_run_says_before_the_match_what_makes_the_set_hard_to_read(given: Mapping[str, Path]) -> None:
    assert "colours are not learnt" in run(given).stderr
    grey = (50.0, 0.0, 0.0)
    alike = SetColours((52.0, 0.0, 0.0), grey, ((20.0, 40.0, 0.0), (30.0, -40.0, 0.0)), (60.0, 20.0, 20.0), 3.0, 3.0)
    save_profile(BoardProfile(VIEW, alike, Seats(), "a test"), given["profile"])
    assert "the two sides' checkers look alike" in run(given, record=given["record"].parent / "other").stderr


def test_run_speaks_to_people_in_lines(given: Mapping[str, Path]) -> None:
    result = run(given)
    assert "opening-throw 6-1" in result.stdout
    assert "play          White 6-1:" in result.stdout


def test_replay_agrees_and_says_so_when_it_does_not(given: Mapping[str, Path]) -> None:
    run(given)
    agreed = zarbiter("replay", given["record"], "--json")
    assert (agreed.exit_code, kinds(agreed.stdout)) == (0, WHOLE)
    lines = (given["record"] / "observations.jsonl").read_text().splitlines()
    (given["record"] / "observations.jsonl").write_text("\n".join(lines[:2] + lines[3:]) + "\n")
    differs = zarbiter("replay", given["record"])
    assert differs.exit_code == 1
    assert "recorded" in differs.stderr


def test_export_writes_the_match(given: Mapping[str, Path], tmp_path: Path) -> None:
    run(given)
    out = tmp_path / "match.mat"
    assert zarbiter("export", given["record"], "--format", "mat", "--out", out).exit_code == 0
    assert "61:" in out.read_text()
    assert json.loads(zarbiter("export", given["record"], "--format", "json").stdout)["games"]
    assert zarbiter("export", given["record"], "--format", "sgf").stdout.startswith("(;FF[4]GM[6]")
    for words, status in ((("--format", "xg"), 2), (("--out", tmp_path / "no" / "where"), 2)):
        result = zarbiter("export", given["record"], *words)
        assert result.exit_code == status
        assert result.stderr.count("\n") == 1


def test_a_form_that_cannot_hold_the_game_is_refused_in_one_line(tmp_path: Path) -> None:
    script = Script(game="fevga")
    script.view(Position.start("fevga"))
    store = Store(tmp_path / "record")
    store.append([*Match.new(script.match.first).opening(0), *script.log])
    store.close()
    refused = zarbiter("export", tmp_path / "record", "--format", "sgf")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.endswith(
        "SGF can't hold fevga, only games on backgammon's board; export mat or json instead\n"
    )
    assert '; [Variation "Fevga"]' in zarbiter("export", tmp_path / "record", "--format", "mat").stdout


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("event", 'game = "backgamon"\n', "backgammon"),
        ("event", "[options]\nzone = 'left'\n", "zone"),
        ("event", "[options\n", "TOML"),
        ("event", "[options]\nform = 'chouette'\n", "zarbiter chouette"),
        ("profile", "schema = 1\n", "board.toml"),
        ("pictures", "not a video", "pictures"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    given: Mapping[str, Path], tmp_path: Path, name: str, text: str, words: str
) -> None:
    bad = tmp_path / "bad" / given[name].name
    bad.parent.mkdir()
    bad.write_text(text)
    result = run(given, **{name: bad})
    assert result.exit_code == 2
    assert words in result.stderr
    assert result.stderr.count("\n") == 1
    assert not given["record"].exists()


def test_pictures_of_another_size_than_the_profiles_are_refused(given: Mapping[str, Path]) -> None:
    for path in given["pictures"].iterdir():
        cv2.imwrite(str(path), np.zeros((20, 30, 3), np.uint8))
    result = run(given)
    assert (result.exit_code, "the source gives 30×20" in result.stderr) == (2, True)


def test_what_does_not_exist_is_named(given: Mapping[str, Path], tmp_path: Path) -> None:
    for name in ("pictures", "profile", "event"):
        result = run(given, **{name: tmp_path / "nothing.toml"})
        assert result.exit_code == 2
        assert "nothing.toml" in result.stderr


def test_a_record_in_use_and_one_that_can_not_be_are_refused(given: Mapping[str, Path], tmp_path: Path) -> None:
    store = Store(given["record"])
    assert run(given).exit_code == 2
    store.close()
    (tmp_path / "file").write_text("")
    assert run(given, record=tmp_path / "file" / "record").exit_code in (2, 3)


@pytest.fixture
def busy_port() -> Iterator[str]:
    """A pty that another program has open."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    fcntl.flock(slave, fcntl.LOCK_EX | fcntl.LOCK_NB)
    yield os.ttyname(slave)
    os.close(slave)
    os.close(master)


def test_a_busy_or_missing_clock_is_a_failed_device(given: Mapping[str, Path], busy_port: str) -> None:
    busy = run(given, "--clock", busy_port)
    assert (busy.exit_code, "is busy" in busy.stderr) == (3, True)
    missing = run(given, "--clock", "/dev/no-such-clock")
    assert (missing.exit_code, "there is no clock" in missing.stderr) == (3, True)
    assert not given["record"].exists()
    assert zarbiter("clock", "/dev/no-such-clock").exit_code == 3
    assert zarbiter("clock", "simulated", "--family", "sundial").exit_code == 2


def test_the_simulated_clock_runs_with_the_match(given: Mapping[str, Path]) -> None:
    result = run(given, "--json", "--clock", "simulated")
    assert (result.exit_code, kinds(result.stdout)) == (0, WHOLE)


def test_a_clock_is_watched_as_json_lines() -> None:
    result = zarbiter("clock", "simulated", "--seconds", "0.4", "--json")
    messages = [json.loads(line) for line in result.stdout.splitlines()]
    assert {message["kind"] for message in messages} == {"ready", "shown"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_ends_the_run_with_one_line_and_status_3(given: Mapping[str, Path]) -> None:
    given["record"].mkdir()
    (given["record"] / "observations.jsonl").symlink_to("/dev/full")
    result = run(given)
    assert result.exit_code == 3
    assert "is full" in result.stderr
    assert sum(not line.startswith("warning: ") for line in result.stderr.splitlines()) == 1


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf"])
def test_an_impossible_interval_is_refused(given: Mapping[str, Path], seconds: str) -> None:
    result = run(given, "--interval", seconds)
    assert (result.exit_code, "--interval" in result.stderr, result.stderr.count("\n")) == (2, True, 1)
    assert not given["record"].exists()


def test_an_empty_clock_is_not_no_clock(given: Mapping[str, Path]) -> None:
    assert run(given, "--clock", "").exit_code == 2


@pytest.mark.parametrize("name", ["\udcff", "Ay\nla", "\x00"])
def test_a_name_that_can_not_be_written_down_is_refused(given: Mapping[str, Path], name: str) -> None:
    result = run(given, "--white", name)
    assert (result.exit_code, "--white" in result.stderr, result.stderr.count("\n")) == (2, True, 1)


def test_a_busy_port_of_the_page_leaves_no_record_behind(given: Mapping[str, Path]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = ["--source", given["pictures"], "--profile", given["profile"], "--event", given["event"]]
        result = zarbiter("run", *words, "--record", given["record"], "--port", taken.getsockname()[1])
    assert result.exit_code == 3
    assert "--port" in result.stderr
    assert not given["record"].exists()
