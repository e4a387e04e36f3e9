"""The commands plays, judge and profiles: documents, line mode, exit statuses (interfaces.md)."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.commands.rules import app

START = "W 24:2 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5"
LOVERS_LEAP = "W 24:1 13:6 8:3 6:5 | B 24:2 13:5 8:3 6:5"
HALF = "W 24:1 18:1 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5"


def run(*words: str, lines: str | None = None) -> tuple[int, str, str]:
    """Exit status, stdout, stderr."""
    result = CliRunner().invoke(app, list(words), input=lines)
    return result.exit_code, result.stdout, result.stderr


def test_plays_document() -> None:
    status, out, err = run("plays", "backgammon", START, "6-5", "--json")
    document = json.loads(out)
    assert (status, err) == (0, "")
    assert (document["count"], document["dice_used"]) == (7, 2)
    assert {"text": "24/13", "moves": [[24, 18], [18, 13]], "position": LOVERS_LEAP} in document["plays"]


def test_bar_and_off_are_words_in_moves() -> None:
    entering = json.loads(run("plays", "backgammon", "W bar:1 | B 5:2", "5-2", "--json")[1])
    assert entering["plays"][0]["moves"] == [["bar", 23], [23, 18]]
    off = json.loads(run("plays", "backgammon", "W 1:1 | B 5:2", "5-2", "--json")[1])
    assert off["plays"][0]["moves"] == [[1, "off"]]


def test_a_lost_turn_is_one_play() -> None:
    shut_out = "W bar:1 off:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 off:3"
    document = json.loads(run("plays", "backgammon", shut_out, "6-5", "--json")[1])
    assert document == {"count": 1, "dice_used": 0, "plays": [{"text": "-", "moves": [], "position": shut_out}]}


@pytest.mark.parametrize("position", [START, "4HPwATDgc/ABMA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:65:0:0:0:0:10"])
def test_three_ways_to_give_a_position(position: str) -> None:
    assert json.loads(run("plays", "backgammon", position, "6-5", "--json")[1])["count"] == 7


def test_plays_of_black_by_option_and_by_xgid() -> None:
    by_option = run("plays", "backgammon", "W 24:2 | B 13:2", "6-6", "--turn", "B", "--json")[1]
    assert json.loads(by_option)["plays"][0]["text"] == "13/7(2)"
    xgid = "XGID=------------b-----------B-:0:0:-1:66:0:0:0:0:10"
    assert json.loads(run("plays", "backgammon", xgid, "6-6", "--json")[1])["plays"][0]["text"] == "13/7(2)"


def test_an_option_changes_the_answer() -> None:
    words = ("plays", "backgammon", "W 24:1 | B 12:2", "6-5", "--json")
    assert json.loads(run(*words)[1])["count"] == 1
    assert json.loads(run(*words, "--set", "single-die=either")[1])["count"] == 2


@pytest.mark.parametrize("option", [("--set", "checkers=3"), ("--checkers", "3")])
def test_fewer_checkers(option: tuple[str, str]) -> None:
    words = ("plays", "backgammon", "W 6:3 | B 6:3", "6-5", *option, "--json")
    assert json.loads(run(*words)[1])["plays"][0]["position"].endswith("| B 6:3")


def test_plays_for_people_name_the_plays() -> None:
    status, out, _ = run("plays", "backgammon", START, "6-5")
    assert status == 0
    assert "24/13" in out
    assert "7 legal" in out


def test_lines_answer_one_json_line_each() -> None:
    lines = f"{START} ; 6-5 ; W\n\nW 24:1 | B 12:2;6-5;W;single-die=either\n{START};6-5;B;first-turn\n"
    status, out, _ = run("plays", "backgammon", "-", lines=lines)
    assert status == 0
    assert [json.loads(line)["count"] for line in out.splitlines()] == [7, 2, 7]


def test_a_bad_line_is_answered_and_the_rest_goes_on() -> None:
    status, out, _ = run(
        "plays", "backgammon", "-", lines=f"nonsense\n{START};7-0;W\n{START};6-5;W;zon=x\n{START};6-5;W\n"
    )
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [set(answer) for answer in answers[:3]] == [{"error"}] * 3
    assert "did you mean 'zone'" in answers[2]["error"]
    assert answers[3]["count"] == 7


def test_judge_legal() -> None:
    status, out, _ = run("judge", "backgammon", START, LOVERS_LEAP, "6-5", "--json")
    document = json.loads(out)
    assert status == 0
    assert (document["verdict"], document["play"], document["reasons"]) == ("legal", "24/13", [])


def test_judge_illegal_has_status_1_and_reasons() -> None:
    status, out, _ = run("judge", "backgammon", START, HALF, "6-5", "--json")
    document = json.loads(out)
    assert status == 1
    assert (document["verdict"], document["play"], document["reasons"]) == ("illegal", None, ["both-dice"])
    assert "18/13 completes the play" in document["explanation"]


def test_judge_lines() -> None:
    lines = f"{START} ; {LOVERS_LEAP} ; 6-5 ; W\n{START};{HALF};6-5;W\n{START};6-5;W\n"
    status, out, _ = run("judge", "backgammon", "-", lines=lines)
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert [answer.get("verdict") for answer in answers] == ["legal", "illegal", None]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("plays", "backgammon", "W 24:16 | B 13:5", "6-5"), "White has 16 checkers"),
        (("plays", "backgammon", "W 24:2 | B 1:2", "6-5"), "are the same point"),
        (("plays", "backgammon", "rubbish", "6-5"), "write both sides"),
        (("plays", "backgammon", START, "7-0"), "a die shows 1 to 6, not 7"),
        (("plays", "backgammon", START, "6-5", "--set", "zon=x"), "did you mean 'zone'?"),
        (("plays", "backgammon", START, "6-5", "--set", "zone=midle"), "the values are right-half"),
        (("plays", "backgammon", START, "6-5", "--set", "zone"), "write option=value"),
        (("plays", "backgammon", START, "6-5", "--set", "cube=off", "--set", "jacoby=on"), "contradict each other"),
        (("plays", "backgammon", START, "6-5", "--event", "wbfg"), "did you mean 'wbgf'?"),
        (("plays", "backgammon", START), "give the throw"),
        (("plays", "backgammon", "-", "6-5"), "with - nothing else is given"),
        (("plays", "bakgammon", START, "6-5"), "did you mean 'backgammon'?"),
        (("judge", "backgammon", START), "give the position after the play"),
        (("judge", "backgammon", START, "rubbish", "6-5"), "write both sides"),
        (("profiles", "wbg"), "did you mean 'wbgf'?"),
        (("profiles", ""), "there is no event ''"),
        (("profiles", "no\nsuch"), "there is no event 'no\\nsuch'"),
        (("plays", "backgammon", "W 24:15 6:1 | B 13:5", "6-5"), "this game is played with 15 a side"),
        (("plays", "long-nardy", "W 24:10 1:6 | B 24:15", "6-5"), "White has 16 checkers"),
        (("plays", "long-nardy", "W 24:14 12:1 | B 24:15", "6-5"), "White's 12 and Black's 24 are the same point"),
        (("plays", "plakoto", "W 24:1 6:5 | B 1:2 24:10", "6-5"), "mark the pinned one as in 24:1p"),
        (("plays", "fevga", "W bar:1 24:14 | B 24:15", "6-5"), "has no checkers on the bar"),
        (("plays", "portes", "W 24:1p 6:5 | B 1:2 24:10", "6-5"), "has no pinned checkers"),
        (("plays", "backgammon", "", "6-5"), "write both sides"),
        (("plays", "backgammon", START, ""), "write two numbers from 1 to 6"),
        (("plays", "backgammon", START, "0-1"), "a die shows 1 to 6, not 0"),
        (("plays", "backgammon", START, "6−5"), "write two numbers from 1 to 6"),
        (("plays", "backgammon", START, "9" * 5000 + "-1"), "write two numbers from 1 to 6"),
        (("plays", "backgammon", "W 24:" + "9" * 5000 + " | B 1:1", "6-5"), "is no place and count"),
        (("plays", "backgammon", "W ٢٤:2 | B 13:5", "6-5"), "is no place and count"),
        (("plays", "backgammon", "W 24:2\u202e | B 13:5", "6-5"), "is no place and count"),
        (("plays", "backgammon", "\ud83d", "6-5"), "write both sides"),
        (("plays", "", START, "6-5"), "there is no game ''; the games are backgammon"),
        (("plays", "tavli", START, "6-5"), "tavli is a match of portes, plakoto, fevga: name one"),
        (("plays", "backgammon", START, "6-5", "--set", "six-block=not-all-15"), "it means nothing in backgammon"),
        (("plays", "backgammon", START, "6-5", "--set", "="), "there is no option ''"),
        (("plays", "backgammon", START, "6-5", "--set", "checkers=" + "9" * 30), "the nearest valid value is 15"),
        (("plays", "backgammon", START, "6-5", "--checkers", "0"), "the nearest valid value is 1"),
        (
            ("plays", "backgammon", START, "6-5", "--event", "tavli"),
            "is for portes, plakoto, fevga, not for backgammon",
        ),
        (
            ("plays", "long-nardy", "W 24:15 | B 24:15", "6-5", "--event", "wbgf"),
            "is for backgammon, not for long-nardy",
        ),
        (("judge", "backgammon", START, START, "7-0"), "a die shows 1 to 6, not 7"),
        (("judge", "backgammon", START, "W 24:3 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5", "6-5"), "White has 16 checkers"),
        (("judge", "backgammon", START, START, "6-5", "--set", "zon=x"), "did you mean 'zone'?"),
    ],
)
def test_bad_input_is_one_clear_line_and_status_2(words: tuple[str, ...], says: str) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert says in err
    assert err.startswith("zarbiter: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("profiles",),
        ("plays", "backgammon", START, "6-5", "--event"),
        ("judge", "backgammon", START, START, "6-5", "--event"),
    ],
)
@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"x = [", "not valid TOML"),
        (b"[options]\nzone = 'midle'\n", "the values are right-half"),
        (b"[options]\nzon = 'one-half'\n", "did you mean 'zone'?"),
        (b"\xff\xfe", "cannot be read"),
        (b"x = " + b"[" * 9999, "nested too deeply"),
    ],
)
def test_a_broken_event_is_one_clear_line(words: tuple[str, ...], text: bytes, says: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.toml"
    file.write_bytes(text)
    status, out, err = run(*words, str(file))
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err


@pytest.mark.parametrize("game", ["portes", "plakoto", "fevga"])
def test_a_tavli_event_is_for_its_three_games(game: str) -> None:
    """rules.md §1: tavli plays portes, plakoto and fevga."""
    start = START if game == "portes" else "W 24:15 | B 24:15"
    assert run("plays", game, start, "6-5", "--event", "tavli", "--json")[0] == 0


ODD_LINES = [b"\xff\xfe;6-5;W", b"\xed\xa0\x80", b"\x00", b";;;", b"W;6-5;W", b"9" * 20_000, "٢;٢-١;W".encode()]


@pytest.mark.parametrize("command", ["plays", "judge"])
def test_odd_bytes_in_a_line_are_answered_and_the_rest_goes_on(command: str) -> None:
    """A real pipe whose bytes need not be text; every line has its answer."""
    good = f"{START};6-5;W" if command == "plays" else f"{START};{LOVERS_LEAP};6-5;W"
    lines = [good.encode(), *(line for odd in ODD_LINES for line in (odd, good.encode()))]
    program = "from referee.commands.rules import app; app()"
    words = [sys.executable, "-c", program, command, "backgammon", "-"]
    env = {**os.environ, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(words, input=b"\n".join(lines), capture_output=True, check=False, env=env)
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert (done.returncode, done.stderr) == (2, b"")
    assert ["error" in answer for answer in answers] == [False, *[True, False] * len(ODD_LINES)]
    assert max(len(answer["error"]) for answer in answers[1::2]) < 1000


def test_profiles_document_lists_profiles_and_options() -> None:
    status, out, _ = run("profiles", "--json")
    document = json.loads(out)
    assert status == 0
    assert {"default", "wbgf", "usbgf", "club-money"} <= {profile["id"] for profile in document["profiles"]}
    zone = next(option for option in document["options"] if option["id"] == "zone")
    assert zone["values"] == ["right-half", "one-half", "own-half"]
    assert (zone["default"], zone["default_by_game"]["long-nardy"]) == ("right-half", "one-half")
    assert zone["source"] == "rules.md T2, T7"
    assert len(document["options"]) == 42


def test_profiles_document_is_complete() -> None:
    """interfaces.md, `profiles`: each profile with what it sets, changes and leaves open, and all options in force."""
    document = json.loads(run("profiles", "--json")[1])
    by_id = {profile["id"]: profile for profile in document["profiles"]}
    usbgf, tavli = by_id["usbgf"], by_id["tavli"]
    assert usbgf["changes"]["dice-on-checkers"] == "valid"
    assert usbgf["settings"]["touching-checker"] == "valid"
    assert "touching-checker" not in usbgf["changes"]
    assert list(usbgf["options"]) == ["backgammon"]
    assert list(tavli["options"]) == ["portes", "plakoto", "fevga"]
    assert [tavli["options"][game]["single-die"] for game in tavli["options"]] == ["either", "larger", "larger"]
    for profile in document["profiles"]:
        assert (profile["notes"] == []) == (profile["id"] == "default")
        assert all(len(options) == 42 for options in profile["options"].values())


@pytest.mark.parametrize("columns", ["80", "120"])
def test_profiles_for_people(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No profile, option or value is cut off, however narrow the terminal."""
    monkeypatch.setenv("COLUMNS", columns)
    status, out, _ = run("profiles")
    assert status == 0
    assert "…" not in out.replace("0, 1, 2 …", "").replace("1 … 15", "")
    assert max(map(len, out.splitlines())) <= int(columns)
    words = set(re.split(r"[\s│|]+", out))
    for row in json.loads(run("profiles", "--json")[1])["options"]:
        assert {row["id"], *(value for value in row["values"] if " " not in value)} <= words
    assert {"nardy-short-caucasian", "second-player-3-4-6", "forbidden-in-home"} <= words


@pytest.mark.parametrize("columns", ["80", "120"])
def test_one_profile_for_people(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Source, what is uncertain, and every option in force with who set it."""
    monkeypatch.setenv("COLUMNS", columns)
    out = " ".join(run("profiles", "tavli")[1].replace("│", " ").split())
    assert "Source: rules.md" in out
    assert "Public pages word fevga's block in several ways" in out
    assert "match tavli 5 profile (default money)" in out
    assert "starter previous-winner profile, as by default" in out
    assert "delay 12 s default" in out
    assert "either; plakoto, fevga:" in out
    assert "six-block" not in out


def test_a_profile_of_ones_own_is_shown_as_it_stands(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text("title = '[red]Final[/red]'\nextends = 'nardy-short'\n[options]\nbeaver = 'on'\n")
    status, out, _ = run("profiles", str(file))
    assert status == 0
    assert "[red]Final[/red] (short-nardy)" in out


@pytest.mark.parametrize("command", ["plays", "judge", "profiles"])
def test_help_has_an_example(command: str) -> None:
    assert f"Example: zarbiter {command}" in run(command, "--help")[1]


def test_closed_standard_input_is_bad_input() -> None:
    program = "import sys; sys.stdin = None; from referee.commands.rules import app; app(['plays', 'backgammon', '-'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n"), "it is closed" in done.stderr) == (2, 1, True)


def test_plays_are_printed_in_the_numbering_that_people_use() -> None:
    """rules.md §1 numberings: what is printed follows it, JSON does not."""
    words = ["plays", "long-nardy", "W 24:15 | B 24:15", "6-4", "--turn", "B", "--numbering"]
    printed = CliRunner().invoke(app, [*words, "along"]).stdout
    assert "13/23" in printed
    assert "W 1:15 | B 13:14 23:1" in printed
    document = json.loads(CliRunner().invoke(app, [*words, "along", "--json"]).stdout)
    assert document["plays"][0]["text"] == "24/14"
