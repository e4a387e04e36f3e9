"""Legal plays compared with gnubg, where it is installed (oracles.md 3.2)."""

from itertools import islice

import pytest

from tests.referee.rules.engine_comparison import compare_gnubg
from tests.referee.rules.walks import random_walk

SEED = 20261130


def test_2000_positions_equal_gnubg() -> None:
    """Both sides' resulting checkers, hits in passing included."""
    pytest.importorskip("gnubg")
    tally = compare_gnubg(islice(random_walk("backgammon", SEED), 2000))
    assert tally.differences == []
    assert tally.lost_turns > 20
    assert tally.bearing_off > 100
