"""The learned finder of the field's corners: a whole picture in, proposals for `calibration.finder` out.

The network looks twice: at the whole picture, then at the field it found there, seen straight down and large.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.finder import Found, find_field
from calibration.proposals import Proposal
from models.registry import weights
from vision.frame import Image
from vision.runtime import session

Floats: TypeAlias = npt.NDArray[np.float64]
Map: TypeAlias = npt.NDArray[np.float32]

SIDE = 320
STRIDE = 4
FILL = 114
FLOOR = 0.08
"""Corners fainter than this are none."""
MOST = 4
"""So many corners of each kind are tried."""
CLOSE = 0.75
"""How much of the second look's picture the field fills."""
LEAST_SIDE = 5.0
"""Shortest side of a field, cells."""
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)


@dataclass(frozen=True, eq=False)
class Quad:
    """A field on the maps: corners 4×2 in cells, and how well the maps bear it out, 0…1."""

    corners: Floats
    score: float


class CornerFinder:
    """Proposes where the playing field lies in pictures (H×W×3, BGR)."""

    def __init__(self, path: Path | None = None, threads: int = 2) -> None:
        self._net = session(path or weights("corners"), threads)

    def __call__(self, image: Image) -> tuple[Proposal, ...]:
        """Corners in px of the picture, the likeliest alone; none where no field is seen."""
        scale = SIDE / max(image.shape[:2])
        middle = np.array([image.shape[1], image.shape[0]]) * scale
        offset = (SIDE - middle) / 2
        whole = np.array([[scale, 0, offset[0]], [0, scale, offset[1]], [0, 0, 1]])
        first = self._look(image, whole)
        if first is None:
            return ()
        second = self._look(image, _close_up(first.corners))
        best = second if second is not None else Quad(first.corners, 0.5 * first.score)
        tl, tr, br, bl = ((float(x), float(y)) for x, y in best.corners)
        return (Proposal((tl, tr, br, bl), best.score),)

    def _look(self, image: Image, matrix: Floats) -> Quad | None:
        """The best field in the picture as `matrix` (picture px → network px) shows it; corners in picture px."""
        maps = self.maps(_warped(image, matrix))
        quad = best_quad(maps)
        if quad is None:
            return None
        seen = (quad.corners + 0.5) * STRIDE - 0.5
        placed = cv2.perspectiveTransform(seen[None], np.linalg.inv(matrix))[0]
        return Quad(np.asarray(placed, np.float64), quad.score)

    def maps(self, picture: Image) -> Map:
        """The network's maps (5×80×80, 0…1) of a picture of 320×320 px."""
        blob = np.ascontiguousarray(picture[..., ::-1].transpose(2, 0, 1)[None], np.float32) / np.float32(255)
        return np.asarray(self._net.run(None, {"image": blob})[0][0], np.float32)


def find_board(image: Image) -> Found | None:
    """The playing field in a picture (H×W×3, BGR) by the bundled network's proposal and the board's lines.

    :raises models.registry.RegistryError: when the network is missing or altered.
    """
    return find_field(image, _bundled())


@cache
def _bundled() -> CornerFinder:
    return CornerFinder()


def _warped(image: Image, matrix: Floats) -> Image:
    """The picture under a homography, 320×320; blurred first where it shrinks."""
    centre = np.linalg.inv(matrix) @ (SIDE / 2, SIDE / 2, 1.0)
    weight = float(matrix[2] @ centre / centre[2])
    shrink = (abs(weight) ** 3 / max(abs(float(np.linalg.det(matrix))), 1e-12)) ** 0.5
    if shrink > 1.4:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.35 * shrink), np.uint8)
    flat = cv2.warpPerspective(image, matrix, (SIDE, SIDE), borderMode=cv2.BORDER_CONSTANT, borderValue=[FILL] * 3)
    return np.asarray(flat, np.uint8)


def _close_up(corners: Floats) -> Floats:
    """Homography from the picture to one in which a field with these corners lies straight and large."""
    sides = np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1)
    size = np.array([1.0, float(np.clip((sides[1] + sides[3]) / (sides[0] + sides[2]), 0.7, 1.15))])
    size *= CLOSE * SIDE / size.max()
    box = SIDE / 2 + (UNIT - 0.5) * size
    return np.asarray(cv2.getPerspectiveTransform(corners.astype(np.float32), box.astype(np.float32)), np.float64)


def best_quad(maps: Map) -> Quad | None:
    """The field that the maps bear out best, None where there are no four corners of one."""
    before_base, before_side = peaks(maps[0]), peaks(maps[1])
    best: Quad | None = None
    for first, third in combinations(before_base, 2):
        for second, fourth in permutations(before_side, 2):
            corners = np.array([first[:2], second[:2], third[:2], fourth[:2]])
            if not _is_field(corners):
                continue
            strength = float(np.prod([first[2], second[2], third[2], fourth[2]])) ** 0.25
            score = (strength * _along(maps, corners) * _filled(maps[4], corners)) ** (1 / 3)
            if best is None or score > best.score:
                best = Quad(corners, score)
    return best


def peaks(heat: Map) -> list[tuple[float, float, float]]:
    """The strongest peaks of a map: x, y in cells between the cells' middles, and strength."""
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    places = np.argwhere((heat >= top) & (heat > FLOOR))
    strongest = sorted(places, key=lambda place: -float(heat[place[0], place[1]]))[:MOST]
    log = np.log(np.pad(heat, 1, mode="edge") + 1e-4)
    found = []
    for y, x in strongest:
        near = log[y : y + 3, x : x + 3]
        found.append((x + _between(near[1]), y + _between(near[:, 1]), float(heat[y, x])))
    return found


def _between(values: Map) -> float:
    bend = float(values[0] - 2 * values[1] + values[2])
    return float(np.clip(0.5 * float(values[0] - values[2]) / bend, -0.5, 0.5)) if bend < -1e-6 else 0.0


def _is_field(corners: Floats) -> bool:
    """Whether corners are those of a convex quadrilateral, clockwise, and not too small."""
    sides = np.roll(corners, -1, axis=0) - corners
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    lengths = np.linalg.norm(sides, axis=1)
    return bool((turns > 0.2 * lengths * np.roll(lengths, -1)).all() and lengths.min() > LEAST_SIDE)


def _along(maps: Map, corners: Floats) -> float:
    """Mean strength of the lines between the corners."""
    share = np.linspace(0.05, 0.95, 24)[:, None]
    total = 0.0
    for k in range(4):
        places = (corners[k] + (corners[(k + 1) % 4] - corners[k]) * share).astype(np.float32)
        total += float(cv2.remap(maps[2 + k % 2], places[None, :, 0], places[None, :, 1], cv2.INTER_LINEAR).mean())
    return total / 4


def _filled(field: Map, corners: Floats) -> float:
    """How well the quadrilateral and the map of the field cover each other, 0…1."""
    inside = np.zeros(field.shape, np.uint8)
    cv2.fillPoly(inside, [np.round(corners * 16).astype(np.int32)], 1, shift=4)
    both = float(np.minimum(field, inside).sum())
    return both / max(float(np.maximum(field, inside).sum()), 1e-6)
