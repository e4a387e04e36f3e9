"""Has a die moved between two pictures of a board that is still but for it? A spinning die stays where it is."""

import numpy as np
import numpy.typing as npt

from vision.frame import Image
from vision.observation import DieReading

FACE, AROUND = 0.5, 1.25
"""Half sides of the looked-at face and of its surroundings, share of the die's side."""
CHANGED, SHARE = 16.0, 0.1
"""Grey levels beyond the change of its surroundings that a pixel changes by, and the share of the face that does."""
_NOISY = 5.0
_COARSE = 2
"""Every so many-th pixel each way tells the change of light about a die, and the noise."""


def _window(image: Image, die: DieReading, half: float) -> npt.NDArray[np.float32]:
    (x, y), reach = die.xy, max(2.0, half * die.size_px)
    top, left = max(0, round(y - reach)), max(0, round(x - reach))
    return image[top : round(y + reach) + 1, left : round(x + reach) + 1].astype(np.float32)


def moves(before: Image, after: Image, die: DieReading) -> bool:
    """Whether what is seen of `die` differs between two pictures (H×W×3 BGR) more than what lies around it does.

    A change of light or the camera's noise is none.
    """
    wide = _window(after, die, AROUND) - _window(before, die, AROUND)
    if wide.size == 0:
        return False
    some = wide[::_COARSE, ::_COARSE].reshape(-1, 3)
    light = np.median(some, axis=0)
    noise = 1.5 * float(np.median(np.abs(some - light)))
    face = np.abs(_window(after, die, FACE) - _window(before, die, FACE) - light).max(axis=2)
    return bool((face > max(CHANGED, _NOISY * noise)).mean() > SHARE)
