"""Where dice may lie, and crops of them at the camera's full resolution."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from calibration.view import View
from models.dice_input import GLANCE, Floats, Matrix, Sight, tensor, window_about
from vision.frame import Image

FIND_SIDE = 12.0
"""px: a die's side where the finder sees best; it was trained on 7.5…20 px."""
CELL = 4


class Network(Protocol):
    """N×3×H×W float32 in 0…1 (BGR) → the network's output."""

    def __call__(self, images: Floats, /) -> Floats: ...


@dataclass(frozen=True)
class Candidate:
    """A place where a die may lie: centre of its top face and side in the plane's units, the finder's score 0…1."""

    x: float
    y: float
    side: float
    score: float


@dataclass(frozen=True, eq=False)
class Plane:
    """A flat part of the scene to look over: `matrix` maps its units (mm of the board, or px where there is no board)
    to the picture's px, `area` is left, top, right, bottom in its units."""

    image: Image
    matrix: Matrix
    area: tuple[float, float, float, float]

    @classmethod
    def of_picture(cls, image: Image) -> "Plane":
        """The picture itself, in px."""
        return cls(image, np.eye(3), (0, 0, image.shape[1], image.shape[0]))

    @classmethod
    def of_board(cls, image: Image, view: View, margin: float = 0.2) -> "Plane":
        """The board's plane, the field plus `margin` of its width all round as far as the picture goes, in mm."""
        wide, high = view.geometry.field_width, view.geometry.field_height
        more = margin * wide
        height, width = image.shape[:2]
        edge = view.to_mm([(0, 0), (width, 0), (width, height), (0, height)])
        inner = view.to_mm(view.corners)
        seen = (
            np.vstack([edge, inner])
            if np.abs(edge).max() < 10 * wide
            else np.array([(-more, -more), (wide + more, high + more)])
        )
        (left, top), (right, bottom) = seen.min(0), seen.max(0)
        return cls(
            image, view.matrix, (max(left, -more), max(top, -more), min(right, wide + more), min(bottom, high + more))
        )

    @cached_property
    def levels(self) -> list[Image]:
        """The picture, then halved again and again, so that shrinking does not alias."""
        out = [self.image]
        while min(out[-1].shape[:2]) > 64 and len(out) < 6:
            half = cv2.resize(out[-1], None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            out.append(np.asarray(half, dtype=np.uint8))
        return out

    def to_px(self, points: npt.ArrayLike) -> Matrix:
        """N×2 in the plane's units → N×2 px of the picture."""
        return np.asarray(
            cv2.perspectiveTransform(np.asarray(points, np.float64)[None], self.matrix)[0], dtype=np.float64
        )

    def px_per_unit(self, x: float, y: float) -> float:
        """Mean enlargement at a place."""
        a, b, c = self.to_px([(x, y), (x + 1, y), (x, y + 1)])
        return float(np.sqrt(abs((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0])))

    def cut(self, window: Matrix, size: tuple[int, int], shrink: float) -> Image:
        """`size` (w, h) px seen through `window` (3×3, cut's px → plane's units); one px spans `shrink` picture px."""
        level = int(np.clip(np.floor(np.log2(max(shrink, 1e-6)) + 0.35), 0, len(self.levels) - 1))
        source = self.levels[level]
        ratio = source.shape[1] / self.image.shape[1], source.shape[0] / self.image.shape[0]
        reduce = np.array([[ratio[0], 0, ratio[0] / 2 - 0.5], [0, ratio[1], ratio[1] / 2 - 0.5], [0, 0, 1.0]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        out = cv2.warpPerspective(
            source, reduce @ self.matrix @ window, size, flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(out, dtype=np.uint8)


def _peaks(out: Floats, floor: float, limit: int) -> list[tuple[float, float, float, float]]:
    """Local maxima of the finder's heat: x, y, side in its px, score; best first."""
    heat = 1 / (1 + np.exp(-out[0]))
    top = (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > floor)
    rows, columns = np.nonzero(top)
    order = np.argsort(-heat[rows, columns])[:limit]
    found = []
    for i, j in zip(rows[order], columns[order], strict=True):
        _, side, dx, dy = out[:, i, j]
        found.append(
            (
                CELL * (j + 0.5 + float(dx)),
                CELL * (i + 0.5 + float(dy)),
                FIND_SIDE * float(np.exp(np.clip(side, -1, 1))),
                float(heat[i, j]),
            )
        )
    return found


def look_over(plane: Plane, finder: Network, die: float, floor: float = 0.15, limit: int = 30) -> list[Candidate]:
    """Candidates of about `die` units a side (0.65…1.6 times it) anywhere in the plane's area."""
    left, top, right, bottom = plane.area
    step = die / FIND_SIDE
    size = [max(32, int(np.ceil((b - a) / step / CELL)) * CELL) for a, b in ((left, right), (top, bottom))]
    window = np.array([[step, 0, left + step / 2], [0, step, top + step / 2], [0, 0, 1.0]])
    shrink = step * plane.px_per_unit((left + right) / 2, (top + bottom) / 2)
    out = finder(tensor([plane.cut(window, (size[0], size[1]), shrink)]))[0]
    return [
        Candidate(left + step * x, top + step * y, step * side, score)
        for x, y, side, score in _peaks(out, floor, limit)
    ]


NEAR, NEAR_SIZE = 1.0, 48
"""How far from a rough place its die may be, in sides; px of the window that the finder looks at for it."""


def sharpen(plane: Plane, finder: Network, rough: Sequence[Candidate], floor: float = 0.1) -> list[Candidate]:
    """Rough places with middle and side as the finder sees them close by; those where it sees nothing as they were."""
    if not rough:
        return []
    cut = [_window(plane, candidate) for candidate in rough]
    return [_nearest(c, found, floor) for c, found in zip(rough, finder(tensor(cut)), strict=True)]


def _window(plane: Plane, candidate: Candidate) -> Image:
    step = candidate.side / FIND_SIDE
    reach = step * (NEAR_SIZE - 1) / 2
    window = np.array([[step, 0, candidate.x - reach], [0, step, candidate.y - reach], [0, 0, 1.0]])
    return plane.cut(window, (NEAR_SIZE, NEAR_SIZE), step * plane.px_per_unit(candidate.x, candidate.y))


def _nearest(candidate: Candidate, out: Floats, floor: float) -> Candidate:
    """The strongest peak near the middle of a window."""
    step, middle = candidate.side / FIND_SIDE, NEAR_SIZE / 2
    for x, y, side, score in _peaks(out, floor, 4):
        if max(abs(x - middle), abs(y - middle)) <= NEAR * FIND_SIDE:
            place = candidate.x + step * (x - middle), candidate.y + step * (y - middle)
            return Candidate(*place, step * side, max(score, candidate.score))
    return candidate


def distinct(candidates: Iterable[Candidate], apart: float = 0.7, alike: float = np.inf) -> list[Candidate]:
    """The best of those that lie closer than `apart` sides to each other and differ in side less than `alike` times (a
    pip that looks like a small die does not hide the die it is on); best first."""
    kept: list[Candidate] = []

    def same(a: Candidate, b: Candidate) -> bool:
        small, large = sorted((a.side, b.side))
        return large < alike * small and bool(np.hypot(a.x - b.x, a.y - b.y) <= apart * large)

    for candidate in sorted(candidates, key=lambda c: -c.score):
        if not any(same(candidate, k) for k in kept):
            kept.append(candidate)
    return kept


@dataclass(frozen=True, eq=False)
class Crop:
    """A square of px of a plane, and the 3×3 that takes them to the plane's units."""

    image: Image
    window: Matrix


@dataclass(frozen=True)
class Look:
    """How a candidate is looked at: its side is `scale` times what the reader is used to, it is turned by `turn`
    radians, and then seen as in a mirror or not."""

    scale: float = 1.0
    turn: float = 0.0
    mirrored: bool = False


def crops(
    plane: Plane, candidate: Candidate, looks: Iterable[Look] = (Look(),), up: float = 0.0, sight: Sight = GLANCE
) -> list[Crop]:
    """Crops of a candidate for a reader of that `sight`. At turn 0 the plane's direction `up` (radians clockwise from
    upwards) is upwards."""
    unit = plane.px_per_unit(candidate.x, candidate.y)
    mirror = np.array([[-1, 0, sight.size - 1], [0, 1, 0], [0, 0, 1.0]])
    out = []
    for look in looks:
        step = candidate.side / sight.side / look.scale
        window = window_about(candidate.x, candidate.y, step, up + look.turn, sight.size)
        image = plane.cut(window, (sight.size, sight.size), step * unit)
        out.append(
            Crop(np.ascontiguousarray(image[:, ::-1]), window @ mirror) if look.mirrored else Crop(image, window)
        )
    return out
