"""`run --length`: the match of an event, played to another number of points."""

from pathlib import Path

import pytest

from referee.opening import Wish, options_of
from referee.rules.errors import OptionError


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
