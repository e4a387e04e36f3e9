"""Hands and props: each with a number of its own, where it was put, made the same by the same seed."""

from dataclasses import replace

import numpy as np
import pytest

from models.synth.physics.tabletop import random_tabletop
from models.synth.studio.clutter import random_props
from models.synth.studio.engine import Studio
from models.synth.studio.frame_of import eye_of
from models.synth.studio.hands import hand_pose
from models.synth.studio.make import make_of
from models.synth.studio.props import BUILDERS, REACH, put_prop
from models.synth.studio.putting import Putting
from models.synth.studio.setting import HandOn, Prop, Setting, Viewpoint
from models.synth.studio.stage import Stage
from tests.models.studio.test_stage import TOP, made

ABOVE = Viewpoint((225.0, 215.0, 1600.0), (225.0, 215.0, 0.0), 300.0, (300, 240))
OUTSIDE = Prop("clock", (-130.0, 210.0, -TOP.floor), 0.0, 5)


def numbers_of(setting: Setting, kind: str) -> tuple[np.ndarray[tuple[int, ...], np.dtype[np.bool_]], Stage]:
    stage = Stage(setting)
    found = [number for number, each in stage.labelled.items() if each.kind == kind]
    assert len(found) == 1
    return stage.studio.numbers(eye_of(setting.view)) == found[0], stage


@pytest.mark.parametrize("name", sorted(BUILDERS))
def test_no_prop_reaches_farther_than_said_or_below_the_table(name: str) -> None:
    for seed in range(4):
        for part in BUILDERS[name](np.random.default_rng(seed)):
            assert np.hypot(*part.shape.points[:, :2].T).max() <= REACH[name]
            assert part.shape.points[:, 2].min() > -0.6


def test_a_prop_that_nobody_builds_is_refused() -> None:
    with pytest.raises(ValueError, match="no prop 'vase': expected one of book, cable, can, clock"):
        put_prop(Putting(Studio()), 0, replace(OUTSIDE, kind="vase"))


def test_a_clock_is_seen_where_it_was_put() -> None:
    setting = replace(made(), view=ABOVE, dice=(), cube=None, props=(OUTSIDE,))
    mask, stage = numbers_of(setting, "clock")
    rows, columns = np.nonzero(mask)
    scale = 300.0 / (1600.0 + TOP.floor)
    assert columns.mean() == pytest.approx(150 + scale * (OUTSIDE.place[0] - 225), abs=3)
    assert rows.mean() == pytest.approx(120 + scale * (OUTSIDE.place[1] - 215), abs=3)
    assert [each.name for each in stage.labelled.values() if each.kind == "clock"] == ["clock"]


@pytest.mark.parametrize("left", [False, True])
def test_a_pointing_hand_s_fingertip_is_where_it_points(left: bool) -> None:
    """From above, what of the hand is farthest ahead lies within a finger's width of the tip asked for."""
    hand = HandOn((225.0, 120.0, 30.0), -np.pi / 2, left=left, sleeve=None)
    mask, _ = numbers_of(replace(made(), view=ABOVE, dice=(), cube=None, hands=(hand,)), "hand")
    rows, columns = np.nonzero(mask)
    scale = 300.0 / (1600.0 - 30.0)
    assert rows.min() == pytest.approx(120 + scale * (120 - 215), abs=3)
    assert columns[rows == rows.min()].mean() == pytest.approx(150, abs=3)
    assert mask.sum() > 300


def test_a_dipping_hand_has_its_forearm_above_its_tips() -> None:
    place, turn = hand_pose(HandOn((10.0, 20.0, 30.0), 0.0, dip=0.3))
    elbow = place + turn @ (-400.0, 0.0, 0.0)
    assert tuple(place) == (10.0, -20.0, 30.0)
    assert elbow[0] < -300
    assert elbow[2] > 100


def test_a_hand_and_all_its_parts_move_together() -> None:
    setting = replace(made(), view=ABOVE, dice=(), cube=None, hands=(HandOn((120.0, 120.0, 40.0), -np.pi / 2),))
    before, stage = numbers_of(setting, "hand")
    stage.move("hand", 0, *hand_pose(replace(HandOn((320.0, 120.0, 40.0), -np.pi / 2))))
    number = next(n for n, each in stage.labelled.items() if each.kind == "hand")
    after = stage.studio.numbers(eye_of(ABOVE)) == number
    shift = np.nonzero(after)[1].mean() - np.nonzero(before)[1].mean()
    assert shift == pytest.approx(200 * 300 / 1560, rel=0.15)


def test_props_stand_beside_the_board_and_not_in_each_other() -> None:
    for seed in range(60):
        rng = np.random.default_rng(seed)
        top = random_tabletop(rng)
        props = random_props(top, rng)
        for prop in props:
            x, y, z = prop.place
            outer = top.outer
            assert not (outer.left < x < outer.right and outer.top < y < outer.bottom)
            assert z == -top.floor
        assert len([prop for prop in props if prop.kind == "clock"]) <= 1


def test_the_same_look_is_built_the_same() -> None:
    look = made().look.board
    assert make_of(look, TOP) == make_of(look, TOP)
    folding = replace(look, hinge=True)
    assert make_of(folding, TOP).gap > 0
    assert make_of(folding, replace(TOP, bar_height=0.0)).gap == 0
