"""Hands with forearms, bare or in sleeves, that reach over the board in several poses.

A hand's own frame: the fingers' tips (where a checker would be held) at the origin, x from elbow to tips, z up, mm.
"""

from functools import lru_cache
from typing import TypeAlias

import numpy as np

from models.synth.scene import Bgr, HandPlace
from models.synth.studio.engine import Finish
from models.synth.studio.frame_of import to_studio
from models.synth.studio.grain import stuff_tile
from models.synth.studio.paint import rgb
from models.synth.studio.putting import Paint, Putting
from models.synth.studio.setting import HandOn, HandPose
from models.synth.studio.shapes import Floats, Shape, joined
from models.synth.studio.soft import RoundBar, blended, surface_of

_LONG = 430.0
"""From the wrist to where the forearm ends, mm."""
_FINGERS = ((0.0, 27.0, 76.0, 7.9), (3.0, 9.0, 84.0, 8.2), (0.0, -9.5, 79.0, 7.9), (-9.0, -27.0, 64.0, 7.0))
"""Knuckle x, y, length and radius of forefinger to little finger of a left hand, about the middle knuckle."""
_CURL: dict[HandPose, tuple[tuple[float, float, float], ...]] = {
    "pointing": ((0.25, 0.15, 0.1), (1.0, 1.5, 0.9), (1.1, 1.6, 0.9), (1.1, 1.6, 0.9)),
    "holding": ((0.75, 0.75, 0.35), (0.8, 0.8, 0.4), (0.95, 1.0, 0.6), (1.0, 1.2, 0.7)),
    "resting": ((0.05, 0.3, 0.2), (0.0, 0.3, 0.2), (0.05, 0.32, 0.2), (0.1, 0.35, 0.25)),
    "gripping": ((0.7, 1.0, 0.7), (0.75, 1.0, 0.7), (0.8, 1.1, 0.7), (0.85, 1.15, 0.8)),
}
"""How far each finger's three joints are bent down, rad."""
_THUMB: dict[HandPose, tuple[Floats, Floats]] = {
    "pointing": (np.array((-20.0, 44.0, -12.0)), np.array((8.0, 30.0, -20.0))),
    "holding": (np.array((-8.0, 46.0, -22.0)), np.array((26.0, 26.0, -47.0))),
    "resting": (np.array((-18.0, 56.0, -8.0)), np.array((10.0, 66.0, -12.0))),
    "gripping": (np.array((-10.0, 48.0, -26.0)), np.array((22.0, 38.0, -44.0))),
}
"""Where the thumb's middle joint and tip are, about the middle knuckle."""
_SPREAD: dict[HandPose, float] = {"pointing": 0.05, "holding": -0.1, "resting": 0.2, "gripping": 0.0}
_Vector: TypeAlias = tuple[float, float, float]


def hand_of(place: HandPlace, height: float) -> HandOn:
    """A hand of the flat pictures in three dimensions, its fingertips `height` mm above the field."""
    rng = np.random.default_rng(place.seed)
    along = np.subtract(place.tip, place.elbow)
    poses: tuple[HandPose, ...] = ("pointing", "holding", "resting", "gripping")
    return HandOn(
        (*place.tip, height), float(np.arctan2(along[1], along[0])), poses[int(rng.integers(4))],
        skin=place.skin, sleeve=place.sleeve, left=bool(rng.random() < 0.5), seed=place.seed,
    )  # fmt: skip


def put_hand(put: Putting, index: int, hand: HandOn) -> None:
    """Put a hand up; all its parts share one number."""
    rng = np.random.default_rng(hand.seed)
    flesh, nails, cloth = _built(hand.pose, hand.left, hand.sleeve is not None)
    skin = put.painted(Finish(roughness=float(rng.uniform(0.42, 0.6))), rgb(stuff_tile("leather", hand.skin, rng)))
    put.part("hand", index, flesh, skin)
    pale = tuple(min(255.0, 0.8 * c + 45) for c in hand.skin)
    put.part("hand", index, nails, put.painted(Finish(roughness=0.3), rgb(np.full((4, 4, 3), pale))))
    if cloth is not None and hand.sleeve is not None:
        put.part("hand", index, cloth, _sleeve(put, hand.sleeve, rng))
    put.move("hand", index, *hand_pose(hand))


def hand_pose(hand: HandOn) -> tuple[Floats, Floats]:
    """Where a hand is in the studio and how it is turned."""
    yaw = -hand.towards
    cos, sin, up, down = np.cos(yaw), np.sin(yaw), np.cos(hand.dip), np.sin(hand.dip)
    turn = np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)]) @ np.array([(up, 0, down), (0, 1, 0), (-down, 0, up)])
    return to_studio(hand.tip), turn


def _sleeve(put: Putting, colour: Bgr, rng: np.random.Generator) -> Paint:
    stuff = "felt" if rng.random() < 0.5 else "cloth"
    return put.painted(Finish(roughness=0.95), rgb(stuff_tile("felt", colour, rng)), stuff)  # type: ignore[arg-type]


@lru_cache(maxsize=16)
def _built(pose: HandPose, left: bool, sleeved: bool) -> tuple[Shape, Shape, Shape | None]:
    """Flesh, nails and sleeve about the fingertips."""
    bars, tips, ups = _bones(pose)
    held = _held(pose, tips)
    wrist = np.array((-98.0, 0.0, 4.0))
    reach = 48.0 if sleeved else 70.0
    arm = RoundBar(_tuple(wrist), _tuple(wrist - (reach, 0, -4)), (23, 25.5), 0.8)
    flesh = _meshed([*bars, arm], 2.4, 2.8)
    if not sleeved:
        rest = RoundBar(arm.end, _tuple(wrist - (_LONG, 0, -0.1 * _LONG)), (25.5, 37), 0.8)
        flesh = joined([flesh, _meshed([rest], 1.0, 7.0)])
    nails = [_nail(tip, up, ahead) for tip, up, ahead in zip(tips[:4], ups[:4], _aheads(bars), strict=True)]
    sleeve = None
    if sleeved:
        start = wrist - (50, 0, -3)
        cuffs = [
            RoundBar(_tuple(start), _tuple(start - (60, 0, -6)), (36, 39), 0.85),
            RoundBar(_tuple(start - (60, 0, -6)), _tuple(start - (_LONG, 0, -0.1 * _LONG)), (39, 56), 0.9),
            *(_fold(start, number) for number in range(9)),
        ]
        sleeve = _about(_meshed(cuffs, 5.0, 7.0), held, left)
    return _about(flesh, held, left), _about(_meshed(nails, 0.3, 1.6), held, left), sleeve


def _fold(start: Floats, number: int) -> RoundBar:
    """A wrinkle across a sleeve."""
    rng = np.random.default_rng(number)
    x, turn = -18.0 - 44.0 * number + float(rng.normal(0, 6)), float(rng.uniform(-0.5, 0.5))
    reach = 33.0 + 1.6 * number
    a = start + np.array((x + 12 * np.sin(turn), -reach, 0.1 * -x + 12 * np.sin(3.0 * number)))
    b = start + np.array((x - 12 * np.sin(turn), reach, 0.1 * -x + 12 * np.cos(2.0 * number)))
    return RoundBar(_tuple(a), _tuple(b), (8.0, 9.0))


def _bones(pose: HandPose) -> tuple[list[RoundBar], list[Floats], list[Floats]]:
    """Bars of palm and fingers about the middle knuckle, the five tips, and what is up at each tip."""
    bars = [
        RoundBar((-88, 10, 2), (-8, 24, 0), (19, 13), 0.72), RoundBar((-88, 2, 2), (-6, 8, 0), (20, 13.5), 0.72),
        RoundBar((-88, -6, 2), (-8, -9, 0), (20, 13), 0.72), RoundBar((-88, -12, 2), (-16, -25, 0), (18, 12), 0.72),
    ]  # fmt: skip
    tips, ups = [], []
    for (x, y, length, radius), bends in zip(_FINGERS, _CURL[pose], strict=True):
        at, angle, aside = np.array((x - 4, y, 0.0)), 0.0, _SPREAD[pose] * y / 27
        for share, bend, thick in zip((0.48, 0.29, 0.23), bends, (1.0, 0.9, 0.8), strict=True):
            angle += bend
            ahead = np.array((np.cos(angle), np.cos(angle) * np.tan(aside), -np.sin(angle)))
            end = at + length * share * ahead
            bars.append(RoundBar(_tuple(at), _tuple(end), (radius * thick, radius * thick * 0.92)))
            at = end
        tips.append(at)
        ups.append(np.array((np.sin(angle), 0.0, np.cos(angle))))
    joint, tip = _THUMB[pose]
    bars += [
        RoundBar((-66, 24, -3), _tuple(joint), (15, 10.5)),
        RoundBar(_tuple(joint), _tuple(tip), (10.5, 8.5)),
    ]
    return bars, [*tips, tip], ups


def _aheads(bars: list[RoundBar]) -> list[Floats]:
    last = [bars[4 + 3 * finger + 2] for finger in range(4)]
    return [np.subtract(bar.end, bar.start) / np.linalg.norm(np.subtract(bar.end, bar.start)) for bar in last]


def _nail(tip: Floats, up: Floats, ahead: Floats) -> RoundBar:
    at = tip + 4.3 * up
    return RoundBar(_tuple(at - 4 * ahead), _tuple(at + 2.5 * ahead), (4.2, 4.0), 1.0)


def _held(pose: HandPose, tips: list[Floats]) -> Floats:
    """What of the hand is at its origin: forefinger's tip, or between it and the thumb's."""
    tip = tips[0] if pose in {"pointing", "resting"} else (tips[0] + tips[1] + tips[4] * 2) / 4
    return np.asarray(tip)


def _meshed(bars: list[RoundBar], blend: float, step: float) -> Shape:
    ends = np.array([end for bar in bars for end in (bar.start, bar.end)])
    reach = max(max(bar.radii) for bar in bars) + blend * 2
    return surface_of(blended(bars, blend), ends.min(0) - reach, ends.max(0) + reach, step, 120.0)


def _about(shape: Shape, origin: Floats, left: bool) -> Shape:
    """The shape about another origin; a right hand is a left one mirrored."""
    points, normals = shape.points - origin, shape.normals
    if left:
        return Shape(points, normals, shape.places, shape.triangles)
    mirror = (1.0, -1.0, 1.0)
    return Shape(points * mirror, normals * mirror, shape.places, shape.triangles[:, ::-1])


def _tuple(values: Floats) -> _Vector:
    x, y, z = (float(v) for v in values)
    return x, y, z
