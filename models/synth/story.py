"""A short game told move by move: what stands, rolls and reaches over the board at every picture of a clip.

White (light checkers) sits at the bottom edge with the home at the bottom right, Black at the top. Points are numbered
from each side's own view; positions are mm of `calibration.board`, times s from the start of the clip.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from calibration.board import BoardGeometry, Point2
from models.synth.positions import Habit, place_slot
from models.synth.scene import CheckerPlace, DiePlace, HandPlace, Shade

START: dict[int, int] = {24: 2, 13: 5, 8: 3, 6: 5}
SHADE: dict[str, Shade] = {"W": "L", "B": "D"}
HABIT = Habit(sideways=0.02, along=0.01, gap=0.015, first_gap=0.02, layer=5, pile="stack")
REACH_S, HOLD_S, ROLL_S = 0.55, 0.25, 0.8
CARRIED_MM = 14.0
ARM_MM = 700.0
SKIN = {"W": (125.0, 155.0, 210.0), "B": (95.0, 125.0, 175.0)}
SLEEVE = {"W": (140.0, 90.0, 50.0), "B": (60.0, 60.0, 70.0)}

Slots = Mapping[str, tuple[Shade, int]]


@dataclass(frozen=True)
class Moment:
    """What one picture shows. `blur` are the places of rolling dice within the exposure, last first."""

    checkers: tuple[CheckerPlace, ...]
    dice: tuple[DiePlace, ...] = ()
    hands: tuple[HandPlace, ...] = ()
    blur: tuple[tuple[DiePlace, ...], ...] = ()


@dataclass(frozen=True)
class Press:
    """A clock press at `t_s`."""

    t_s: float
    side: str


def slot_of(side: str, point: int) -> str:
    """The picture's slot of a side's point 1–24."""
    n = point if side == "W" else 25 - point
    if n <= 12:
        return f"bottom[{12 - n}]"
    return f"top[{n - 13}]"


def starting_slots() -> dict[str, tuple[Shade, int]]:
    """Both sides' starting position by slot."""
    return {slot_of(side, point): (SHADE[side], count) for side in "WB" for point, count in START.items()}


class Story:
    """Collects moments, one for each picture, as the players act."""

    def __init__(self, geometry: BoardGeometry, checker_height: float, fps: int, seed: int) -> None:
        self.geometry, self.fps = geometry, fps
        self.moments: list[Moment] = []
        self.presses: list[Press] = []
        self._height, self._seed = checker_height, seed
        self._slots: dict[str, tuple[Shade, int]] = starting_slots()
        self._dice: tuple[DiePlace, ...] = ()
        self._count = 0

    @property
    def now_s(self) -> float:
        """Time told so far."""
        return len(self.moments) / self.fps

    def wait(self, seconds: float) -> None:
        """Nothing moves."""
        moment = Moment(self._standing(), self._dice)
        self.moments += [moment] * round(seconds * self.fps)

    def throw(self, side: str, *dice: DiePlace) -> None:
        """The dice roll in from the side's edge to where they come to rest."""
        rng = self._rng()
        steps = max(2, round(ROLL_S * self.fps))
        edge = self.geometry.field_height - 25.0 if side == "W" else 25.0
        starts = [(die.x + float(rng.uniform(-50, 50)), edge) for die in dice]
        turns = rng.uniform(4, 8, len(dice))
        for step in range(steps):
            exposure = tuple(
                tuple(
                    _rolling(die, start, turn, min(1.0, (step + part) / steps))
                    for die, start, turn in zip(dice, starts, turns, strict=True)
                )
                for part in (0.6, 0.35, 0.1)
            )
            self.moments.append(Moment(self._standing(), exposure[0], blur=exposure))
        self._dice = dice

    def play(self, side: str, *steps: tuple[int, int]) -> None:
        """The side's hand comes in, carries a checker for each `(from, to)` and leaves."""
        hand = self._hand(side)
        at = self._outside(side)
        for origin, target in steps:
            source, goal = slot_of(side, origin), slot_of(side, target)
            at = self._reach(hand, at, self._top_of(source))
            shade = SHADE[side]
            self._take(source)
            at = self._reach(hand, at, self._next_on(goal, shade), carried=shade)
            self._put(goal, shade)
        self._reach(hand, at, self._outside(side))

    def lift_dice(self, side: str) -> None:
        """The side's hand takes the dice up."""
        hand = self._hand(side)
        at = self._reach(hand, self._outside(side), self._middle_of_dice())
        self._dice = ()
        self._reach(hand, at, self._outside(side))

    def press(self, side: str) -> None:
        """The side presses its clock, which stands outside the picture."""
        self.presses.append(Press(round(self.now_s, 3), side))

    def _rng(self) -> np.random.Generator:
        self._count += 1
        return np.random.default_rng([self._seed, self._count])

    def _standing(self) -> tuple[CheckerPlace, ...]:
        places: list[CheckerPlace] = []
        for name, (shade, count) in sorted(self._slots.items()):
            places += self._on(name, shade, count)
        return tuple(places)

    def _on(self, name: str, shade: Shade, count: int) -> list[CheckerPlace]:
        rng = np.random.default_rng([self._seed, *name.encode()])
        return place_slot(name, shade, count, self.geometry, self._height, HABIT, rng)

    def _top_of(self, name: str) -> Point2:
        shade, count = self._slots[name]
        last = self._on(name, shade, count)[-1]
        return last.x, last.y

    def _next_on(self, name: str, shade: Shade) -> Point2:
        count = self._slots[name][1] if name in self._slots else 0
        last = self._on(name, shade, count + 1)[-1]
        return last.x, last.y

    def _take(self, name: str) -> None:
        shade, count = self._slots.pop(name)
        if count > 1:
            self._slots[name] = (shade, count - 1)

    def _put(self, name: str, shade: Shade) -> None:
        before, count = self._slots.get(name, (shade, 0))
        if before != shade:
            raise ValueError(f"{name} holds the other side's checkers")
        self._slots[name] = (shade, count + 1)

    def _hand(self, side: str) -> HandPlace:
        return HandPlace((0.0, 0.0), (0.0, 0.0), SKIN[side], SLEEVE[side], self._seed + ord(side))

    def _outside(self, side: str) -> Point2:
        x = self.geometry.field_width * (0.6 if side == "W" else 0.4)
        return (x, self.geometry.field_height + 220.0) if side == "W" else (x, -220.0)

    def _middle_of_dice(self) -> Point2:
        xs, ys = [die.x for die in self._dice], [die.y for die in self._dice]
        return sum(xs) / len(xs), sum(ys) / len(ys)

    def _reach(self, hand: HandPlace, start: Point2, end: Point2, carried: Shade | None = None) -> Point2:
        moving, holding = round(REACH_S * self.fps), round(HOLD_S * self.fps)
        for step in range(1, moving + holding + 1):
            share = _ease(min(1.0, step / moving))
            tip = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
            checkers = self._standing()
            if carried:
                checkers += (CheckerPlace(tip[0], tip[1], carried, CARRIED_MM),)
            self.moments.append(Moment(checkers, self._dice, (self._placed(hand, tip),)))
        return end

    def _placed(self, hand: HandPlace, tip: Point2) -> HandPlace:
        below = hand.skin == SKIN["W"]
        lean = 0.25 * (tip[0] - self.geometry.field_width / 2)
        return replace(hand, tip=tip, elbow=(tip[0] - lean, tip[1] + (ARM_MM if below else -ARM_MM)))


def _ease(share: float) -> float:
    return share * share * (3 - 2 * share)


def _rolling(die: DiePlace, start: Point2, turns: float, share: float) -> DiePlace:
    """Where a rolling die is after a share of its way; it slows down and tips over less and less."""
    done = 1 - (1 - share) ** 2
    left = 1 - done
    return replace(
        die,
        x=start[0] + (die.x - start[0]) * done,
        y=start[1] + (die.y - start[1]) * done,
        z=max(60.0 * (1 - 2.5 * share), 10.0 * left * abs(float(np.sin(turns * 2 * share)))),
        yaw=die.yaw + turns * left,
        tilt=0.7 * left * abs(float(np.sin(turns * 3 * left))),
        value=die.value if share > 0.85 else 1 + (die.value + int(turns * 4 * left)) % 6,
    )
