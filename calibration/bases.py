"""Where the points begin: the field's top and bottom edge.

The sides of the points fix the field sideways, but along the points only as well as the width of their bases is known.
At the edge two things happen: the sides end, and a level line (rail, seam, frame) runs along the bases.
"""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.fitted import MARGIN, FittedBoard, flatten_board
from calibration.refine import PITCH, Fit

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]

REACH = 1.8
"""How far off an edge may be, in pitches."""
STEP = 0.08
SPAN = 0.5
"""Length of the sides compared on either side of an edge, in pitches."""
BLUNT = 0.2
"""Where neighbouring points meet, the last of their sides does not show, in pitches."""
BEYOND = 1.0
"""How far outside an edge no sides may show, in pitches."""
MOST_SLANT = 0.8
CLEAR_END = 0.35
BARE = 4
"""Checkers hide the ends of points: only the best so many of twelve are asked."""
ELSEWHERE = 0.5
"""An edge this many pitches off is another one."""
FEWEST = 2
"""So many points that go on beyond an edge speak against it."""
WEIGHTS = {"level": 0.6, "ends": 1.2, "beyond": 0.7}
"""Chosen on rendered boards."""


@dataclass(frozen=True, eq=False)
class Edges:
    """Corners 4×2 px of the picture with both edges where the points begin; how far `inwards` that was, in pitches.

    `margin`: by how much the less certain edge beats other places.
    """

    corners: Floats
    inwards: float
    margin: float


def snap_bases(image: Image, fit: Fit) -> Edges:
    """Move the top and bottom edge of a fitted field (picture H×W×3) to where the points begin."""
    board = flatten_board(image, fit)
    width = 12 + board.bar
    (tl, tr, top_margin), (bl, br, bottom_margin) = _edge(board, True), _edge(board, False)
    corners = np.array([[0, tl], [width, tr], [width, board.height - br], [0, board.height - bl]])
    placed = cv2.perspectiveTransform(((corners + MARGIN) * PITCH)[None], board.matrix)[0]
    return Edges(np.asarray(placed, dtype=np.float64), (tl + tr + bl + br) / 4, min(top_margin, bottom_margin))


def _edge(board: FittedBoard, is_top: bool) -> tuple[float, float, float]:
    """How far inwards the edge lies at its left and its right end, in pitches, and its margin over other places."""
    offsets = np.arange(-REACH, REACH + STEP / 2, STEP)
    left, right = np.meshgrid(offsets, offsets, indexing="ij")
    keep = np.abs(left - right) <= MOST_SLANT
    left, right = left[keep], right[keep]
    ends, beyond = _ends(board, is_top, left, right)
    score = WEIGHTS["level"] * _level(board, is_top, left, right) + WEIGHTS["ends"] * ends - WEIGHTS["beyond"] * beyond
    score -= 0.07 * (((left + right) / 2) / 0.8) ** 2 + 0.05 * ((left - right) / 0.3) ** 2
    best = int(score.argmax())
    elsewhere = np.abs(left + right - left[best] - right[best]) / 2 > ELSEWHERE
    return float(left[best]), float(right[best]), float(score[best] - score[elsewhere].max())


def _columns(board: FittedBoard) -> Floats:
    """Middles of the twelve columns in pitches."""
    columns = np.arange(12) + 0.5
    return np.asarray(columns + np.where(columns > 6, board.bar, 0.0), dtype=np.float64)


def _level(board: FittedBoard, is_top: bool, left: Floats, right: Floats) -> Floats:
    """For edges from `left` to `right` (N,): mean strength of a level line along the bases."""
    x = (_columns(board)[:, None] + np.linspace(-0.4, 0.4, 9)).ravel()
    share = x / (12 + board.bar)
    inward = left[:, None] + (right - left)[:, None] * share
    y = inward if is_top else board.height - inward
    seen = board.at(board.lean.level, np.repeat(x[None], len(left), axis=0), y)
    return np.asarray(np.minimum(seen, 0.5).mean(axis=1), dtype=np.float64)


def _ends(board: FittedBoard, is_top: bool, left: Floats, right: Floats) -> tuple[Floats, Floats]:
    """For edges from `left` to `right` (N,): how much more the sides show inside than outside, and how much outside."""
    room = max(SPAN, BEYOND) + BLUNT
    depth = np.arange(-REACH - room, REACH + room + STEP / 2, STEP)
    columns = _columns(board)
    total = np.cumsum(np.pad(_sides_along(board, is_top, depth), ((0, 0), (1, 0))), axis=1)
    inward = left[:, None] + (right - left)[:, None] * columns / (12 + board.bar)
    span, blunt, far = round(SPAN / STEP), round(BLUNT / STEP), round(BEYOND / STEP)
    at = np.clip(np.round((inward - depth[0]) / STEP).astype(int), far, total.shape[1] - 1 - span - blunt)
    row = np.arange(12)
    inside = (total[row, at + blunt + span] - total[row, at + blunt]) / span
    outside = (total[row, at] - total[row, at - span]) / span
    ends = np.sort(np.minimum(inside - outside, CLEAR_END), axis=1)[:, -BARE:].mean(axis=1)
    going_on = (total[row, at - blunt] - total[row, at - far]) / (far - blunt)
    beyond = np.sort(going_on, axis=1)[:, -FEWEST:].mean(axis=1)
    return np.asarray(ends, dtype=np.float64), np.asarray(beyond, dtype=np.float64)


def _sides_along(board: FittedBoard, is_top: bool, depth: Floats) -> Floats:
    """Strength (12, len(depth)) of the sides of each point at depths inwards from an edge, in pitches."""
    columns = _columns(board)
    y = np.repeat((depth if is_top else board.height - depth)[None], 12, axis=0)
    sides = []
    for side in (-1, 1):
        channel = board.lean.right if (side == -1) == is_top else board.lean.left
        x = columns[:, None] + side * board.half_base * (1 - depth / board.length)
        sides.append(np.maximum.reduce([board.at(channel, x + wiggle / PITCH, y) for wiggle in (-1.5, 0.0, 1.5)]))
    return np.asarray((sides[0] + sides[1]) / 2, dtype=np.float64)
