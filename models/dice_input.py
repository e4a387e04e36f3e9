"""What the die reader is given: agreed on by its training and by `vision.dice_judge`. Numpy alone."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float32]
Image: TypeAlias = npt.NDArray[np.uint8]

READ_SIZE, READ_SIDE = 48, 18.0
"""px: the reader's input, and a die's side in it."""
LEAN_MOST, LEAN_UNKNOWN = 2.0, -1.0
"""How far what stands up leans in a crop, as a share of its height (the tangent of the viewing angle): the most that
the reader tells apart, and what it is told where that is not known."""


def tensor(images: Sequence[Image]) -> Floats:
    """Pictures of one size (H×W×3 uint8 BGR) → N×3×H×W float32 in 0…1."""
    return np.ascontiguousarray(np.stack(images).transpose(0, 3, 1, 2), dtype=np.float32) / np.float32(255)


def reader_input(crops: Sequence[Image], leans: Sequence[float]) -> Floats:
    """Crops (48×48×3 uint8 BGR), and how far what stands up leans in each → N×4×48×48: colours in 0…1, and on the last
    plane the lean as a share of LEAN_MOST (LEAN_UNKNOWN as it is)."""
    told = np.minimum(np.asarray(leans, np.float32), np.float32(LEAN_MOST))
    told = np.where(told < 0, np.float32(LEAN_UNKNOWN), told / np.float32(LEAN_MOST))
    plane = np.broadcast_to(told[:, None, None, None], (len(crops), 1, READ_SIZE, READ_SIZE))
    return np.concatenate([tensor(crops), plane], axis=1)
