"""How a hand goes to a place, and what it carries there: a path told in small steps of time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from calibration.board import BoardGeometry
from models.synth.game.track import STEP_S, Path, eased
from models.synth.studio.hands import hand_pose
from models.synth.studio.setting import HandOn, Point3
from models.synth.studio.shapes import Floats
from referee.rules.side import Side

OUTSIDE_MM, OUTSIDE_Z = 190.0, 110.0
_REACH, _CARRY = 900.0, 620.0
"""Mean speed of an empty hand and of one that carries, mm/s."""
_LEAST_S = 0.32
_ARC = 46.0
"""How high a carried checker goes above both ends of its way, mm."""
_LEAN = 0.0012
"""rad that an arm leans for each mm from the middle of the board."""


def outside(size: BoardGeometry, side: Side) -> Floats:
    """Where a side's hand waits, beyond its edge of the board, mm."""
    if side is Side.W:
        return np.array((0.62 * size.field_width, size.field_height + OUTSIDE_MM, OUTSIDE_Z))
    return np.array((0.38 * size.field_width, -OUTSIDE_MM, OUTSIDE_Z))


def hand_turn(hand: HandOn, side: Side, size: BoardGeometry, x: float) -> Floats:
    """How a side's hand is turned over a place, as seen from its own edge."""
    lean = _LEAN * (x - size.field_width / 2)
    towards = -np.pi / 2 + lean if side is Side.W else np.pi / 2 - lean
    return hand_pose(replace(hand, towards=float(towards)))[1]


def reach_s(start: Floats, end: Floats) -> float:
    """How long an empty hand takes, s."""
    return max(_LEAST_S, float(np.linalg.norm(end - start)) / _REACH)


def carry_s(start: Floats, end: Floats) -> float:
    """How long a carrying hand takes, s."""
    return max(_LEAST_S, float(np.linalg.norm(end - start)) / _CARRY)


def arc(start: Floats, end: Floats, share: float, height: float = _ARC) -> Floats:
    """A place on the way through the air at a share of the time."""
    place = start + (end - start) * eased(share)
    return np.asarray(place + np.array((0.0, 0.0, height * np.sin(np.pi * share))))


def travel(
    hand: Path, t_s: float, seconds: float, way: Callable[[float], Floats],
    *, turned: Callable[[float], Floats], carried: Mapping[Path, Sequence[float]] | None = None,
) -> float:  # fmt: skip
    """Tell a hand's way from `t_s` for `seconds`; `way` gives the tip at a share of the time.

    `carried`: paths that keep an offset (x, y, z, mm) from the tip. Returns the time at its end.
    """
    steps = max(1, int(np.ceil(seconds / STEP_S)))
    hand.stay(t_s)
    for path in carried or {}:
        path.stay(t_s)
    for step in range(1, steps + 1):
        now, tip = t_s + seconds * step / steps, way(step / steps)
        hand.to(now, tip, turned(float(tip[0])))
        for path, offset in (carried or {}).items():
            path.to(now, tip + np.asarray(offset))
    return t_s + seconds


def straight(start: Floats, end: Floats) -> Callable[[float], Floats]:
    """Straight on, slow at both ends."""
    return lambda share: start + (end - start) * eased(share)


def around(start: Floats, end: Floats) -> Callable[[float], Floats]:
    """Along the board, to the end's column first and then up or down it; slow at both ends."""
    corner = np.array((end[0], start[1], start[2]))
    first, second = float(np.linalg.norm(corner - start)), float(np.linalg.norm(end - corner))

    def at(share: float) -> Floats:
        gone = eased(share) * (first + second)
        if gone <= first:
            return np.asarray(start + (corner - start) * (gone / max(first, 1e-9)))
        return np.asarray(corner + (end - corner) * ((gone - first) / max(second, 1e-9)))

    return at


def over(start: Floats, end: Floats) -> Callable[[float], Floats]:
    """Through the air."""
    return lambda share: arc(start, end, share)


def distance(place: Floats, start: Floats, end: Floats) -> float:
    """From a place to the nearest of a straight way."""
    along = end - start
    share = float(np.clip((place - start) @ along / max(float(along @ along), 1e-9), 0, 1))
    return float(np.linalg.norm(start + share * along - place))


def point(values: Floats) -> Point3:
    """As a tuple of floats, rounded to a µm."""
    x, y, z = (round(float(v), 3) for v in values)
    return x, y, z
