"""One die played with one checker: every way the rules of rules.md §3 leave open."""

from collections.abc import Iterator

from tests.referee.rules.brute.blocks import landing_allowed
from tests.referee.rules.brute.checkers import BAR, HEAD, OFF, Checker, Heap, Other, facing
from tests.referee.rules.brute.law import Law

HITTING = ("backgammon", "short-nardy", "portes")


def steps(law: Law, start: Heap, heap: Heap, number: int) -> Iterator[Heap]:
    """The boards after playing `number` with one checker; `start` is the board at the beginning of the turn."""
    entering = any(one.place == BAR for one in heap.mine) and "M7" not in law.waived
    for checker in set(heap.mine):
        if (checker.place == BAR or not entering) and _may_leave(law, start, heap, checker):
            rest = list(heap.mine)
            rest.remove(checker)
            if checker.place > number:
                after = _land(law, Heap(tuple(rest), heap.theirs), checker, checker.place - number)
            else:
                after = _bear_off(law, start, Heap(tuple(rest), heap.theirs), checker, number)
            if after is not None and landing_allowed(law, start, after):
                yield after


def _may_leave(law: Law, start: Heap, heap: Heap, checker: Checker) -> bool:
    if checker.place == OFF:
        return False
    if checker.pinned and "P1-free" not in law.waived:
        return False
    if law.game == "long-nardy" and checker.place == HEAD and "L1" not in law.waived:
        return sum(one.left_head for one in heap.mine) < _head_limit(law, start)
    if law.game == "fevga" and "F1" not in law.waived:
        return _is_free_in_fevga(heap, checker)
    return True


def _is_free_in_fevga(heap: Heap, checker: Checker) -> bool:
    """F1: nothing moves but the first checker until it stands on own 11 or beyond."""
    foremost = min(one.place for one in heap.mine)
    return foremost <= 11 or checker.place == foremost


def _head_limit(law: Law, start: Heap) -> int:
    """L1, L2: how many checkers may leave the head in this turn."""
    if not law.first_turn:
        return 1
    double, number = law.throw[0] == law.throw[1], law.throw[0]
    rule = law.says("first-throw-head")
    two = {
        "any-throw": True,
        "any-double": double,
        "always-3-4-6": double and number in {3, 4, 6},
        "second-player-3-4-6": double and number in {3, 4, 6} and law.side == "B",
        "when-head-blocks": double and _head_blocks(law, start, number),
    }
    return 2 if two[str(rule)] else 1


def _head_blocks(law: Law, start: Heap, number: int) -> bool:
    """L2: is the first closed point on the way of one checker from the head the other side's starting point?"""
    for point in (HEAD - number, HEAD - 2 * number, HEAD - 3 * number, HEAD - 4 * number):
        if point >= 1 and any(other.place == facing(law.game, point) for other in start.theirs):
            return facing(law.game, point) == HEAD
    return False


def _land(law: Law, heap: Heap, checker: Checker, target: int) -> Heap | None:
    """The board with the checker, taken up from it already, put down on `target`; None if it is closed."""
    there = facing(law.game, target)
    met = [other for other in heap.theirs if other.place == there]
    theirs, hits = list(heap.theirs), False
    if met:
        if law.game in HITTING:
            if len(met) > 1:
                return None
            theirs.remove(met[0])
            theirs.append(Other(BAR))
            hits = True
        elif law.game == "plakoto":
            if not _can_pin(law, heap, met, target):
                return None
            theirs = [Other(there, True) if other == Other(there) else other for other in theirs]
        elif "L3" not in law.waived or len(met) > 1:
            return None
    if _hides(law, heap, checker, target):
        return None
    moved = Checker(
        target,
        False,
        law.game == "short-nardy" and (checker.hit or hits),
        law.game == "short-nardy" and (checker.hit_at_home or (hits and target <= 6)),
        law.game == "long-nardy" and (checker.left_head or checker.place == HEAD),
    )
    return _put(law, heap, checker, moved, theirs)


def _can_pin(law: Law, heap: Heap, met: list[Other], target: int) -> bool:
    """P1: may a checker land beside the checkers met there?"""
    if any(one.place == target and one.pinned for one in heap.mine):
        return len(met) == 1 and "P1-lone-pinner" in law.waived
    return len(met) == 1 or "P1-closed" in law.waived


def _hides(law: Law, heap: Heap, checker: Checker, target: int) -> bool:
    """H1: would a checker that has hit come to a point with another own checker?"""
    if law.game != "short-nardy" or "H1" in law.waived or all(one.place != target for one in heap.mine):
        return False
    rule = law.says("hit-and-hide")
    if rule == "forbidden-everywhere":
        return checker.hit
    return rule == "forbidden-in-home" and checker.hit_at_home


def _bear_off(law: Law, start: Heap, heap: Heap, checker: Checker, number: int) -> Heap | None:
    """M8, M9, H2, P1: the board with the checker, taken up from it already, borne off; None if that is forbidden."""
    if checker.place > 6 or any(one.place > 6 for one in heap.mine):
        return None
    if (
        number > checker.place
        and "M8" not in law.waived
        and any(one.place > checker.place for one in _counted(law, heap))
    ):
        return None
    if law.says("bear-off-in-homecoming-turn") == "burnt" and any(one.place > 6 for one in start.mine):
        return None
    if law.says("hit-and-bear-off") == "forbidden" and (
        checker.hit_at_home or any(one.place == checker.place and one.hit_at_home for one in heap.mine)
    ):
        return None
    if law.says("bear-off-with-prisoner") == "forbidden" and any(one.pinned for one in heap.mine):
        return None
    return _put(law, heap, checker, Checker(OFF), list(heap.theirs))


def _put(law: Law, heap: Heap, left: Checker, moved: Checker, theirs: list[Other]) -> Heap:
    """The finished board: a prisoner is free when the last checker upon it has gone."""
    mine = (*heap.mine, moved)
    if left.place in range(1, 25) and all(one.place != left.place for one in mine):
        theirs = [Other(one.place) if one.place == facing(law.game, left.place) else one for one in theirs]
    return Heap(tuple(sorted(mine)), tuple(sorted(theirs)))


def _counted(law: Law, heap: Heap) -> list[Checker]:
    """P1: a prisoner counts as a checker on its point."""
    return [one for one in heap.mine if not (one.pinned and "P1-counts" in law.waived)]
