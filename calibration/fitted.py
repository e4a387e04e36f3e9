"""A fitted field seen straight down, in pitches: what the finer checks look at."""

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


@dataclass(frozen=True, eq=False)
class FittedBoard:
    """A fitted field flattened: sizes in pitches, edges by lean, upright edges, and the gradient (x, y) of each px."""

    matrix: Floats
    bar: float
    height: float
    length: float
    half_base: float
    lean: Lean
    upright: npt.NDArray[np.float32]
    gradient: tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]

    def at(self, values: npt.NDArray[np.float32], x: Floats, y: Floats) -> Floats:
        """`values` at places in pitches from the field's top left corner (2-d arrays)."""
        map_x = ((x + MARGIN) * PITCH).astype(np.float32)
        map_y = ((y + MARGIN) * PITCH).astype(np.float32)
        return np.asarray(cv2.remap(values, map_x, map_y, cv2.INTER_LINEAR), dtype=np.float64)


def board_height(fit: Fit) -> float:
    """Height of the fitted field in pitches."""
    corners = fit.model.corners
    across = np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])
    down = np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])
    return float((12 + fit.model.bar) * down / across)


def flatten_board(image: Image, fit: Fit) -> FittedBoard:
    """The fitted field (image H×W×3) seen straight down, `PITCH` px a pitch, with room round it."""
    width, height = 12 + fit.model.bar, board_height(fit)
    box = (MARGIN + UNIT_SQUARE * (width, height)) * PITCH
    matrix = np.asarray(cv2.getPerspectiveTransform(box.astype(np.float32), fit.corners.astype(np.float32)), np.float64)
    size = (int((width + 2 * MARGIN) * PITCH), int((height + 2 * MARGIN) * PITCH))
    flat = warp(image, matrix, size)
    length = fit.model.length * height
    lean = lean_edges(flat, 0.5 / length, 0.06)
    upright = lean_edges(flat, 0.0, 0.04).right
    return FittedBoard(
        matrix, fit.model.bar, height, length, fit.model.half_base, lean, upright, _unit_gradient(flat.image)
    )


def _unit_gradient(image: Image) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Gradient across and down with its size squeezed to below 1: faint edges count too."""
    smooth = cv2.GaussianBlur(image, (0, 0), 1.0).astype(np.float32)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(smooth, cv2.CV_32F, 0, 1) / 8
    pick = (across**2 + down**2).argmax(axis=2)[..., None]
    gx, gy = (np.take_along_axis(g, pick, axis=2)[..., 0] for g in (across, down))
    size = np.hypot(gx, gy) + 4.0
    return np.asarray(gx / size, np.float32), np.asarray(gy / size, np.float32)
