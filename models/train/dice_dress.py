"""Training crops dressed anew: other materials than were rendered or photographed, and light that glares on them."""

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

_ABOUT, _FACE = 0.6, 0.42
"""How far from the middle a crop is dressed anew, in the die's sides (it fades out from there), and how far its top
face reaches surely: pips and body are told apart there."""
_GREY = np.array([0.114, 0.587, 0.299], np.float32)
_SHIFT = 4
_STEPS = 1 << _SHIFT
"""Bits that OpenCV draws between px with, and steps of a px."""


def dressed(rng: np.random.Generator, image: Image, side: float) -> Image:
    """A square crop (S×S×3 uint8 BGR), a die of `side` px in its middle, with a marbled body in two colours under pips
    hardly lighter or darker than it, or with glare, or with both."""
    out = image.astype(np.float32)
    kind = rng.integers(3)
    if kind < 2:
        out = _marbled(rng, out, side)
    if kind > 0:
        out = _glaring(rng, out, side)
    return np.asarray(np.clip(out, 0, 255), np.uint8)


def _near(size: int, side: float, reach: float) -> Floats:
    """S×S: 1 up to `reach` sides from the middle, 0 from 0.35 sides farther."""
    grid = np.arange(size, dtype=np.float32) - (size - 1) / 2
    far = np.hypot(grid[None], grid[:, None]) / side
    return np.asarray(np.clip(1 + (reach - far) / 0.35, 0, 1), np.float32)


def _marbled(rng: np.random.Generator, image: Floats, side: float) -> Floats:
    """Light and dark become two colours that differ more in hue than in lightness, the first marbled with a third."""
    size = len(image)
    near = _near(size, side, _ABOUT)
    grey = image @ _GREY
    dark, light = np.percentile(grey[_near(size, side, _FACE) == 1], (1, 99))
    pips = np.clip((grey - dark) / max(8.0, float(light - dark)), 0, 1)[..., None]
    if rng.random() < 0.5:
        pips = 1 - pips
    colours = rng.uniform(10, 245, (3, 3)).astype(np.float32)
    level = colours[0] @ _GREY
    colours[1] += (level - colours[1] @ _GREY) * rng.uniform(0.3, 0.9)
    colours[2] += (level - colours[2] @ _GREY) * rng.uniform(0.2, 0.8)
    coarse = rng.normal(0, 1, (int(rng.integers(3, 8)),) * 2).astype(np.float32)
    veins = 1 / (1 + np.exp(-rng.uniform(1, 6) * cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)))
    veins = veins[..., None] * rng.uniform(0, 1)
    body = colours[0] * (1 - veins) + colours[2] * veins
    new = body * (1 - pips) + np.clip(colours[1], 0, 255) * pips
    share = near[..., None] * rng.uniform(0.7, 1)
    return np.asarray(image * (1 - share) + new * share, np.float32)


def _glaring(rng: np.random.Generator, image: Floats, side: float) -> Floats:
    """One to four bright arcs and spots about the middle, as lamps make on rounded edges and in pips."""
    size = len(image)
    light = np.zeros((size, size), np.float32)
    for _ in range(int(rng.integers(1, 5))):
        x, y = (size - 1) / 2 + rng.normal(0, 0.3 * side, 2)
        if rng.random() < 0.35:
            radius = side * rng.uniform(0.03, 0.14)
            cv2.circle(light, _sub(x, y), int(radius * _STEPS), 1.0, -1, cv2.LINE_AA, _SHIFT)
            continue
        axes = (int(side * rng.uniform(0.08, 0.5) * _STEPS), int(side * rng.uniform(0.08, 0.5) * _STEPS))
        begin, turn = rng.uniform(0, 360, 2)
        end, thick = begin + rng.uniform(30, 200), int(rng.integers(1, 3))
        cv2.ellipse(light, _sub(x, y), axes, turn, begin, end, 1.0, thick, cv2.LINE_AA, _SHIFT)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), side * rng.uniform(0.01, 0.05)), np.float32)
    share = np.clip(light * rng.uniform(0.3, 1.1), 0, 1)[..., None]
    return np.asarray(image * (1 - share) + rng.uniform(190, 255) * share, np.float32)


def _sub(x: float, y: float) -> tuple[int, int]:
    """A point as OpenCV draws it between px."""
    return round(x * _STEPS), round(y * _STEPS)
