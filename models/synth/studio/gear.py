"""What players bring: dice cups, a clock, a scoreboard."""

import numpy as np

from models.synth.look import named
from models.synth.scene import Bgr
from models.synth.studio.moulding import bevelled
from models.synth.studio.part import INK, Part, about_x, cup_shape, turned, written
from models.synth.studio.shapes import Shape, capsule, quad
from models.synth.texture import Rng


def cup(rng: Rng) -> list[Part]:
    """A leather dice cup that stands."""
    colour = named(rng, "black", "brown", "burgundy", "walnut", "navy", "red", "bottle")
    shape = cup_shape(float(rng.uniform(32, 42)), float(rng.uniform(75, 100)))
    return [Part(shape, colour, 0.55, stuff="leather")]


def cup_lying(rng: Rng) -> list[Part]:
    """The same cup on its side."""
    part = cup(rng)[0]
    radius = float(part.shape.points[:, 0].max())
    lying = turned(part.shape, about_x(np.pi / 2), (0, float(part.shape.points[:, 2].max()) / 2, radius))
    return [Part(lying, part.colour, 0.55, stuff="leather")]


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
    ink: Bgr = INK if back[0] > 100 else (80.0, 230.0, 250.0)
    return Part(quad(corners), back, 0.25, picture=written(f"{minutes}:{seconds:02d}", back, ink, (192, 96), 2.0))


def scoreboard(rng: Rng) -> list[Part]:
    """Flip cards with the score on a base."""
    base = named(rng, "black", "burgundy", "charcoal", "walnut", "white")
    parts = [Part(bevelled((-75, -45, 0), (75, 45, 6), 1.5, 3), base, 0.5)]
    for x in (-46, 0, 46):
        middle = x == 0
        words = str(int(rng.integers(3, 18) if middle else rng.integers(0, 14)))
        card = np.array([(x - 20, -36, 9), (x + 20, -36, 9), (x + 20, 30, 20), (x - 20, 30, 20)], float)
        back: Bgr = (190.0, 215.0, 235.0) if middle else (245.0, 245.0, 245.0)
        parts.append(Part(quad(card), back, 0.6, picture=written(words, back, INK, (96, 144), 2.4)))
        parts.append(
            Part(
                capsule(np.array((x - 21.0, 31, 20)), np.array((x + 21.0, 31, 20)), 2.5, 2.5),
                (170.0, 170.0, 170.0),
                0.3,
                1.0,
            )
        )
    return parts
