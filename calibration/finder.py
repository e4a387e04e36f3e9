"""The playing field's four corners in a picture, without markers.

Three steps. The picture's straight lines say how the plane of the table may lie (`calibration.lines`). Seen straight
down on such a plane, the two rows of points are found by their sides: two combs of one pitch that face each other
(`calibration.comb`). The field is then fitted to those sides (`calibration.refine`), its edges are moved to where the
points begin (`calibration.bases`), and each half is checked for being off by a point (`calibration.halves`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.bases import snap_bases
from calibration.board import Point2
from calibration.comb import QUICK_LENGTHS, CombField, search
from calibration.fitted import board_height
from calibration.flatten import Flat, flatten, lean_edges, sheared, warp
from calibration.halves import choose_halves
from calibration.lines import planes, segments
from calibration.refine import UNIT_SQUARE, Fit, refine

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]
Finder: TypeAlias = Callable[[Image], "Found | None"]

WORKING_SIDE = 1000
"""Long side at which pictures are searched, px."""
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
MOVES = 2
"""How often a half may be moved by a pitch."""
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
LOOSE = 0.7
TIGHT = 0.1
"""How far the top and bottom edge may move in a fit, in pitches."""
SURE_EDGE, SURE_HALF = 0.1, 0.12
"""Margins from which an edge or a half is sure."""
LEAST_CONFIDENCE = 0.25
"""Below this no board is claimed: a person is better asked for the corners."""


@dataclass(frozen=True)
class Found:
    """The field's corners in px, tl tr br bl so that points hang from the top edge; `bar` is its width in points.

    `confidence` 0…1: how much of the points' sides shows, and how clearly edges and halves beat other places.
    """

    corners: tuple[Point2, Point2, Point2, Point2]
    confidence: float
    bar: float


@dataclass(frozen=True, eq=False)
class Rough:
    """A field as the coarse search left it: corners 4×2 px; bar, length of points and height in pitches."""

    corners: Floats
    bar: float
    length: float
    height: float
    score: float


@dataclass(frozen=True, eq=False)
class Sharp:
    """A field fitted to the picture; `rank` compares it with other fits of the same picture.

    `edge_margin` and `half_margin` say by how much its edges and halves beat others (scores of `bases` and `halves`).
    """

    fit: Fit
    rank: float
    edge_margin: float
    half_margin: float


def find_field(image: Image) -> Found | None:
    """The playing field in a picture (H×W×3, BGR), None when there is no board in it."""
    scale = min(1.0, WORKING_SIDE / max(image.shape[:2]))
    small = image
    if scale < 1.0:
        small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    fields = [sharp for rough in rough_fields(small) if (sharp := sharpen(small, rough)) is not None]
    if not fields:
        return None
    best = max(fields, key=lambda sharp: sharp.rank)
    confidence = _confidence(best)
    if confidence < LEAST_CONFIDENCE:
        return None
    tl, tr, br, bl = ((float(x), float(y)) for x, y in best.fit.corners / scale)
    return Found((tl, tr, br, bl), confidence, best.fit.model.bar)


def rough_fields(image: Image) -> list[Rough]:
    """Rough fields on the most promising planes, best first."""
    found = [near for rough in _promising(image)[:KEPT] if (near := _look_near(image, rough)) is not None]
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


def _look_near(image: Image, rough: Rough) -> Rough | None:
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


def sharpen(image: Image, rough: Rough) -> Sharp | None:
    """The rough field fitted to the picture, None when the fit falls apart."""
    try:
        fit, margin = _settle(image, rough.corners, rough.bar, rough.length, rough.height)
        halves = choose_halves(image, fit)
        for _ in range(MOVES):
            if not halves.moved:
                break
            height = board_height(fit)
            fit, margin = _settle(image, halves.corners, halves.bar, fit.model.length * height, height)
            halves = choose_halves(image, fit)
    except (np.linalg.LinAlgError, cv2.error):
        return None
    return Sharp(fit, halves.score, margin, 0.0 if halves.moved else halves.margin)


def _settle(image: Image, corners: Floats, bar: float, length: float, height: float) -> tuple[Fit, float]:
    """Fit the sides, move the edges to the bases, and fit the sides again between those; and the edges' margin."""
    fit = refine(image, corners, bar, length, height, slack=LOOSE)
    length = fit.model.length * board_height(fit)
    edges = snap_bases(image, fit)
    height = board_height(fit) - 2 * edges.inwards
    return refine(image, edges.corners, fit.model.bar, length - edges.inwards, height, slack=TIGHT), edges.margin


def _confidence(sharp: Sharp) -> float:
    """Enough of the points' sides must show, and edges and halves must beat other places clearly."""
    shown = np.clip((sharp.fit.share - 0.2) / 0.4, 0.0, 1.0) * np.clip(sharp.fit.score / 0.12, 0.0, 1.0)
    edges = np.clip(0.4 + 0.6 * sharp.edge_margin / SURE_EDGE, 0.4, 1.0)
    halves = np.clip(0.4 + 0.6 * sharp.half_margin / SURE_HALF, 0.4, 1.0)
    return float(shown * edges * halves)
