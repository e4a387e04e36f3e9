"""Slots under a hand, by a made-up mask."""

import numpy as np

from calibration.board import BoardGeometry
from models.synth.look import random_look
from models.synth.physics.tabletop import Tabletop
from models.synth.scene import CheckerPlace
from models.synth.studio.covered import covered_slots
from models.synth.studio.labels import Label
from models.synth.studio.setting import Setting, Viewpoint

GEOMETRY = BoardGeometry(450.0, 420.0, 40.0, 32.0)
PILE = tuple(CheckerPlace(GEOMETRY.column_x(0), 16.0 + 33 * level, "L", slot="top[0]") for level in range(5))
TOP = Tabletop(GEOMETRY, 20.0, 12.0, 12.0, 0.0, 15.0, (False, False), 10.0, PILE)
VIEW = Viewpoint((225.0, 210.0, 900.0), (225.0, 210.0, 0.0), 900.0, (600, 500))
"""From straight above, 1 px a mm on the field: its corner is at (75, 40)."""
HAND = Label(9, "hand", 0, "", (0.0, 0.0, 1.0, 1.0), 100, (0.0, 0.0), 1.0)
SETTING = Setting(TOP, random_look(np.random.default_rng(1)), VIEW)


def covered(x0: float, y0: float, x1: float, y1: float) -> set[str]:
    """What a hand over an area of the field, mm, hides."""
    numbers = np.zeros((500, 600), np.int32)
    numbers[round(y0 + 40) : round(y1 + 40), round(x0 + 75) : round(x1 + 75)] = HAND.number
    return set(covered_slots(SETTING, VIEW, numbers, [HAND]))


def test_no_hand_hides_nothing() -> None:
    assert covered_slots(SETTING, VIEW, np.zeros((500, 600), np.int32), []) == ()


def test_a_hand_over_a_point_hides_it_and_no_other() -> None:
    assert covered(0, 0, 33, 170) == {"top[0]"}


def test_a_fingertip_on_a_pile_hides_nothing() -> None:
    assert covered(0, 130, 33, 165) == set()


def test_an_empty_point_is_hidden_where_its_first_checkers_would_lie() -> None:
    start, end = GEOMETRY.column_x(5) - 17, GEOMETRY.column_x(5) + 17
    assert covered(start, 150, end, 210) == set()
    assert "top[5]" in covered(start, 0, end, 60)


def test_a_hand_along_the_bar_hides_it() -> None:
    left, right = GEOMETRY.bar_x
    assert "bar" in covered(left, 0, right, 420)
