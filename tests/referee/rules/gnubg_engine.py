"""gnubg's answers in our form. Importing this fails where the engine is not installed."""

from collections.abc import Sequence

import gnubg

from referee.rules.dice import Dice
from referee.rules.position import Position, Side
from tests.referee.rules.engines import Counts


def gnubg_counts(position: Position, side: Side, dice: Dice) -> list[tuple[Counts, Counts]]:
    """gnubg's legal plays as (mover's, opponent's) points 1–24 and bar; one unchanged entry if there is none.

    gnubg cuts a play at its first bear-off: then only the number of entries is right.
    """
    mine, theirs = position.counts(side)[1:], position.counts(side.other)[1:]
    found = gnubg.find_best_moves((theirs, mine), gnubg.cubeinfo(), gnubg.evalcontext(), (dice.high, dice.low))
    if not found:
        return [(mine, theirs)]
    return [_hit_and_moved(mine, theirs, move["move"]) for move in found]


def _hit_and_moved(mine: Counts, theirs: Counts, flat: Sequence[int]) -> tuple[Counts, Counts]:
    own, other = [0, *mine], [0, *theirs]
    for start, end in zip(flat[::2], flat[1::2], strict=False):
        own[start] -= 1
        if end > 0:
            own[end] += 1
            if other[25 - end] == 1:
                other[25 - end] = 0
                other[25] += 1
    return tuple(own[1:]), tuple(other[1:])
