"""The command `chouette`: its file, its answers, a keyboard on a pty, exit statuses (rules.md §5 chouette)."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from referee.cli import app
from referee.commands.chouette_keeper import Keeper
from referee.rules.errors import RulesError

ORDER = "order Ann Ben Cy\n"
GAME = "double Ben\ntake Ben\nend box gammon\n"


def run(*words: str, lines: str | bytes = "") -> tuple[int, str, str]:
    """Exit status, stdout, stderr."""
    result = CliRunner().invoke(app, ["chouette", *words], input=lines)
    return result.exit_code, result.stdout, result.stderr


def test_a_piped_game_ends_as_one_document() -> None:
    """rules.md §5 chouette: Ben's cube at 2, a gammon; the box stays, Ben goes to the end of the team."""
    status, out, err = run("--json", lines=ORDER + GAME)
    told = json.loads(out)
    assert (status, err) == (0, "")
    assert told["sheet"] == [{"what": "game 1: box, gammon", "points": {"Ann": 6, "Ben": -4, "Cy": -2}}]
    assert told["balance"] == {"Ann": 6, "Ben": -4, "Cy": -2}
    assert (told["game"]["number"], told["game"]["box"], told["game"]["team"]) == (2, "Ann", ["Cy", "Ben"])
    assert told["game"]["cubes"]["Ben"] == {"value": 1, "owner": None, "offered": None, "won": None}
    assert "double box" in told["next"]


def test_an_open_offer_and_a_drop_in_the_document() -> None:
    """rules.md §5 chouette: the acting captain, whose cube waits, who may advise."""
    told = json.loads(run("--json", lines="order Ann Ben Cy Di\ndouble box\ntake Cy\ndrop Ben\n")[1])["game"]
    assert (told["captain"], told["advisers"]) == ("Cy", [])
    assert told["cubes"]["Ben"] == {"value": 1, "owner": None, "offered": None, "won": -1}
    assert told["cubes"]["Cy"]["owner"] == "member"
    assert told["cubes"]["Di"]["offered"] == {"kind": "double", "by": "box", "value": 2}


def test_who_still_throws_is_in_the_document() -> None:
    """rules.md §5 chouette: equal throws."""
    told = json.loads(run("--json", lines="players Ann Ben Cy\nthrow Ann 3 Ben 3 Cy 1\n")[1])
    assert (told["throwing"], told["game"]) == (["Ann", "Ben"], None)


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    assert run(str(file), "--set", "jacoby=on", lines=ORDER + "# before midnight\n")[0] == 0
    assert run(str(file), lines=GAME)[0] == 0
    assert file.read_text() == "rules backgammon jacoby=on\n" + ORDER + "# before midnight\n" + GAME
    status, out, _ = run(str(file), "--show", "--json", lines="end box single\n")
    told = json.loads(out)
    assert (status, told["options"]["jacoby"]) == (0, "on")
    assert told["balance"] == {"Ann": 5, "Ben": -4, "Cy": -1}


def test_a_wrong_line_is_named_and_nothing_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    status, out, err = run(str(file), lines=ORDER + "double Ben\ndouble Ben\ntake Ben\n")
    assert status == 2
    assert "line 3: Ben's cube has been offered and is not answered yet. May come next: take Ben; drop Ben" in err
    assert "Ben offers 2 (double); Ann answers" in out
    assert file.read_text() == ORDER + "double Ben\n"
    assert run(str(file), lines="take Ben\n")[0] == 0


def test_a_damaged_file_names_the_line(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(ORDER + "double Eve\n")
    status, out, err = run(str(file), "--show")
    assert (status, out) == (2, "")
    assert f"{file} line 2: there is no 'Eve' here; it can be Ben, Cy; mend or remove that line" in err
    assert file.read_text() == ORDER + "double Eve\n"


def test_a_last_line_without_its_end_is_ended_first(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(ORDER + "double Ben")
    assert run(str(file), lines="take Ben")[0] == 0
    assert file.read_text() == ORDER + "double Ben\ntake Ben\n"


def test_only_a_line_feed_ends_a_line(tmp_path: Path) -> None:
    """A note with another line separator, as word processors set them, is still one line of the file."""
    file = tmp_path / "evening.txt"
    assert run(str(file), lines=ORDER + "# Ann\u2028late\x85\x0cBen\n" + GAME)[0] == 0
    assert run(str(file), "--show")[0] == 0


def test_the_rules_of_a_begun_chouette_stay(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_text(ORDER)
    status, _, err = run(str(file), "--set", "beaver=on")
    assert status == 2
    assert "the rules of a chouette stand in its file" in err


def test_an_event_gives_the_rules() -> None:
    told = json.loads(run("--event", "club-money", "--set", "stakes=arithmetic", "--json")[1])
    assert {told["options"][name] for name in ("beaver", "jacoby", "form")} == {"on", "chouette"}
    assert told["options"]["stakes"] == "arithmetic"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--set", "jakoby=on"], "did you mean 'jacoby'"),
        (["--set", "jacoby"], "'jacoby' sets nothing"),
        (["--game", "plakoto"], "form = chouette and cube = off contradict each other"),
        (["--event", "wbgf"], "a chouette is played for money"),
        (["--event", "club-money", "--game", "long-nardy"], "is for backgammon, not for long-nardy"),
        (["/nowhere/evening.txt", "--set", "jacoby=on"], "/nowhere/evening.txt: No such file or directory"),
    ],
)
def test_bad_usage_is_one_line(words: list[str], why: str) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    file.write_bytes(b"\xff\xfe")
    assert "is no text in UTF-8" in run(str(file))[2]
    assert run(lines=b"order Ann Ben \xff\n")[0] == 2


def test_the_sheet_as_people_read_it() -> None:
    """rules.md §5 chouette: the halves of a partner, a settlement."""
    lines = "order Ann Ben Cy Di\npartner Di\ndouble Ben\ntake Ben\nend box single\nleave Ben\n"
    status, out, _ = run("--set", "box-partner=yes", lines=lines)
    assert status == 0
    assert "game 1: box, single: Ann +1½, Di +1½, Ben -2, Cy -1" in out
    assert "Ben leaves: Ben pays Cy 2" in out
    assert "Game 2: box Ann, partner Di against Cy; captain Cy" in out


def test_the_help_has_an_example() -> None:
    status, out, _ = run("--help")
    assert status == 0
    assert "zarbiter chouette evening.txt" in " ".join(out.split())


def test_a_keyboard_is_told_what_is_wrong_and_goes_on(tmp_path: Path) -> None:
    """A person types on a terminal: a bad line, the right one, the sheet, the help, quit."""
    file = tmp_path / "evening.txt"
    master, slave = pty.openpty()
    program = [sys.executable, "-c", "from referee.commands.chouette import app; app()", str(file)]
    typed = "order Ann Ben Cy\ndubble Ben\ndouble box\ntake ben\n\nsheet\nhelp\ndrop Cy\nend team single\nquit\n"
    with subprocess.Popen(program, stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as keeper:
        os.close(slave)
        os.write(master, typed.encode())
        out, err = keeper.communicate(timeout=240)
    os.close(master)
    assert keeper.returncode == 0
    assert "there is no action 'dubble'; did you mean 'double'? May come next: double NAME…" in err
    assert "Ann offers 2 (double); Ben answers" in out
    assert "game 1: team, single: Ann -1, Ben +2, Cy -1" in out
    assert "A cube is known by its member's name" in out
    assert file.read_text() == "order Ann Ben Cy\ndouble box\ntake ben\ndrop Cy\nend team single\n"


_TYPED = st.text(st.characters(codec="utf-8", exclude_characters="\n\r"), max_size=40)


@given(st.lists(st.one_of(_TYPED, st.sampled_from([*ORDER.splitlines(), *GAME.splitlines(), "undo"])), max_size=20))
def test_what_the_file_keeps_leads_to_the_same_book(lines: list[str]) -> None:
    """Whatever is typed, a wrong line changes nothing, and the file read again stands where the keeper stood."""
    with TemporaryDirectory() as folder:
        keeper = Keeper.open(Path(folder) / "evening.txt")
        for line in lines:
            before = keeper.book
            try:
                keeper.add(line)
            except RulesError as error:
                assert keeper.book == before
                assert len(str(error).splitlines()) == 1  # noqa: PT017 - and the next line is tried
        assert Keeper.open(keeper.file).book == keeper.book
