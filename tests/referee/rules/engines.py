"""gammonview's answers in our form."""

from collections.abc import Iterable, Sequence

from gvformat.legality import legal_plays as gammonview_plays

from referee.rules.dice import Dice
from referee.rules.position import Position, Side

Counts = tuple[int, ...]


def gammonview(position: Position, side: Side, dice: Dice) -> tuple[set[Counts], int]:
    """gammonview's legal plays: the mover's points 1–24 and bar after each, and how many dice they use."""
    mine, theirs = position.counts(side), position.counts(side.other)
    plays, used = gammonview_plays([0, *mine[1:]], [0, *theirs[24:0:-1], theirs[25]], dice.high, dice.low)
    if not plays:
        return {mine[1:]}, 0
    return {_moved(mine, play) for play in plays}, used


def _moved(counts: Sequence[int], play: Iterable[tuple[int, int]]) -> Counts:
    after = list(counts)
    for start, end in play:
        after[start] -= 1
        after[end] += 1
    return tuple(after[1:])
