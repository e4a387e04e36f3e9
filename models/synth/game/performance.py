"""A game as it was played: where everything is at any time, and what truly happened when."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from models.synth.clock_tape import Press as TapePress
from models.synth.game.grip import point
from models.synth.game.kit import Kit
from models.synth.game.standing import SHADE, Checkers
from models.synth.game.track import Track
from models.synth.physics.truth import DieTruth
from models.synth.scene import CheckerPlace
from models.synth.studio.setting import DieLook, DieOn, HandOn
from models.synth.studio.shapes import Floats
from referee.rules.side import Side


@dataclass(frozen=True)
class Event:
    """What happened from `t_s` to `end_s`; `body` holds JSON values."""

    kind: str
    t_s: float
    end_s: float
    body: Mapping[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """One line of `events.jsonl`."""
        return {"kind": self.kind, "t": round(self.t_s, 3), "end": round(self.end_s, 3), **self.body}


@dataclass(frozen=True, eq=False)
class Settled:
    """A time in which nothing moves and no hand is over the board: what stands and what lies there.

    `dice` maps a die's number (0, 1 White's, 2, 3 Black's) to its truth.
    """

    t_s: float
    end_s: float
    checkers: Checkers
    dice: Mapping[int, DieTruth]


@dataclass(frozen=True, eq=False)
class Performance:
    """The whole game: tracks of checkers by number, of dice and of hands, and how far the camera is off its place, mm.

    `spins` are how the checkers are turned, rad.
    """

    kit: Kit
    game: str
    start: Checkers
    checkers: tuple[Track, ...]
    spins: tuple[float, ...]
    dice: tuple[Track, ...]
    hands: tuple[Track, ...]
    camera: Track
    events: tuple[Event, ...]
    settled: tuple[Settled, ...]
    length_s: float

    @property
    def tracks(self) -> tuple[Track, ...]:
        """Everything that can move."""
        return (*self.checkers, *self.dice, *self.hands, self.camera)

    @property
    def presses(self) -> list[TapePress]:
        """What the clock heard."""
        return [TapePress(round(each.t_s, 3), each.body["side"]) for each in self.events if each.kind == "press"]

    def is_still(self, start_s: float, end_s: float) -> bool:
        """Does nothing move between two times?"""
        return not any(track.moves(start_s, end_s) for track in self.tracks)

    def places(self, t_s: float, standing: Checkers | None = None) -> tuple[CheckerPlace, ...]:
        """All checkers at a time; `standing` names their slots."""
        slots = {n: spot[0] for spot, pile in (standing.piles if standing else {}).items() for n in pile}
        return tuple(
            checker_at(track.place(t_s), self.start.sides[number], self.spins[number], slots.get(number))
            for number, track in enumerate(self.checkers)
        )

    def dice_on(self, t_s: float, truths: Mapping[int, DieTruth] | None = None) -> tuple[DieOn, ...]:
        """All dice at a time, or those that lie there with their `truths`."""
        looks = self.kit.dice
        if truths is not None:
            return tuple(DieOn.thrown(truth, looks[number // 2]) for number, truth in sorted(truths.items()))
        return tuple(self._die(number, looks[number // 2], t_s) for number in range(len(self.dice)))

    def _die(self, number: int, look: DieLook, t_s: float) -> DieOn:
        place, axes = self.dice[number].place(t_s), self.dice[number].turn(t_s).T
        x, y, z = (float(v) for v in place)
        first, second, third = ((float(a), float(b), float(c)) for a, b, c in axes)
        return DieOn((x, y, z), (first, second, third), self.kit.die.side, self.kit.die.rounding, look)

    def hands_over(self, t_s: float) -> tuple[HandOn, ...]:
        """Hands whose fingers are over the board at a time."""
        outer = self.kit.top.outer
        tips = [(hand, track.place(t_s)) for hand, track in zip(self.kit.hands, self.hands, strict=True)]
        return tuple(hand for hand, tip in tips if outer.holds(float(tip[0]), float(tip[1])))

    def shift(self, t_s: float) -> Floats:
        """How far the camera is off its place, mm."""
        return np.asarray(self.camera.place(t_s))


def checker_at(place: Floats, side: Side, spin: float, slot: str | None) -> CheckerPlace:
    """A side's checker whose base's middle is at a place, mm."""
    x, y, z = point(place)
    return CheckerPlace(x, y, SHADE[side], z, spin, slot)
