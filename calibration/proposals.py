"""What a learned finder hands in: where it takes the field's corners to be."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from calibration.board import Point2

Image: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Proposal:
    """The field's corners in px, tl tr br bl so that points hang from the top edge; `score` 0…1: how surely."""

    corners: tuple[Point2, Point2, Point2, Point2]
    score: float


Proposer: TypeAlias = Callable[[Image], Sequence[Proposal]]
"""Picture (H×W×3, BGR) → proposals, the best first."""
