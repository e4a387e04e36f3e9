"""Legal plays compared with gnubg, where it is installed (oracles.md 3.2)."""

from itertools import islice

import pytest

from tests.referee.rules.walks import random_walk

SEED = 20261130


def test_2000_positions_equal_gnubg() -> None:
    """Both sides' resulting checkers, hits in passing included; with a bear-off gnubg's moves are cut, so by number."""
    pytest.importorskip("gnubg")
    from tests.referee.rules.gnubg_engine import gnubg_counts  # noqa: PLC0415 - only where it is installed

    differing, lost, bearing_off = [], 0, 0
    for position, side, dice, found in islice(random_walk("backgammon", SEED), 2000):
        theirs = gnubg_counts(position, side, dice)
        ours = [(play.position.counts(side)[1:], play.position.counts(side.other)[1:]) for play in found.plays]
        lost += found.dice_used == 0
        if any(end == 0 for play in found.plays for _, end in play.moves):
            bearing_off += 1
            same = len(ours) == len(theirs)
        else:
            same = sorted(ours) == sorted(theirs)
        if not same:
            differing.append(f"{position} ; {dice} ; {side}")
    assert differing == []
    assert lost > 20
    assert bearing_off > 100
