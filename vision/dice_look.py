"""How a place where a die may lie is looked at: how its crops are turned, at which sizes, through which filters; and
what a network says of them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from calibration.view import View
from models.dice_input import LEAN_UNKNOWN, NO_PLAN, Floats, Sight, plan_numbers, reader_input
from vision.dice_find import Candidate, Crop, Look, Network, Plane, crops
from vision.dice_place import lean_at

_STRETCHED = 0.12
"""Stretch of a view (its logarithm) from which the lean of what stands up is not known."""
_OBLIQUE = 0.12
"""Tangent of the viewing angle from which the lean of what stands up says which way to turn a crop."""
_Look = tuple[float, int, bool]
Looks: TypeAlias = tuple[_Look, ...]
QUICK: Looks = ((0.9, 0, True), (1.1, 1, False))
ON_BOARD: Looks = ((0.9, 0, False), (0.9, 0, True), (1.1, 1, False), (1.1, 1, True))
IN_PICTURE: Looks = (
    *((0.82, 0, False), (0.82, 0, True), (1.0, 1, False), (1.0, 1, True)),
    *((1.2, 0, False), (1.2, 0, True)),
)
BLOCK_GLANCE: Looks = ((1.0, 0, False),)
BLOCK: Looks = ((0.85, 0, False), (0.95, 1, False), (1.05, 0, False), (1.2, 1, False))
"""Looks: scale, which of a stance's turns, whether as in a mirror (numbers never are). On a board sizes are known
better."""
_UPRIGHT, _ROUND = (-0.15, 0.15), (0.2, 0.2 + np.pi / 2)


def logits_of(network: Network, cuts: Sequence[Crop], leans: Sequence[float], view: View | None) -> Floats:
    """Crops (of the board's plane where there is a view), and how far what stands up leans in each → N×15 logits."""
    return network(reader_input([crop.image for crop in cuts], leans, [_plan(crop, view) for crop in cuts]))


def _plan(crop: Crop, view: View | None) -> Floats:
    """The numbers of a crop's ground plan."""
    if view is None:
        return NO_PLAN
    board = view.geometry
    return plan_numbers(crop.window, (board.field_width, board.field_height), board.bar_x)


@dataclass(frozen=True)
class Stance:
    """How a candidate is looked at: turns of its crops, which way is up there (see `vision.dice_find.crops`), and how
    far what stands up leans that way."""

    turns: tuple[float, float]
    up: float
    lean: float


def stance_of(candidate: Candidate, view: View | None, *, blind: bool = False) -> Stance:
    """Without a board the camera is taken to stand below the picture's lower edge; so it is with a view that does not
    explain its board's shape, or that is not to be believed (`blind`)."""
    if view is None:
        return Stance(_UPRIGHT, 0.0, LEAN_UNKNOWN)
    if blind or abs(np.log(view.stretch)) > _STRETCHED:
        return Stance(_UPRIGHT, _up(*upwards(candidate, view)), LEAN_UNKNOWN)
    x, y = lean_at(view, candidate.x, candidate.y, candidate.side)
    lean = float(np.hypot(x, y))
    return Stance(_UPRIGHT, _up(x, y), lean) if lean > _OBLIQUE else Stance(_ROUND, 0.0, lean)


def upwards(candidate: Candidate, view: View) -> tuple[float, float]:
    """The picture's upwards direction at a place of the board, in its plane, of length 1."""
    above = view.to_px([(candidate.x, candidate.y)]) - (0, 4)
    x, y = view.to_mm(above)[0] - (candidate.x, candidate.y)
    far = float(np.hypot(x, y))
    return float(x) / far, float(y) / far


def _up(x: float, y: float) -> float:
    """A direction of the plane as `vision.dice_find.crops` wants it."""
    return float(np.arctan2(y, x)) + np.pi / 2


Shown = tuple[Stance, Sequence[Crop]]
"""A place's stance and crops."""


def shown(
    plane: Plane, places: Sequence[tuple[Candidate, Stance]], looks: Sequence[_Look], sight: Sight
) -> list[Shown]:
    """Crops of several places, for a reader of that `sight`."""
    return [
        (stance, crops(plane, one, [Look(a, stance.turns[turn], m) for a, turn, m in looks], stance.up, sight))
        for one, stance in places
    ]


def through(some: Shown, colour: int) -> Shown:
    """The same crops as seen through a filter that lets one colour pass (0 blue, 1 green, 2 red): grey."""
    stance, seen = some
    return stance, [replace(c, image=np.repeat(c.image[..., colour, None], 3, axis=2)) for c in seen]


def mean_logits(network: Network, places: Sequence[Shown], view: View | None) -> Floats:
    """The mean logits of each place's crops, N×15."""
    leans = [stance.lean for stance, some in places for _ in some]
    logits = logits_of(network, [crop for _, some in places for crop in some], leans, view)
    ends = np.cumsum([len(some) for _, some in places])[:-1]
    return np.stack([part.mean(axis=0) for part in np.split(logits, ends)])
