"""Where a die rests: half, bar, rail, tray; on or against a checker. No image."""

import math
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from calibration.board import BoardGeometry
from calibration.view import View
from vision.observation import Ground, Place

Disc: TypeAlias = tuple[float, float, float]
"""A checker: centre x, y and radius, mm."""

RAIL, WIDEST_RAIL, TRAY = 12.0, 40.0, 90.0
"""mm from the field: up to there the rail; up to there still, where a die looks as if it stood on one; beside the field
up to there a tray."""
TOUCHING = 0.65
"""Sides from a die's middle to a checker's edge up to which it may be against it."""
STANDS_MM: Mapping[Ground, float] = {"checker": 9.0, "die": 13.0, "bar": 12.0, "rail": 12.0}
"""How high above the field a die stands on these, about."""
_HALF: Mapping[Ground, float] = {"field": 1.0, "checker": 0.6, "die": 0.4, "bar": 0.19, "rail": 0.2, "table": 0.27}
_FITS: Mapping[Place, Mapping[Ground, float]] = {
    "left-half": _HALF,
    "right-half": _HALF,
    "bar": {"field": 0.48, "checker": 0.45, "die": 1.0, "bar": 0.48, "rail": 0.74, "table": 0.6},
    "rail": {"field": 0.45, "checker": 1.0, "die": 0.49, "bar": 0.42, "rail": 0.79, "table": 0.37},
    "tray": {"field": 0.15, "checker": 1.0, "die": 0.17, "bar": 0.17, "rail": 0.08, "table": 0.1},
    "off-board": {"field": 0.02, "checker": 0.1, "die": 0.5, "bar": 0.01, "rail": 1.0, "table": 0.7},
}
"""How well what a die seems to stand on goes with where it seems to lie; neither is known to the millimetre. Fitted
(multinomial regression beside the look's log-odds) on 1,943 dice of 171 stills kept from training; in the last row rail
and table by trial on its 60 dice, those off the board among them. The look knows the ground's plan, and so most of what
the place tells."""
CHECKER_SURE = 0.8
"""Probability from which a die is said to stand on a checker, or not to."""
_DISC, _NO_DISC = ((0.0, 7.0), (0.35, 2.3), (TOUCHING, 1.2), (1.0, 0.6)), 0.21
"""What a checker found as near as that (see `gap_to`) is worth, and none so near; from the same fit."""


def place_of(x: float, y: float, geometry: BoardGeometry) -> Place:
    """Name of the place (x, y) mm, as the rectified picture shows it.

    A die is in a half when its centre is; rails and trays are taken as those of a common board, since no picture of the
    field alone tells their widths.
    """
    left, right = geometry.bar_x
    outside_x, outside_y = _outside(x, y, geometry)
    if outside_x == outside_y == 0:
        if left < x < right:
            return "bar"
        return "left-half" if x <= left else "right-half"
    if max(outside_x, outside_y) <= RAIL:
        return "rail"
    if outside_y <= RAIL and outside_x <= TRAY:
        return "tray"
    return "off-board"


def _outside(x: float, y: float, geometry: BoardGeometry) -> tuple[float, float]:
    """How far (x, y) lies beside the field, and above or below it, mm."""
    return max(-x, x - geometry.field_width, 0.0), max(-y, y - geometry.field_height, 0.0)


def grounds_of(seen: Mapping[Ground, float], place: Place, gap: float | None) -> dict[Ground, float]:
    """Probabilities of what a die stands on, by its look (`seen`, probabilities), by where it lies, and by its `gap_to`
    the checkers that were found (None where they were not looked for)."""
    disc = 1.0 if gap is None else next((worth for most, worth in _DISC if gap < most), _NO_DISC)
    fits = {ground: p * _FITS[place][ground] * (disc if ground == "checker" else 1.0) for ground, p in seen.items()}
    return {ground: fit / sum(fits.values()) for ground, fit in fits.items()}


def likeliest(chances: Mapping[Ground, float]) -> Ground:
    """The ground with the highest probability."""
    return max(chances, key=lambda ground: chances[ground])


def on_checker(chances: Mapping[Ground, float]) -> bool | None:
    """Whether a die stands on a checker, None where that is not sure."""
    p = chances["checker"]
    return None if 1 - CHECKER_SURE < p < CHECKER_SURE else p >= CHECKER_SURE


def agreed(ground: Ground, x: float, y: float, geometry: BoardGeometry) -> Place:
    """The place of a die at (x, y) mm that goes with what it stands on: on the bar or a rail it is there, however wide
    that is (but no rail is wider than WIDEST_RAIL); on the field or a checker it is in a half where it lies near the
    edge of one."""
    place = place_of(x, y, geometry)
    if ground == "bar" or (ground == "rail" and max(_outside(x, y, geometry)) <= WIDEST_RAIL):
        return "bar" if ground == "bar" else "rail"
    if ground in ("field", "checker") and place in ("bar", "rail"):
        return "left-half" if x < geometry.field_width / 2 else "right-half"
    return place


def lean_at(view: View, x: float, y: float, height: float) -> tuple[float, float]:
    """How far a point above (x, y) mm seems to lie from there on the board's surface, as a share of its `height` mm."""
    ((a, b),) = view.to_mm(view.lift([(x, y)], height))
    return (float(a) - x) / height, (float(b) - y) / height


def gap_to(x: float, y: float, side: float, discs: Sequence[Disc]) -> float:
    """How far a die's middle lies from the edge of the nearest checker, in its sides; negative above a checker."""
    nearest = min((math.hypot(x - a, y - b) - radius for a, b, radius in discs), default=math.inf)
    return float(nearest / side)


def touches(gap: float) -> bool:
    """Whether a die with that gap (see `gap_to`) may be against a checker."""
    return 0 <= gap < TOUCHING
