"""Surfaces as triangles: board slabs, lathed checkers and cups, rounded dice. Pure numbers, mm.

Frame of reference, the studio's: x right, y away from the viewer (the board's y turned round), z up; right-handed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

_ROUND = 48
_CORNER = 5
FACES = ((0, 1), (0, -1), (1, 1), (1, -1), (2, 1), (2, -1))
"""(axis, sign) of a cube's faces, in the order of the atlas's cells: three to a row, from the top left."""


@dataclass(frozen=True, eq=False)
class Shape:
    """Vertices (N, 3) mm with outward normals (N, 3), texture places (N, 2) from 0 to 1 and triangles (M, 3)."""

    points: Floats
    normals: Floats
    places: Floats
    triangles: Ints

    def __post_init__(self) -> None:
        count = len(self.points)
        shapes = (self.points.shape, self.normals.shape, self.places.shape, self.triangles.shape[1:])
        if shapes != ((count, 3), (count, 3), (count, 2), (3,)):
            raise ValueError(f"expected (N, 3), (N, 3), (N, 2) and (M, 3), got {shapes}")


def joined(shapes: Sequence[Shape]) -> Shape:
    """Several surfaces as one."""
    starts = np.cumsum([0, *(len(shape.points) for shape in shapes)])
    return Shape(
        np.concatenate([shape.points for shape in shapes]),
        np.concatenate([shape.normals for shape in shapes]),
        np.concatenate([shape.places for shape in shapes]),
        np.concatenate([shape.triangles + start for shape, start in zip(shapes, starts, strict=False)]),
    )


def quad(corners: Floats, places: Floats | None = None) -> Shape:
    """A flat piece with four corners (4, 3), counter-clockwise as seen from outside."""
    normal = np.cross(corners[1] - corners[0], corners[3] - corners[0])
    normals = np.tile(normal / np.linalg.norm(normal), (4, 1))
    spread = np.array([(0, 1), (1, 1), (1, 0), (0, 0)], float) if places is None else places
    return Shape(np.asarray(corners, float), normals, spread, np.array([(0, 1, 2), (0, 2, 3)]))


def slab(low: npt.ArrayLike, high: npt.ArrayLike, grain: float = 200.0) -> Shape:
    """An upright box between two corners; its texture repeats every `grain` mm and runs along the longer side."""
    low_, high_ = np.asarray(low, float), np.asarray(high, float)
    centre, half = (low_ + high_) / 2, (high_ - low_) / 2
    pieces = []
    along = 0 if half[0] >= half[1] else 1
    for axis, sign in FACES:
        u = along if axis != along else (along + 1) % 3
        v = next(other for other in range(3) if other not in (axis, u))
        across, up = np.eye(3)[u] * half, np.eye(3)[v] * half
        out = np.eye(3)[axis] * sign * half
        if np.dot(np.cross(across, up), out) < 0:
            across = -across
        corners = centre + out + np.array([-across - up, across - up, across + up, -across + up])
        pieces.append(quad(corners, np.stack([corners[:, u], corners[:, v]], 1) / grain))
    return joined(pieces)


def lathe(profile: Floats, places: Floats, smooth: bool = False, around: int = _ROUND) -> Shape:
    """A body turned about z: `profile` (K, 2) as radius and height from the axis below to the axis above.

    `places` (K,) is how far from the middle of the texture each ring lies, 0 to 1 (1 is the texture's inner circle);
    `smooth` rounds the edges between the rings.
    """
    steps = np.diff(profile, axis=0)
    across = np.stack([steps[:, 1], -steps[:, 0]], 1)
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    angles = np.linspace(0, 2 * np.pi, around + 1)
    ring = np.stack([np.cos(angles), np.sin(angles)], 1)
    bands = []
    for k in range(len(steps)):
        before = across[max(k - 1, 0)] if smooth else across[k]
        after = across[min(k + 1, len(steps) - 1)] if smooth else across[k]
        ends = ((k, across[k] + before), (k + 1, across[k] + after))
        bands.append(_band(profile, places, ring, ends))
    return joined(bands)


def _band(profile: Floats, places: Floats, ring: Floats, ends: Sequence[tuple[int, Floats]]) -> Shape:
    points, normals, spread = [], [], []
    for index, outward in ends:
        radius, height = profile[index]
        out = outward / max(float(np.linalg.norm(outward)), 1e-12)
        points.append(np.column_stack([ring * radius, np.full(len(ring), height)]))
        normals.append(np.column_stack([ring * out[0], np.full(len(ring), out[1])]))
        spread.append(0.5 + 0.5 * places[index] * ring * (1, -1))
    first = np.arange(len(ring) - 1)
    second = first + len(ring)
    triangles = np.concatenate(
        [np.stack([first, first + 1, second], 1), np.stack([first + 1, second + 1, second], 1)]
    )  # fmt: skip
    return Shape(np.concatenate(points), np.concatenate(normals), np.concatenate(spread), triangles)


def rounded_cube(side: float, rounding: float) -> Shape:
    """A cube about the origin; edges rounded by `rounding` of half its side. Texture: an atlas of the six FACES."""
    return joined([_face(side, max(rounding, 0.02), cell, axis, sign) for cell, (axis, sign) in enumerate(FACES)])


def _face(side: float, rounding: float, cell: int, axis: int, sign: int) -> Shape:
    """One face out to the middle of its rounded edges."""
    flat = 1 - rounding
    bend = np.tan(np.linspace(0, np.pi / 4, _CORNER))
    sides = np.repeat((-flat, flat), _CORNER)
    bends = np.concatenate([-bend[::-1], bend])
    (u, v), (du, dv) = np.meshgrid(sides, sides), np.meshgrid(bends, bends)
    out = np.stack([du, dv, np.ones_like(du)], -1)
    out /= np.linalg.norm(out, axis=-1, keepdims=True)
    local = np.stack([u, v, np.full_like(u, flat)], -1) + rounding * out
    u, v = local[..., 0], local[..., 1]
    axes = np.zeros((3, 3))
    axes[2, axis], axes[0, (axis + 1) % 3] = sign, 1
    axes[1] = np.cross(axes[2], axes[0])
    points, normals = local.reshape(-1, 3) @ axes * side / 2, out.reshape(-1, 3) @ axes
    column, row = cell % 3, cell // 3
    spread = np.stack([(column + 0.5 + 0.499 * u) / 3, (row + 0.5 - 0.499 * v) / 2], -1).reshape(-1, 2)
    n = len(bends)
    at = np.arange(n * n).reshape(n, n)
    a, b, c, d = at[:-1, :-1].ravel(), at[:-1, 1:].ravel(), at[1:, 1:].ravel(), at[1:, :-1].ravel()
    return Shape(points, normals, spread, np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)]))


def capsule(start: Floats, end: Floats, radius_start: float, radius_end: float) -> Shape:
    """A finger or an arm: a round bar from one point to another, thicker at one end, with round ends."""
    along = np.asarray(end, float) - np.asarray(start, float)
    length = float(np.linalg.norm(along))
    turn = np.linspace(-np.pi / 2, 0, 6)
    bottom = np.stack([np.cos(turn) * radius_start, np.sin(turn) * radius_start], 1)
    top = np.stack([np.cos(turn[::-1]) * radius_end, length - np.sin(turn[::-1]) * radius_end], 1)
    profile = np.concatenate([bottom, top])
    body = lathe(profile, np.linspace(0, 1, len(profile)), smooth=True, around=20)
    axes = _frame(along / max(length, 1e-9))
    return Shape(body.points @ axes + start, body.normals @ axes, body.places, body.triangles)


def _frame(z: Floats) -> Floats:
    """Rows: a right-handed frame whose third axis is `z`."""
    other = np.array([1.0, 0, 0]) if abs(z[0]) < 0.8 else np.array([0, 1.0, 0])
    x = np.cross(other, z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z])
