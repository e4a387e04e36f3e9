"""Soft bodies: a smooth union of round bars as one closed surface (surface nets on a signed distance)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from models.synth.studio.shapes import Floats, Ints, Shape

_COARSE = 4
Distance = Callable[[Floats], Floats]
"""(N, 3) mm → signed distance, mm, negative inside."""


@dataclass(frozen=True)
class RoundBar:
    """A bar from one place to another, mm, with a radius at each end; `flat` presses it along z."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radii: tuple[float, float]
    flat: float = 1.0


def blended(bars: Sequence[RoundBar], blend: float) -> Distance:
    """The distance to several bars whose joints are filled over about `blend` mm."""

    def distance(points: Floats) -> Floats:
        each = np.stack([_to_bar(points, bar) for bar in bars])
        low = each.min(0)
        return np.asarray(low - blend * np.log(np.exp(-(each - low) / blend).sum(0)))

    return distance


def _to_bar(points: Floats, bar: RoundBar) -> Floats:
    squash = np.array([1.0, 1.0, 1.0 / bar.flat])
    start, end = np.array(bar.start) * squash, np.array(bar.end) * squash
    along, off = end - start, points * squash - start
    share = np.clip(off @ along / max(float(along @ along), 1e-9), 0, 1)
    radius = bar.radii[0] + share * (bar.radii[1] - bar.radii[0])
    return np.asarray((np.linalg.norm(off - share[:, None] * along, axis=1) - radius) * min(1.0, bar.flat))


def surface_of(distance: Distance, low: Floats, high: Floats, step: float, grain: float) -> Shape:
    """Where a distance is zero within a box, as triangles of about `step` mm; its texture repeats every `grain` mm."""
    axes = [np.arange(a - step, b + 2 * step, step) for a, b in zip(low, high, strict=True)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), -1)
    values = _near_surface(distance, grid, step)
    points, index = _cell_points(grid, values, step)
    triangles = _faces(values < 0, index)
    points = points - distance(points)[:, None] * _slopes(distance, points)
    normals = _slopes(distance, points)
    return Shape(points, normals, np.stack([points[:, 0], points[:, 1] + points[:, 2]], 1) / grain, triangles)


def _near_surface(distance: Distance, grid: Floats, step: float) -> Floats:
    """The distance at a grid's points; far from the surface only its sign is right."""
    coarse = grid[::_COARSE, ::_COARSE, ::_COARSE]
    rough = distance(coarse.reshape(-1, 3)).reshape(coarse.shape[:3])
    for axis, side in enumerate(grid.shape[:3]):
        rough = np.take(np.repeat(rough, _COARSE, axis), range(side), axis)
    near = np.abs(rough) < 1.3 * np.sqrt(3) * _COARSE * step
    rough[near] = distance(grid[near])
    return np.asarray(rough)


def _slopes(distance: Distance, points: Floats) -> Floats:
    slopes = np.stack([distance(points + h) - distance(points - h) for h in 0.3 * np.eye(3)], 1)
    return np.asarray(slopes / np.maximum(np.linalg.norm(slopes, axis=1, keepdims=True), 1e-9))


def _cell_points(grid: Floats, values: Floats, step: float) -> tuple[Floats, Ints]:
    """One vertex in each cell that the surface crosses, at the mean of its edges' crossings; the cells' numbers."""
    corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    shape = tuple(side - 1 for side in values.shape)
    cut = {c: values[c[0] : c[0] + shape[0], c[1] : c[1] + shape[1], c[2] : c[2] + shape[2]] for c in corners}
    total, count = np.zeros((*shape, 3)), np.zeros(shape)
    for a in corners:
        for axis in range(3):
            if a[axis]:
                continue
            b = (a[0] + (axis == 0), a[1] + (axis == 1), a[2] + (axis == 2))
            crossed = (cut[a] < 0) != (cut[b] < 0)
            share = np.where(crossed, cut[a] / np.where(crossed, cut[a] - cut[b], 1.0), 0.0)
            at = np.zeros((*shape, 3)) + a
            at[..., axis] += share
            total += np.where(crossed[..., None], at, 0.0)
            count += crossed
    has = count > 0
    index = np.full(shape, -1, np.int64)
    index[has] = np.arange(int(has.sum()))
    base = grid[: shape[0], : shape[1], : shape[2]][has]
    return base + total[has] / count[has][:, None] * step, index


def _faces(inside: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], index: Ints) -> Ints:
    """Two triangles across every grid edge that the surface crosses."""
    found = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        first, second = (np.take(inside, range(s, inside.shape[axis] - 1 + s), axis) for s in (0, 1))
        at = np.argwhere(first != second)
        at = at[(at[:, u] > 0) & (at[:, v] > 0) & (at[:, u] < index.shape[u]) & (at[:, v] < index.shape[v])]
        outward = first[tuple(at.T)]
        ring = []
        for du, dv in ((1, 1), (0, 1), (0, 0), (1, 0)):
            cell = at.copy()
            cell[:, u] -= du
            cell[:, v] -= dv
            ring.append(index[tuple(cell.T)])
        quads = np.stack(ring, 1)
        quads[~outward] = quads[~outward][:, ::-1]
        found += [quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]]
    return np.concatenate(found)
