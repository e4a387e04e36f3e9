"""Legal plays compared with gammonview on random reachable positions and throws (oracles.md)."""

from itertools import islice

from referee.rules.position import Side
from tests.referee.rules.engines import gammonview
from tests.referee.rules.walks import random_walk

SEED = 20261129


def test_5000_positions_equal_gammonview() -> None:
    """The mover's resulting checkers and the dice used; gammonview does not tell hits in passing apart."""
    differing = []
    for position, side, dice, found in islice(random_walk("backgammon", SEED), 5000):
        ours = {play.position.counts(side)[1:] for play in found.plays}
        if (ours, found.dice_used) != gammonview(position, side, dice):
            differing.append(f"{position} ; {dice} ; {side}")
    assert differing == []


def test_both_sides_were_on_move() -> None:
    assert {side for _, side, _, _ in islice(random_walk("backgammon", SEED), 10)} == set(Side)
