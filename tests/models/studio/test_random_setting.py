"""Random settings: the same from seed and number, cameras within what was promised, dice thrown on that very table."""

from dataclasses import replace

import numpy as np
import pytest

from models.synth.physics.tabletop import random_tabletop
from models.synth.studio.random_camera import FILL, STEEPEST, WIDEST, random_view
from models.synth.studio.random_setting import Wish, random_setting
from models.synth.studio.setting import DieOn
from models.synth.studio.shapes import rounded_cube
from tests.models.studio.camera_model import seen

WISH = Wish((640, 360))


def test_a_setting_is_the_same_from_its_seed_and_number_alone() -> None:
    before = [random_setting(7, number, WISH) for number in (3, 1)]
    after = [random_setting(7, number, WISH) for number in (1, 3)]
    assert before == after[::-1]
    assert before[0] != before[1]


def test_sizes_and_shares_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="64 to 8192"):
        Wish((20, 20))
    with pytest.raises(ValueError, match="from 0 to 1"):
        Wish(rare=1.5)


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160), (640, 640)])
def test_cameras_see_the_whole_field_as_large_as_promised(size: tuple[int, int]) -> None:
    """Corners and edges by OpenCV's camera model, not by our own."""
    for number in range(25):
        rng = np.random.default_rng([5, number])
        top = random_tabletop(rng)
        view = random_view(top, size, rng)
        width, height = top.geometry.field_width, top.geometry.field_height
        rim = [(x * width, y * height, 0) for x in (0, 0.5, 1) for y in (0, 0.5, 1)]
        at = seen(view, rim)
        assert (at >= 0).all()
        assert (at <= size).all()
        fill = float(((at.max(0) - at.min(0)) / size).max())
        assert FILL[0] - 0.03 < fill < FILL[1] + 0.01
        down = np.subtract(view.place, view.aim)
        assert np.degrees(np.arccos(down[2] / np.linalg.norm(down))) < STEEPEST + 2
        assert view.focal_px >= WIDEST * size[0]


def test_dice_lie_where_physics_has_left_them_on_that_table() -> None:
    thrown = [die for number in range(12) for die in random_setting(9, number, WISH)[0].dice]
    assert len(thrown) > 12
    for die in thrown:
        assert die.truth is not None
        assert die.centre == die.truth.centre
        assert die.axes == die.truth.axes


def test_rare_throws_are_asked_for_by_a_share() -> None:
    """Most of the throws aimed at rare cases lie badly, few of the fair ones."""

    def bad(rare: float) -> int:
        settings = [random_setting(4, number, replace(WISH, rare=rare))[0] for number in range(9)]
        truths = [die.truth for setting in settings for die in setting.dice]
        return sum(truth is not None and not truth.is_valid_surface for truth in truths)

    assert bad(1.0) >= 7 > bad(0.0)


def test_pictures_of_one_set_share_board_camera_and_light_and_begin_with_the_starting_position() -> None:
    wish = replace(WISH, same=3)
    (first, start), (second, later), (third, _), (other, again) = (random_setting(7, n, wish) for n in range(3, 7))
    for one in (second, third):
        assert (one.view, one.lighting, one.look, one.table) == (first.view, first.lighting, first.look, first.table)
        assert one.top.geometry == first.top.geometry
    assert other.view != first.view
    assert start.game == again.game == "backgammon"
    assert sorted(count for _, count in start.slots.values()) == [2, 2, 3, 3, 5, 5, 5, 5]
    assert not first.hands
    assert not first.dice
    assert later.slots != start.slots


def test_a_share_of_the_level_dice_is_put_on_an_edge_where_they_lay() -> None:
    wish = Wish((640, 360), rare=0.0, throws=6)
    plain = [die for number in range(4) for die in random_setting(9, number, wish)[0].dice]
    tipped = [die for number in range(4) for die in random_setting(9, number, replace(wish, tipped=0.5))[0].dice]
    moved = [(a, b) for a, b in zip(plain, tipped, strict=True) if a != b]
    assert 0.25 < len(moved) / len(plain) < 0.75
    for before, after in moved:
        assert before.truth is not None
        assert after.truth is not None
        assert before.truth.tilt < 1
        assert 7 < after.truth.tilt < 43
        assert after.truth.value == before.truth.value
        assert after.centre[:2] == before.centre[:2]
        assert lowest(after) == pytest.approx(lowest(before), abs=0.35)
    with pytest.raises(ValueError, match="tipped = 2"):
        Wish(tipped=2)


def lowest(die: DieOn) -> float:
    """mm above the board's surface."""
    return die.centre[2] + float((rounded_cube(die.side, die.rounding).points @ np.array(die.axes))[:, 2].min())
