"""What a settled die is, by its pose and the forces on it: value, tilt, what it touches and lies on, where."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from models.synth.physics.tabletop import Part, Tabletop, half_at
from models.synth.physics.world import Floats

Where: TypeAlias = Literal["left-half", "right-half", "bar", "rail", "tray", "off-board"]
TOUCHED = 0.002
"""Least force of a touch, in the die's own weight."""
CARRIED = 0.05
"""Least upward force of what carries a die, in its own weight."""
STANDARD_FACES = ((0, 1, 3), (0, -1, 4), (1, 1, 2), (1, -1, 5), (2, 1, 1), (2, -1, 6))
"""(axis, sign, value): opposite faces add up to seven."""


@dataclass(frozen=True)
class DieTruth:
    """A die after a throw. Centre in mm of the board's frame, `tilt` of the uppermost face from level in degrees.

    `axes` are the die's own axes as rows in a frame with x right, y up (away from the viewer) and z up.
    """

    value: int
    tilt: float
    touches: tuple[Part, ...]
    rests_on: tuple[Part, ...]
    where: Where
    moving: bool
    centre: tuple[float, float, float]
    axes: tuple[tuple[float, float, float], ...]
    side: float
    rounding: float

    @property
    def is_valid_surface(self) -> bool:
        """Does it lie flat and still on the field of one half, carried by nothing else?"""
        return not self.moving and self.tilt < 1.0 and self.rests_on == ("field",) and self.where.endswith("half")


def upper_face(axes: Floats) -> tuple[int, float]:
    """The value of the uppermost face and its tilt in degrees; `axes` as rows, z up."""
    axis, sign, value = max(STANDARD_FACES, key=lambda face: face[1] * axes[face[0], 2])
    return value, float(np.degrees(np.arccos(np.clip(sign * axes[axis, 2], -1, 1))))


def parts_of(forces: Mapping[Part, Floats], weight: float) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """What touches a die and what carries it, each sorted; forces on the die in N, z up."""
    touches = tuple(sorted(part for part, force in forces.items() if np.linalg.norm(force) > TOUCHED * weight))
    carries = tuple(sorted(part for part, force in forces.items() if force[2] > CARRIED * weight))
    return touches, carries


def where_at(top: Tabletop, x: float, y: float) -> Where:
    """Where a die's centre lies, in the words of a truth file."""
    outer, inner, (left, right) = top.outer, top.inner, top.geometry.bar_x
    if not outer.holds(x, y):
        return "off-board"
    if not inner.holds(x, y):
        beyond = inner.left - x - top.rail if x < inner.left else x - inner.right - top.rail
        in_tray = inner.top <= y < inner.bottom and 0 < beyond < top.tray_width
        return "tray" if in_tray and top.trays[int(x > inner.right)] else "rail"
    if left <= x < right:
        return "bar"
    return half_at(top, x)
