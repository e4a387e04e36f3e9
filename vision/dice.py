"""Dice in a picture: where they lie, the value of the top face when it is sure, whether they lie flat, on what.

Three small networks (`dice_find`, `dice_read` and `dice_close` of `models`) do the seeing: one marks places where a die
may be, one reads a crop at the camera's full resolution, the last looks closer where that is not sure. On a board crops
are turned so that what stands up leans upwards: so the top face is told from a side.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from calibration.view import View
from models.cube_input import CLASSES, DIE_WORDS
from models.dice_input import sides_looked_for
from vision.cube import Block
from vision.dice_faces import raised, tops
from vision.dice_find import Candidate, Plane, distinct, look_over, sharpen
from vision.dice_judge import FLAT, GROUNDS, TILTED, DiceReader, Judged, default_reader, judge
from vision.dice_place import (
    STANDS_MM,
    Disc,
    agreed,
    gap_to,
    grounds_of,
    lean_at,
    likeliest,
    on_checker,
    place_of,
    touches,
)
from vision.frame import Image
from vision.observation import DieReading, Ground, Place

DIE_MM, DIE_RANGE_MM = 13.0, (6.0, 24.0)
"""Side of a common die, and of any, on a board scaled to the nominal width (small boards scale up)."""
DIE_SURE = 0.5
"""Least probability of a reported die."""
BESIDE: tuple[Place, ...] = ("rail", "tray", "off-board")
FIELD_SURE, BESIDE_SURE = 0.9, 0.95
"""Least probability of a value on a board's field, and beside it, where clocks and other things lie: on stills kept
from training false values were twice as common there, and no die counts there. From the first up 99.92 % of the values
told on 171 such stills are right and one in ninety is told where no die is, from 0.85 up 99.63 % and one in fifty."""
LOOKED, MOST, AROUND, CLOSE_UP = 40, 8, 0.2, 160
"""Most places looked at and most dice told of on a board; how far around it, as a share of its width; px: a smaller
picture may be a cut-out of a single die."""
ALIKE, ALIKE_IN_PICTURE, APART, COVER = (0.6, 1.65), (0.45, 2.2), 0.5, 0.75
"""How sizes of dice of one game may differ, and those in a picture without a board; least distance of two places to be
looked at, and of two dice, in sides."""
SIZES_ALIKE = 1.5
"""Places in a picture without a board that differ more in size are looked at both."""
_BODY = 1.27
"""Mean width of a square turned any way, in sides."""
BoxPx: TypeAlias = tuple[float, float, float, float]


def _plausible(judged: Sequence[Judged], view: View | None, most: int) -> list[Judged]:
    """The surest of those that cover each other, of like size; on a board no more than `most`."""
    sure = sorted((j for j in judged if j.die >= DIE_SURE), key=lambda j: -j.sure)
    kept: list[Judged] = []
    for one in sure:
        c = one.candidate
        if all(
            np.hypot(c.x - k.candidate.x, c.y - k.candidate.y) > COVER * (c.side + k.candidate.side) / 2 for k in kept
        ):
            kept.append(one)
    usual = float(np.median([k.candidate.side for k in kept if k.sure >= kept[0].sure / 2])) if kept else 0.0
    low, high = ALIKE if view else ALIKE_IN_PICTURE
    alike = [k for k in kept if low < k.candidate.side / usual < high]
    return alike[:most] if view else alike


def boxed(boxes: Iterable[BoxPx], plane: Plane, view: View | None) -> list[Candidate]:
    """A detector's boxes of whole dice (left, top, right, bottom px) as candidates: the middle of the top face."""
    out = []
    for left, top, right, bottom in boxes:
        middle = np.array([((left + right) / 2, (top + bottom) / 2)])
        size = (right - left + bottom - top) / 2
        if view is None:
            out.append(Candidate(float(middle[0, 0]), float(middle[0, 1]), size / _BODY, 0.0))
            continue
        x, y = (float(v) for v in view.to_mm(middle)[0])
        here, along = view.to_px([(x, y), (x + 1, y)])
        turned = np.abs(along - here).sum() / np.hypot(*(along - here))
        lean = np.array(lean_at(view, x, y, DIE_MM))
        side = size / turned / plane.px_per_unit(x, y) / (_BODY + float(np.abs(lean).sum()) / 2)
        out.append(Candidate(x + 0.5 * side * float(lean[0]), y + 0.5 * side * float(lean[1]), side, 0.0))
    return out


def _placed(reading: DieReading, judged: Judged, view: View, discs: Sequence[Disc] | None) -> DieReading:
    """With place and neighbours, of the footprint: the top face is seen farther from the camera's foot."""
    c = judged.candidate
    lean = np.array(lean_at(view, c.x, c.y, c.side))

    def foot(ground: Ground) -> tuple[float, float]:
        x, y = np.array([c.x, c.y]) - lean * (c.side + STANDS_MM.get(ground, 0.0))
        return float(x), float(y)

    seen = {name: float(p) for name, p in zip(GROUNDS, judged.grounds, strict=True)}
    gap = None if discs is None else gap_to(*foot("checker"), c.side, discs)
    chances = grounds_of(seen, place_of(*foot(judged.ground), view.geometry), gap)
    ground, on = likeliest(chances), on_checker(chances)
    x, y = foot(ground)
    against = None if discs is None or on is None else not on and touches(gap_to(x, y, c.side, discs))
    place = agreed(ground, x, y, view.geometry)
    placed = replace(reading, mm=(x, y), place=place, on_checker=on, touching=against, rests_on=ground)
    return replace(placed, value=None, flat=False if placed.flat is False else None) if _doubtful(placed) else placed


def _doubtful(reading: DieReading) -> bool:
    """Whether what lies on a board or beside it looks too little like a die to be told a value of."""
    return reading.confidence < (BESIDE_SURE if reading.place in BESIDE else FIELD_SURE)


def _reading(judged: Judged, plane: Plane, view: View | None, discs: Sequence[Disc] | None) -> DieReading:
    c = judged.candidate
    x, y = (float(v) for v in plane.to_px([(c.x, c.y)])[0])
    reading = DieReading(
        (x, y),
        (c.x, c.y) if view else None,
        judged.value,
        judged.sure,
        None,
        judged.flat,
        size_px=c.side * plane.px_per_unit(c.x, c.y),
        likely=judged.likely,
        tilted=judged.tilted,
    )
    return _placed(reading, judged, view, discs) if view else reading


def read_dice(
    image: Image,
    view: View | None = None,
    *,
    reader: DiceReader | None = None,
    discs_mm: Sequence[Disc] | None = None,
    detector_boxes: Iterable[BoxPx] = (),
    reach: float | None = AROUND,
    most: int = MOST,
    plane: Plane | None = None,
) -> tuple[DieReading, ...]:
    """All dice of a picture (H×W×3 uint8 BGR), the surest first.

    With `view` the board and `reach` of its width around it are looked over (where that is None not at all, and places
    are looked at fewer times) and readings have mm (the footprint's centre, see `calibration.board`) and place;
    without, the whole picture at several sizes. `discs_mm` are the checkers (x, y, radius in mm): without them
    `touching` stays None. `detector_boxes` (left, top, right, bottom px) are further places to look at. No more than
    `most` are told of on a board. `plane`: the board's, where there is one already, with `reach` about it.
    """
    eyes = reader or default_reader()
    plane = plane or (Plane.of_board(image, view, reach or 0.0) if view else Plane.of_picture(image))
    found = [] if reach is None else _on_board(plane, eyes) if view else _in_picture(plane, eyes)
    rough = boxed(detector_boxes, plane, view)
    places = distinct([*sharpen(plane, eyes.finder, rough), *rough, *found], APART, np.inf if view else SIZES_ALIKE)
    judged = judge(plane, places[: max(LOOKED, most)] if view else places, eyes, view, quick=reach is None)
    if view is None:
        judged = tops(plane, judged, eyes)
    elif reach is not None:
        judged = raised(plane, judged, eyes, view)
    return tuple(_reading(j, plane, view, discs_mm) for j in _plausible(judged, view, most))


def numbered(
    blocks: Sequence[Block], plane: Plane, view: View, discs_mm: Sequence[Disc] | None = None
) -> tuple[DieReading, ...]:
    """Dice that bear numbers (`vision.cube.numbered_dice`) as readings; whether they lie flat is not seen, nor how
    likely they lean."""
    return tuple(replace(_reading(_judged(block), plane, view, discs_mm), tilted=None) for block in blocks)


def _judged(block: Block) -> Judged:
    """As if the die readers had seen it: nothing of how it lies nor on what."""
    values = [block.chances[CLASSES.index(word)] for word in DIE_WORDS]
    unsaid = [0.0, (FLAT + TILTED) / 2, *[1 / len(GROUNDS)] * len(GROUNDS)]
    chances = np.array([1 - block.sure, *values, *unsaid], np.float32)
    return Judged(Candidate(block.x, block.y, block.side, block.sure), chances)


def _on_board(plane: Plane, reader: DiceReader) -> list[Candidate]:
    low, high = DIE_RANGE_MM
    return [c for c in look_over(plane, reader.finder, DIE_MM) if low <= c.side <= high]


def _in_picture(plane: Plane, reader: DiceReader) -> list[Candidate]:
    """Places where the finder sees dice; the whole of a picture hardly larger than a die is one too."""
    height, width = plane.image.shape[:2]
    longest = max(height, width)
    found = [c for side in sides_looked_for(longest) for c in look_over(plane, reader.finder, side, limit=60)]
    if longest < CLOSE_UP:
        found.append(Candidate(width / 2, height / 2, 0.6 * longest, 1.0))
    return found
