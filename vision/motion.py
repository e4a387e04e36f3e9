"""Hands and stillness from differences between small rectified pictures: pure functions, the state is passed in.

Pictures here are H×W×3 BGR float32 of the field with a margin all round (`Area`). Areas are mm², times ns of the
source.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.view import View
from vision.frame import Image

Small: TypeAlias = npt.NDArray[np.float32]
Mask: TypeAlias = npt.NDArray[np.bool_]


_COARSE = 4
"""Every so many-th pixel each way tells the change of light on the whole."""


@dataclass(frozen=True)
class MotionSettings:
    """`step_s`: pictures nearer in time than this are not compared. A pixel has changed when one of its colours moved
    by `changed` more than the picture as a whole. Motion begins at `moving_mm2` of changed area and is over after
    `quiet_checks` comparisons in a row below `quiet_mm2` and `quiet_s`. A hand is a changed area of `hand_mm2` that
    reaches from outside (`ring_mm` off the field) to `inside_mm` into it; it is gone when the board is quiet
    without it. What looks like one but lies stock-still for `absorb_s` is taken for a thing put
    down."""

    step_s: float = 0.1
    changed: float = 14.0
    moving_mm2: float = 90.0
    quiet_mm2: float = 45.0
    quiet_checks: int = 3
    quiet_s: float = 0.35
    hand_mm2: float = 1500.0
    ring_mm: float = 22.0
    inside_mm: float = 12.0
    absorb_s: float = 15.0


@dataclass(frozen=True, eq=False)
class Area:
    """Where motion is looked for: the field and `margin_mm` around it at `px_per_mm`.

    `seen`: what the camera sees at all; `ring`: its outer border, which only an arm reaches; `inside`: the field
    proper.
    """

    view: View
    px_per_mm: float
    margin_mm: float
    seen: Mask
    ring: Mask
    inside: Mask

    @property
    def pixel_mm2(self) -> float:
        """Area of one pixel, mm²."""
        return 1 / self.px_per_mm**2


@dataclass(frozen=True, eq=False)
class Motion:
    """What is known about motion after some pictures. `quiet_ns` is the start of the present quiet time, `calm` the
    last still picture without a hand."""

    last: Small | None = None
    last_ns: int = 0
    calm: Small | None = None
    still: bool = False
    hand: bool = False
    quiet: int = 0
    quiet_ns: int = 0


def area_of(view: View, settings: MotionSettings, px_per_mm: float = 0.5, margin_mm: float = 60.0) -> Area:
    """The area to watch for a view; where the picture ends inside the margin, its border takes the ring's part."""
    white = np.full((view.size[1], view.size[0], 3), 255, np.uint8)
    seen = view.rectify(white, px_per_mm, margin_mm)[..., 0] > 128
    border = 3.0
    from_edge = cv2.distanceTransform(np.pad(seen.astype(np.uint8), 1), cv2.DIST_L2, 3)[1:-1, 1:-1] / px_per_mm
    y, x = np.indices(seen.shape) / px_per_mm - margin_mm
    width, height = view.geometry.field_width, view.geometry.field_height
    into = np.minimum(np.minimum(x, width - x), np.minimum(y, height - y))
    ring = seen & ((into < -settings.ring_mm) | (from_edge < border / px_per_mm))
    return Area(view, px_per_mm, margin_mm, seen, ring, seen & (into > settings.inside_mm) & ~ring)


def small_of(image: Image, area: Area) -> Small:
    """The small rectified picture of a full one, slightly blurred."""
    small = area.view.rectify(image, area.px_per_mm, area.margin_mm)
    return np.asarray(cv2.GaussianBlur(small, (5, 5), 0), np.float32)


def changed(before: Small, after: Small, area: Area, settings: MotionSettings) -> Mask:
    """Which pixels changed in any colour beyond the change of light on the whole."""
    difference = after - before
    coarse = difference[::_COARSE, ::_COARSE][area.seen[::_COARSE, ::_COARSE]]
    light = np.median(coarse, axis=0).astype(np.float64)
    within = cv2.inRange(difference, light - settings.changed, light + settings.changed)
    return np.asarray((within == 0) & area.seen)


def reaches_in(mask: Mask, area: Area, settings: MotionSettings) -> bool:
    """Whether one connected part of the change reaches from the ring into the field, as an arm does."""
    least = settings.hand_mm2 / area.pixel_mm2
    if np.count_nonzero(mask) < least:
        return False
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=8)
    candidates = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= least]
    inside = settings.hand_mm2 / 4 / area.pixel_mm2
    return any(
        np.count_nonzero(area.ring & (labels == i)) >= 20 and np.count_nonzero(area.inside & (labels == i)) >= inside
        for i in candidates
    )


def step(motion: Motion, small: Small, t_ns: int, area: Area, settings: MotionSettings) -> Motion:
    """The state after one more picture."""
    if motion.last is None:
        return Motion(last=small, last_ns=t_ns, quiet_ns=t_ns)
    if t_ns - motion.last_ns < settings.step_s * 1e9:
        return motion
    moved_mm2 = np.count_nonzero(changed(motion.last, small, area, settings)) * area.pixel_mm2
    limit = settings.quiet_mm2 if motion.quiet < settings.quiet_checks else settings.moving_mm2
    if moved_mm2 > limit:
        motion = replace(motion, still=False, quiet=0, quiet_ns=t_ns)
    else:
        motion = replace(motion, quiet=motion.quiet + 1)
    motion = replace(motion, last=small, last_ns=t_ns)
    quiet_s = (t_ns - motion.quiet_ns) / 1e9
    settled = motion.quiet >= settings.quiet_checks and quiet_s >= settings.quiet_s
    reaching = motion.calm is not None and reaches_in(changed(motion.calm, small, area, settings), area, settings)
    hand = (reaching and quiet_s < settings.absorb_s) or (motion.hand and not settled)
    still = settled and not hand
    return replace(motion, hand=hand, still=still, calm=small if still else motion.calm)
