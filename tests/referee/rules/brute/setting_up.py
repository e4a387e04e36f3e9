"""Putting checkers on a board by chance without two sides meeting, seen by the side on move."""

import random
from collections.abc import Sequence

from tests.referee.rules.brute.checkers import BAR, Checker, Heap, Other, facing, write_heap


class SettingUp:
    """A board being set up: `mine` and `theirs` are the numbers each side counts for its own checkers.

    `throw` is the throw that the position was made for, if any.
    """

    def __init__(self, game: str, chance: random.Random, checkers: int) -> None:
        self.game, self.chance, self.checkers = game, chance, checkers
        self.mine: list[int] = []
        self.theirs: list[int] = []
        self.throw: tuple[int, int] | None = None
        self.my_prisoners: set[int] = set()
        self.their_prisoners: set[int] = set()

    def put(self, points: Sequence[int], most: int = 3) -> None:
        """Own checkers, one to `most` on each point that is free for them."""
        for point in points:
            if facing(self.game, point) not in self.theirs:
                self._add(self.mine, point, self.chance.randint(1, most))

    def put_theirs(self, points: Sequence[int], most: int = 3) -> None:
        """The other side's, by its own numbers."""
        for point in points:
            if facing(self.game, point) not in self.mine:
                self._add(self.theirs, point, self.chance.randint(1, most))

    def bar(self, mine: int, theirs: int) -> None:
        """Checkers on the bar."""
        self._add(self.mine, BAR, mine)
        self._add(self.theirs, BAR, theirs)

    def scatter(self, points: Sequence[int]) -> None:
        """All own checkers that are left, on some of these points."""
        self._scatter(self.mine, [point for point in points if facing(self.game, point) not in self.theirs])

    def scatter_theirs(self, points: Sequence[int]) -> None:
        """All of the other side's that are left, on some of these points of its own."""
        self._scatter(self.theirs, [point for point in points if facing(self.game, point) not in self.mine])

    def pin(self, point: int, pinners: int) -> None:
        """One of the other side's under own checkers, where the point (own number) is empty."""
        if self._empty(point) and len(self.mine) < self.checkers and len(self.theirs) < self.checkers:
            self._add(self.theirs, facing(self.game, point), 1)
            self.their_prisoners.add(facing(self.game, point))
            self._add(self.mine, point, pinners)

    def be_pinned(self, point: int, pinners: int) -> None:
        """One own checker under the other side's, where the point (own number) is empty."""
        if self._empty(point) and len(self.mine) < self.checkers and len(self.theirs) < self.checkers:
            self._add(self.mine, point, 1)
            self.my_prisoners.add(point)
            self._add(self.theirs, facing(self.game, point), pinners)

    def aim(self, target: int) -> None:
        """A throw that brings an own checker to `target` (own number) with one die, if one stands within reach."""
        reach = sorted({point - target for point in self.mine if 1 <= point - target <= 6})
        if reach:
            self.throw = (self.chance.choice(reach), self.chance.randint(1, 6))

    def close_sum(self, many: int) -> None:
        """Two different numbers whose sum is closed to own checkers while each alone is open to the first of them.

        `many` more points of the other side lie elsewhere.
        """
        one, two = self.chance.sample(range(1, 7), 2)
        self.throw = (one, two)
        closed = {place - one - two for place in self.mine if place > one + two}
        self.put_theirs([facing(self.game, point) for point in closed] * 2, most=1)
        left_open = {self.mine[0] - one, self.mine[0] - two}
        elsewhere = [facing(self.game, point) for point in range(1, 25) if point not in left_open]
        self.put_theirs(self.chance.sample(elsewhere, many) * 2, most=1)

    def position(self, side: str) -> str:
        """The position text if `side` is on move; what is not on the board is off."""
        mine = [Checker(point, point in self.my_prisoners) for point in self.mine]
        theirs = [Other(point, point in self.their_prisoners) for point in self.theirs]
        mine += [Checker(0)] * (self.checkers - len(mine))
        theirs += [Other(0)] * (self.checkers - len(theirs))
        return write_heap(Heap(tuple(mine), tuple(theirs)), side)

    def _empty(self, point: int) -> bool:
        return point not in self.mine and facing(self.game, point) not in self.theirs

    def _add(self, heap: list[int], point: int, count: int) -> None:
        prisoners = self.my_prisoners if heap is self.mine else self.their_prisoners
        if point not in prisoners or point not in heap:
            heap += [point] * min(count, self.checkers - len(heap))

    def _scatter(self, heap: list[int], points: Sequence[int]) -> None:
        prisoners = self.my_prisoners if heap is self.mine else self.their_prisoners
        free = [point for point in points if point not in prisoners]
        while free and len(heap) < self.checkers:
            self._add(heap, self.chance.choice(free), 1)
