"""Rows of held points on the other side's route, for the blocks of long nardy and fevga (rules.md L4, F2)."""

from typing import NamedTuple

from tests.referee.rules.brute.checkers import OFF, Heap, facing


class Row(NamedTuple):
    """Neighbouring held points in the waiting side's numbers: it meets `first` first and passes `last` last."""

    first: int
    last: int

    def points(self) -> range:
        """Its points, in the waiting side's numbers."""
        return range(self.last, self.first + 1)


def held_points(game: str, heap: Heap) -> frozenset[int]:
    """The points the side on move holds, in the waiting side's numbers."""
    return frozenset(facing(game, place) for place in {one.place for one in heap.mine} if 1 <= place <= 24)


def rows_of_six(held: frozenset[int]) -> list[Row]:
    """Every whole row of six or more; the route runs from 24 to 1 and its ends are not joined."""
    rows, length = [], 0
    for point in range(24, -1, -1):
        if point in held:
            length += 1
        else:
            if length >= 6:
                rows.append(Row(point + length, point + 1))
            length = 0
    return rows


def one_is_ahead(heap: Heap, row: Row) -> bool:
    """Has a waiting checker passed the whole row, or been borne off?"""
    return any(other.place < row.last for other in heap.theirs)


def one_is_home(heap: Heap) -> bool:
    """Has a waiting checker reached its home, or been borne off?"""
    return any(other.place <= 6 for other in heap.theirs)


def all_on_next_point(heap: Heap, row: Row) -> bool:
    """Do all waiting checkers stand on the one point right behind the row?"""
    return row.first < 24 and all(other.place == row.first + 1 for other in heap.theirs)


def all_behind(heap: Heap, row: Row) -> bool:
    """Do all waiting checkers stand behind the row, none borne off?"""
    return all(other.place > row.first and other.place != OFF for other in heap.theirs)
