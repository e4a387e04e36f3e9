"""What stands on the table for a throw: a board with its checkers, in millimetres. No physics and no pictures here.

Frame of reference: `calibration.board` (origin at the field's top left corner, x right, y down), z up from the field.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry, Region
from models.synth.positions import place_bar, place_slot, place_tray, random_habit, random_slots
from models.synth.scene import CheckerPlace, Scene, Shade
from models.synth.texture import Rng

Part: TypeAlias = Literal["field", "checker", "rail", "bar", "die", "tray", "table"]
"""What a die can touch."""
Trays: TypeAlias = tuple[bool, bool]


@dataclass(frozen=True)
class Tabletop:
    """A board on a table. Heights, mm above the field: `rail_height`, `bar_height` (0 for a bar that is only printed).

    `rail` is a rail's width and `inset` how far the points' bases lie from it; the field stands `floor` mm above the
    table. `trays` tells whether there is one left and right of the field, inside the outer rail.
    """

    geometry: BoardGeometry
    rail: float
    rail_height: float
    bar_height: float
    inset: float
    floor: float
    trays: Trays
    checker_height: float
    checkers: tuple[CheckerPlace, ...] = ()

    @classmethod
    def of(cls, scene: Scene, floor: float = 20.0) -> "Tabletop":
        """The table of a scene that is rendered."""
        look = scene.look.board
        return cls(
            scene.geometry, look.rail_mm, look.rail_height, look.bar_height, look.inset_mm, floor, look.trays,
            scene.look.checker_height, scene.checkers,
        )  # fmt: skip

    @property
    def tray_width(self) -> float:
        """Inner width of a tray, mm."""
        return 1.15 * self.geometry.checker_diameter

    @property
    def inner(self) -> Region:
        """The playing surface between the inner rails."""
        room, size = self.inset, self.geometry
        return Region(-room, -room, size.field_width + room, size.field_height + room)

    @property
    def outer(self) -> Region:
        """The whole board with its trays and outer rails."""
        inner = self.inner
        left, right = (self.rail + self.tray_width if has else 0.0 for has in self.trays)
        return Region(
            inner.left - self.rail - left, inner.top - self.rail,
            inner.right + self.rail + right, inner.bottom + self.rail,
        )  # fmt: skip


def random_tabletop(rng: Rng) -> Tabletop:
    """A board of any make with any position on it: travel to tournament size, with or without rails, bar and trays."""
    width = float(rng.uniform(330, 560))
    sheet = bool(rng.random() < 0.1)
    bar = 0.0 if sheet else float(rng.uniform(0.05, 0.12)) * width
    point = (width - bar) / 12
    diameter = float(rng.uniform(0.86, 0.99)) * point
    geometry = BoardGeometry(width, float(rng.uniform(0.78, 1.02)) * width, bar, diameter)
    rail_height = 0.0 if sheet else float(rng.uniform(8, 40))
    trays = (bool(rng.random() < 0.35), bool(rng.random() < 0.5)) if not sheet else (False, False)
    top = Tabletop(
        geometry,
        rail=0.0 if sheet else float(rng.uniform(12, 35)),
        rail_height=rail_height,
        bar_height=rail_height if rng.random() < 0.7 else 0.0,
        inset=0.0 if rng.random() < 0.5 else float(rng.uniform(1, 8)),
        floor=1.0 if sheet else float(rng.uniform(8, 40)),
        trays=trays,
        checker_height=float(rng.uniform(0.2, 0.33)) * diameter,
    )
    return _with_checkers(top, rng)


def _with_checkers(top: Tabletop, rng: Rng) -> Tabletop:
    geometry, height, habit = top.geometry, top.checker_height, random_habit(rng)
    slots = random_slots(rng, 15)
    places = [
        place
        for name, (shade, count) in slots.items()
        for place in place_slot(name, shade, count, geometry, height, habit, rng)
    ]
    left = {shade: 15 - sum(n for own, n in slots.values() if own == shade) for shade in ("L", "D")}
    if geometry.bar_width > 0.8 * geometry.checker_diameter:
        bar: dict[Shade, int] = {"L": min(left["L"], int(rng.integers(3))), "D": min(left["D"], int(rng.integers(2)))}
        places += place_bar(bar, geometry, height, rng, top.bar_height)
    for side, has in enumerate(top.trays):
        if has:
            shade: Shade = "L" if side else "D"
            places += place_tray(
                side, left[shade], shade, geometry, rail=top.rail + top.inset, height=height, rng=rng
            )  # fmt: skip
    return Tabletop(**{**top.__dict__, "checkers": tuple(places)})


def leaning(place: CheckerPlace) -> npt.NDArray[np.float64]:
    """How a checker's tilt turns it, (3, 3), in a frame with x right, y up (away from the viewer) and z up."""
    cos, sin = np.cos(place.raised), -np.sin(place.raised)
    frame = np.array([(cos, -sin, 0.0), (sin, cos, 0.0), (0.0, 0.0, 1.0)])
    up, ahead = np.sin(place.tilt), np.cos(place.tilt)
    return np.asarray(frame @ np.array([(ahead, 0, -up), (0, 1, 0), (up, 0, ahead)]) @ frame.T)


def half_at(top: Tabletop, x: float) -> Literal["left-half", "right-half"]:
    """The half of the picture at x, mm."""
    return "left-half" if x < float(np.mean(top.geometry.bar_x)) else "right-half"
