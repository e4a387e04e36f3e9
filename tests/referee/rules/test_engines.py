"""Legal plays compared with gammonview on random reachable positions and throws (oracles.md)."""

from itertools import islice

from referee.rules.position import Side
from tests.referee.rules.engine_comparison import compare_gammonview
from tests.referee.rules.walks import random_walk

SEED = 20261129


def test_5000_positions_equal_gammonview() -> None:
    assert compare_gammonview(islice(random_walk("backgammon", SEED), 5000)).differences == []


def test_both_sides_were_on_move() -> None:
    assert {side for _, side, _, _ in islice(random_walk("backgammon", SEED), 10)} == set(Side)
