"""What this set looks like: colours of checkers, points and field in CIE L*a*b* (L 0–100, a and b about ±127)."""

from dataclasses import dataclass
from typing import TypeAlias

Lab: TypeAlias = tuple[float, float, float]


@dataclass(frozen=True)
class SetColours:
    """Colours of one set as one camera sees it, medians in CIE L*a*b*.

    `light` and `dark` are the two sides' checkers, `points` the two colours of the points (the first is the one of
    `top[0]`), `field` the ground between them. `light_spread` and `dark_spread` say how far the pixels of a side's
    checkers stray from its median (Euclidean in Lab).
    """

    light: Lab
    dark: Lab
    points: tuple[Lab, Lab]
    field: Lab
    light_spread: float
    dark_spread: float
