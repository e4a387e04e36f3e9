"""The die reader's classes and sizes: what its pools and its training agree on."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

NONE, UNREADABLE, IGNORED = 0, 7, -100
"""Classes besides the values 1…6; a label that nothing is asked of."""
GROUNDS = ("field", "checker", "die", "bar", "rail", "table")
"""What a die stands on."""
FIND_SIZE = 96
"""px: the finder's training picture."""
POOL_SIZE, POOL_SIDE = 96, 27.0
"""px: a pooled crop (room to turn it), and a die's side in it."""
OUTPUTS = 8 + 1 + len(GROUNDS)
"""Logits: none, 1…6, unreadable; tilted; the grounds."""


@dataclass(frozen=True, eq=False)
class ReadPool:
    """Crops N×96×96×3 with a die of side 27 px in the middle (or none); class 0…7, tilted 0 or 1, ground (a number of
    `GROUNDS`), each IGNORED where not known; `upright`: what stands up leans upwards in the crop, so that it is turned
    only a little; `leans`: how far it leans there, as a share of its height (`models.dice_input.LEAN_UNKNOWN` where not
    known); `plans`: N×10, the numbers of each crop's ground plan (`models.dice_input.plan_numbers`)."""

    images: npt.NDArray[np.uint8]
    classes: npt.NDArray[np.int64]
    tilted: npt.NDArray[np.int64]
    grounds: npt.NDArray[np.int64]
    upright: npt.NDArray[np.bool_]
    leans: npt.NDArray[np.float32]
    plans: npt.NDArray[np.float32]
