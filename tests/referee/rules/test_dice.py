"""Dice: their text and the numbers they give."""

import pytest

from referee.rules.dice import ALL_THROWS, Dice
from referee.rules.errors import DiceError


def test_order_does_not_matter() -> None:
    assert Dice.parse("5-6") == Dice.parse("6-5")
    assert str(Dice.parse("5-6")) == "6-5"


def test_a_double_is_played_four_times() -> None:
    """rules.md M2."""
    assert Dice.parse("3-3").numbers == (3, 3, 3, 3)
    assert Dice.parse("3-1").numbers == (3, 1)


def test_there_are_21_throws() -> None:
    assert len(set(ALL_THROWS)) == 21


@pytest.mark.parametrize("text", ["7-0", "0-1", "6", "6-", "a-b", "6-5-4", "", "66-1"])
def test_what_no_dice_show_is_refused(text: str) -> None:
    with pytest.raises(DiceError, match="1 to 6"):
        Dice.parse(text)
