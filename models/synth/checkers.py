"""Draws checkers: round faces with ring, hollow, emblem and gloss, on a side wall."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.look import luminance
from models.synth.project import lift, zoom
from models.synth.scene import Camera, CheckerLook, CheckerPlace
from models.synth.texture import Canvas, Mask, Rng, noise, surface

SPRITE = 96


@dataclass(frozen=True, eq=False)
class CheckerSprite:
    """One set's face: `paint` turns with the checker; `shade` (factor) and `glare` (added) follow the light."""

    paint: Canvas
    shade: Mask
    glare: Mask
    side: npt.NDArray[np.float32]


def _radius() -> tuple[Mask, Mask, Mask]:
    axis = np.linspace(-1, 1, SPRITE, dtype=np.float32)
    x, y = np.meshgrid(axis, axis)
    return x, y, np.hypot(x, y)


def make_sprite(look: CheckerLook, light_direction: float) -> CheckerSprite:
    """The look of one set under a light from `light_direction` (rad in the rectified frame)."""
    rng = np.random.default_rng(look.seed)
    x, y, r = _radius()
    material = {"pearl": "marble", "speckle": "plain"}.get(look.material, look.material)
    paint = surface((SPRITE, SPRITE), look.face, material, rng, SPRITE / 36)
    if look.material == "speckle":
        paint += noise((SPRITE, SPRITE), rng, 2.0)[..., None] * 14
    if look.material == "pearl":
        paint += noise((SPRITE, SPRITE), rng, 30.0)[..., None] * 22
    if look.emblem > 0:
        _emblem(paint, look, rng)
    band = np.exp(-(((r - look.ring_at) / look.ring_width) ** 2))
    contrast = look.ring * (80 if luminance(look.face) < 60 else 60)
    if look.centre_colour is not None:
        paint = np.where((r < look.ring_at)[..., None], np.asarray(look.centre_colour, np.float32), paint)
    if look.ring_colour is not None:
        weight = (band > 0.4).astype(np.float32)[..., None]
        paint = paint * (1 - weight) + np.asarray(look.ring_colour, np.float32) * weight
    else:
        paint += band[..., None] * contrast
    lx, ly = float(np.cos(light_direction)), float(np.sin(light_direction))
    toward = x * lx + y * ly
    inner = 1 / (1 + np.exp((r - look.ring_at * 0.95) * 40))
    shade = 1 - look.dish * (0.25 * toward * inner + 0.12 * inner)
    bevel = np.clip((r - 0.86) / 0.12, 0, 1)
    shade += bevel * toward * float(rng.uniform(0, 0.35))
    shade *= 1 - look.edge * np.clip((r - 0.88) / 0.12, 0, 1)
    glare = _glare(look, (x, y, r), toward, rng)
    return CheckerSprite(paint, shade.astype(np.float32), glare, np.asarray(look.side, np.float32))


def _glare(look: CheckerLook, place: tuple[Mask, Mask, Mask], toward: Mask, rng: Rng) -> Mask:
    x, y, r = place
    cx, cy = rng.uniform(-0.5, 0.5, 2)
    size = float(rng.uniform(0.15, 0.6))
    blob = np.exp(-(((x - cx) ** 2 + (y - cy) ** 2) / size**2))
    rim = np.exp(-(((r - float(rng.choice([0.93, look.ring_at]))) / 0.05) ** 2)) * np.clip(toward, 0, 1)
    return np.asarray((blob * 110 + rim * 90) * look.gloss, np.float32)


def _emblem(paint: Canvas, look: CheckerLook, rng: Rng) -> None:
    mask = np.zeros((SPRITE, SPRITE), np.uint8)
    middle, kind = SPRITE // 2, rng.random()
    if kind < 0.4:
        cv2.putText(
            mask,
            str(rng.choice(list("ABCGKNSXZ*&8"))),
            (middle - 16, middle + 16),
            cv2.FONT_HERSHEY_TRIPLEX,
            1.6,
            255,
            3,
            cv2.LINE_AA,
        )
    elif kind < 0.7:
        corners = int(rng.integers(4, 12))
        t = np.linspace(0, 2 * np.pi, 2 * corners, endpoint=False)
        reach = np.where(np.arange(2 * corners) % 2 == 0, 1, float(rng.uniform(0.3, 0.8))) * float(rng.uniform(12, 34))
        star = np.stack([middle + np.cos(t) * reach, middle + np.sin(t) * reach], 1)
        cv2.fillPoly(mask, [np.round(star).astype(np.int32)], 255, cv2.LINE_AA)
    else:
        for radius in rng.uniform(4, 40, int(rng.integers(1, 4))):
            cv2.circle(mask, (middle, middle), round(float(radius)), 255, int(rng.integers(1, 5)), cv2.LINE_AA)
    sign = -1 if luminance(look.face) > 110 else 1
    tint = rng.uniform(0.6, 1.0, 3).astype(np.float32)
    paint += (mask.astype(np.float32) / 255)[..., None] * tint * sign * 90 * look.emblem


def top_circle(place: CheckerPlace, diameter: float, height: float, camera: Camera) -> tuple[float, float, float]:
    """Centre and radius (mm on the field's plane) of a lying checker's face as seen."""
    top = place.z + height
    centre = lift([(place.x, place.y)], [top], camera)[0]
    return float(centre[0]), float(centre[1]), diameter / 2 * zoom(top, camera)


def wall(place: CheckerPlace, diameter: float, height: float, camera: Camera) -> npt.NDArray[np.float64]:
    """Outline (N, 2) mm of everything a lying checker covers: the hull of its two circles."""
    t = np.linspace(0, 2 * np.pi, 36, endpoint=False)
    rim = np.stack([place.x + np.cos(t) * diameter / 2, place.y + np.sin(t) * diameter / 2], 1)
    both = np.vstack([lift(rim, np.full(36, place.z), camera), lift(rim, np.full(36, place.z + height), camera)])
    return np.asarray(cv2.convexHull(both.astype(np.float32))[:, 0], np.float64)


def stamp(
    canvas: Canvas, sprite: CheckerSprite, centre: tuple[float, float], radius: float, *, spin: float, rng: Rng
) -> None:
    """Paint a face at `centre` px with `radius` px into `canvas` in place."""
    x0, y0 = int(centre[0] - radius) - 2, int(centre[1] - radius) - 2
    side = int(2 * radius) + 6
    x1, y1 = max(0, x0), max(0, y0)
    x2, y2 = min(canvas.shape[1], x0 + side), min(canvas.shape[0], y0 + side)
    if x2 <= x1 or y2 <= y1:
        return
    scale = 2 * radius / SPRITE
    local = (centre[0] - x0, centre[1] - y0)
    half = (SPRITE - 1) / 2

    def affine(angle: float) -> npt.NDArray[np.float64]:
        c, s = np.cos(angle) * scale, np.sin(angle) * scale
        return np.array([[c, -s, local[0] - c * half + s * half], [s, c, local[1] - s * half - c * half]])

    size = (side, side)
    paint = cv2.warpAffine(sprite.paint, affine(spin), size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    shade = cv2.warpAffine(sprite.shade, affine(0.0), size, borderMode=cv2.BORDER_REPLICATE)
    glare = cv2.warpAffine(sprite.glare, affine(0.0), size, borderMode=cv2.BORDER_REPLICATE)
    gain = float(rng.uniform(0.93, 1.07))
    face = paint * (shade * gain)[..., None] + glare[..., None]
    disc = np.zeros(size, np.uint8)
    cv2.circle(disc, (round(local[0] * 16), round(local[1] * 16)), round(radius * 16), 255, -1, cv2.LINE_AA, 4)
    cut = (slice(y1 - y0, y2 - y0), slice(x1 - x0, x2 - x0))
    weight = (disc[cut].astype(np.float32) / 255)[..., None]
    target = canvas[y1:y2, x1:x2]
    target *= 1 - weight
    target += weight * face[cut]


def fill(canvas: Canvas, outline_px: npt.NDArray[np.float64], colour: npt.ArrayLike) -> None:
    """Fill an outline (N, 2) px in place, antialiased."""
    low = np.maximum(np.floor(outline_px.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(outline_px.max(0)).astype(int) + 2, (canvas.shape[1], canvas.shape[0]))
    if np.any(high <= low):
        return
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillPoly(mask, [np.round((outline_px - low) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    weight = (mask.astype(np.float32) / 255)[..., None]
    target = canvas[low[1] : high[1], low[0] : high[0]]
    target *= 1 - weight
    target += weight * np.asarray(colour, np.float32)
