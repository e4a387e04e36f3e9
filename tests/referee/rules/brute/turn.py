"""All plays of a throw: every order of the numbers with every checker, then M3, then M4, then M5 (rules.md §3)."""

from collections.abc import Collection
from itertools import permutations
from typing import NamedTuple

from tests.referee.rules.brute.blocks import ending_allowed, locks_left
from tests.referee.rules.brute.checkers import HEAD, Checker, Heap, Other, read_heap, write_heap
from tests.referee.rules.brute.law import Law
from tests.referee.rules.brute.steps import steps


class Answer(NamedTuple):
    """The texts of all positions a turn may end in, and how many dice a full play uses."""

    positions: frozenset[str]
    dice_used: int


class Way(NamedTuple):
    """What has been played so far: the numbers in their order, the board they led to, did the last step decide?"""

    numbers: tuple[int, ...]
    heap: Heap
    decides: bool = False


def brute_force(law: Law, position: str, checkers: int = 15) -> Answer:
    """The legal ends of the turn of `law.side` from a position text."""
    start = read_heap(position, law.side, checkers)
    ways = {way for order in _orders(law) for way in _ways(law, start, order) if ending_allowed(law, start, way.heap)}
    full = _full(law, ways)
    ends = {way.heap for way in full}
    fewest = min(locks_left(law, start, end) for end in ends)
    ends = {end for end in ends if locks_left(law, start, end) == fewest}
    if law.says("mother-pinned-ends-turn") == "may-stop":
        ends |= {way.heap for way in ways if way.decides}
    return Answer(frozenset(write_heap(heap, law.side) for heap in ends), len(full[0].numbers))


def replays(law: Law, position: str, moves: Collection[tuple[int, int]], after: str, checkers: int = 15) -> bool:
    """Do these moves, die by die as (from, to) in the mover's numbers, lead to the text `after`, each a step?"""
    start = read_heap(position, law.side, checkers)
    heaps = {start}
    for origin, target in moves:
        left = {number for number in law.throw if origin - number == target or (target == 0 and number >= origin)}
        heaps = {
            heap
            for before in heaps
            for number in left
            for heap in steps(law, start, before, number)
            if _went(before, heap, origin, target)
        }
    return after in {write_heap(heap, law.side) for heap in heaps}


def _went(before: Heap, after: Heap, origin: int, target: int) -> bool:
    was, now = ([one.place for one in heap.mine] for heap in (before, after))
    was.remove(origin) if origin in was else was.clear()
    return sorted([*was, target]) == sorted(now)


def _orders(law: Law) -> set[tuple[int, ...]]:
    """M1, M2: two numbers in both orders, a double four times."""
    high, low = law.throw
    return {(high,) * 4} if high == low else set(permutations((high, low)))


def _ways(law: Law, start: Heap, order: tuple[int, ...]) -> set[Way]:
    """Every way to play none, some or all numbers in this order; boards that look alike are looked at once."""
    every = last = {Way((), start)}
    for count in range(1, len(order) + 1):
        last = {
            Way(order[:count], after, law.game == "plakoto" and _decides(way.heap, after))
            for way in last
            for after in steps(law, start, way.heap, order[count - 1])
        }
        every = every | last
    return every


def _full(law: Law, ways: Collection[Way]) -> list[Way]:
    """M3, M5: as many numbers as can be; M4: if one of two can be played but not both, the larger."""
    if "M3" in law.waived:
        return sorted(ways, key=lambda way: -len(way.numbers))
    most = max(len(way.numbers) for way in ways)
    full = [way for way in ways if len(way.numbers) == most]
    if most == 1 and law.throw[0] != law.throw[1] and law.says("single-die") == "larger" and "M4" not in law.waived:
        larger = max(way.numbers for way in full)
        full = [way for way in full if way.numbers == larger]
    return full


def _decides(before: Heap, after: Heap) -> bool:
    """P2: is the game decided by this step?"""
    return _is_decided(after) and not _is_decided(before)


def _is_decided(heap: Heap) -> bool:
    """P2: the other mother is pinned on its start, and the side on move has none at risk on its own."""
    return Other(HEAD, True) in heap.theirs and Checker(HEAD) not in heap.mine
