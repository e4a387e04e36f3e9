"""Which blocks are forbidden, and when they are judged (rules.md L4, F2 and their readings)."""

from tests.referee.rules.brute.checkers import Heap
from tests.referee.rules.brute.law import Law
from tests.referee.rules.brute.rows import (
    Row,
    all_behind,
    all_on_next_point,
    held_points,
    one_is_ahead,
    one_is_home,
    rows_of_six,
)

OWN_QUARTER = range(19, 25)


def landing_allowed(law: Law, start: Heap, heap: Heap) -> bool:
    """May the board look like this after one landing of the turn that began with `start`?"""
    if law.game == "long-nardy" and law.says("six-block") != "not-all-15":
        return not _forbidden_in_long_nardy(law, start, heap)
    if law.game == "fevga" and law.says("fevga-blocks-judged") == "every-landing":
        return not _forbidden_in_fevga(law, start, heap)
    return True


def ending_allowed(law: Law, start: Heap, heap: Heap) -> bool:
    """May the turn that began with `start` end like this?"""
    if law.game == "long-nardy" and law.says("six-block") == "not-all-15":
        return not _forbidden_in_long_nardy(law, start, heap)
    if law.game == "fevga":
        return not _forbidden_in_fevga(law, start, heap)
    return True


def locks_left(law: Law, start: Heap, heap: Heap) -> int:
    """Fevga: how many blocks that stood when the turn began, to be opened if they can be, stand yet."""
    if law.game != "fevga" or "F2-open" in law.waived:
        return 0
    count = int("F2-quarter" not in law.waived and _quarter_held(heap))
    if "F2-rows" not in law.waived:
        left = _fevga_locks(law, heap)
        for stood in _fevga_locks(law, start):
            count += any(set(row.points()) <= set(stood.points()) for row in left)
    return count


def _forbidden_in_long_nardy(law: Law, start: Heap, heap: Heap) -> bool:
    if "L4" in law.waived:
        return False
    for row in _built_this_turn(law, start, heap):
        fine = one_is_home(heap) if law.says("six-block") == "needs-one-home" else one_is_ahead(heap, row)
        if not fine:
            return True
    return False


def _forbidden_in_fevga(law: Law, start: Heap, heap: Heap) -> bool:
    if "F2-quarter" not in law.waived and _quarter_held(heap) and not _quarter_held(start):
        return True
    if "F2-rows" in law.waived:
        return False
    locks = _fevga_locks(law, heap)
    return bool(locks) and any(row in locks for row in _built_this_turn(law, start, heap))


def _built_this_turn(law: Law, start: Heap, heap: Heap) -> list[Row]:
    """Rows with a point that was not held when the turn began."""
    rows = rows_of_six(held_points(law.game, heap))
    return [row for row in rows if not held_points(law.game, start).issuperset(row.points())]


def _fevga_locks(law: Law, heap: Heap) -> list[Row]:
    locked = all_on_next_point if law.says("fevga-block") == "one-point-behind" else all_behind
    return [row for row in rows_of_six(held_points(law.game, heap)) if locked(heap, row)]


def _quarter_held(heap: Heap) -> bool:
    return {one.place for one in heap.mine}.issuperset(OWN_QUARTER)
