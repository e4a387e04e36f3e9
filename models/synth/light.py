"""Light on the scene and the faults of a camera."""

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.hands import draw_overlay
from models.synth.scene import Image, Light
from models.synth.texture import Canvas, Rng


def illuminate(canvas: Canvas, light: Light) -> Canvas:
    """Gradient, vignette, fallen shadows, hot spots, warmth and exposure over a picture (H, W, 3)."""
    rng = np.random.default_rng(light.seed)
    h, w = canvas.shape[:2]
    y, x = np.mgrid[-1 : 1 : h * 1j, -1 : 1 : w * 1j].astype(np.float32)
    field = 1 + light.gradient * (x * np.float32(np.cos(light.direction)) + y * np.float32(np.sin(light.direction)))
    field *= 1 - light.vignette * (x**2 + y**2) / 2
    out = canvas * field[..., None]
    for _ in range(light.hot_spots):
        cx, cy = rng.uniform(-1, 1, 2)
        sx, sy = rng.uniform(0.08, 0.5, 2)
        spot = np.exp(-(((x - cx) / sx) ** 2) - ((y - cy) / sy) ** 2)
        out += (spot * float(rng.uniform(20, 110)))[..., None]
    for _ in range(light.bands):
        out = _patch(out, rng)
    tint = np.array([1 - 0.25 * light.warmth, 1 - 0.04 * abs(light.warmth), 1 + 0.2 * light.warmth], np.float32)
    out = (out - 110) * light.contrast + 110 if light.contrast != 1 else out
    return np.asarray(np.clip(out, 0, 400) * tint * light.exposure, np.float32)


def _patch(canvas: Canvas, rng: Rng) -> Canvas:
    """A soft-edged patch of shadow (of an arm, a rail, a lamp) or of mirrored window over a picture."""
    h, w = canvas.shape[:2]
    centre, angle = rng.uniform(-0.1, 1.1, 2) * (w, h), float(rng.uniform(0, np.pi))
    reach = np.array([rng.uniform(0.05, 0.3), rng.uniform(0.2, 1.5)]) * w
    axes = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    corners = centre + np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * reach @ axes
    mask = np.zeros((h, w), np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], 255)
    soft = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(1, 0.06 * w))).astype(np.float32)[..., None] / 255
    if rng.random() < 0.6:
        return np.asarray(canvas * (1 - soft * float(rng.uniform(0.2, 0.65))), np.float32)
    return np.asarray(canvas + soft * float(rng.uniform(15, 80)), np.float32)


def expose(canvas: Canvas, light: Light, rng: Rng) -> Image:
    """What the sensor makes of it: overlays, blur, resolution, noise, JPEG."""
    out = canvas
    for _ in range(light.overlays):
        draw_overlay(out, rng)
    h, w = out.shape[:2]
    if light.detail < 1:
        small = cv2.resize(
            out, (max(8, round(w * light.detail)), max(8, round(h * light.detail))), interpolation=cv2.INTER_AREA
        )
        out = np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_CUBIC), np.float32)
    if light.blur_px > 0.2:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), light.blur_px), np.float32)
    if light.noise > 0:
        grain = rng.standard_normal((h, w, 1 if rng.random() < 0.5 else 3)).astype(np.float32) * light.noise
        out = out + grain
    image: Image = np.clip(out, 0, 255).astype(np.uint8)
    if light.jpeg < 100:
        done, code = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, light.jpeg])
        if done:
            image = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return image


def random_light(rng: Rng) -> Light:
    """Light from dim to glaring, cameras from sharp to poor."""
    dim = rng.random() < 0.12
    return Light(
        direction=float(rng.uniform(0, 2 * np.pi)),
        elevation=float(rng.uniform(0.5, 1.4)),
        shadow=float(rng.uniform(0.1, 0.75)),
        shadow_blur_mm=float(rng.uniform(0.8, 7)),
        gradient=float(rng.choice([0.05, 0.2, 0.45]) * rng.uniform(0.3, 1)),
        vignette=float(rng.choice([0, 0.15, 0.4]) * rng.uniform(0.3, 1)),
        exposure=float(rng.uniform(0.25, 0.55)) if dim else float(rng.uniform(0.6, 1.3)),
        contrast=float(rng.uniform(0.6, 1.2)),
        warmth=float(np.clip(rng.normal(0.1, 0.5), -1, 1.6)),
        hot_spots=int(rng.choice([0, 0, 0, 1, 2, 3])),
        bands=int(rng.choice([0, 0, 0, 1, 2])),
        blur_px=float(rng.choice([0, 0.4, 0.8, 1.5]) * rng.uniform(0.5, 1)),
        detail=float(rng.choice([1, 1, rng.uniform(0.45, 1)])),
        noise=float(rng.choice([0.5, 2, 5, 10]) * rng.uniform(0.4, 1)),
        jpeg=int(rng.integers(35, 97)),
        overlays=int(rng.choice([0, 0, 0, 0, 0, 1, 2])),
        seed=int(rng.integers(1 << 30)),
    )


def soft_shadow(size: tuple[int, int], hulls: list[npt.NDArray[np.float64]], blur_px: float) -> npt.NDArray[np.float32]:
    """How much of each pixel lies in shadow, 0–1; `hulls` are outlines (N, 2) px."""
    mask = np.zeros(size, np.uint8)
    for hull in hulls:
        cv2.fillPoly(mask, [np.round(hull * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return cv2.GaussianBlur(mask, (0, 0), max(0.5, blur_px)).astype(np.float32) / np.float32(255)
