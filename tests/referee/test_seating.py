"""Seats: every home a side can have, and who sits to the right of what."""

from itertools import product

import pytest

from calibration.profile import Seats, WhiteHome
from referee.rules.position import Position
from referee.rules.side import Side
from referee.seating import Seating
from tests.referee.observing import observe_position
from vision.observation import SLOTS

HOMES: tuple[WhiteHome, ...] = ("bottom-right", "bottom-left", "top-right", "top-left")


@pytest.mark.parametrize(
    ("home", "slots"),
    [
        ("bottom-right", ("bottom[11]", "bottom[6]", "bottom[5]", "bottom[0]", "top[0]", "top[11]")),
        ("bottom-left", ("bottom[0]", "bottom[5]", "bottom[6]", "bottom[11]", "top[11]", "top[0]")),
        ("top-right", ("top[11]", "top[6]", "top[5]", "top[0]", "bottom[0]", "bottom[11]")),
        ("top-left", ("top[0]", "top[5]", "top[6]", "top[11]", "bottom[11]", "bottom[0]")),
    ],
)
def test_whites_points_go_round_the_board(home: WhiteHome, slots: tuple[str, ...]) -> None:
    seating = Seating(Seats(white_home=home), "backgammon")
    assert tuple(seating.slot(Side.W, point) for point in (1, 6, 7, 12, 13, 24)) == slots


@pytest.mark.parametrize("home", HOMES)
def test_points_and_slots_are_one_to_one_and_face_each_other(home: WhiteHome) -> None:
    seating = Seating(Seats(white_home=home), "backgammon")
    for side, point in product(Side, range(1, 25)):
        assert seating.point(side, seating.slot(side, point)) == point
        assert seating.slot(side, point) == seating.slot(side.other, 25 - point)
    assert {seating.slot(Side.W, point) for point in range(1, 25)} == set(SLOTS)


def test_the_thrower_sits_at_an_edge_and_has_a_right_hand() -> None:
    bottom = Seating(Seats(white_edge="bottom"), "backgammon")
    assert (bottom.right_half(Side.W), bottom.right_half(Side.B)) == ("right-half", "left-half")
    top = Seating(Seats(white_edge="top"), "backgammon")
    assert (top.right_half(Side.W), top.right_half(Side.B)) == ("left-half", "right-half")


@pytest.mark.parametrize(("home", "half"), [("bottom-right", "right-half"), ("top-left", "left-half")])
def test_both_homes_lie_in_one_half(home: WhiteHome, half: str) -> None:
    seating = Seating(Seats(white_home=home), "backgammon")
    assert (seating.home_half(Side.W), seating.home_half(Side.B)) == (half, half)


def test_the_start_in_the_pictures_orientation() -> None:
    picture = Seating(Seats(white_shade="D"), "backgammon").picture(Position.start("backgammon"))
    assert picture["top"] == ["D5", "", "", "", "L3", "", "L5", "", "", "", "", "D2"]
    assert picture["bottom"] == ["L5", "", "", "", "D3", "", "D5", "", "", "", "", "L2"]
    assert (picture["bar"], picture["off"]) == ({"L": 0, "D": 0}, {"L": 0, "D": 0})


def test_seats_that_contradict_a_board_set_up_for_a_game_are_turned() -> None:
    set_up = observe_position(Position.start("backgammon"), seats=Seats(white_home="top-left"))
    turned = Seating(Seats(), "backgammon").turned_to_start(set_up, 15)
    assert turned.seats == Seats("L", "top", "top-left")
    assert turned.turned_to_start(set_up, 15) == turned


def test_seats_are_left_alone_in_the_middle_of_a_game() -> None:
    seating = Seating(Seats(), "backgammon")
    middle = Position.parse("W 6:5 5:4 4:3 8:3 | B 24:2 8:4 6:5 5:4", "backgammon")
    assert seating.turned_to_start(observe_position(middle, seats=Seats(white_home="top-left")), 15) == seating
