"""`run --length`, `--white`, `--black`: an event's match played to another number of points, and by whom."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

import referee
from calibration.profile import load_profile
from referee.opening import Wish, options_of, setup_of_wish
from referee.rules.errors import OptionError, RulesError

PROFILE = Path(referee.__file__).parent / "sample" / "profile.toml"


def wish(event: str, length: int | None) -> Wish:
    return Wish("0", Path("board.toml"), event, Path("record"), length=length)


@pytest.mark.parametrize(
    ("event", "length", "match"),
    [
        ("wbgf", None, "points 7"),
        ("wbgf", 11, "points 11"),
        ("wbgf", 0, "money"),
        ("nardy-long-fnr", 3, "points 3"),
        ("tavli", None, "tavli 5"),
        ("tavli", 7, "tavli 7"),
    ],
)
def test_the_length_replaces_that_of_the_event(event: str, length: int | None, match: str) -> None:
    """rules.md §7: a tavli event stays tavli."""
    assert str(options_of(wish(event, length)).match) == match


def test_a_length_that_an_event_cannot_have_is_refused() -> None:
    """rules.md §1: tavli goes to 3, 5 or 7; Jacoby is for money play."""
    with pytest.raises(OptionError, match="did you mean 'tavli 3'"):
        options_of(wish("tavli", 4))
    with pytest.raises(OptionError, match="set jacoby = off"):
        options_of(wish("club-money", 5))


@pytest.mark.parametrize(
    ("white", "black", "says"),
    [
        ("Ann", " ann ", "both players are called 'Ann'"),
        ("", "Bela", "the name '' can't be written down"),
        ("Ayla", "  ", "the name '  ' can't be written down"),
        ("A\nB", "Bela", "can't be written down"),
    ],
)
def test_names_that_cannot_be_told_apart_or_written_are_refused(white: str, black: str, says: str) -> None:
    """rules.md §2: where colours swap, only the names tell whose points they are."""
    profile = load_profile(PROFILE)
    with pytest.raises(RulesError, match=re.escape(says)):
        setup_of_wish(replace(wish("wbgf", None), white=white, black=black), profile)
    assert setup_of_wish(replace(wish("wbgf", None), white="Zoë 😀", black="[B]"), profile).names == ("Zoë 😀", "[B]")
