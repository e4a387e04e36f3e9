"""What props are made of: parts, each a shape with a colour, some stuff or a picture.

A builder gives parts in the prop's own frame (base's middle at the origin, z up, front towards −y), mm.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np

from models.synth.scene import Bgr
from models.synth.studio.grain import Picture, Stuff
from models.synth.studio.paint import rgb
from models.synth.studio.shapes import Floats, Shape, lathe
from models.synth.texture import Rng

INK: Bgr = (25.0, 25.0, 25.0)


@dataclass(frozen=True)
class Part:
    """A shape with a plain colour, some stuff in a colour, or a picture on it."""

    shape: Shape
    colour: Bgr
    roughness: float = 0.5
    metallic: float = 0.0
    stuff: Stuff | None = None
    picture: Picture | None = None


Builder: TypeAlias = Callable[[Rng], list[Part]]


def turned(shape: Shape, turn: Floats, move: tuple[float, float, float] = (0, 0, 0)) -> Shape:
    return Shape(shape.points @ turn.T + move, shape.normals @ turn.T, shape.places, shape.triangles)


def about_x(angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([(1, 0, 0), (0, cos, -sin), (0, sin, cos)])


def cup_shape(radius: float, tall: float) -> Shape:
    wall = 3.0
    profile = np.array([
        (0, 0), (radius - 4, 0), (radius - 1, 2), (radius + 1, tall - 3), (radius, tall), (radius - wall, tall),
        (radius - wall - 1, tall - 2), (radius - wall - 2, 5), (0, 4),
    ], float)  # fmt: skip
    return lathe(profile, profile[:, 1] / tall * 0.9, around=40)


def written(words: str, back: Bgr, ink: Bgr, size: tuple[int, int], scale: float) -> Picture:
    canvas = np.empty((size[1], size[0], 3), np.uint8)
    canvas[:] = back
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, scale, 5)
    at = ((size[0] - width) // 2, (size[1] + height) // 2)
    cv2.putText(canvas, words, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 5, cv2.LINE_AA)
    return rgb(canvas)
