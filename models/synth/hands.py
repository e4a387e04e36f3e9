"""Draws hands with forearms or sleeves, and things laid over a picture."""

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.blocks import ToPx
from models.synth.scene import HandPlace
from models.synth.texture import Canvas, Rng, noise

_WORDS = ("www.example.org", "LIVE", "Game 3", "4-2", "(c) 2019", "Score 5:3", "STOCK", "Photo", "12:31", "CAM 1")


def hand_mask(
    hand: HandPlace, size: tuple[int, int], to_px: ToPx
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Antialiased masks (H, W) of the skin and of the sleeve."""
    rng = np.random.default_rng(hand.seed)
    skin, sleeve = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
    tip, elbow = (np.asarray(to_px([p])[0]) for p in (hand.tip, hand.elbow))
    along = (tip - elbow) / max(1e-6, float(np.linalg.norm(tip - elbow)))
    across = np.array([-along[1], along[0]])
    mm = to_px.scale
    palm, wrist = tip - along * 95 * mm, tip - along * 150 * mm

    def thick(
        mask: npt.NDArray[np.uint8], a: npt.NDArray[np.float64], b: npt.NDArray[np.float64], width: float
    ) -> None:
        p, q = (tuple(int(v) for v in np.round(end)) for end in (a, b))
        cv2.line(mask, p, q, 255, max(1, round(width * mm)), cv2.LINE_AA)

    thick(sleeve, elbow, wrist, float(rng.uniform(70, 110)))
    thick(skin, wrist, palm, float(rng.uniform(50, 65)))
    cv2.ellipse(
        skin,
        tuple(int(v) for v in palm),
        (round(48 * mm), round(42 * mm)),
        float(np.degrees(np.arctan2(along[1], along[0]))),
        0,
        360,
        255,
        -1,
        cv2.LINE_AA,
    )
    closed = rng.random() < 0.5
    for finger in range(4):
        root = palm + along * 35 * mm + across * (finger - 1.5) * 20 * mm
        end = tip + across * (finger - 1.5) * float(6 if closed else 24) * mm - along * float(rng.uniform(0, 25)) * mm
        thick(skin, root, end, float(rng.uniform(14, 20)))
    thumb = palm + across * float(rng.choice([-1, 1])) * 40 * mm
    thick(skin, thumb, tip - along * float(rng.uniform(10, 50)) * mm + across * float(rng.uniform(-15, 15)) * mm, 18)
    return skin, sleeve


def draw_hand(canvas: Canvas, hand: HandPlace, to_px: ToPx) -> npt.NDArray[np.bool_]:
    """Paint a hand in place; returns where it is."""
    rng = np.random.default_rng(hand.seed + 1)
    size = (canvas.shape[0], canvas.shape[1])
    skin, sleeve = hand_mask(hand, size, to_px)
    together = np.maximum(skin, sleeve)
    shadow = cv2.GaussianBlur(np.roll(together, (6, 4), (0, 1)), (0, 0), 6).astype(np.float32) / 255
    canvas *= (1 - 0.35 * shadow)[..., None]
    for mask, colour in ((sleeve, hand.sleeve or hand.skin), (skin, hand.skin)):
        depth = cv2.GaussianBlur(mask, (0, 0), max(1.0, 8 * to_px.scale)).astype(np.float32) / 255
        paint = np.asarray(colour, np.float32) * (0.45 + 0.6 * depth)[..., None]
        paint += noise(size, rng, 6.0)[..., None] * 5
        weight = (mask.astype(np.float32) / 255)[..., None]
        canvas *= 1 - weight
        canvas += weight * paint
    return together > 127


def draw_overlay(canvas: Canvas, rng: Rng) -> None:
    """A watermark, a score box or a scrap of text over the finished picture, in place."""
    h, w = canvas.shape[:2]
    mask = np.zeros((h, w), np.uint8)
    at = (int(rng.uniform(-0.1, 0.9) * w), int(rng.uniform(0.05, 1.0) * h))
    if rng.random() < 0.3:
        cv2.rectangle(mask, at, (at[0] + int(rng.uniform(20, 120)), at[1] + int(rng.uniform(10, 40))), 255, -1)
    else:
        scale = float(rng.uniform(0.4, 1.8))
        cv2.putText(
            mask,
            str(rng.choice(_WORDS)),
            at,
            int(rng.choice([0, 2, 3, 4])),
            scale,
            255,
            int(rng.integers(1, 4)),
            cv2.LINE_AA,
        )
    weight = (mask.astype(np.float32) / 255)[..., None] * float(rng.uniform(0.15, 0.8))
    colour = np.float32(255 if rng.random() < 0.7 else rng.uniform(0, 255))
    canvas *= 1 - weight
    canvas += weight * colour
