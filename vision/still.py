"""Everything that one still view shows, before time comes into it: checkers, bar, trays, dice, cube."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from calibration.view import View
from vision.frame import Image
from vision.observation import CountReading, CubeReading, DieReading, Shade, SlotReading


@dataclass(frozen=True)
class StillReading:
    """A reading of one picture. `slots` maps every name of `vision.observation.SLOTS`; `view` is the view it was read
    with (a reader may correct the board's sizes)."""

    view: View
    slots: Mapping[str, SlotReading]
    bar: Mapping[Shade, CountReading]
    off: Mapping[Shade, CountReading]
    dice: tuple[DieReading, ...] = ()
    cube: CubeReading | None = None


StillReader: TypeAlias = Callable[[Image, View], StillReading]
"""Reads a picture (H×W×3 BGR) of the view's size."""
