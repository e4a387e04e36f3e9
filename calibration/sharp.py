"""A rough field fitted to the picture: sides, edges and halves, and how sure the fit is."""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.bases import snap_bases
from calibration.fitted import board_height
from calibration.halves import Cost, choose_halves, no_cost
from calibration.refine import Fit, refine
from calibration.rough import Rough

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]

MOVES = 2
"""How often a half may be moved by a pitch."""
LOOSE = 0.7
TIGHT = 0.1
"""How far the top and bottom edge may move in a fit, in pitches."""
SURE_EDGE, SURE_HALF = 0.1, 0.12
"""Margins from which an edge or a half is sure."""


@dataclass(frozen=True, eq=False)
class Sharp:
    """A field fitted to the picture; `rank` compares it with other fits of the same picture.

    `edge_margin` and `half_margin` say by how much its edges and halves beat others (scores of `bases` and `halves`).
    """

    fit: Fit
    rank: float
    edge_margin: float
    half_margin: float


def sharpen(image: Image, rough: Rough, cost: Cost = no_cost) -> Sharp | None:
    """The rough field fitted to the picture, None when the fit falls apart; `cost` speaks against some halves."""
    try:
        fit, margin = _settle(image, rough.corners, rough.bar, rough.length, rough.height)
        halves = choose_halves(image, fit, cost)
        for _ in range(MOVES):
            if not halves.moved:
                break
            height = board_height(fit)
            fit, margin = _settle(image, halves.corners, halves.bar, fit.model.length * height, height)
            halves = choose_halves(image, fit, cost)
    except (np.linalg.LinAlgError, cv2.error):
        return None
    return Sharp(fit, halves.score, margin, 0.0 if halves.moved else halves.margin)


def _settle(image: Image, corners: Floats, bar: float, length: float, height: float) -> tuple[Fit, float]:
    """Fit the sides, move the edges to the bases, and fit the sides again between those; and the edges' margin."""
    fit = refine(image, corners, bar, length, height, slack=LOOSE)
    length = fit.model.length * board_height(fit)
    edges = snap_bases(image, fit)
    height = board_height(fit) - 2 * edges.inwards
    return refine(image, edges.corners, fit.model.bar, length - edges.inwards, height, slack=TIGHT), edges.margin


def confidence_of(sharp: Sharp) -> float:
    """Enough of the points' sides must show, and edges and halves must beat other places clearly."""
    shown = np.clip((sharp.fit.share - 0.2) / 0.4, 0.0, 1.0) * np.clip(sharp.fit.score / 0.12, 0.0, 1.0)
    edges = np.clip(0.4 + 0.6 * sharp.edge_margin / SURE_EDGE, 0.4, 1.0)
    halves = np.clip(0.4 + 0.6 * sharp.half_margin / SURE_HALF, 0.4, 1.0)
    return float(shown * edges * halves)
