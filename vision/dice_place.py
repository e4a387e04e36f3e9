"""Where a die rests: half, bar, rail, tray; on or against a checker. No image."""

import math
from collections.abc import Sequence
from typing import TypeAlias

from calibration.board import BoardGeometry
from calibration.view import View
from vision.observation import Place

Disc: TypeAlias = tuple[float, float, float]
"""A checker: centre x, y and radius, mm."""

RAIL, TRAY = 12.0, 90.0
"""mm from the field: up to there the rail; beside the field up to there a tray."""


def place_of(x: float, y: float, geometry: BoardGeometry) -> Place:
    """Name of the place (x, y) mm, as the rectified picture shows it.

    A die is in a half when its centre is; rails and trays are taken as those of a common board, since no picture of the
    field alone tells their widths.
    """
    left, right = geometry.bar_x
    outside_x = max(-x, x - geometry.field_width, 0.0)
    outside_y = max(-y, y - geometry.field_height, 0.0)
    if outside_x == outside_y == 0:
        if left < x < right:
            return "bar"
        return "left-half" if x <= left else "right-half"
    if max(outside_x, outside_y) <= RAIL:
        return "rail"
    if outside_y <= RAIL and outside_x <= TRAY:
        return "tray"
    return "off-board"


def lean_at(view: View, x: float, y: float, height: float) -> tuple[float, float]:
    """How far a point above (x, y) mm seems to lie from there on the board's surface, as a share of its `height` mm."""
    ((a, b),) = view.to_mm(view.lift([(x, y)], height))
    return (float(a) - x) / height, (float(b) - y) / height


def rests_on(x: float, y: float, discs: Sequence[Disc]) -> bool:
    """Whether the die's centre is above a checker."""
    return any(math.hypot(x - a, y - b) < radius for a, b, radius in discs)


def touches(x: float, y: float, side: float, discs: Sequence[Disc]) -> bool:
    """Whether a die may be against a checker: its middle nearer to the checker's edge than 0.65 of its side."""
    return any(radius <= math.hypot(x - a, y - b) < radius + 0.65 * side for a, b, radius in discs)
