"""Rough fields in a picture: two combs of one pitch that face each other, on the planes that its lines may lie in."""

from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.comb import QUICK_LENGTHS, CombField, search
from calibration.flatten import Flat, flatten, lean_edges, sheared, warp
from calibration.lines import planes, segments
from calibration.refine import UNIT_SQUARE

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]

QUICK_SIDE = 208
"""Long side of the flattened pictures in the quick look, px."""
PITCHES = tuple(float(1 / 38 * 1.1**k) for k in range(13))
"""Pitches tried in the quick look, in long sides of the flattened picture."""
CLOSE_PITCH = 15.0
"""Pitch in the closer look, px."""
STRETCHES = tuple(float(s) for s in np.linspace(0.86, 1.14, 9))
ROOM = 2.5
"""Room round a rough field in the closer look, in pitches."""
PLANES = 10
KEPT = 3
SHEARED = 2
SHEARS = (-0.16, -0.08, 0.08, 0.16)
"""Slopes tried on the best `SHEARED` planes; the sides of points run at about 0.08 to 0.15."""
RIVAL = 0.6
"""A rough field that scores less than this share of the best is no rival."""
FAINT = 0.02
"""Score that no board stays below."""
CLEAR = 0.14
"""Quick score from which no further plane is tried."""


@dataclass(frozen=True, eq=False)
class Rough:
    """A field as the coarse search left it: corners 4×2 px; bar, length of points and height in pitches."""

    corners: Floats
    bar: float
    length: float
    height: float
    score: float


def rough_fields(image: Image) -> list[Rough]:
    """Rough fields on the most promising planes, best first."""
    found = [near for rough in _promising(image)[:KEPT] if (near := look_near(image, rough)) is not None]
    found.sort(key=lambda rough: -rough.score)
    return [rough for rough in found if rough.score > RIVAL * found[0].score]


def _promising(image: Image) -> list[Rough]:
    """The best field that a quick look finds on each plane that the picture's lines may lie in, best first.

    Where none is clear, the best are looked at sheared as well: the sides of points may have passed for upright lines.
    """
    height, width = image.shape[:2]
    seen: list[tuple[Rough, Flat]] = []
    for plane in planes(segments(image), (width, height), PLANES):
        for turned in (plane, replace(plane, across=plane.down, down=-plane.across)):
            seen += _quick_look(flatten(image, turned, QUICK_SIDE))
        if seen and max(rough.score for rough, _ in seen) > CLEAR:
            break
    seen.sort(key=lambda pair: -pair[0].score)
    if seen and seen[0][0].score < CLEAR:
        for _, flat in seen[:SHEARED]:
            for slope in SHEARS:
                seen += _quick_look(sheared(image, flat, slope))
    return sorted((rough for rough, _ in seen), key=lambda rough: -rough.score)


def _quick_look(flat: Flat) -> list[tuple[Rough, Flat]]:
    """The best field that a quick search finds in a flattened picture; none or one."""
    comb = search(lean_edges(flat), [p * QUICK_SIDE for p in PITCHES], QUICK_LENGTHS, FAINT)
    return [] if comb is None else [(_rough(comb, flat), flat)]


def look_near(image: Image, rough: Rough) -> Rough | None:
    """A closer look about a rough field, over all lengths of points and pitches near its own."""
    size = np.array([12 + rough.bar, rough.height])
    box = (ROOM + UNIT_SQUARE * size) * CLOSE_PITCH
    matrix = cv2.getPerspectiveTransform(box.astype(np.float32), rough.corners.astype(np.float32))
    width, height = (int(v) for v in np.ceil((size + 2 * ROOM) * CLOSE_PITCH))
    flat = warp(image, np.asarray(matrix, np.float64), (width, height))
    comb = search(lean_edges(flat), [CLOSE_PITCH * s for s in STRETCHES], floor=FAINT)
    return None if comb is None else _rough(comb, flat)


def _rough(comb: CombField, flat: Flat) -> Rough:
    box = np.array([comb.left, comb.top]) + UNIT_SQUARE * (comb.width, comb.height)
    corners = cv2.perspectiveTransform(box.astype(np.float64)[None], flat.matrix)[0]
    pitch = comb.pitch
    return Rough(
        np.asarray(corners, np.float64), comb.bar / pitch, comb.length / pitch, comb.height / pitch, comb.score
    )
