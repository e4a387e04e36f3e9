"""What lies about on tables: pens, phones, paper, drinks, cables, a mouse, a book."""

from itertools import pairwise

import cv2
import numpy as np

from models.synth.look import named
from models.synth.scene import Bgr
from models.synth.studio.moulding import bevelled
from models.synth.studio.paint import rgb
from models.synth.studio.part import Part, cup_shape, turned
from models.synth.studio.shapes import Shape, capsule, joined, lathe, quad
from models.synth.studio.soft import RoundBar, blended, surface_of
from models.synth.texture import Rng


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
    mug = turned(cup_shape(radius, tall), np.eye(3), (0, 0, 4))
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


def cable(rng: Rng) -> list[Part]:
    """A cable that lies in a bend."""
    bends = np.convolve(rng.normal(0, 0.3, 56), np.hanning(9) / 4, "same")
    turns = np.cumsum(bends) + float(rng.uniform(0, 6))
    steps = np.cumsum(np.stack([np.cos(turns), np.sin(turns)], 1) * 5.5, 0)
    steps -= steps.mean(0)
    steps *= min(1.0, 145.0 / float(np.linalg.norm(steps, axis=1).max()))
    thick = float(rng.uniform(1.6, 2.8))
    spots = [np.array((x, y, thick)) for x, y in steps]
    shape = joined([capsule(a, b, thick, thick) for a, b in pairwise(spots)])
    return [Part(shape, named(rng, "black", "black", "white", "charcoal", "blue"), 0.5)]


def mouse(rng: Rng) -> list[Part]:
    """A computer mouse."""
    wide, long = float(rng.uniform(27, 33)), float(rng.uniform(48, 60))
    bars = [RoundBar((0, 0.35 * long, 8), (0, -0.35 * long, 6), (0.95 * wide, 0.85 * wide), 0.62)]
    low, high = np.array((-40.0, -long, 0.0)), np.array((40.0, long, 34.0))
    body = surface_of(blended(bars, 1.0), low - 4, high, 3.5, 120.0)
    wheel = capsule(np.array((-2.5, -0.3 * long, 21.0)), np.array((2.5, -0.3 * long, 21.0)), 6.5, 6.5)
    sunk = Shape(body.points * (1, 1, 1) + (0, 0, 0), body.normals, body.places, body.triangles)
    sunk.points[:, 2] = np.maximum(sunk.points[:, 2], 0.0)
    return [Part(sunk, named(rng, "black", "charcoal", "white", "silver"), 0.45), Part(wheel, (50.0, 50.0, 50.0), 0.5)]


def book(rng: Rng) -> list[Part]:
    """A book or a box."""
    wide, long, high = float(rng.uniform(60, 85)), float(rng.uniform(90, 120)), float(rng.uniform(6, 35))
    cover = bevelled((-wide, -long, 0), (wide, long, high), 0.8, 1.5)
    sheets = bevelled((-wide + 3, -long - 0.3, 1.5), (wide + 0.3, long + 0.3, high - 1.5), 0.2)
    return [
        Part(cover, named(rng, "red", "navy", "green", "cream", "black", "orange", "teal", "white"), 0.45),
        Part(sheets, (215.0, 228.0, 235.0), 0.8),
    ]
