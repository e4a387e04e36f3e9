"""What else stands about a board: cups, clock, scoreboard, pens, phones, paper, coffee. A small builder each.

A builder gives parts in the prop's own frame (base's middle at the origin, z up, front towards −y), mm.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

import cv2
import numpy as np

from models.synth.look import named
from models.synth.scene import Bgr
from models.synth.studio.engine import Finish
from models.synth.studio.frame_of import to_studio
from models.synth.studio.grain import Picture, Stuff, stuff_tile
from models.synth.studio.moulding import bevelled
from models.synth.studio.paint import rgb
from models.synth.studio.putting import Kind, Paint, Putting, plain_colour
from models.synth.studio.setting import Prop
from models.synth.studio.shapes import Floats, Shape, capsule, joined, lathe, quad
from models.synth.texture import Rng

_INK: Bgr = (25.0, 25.0, 25.0)


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


def put_prop(put: Putting, index: int, prop: Prop) -> None:
    """Put a prop up; `clock` is a kind of its own, every other is a `prop` with its name.

    :raises ValueError: for a prop that nobody builds.
    """
    if prop.kind not in BUILDERS:
        raise ValueError(f"no prop {prop.kind!r}: expected one of {', '.join(sorted(BUILDERS))}")
    rng = np.random.default_rng(prop.seed)
    kind: Kind = "clock" if prop.kind == "clock" else "prop"
    for part in BUILDERS[prop.kind](rng):
        put.part(kind, index, part.shape, _paint(put, part, rng), prop.kind)
    cos, sin = np.cos(prop.yaw), -np.sin(prop.yaw)
    put.move(kind, index, to_studio(prop.place), np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)]))


def _paint(put: Putting, part: Part, rng: Rng) -> Paint:
    finish = Finish(roughness=part.roughness, metallic=part.metallic)
    if part.picture is not None:
        return put.painted(finish, part.picture)
    if part.stuff is not None:
        return put.painted(finish, rgb(stuff_tile(part.stuff, part.colour, rng)), part.stuff)
    return plain_colour(part.colour, part.roughness, part.metallic)


def _turned(shape: Shape, turn: Floats, move: tuple[float, float, float] = (0, 0, 0)) -> Shape:
    return Shape(shape.points @ turn.T + move, shape.normals @ turn.T, shape.places, shape.triangles)


def _about_x(angle: float) -> Floats:
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([(1, 0, 0), (0, cos, -sin), (0, sin, cos)])


def _cup_shape(radius: float, tall: float) -> Shape:
    wall = 3.0
    profile = np.array([
        (0, 0), (radius - 4, 0), (radius - 1, 2), (radius + 1, tall - 3), (radius, tall), (radius - wall, tall),
        (radius - wall - 1, tall - 2), (radius - wall - 2, 5), (0, 4),
    ], float)  # fmt: skip
    return lathe(profile, profile[:, 1] / tall * 0.9, around=40)


def cup(rng: Rng) -> list[Part]:
    """A leather dice cup that stands."""
    colour = named(rng, "black", "brown", "burgundy", "walnut", "navy", "red", "bottle")
    shape = _cup_shape(float(rng.uniform(32, 42)), float(rng.uniform(75, 100)))
    return [Part(shape, colour, 0.55, stuff="leather")]


def cup_lying(rng: Rng) -> list[Part]:
    """The same cup on its side."""
    part = cup(rng)[0]
    radius = float(part.shape.points[:, 0].max())
    turned = _turned(part.shape, _about_x(np.pi / 2), (0, float(part.shape.points[:, 2].max()) / 2, radius))
    return [Part(turned, part.colour, 0.55, stuff="leather")]


def clock(rng: Rng) -> list[Part]:
    """A chess clock with two displays and two buttons or a rocker."""
    wide, deep, high = float(rng.uniform(150, 190)), float(rng.uniform(70, 95)), float(rng.uniform(48, 75))
    body = named(rng, "black", "charcoal", "navy", "burgundy", "white", "silver", "walnut", "red")
    box = bevelled((-wide / 2, -deep / 2, 0), (wide / 2, deep / 2, high), 5, 8)
    lean = np.array([(1, 0, 0), (0, 1, 0), (0, 0.35, 1)])
    slanted = Shape(box.points @ lean.T - (0, 0, 0), box.normals, box.places, box.triangles)
    slanted.points[:, 2] = np.maximum(slanted.points[:, 2], 0)
    parts = [Part(slanted, body, float(rng.uniform(0.3, 0.6)))]
    for side in (-1, 1):
        parts.append(_display(side, wide, deep, high, rng))
        button = bevelled(
            (side * wide * 0.3 - 16, 0.08 * deep, high), (side * wide * 0.3 + 16, 0.4 * deep, high + 14), 3, 6
        )
        parts.append(Part(button, named(rng, "silver", "white", "black", "red", "charcoal"), 0.35))
    return parts


def _display(side: int, wide: float, deep: float, high: float, rng: Rng) -> Part:
    """A display on the slanted front of the upper face."""
    x, half, low = side * wide * 0.23, wide * 0.19, -deep * 0.42
    far, lift = low + deep * 0.36, high + 0.35
    corners = np.array(
        [
            (x - half, low, lift + 0.35 * low),
            (x + half, low, lift + 0.35 * low),
            (x + half, far, lift + 0.35 * far),
            (x - half, far, lift + 0.35 * far),
        ]
    )
    minutes, seconds = int(rng.integers(0, 26)), int(rng.integers(60))
    back: Bgr = (140.0, 165.0, 150.0) if rng.random() < 0.7 else (30.0, 30.0, 30.0)
    ink: Bgr = _INK if back[0] > 100 else (80.0, 230.0, 250.0)
    return Part(quad(corners), back, 0.25, picture=_words(f"{minutes}:{seconds:02d}", back, ink, (192, 96), 2.0))


def _words(words: str, back: Bgr, ink: Bgr, size: tuple[int, int], scale: float) -> Picture:
    canvas = np.empty((size[1], size[0], 3), np.uint8)
    canvas[:] = back
    (width, height), _ = cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, scale, 5)
    at = ((size[0] - width) // 2, (size[1] + height) // 2)
    cv2.putText(canvas, words, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 5, cv2.LINE_AA)
    return rgb(canvas)


def scoreboard(rng: Rng) -> list[Part]:
    """Flip cards with the score on a base."""
    base = named(rng, "black", "burgundy", "charcoal", "walnut", "white")
    parts = [Part(bevelled((-75, -45, 0), (75, 45, 6), 1.5, 3), base, 0.5)]
    for x in (-46, 0, 46):
        middle = x == 0
        words = str(int(rng.integers(3, 18) if middle else rng.integers(0, 14)))
        card = np.array([(x - 20, -36, 9), (x + 20, -36, 9), (x + 20, 30, 20), (x - 20, 30, 20)], float)
        back: Bgr = (190.0, 215.0, 235.0) if middle else (245.0, 245.0, 245.0)
        parts.append(Part(quad(card), back, 0.6, picture=_words(words, back, _INK, (96, 144), 2.4)))
        parts.append(
            Part(
                capsule(np.array((x - 21.0, 31, 20)), np.array((x + 21.0, 31, 20)), 2.5, 2.5),
                (170.0, 170.0, 170.0),
                0.3,
                1.0,
            )
        )
    return parts


def pen(rng: Rng) -> list[Part]:
    """A pen or pencil that lies."""
    colour = named(rng, "black", "navy", "red", "white", "silver", "yellow", "blue")
    long = float(rng.uniform(60, 75))
    shaft = capsule(np.array((-long, 0.0, 4.5)), np.array((long * 0.8, 0.0, 4.5)), 4.4, 4.2)
    tip = capsule(np.array((long * 0.8, 0.0, 4.5)), np.array((long, 0.0, 4.0)), 3.6, 0.8)
    return [Part(shaft, colour, 0.3), Part(tip, (160.0, 160.0, 165.0), 0.3, 1.0)]


def phone(rng: Rng) -> list[Part]:
    """A phone on its back, its screen dark or lit."""
    wide, long = float(rng.uniform(34, 39)), float(rng.uniform(70, 80))
    case = Part(
        bevelled((-wide, -long, 0), (wide, long, 8), 2, 8), named(rng, "black", "charcoal", "white", "navy", "red"), 0.4
    )
    glass = bevelled((-wide + 2.5, -long + 2.5, 7.5), (wide - 2.5, long - 2.5, 8.25), 0.2, 6)
    lit: Bgr = tuple(float(v) for v in rng.uniform(60, 230, 3)) if rng.random() < 0.3 else (14.0, 14.0, 14.0)  # type: ignore[assignment]
    return [case, Part(glass, lit, 0.06)]


def paper(rng: Rng) -> list[Part]:
    """A score sheet with lines and handwriting."""
    wide, long = (105.0, 148.0) if rng.random() < 0.4 else (74.0, 105.0)
    canvas = np.full((420, 297, 3), (243, 246, 248), np.uint8)
    ink: Bgr = (120.0, 60.0, 30.0) if rng.random() < 0.5 else (60.0, 60.0, 60.0)
    for y in range(50, 400, 18):
        cv2.line(canvas, (22, y), (275, y), (200.0, 195.0, 190.0), 1)
        if rng.random() < 0.6:
            steps = np.cumsum(rng.uniform(2, 6, 40))
            row = np.stack([25 + steps, y - 3 - 5 * np.abs(rng.normal(0, 0.8, 40))], 1)
            cv2.polylines(
                canvas,
                [np.round(row[steps < rng.uniform(60, 240)] * 8).astype(np.int32)],
                False,
                ink,
                1,
                cv2.LINE_AA,
                3,
            )
    corners = np.array(
        [(-wide / 2, -long / 2, 0.5), (wide / 2, -long / 2, 0.4), (wide / 2, long / 2, 0.5), (-wide / 2, long / 2, 0.4)]
    )
    return [Part(quad(corners), (245.0, 245.0, 245.0), 0.8, picture=rgb(canvas))]


def coffee(rng: Rng) -> list[Part]:
    """A coffee cup on a saucer."""
    china = named(rng, "white", "cream", "white", "red", "navy", "charcoal")
    radius, tall = float(rng.uniform(36, 42)), float(rng.uniform(62, 90))
    plate = np.array([(0, 0), (45, 0), (72, 7), (74, 8), (72, 9.5), (44, 3.5), (0, 3.5)], float)
    mug = _turned(_cup_shape(radius, tall), np.eye(3), (0, 0, 4))
    drink = np.array([(radius - 4.5, tall - 10), (0, tall - 10)], float)
    bend = np.linspace(-1.2, 1.2, 7)
    handle = [np.array((radius - 4 + 22 * np.cos(a), 0.0, tall * 0.5 + 22 * np.sin(a))) for a in bend]
    arcs = joined([capsule(a, b, 4.5, 4.5) for a, b in pairwise(handle)])
    return [
        Part(joined([lathe(plate, plate[:, 0] / 74, smooth=True), mug, arcs]), china, 0.2),
        Part(lathe(drink, drink[:, 0] / radius), (18.0, 32.0, 52.0), 0.12),
    ]


def can(rng: Rng) -> list[Part]:
    """A can of something to drink."""
    colour = named(rng, "red", "green", "blue", "silver", "black", "orange")
    side = np.array([(0, 0), (26, 0), (33, 6), (33, 108)], float)
    lid = np.array([(33, 108), (28, 115), (26.5, 115), (25, 112), (0, 112)], float)
    return [
        Part(lathe(side, side[:, 1] / 115), colour, 0.28, 0.6),
        Part(lathe(lid, lid[:, 0] / 33), (190.0, 190.0, 195.0), 0.3, 1.0),
    ]


BUILDERS: dict[str, Builder] = {
    "cup": cup, "cup-lying": cup_lying, "clock": clock, "scoreboard": scoreboard, "pen": pen, "phone": phone,
    "paper": paper, "coffee": coffee, "can": can,
}  # fmt: skip
REACH = {
    "cup": 45.0, "cup-lying": 66.0, "clock": 105.0, "scoreboard": 92.0, "pen": 82.0, "phone": 88.0, "paper": 182.0,
    "coffee": 76.0, "can": 34.0,
}  # fmt: skip
"""How far each reaches from its middle at most, mm."""
