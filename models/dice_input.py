"""What the die reader is given: agreed on by its training and by `vision.dice_judge`. Numpy alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float32]
Matrix: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Sight:
    """How a reader is shown a die: px a side of its square input, px of the die's side there."""

    size: int
    side: float


GLANCE, CLOSE = Sight(48, 18.0), Sight(72, 27.0)
"""Of the reader that looks at every place, and of the one that looks at what that leaves undecided."""
LEAN_MOST, LEAN_UNKNOWN = 2.0, -1.0
"""How far what stands up leans in a crop, as a share of its height (the tangent of the viewing angle): the most that
the reader tells apart, and what it is told where that is not known."""
PLANES = 5
"""Of the reader's input: three colours, the lean, the ground plan."""
PLAN_NUMBERS = 10
_OFF, _BAR = 1.0, -1.0
"""The plan outside the field and on the bar; 0 on the points, and everywhere where there is no board."""


def sides_looked_for(longest: int) -> tuple[float, ...]:
    """Sizes of dice looked for in a picture without a board, px: from 12 px to a fifth of its `longest` side."""
    return tuple(12.0 * 1.6**i for i in range(9) if 12.0 * 1.6**i <= max(12.0, longest / 5))


def window_about(x: float, y: float, step: float, angle: float, size: int) -> Matrix:
    """3×3: px of a crop of `size` px a side → units of the plane, (x, y) in the middle; a px spans `step` units, the
    plane's direction `angle` (radians clockwise from upwards) is upwards there."""
    window = np.eye(3)
    window[:2, :2] = step * np.array([(np.cos(angle), -np.sin(angle)), (np.sin(angle), np.cos(angle))])
    window[:2, 2] = np.array([x, y]) - window[:2, :2] @ np.full(2, (size - 1) / 2)
    return window


def plan_numbers(window: npt.ArrayLike, field: tuple[float, float], bar: tuple[float, float]) -> Floats:
    """What the ground plan of a crop is drawn from: `window` (2×3 or more rows, its px → mm of the board), width and
    height of the `field` and left and right edge of its `bar`, mm."""
    return np.concatenate([np.asarray(window, np.float32)[:2].ravel(), np.asarray([*field, *bar], np.float32)])


NO_PLAN: Floats = np.full(PLAN_NUMBERS, np.nan, np.float32)
"""That of a crop of a picture without a board."""


def seen_through(numbers: Floats, window: Matrix) -> Floats:
    """The same plan in another crop, whose px `window` (3×3) takes to those of the first."""
    old = np.vstack([numbers[:6].reshape(2, 3), (0, 0, 1)])
    return np.concatenate([(old @ window)[:2].ravel(), numbers[6:]]).astype(np.float32)


def ground_plans(numbers: Sequence[Floats], size: int) -> Floats:
    """N×size×size: what lies under each px of crops by the board's plan, at the height of the field."""
    told = np.stack(numbers)
    x, y = np.meshgrid(np.arange(size, dtype=np.float32), np.arange(size, dtype=np.float32))
    a, b, c, d, e, f, width, height, left, right = (column[:, None, None] for column in told.T)
    across, down = a * x + b * y + c, d * x + e * y + f
    off = (across < 0) | (across > width) | (down < 0) | (down > height)
    on_bar = (across > left) & (across < right) & ~off
    return np.where(off, np.float32(_OFF), np.where(on_bar, np.float32(_BAR), np.float32(0)))


def tensor(images: Sequence[Image]) -> Floats:
    """Pictures of one size (H×W×3 uint8 BGR) → N×3×H×W float32 in 0…1."""
    return np.ascontiguousarray(np.stack(images).transpose(0, 3, 1, 2), dtype=np.float32) / np.float32(255)


def reader_input(crops: Sequence[Image], leans: Sequence[float], plans: Sequence[Floats]) -> Floats:
    """Square crops of one size (S×S×3 uint8 BGR), how far what stands up leans in each, and the numbers of their ground
    plans → N×5×S×S: colours in 0…1, the lean as a share of LEAN_MOST (LEAN_UNKNOWN as it is), and the plan."""
    told = np.minimum(np.asarray(leans, np.float32), np.float32(LEAN_MOST))
    told = np.where(told < 0, np.float32(LEAN_UNKNOWN), told / np.float32(LEAN_MOST))
    size = len(crops[0])
    plane = np.broadcast_to(told[:, None, None, None], (len(crops), 1, size, size))
    return np.concatenate([tensor(crops), plane, ground_plans(plans, size)[:, None]], axis=1)
