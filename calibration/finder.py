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
from calibration.near import apart, near_fits, upright
from calibration.proposals import Proposal, Proposer
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
DOUBTED, BELIEVED = 0.5, 0.7
"""Scores up to which a proposal counts for nothing, and from which it counts in full."""
PULL = 20.0
"""What a believed proposal takes from the rank of fits away from it, for each diagonal that they are apart."""
HALF_PULL = 7.0
"""The same among fits near it, and where a half may be off by a point: of such, each is nearly as good by its lines."""
POINT_OFF = 0.045
"""A fit further than this from the proposal may have a half that is off by a point."""
FAR = 0.1
"""Beyond this many diagonals they are not pulled more: a wrong proposal must not outweigh a good fit elsewhere."""
AGREED = 0.03
"""A fit whose corners are nearer than this to the proposal is the same field."""
TRUST = 0.7
"""Confidence that a believed proposal gives to a fit of the same field."""


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
        best = max(_searched(small), key=lambda sharp: sharp.rank, default=None)
        return _claimed(best, confidence_of(best), scale) if best else None
    told, belief = upright(np.array(proposal.corners)) * scale, _belief(proposal)
    near = [fit for fit in near_fits(small, told) if apart(told, fit.fit.corners) < NEAR]
    best = max(near, key=lambda sharp: sharp.rank, default=None)
    if best and confidence_of(best) >= SURE:
        best = _halves_agreed(small, told, belief, best)
    else:
        fields = [*near, *_searched(small)]
        best = max(fields, key=lambda sharp: sharp.rank - belief * _pull(told, sharp.fit.corners), default=None)
    if best is None:
        return None
    agreed = apart(told, best.fit.corners) < AGREED
    return _claimed(best, max(confidence_of(best), TRUST * belief if agreed else 0.0), scale)


def _halves_agreed(image: Image, told: Floats, belief: float, best: Sharp) -> Sharp:
    """A fit that is sure, or, where it is off from the believed corners by about a point, one with halves nearer to
    them and lines nearly as good."""
    if apart(told, best.fit.corners) < POINT_OFF:
        return best

    def away(corners: Floats) -> float:
        return HALF_PULL * belief * min(apart(told, corners), FAR)

    return max([best, *near_fits(image, told, away)], key=lambda sharp: sharp.rank - away(sharp.fit.corners))


def _pull(told: Floats, corners: Floats) -> float:
    """What a believed proposal of corners `told` takes from the rank of a fit at `corners` (both 4×2 px)."""
    return PULL * min(apart(told, corners), FAR)


def _belief(proposal: Proposal) -> float:
    """How far a proposal is to be believed, 0…1."""
    return float(np.clip((proposal.score - DOUBTED) / (BELIEVED - DOUBTED), 0.0, 1.0))


def _searched(image: Image) -> list[Sharp]:
    return [sharp for rough in rough_fields(image) if (sharp := sharpen(image, rough)) is not None]


def _claimed(best: Sharp, confidence: float, scale: float) -> Found | None:
    """The field in px of the whole picture; None where the fit is too weak to be claimed."""
    if confidence < LEAST_CONFIDENCE:
        return None
    tl, tr, br, bl = ((float(x), float(y)) for x, y in best.fit.corners / scale)
    return Found((tl, tr, br, bl), confidence, best.fit.model.bar)
