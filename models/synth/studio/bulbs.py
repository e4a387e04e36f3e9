"""Lamps as bulbs: one small one, or several for soft shadows that repeat to the byte, which the engine's own don't."""

import numpy as np

from models.synth.studio.shapes import Floats

_POINT = 12.0
"""A bulb of at most so many mm is one point."""
SHARP, SOFT = 4096, 2048
"""px of the shadow map of a lamp of one bulb, and of each of several."""
_SPOTS = 4


def bulbs_of(place: Floats, towards: Floats, bulb_mm: float) -> list[Floats]:
    """Where a lamp's small bulbs are, mm, around its place across the way it shines."""
    if bulb_mm <= _POINT:
        return [place]
    side = np.cross(towards, (0.0, 0.0, 1.0) if abs(towards[2]) < 0.9 else (1.0, 0.0, 0.0))
    side /= np.linalg.norm(side)
    other = np.cross(towards, side)
    angles = np.arange(_SPOTS) / _SPOTS * 2 * np.pi
    return [place + 0.75 * bulb_mm * (np.cos(angle) * side + np.sin(angle) * other) for angle in angles]
