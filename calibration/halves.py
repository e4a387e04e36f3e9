"""Which six columns of each half are points: a fitted comb may be off by whole pitches.

Seen alone, five bare points and a rail look like six, and a bar can pass for a point. Three things tell: bare points show
their sides, covered ones show a checker at the base, and upright lines (rails, bar) run at a half's ends, not inside.
"""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.flatten import Lean, lean_edges, warp
from calibration.refine import PITCH, UNIT_SQUARE, Fit

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]

MARGIN = 2.4
"""Room round the field, in pitches."""
SHIFTS = (-1, 0, 1)
WIDEST_BAR = 1.7
"""A bar wider than this many pitches is rare."""


@dataclass(frozen=True, eq=False)
class Board:
    """A fitted field flattened: sizes in pitches, edges by lean, upright edges, and the gradient (x, y) of each px."""

    matrix: Floats
    bar: float
    height: float
    length: float
    half_base: float
    lean: Lean
    upright: npt.NDArray[np.float32]
    gradient: npt.NDArray[np.float32]

    def at(self, values: npt.NDArray[np.float32], x: Floats, y: Floats) -> Floats:
        """`values` at places in pitches from the field's top left corner (2-d arrays)."""
        map_x = ((x + MARGIN) * PITCH).astype(np.float32)
        map_y = ((y + MARGIN) * PITCH).astype(np.float32)
        return np.asarray(cv2.remap(values, map_x, map_y, cv2.INTER_LINEAR), dtype=np.float64)


def flatten_board(image: Image, fit: Fit) -> Board:
    """The fitted field (image H×W×3) seen straight down, `PITCH` px a pitch, with room round it."""
    corners = fit.model.corners
    across = np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])
    down = np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])
    width = 12 + fit.model.bar
    height = float(width * down / across)
    box = (MARGIN + UNIT_SQUARE * (width, height)) * PITCH
    matrix = np.asarray(cv2.getPerspectiveTransform(box.astype(np.float32), fit.corners.astype(np.float32)), np.float64)
    size = (int((width + 2 * MARGIN) * PITCH), int((height + 2 * MARGIN) * PITCH))
    flat = warp(image, matrix, size)
    length = fit.model.length * height
    lean = lean_edges(flat, 0.5 / length, 0.06)
    upright = lean_edges(flat, 0.0, 0.04).right
    return Board(matrix, fit.model.bar, height, length, fit.model.half_base, lean, upright, _unit_gradient(flat.image))


def choose_halves(image: Image, fit: Fit) -> tuple[Floats, float]:
    """Corners (4×2 px of the picture) and bar (pitches) after moving each half by the whole pitch that fits best."""
    board = flatten_board(image, fit)
    best, chosen = -np.inf, (0, 0)
    starts = (0.0, 6.0 + board.bar)
    columns = [[_column(board, start + k) for k in range(-1, 7)] for start in starts]
    uprights = [[_upright(board, start + k) for k in range(-1, 8)] for start in starts]
    for left in SHIFTS:
        for right in SHIFTS:
            bar = board.bar + right - left
            if bar < -0.3:
                continue
            score = sum(_half_score(columns[h], uprights[h], (left, right)[h]) for h in (0, 1))
            score -= 0.4 * max(0.0, bar - WIDEST_BAR) + 0.02 * (abs(left) + abs(right))
            if score > best:
                best, chosen = score, (left, right)
    left, right = chosen
    bar = max(0.0, board.bar + right - left)
    share = np.array([[left, 0], [left + 12 + bar, 0], [left + 12 + bar, board.height], [left, board.height]])
    corners = cv2.perspectiveTransform(((share + MARGIN) * PITCH)[None], board.matrix)[0]
    return np.asarray(corners, dtype=np.float64), bar


def _half_score(columns: list[float], uprights: list[float], shift: int) -> float:
    inside = columns[shift + 1 : shift + 7]
    ends = (uprights[shift + 1], uprights[shift + 7])
    between = uprights[shift + 2 : shift + 7]
    return sum(min(c, 0.3) for c in inside) + 0.5 * sum(min(e, 0.5) for e in ends) - 0.5 * min(max(between), 0.5)


def _column(board: Board, left: float) -> float:
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
        rows.append(max(sum(sides) / 2, 0.6 * (_disc(board, left + 0.5, is_top) - 0.45)))
    return float(sum(rows) / 2)


def _disc(board: Board, x: float, is_top: bool) -> float:
    """How round the edges are about a checker's place at the base of a point: 0…1, about 0.4 by chance."""
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    ring = np.column_stack([np.cos(angles), np.sin(angles)])
    best = 0.0
    for radius in (0.42, 0.47):
        shift = np.array([(dx, dy) for dx in np.arange(-0.2, 0.21, 0.1) for dy in np.arange(-0.2, 0.31, 0.1)])
        middle = np.array([x, 0.5 if is_top else board.height - 0.5]) + shift * (1, 1 if is_top else -1)
        place = middle[:, None, :] + radius * ring
        gx = board.at(np.ascontiguousarray(board.gradient[..., 0]), place[..., 0], place[..., 1])
        gy = board.at(np.ascontiguousarray(board.gradient[..., 1]), place[..., 0], place[..., 1])
        best = max(best, float(np.abs(gx * ring[:, 0] + gy * ring[:, 1]).mean(axis=1).max()))
    return best


def _upright(board: Board, x: float) -> float:
    """Strength of an upright line within a quarter pitch of `x` pitches, over the field's whole height."""
    y = np.linspace(0.02, 0.98, 200) * board.height
    offsets = np.arange(-6, 7) / PITCH
    seen = board.at(board.upright, np.repeat((x + offsets)[None], 200, axis=0), np.repeat(y[:, None], 13, axis=1))
    return float(np.convolve(seen.mean(axis=0), np.ones(3), "same").max())


def _unit_gradient(image: Image) -> npt.NDArray[np.float32]:
    """Gradient (H, W, 2) with its size squeezed to below 1: faint edges count too."""
    smooth = cv2.GaussianBlur(image, (0, 0), 1.0).astype(np.float32)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(smooth, cv2.CV_32F, 0, 1) / 8
    pick = (across**2 + down**2).argmax(axis=2)[..., None]
    gx, gy = (np.take_along_axis(g, pick, axis=2)[..., 0] for g in (across, down))
    size = np.hypot(gx, gy)
    return np.asarray(np.stack([gx, gy], axis=2) / (size + 4.0)[..., None], np.float32)
