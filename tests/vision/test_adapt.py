"""What one confirmed position teaches about a set."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.colours import distance
from calibration.habits import SetHabits
from tests.vision.test_checkers import GEOMETRY, Paper, at, picture, view
from vision.adapt import adapt
from vision.checkers import biased, read_checkers, survey
from vision.detector import FloatArray, Look

SLOTS = {"top[0]": "L3", "top[4]": "L2", "bottom[1]": "D3", "bottom[9]": "D2", "top[7]": "", "top[8]": ""}
PLACES = [(0, 3, 0.95), (4, 2, 0.95), (13, 3, 0.05), (21, 2, 0.05)]
GREYS = {0.95: 215, 0.05: 45}
Picture = npt.NDArray[np.uint8]


class Shy(Paper):
    """Sees every disc, dark ones faintly, and has no opinion of counts: as on a set unlike any that it learnt from."""

    def __init__(self, bar: float = 0.1) -> None:
        discs = [("checker", *at(slot, i), light) for slot, count, light in PLACES for i in range(count)]
        super().__init__({}, discs, bar)

    def look(self, image: Picture) -> Look:
        seen = super().look(image)
        return replace(seen, boxes=tuple(b if (b.light or 0) > 0.5 else replace(b, score=0.32) for b in seen.boxes))

    def count(
        self, look: Look, columns: Sequence[float], pitch: float, top: float, bottom: float
    ) -> tuple[FloatArray, FloatArray]:
        chances, light = super().count(look, columns, pitch, top, bottom)
        return np.full_like(chances, 1 / 16), light


def board() -> Picture:
    image = picture()
    for slot, count, light in PLACES:
        for i in range(count):
            x, y = view().to_px(np.array([at(slot, i)]))[0]
            cv2.circle(image, (round(float(x)), round(float(y))), 33, (GREYS[light],) * 3, -1)
    return image


def test_a_side_that_looks_faint_is_read_after_one_confirmed_position() -> None:
    image, shy = board(), Shy()
    before = read_checkers(image, view(), shy, checkers=5)
    learnt = adapt(image, view(), SLOTS, shy, checkers=5)
    after = read_checkers(image, learnt.view, shy, learnt.colours, 5, habits=learnt.habits)
    assert learnt.habits.dark_bias > 0.3
    assert abs(learnt.habits.light_bias) < learnt.habits.dark_bias
    assert learnt.wrong == ()
    for name, text in SLOTS.items():
        best = after.slots[name].best
        assert best is not None
        assert best.text == text
    assert after.slots["bottom[1]"].confidence > before.slots["bottom[1]"].confidence


def test_colours_and_sizes_are_those_of_the_discs() -> None:
    learnt = adapt(board(), view(), SLOTS, Shy(bar=0.06), checkers=5)
    assert distance(learnt.colours.light, (86, 0, 0)) < 4
    assert distance(learnt.colours.dark, (18, 0, 0)) < 4
    assert learnt.view.geometry.bar_width / GEOMETRY.field_width == pytest.approx(0.06, abs=0.005)
    assert learnt.view.geometry.checker_diameter == pytest.approx(33, abs=1)
    assert learnt.habits.known_bar


def test_a_position_that_does_not_stand_there_is_doubted() -> None:
    learnt = adapt(board(), view(), SLOTS | {"top[0]": "L3", "top[5]": "L4"}, Shy())
    assert "top[5]" in learnt.wrong


def test_a_slot_that_does_not_exist_is_named() -> None:
    with pytest.raises(ValueError, match=r"no point is called 'top\[12\]'"):
        adapt(board(), view(), SLOTS | {"top[12]": "L2"}, Shy())


def test_habits_move_only_the_discs_of_their_side() -> None:
    plain = survey(board(), view(), Shy()).discs
    moved = biased(plain, SetHabits(dark_bias=-2.0))
    light = [d.box.score for d in moved if d.place == "top[0]"]
    dark = [d.box.score for d in moved if d.place == "bottom[9]"]
    assert light == pytest.approx([0.95] * 3)
    assert dark == pytest.approx([1 / (1 + (0.68 / 0.32) * np.exp(2))] * 2)
    assert biased(plain, SetHabits()) == plain
