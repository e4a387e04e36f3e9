"""The board in millimetres: points, bar, trays. No image anywhere.

Frame of reference: origin at the top left corner of the playing field as rectified (points hang from the top edge and
stand on the bottom edge), x to the right, y down, in mm. The *playing field* is the rectangle that bounds the bases of
all 24 points, both halves and the bar between them included, rails and trays excluded.
"""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Row: TypeAlias = Literal["top", "bottom"]
Point2: TypeAlias = tuple[float, float]


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
