"""The playing field's four corners in a picture, without markers.

A learned finder may be handed in, which proposes where the field lies; the board is fitted near its corners
(`calibration.near`), and where that fit is sure no more is asked. Else, and without one, the picture's straight lines
say how the plane of the table may lie (`calibration.lines`). Seen straight down on such a plane, the two rows of points
are found by their sides: two combs of one pitch that face each other (`calibration.comb`, `calibration.rough`). The
field is then fitted to those sides (`calibration.refine`), its edges are moved to where the points begin
(`calibration.bases`), and each half is checked for being off by a point (`calibration.halves`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Point2
from calibration.near import apart, held_fit, near_fits
from calibration.proposals import Proposer
from calibration.rough import rough_fields
from calibration.sharp import Sharp, confidence_of, sharpen

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]
Finder: TypeAlias = Callable[[Image], "Found | None"]

WORKING_SIDE = 1000
"""Long side at which pictures are searched, px."""
LEAST_CONFIDENCE = 0.25
"""Below this no board is claimed: a person is better asked for the corners."""
SURE = 0.8
"""Confidence from which a fit near a proposal needs no rivals."""
NEAR = 0.15
"""A fit whose corners are further from the proposal, as a share of its diagonal, is another field."""
USUAL_BAR = 1.2
"""Width of a bar that can't be seen, in points."""
BELIEVED = 0.65
"""Score from which a proposal stands by itself where no fit is sure."""


@dataclass(frozen=True)
class Found:
    """The field's corners in px, tl tr br bl so that points hang from the top edge; `bar` is its width in points.

    `confidence` 0…1: how much of the points' sides shows, and how clearly edges and halves beat other places.
    """

    corners: tuple[Point2, Point2, Point2, Point2]
    confidence: float
    bar: float


def find_field(image: Image, propose: Proposer | None = None) -> Found | None:
    """The playing field in a picture (H×W×3, BGR), None when there is no board in it.

    `propose`, a learned finder, is asked first where one is handed in.
    """
    scale = min(1.0, WORKING_SIDE / max(image.shape[:2]))
    small = image
    if scale < 1.0:
        small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    proposal = next(iter(propose(image)), None) if propose else None
    if proposal is None:
        return _claimed(_best(_searched(small)), scale)
    told = np.array(proposal.corners) * scale
    near = _best([fit for fit in near_fits(small, told) if apart(told, fit.fit.corners) < NEAR])
    if near is not None and confidence_of(near) >= SURE:
        return _claimed(near, scale)
    found = _claimed(_best([*_searched(small), *([near] if near else [])]), scale)
    if proposal.score < BELIEVED or (found is not None and found.confidence >= SURE):
        return found
    held = held_fit(small, told)
    return Found(proposal.corners, 0.5 * proposal.score, held.model.bar if held else USUAL_BAR)


def _searched(image: Image) -> list[Sharp]:
    return [sharp for rough in rough_fields(image) if (sharp := sharpen(image, rough)) is not None]


def _best(fields: list[Sharp]) -> Sharp | None:
    return max(fields, key=lambda sharp: sharp.rank, default=None)


def _claimed(best: Sharp | None, scale: float) -> Found | None:
    """The field in px of the whole picture; None where the fit is too weak to be claimed."""
    if best is None or confidence_of(best) < LEAST_CONFIDENCE:
        return None
    tl, tr, br, bl = ((float(x), float(y)) for x, y in best.fit.corners / scale)
    return Found((tl, tr, br, bl), confidence_of(best), best.fit.model.bar)
