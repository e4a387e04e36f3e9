"""A side's two dice: in its hand outside the picture, thrown, lying, and taken up again."""

from collections.abc import Callable

import numpy as np

from models.synth.game import grip
from models.synth.game.flight import Flight
from models.synth.game.kit import Kit
from models.synth.game.track import STEP_S, Path, eased, nearest_turn
from models.synth.studio.shapes import Floats
from referee.rules.side import Side

_OVER = np.array((0.0, 0.0, 9.0))
"""How far the fingertips are above the dice that they hold, mm."""
_HELD = np.array([(9.0, 0.0, -9.0), (-9.0, 3.0, -9.0)])
"""Where dice are in a hand, from its fingertips, mm."""


class DiceInHand:
    """`paths` of both dice; `lying` those that are on the table."""

    def __init__(self, kit: Kit, side: Side, hand: Path) -> None:
        self._size, self._side, self._hand = kit.top.geometry, side, hand
        self.paths = [Path(grip.point(hand.last + offset)) for offset in _HELD]
        self.lying: list[Path] = []

    def bring(self, t_s: float, flight: Flight, turned: Callable[[float], Floats]) -> float:
        """Bring the dice to where they are let go; returns that time, s."""
        start = self._hand.last
        launch, goal = flight.places[:, 0], flight.places[:, 0].mean(0) + _OVER
        offsets = np.array([path.last - start for path in self.paths])
        return self._carry(t_s, goal, turned, (offsets, launch - goal), flight.turns[:, 0])

    def let_go(self, t_s: float, flight: Flight, linger_s: float, turned: Callable[[float], Floats]) -> float:
        """The dice fly; the hand goes back. Returns when it is out, s."""
        for path, places, turns in zip(self.paths, flight.places, flight.turns, strict=True):
            for after_s, place, turn in zip(flight.times[1:], places[1:], turns[1:], strict=True):
                path.to(t_s + float(after_s), place, turn)
        self.lying = list(self.paths)
        start, out = self._hand.last, grip.outside(self._size, self._side)
        self._hand.stay(t_s + 0.3 * linger_s)
        way = grip.straight(start, out)
        return grip.travel(self._hand, t_s + 0.3 * linger_s, grip.reach_s(start, out), way, turned=turned)

    def take(self, t_s: float, touch_s: float, turned: Callable[[float], Floats]) -> float:
        """Take the dice up and away; returns when the hand is out, s."""
        middle = np.mean([path.last for path in self.paths], axis=0)
        goal, start = middle + _OVER, self._hand.last
        there = grip.travel(
            self._hand, t_s, grip.reach_s(start, goal), grip.straight(start, goal), turned=turned
        )  # fmt: skip
        self._hand.stay(there + touch_s)
        offsets = np.array([path.last - goal for path in self.paths])
        self.lying = []
        held = np.array([path.last_turn for path in self.paths])
        return self._carry(there + touch_s, grip.outside(self._size, self._side), turned, (offsets, _HELD), held)

    def _carry(
        self, t_s: float, goal: Floats, turned: Callable[[float], Floats], offsets: tuple[Floats, Floats],
        turns: Floats,
    ) -> float:  # fmt: skip
        """The hand goes to a place while the dice in it move from one offset to another and turn."""
        start, hand = self._hand.last, self._hand
        seconds = grip.reach_s(start, goal)
        steps = max(1, int(np.ceil(seconds / STEP_S)))
        before = [path.last_turn for path in self.paths]
        for path in (hand, *self.paths):
            path.stay(t_s)
        for step in range(1, steps + 1):
            share = step / steps
            tip, mixed = start + (goal - start) * eased(share), eased(min(1.0, 1.6 * share))
            hand.to(t_s + seconds * share, tip, turned(float(tip[0])))
            for die, path in enumerate(self.paths):
                offset = offsets[0][die] + (offsets[1][die] - offsets[0][die]) * mixed
                turn = (
                    turns[die] if mixed >= 1 else nearest_turn((1 - mixed) * before[die] + mixed * turns[die] + _BIAS)
                )
                path.to(t_s + seconds * share, tip + offset, turn)
        return t_s + seconds


_BIAS = 1e-3 * np.array([(0.3, 0.7, -0.2), (-0.5, 0.1, 0.4), (0.2, -0.6, 0.3)])
"""Keeps the way between two opposite turns from being undecided."""
