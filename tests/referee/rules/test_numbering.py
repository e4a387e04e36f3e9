"""Every numbering of the points that the sources use can be printed (rules.md §1)."""

import pytest

from referee.rules.game_ids import GAME_IDS
from referee.rules.numbering import Numbering, numbered_play, numbered_point, numbered_position
from referee.rules.side import Side

HOME, HEAD = range(1, 7), 24


@pytest.mark.parametrize(
    ("numbering", "heads", "homes"),
    [
        (Numbering.OWN, (24, 24), (range(1, 7), range(1, 7))),
        (Numbering.WHITE, (24, 12), (range(1, 7), range(13, 19))),
        (Numbering.ALONG, (1, 13), (range(19, 25), range(7, 13))),
    ],
)
def test_the_heads_and_homes_of_long_nardy(
    numbering: Numbering, heads: tuple[int, int], homes: tuple[range, range]
) -> None:
    """rules.md §1 numberings: heads 24/12 with homes 1–6 and 13–18, heads 1/13 with homes 19–24 and 7–12."""

    def called(point: int, side: Side) -> int:
        return numbered_point(point, side, "long-nardy", numbering)

    assert tuple(called(HEAD, side) for side in Side) == heads
    assert tuple({called(point, side) for point in HOME} for side in Side) == tuple(map(set, homes))


@pytest.mark.parametrize("game", GAME_IDS)
@pytest.mark.parametrize("numbering", Numbering)
def test_no_two_points_of_a_side_have_one_name(game: str, numbering: Numbering) -> None:
    """rules.md §1: a numbering names 24 points."""
    for side in Side:
        assert {numbered_point(point, side, game, numbering) for point in range(1, 25)} == set(range(1, 25))


@pytest.mark.parametrize(
    ("side", "numbering", "text"),
    [
        (Side.W, Numbering.OWN, "24/18(2) 13/7*/5 6/off"),
        (Side.W, Numbering.ALONG, "1/7(2) 12/18*/20 19/off"),
        (Side.B, Numbering.WHITE, "12/6(2) 1/19*/17 18/off"),
    ],
)
def test_a_play_is_printed_in_each_numbering(side: Side, numbering: Numbering, text: str) -> None:
    """rules.md §1: counts and bar, off are no points."""
    assert numbered_play("24/18(2) 13/7*/5 6/off", side, "long-nardy", numbering) == text
    assert numbered_play("bar/22 -", Side.W, "backgammon", Numbering.ALONG) == "bar/3 -"


def test_a_position_is_printed_in_each_numbering() -> None:
    """rules.md §1: the counts stay what they are."""
    text = "W 24:14 14:1 | B 24:12 13:2 off:1"
    assert numbered_position(text, "long-nardy", Numbering.OWN) == text
    assert numbered_position(text, "long-nardy", Numbering.WHITE) == "W 24:14 14:1 | B 12:12 1:2 off:1"
    assert numbered_position("W 24:14 20:1p | B 5:15", "plakoto", Numbering.ALONG) == "W 1:14 5:1p | B 5:15"
