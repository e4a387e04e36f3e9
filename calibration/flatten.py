"""A picture seen straight down on a plane, and its edges that lean like the sides of points."""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.lines import Plane

Floats: TypeAlias = npt.NDArray[np.float64]
Map: TypeAlias = npt.NDArray[np.float32]
Image: TypeAlias = npt.NDArray[np.uint8]

FAR = 0.4
"""What is seen smaller than this share of the largest scale is left out: it nears the horizon."""
GREY_NOISE = 6.0
"""Gradient below which an edge is noise rather than a faint line, grey levels a px of the flattened picture."""


@dataclass(frozen=True, eq=False)
class Flat:
    """A flattened picture (H×W×3), its homography flat px → picture px (3×3), and a mask, 1 where picture is."""

    image: Image
    matrix: Floats
    mask: Map


@dataclass(frozen=True, eq=False)
class Lean:
    """Strength (0…1) of edges per px: `right` runs to the right going down, `left` to the left, `level` across."""

    right: Map
    left: Map
    level: Map


def flatten(image: Image, plane: Plane, side: int) -> Flat:
    """The part of the picture (H×W×3) that lies well before the plane's horizon, seen straight down, `side` px long."""
    height, width = image.shape[:2]
    grid = np.stack(np.meshgrid(np.linspace(0, width, 25), np.linspace(0, height, 25)), axis=-1).reshape(-1, 2)
    rays = np.column_stack([grid - (width / 2, height / 2), np.full(len(grid), plane.focal)])
    axes = np.column_stack([plane.across, plane.down, plane.normal])
    along = rays @ np.linalg.inv(axes).T
    near = along[along[:, 2] > FAR * along[:, 2].max()]
    on_plane = near[:, :2] / near[:, 2:]
    low, high = on_plane.min(axis=0), on_plane.max(axis=0)
    scale = (side - 1) / float((high - low).max())
    to_plane = np.array([[1 / scale, 0, low[0]], [0, 1 / scale, low[1]], [0, 0, 1]])
    camera = np.array([[plane.focal, 0, width / 2], [0, plane.focal, height / 2], [0, 0, 1.0]])
    matrix = camera @ axes @ to_plane
    size = tuple(int(np.ceil(n)) + 1 for n in (high - low) * scale)
    return warp(image, matrix, (size[0], size[1]))


def sheared(image: Image, flat: Flat, slope: float) -> Flat:
    """The same part of the picture, flattened so that what ran `slope` px sideways per px down runs upright."""
    height, width = flat.image.shape[:2]
    shear = np.array([[1.0, slope, -slope * height / 2], [0, 1, 0], [0, 0, 1]])
    return warp(image, flat.matrix @ shear, (width, height))


def warp(image: Image, matrix: Floats, size: tuple[int, int]) -> Flat:
    """The picture under a homography flat px → picture px, `size` (w, h) px; blurred first where it shrinks."""
    shrink = np.sqrt(abs(np.linalg.det(matrix / matrix[2, 2])[()])) if matrix[2, 2] else 1.0
    if shrink > 1.5:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.4 * float(min(shrink, 8.0))), dtype=np.uint8)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    flat = cv2.warpPerspective(image, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    inside = np.full(image.shape[:2], 255, np.uint8)
    mask = cv2.warpPerspective(inside, matrix, size, flags=flags)
    mask = cv2.erode(mask, np.ones((5, 5), np.uint8))
    return Flat(np.asarray(flat, np.uint8), matrix, np.asarray(mask > 0, np.float32))


def lean_edges(flat: Flat, slope: float = 0.11, spread: float = 0.075) -> Lean:
    """Edges of a flattened picture by direction; sides of points run `slope` px sideways per px down, give or take."""
    smooth = cv2.GaussianBlur(flat.image, (0, 0), 0.8).astype(np.float32)
    across = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, ksize=3) / 8
    down = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, ksize=3) / 8
    pick = (across**2 + down**2).argmax(axis=2)[..., None]
    gx = np.take_along_axis(across, pick, axis=2)[..., 0]
    gy = np.take_along_axis(down, pick, axis=2)[..., 0]
    size = np.hypot(gx, gy)
    around = cv2.GaussianBlur(size, (0, 0), size.shape[1] / 40)
    strength = size / (size + 1.5 * around + GREY_NOISE) * flat.mask
    tangent = -gy / np.where(np.abs(gx) < 1e-3, 1e-3, gx)
    right = strength * np.exp(-(((tangent - slope) / spread) ** 2))
    left = strength * np.exp(-(((tangent + slope) / spread) ** 2))
    level = strength * np.exp(-((gx / (np.abs(gy) + 1e-3) / 0.2) ** 2))
    return Lean(np.asarray(right, np.float32), np.asarray(left, np.float32), np.asarray(level, np.float32))
