import numpy as np
import pytest

from calibration.board import BoardGeometry
from vision.dice_place import agreed, gap_to, grounds_of, likeliest, on_checker, place_of, touches
from vision.observation import Ground, Place

BOARD = BoardGeometry(field_width=470, field_height=440, bar_width=42, checker_diameter=34)


@pytest.mark.parametrize(
    ("x", "y", "place"),
    [
        (100, 200, "left-half"),
        (213, 200, "left-half"),
        (235, 200, "bar"),
        (300, 10, "right-half"),
        (469, 439, "right-half"),
        (-8, 100, "rail"),
        (200, 448, "rail"),
        (500, 100, "tray"),
        (-60, 100, "tray"),
        (600, 100, "off-board"),
        (200, 500, "off-board"),
    ],
)
def test_places_follow_the_rectified_picture(x: float, y: float, place: str) -> None:
    assert place_of(x, y, BOARD) == place


def test_a_board_without_a_bar_has_only_halves() -> None:
    sheet = BoardGeometry(field_width=470, field_height=440, bar_width=0, checker_diameter=34)
    assert {place_of(x, 200, sheet) for x in range(0, 471, 5)} == {"left-half", "right-half"}


def test_a_die_stands_on_a_checker_or_leans_at_it_or_is_free() -> None:
    discs = [(100.0, 100.0, 17.0)]
    assert gap_to(110, 100, 14, discs) == pytest.approx(-0.5)
    assert not touches(gap_to(110, 100, 13, discs))
    assert touches(gap_to(124, 100, 13, discs))
    assert not touches(gap_to(130, 100, 13, discs))
    assert gap_to(130, 100, 13, []) == np.inf


LOOKS: dict[Ground, float] = {"field": 0.55, "checker": 0.3, "die": 0.01, "bar": 0.1, "rail": 0.03, "table": 0.01}


@pytest.mark.parametrize(
    ("place", "gap", "ground"),
    [
        ("left-half", None, "field"),
        ("left-half", -0.2, "checker"),
        ("left-half", 2.0, "field"),
        ("left-half", np.inf, "field"),
        ("tray", None, "checker"),
    ],
)
def test_place_and_checkers_found_decide_what_a_look_leaves_open(
    place: Place, gap: float | None, ground: Ground
) -> None:
    chances = grounds_of(LOOKS, place, gap)
    assert likeliest(chances) == ground
    assert sum(chances.values()) == pytest.approx(1)


@pytest.mark.parametrize(("p", "told"), [(0.9, True), (0.6, None), (0.3, None), (0.1, False)])
def test_whether_a_die_stands_on_a_checker_may_be_open(p: float, told: bool | None) -> None:
    assert on_checker({"field": 1 - p, "checker": p}) is told


@pytest.mark.parametrize(
    ("x", "y", "ground", "place"),
    [
        (478, 200, "field", "right-half"),
        (-8, 200, "checker", "left-half"),
        (240, 200, "checker", "right-half"),
        (300, 200, "bar", "bar"),
        (300, 436, "rail", "rail"),
        (500, 200, "rail", "rail"),
        (300, 475, "rail", "rail"),
        (300, 490, "rail", "off-board"),
        (530, 200, "rail", "tray"),
        (530, 200, "checker", "tray"),
        (300, 600, "field", "off-board"),
        (300, 600, "table", "off-board"),
    ],
)
def test_the_place_goes_with_what_the_die_stands_on(x: float, y: float, ground: Ground, place: Place) -> None:
    assert agreed(ground, x, y, BOARD) == place
