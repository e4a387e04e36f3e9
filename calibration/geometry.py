"""The bar's width, measured in one picture whose field is known."""

from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry
from calibration.refine import Fit, refine
from calibration.view import NOMINAL_CHECKER, View

Image: TypeAlias = npt.NDArray[np.uint8]

WORKING_SIDE = 1000
STARTS = (0.0, 0.6, 1.2, 1.8)
"""Widths of the bar that the fit starts from, in pitches."""
USUAL_LENGTH = 0.42
"""Length of points as a share of the field's height."""
SLACK = 0.1
"""How far the field's edges may move in the fit, in pitches."""


@dataclass(frozen=True)
class Measured:
    """A board's sizes with the bar as the picture shows it; `confidence` 0…1."""

    geometry: BoardGeometry
    confidence: float


def measure_geometry(image: Image, view: View) -> Measured:
    """Fit the points of a field whose corners are known (picture H×W×3) and read the bar's width off.

    The field's size stays as in `view`; where too few points show, so does the bar, and the confidence is 0.
    """
    scale = min(1.0, WORKING_SIDE / max(image.shape[:2]))
    small = (
        image if scale == 1.0 else np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    )
    corners = np.array(view.corners) * scale
    fits = [_fit(small.astype(np.uint8), corners, view, bar) for bar in STARTS]
    best = max((fit for fit in fits if fit is not None), key=lambda fit: fit.score, default=None)
    if best is None or best.share < 0.3:
        return Measured(view.geometry, 0.0)
    share = best.model.bar / (12 + best.model.bar)
    width = view.geometry.field_width
    pitch = width * (1 - share) / 12
    geometry = replace(view.geometry, bar_width=share * width, checker_diameter=NOMINAL_CHECKER * pitch)
    return Measured(geometry, float(np.clip((best.share - 0.3) / 0.4, 0.0, 1.0)))


def _fit(image: Image, corners: npt.NDArray[np.float64], view: View, bar: float) -> Fit | None:
    height = view.geometry.field_height / view.geometry.field_width * (12 + bar)
    try:
        return refine(image, corners, bar, USUAL_LENGTH * height, height, slack=SLACK)
    except (np.linalg.LinAlgError, cv2.error):
        return None
