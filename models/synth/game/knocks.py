"""What disturbs a game: knocks at camera and board, and people who pass by."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from models.synth.game import grip
from models.synth.game.kit import Kit
from models.synth.game.script import Bump, Pass
from models.synth.game.track import STEP_S, Path
from models.synth.studio.hands import hand_pose
from models.synth.studio.setting import Point3
from models.synth.studio.shapes import Floats

SHAKE_S, SLIDE_S = 0.8, 0.16
_SWINGS, _FADES, _STAYS = 4.0, 4.0, 0.02
"""Swings a second, how fast they fade, and the share of a knock by which the camera stays off its place."""
_OVER_EDGE, _EDGE_Z = 70.0, 85.0
_PASS_S, _TURN_S = 1.8, 0.24
_OUT = 420.0


def shake(camera: Path, t_s: float, bump: Bump, seed: int) -> float:
    """The camera, or the board below it, swings and comes to rest; returns when, s."""
    rng = np.random.default_rng([seed, 7])
    angle = float(rng.uniform(0, 2 * np.pi))
    towards = np.array((np.cos(angle), np.sin(angle), 0.0))
    begun = camera.last
    stays = begun + _STAYS * bump.mm * towards
    camera.stay(t_s)
    steps = round(SHAKE_S / STEP_S)
    for step in range(1, steps + 1):
        after = SHAKE_S * step / steps
        swing = bump.mm * float(np.exp(-_FADES * after / SHAKE_S) * np.sin(2 * np.pi * _SWINGS * after))
        camera.to(t_s + after, stays + (swing if step < steps else 0.0) * towards)
    return t_s + SHAKE_S


def slide(loose: Sequence[Path], t_s: float, bump: Bump, seed: int) -> float:
    """What lies loose on a knocked board slides a little, all the same way; returns how far, mm."""
    rng = np.random.default_rng([seed, 8])
    angle, far = float(rng.uniform(0, 2 * np.pi)), 0.5 * bump.mm
    by = far * np.array((np.cos(angle), np.sin(angle), 0.0))
    for path in loose:
        path.stay(t_s)
        path.to(t_s + SLIDE_S, path.last + by)
    return far


def away(kit: Kit, side: float = 1.0) -> tuple[Point3, Floats]:
    """Where and how a passer-by's arm is when it is not there: right (1) or left (-1) of the board."""
    outer = kit.top.outer
    x = outer.right + _OUT if side > 0 else outer.left - _OUT
    return (x, outer.top + 0.3 * (outer.bottom - outer.top), _EDGE_Z), _pointing(kit, np.pi if side > 0 else 0.0)


def pass_by(arm: Path, kit: Kit, t_s: float, act: Pass) -> float:
    """An arm reaches over the board's edge from where it is and goes back, or somebody walks past behind the far edge,
    an arm hanging over it, to the other side; returns when the arm is gone, s.
    """
    top, start = kit.top, arm.last
    side = 1.0 if start[0] > top.outer.centre[0] else -1.0
    if act.who == "arm":
        place, turn = away(kit, side)
        x = top.inner.right - _OVER_EDGE if side > 0 else top.inner.left + _OVER_EDGE
        for way in (np.array((x, place[1], _EDGE_Z)), np.array(place)):
            t_s = grip.travel(arm, t_s, _PASS_S / 2, grip.straight(arm.last, way), turned=lambda x: turn)
        return t_s
    turn, y = _pointing(kit, np.pi / 2), top.inner.top + 0.5 * _OVER_EDGE
    for seconds, across in ((_TURN_S, side), (_PASS_S, -side)):
        t_s = _leg(arm, t_s, seconds, np.array((away(kit, across)[0][0], y, _EDGE_Z)), turn)
    place, turn = away(kit, -side)
    return _leg(arm, t_s, _TURN_S, np.array(place), turn)


def _leg(arm: Path, t_s: float, seconds: float, place: Floats, turn: Floats) -> float:
    start, steps = arm.last, max(1, round(seconds / STEP_S))
    arm.stay(t_s)
    for step in range(1, steps + 1):
        arm.to(t_s + seconds * step / steps, start + (place - start) * step / steps, turn)
    return t_s + seconds


def _pointing(kit: Kit, towards: float) -> Floats:
    return hand_pose(replace(kit.hands[2], towards=towards))[1]
