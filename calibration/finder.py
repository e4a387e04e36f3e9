"""The playing field's four corners in a picture, without markers.

Three steps. The picture's straight lines say how the plane of the table may lie (`calibration.lines`). Seen straight down
on such a plane, the two rows of points are found by their sides: two combs of one pitch that face each other
(`calibration.comb`). The field is then fitted to those sides and to the lines at their bases (`calibration.refine`), and
each half is checked for being off by a point (`calibration.halves`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.bases import snap_bases
from calibration.board import Point2
from calibration.comb import search
from calibration.fitted import board_height
from calibration.flatten import flatten, lean_edges
from calibration.halves import choose_halves
from calibration.lines import Plane, planes, segments
from calibration.refine import UNIT_SQUARE, Fit, refine

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]
Finder: TypeAlias = Callable[[Image], "Found | None"]

WORKING_SIDE = 1000
"""Long side at which pictures are searched, px."""
QUICK_SIDE = 160
COARSE_SIDE = 256
"""Long sides of the flattened pictures in the quick and in the coarse search, px."""
PLANES = 8
KEPT = 2
FAINT = 0.02
"""Score that no board stays below."""
CLEAR = 0.14
"""Quick score from which no further plane is tried."""
LOOSE = 0.7
TIGHT = 0.1
"""How far the top and bottom edge may move in a fit, in pitches."""
LEAST_SCORE = 0.05
LEAST_SHARE = 0.4
"""Share of the 48 sides that must show for a board to be believed."""


@dataclass(frozen=True)
class Found:
    """The field's corners in px, tl tr br bl so that points hang from the top edge; `bar` and `length` of the points in
    pitches; `confidence` 0…1."""

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


def find_field(image: Image) -> Found | None:
    """The playing field in a picture (H×W×3, BGR), None when there is no board in it."""
    scale = min(1.0, WORKING_SIDE / max(image.shape[:2]))
    small = image
    if scale < 1.0:
        small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    fits = [fit for rough in rough_fields(small) if (fit := sharpen(small, rough)) is not None]
    if not fits:
        return None
    best = max(fits, key=lambda fit: fit.score)
    if best.score < LEAST_SCORE or best.share < LEAST_SHARE:
        return None
    tl, tr, br, bl = ((float(x), float(y)) for x, y in best.corners / scale)
    return Found((tl, tr, br, bl), _confidence(best), best.model.bar)


def rough_fields(image: Image) -> list[Rough]:
    """Fields by the coarse search on the most promising planes, best first."""
    found = []
    for plane in _promising(image)[:KEPT]:
        rough = _search_plane(image, plane)
        if rough is not None:
            found.append(rough)
    return sorted(found, key=lambda rough: -rough.score)


def _promising(image: Image) -> list[Plane]:
    """Planes, turned so that points may hang, by a quick look for points on each; best first."""
    height, width = image.shape[:2]
    scored: list[tuple[float, Plane]] = []
    for plane in planes(segments(image), (width, height), PLANES):
        for turned in (plane, replace(plane, across=plane.down, down=-plane.across)):
            comb = search(lean_edges(flatten(image, turned, QUICK_SIDE)), FAINT, quick=True)
            if comb is not None:
                scored.append((comb.score, turned))
        if scored and max(score for score, _ in scored) > CLEAR:
            break
    scored.sort(key=lambda pair: -pair[0])
    return [plane for _, plane in scored]


def sharpen(image: Image, rough: Rough) -> Fit | None:
    """The rough field fitted to the picture, None when the fit falls apart."""
    try:
        fit = _settle(image, rough.corners, rough.bar, rough.length, rough.height)
        corners, bar = choose_halves(image, fit)
        if np.allclose(corners, fit.corners, atol=1.0):
            return fit
        height = board_height(fit)
        return _settle(image, corners, bar, fit.model.length * height, height)
    except (np.linalg.LinAlgError, cv2.error):
        return None


def _settle(image: Image, corners: Floats, bar: float, length: float, height: float) -> Fit:
    """Fit the sides, move the edges to the bases, and fit the sides again between those."""
    fit = refine(image, corners, bar, length, height, LOOSE)
    length = fit.model.length * board_height(fit)
    corners, inwards = snap_bases(image, fit)
    height = board_height(fit) - 2 * inwards
    return refine(image, corners, fit.model.bar, length - inwards, height, TIGHT)


def _search_plane(image: Image, plane: Plane) -> Rough | None:
    flat = flatten(image, plane, COARSE_SIDE)
    comb = search(lean_edges(flat), FAINT)
    if comb is None or comb.pitch <= 0 or comb.height <= 0:
        return None
    box = np.array([comb.left, comb.top]) + UNIT_SQUARE * (comb.width, comb.height)
    corners = cv2.perspectiveTransform(box.astype(np.float64)[None], flat.matrix)[0]
    pitch = comb.pitch
    return Rough(
        np.asarray(corners, np.float64), comb.bar / pitch, comb.length / pitch, comb.height / pitch, comb.score
    )


def _confidence(fit: Fit) -> float:
    return float(np.clip((fit.share - 0.3) / 0.5, 0.0, 1.0) * np.clip(fit.score / 0.15, 0.0, 1.0))
