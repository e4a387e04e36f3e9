"""What one confirmed position teaches about a set."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.colours import distance
from tests.vision.test_checkers import GEOMETRY, Paper, at, picture, view
from vision.adapt import adapt
from vision.checkers import read_checkers

SLOTS = {"top[0]": "L3", "top[4]": "L2", "bottom[1]": "D3", "bottom[9]": "D2", "top[7]": "", "top[8]": ""}
PLACES = [(0, 3, 0.95), (4, 2, 0.95), (13, 3, 0.05), (21, 2, 0.05)]
GREYS = {0.95: 215, 0.05: 45}
Picture = npt.NDArray[np.uint8]


class Eyes(Paper):
    """Sees every disc and counts them, whoever's they are; `bar` is the share of the field's width that the bar has."""

    def __init__(self, bar: float = 0.1) -> None:
        discs = [("checker", *at(slot, i), 0.5) for slot, count, _ in PLACES for i in range(count)]
        super().__init__({slot: count for slot, count, _ in PLACES}, discs, bar)


def board() -> Picture:
    image = picture()
    for slot, count, light in PLACES:
        for i in range(count):
            x, y = view().to_px(np.array([at(slot, i)]))[0]
            cv2.circle(image, (round(float(x)), round(float(y))), 33, (GREYS[light],) * 3, -1)
    return image


@pytest.mark.parametrize(("slot", "name", "text"), [(13, "bottom[1]", "D1"), (0, "top[0]", "L1")])
def test_what_was_learnt_names_the_side_of_a_lone_checker(slot: int, name: str, text: str) -> None:
    """Where one checker is left, the picture alone does not say which colour it is of."""
    learnt = adapt(board(), view(), SLOTS, Eyes(), checkers=5)
    lone = Paper({slot: 1}, [("checker", *at(slot), 0.5)])
    before = read_checkers(board(), view(), lone, checkers=5).slots[name]
    after = read_checkers(board(), learnt.view, lone, learnt.colours, 5, habits=learnt.habits).slots[name]
    assert before.confidence < 0.6
    assert after.best is not None
    assert (after.best.text, after.confidence > 0.9) == (text, True)
    assert learnt.wrong == ()


def test_colours_and_sizes_are_those_of_the_discs() -> None:
    learnt = adapt(board(), view(), SLOTS, Eyes(bar=0.06), checkers=5)
    assert distance(learnt.colours.light, (86, 0, 0)) < 4
    assert distance(learnt.colours.dark, (18, 0, 0)) < 4
    assert learnt.view.geometry.bar_width / GEOMETRY.field_width == pytest.approx(0.06, abs=0.005)
    assert learnt.view.geometry.checker_diameter == pytest.approx(33, abs=1)
    assert learnt.habits.known_bar


def test_a_position_that_does_not_stand_there_is_doubted() -> None:
    learnt = adapt(board(), view(), SLOTS | {"top[0]": "L3", "top[5]": "L4"}, Eyes())
    assert "top[5]" in learnt.wrong


def test_a_slot_that_does_not_exist_is_named() -> None:
    with pytest.raises(ValueError, match=r"no point is called 'top\[12\]'"):
        adapt(board(), view(), SLOTS | {"top[12]": "L2"}, Eyes())
