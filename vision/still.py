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
from vision.cube import AGAIN, CUBE, WHOLE, Block, cube_of, default_cube_reader, numbered_dice, read_blocks
from vision.detector import BoardReader, Box, Kind, default_detector
from vision.dice import AROUND, numbered, read_dice
from vision.dice_find import Network, Plane
from vision.dice_judge import DiceReader, default_reader
from vision.dice_place import Disc
from vision.frame import Image
from vision.observation import SLOTS, CountReading, CubeReading, DieReading, Shade, SlotReading

SURE_DISC, SURE_BLOCK = 0.4, 0.9
QUICK_PLACES = 8
"""Places for dice that one look at a board among several follows up; a single picture is looked over wholly."""
CUBE_EVERY = 4
"""In a running match the whole board is looked over for the cube once in so many looks: it hardly moves."""
LIKELY_VALUE = 0.35
"""Least probability of its likeliest value for a die that can't be read and does not lean."""
ON_FIELD = ("left-half", "right-half", "bar")
ON_BLOCK = 0.6
"""Share of a block's side within which a die is the block itself."""
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
    cube: Network | None = None,
    habits: SetHabits | None = None,
) -> TurningReader:
    """The project's own readers. `colours` and `habits` of the set from a profile, `checkers` a side, None where
    nobody said.

    :raises models.registry.RegistryError: when a weight is missing or altered.
    """
    eyes, die_eyes = detector or default_detector(), dice or default_reader()
    cube_eyes = cube or default_cube_reader()

    def read(image: Image, view: View, turn: int | None = None) -> StillReading:
        quick = turn is not None
        board = read_checkers(
            image, view, eyes if turn is None else eyes.from_side(turn), colours, checkers, habits=habits
        )
        seen = view.with_geometry(board.geometry)
        discs, plane = discs_of(board, seen), Plane.of_board(image, seen, AROUND)
        with_pips = read_dice(
            image,
            seen,
            reader=die_eyes,
            discs_mm=discs,
            detector_boxes=die_places(board.boxes, QUICK_PLACES if quick else None),
            reach=None if quick else AROUND,
            plane=plane,
        )
        search = WHOLE if turn is None else CUBE if turn % CUBE_EVERY == 0 else AGAIN
        boxes = unvalued(board.boxes, with_pips) if search is AGAIN else board.boxes
        blocks = read_blocks(plane, seen, die_eyes.finder, cube_eyes, boxes, search=search)
        dice = without_blocks(without_phantoms(with_pips), blocks)
        numbers = without_dice(numbered_dice(blocks), dice)
        return StillReading(
            seen,
            board.slots,
            board.bar,
            board.off,
            (
                *agreed(dice, board.boxes),
                *agreed(numbered(numbers, plane, seen, discs), board.boxes, ("die", "cube")),
            ),
            cube_of(blocks),
            len(SLOTS) - len(board.evidence.points) >= HAND_SLOTS,
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


def unvalued(boxes: Sequence[Box], dice: Sequence[DieReading]) -> tuple[Box, ...]:
    """Boxes without those of dice that show a value in pips."""
    read = [die for die in dice if die.value]
    return tuple(box for box in boxes if box.kind != "die" or not any(_near(die, box) for die in read))


def without_blocks(dice: Sequence[DieReading], blocks: Sequence[Block]) -> tuple[DieReading, ...]:
    """Dice without what is surer to be a block with a number or a sign on top, such as the cube."""
    return tuple(die for die in dice if not any(_surer(block, die) and _covers(block, die) for block in blocks))


def without_dice(blocks: Sequence[Block], dice: Sequence[DieReading]) -> tuple[Block, ...]:
    """Blocks without those that are told as dice with pips: one place is told one value."""
    return tuple(block for block in blocks if not any(_covers(block, die) for die in dice))


def _surer(block: Block, die: DieReading) -> bool:
    return block.sure >= max(SURE_BLOCK, die.confidence)


def _covers(block: Block, die: DieReading) -> bool:
    return float(np.hypot(die.xy[0] - block.xy[0], die.xy[1] - block.xy[1])) < ON_BLOCK * block.size_px


def agreed(
    dice: Sequence[DieReading], boxes: Sequence[Box], kinds: Sequence[Kind] = ("die",)
) -> tuple[DieReading, ...]:
    """Dice without those on the field where the board reader (`boxes`) sees nothing of those `kinds` at all: a hinge's
    screws, a logo. Beside the field it does not look."""
    seen = [box for box in boxes if box.kind in kinds]
    return tuple(die for die in dice if die.place not in ON_FIELD or any(_near(die, box) for box in seen))


def _near(die: DieReading, box: Box) -> bool:
    return float(np.hypot(die.xy[0] - box.centre[0], die.xy[1] - box.centre[1])) < REACH * die.size_px
