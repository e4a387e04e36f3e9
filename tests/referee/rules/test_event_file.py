"""Event profiles: the shipped ones, own TOML files, and what is wrong with bad ones."""

from pathlib import Path

import pytest

from referee.rules.errors import OptionError
from referee.rules.event_file import read_event, shipped_profiles
from referee.rules.option_kinds import MatchForm
from referee.rules.options import Options


def test_shipped_profiles() -> None:
    assert {"default", "wbgf", "usbgf", "club-money"} <= set(shipped_profiles())


@pytest.mark.parametrize("name", shipped_profiles())
def test_every_shipped_profile_is_valid_and_says_where_it_is_from(name: str) -> None:
    event = read_event(name)
    assert Options.load(name).game == event.game
    assert event.title
    assert ".md" in event.source


def test_the_default_profile_sets_nothing() -> None:
    assert Options.load("default") == Options.build("backgammon", {})


def test_federations_differ_in_dice_on_checkers() -> None:
    """tournament.md 1.1."""
    assert Options.load("usbgf").dice_on_checkers == "valid"
    assert Options.load("wbgf").dice_on_checkers == "invalid"
    assert Options.load("usbgf").premature_throw == "opponent-chooses"


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
        ("options = 3\n", "'options' is a table"),
        ("game = 3\n", "'game' is text"),
        ("extends = 'wbfg'\n", "did you mean 'wbgf'?"),
        ("[options]\njacoby = true\nmatch = 'points 5'\n", "jacoby = on and match = points 5"),
    ],
)
def test_a_bad_event_is_refused_with_the_reason(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(OptionError) as caught:
        Options.load(file)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_event_that_extends_itself_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.toml").write_text("extends = 'b.toml'\n")
    (tmp_path / "b.toml").write_text("extends = 'a.toml'\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError, match="extends itself"):
        Options.load("a.toml")


def test_a_missing_event_names_the_nearest() -> None:
    with pytest.raises(OptionError, match="did you mean 'wbgf'"):
        Options.load("wbg")
