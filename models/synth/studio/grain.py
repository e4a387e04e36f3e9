"""What surfaces are made of, close to: seamless noise, wood that runs along a piece, and reliefs for the light."""

from functools import lru_cache
from typing import Literal, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.scene import Bgr
from models.synth.texture import Canvas, Mask, Rng, noise

Picture = npt.NDArray[np.uint8]
Stuff: TypeAlias = Literal["wood", "leather", "felt", "cloth", "plastic", "marble", "print"]
TILE_PX, TILE_MM = 256, 120.0
"""A tile of relief: its size in px and mm."""
_BANDS: dict[Stuff, tuple[tuple[float, float, float], ...]] = {
    "leather": ((0.7, 2.2, 0.09), (4.0, 30.0, 0.05)),
    "felt": ((0.5, 1.2, 0.05), (3.0, 12.0, 0.03)),
    "cloth": ((0.6, 1.6, 0.06), (20.0, 60.0, 0.06)),
    "wood": ((0.6, 2.0, 0.012), (15.0, 60.0, 0.05)),
    "plastic": ((0.8, 3.0, 0.006),),
    "marble": ((30.0, 100.0, 0.02),),
    "print": ((0.8, 3.0, 0.008), (20.0, 50.0, 0.04)),
}
"""Grain sizes from and to in mm, and height in mm."""


def tile_noise(size: int, rng: Rng, fine: float, coarse: float) -> Mask:
    """Noise of unit variance without a seam, `size` px square, with grains of `fine` to `coarse` px."""
    rows, columns = np.fft.fftfreq(size)[:, None], np.fft.rfftfreq(size)[None]
    far = np.hypot(rows, columns)
    wanted = (far >= 1 / (2 * coarse)) & (far <= 1 / (2 * fine)) & (far > 0)
    spectrum = np.fft.rfft2(rng.standard_normal((size, size))) * wanted / np.maximum(far, 1 / size)
    found = np.fft.irfft2(spectrum, s=(size, size))
    return np.asarray(found / max(float(found.std()), 1e-9), np.float32)


def relief_of(height: Mask, px_per_mm: float) -> Picture:
    """Heights in mm as a picture of normals; its y runs down the texture."""
    right = (np.roll(height, -1, 1) - np.roll(height, 1, 1)) * (px_per_mm / 2)
    down = (np.roll(height, -1, 0) - np.roll(height, 1, 0)) * (px_per_mm / 2)
    normal = np.stack([-right, down, np.ones_like(right)], -1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    return np.asarray(np.round((normal * 0.5 + 0.5) * 255), np.uint8)


@lru_cache(maxsize=16)
def bumps(stuff: Stuff) -> Mask:
    """Heights, mm, of a tile of some stuff."""
    rng, scale = np.random.default_rng(len(stuff)), TILE_PX / TILE_MM
    total = np.zeros((TILE_PX, TILE_PX), np.float32)
    for fine, coarse, height in _BANDS[stuff]:
        total += height * tile_noise(TILE_PX, rng, max(1.0, fine * scale), max(2.0, coarse * scale))
    return total


@lru_cache(maxsize=16)
def tile_relief(stuff: Stuff) -> Picture:
    """The picture of normals of a tile."""
    return relief_of(bumps(stuff), TILE_PX / TILE_MM)


def wood(size: tuple[int, int], colour: Bgr, rng: Rng, px_per_mm: float) -> Canvas:
    """Wood (H, W, 3) BGR with its grain along x: early and late wood, pores and a few darker streaks."""
    across = np.arange(size[0], dtype=np.float32)[:, None] / px_per_mm
    run = noise(size, rng, (40 * px_per_mm, 260 * px_per_mm)) * float(rng.uniform(1, 5))
    run += noise(size, rng, (8 * px_per_mm, 120 * px_per_mm)) * 0.5
    spread = float(rng.uniform(2.5, 9.0))
    rings = (across + run * spread * 0.6 + float(rng.uniform(0, 100))) / spread
    late = rings - np.floor(rings)
    value = (
        0.5 * late**3
        - 0.1
        + 0.3 * np.asarray(cv2.GaussianBlur(noise(size, rng, (1.2 * px_per_mm, 60 * px_per_mm)), (0, 0), 0.6))
    )
    pores = noise(size, rng, (0.5 * px_per_mm, 7 * px_per_mm))
    value += 0.35 * np.clip(pores - 1.2, 0, 1.5)
    value += 0.25 * noise(size, rng, (30 * px_per_mm, 300 * px_per_mm))
    depth = float(rng.uniform(0.2, 0.55))
    darker = np.asarray(colour, np.float32) * np.array((0.35, 0.45, 0.55), np.float32)
    weight = np.clip(depth * (value + 0.35), -0.1, 0.9)[..., None]
    return np.asarray(np.asarray(colour, np.float32) * (1 - weight) + darker * weight, np.float32)


def stuff_tile(stuff: Stuff, colour: Bgr, rng: Rng) -> Canvas:
    """A seamless tile of a colour, TILE_MM wide (wood has seams across)."""
    canvas = np.full((TILE_PX, TILE_PX, 3), colour, np.float32)
    scale = TILE_PX / TILE_MM
    if stuff == "wood":
        return wood((TILE_PX, TILE_PX), colour, rng, scale)
    tint = 0.25 + np.asarray(colour, np.float32) / 255
    if stuff in {"felt", "cloth"}:
        canvas += tint * (7 * tile_noise(TILE_PX, rng, 1.0, 2.0) + 1.5 * tile_noise(TILE_PX, rng, 10, 60))[..., None]
    elif stuff == "leather":
        canvas += tint * (-9 * np.clip(-bumps("leather") / 0.09, 0, 2) + 3)[..., None]
        canvas += tint * 4 * tile_noise(TILE_PX, rng, 15, 100)[..., None]
    elif stuff == "marble":
        veins = np.abs(tile_noise(TILE_PX, rng, 6, 120))
        canvas += (np.exp(-veins * 6) - 0.15)[..., None] * float(rng.choice([-45.0, 45.0]))
        canvas += tint * 6 * tile_noise(TILE_PX, rng, 20, 120)[..., None]
    else:
        canvas += tint * 1.5 * tile_noise(TILE_PX, rng, 2, 60)[..., None]
    return canvas
