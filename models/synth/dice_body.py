"""One die as the camera sees it: a rounded cube, ray-traced into material maps for any colours and light.

Frame of reference: the die's centre is the origin, its side is 1, x to the right, y down, z towards the viewer. A
picture rectified to the board's plane shows a point (x, y, z) at (x + lean_x·z, y + lean_y·z): `lean` is the tangent
of the viewing angle from the vertical, as a vector.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Maps = npt.NDArray[np.uint8]
Ink: TypeAlias = Callable[[Floats, float], Floats]
"""Points of the faces (N×3, the block's own frame) and the width of a soft edge, in sides → ink there, 0…1."""

SPAN = 2.6
"""Width of a sprite in die sides."""

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class DieShape:
    """Form of a die in sides: edge rounding, radius of the ball that cuts its corners off, size and place of the pips.

    `turns` holds one bit a face: whether the pips of 2, 3 and 6 run the other way. `ace` scales the pip of the 1.
    """

    rounding: float
    ball: float
    pip_radius: float
    pip_offset: float
    ace: float
    turns: tuple[bool, bool, bool]
    left_handed: bool

    @classmethod
    def draw(cls, rng: np.random.Generator) -> "DieShape":
        """A plausible die: sharp precision dice, common rounded ones, nearly round cheap ones."""
        style = rng.random()
        rounding = rng.uniform(0.015, 0.05) if style < 0.35 else rng.uniform(0.05, 0.17)
        ball = rng.uniform(0.66, 0.78) if style > 0.6 else 0.9
        return cls(
            rounding, ball, rng.uniform(0.075, 0.125), rng.uniform(0.2, 0.285), rng.choice([1.0, 1.0, 1.0, 1.25, 1.6]),
            (bool(rng.integers(2)), bool(rng.integers(2)), bool(rng.integers(2))), bool(rng.integers(2)),
        )  # fmt: skip


@dataclass(frozen=True)
class DieSprite:
    """Material maps of one die: H×W×6 uint8 = coverage, pip, pip of the face beneath, normal x, y (128 is 0), z.

    `value` is the top face, None where the die does not lie flat. `top` is the centre of the top face (of the die
    when not flat) from the sprite's middle, in sides. `side` is the px of one side.
    """

    maps: Maps
    value: int | None
    top: tuple[float, float]
    side: int


def faces_of(shape: DieShape) -> dict[tuple[int, int], int]:
    """Value of each face by (axis, sign): opposite faces add up to 7; handedness as the shape says."""
    one, two, three = (0, 1), (1, 1), (2, -1 if shape.left_handed else 1)
    faces = {one: 1, two: 2, three: 3}
    return faces | {(axis, -sign): 7 - value for (axis, sign), value in faces.items()}


def _distance(p: Floats, shape: DieShape) -> Floats:
    q = np.abs(p) - (0.5 - shape.rounding)
    outside = np.linalg.norm(np.maximum(q, 0), axis=-1)
    box = outside + np.minimum(q.max(axis=-1), 0) - shape.rounding
    ball = np.linalg.norm(p, axis=-1) - shape.ball
    return np.asarray(np.maximum(box, ball), dtype=np.float32)


def _normals(p: Floats, shape: DieShape) -> Floats:
    step = 0.01
    grad = np.stack(
        [_distance(p + step * axis, shape) - _distance(p - step * axis, shape) for axis in np.eye(3, dtype=np.float32)],
        axis=-1,
    )
    return np.asarray(grad / (np.linalg.norm(grad, axis=-1, keepdims=True) + 1e-6), dtype=np.float32)


def _pip_map(p: Floats, shape: DieShape, soft: float) -> Floats:
    """Pip coverage 0…1 at points on (or projected onto) the faces, die's own frame."""
    axis = np.abs(p).argmax(axis=-1)
    out = np.zeros(p.shape[:-1], np.float32)
    for (face_axis, sign), value in faces_of(shape).items():
        on = (axis == face_axis) & (np.sign(p[..., face_axis]) == sign)
        u, v = (p[..., i][on] for i in range(3) if i != face_axis)
        if shape.turns[face_axis]:
            u = -u
        radius = shape.pip_radius * (shape.ace if value == 1 else 1.0)
        near = np.min([np.hypot(u - i * shape.pip_offset, v - j * shape.pip_offset) for i, j in _PIPS[value]], axis=0)
        out[on] = np.clip((radius - near) / soft + 0.5, 0, 1)
    return out


def _trace(
    size: int, pose: Floats, lean: tuple[float, float], shape: DieShape
) -> tuple[npt.NDArray[np.bool_], Floats, Floats]:
    axis = (np.arange(size, dtype=np.float32) + 0.5) / size * SPAN - SPAN / 2
    u, v = np.meshgrid(axis, axis)
    direction = np.array([lean[0], lean[1], -1.0], np.float32)
    start = np.stack([u - lean[0], v - lean[1], np.ones_like(u)], axis=-1)
    direction /= np.linalg.norm(direction)
    origin, ray = start @ pose, direction @ pose
    depth = np.zeros(u.shape, np.float32)
    for _ in range(26):
        depth += _distance(origin + depth[..., None] * ray, shape)
    hit = _distance(origin + depth[..., None] * ray, shape) < 0.02
    return hit, np.asarray(origin + depth[..., None] * ray, dtype=np.float32), np.asarray(ray, dtype=np.float32)


def trace_block(shape: DieShape, turn: Floats, lean: tuple[float, float], ink: Ink, side: int) -> Maps:
    """Material maps (see `DieSprite`) of a block with `ink` on its faces; `turn` (3×3) as `render_die`'s pose."""
    size = round(SPAN * side)
    hit, p, ray = _trace(size, turn, lean, shape)
    normal = _normals(p, shape) @ turn.T
    through = p + ray * (0.9 / max(0.3, float(np.abs(ray).max())))
    ghost = ink(np.asarray(np.clip(through, -0.5, 0.5), dtype=np.float32), 4 / side)
    slope = normal[..., 0] / 2 + 0.5, normal[..., 1] / 2 + 0.5, np.maximum(normal[..., 2], 0)
    maps = np.dstack([hit, ink(p, 1.5 / side) * hit, ghost * hit, *slope])
    return np.asarray(np.clip(maps * 255, 0, 255), dtype=np.uint8)


def render_die(
    shape: DieShape, pose: npt.ArrayLike, lean: tuple[float, float], flat: bool, side: int = 40
) -> DieSprite:
    """Trace one die; `pose` (3×3) turns the die's frame into the viewer's; `flat`: it rests on a face."""
    turn = np.asarray(pose, np.float32)
    maps = trace_block(shape, turn, lean, lambda p, soft: _pip_map(p, shape, soft), side)
    up = turn[2]
    axis = int(np.abs(up).argmax())
    value = faces_of(shape)[axis, int(np.sign(up[axis]))] if flat else None
    top = (lean[0] * 0.5, lean[1] * 0.5) if flat else (0.0, 0.0)
    return DieSprite(maps, value, top, side)


def rotation(axis: npt.ArrayLike, angle: float) -> Floats:
    """Rotation matrix about an axis (any length) by an angle in radians."""
    x, y, z = np.asarray(axis, np.float64) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * cross @ cross, dtype=np.float32)


def draw_sprite(rng: np.random.Generator, side: int = 40) -> DieSprite:
    """A random die: four in five lie flat (within 2°), the rest lean 16–50°; seen up to 50° from the vertical."""
    flat = rng.random() < 0.8
    facing = np.eye(3)[rng.permutation(3)] * rng.choice([-1.0, 1.0], (3, 1))
    if np.linalg.det(facing) < 0:
        facing[0] *= -1
    horizontal = np.append(rng.normal(size=2), 0)
    tilt = np.radians(rng.uniform(0, 2) if flat else rng.uniform(16, 50))
    pose = rotation(horizontal, float(tilt)) @ rotation((0, 0, 1), rng.uniform(0, 2 * np.pi)) @ facing
    angle, way = np.radians(min(abs(rng.normal(0, 20)), 50)), rng.uniform(0, 2 * np.pi)
    lean = float(np.tan(angle)) * np.array([np.cos(way), np.sin(way)])
    return render_die(DieShape.draw(rng), pose, (float(lean[0]), float(lean[1])), flat, side)
