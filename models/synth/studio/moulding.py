"""Rails, bars and plates: pieces whose upper edges are rounded. mm, the studio's frame."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.synth.studio.shapes import Floats, Shape, joined

_STEPS = 4
GRAIN_MM, DEEP_MM = 700.0, 64.0
"""What a rail's texture covers: along the rail and round its profile."""


@dataclass(frozen=True)
class Area:
    """A rectangle of the studio's frame, mm: left, right, near (low y) and far."""

    left: float
    near: float
    right: float
    far: float

    def grown(self, by: float) -> "Area":
        """The rectangle with so many mm more on each side."""
        return Area(self.left - by, self.near - by, self.right + by, self.far + by)


@dataclass(frozen=True)
class _Knee:
    """A point of a profile: `share` of the width plus `more` mm from the inner edge, height, and its normal."""

    share: float
    more: float
    height: float
    out: float
    up: float


def frame(
    inner: Area, widths: tuple[float, float, float, float], low: float, high: float, *, edge: float, corner: float = 0.0
) -> Shape:
    """A frame round `inner`: widths left, near, right and far; from the field (0) up to `high` inside, down to `low`
    outside. `edge` rounds its upper edges and `corner` its outer corners.
    """
    edge = max(0.05, min(edge, 0.45 * min(widths), 0.9 * max(high, 0.06)))
    turn = np.linspace(0, np.pi / 2, _STEPS)
    knees = [_Knee(0, 0, -0.2, -1, 0)]
    knees += [_Knee(0, edge * (1 - np.cos(a)), high - edge * (1 - np.sin(a)), -np.cos(a), np.sin(a)) for a in turn]
    knees += [
        _Knee(1, -edge * (1 - np.cos(a)), high - edge * (1 - np.sin(a)), np.cos(a), np.sin(a)) for a in turn[::-1]
    ]
    knees.append(_Knee(1, 0, low, 1, 0))
    return joined([_strip(inner, widths, knees, side, corner) for side in range(4)])


def bevelled(low: npt.ArrayLike, high: npt.ArrayLike, edge: float, corner: float = 0.0) -> Shape:
    """An upright box without a bottom whose upper edges are rounded by `edge` and upright ones by `corner`."""
    (x0, y0, z0), (x1, y1, z1) = np.asarray(low, float), np.asarray(high, float)
    edge = max(0.02, min(edge, 0.45 * min(x1 - x0, y1 - y0), 0.9 * (z1 - z0)))
    corner = min(max(corner, edge), 0.49 * min(x1 - x0, y1 - y0))
    turn = np.linspace(np.pi / 2, 0, _STEPS)
    knees = [_Knee(1, -edge * (1 - np.cos(a)), z1 - edge * (1 - np.sin(a)), np.cos(a), np.sin(a)) for a in turn]
    knees.append(_Knee(1, 0, z0, 1, 0))
    inner = Area(x0 + corner, y0 + corner, x1 - corner, y1 - corner)
    sides = [_strip(inner, (corner,) * 4, knees, side, corner) for side in range(4)]
    return joined([*sides, *_lid(inner, corner, edge, z1)])


def _lid(inner: Area, corner: float, edge: float, height: float) -> list[Shape]:
    """The upper face: a fan round the middle out to where the rounding begins."""
    ring = np.concatenate([_corner_points(inner, index, corner - edge, corner) for index in range(4)])
    middle = np.array([(inner.left + inner.right) / 2, (inner.near + inner.far) / 2])
    flat = np.vstack([middle, ring])
    points = np.column_stack([flat, np.full(len(flat), height)])
    first = np.arange(len(ring))
    triangles = np.stack([np.zeros(len(ring), int), first + 1, (first + 1) % len(ring) + 1], 1)
    wide = inner.right - inner.left > inner.far - inner.near
    places = (flat - middle) / (GRAIN_MM, DEEP_MM) if wide else (flat - middle)[:, ::-1] / (GRAIN_MM, DEEP_MM)
    return [Shape(points, np.tile((0.0, 0.0, 1.0), (len(points), 1)), places + 0.5, triangles)]


def _corner_points(inner: Area, index: int, reach: float, corner: float) -> Floats:
    """Points of one corner, anti-clockwise, `reach` mm from the inner corner; corner 0 is left and near."""
    at = ((inner.left, inner.near), (inner.right, inner.near), (inner.right, inner.far), (inner.left, inner.far))[index]
    angles = np.pi + index * np.pi / 2 + np.linspace(0, np.pi / 2, 2 * _STEPS)
    return np.asarray(at + reach * np.stack([np.cos(angles), np.sin(angles)], 1)) if corner else np.array([at])


def _strip(
    inner: Area, widths: tuple[float, float, float, float], knees: list[_Knee], side: int, corner: float
) -> Shape:
    """One side of a frame with half a corner at each end; sides in turn: near, right, far, left."""
    names = ((0, 1), (2, 1), (2, 3), (0, 3))
    start, end = side, (side + 1) % 4
    angles = np.linspace(np.pi / 4, np.pi / 2, _STEPS)
    turns = np.concatenate([np.pi + start * np.pi / 2 + angles, np.pi + end * np.pi / 2 + angles - np.pi / 4])
    outward = np.stack([np.cos(turns), np.sin(turns)], 1)
    straight = np.round(np.array([np.cos((side + 3) * np.pi / 2), np.sin((side + 3) * np.pi / 2)]))
    along = np.array([-straight[1], straight[0]])
    points, normals, places = [], [], []
    length = 0.0
    for index, knee in enumerate(knees):
        ring, facing = [], []
        for half, name in enumerate((start, end)):
            wide = np.array([widths[names[name][0]], widths[names[name][1]]])
            offset = np.maximum(knee.share * wide + knee.more, 0.0)
            sign = np.array([-1 if names[name][0] == 0 else 1, -1 if names[name][1] == 1 else 1])
            base = np.array(
                [(inner.left, inner.right)[names[name][0] == 2], (inner.near, inner.far)[names[name][1] == 3]]
            )
            round_by = np.minimum(corner * max(knee.share, float(np.min(offset / np.maximum(wide, 1e-9)))), offset)
            out = outward[half * _STEPS : (half + 1) * _STEPS]
            ring.append(base + sign * (offset - round_by) + out * round_by)
            facing.append(out if corner > 0 else np.tile(straight, (_STEPS, 1)))
        flat = np.concatenate(ring)
        out = np.concatenate(facing)
        points.append(np.column_stack([flat, np.full(len(flat), knee.height)]))
        normals.append(np.column_stack([out * knee.out, np.full(len(flat), knee.up)]))
        if index:
            step = points[-1][_STEPS] - points[-2][_STEPS]
            length += float(np.hypot(step @ np.array([*straight, 0.0]), step[2]))
        places.append(np.column_stack([flat @ along / GRAIN_MM, np.full(len(flat), (length + 17.0 * side) / DEEP_MM)]))
    count = 2 * _STEPS
    at = np.arange(len(knees) * count).reshape(len(knees), count)
    a, b, c, d = at[:-1, :-1].ravel(), at[1:, :-1].ravel(), at[1:, 1:].ravel(), at[:-1, 1:].ravel()
    triangles = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    return Shape(np.concatenate(points), np.concatenate(normals), np.concatenate(places), triangles)
