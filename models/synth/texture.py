"""Procedural surfaces: cloth, wood, leather, marble, print. Everything is float32 BGR, 0–255."""

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.scene import Bgr

Canvas: TypeAlias = npt.NDArray[np.float32]
Mask: TypeAlias = npt.NDArray[np.float32]
Rng: TypeAlias = np.random.Generator


def flat(size: tuple[int, int], colour: Bgr) -> Canvas:
    """A canvas of `size` (height, width) in one colour."""
    return np.full((*size, 3), colour, np.float32)


def noise(size: tuple[int, int], rng: Rng, cell: float | tuple[float, float]) -> Mask:
    """Smooth noise of about unit variance; `cell` is the grain in px (or in y and x)."""
    cy, cx = (cell, cell) if isinstance(cell, (int, float)) else cell
    small = (max(2, int(size[1] / cx) + 1), max(2, int(size[0] / cy) + 1))
    grain = rng.standard_normal((small[1], small[0])).astype(np.float32)
    how = cv2.INTER_CUBIC if min(cx, cy) > 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(grain, (size[1], size[0]), interpolation=how), np.float32)


def blend(canvas: Canvas, mask: Mask, colour: Bgr | Canvas) -> None:
    """Lay a colour or another canvas over `canvas` in place where `mask` (0–1) says so."""
    rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
    if rows.size == 0:
        return
    cut = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    weight, target = mask[cut][..., None], canvas[cut]
    paint = np.asarray(colour, np.float32)
    target *= 1 - weight
    target += weight * (paint[cut] if paint.ndim == 3 else paint)


def polygon(size: tuple[int, int], points: npt.NDArray[np.float64]) -> Mask:
    """An antialiased filled polygon; `points` (N, 2) px."""
    mask = np.zeros(size, np.uint8)
    cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask.astype(np.float32) / np.float32(255)


def surface(size: tuple[int, int], colour: Bgr, material: str, rng: Rng, scale: float = 1.0) -> Canvas:
    """A piece of `material` in `colour`; `scale` is px per mm, which sets the grain."""
    canvas = flat(size, colour)
    strength = float(rng.uniform(0.4, 1.0))
    tint = np.asarray(colour, np.float32) / np.float32(255)
    if material == "wood":
        _wood(canvas, tint, rng, scale, strength)
    elif material == "felt":
        canvas += noise(size, rng, 1.0)[..., None] * 9 * strength
        canvas += noise(size, rng, 14 * scale)[..., None] * 4 * strength
    elif material == "leather":
        canvas += noise(size, rng, max(1.0, 1.6 * scale))[..., None] * 8 * strength
        canvas += noise(size, rng, 40 * scale)[..., None] * 5 * strength
    elif material == "marble":
        _marble(canvas, rng, scale, strength)
    elif material == "print":
        canvas += noise(size, rng, float(rng.uniform(3, 12)) * scale)[..., None] * rng.uniform(0, 18, 3).astype(
            np.float32
        )
    return canvas


def _wood(canvas: Canvas, tint: Canvas, rng: Rng, scale: float, strength: float) -> None:
    size = canvas.shape[:2]
    along = float(rng.uniform(40, 160)) * scale
    across = float(rng.uniform(1.2, 5)) * scale
    upright = rng.random() < 0.6
    cell = (along, across) if upright else (across, along)
    warp = noise(size, rng, cell) + 0.6 * noise(size, rng, (cell[0] * 0.4, cell[1] * 0.4))
    if rng.random() < 0.4:
        axis = np.linspace(0, float(rng.uniform(6, 40)), size[1] if upright else size[0], dtype=np.float32)
        bands = axis[None, :] if upright else axis[:, None]
        warp = warp * 0.5 + np.sin(bands + 1.5 * noise(size, rng, (90 * scale, 90 * scale)))
    canvas += warp[..., None] * (14 * strength * (0.35 + tint))


def _marble(canvas: Canvas, rng: Rng, scale: float, strength: float) -> None:
    size = canvas.shape[:2]
    veins = np.abs(noise(size, rng, 25 * scale) + 0.5 * noise(size, rng, 8 * scale))
    canvas += (np.exp(-veins * 5)[..., None] - 0.15) * float(rng.choice([-50, 50])) * strength
    canvas += noise(size, rng, 18 * scale)[..., None] * 8 * strength
