"""The board in millimetres: points, bar, trays. No image anywhere.

Frame of reference: origin at the top left corner of the playing field as rectified (points hang from the top edge and
stand on the bottom edge), x to the right, y down, in mm. The *playing field* is the rectangle that bounds the bases of
all 24 points, both halves and the bar between them included, rails and trays excluded.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Row: TypeAlias = Literal["top", "bottom"]
Point2: TypeAlias = tuple[float, float]

TRAY_WIDTH = 1.6
"""Width of a tray and the rail before it, in checkers."""


@dataclass(frozen=True)
class Region:
    """An upright rectangle on the board, mm: `left`, `top`, `right`, `bottom`."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def centre(self) -> Point2:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def corners(self) -> tuple[Point2, Point2, Point2, Point2]:
        """tl, tr, br, bl."""
        left, top, right, bottom = self.left, self.top, self.right, self.bottom
        return (left, top), (right, top), (right, bottom), (left, bottom)

    def holds(self, x: float, y: float) -> bool:
        """Whether a place in mm lies inside."""
        return self.left <= x < self.right and self.top <= y < self.bottom


@dataclass(frozen=True)
class BoardGeometry:
    """Sizes of one board, mm. A board without a bar (a printed sheet) has `bar_width` 0.

    Absolute scale can't be seen in one picture: sizes are true relative to each other, with the field's width set to a
    common tournament board's unless measured.

    :raises ValueError: when a size is not positive or the bar leaves no room for the points.
    """

    field_width: float
    field_height: float
    bar_width: float
    checker_diameter: float

    def __post_init__(self) -> None:
        if min(self.field_width, self.field_height, self.checker_diameter) <= 0 or self.bar_width < 0:
            raise ValueError(f"expected positive board sizes in mm, got {self}")
        if self.bar_width >= self.field_width / 2:
            raise ValueError(
                f"the bar ({self.bar_width} mm) leaves no room for points on a field of {self.field_width} mm"
            )

    @property
    def point_width(self) -> float:
        """Width of a point's base, mm."""
        return (self.field_width - self.bar_width) / 12

    def column_x(self, index: int) -> float:
        """Centre of column `index` (0 at the left … 11 at the right), mm."""
        return (index + 0.5) * self.point_width + (self.bar_width if index >= 6 else 0.0)

    @property
    def bar_x(self) -> tuple[float, float]:
        """Left and right edge of the bar, mm; equal on a board without one."""
        left = 6 * self.point_width
        return left, left + self.bar_width

    def regions(self) -> dict[str, Region]:
        """Where things may lie, by name.

        The 24 points `top[0]` … `bottom[11]`, each a column to the middle of the field; `bar`; and `tray-left` and
        `tray-right` beside the field, as wide as trays usually are.
        """
        middle, half = self.field_height / 2, self.point_width / 2
        found = {}
        for index in range(12):
            x = self.column_x(index)
            found[f"top[{index}]"] = Region(x - half, 0.0, x + half, middle)
            found[f"bottom[{index}]"] = Region(x - half, middle, x + half, self.field_height)
        left, right = self.bar_x
        tray = TRAY_WIDTH * self.checker_diameter
        found["bar"] = Region(left, 0.0, right, self.field_height)
        found["tray-left"] = Region(-tray, 0.0, 0.0, self.field_height)
        found["tray-right"] = Region(self.field_width, 0.0, self.field_width + tray, self.field_height)
        return found

    def slot_at(self, x: float, y: float) -> str | None:
        """The name of the region that holds a place in mm, None outside all."""
        return next((name for name, region in self.regions().items() if region.holds(x, y)), None)
