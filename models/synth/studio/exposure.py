"""Exposure as a camera finds it: look at a small picture, make the light stronger or weaker, look again."""

import numpy as np

from models.synth.studio.engine import Picture, Studio
from models.synth.studio.eye import Eye

_LOOKS = 3
_USUAL = 40_000.0
"""Light that gives a picture of middle brightness, lux."""
_MIDDLE, _TOO_BRIGHT = 0.17, 0.85
"""Mean linear brightness wanted, and the most that the brightest twentieth of the picture may have."""
_WIDTH = 112


def expose(studio: Studio, eye: Eye, lux: float, stops: float = 0.0) -> float:
    """Set the lights for a camera; `lux` is about what they give now, `stops` how far the camera errs. Returns the
    factor on the lights.

    The looks count as pictures, so that a setting still gives the same bytes.
    """
    small = eye.smaller(_WIDTH / eye.size[0])
    factor = _USUAL / max(lux, 1e-3)
    studio.brighten(factor)
    for _ in range(_LOOKS):
        factor *= _correction(studio.glance(small))
        studio.brighten(factor)
    factor *= float(2.0**stops)
    studio.brighten(factor)
    return factor


def _correction(picture: Picture) -> float:
    linear = (picture.astype(np.float64) @ (0.2126, 0.7152, 0.0722) / 255) ** 2.2
    height, width = linear.shape
    middle = linear[height // 5 : -height // 5, width // 5 : -width // 5]
    mean = 0.4 * float(linear.mean()) + 0.6 * float(middle.mean())
    wanted = _MIDDLE / max(mean, 1e-4)
    allowed = _TOO_BRIGHT / max(float(np.quantile(linear, 0.95)), 1e-4)
    return float(np.clip(min(wanted, allowed), 1 / 30, 30))
