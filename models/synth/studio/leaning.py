"""Checkers that lean: a row pressed together like fallen dominoes, and a lone one against the rail."""

from dataclasses import dataclass

import numpy as np

from models.synth.physics.tabletop import Tabletop
from models.synth.scene import CheckerPlace, Shade
from models.synth.texture import Rng

_AGAINST_RAIL = 0.015
"""Share of lone checkers that lean on the rail."""
_PRESSED = 0.1
"""Share of the rows of somebody who presses checkers together that lean."""
_STEEP = (0.17, 0.5)
_HALF = 0.48
"""How much of the field's height a row may take."""
_ASIDE = 0.03


@dataclass(frozen=True)
class _Point:
    name: str
    shade: Shade
    top: Tabletop

    def put(self, deep: float, tilt: float, rng: Rng) -> CheckerPlace:
        """A checker `deep` mm from the point's base, its side towards the rail lifted where it leans."""
        size, hangs = self.top.geometry, self.name.startswith("top")
        x = size.column_x(int(self.name[self.name.index("[") + 1 : -1]))
        x += float(rng.normal(0, _ASIDE)) * size.checker_diameter
        raised = 0.0 if not tilt else -np.pi / 2 if hangs else np.pi / 2
        lift = float(size.checker_diameter / 2 * np.sin(tilt))
        y = float(deep if hangs else size.field_height - deep)
        return CheckerPlace(x, y, self.shade, lift, float(rng.uniform(0, 2 * np.pi)), self.name, False, tilt, raised)


def leaned(
    name: str, content: tuple[Shade, int], top: Tabletop, pressing: bool, rng: Rng
) -> list[CheckerPlace] | None:  # fmt: skip
    """Where the checkers of a point lean, or None where they don't; `pressing` is the player's habit."""
    shade, count = content
    point = _Point(name, shade, top)
    if count == 1 and top.rail_height > 0 and rng.random() < _AGAINST_RAIL:
        return [_against_rail(point, rng)]
    if count > 1 and pressing and rng.random() < _PRESSED:
        return _dominoes(point, count, rng)
    return None


def _against_rail(point: _Point, rng: Rng) -> CheckerPlace:
    """The raised edge touches the rail's wall, the lower one lies on the field."""
    top, size = point.top, point.top.geometry.checker_diameter
    steepest = float(np.arcsin(min(0.6, 0.95 * top.rail_height / size)))
    tilt = float(rng.uniform(0.4, 1.0)) * steepest
    return point.put(size / 2 * float(np.cos(tilt)) - top.inset, tilt, rng)


def _dominoes(point: _Point, count: int, rng: Rng) -> list[CheckerPlace] | None:
    """The first lies flat at the rail, the second leans on its edge, each further one lies on the one before; None
    where that takes too much room.
    """
    size, height = point.top.geometry.checker_diameter, point.top.checker_height
    tilt = float(rng.uniform(*_STEEP))
    step = height / float(np.sin(tilt))
    first = size / 2 + height / float(np.tan(tilt)) + size / 2 * (1 - float(np.cos(tilt)))
    if step > 0.97 * size or first + (count - 1) * step > _HALF * point.top.geometry.field_height:
        return None
    leaning = [point.put(first + index * step, tilt, rng) for index in range(count - 1)]
    return [point.put(size / 2, 0.0, rng), *leaning]
