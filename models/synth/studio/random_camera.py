"""Random cameras: from straight above to 50° oblique, any turn, near and far, with lenses and sensors of every kind."""

from dataclasses import replace

import numpy as np

from models.synth.physics.tabletop import Tabletop
from models.synth.studio.frame_of import eye_of
from models.synth.studio.lens import seen_at
from models.synth.studio.setting import Point3, Sensor, Viewpoint
from models.synth.studio.shapes import Floats
from models.synth.texture import Rng

STEEPEST = 50.0
"""Most degrees from straight above."""
WIDEST = 0.45
"""Least focal length in widths of the picture (96° across)."""
FILL = (0.35, 0.95)
"""The field's share of the picture's width or height, whichever is fuller."""
_ROUNDS = 12
_EDGE = 0.004
_FULL_HD = 1920.0


def random_view(top: Tabletop, size: tuple[int, int], rng: Rng) -> Viewpoint:
    """A camera that sees the whole field in a picture of `size` px."""
    width, height = top.geometry.field_width, top.geometry.field_height
    tilt = float(np.radians(rng.choice([rng.uniform(0, 8), rng.uniform(5, 28), rng.uniform(25, STEEPEST - 2)])))
    side = np.pi / 2 * float(rng.choice([1, 3, 0, 2], p=[0.45, 0.3, 0.15, 0.1]))
    turn = side + float(rng.normal(0, 0.25)) if rng.random() < 0.8 else float(rng.uniform(0, 2 * np.pi))
    away = float(rng.uniform(1.3, 3.6)) * max(width, height)
    sideways = away * np.sin(tilt)
    aim = (width / 2, height / 2, 0.0)
    place = (aim[0] + sideways * np.cos(turn), aim[1] + sideways * np.sin(turn), away * np.cos(tilt))
    fill = float(rng.uniform(*FILL)) if rng.random() < 0.4 else float(rng.uniform(0.65, FILL[1]))
    bend = 0.0 if rng.random() < 0.3 else float(np.clip(rng.normal(-0.04, 0.035), -0.11, 0.03))
    room = (1 - fill) / 2 * np.array(size)
    middle = np.array(size) / 2 + rng.uniform(-0.9, 0.9, 2) * np.minimum(room, 0.2 * np.array(size))
    view = Viewpoint(_three(place), aim, 1000.0, size)
    view = replace(view, roll=_roll(view, tilt, turn, rng))
    framed = _framed(top, view, fill, bend=bend, middle=middle)
    while framed.focal_px < WIDEST * size[0]:
        view = replace(view, place=_further(view, 1.05 * WIDEST * size[0] / framed.focal_px))
        framed = _framed(top, view, fill, bend=bend, middle=middle)
    return framed


def _further(view: Viewpoint, times: float) -> Point3:
    return _three(np.add(view.aim, np.subtract(view.place, view.aim) * times))


def _roll(view: Viewpoint, tilt: float, turn: float, rng: Rng) -> float:
    """Upright as a tripod holds the camera, or hung over the table in any turn."""
    hung = tilt < np.radians(10) or rng.random() < 0.06
    if hung:
        square = np.pi / 2 * float(rng.choice([0, 2, 1, 3], p=[0.4, 0.3, 0.15, 0.15]))
        return square + float(rng.normal(0, 0.08)) if rng.random() < 0.8 else turn
    right, up, forward = eye_of(view).axes()
    level = np.cross(forward, (0.0, 0.0, 1.0))
    level /= np.linalg.norm(level)
    above = np.cross(level, forward)
    return float(np.arctan2(above @ right, above @ up)) + float(rng.normal(0, 0.05))


def _framed(top: Tabletop, view: Viewpoint, fill: float, *, bend: float, middle: Floats) -> Viewpoint:
    """Aim and zoom until the field fills its share of the picture about `middle`, px; the lens is bent by `bend`
    towards the picture's corner.
    """
    size = np.array(view.size)
    for _ in range(_ROUNDS):
        low, high = _extent(top, view)
        focal = view.focal_px * fill / float(((high - low) / size).max())
        reach = float(np.hypot(*size)) / 2 / focal
        off = (low + high) / 2 - size / 2 - (middle - size / 2)
        view = replace(
            view, focal_px=focal, k1=bend / reach**2, k2=0.2 * abs(bend) / reach**4, aim=_aimed(view, off, focal)
        )
    low, high = _extent(top, view)
    if (low < _EDGE * size).any() or (high > (1 - _EDGE) * size).any():
        return _framed(top, view, 0.99 * fill, bend=bend, middle=(middle + size / 2) / 2)
    return replace(
        view, focal_px=round(view.focal_px, 3), roll=round(view.roll, 5), k1=round(view.k1, 6), k2=round(view.k2, 6),
        place=_three(np.round(view.place, 3)), aim=_three(np.round(view.aim, 3)),
    )  # fmt: skip


def _aimed(view: Viewpoint, off: Floats, focal: float) -> Point3:
    """The aim on the field's plane that brings what is seen `off` px from its place there."""
    eye = eye_of(view)
    right, up, forward = eye.axes()
    ray = forward + (off[0] * right - off[1] * up) / focal * 0.9
    place = np.array(eye.place)
    spot = place + ray * (-place[2] / ray[2])
    return float(spot[0]), float(-spot[1]), 0.0


def _extent(top: Tabletop, view: Viewpoint) -> tuple[Floats, Floats]:
    steps = np.linspace(0, 1, 9)
    width, height = top.geometry.field_width, top.geometry.field_height
    rim = [(x * width, y * height, 0.0) for x in steps for y in steps if x in (0, 1) or y in (0, 1)]
    seen = seen_at(view, rim)
    return seen.min(0), seen.max(0)


def random_sensor(size: tuple[int, int], rng: Rng) -> Sensor:
    """From a good camera in good light to a cheap webcam in the evening; faults grow with the picture's size."""
    scale = max(size) / _FULL_HD
    poor = float(rng.beta(1.3, 2.2))
    warm, tint = rng.normal(0, 0.035 + 0.07 * poor, 2)
    return Sensor(
        gains=(round(1 + float(warm), 4), round(1 + 0.5 * float(tint), 4), round(1 - float(warm), 4)),
        blur_px=round(scale * float(rng.choice([0.0, rng.uniform(0.3, 0.9), rng.uniform(0.6, 1.8) * (1 + poor)])), 3),
        sharpen=round(float(rng.choice([0.0, rng.uniform(0.2, 0.7), rng.uniform(0.5, 1.3)])), 3),
        detail=round(float(rng.choice([1.0, rng.uniform(0.6, 1.0), rng.uniform(0.4, 0.8)], p=[0.45, 0.35, 0.2])), 3),
        noise=round(float(rng.uniform(0.3, 1.5) + 6.0 * poor**2), 3),
        flicker=round(float(rng.uniform(0.03, 0.22)), 3) if rng.random() < 0.08 else 0.0,
        vignette=round(float(rng.choice([0.0, rng.uniform(0.0, 0.35)])), 3),
        jpeg=int(rng.choice([rng.integers(90, 97), rng.integers(75, 92), rng.integers(45, 78)], p=[0.4, 0.4, 0.2])),
    )


def _three(values: object) -> Point3:
    x, y, z = (float(v) for v in np.asarray(values, float))
    return x, y, z
