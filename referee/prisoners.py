"""Prisoners: checkers that no camera sees, because an opponent's lies on them (rules.md P1)."""

from collections.abc import Iterator, Mapping
from itertools import combinations, product

from referee.rules.game import Contact
from referee.rules.games import find_game
from referee.rules.position import Place, Position
from referee.rules.side import Side

SLIPPED, GONE = 0.1, 0.02
"""Weight of a layout for each checker that would have left from under a pinner: seen elsewhere, or nowhere at all."""

Counts = Mapping[Side, Mapping[Place, int]]
Prisoners = frozenset[tuple[Side, int]]
_NOBODY: Prisoners = frozenset()


def prisoners(seen: Counts, before: Position | None, game: str, checkers: int) -> Iterator[tuple[Prisoners, float]]:
    """Who may lie under the checkers that are `seen`, with weights; nobody where nothing can be pinned.

    One may if `before`, the position that stood, had it there alone, or as a prisoner, and the opponent's checkers are
    seen on it now; one that was a pinner itself can't lie under its prisoner's side. With no position before, nobody
    is known to lie anywhere. Which moves are legal plays no part.
    """
    if before is None or find_game(game).contact is not Contact.PIN:
        yield _NOBODY, 1.0
        return
    for hidden in product(*(_hidden(seen, before, side, checkers) for side in Side)):
        weight = 1.0
        for _, each in hidden:
            weight *= each
        yield frozenset().union(*(found for found, _ in hidden)), weight


def _hidden(seen: Counts, before: Position, side: Side, checkers: int) -> list[tuple[Prisoners, float]]:
    """A side's prisoners: as many as there is room for, or a few less."""
    facing = find_game(before.game).facing
    may = [
        point
        for point in range(1, 25)
        if before.count(side, point) == 1
        and (side.other, facing[point]) not in before.pinned
        and facing[point] in seen[side.other]
        and point not in seen[side]
    ]
    unseen = checkers - sum(seen[side].values())
    most, wanted = (max(0, min(len(may), room)) for room in (unseen, unseen - before.count(side, "off")))
    return [
        (frozenset((side, point) for point in chosen), SLIPPED ** (len(may) - count) * GONE ** max(0, wanted - count))
        for count in range(most, max(min(most, wanted) - 2, -1), -1)
        for chosen in combinations(may, count)
    ]
