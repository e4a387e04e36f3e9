"""Which six columns of each half are points: a fitted comb may be off by whole pitches.

Seen alone, five bare points and a rail look like six, and a bar can pass for a point. Three things tell: bare points
show their sides, covered ones show a checker at the base, and upright lines (rails, bar) run at a half's ends, not
inside.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.fitted import MARGIN, FittedBoard, flatten_board
from calibration.refine import PITCH, Fit

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]

GAPS = 0.3
"""Share of a checker's outline that may not show."""
DISC_CHANCE, DISC_WEIGHT = 0.38, 1.2
SHIFTS = (-1, 0, 1)
MOVE_COST = 0.08
WIDEST_BAR = 1.5
"""A bar wider than this many pitches is rare."""


@dataclass(frozen=True, eq=False)
class Halves:
    """The halves that fit best: corners 4×2 px of the picture, bar in pitches; whether they `moved`; their `score`,
    and by what `margin` they beat the next best, costs counted or not: costs make nothing surer."""

    corners: Floats
    bar: float
    moved: bool
    score: float
    margin: float


Cost: TypeAlias = Callable[[Floats], float]
"""What speaks against a field with these corners (4×2 px of the picture), in units of a score."""


def no_cost(corners: Floats) -> float:
    """Nothing speaks against any field."""
    return 0.0


def choose_halves(image: Image, fit: Fit, cost: Cost = no_cost) -> Halves:
    """Each half of a fitted field (picture H×W×3) moved by the whole pitch that fits best, less what `cost` says."""
    board = flatten_board(image, fit)
    choices: list[tuple[float, float, tuple[int, int], Floats]] = []
    starts = (0.0, 6.0 + board.bar)
    columns = [[_column(board, start + k) for k in range(-1, 7)] for start in starts]
    uprights = [[_upright(board, start + k) for k in range(-1, 8)] for start in starts]
    for left, right in product(SHIFTS, SHIFTS):
        bar = board.bar + right - left
        if bar < -0.3:
            continue
        score = sum(_half_score(columns[h], uprights[h], (left, right)[h]) for h in (0, 1))
        score -= 0.1 * max(0.0, bar - WIDEST_BAR) + MOVE_COST * (abs(left) + abs(right))
        corners = _moved(board, left, right)
        choices.append((score - cost(corners), score, (left, right), corners))
    (worth, score, (left, right), corners), *others = sorted(choices, key=lambda choice: -choice[0])
    margin = min(worth - others[0][0], score - max(other[1] for other in others)) if others else 0.0
    bar, moved = max(0.0, board.bar + right - left), (left, right) != (0, 0)
    return Halves(corners, bar, moved, score, max(0.0, margin))


def _moved(board: FittedBoard, left: int, right: int) -> Floats:
    """Corners 4×2 px of the field with its halves moved by so many pitches."""
    end = left + 12 + max(0.0, board.bar + right - left)
    share = np.array([[left, 0], [end, 0], [end, board.height], [left, board.height]])
    corners = cv2.perspectiveTransform(((share + MARGIN) * PITCH)[None], board.matrix)[0]
    return np.asarray(corners, dtype=np.float64)


def _half_score(columns: list[float], uprights: list[float], shift: int) -> float:
    inside = columns[shift + 1 : shift + 7]
    ends = (uprights[shift + 1], uprights[shift + 7])
    between = uprights[shift + 2 : shift + 7]
    return sum(min(c, 0.3) for c in inside) + 0.5 * (sum(map(_clear, ends)) - _clear(max(between)))


def _clear(upright: float) -> float:
    """An upright line's weight: what any texture shows counts nothing, and no line counts more than a clear one."""
    return min(max(upright - 0.15, 0.0), 0.35)


def _column(board: FittedBoard, left: float) -> float:
    """How much a column from `left` pitches on looks like a point, bare or covered: mean of both rows."""
    share = np.linspace(0.08, 0.9, 60)
    beside = np.array([-0.5, -0.04, 0.0, 0.04, 0.5])
    rows = []
    for is_top in (True, False):
        sides = []
        for side in (-1, 1):
            channel = board.lean.right if (side == -1) == is_top else board.lean.left
            x = left + 0.5 + side * board.half_base * (1 - share)
            y = share * board.length if is_top else board.height - share * board.length
            seen = board.at(channel, x[:, None] + beside, np.repeat(y[:, None], 5, axis=1)).mean(axis=0)
            sides.append(seen[1:4].max() - seen[[0, 4]].mean())
        rows.append(max(sum(sides) / 2, DISC_WEIGHT * (_disc(board, left + 0.5, is_top) - DISC_CHANCE)))
    return float(sum(rows) / 2)


def _disc(board: FittedBoard, x: float, is_top: bool) -> float:
    """How surely a checker lies at the base of a point: edge along nearly the whole of a ring, 0…1, 0.25 by chance."""
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    shift = np.array([(dx, dy) for dx in np.arange(-0.2, 0.21, 0.1) for dy in np.arange(-0.2, 0.41, 0.1)])
    middle = np.array([x, 0.5 if is_top else board.height - 0.5]) + shift * (1, 1 if is_top else -1)
    best = 0.0
    for radius in (0.36, 0.41, 0.46):
        place = middle[:, None, :] + radius * ring
        across, down = (board.at(g, place[..., 0], place[..., 1]) for g in board.gradient)
        outward = np.abs(across * ring[:, 0] + down * ring[:, 1])
        best = max(best, float(np.quantile(outward, GAPS, axis=1).max()))
    return best


def _upright(board: FittedBoard, x: float) -> float:
    """Strength of an upright line within a quarter pitch of `x` pitches, over the field's whole height."""
    y = np.linspace(0.02, 0.98, 200) * board.height
    offsets = np.arange(-6, 7) / PITCH
    seen = board.at(board.upright, np.repeat((x + offsets)[None], 200, axis=0), np.repeat(y[:, None], 13, axis=1))
    return float(np.convolve(seen.mean(axis=0), np.ones(3), "same").max())
