"""Event files: own TOML files, what they start from, and what is wrong with bad ones."""

from pathlib import Path

import pytest

from referee.rules.errors import OptionError, RulesError
from referee.rules.event_file import read_event
from referee.rules.option_kinds import MatchForm
from referee.rules.options import Options


def test_an_own_event_extends_a_shipped_one(tmp_path: Path) -> None:
    file = tmp_path / "final.toml"
    file.write_text('title = "Final"\nextends = "wbgf"\n[options]\nmatch = "points 11"\ncube = true\ncheckers = 12\n')
    options = Options.load(file)
    assert options.match == MatchForm("points", 11)
    assert options.checkers == 12
    assert options.zone == "right-half"
    assert read_event(file).title == "Final"


def test_more_options_go_on_top_of_an_event() -> None:
    assert Options.load("wbgf", {"match": "points 3"}).match == MatchForm("points", 3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[options\n", "not valid TOML"),
        ("[options]\nzone = 'middle'\n", "zone = 'middle' is not possible"),
        ("[option]\nzone = 'one-half'\n", "unknown key 'option'; did you mean 'options'?"),
        ("scoring = 'oin-mars'\n", "unknown key 'scoring'; options go under [options]"),
        ("hit_and_hide = 'allowed'\n", "unknown key 'hit_and_hide'; options go under [options]"),
        ("titel = 'x'\n", "did you mean 'title'?"),
        ("options = 3\n", "'options' is a table"),
        ("game = 3\n", "'game' is text"),
        ("extends = 'wbfg'\n", "did you mean 'wbgf'?"),
        ("extends = '.'\n", "there is no event '.'"),
        ("notes = 'one'\n", "'notes' is a list of texts"),
        ('notes = ["a\\nb"]\n', "'notes' is a list of texts of one line"),
        ('title = "a\\u001b[31m"\n', "'title' is one line of plain text"),
        ("notes = [1]\n", "'notes' is a list of texts"),
        ("x = " + "[" * 10_000, "nested too deeply"),
        ("x = " + "9" * 10_000, "not valid TOML"),
        ("# " + "x" * 1_000_001, "too long for an event"),
        ("[options]\ncheckers = 16\n", "the nearest valid value is 15"),
        ("[options]\nzone = {}\n", "zone = 'dict' is not possible"),
        ("[options]\n'zo\\ne' = 'x'\n", "did you mean 'zone'?"),
        ("[options.options]\nzone = 'one-half'\n", "there is no option 'options'"),
        ("game = 'chess'\n", "there is no game 'chess'"),
        ("game = 'plakoto'\nextends = 'wbgf'\n[options]\ncube = 'on'\n", "plakoto has no cube; set cube = off"),
        ("[options]\njacoby = true\nmatch = 'points 5'\n", "jacoby = on and match = points 5"),
    ],
)
def test_a_bad_event_is_refused_with_the_reason(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(RulesError) as caught:
        Options.load(file)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_event_that_extends_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("extends = 'b.toml'\n")
    (tmp_path / "b.toml").write_text(f"extends = '../{tmp_path.name}/a.toml'\n")
    with pytest.raises(OptionError, match="extends itself"):
        Options.load(tmp_path / "a.toml")


def test_an_event_saved_by_an_editor_of_windows_is_read(tmp_path: Path) -> None:
    (tmp_path / "final.toml").write_bytes(b"\xef\xbb\xbfextends = 'wbgf'\r\n[options]\r\ncheckers = 12\r\n")
    assert Options.load(tmp_path / "final.toml").checkers == 12


def test_an_event_may_extend_a_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text("extends = 'nardy-short'\nnotes = ['Prison.']\n[options]\nbeaver = 'on'\n")
    (tmp_path / "final.toml").write_text("title = 'Final'\nextends = 'house.toml'\nnotes = ['Late.']\n")
    event = read_event(tmp_path / "final.toml")
    assert (event.title, event.game, event.settings["beaver"]) == ("Final", "short-nardy", "on")
    assert event.notes == (*read_event("nardy-short").notes, "Prison.", "Late.")


@pytest.mark.parametrize("name", ["wbg", "wbgff", "wbgf.tml"])
def test_a_missing_event_names_the_nearest(name: str) -> None:
    with pytest.raises(OptionError, match="did you mean 'wbgf'"):
        Options.load(name)


@pytest.mark.parametrize("name", ["", ".", "/", "x" * 10_000, "a\0b", "\udc80", "../profiles/wbgf", "no\nsuch"])
def test_what_is_no_file_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(OptionError) as caught:
        Options.load(name)
    assert str(caught.value).startswith("there is no event ")
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "photo.toml"
    file.write_bytes(bytes(range(256)))
    with pytest.raises(OptionError, match="cannot be read"):
        Options.load(file)
