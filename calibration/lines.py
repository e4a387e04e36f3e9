"""Straight lines of a picture, and how the plane that they lie in may be tilted.

A board is full of lines in two directions at right angles (rails, bar, trays). Two such directions, seen by a pinhole
camera of plausible focal length, fix the plane up to a shift and a scale.
"""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]

FOCALS = (0.8, 1.1, 1.6)
"""Focal lengths tried, in long sides of the picture."""
MAX_TILT = 58.0
"""Steepest camera considered, degrees from the vertical."""
ALONG = np.radians(1.5)
"""A segment this close to pointing at a vanishing point belongs to it."""
APART = np.radians(6.0)
"""Planes whose axes differ by less are the same."""
WEIGHTS = (1.0, 3.0)
"""Segments count by these powers of their length: by the first sides of points join in, by the second rails rule."""
MOST_SKEW = 20.0
"""How far the axes may be from right angles, degrees."""
SAMPLES = 8000
LONGEST = 70


@dataclass(frozen=True, eq=False)
class Plane:
    """A plane's axes: `across` and `down`, unit vectors (3,) in the camera's frame; `focal` in px.

    The axes are at right angles unless the picture was cropped or warped, so that its centre isn't the camera's.
    """

    across: Floats
    down: Floats
    focal: float

    @property
    def normal(self) -> Floats:
        """Unit normal (3,), away from the camera."""
        normal = np.cross(self.across, self.down)
        return np.asarray(normal / np.linalg.norm(normal), dtype=np.float64)


def segments(image: Image) -> Floats:
    """Line segments N×4 (x1, y1, x2, y2) in px of the picture."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    if found is None:
        return np.zeros((0, 4))
    lines = np.asarray(found, dtype=np.float64).reshape(-1, 4)
    length = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    return np.asarray(lines[length > 0.012 * max(grey.shape)], dtype=np.float64)


def planes(lines: Floats, size: tuple[int, int], count: int, seed: int = 0) -> list[Plane]:
    """Up to `count` distinct planes for segments N×4 in a picture of `size` (w, h), best supported first."""
    length = np.hypot(lines[:, 2] - lines[:, 0], lines[:, 3] - lines[:, 1])
    longest = np.argsort(-length)[:LONGEST]
    if len(longest) < 4:
        return []
    focals = np.array(FOCALS)[np.arange(SAMPLES) % len(FOCALS)] * max(size)
    rng = np.random.default_rng(seed)
    centred = lines - np.tile(np.array(size) / 2.0, 2)
    picks = longest[rng.integers(0, len(longest), (SAMPLES, 4))]
    free = (np.arange(SAMPLES) // len(FOCALS)) % 2 == 1
    across, down, good = _sample_axes(centred, picks, focals, free)
    across, down, focals, free = across[good], down[good], focals[good], free[good]
    orders = []
    for power in WEIGHTS:
        support = _support(centred, length**power, across, down, focals)
        orders += [kind[np.argsort(-support[kind])] for kind in (np.flatnonzero(~free), np.flatnonzero(free))]
    mixed = np.stack([order[: min(map(len, orders))] for order in orders], axis=1).ravel()
    return _distinct(across, down, focals, mixed, count)


def _rays(centred: Floats, picks: npt.NDArray[np.intp], focals: Floats) -> Floats:
    """Normals (N, 3) of the planes through the camera and each picked segment."""
    line = centred[picks]
    first = np.column_stack([line[:, 0], line[:, 1], focals])
    second = np.column_stack([line[:, 2], line[:, 3], focals])
    normal = np.cross(first, second)
    return np.asarray(normal / (np.linalg.norm(normal, axis=1, keepdims=True) + 1e-12), dtype=np.float64)


def _unit(vectors: Floats) -> tuple[Floats, Floats]:
    """Vectors (N, 3) of length 1, and how long they were."""
    length = np.linalg.norm(vectors, axis=1)
    return np.asarray(vectors / (length[:, None] + 1e-12), dtype=np.float64), np.asarray(length, dtype=np.float64)


def _sample_axes(
    centred: Floats, picks: npt.NDArray[np.intp], focals: Floats, free: npt.NDArray[np.bool_]
) -> tuple[Floats, Floats, npt.NDArray[np.bool_]]:
    """Two directions from four segments each, and which are plausible.

    The first is where two segments meet; the second is at right angles to it along the third segment, or, where `free`,
    where the last two meet.
    """
    a, b, c, d = (_rays(centred, picks[:, k], focals) for k in range(4))
    first, met = _unit(np.cross(a, b))
    second, met2 = _unit(np.where(free[:, None], np.cross(c, d), np.cross(c, first)))
    normal, spread = _unit(np.cross(first, second))
    good = (met > 1e-4) & (met2 > np.where(free, 1e-4, 0.2)) & (spread > np.cos(np.radians(MOST_SKEW)))
    good &= np.abs(normal[:, 2]) > np.cos(np.radians(MAX_TILT))
    swap = np.abs(first[:, 0]) < np.abs(second[:, 0])
    across = np.where(swap[:, None], second, first)
    down = np.where(swap[:, None], first, second)
    across = across * np.sign(across[:, :1] + 1e-12)
    flip = np.sign(np.cross(across, down)[:, 2:] + 1e-12)
    return across, down * flip, good


def _support(centred: Floats, weight: Floats, across: Floats, down: Floats, focals: Floats) -> Floats:
    """Weight of segments that point along either direction; the weaker direction counts as much as the stronger."""
    middle = (centred[:, :2] + centred[:, 2:]) / 2
    heading = centred[:, 2:] - centred[:, :2]
    heading = heading / np.linalg.norm(heading, axis=1, keepdims=True)
    total = np.zeros((len(across), 2))
    for k, axis in enumerate((across, down)):
        to_x = axis[:, None, 0] * focals[:, None] - middle[None, :, 0] * axis[:, None, 2]
        to_y = axis[:, None, 1] * focals[:, None] - middle[None, :, 1] * axis[:, None, 2]
        sine = np.abs(to_x * heading[None, :, 1] - to_y * heading[None, :, 0]) / (np.hypot(to_x, to_y) + 1e-12)
        total[:, k] = (np.clip(1.5 - sine / np.sin(ALONG), 0.0, 1.0) * weight).sum(axis=1)
    return np.asarray(np.sqrt(total[:, 0] * total[:, 1]), dtype=np.float64)


def _distinct(across: Floats, down: Floats, focals: Floats, order: npt.NDArray[np.intp], count: int) -> list[Plane]:
    chosen: list[Plane] = []
    for k in order:
        plane = Plane(across[k], down[k], float(focals[k]))
        if all(_apart(plane, other) > APART for other in chosen):
            chosen.append(plane)
        if len(chosen) == count:
            break
    return chosen


def _apart(one: Plane, other: Plane) -> float:
    """Largest angle between the axes of two planes, radians."""
    across, down = abs(float(one.across @ other.across)), abs(float(one.down @ other.down))
    return float(np.arccos(min(1.0, across, down)))
