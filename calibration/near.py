"""Fits of the board near corners that somebody proposed."""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from calibration.camera import estimate_camera
from calibration.halves import Cost, no_cost
from calibration.rough import Rough
from calibration.sharp import Sharp, sharpen

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]

BARS = (0.3, 1.0, 1.7)
"""Widths of the bar that fits start from, in pitches."""
USUAL_LENGTH = 0.42
"""Length of points as a share of the field's height."""


def near_fits(image: Image, corners: Floats, cost: Cost = no_cost) -> list[Sharp]:
    """The board fitted freely to the picture (H×W×3) from `corners` (4×2 px) on, once for each bar; `cost` speaks
    against some halves."""
    return [sharp for rough in _roughs(image, corners) if (sharp := sharpen(image, rough, cost)) is not None]


def apart(one: Floats, other: Floats) -> float:
    """The worst corner's distance (both 4×2 px) as a share of the first field's diagonal; half turns are allowed."""
    diagonal = float(np.linalg.norm(one[0] - one[2]))
    turns = (other, np.roll(other, 2, axis=0))
    return min(float(np.linalg.norm(one - turn, axis=1).max()) for turn in turns) / diagonal


def upright(corners: Floats) -> Floats:
    """The same field (4×2 px) with its top edge running to the right, or downwards where that is steeper.

    Half a turn leaves a field a field; this is the way that the search by lines has it as well.
    """
    along = corners[1] + corners[2] - corners[0] - corners[3]
    return corners if along[np.abs(along).argmax()] > 0 else np.roll(corners, 2, axis=0)


def _roughs(image: Image, corners: Floats) -> list[Rough]:
    aspect = estimate_camera(corners, (image.shape[1], image.shape[0])).aspect
    heights = [(bar, (12 + bar) / aspect) for bar in BARS]
    return [Rough(corners, bar, USUAL_LENGTH * height, height, 0.0) for bar, height in heights]
