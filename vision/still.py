"""Everything that one still view shows, before time comes into it: checkers, bar, trays, dice, cube."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import numpy as np

from calibration.colours import SetColours
from calibration.habits import SetHabits
from calibration.view import View
from vision.checkers import CHECKER_MM, CheckerReading, read_checkers
from vision.conserve import Evidence
from vision.detector import BoardReader, Box, default_detector
from vision.dice import AROUND, read_dice
from vision.dice_judge import DiceReader, default_reader
from vision.dice_place import Disc
from vision.frame import Image
from vision.observation import CountReading, CubeReading, DieReading, Shade, SlotReading

SURE_DISC, SURE_CUBE = 0.4, 0.5
QUICK_PLACES = 8
"""Places for dice that one look at a board among several follows up; a single picture is looked over wholly."""
LIKELY_VALUE = 0.35
"""Least probability of its likeliest value for a die that can't be read and does not lean."""
ON_FIELD = ("left-half", "right-half", "bar")
REACH = 0.8
"""Share of a die's side within which two readers mean the same die."""
HAND_SLOTS = 2
"""A hand that covers as many points is over the board."""


@dataclass(frozen=True)
class StillReading:
    """A reading of one picture.

    `view` is the view it was read with (with the board's sizes as seen), `slots` maps every name of
    `vision.observation.SLOTS`, `hand` says that a hand covers part of the field.
    `evidence` is what it says of each point by itself.
    """

    view: View
    slots: Mapping[str, SlotReading]
    bar: Mapping[Shade, CountReading]
    off: Mapping[Shade, CountReading]
    dice: tuple[DieReading, ...] = ()
    cube: CubeReading | None = None
    hand: bool = False
    evidence: Evidence = field(default_factory=Evidence)


StillReader: TypeAlias = Callable[[Image, View], StillReading]
"""Reads a picture (H×W×3 BGR) of the view's size."""


class TurningReader(Protocol):
    """A `StillReader` for many pictures of one still view: with `turn` it looks at each from one side only, number
    `turn` of four, so that together they have been seen from all."""

    def __call__(self, image: Image, view: View, turn: int | None = None) -> StillReading: ...


def standard_reader(
    colours: SetColours | None = None,
    checkers: int | None = None,
    *,
    detector: BoardReader | None = None,
    dice: DiceReader | None = None,
    habits: SetHabits | None = None,
) -> TurningReader:
    """The project's own readers. `colours` and `habits` of the set from a profile, `checkers` a side, None where
    nobody said.

    :raises models.registry.RegistryError: when a weight is missing or altered.
    """
    eyes, die_eyes = detector or default_detector(), dice or default_reader()

    def read(image: Image, view: View, turn: int | None = None) -> StillReading:
        board = read_checkers(
            image, view, eyes if turn is None else eyes.from_side(turn), colours, checkers, habits=habits
        )
        seen = view.with_geometry(board.geometry)
        return StillReading(
            seen,
            board.slots,
            board.bar,
            board.off,
            agreed(
                without_phantoms(
                    read_dice(
                        image,
                        seen,
                        reader=die_eyes,
                        discs_mm=discs_of(board, seen),
                        detector_boxes=die_places(board.boxes, None if turn is None else QUICK_PLACES),
                        reach=AROUND if turn is None else None,
                    )
                ),
                board.boxes,
            ),
            cube_of(board.boxes),
            sum(slot.best is None for slot in board.slots.values()) >= HAND_SLOTS,
            board.evidence,
        )

    return read


def die_places(boxes: Sequence[Box], most: int | None) -> list[tuple[float, float, float, float]]:
    """Where a die may be, surest first, at most `most`."""
    return [box.xyxy for box in sorted(boxes, key=lambda box: -box.score) if box.kind == "die"][:most]


def discs_of(board: CheckerReading, view: View) -> list[Disc]:
    """The seen checkers as x, y of their base and radius, mm."""
    sure = [box for box in board.boxes if box.kind == "checker" and box.score > SURE_DISC]
    if not sure:
        return []
    tops = view.to_mm(np.array([box.centre for box in sure]))
    lean = view.to_mm(view.lift(tops, CHECKER_MM)) - tops
    radius = view.geometry.checker_diameter / 2
    return [(float(x), float(y), radius) for x, y in tops - lean]


def without_phantoms(dice: Sequence[DieReading]) -> tuple[DieReading, ...]:
    """Dice without what has neither a likely value nor the look of a leaning die, such as an emblem on a checker."""
    return tuple(die for die in dice if die.value or die.flat is False or die.confidence >= LIKELY_VALUE)


def agreed(dice: Sequence[DieReading], boxes: Sequence[Box]) -> tuple[DieReading, ...]:
    """Dice without those on the field where the board reader (`boxes`) sees none at all: a hinge's screws, a logo.
    Beside the field it does not look."""
    seen = [box for box in boxes if box.kind == "die"]
    return tuple(die for die in dice if die.place not in ON_FIELD or any(_near(die, box) for box in seen))


def _near(die: DieReading, box: Box) -> bool:
    return float(np.hypot(die.xy[0] - box.centre[0], die.xy[1] - box.centre[1])) < REACH * die.size_px


def cube_of(boxes: Sequence[Box]) -> CubeReading | None:
    """The surest cube; its value is not read."""
    cubes = [box for box in boxes if box.kind == "cube" and box.score > SURE_CUBE]
    if not cubes:
        return None
    best = max(cubes, key=lambda box: box.score)
    return CubeReading(best.centre, None, best.score)
