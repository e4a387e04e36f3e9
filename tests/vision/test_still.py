"""Putting the readers of one picture together."""

from dataclasses import replace

import numpy as np
import pytest

from models.cube_input import CLASSES
from tests.vision.pictures import GEOMETRY, profile
from vision.checkers import CHECKER_MM, CheckerReading
from vision.cube import Block
from vision.detector import Box, Kind
from vision.dice import numbered
from vision.dice_find import Plane
from vision.observation import SLOTS, UNREAD, CountReading, DieReading, Shade
from vision.still import agreed, discs_of, unvalued, without_blocks, without_dice, without_phantoms

VIEW = profile().view


def die(value: int | None, confidence: float, flat: bool | None) -> DieReading:
    return DieReading((10.0, 10.0), (5.0, 5.0), value, confidence, "left-half", flat)


@pytest.mark.parametrize(
    ("one", "stays"),
    [
        (die(6, 0.95, True), True),
        (die(None, 0.6, None), True),
        (die(None, 0.1, False), True),
        (die(None, 0.15, None), False),
    ],
    ids=["read", "doubtful", "leaning", "emblem"],
)
def test_only_what_may_be_a_die_stays(one: DieReading, stays: bool) -> None:
    assert without_phantoms([one]) == ((one,) if stays else ())


def test_what_lies_where_the_board_reader_sees_no_die_is_none_on_the_field_only() -> None:
    one, seen = replace(die(1, 0.95, True), size_px=14.0), Box("die", (2.0, 2.0, 20.0, 20.0), 0.1)
    assert agreed([one], [seen]) == (one,)
    for other in ([], [replace(seen, xyxy=(60.0, 2.0, 80.0, 20.0))], [replace(seen, kind="checker")]):
        assert agreed([one], other) == ()
        assert len(agreed([replace(one, place="off-board")], other)) == 1


def board(*boxes: Box) -> CheckerReading:
    none: dict[Shade, CountReading] = {"L": CountReading(0, 0.9), "D": CountReading(0, 0.9)}
    return CheckerReading(dict.fromkeys(SLOTS, UNREAD), none, none, GEOMETRY, boxes)


def box(kind: str, xy: tuple[float, float], score: float) -> Box:
    x, y = xy
    return Box(kind, (x - 15, y - 15, x + 15, y + 15), score)  # type: ignore[arg-type]


def test_discs_are_the_bases_of_sure_checkers_in_mm() -> None:
    base = np.array([(60.0, 300.0)])
    x, y = VIEW.lift(base, CHECKER_MM)[0]
    found = discs_of(board(box("checker", (x, y), 0.9), box("checker", (200, 200), 0.2), box("die", (9, 9), 0.9)), VIEW)
    assert len(found) == 1
    assert np.allclose(found[0], (60.0, 300.0, GEOMETRY.checker_diameter / 2), atol=0.3)


def block(at: tuple[float, float], sure: float) -> Block:
    chances = (1 - sure, *[0.0] * (len(CLASSES) - 2), sure)
    return Block(50.0, 50.0, 26.0, at, 40.0, chances)


@pytest.mark.parametrize(
    ("cube", "stays"),
    [
        (block((14.0, 10.0), 0.99), False),
        (block((60.0, 10.0), 0.99), True),
        (block((14.0, 10.0), 0.92), True),
        (block((14.0, 10.0), 0.7), True),
    ],
    ids=["the cube itself", "beside it", "less sure than the die", "doubtful"],
)
def test_the_cube_is_no_die(cube: Block, stays: bool) -> None:
    one = die(1, 0.95, True)
    assert without_blocks([one], [cube]) == ((one,) if stays else ())


def test_a_die_with_a_number_may_be_where_the_board_reader_sees_a_cube() -> None:
    one, seen = replace(die(5, 0.98, None), size_px=14.0), Box("cube", (2.0, 2.0, 20.0, 20.0), 0.1)
    assert agreed([one], [seen]) == ()
    assert agreed([one], [seen], ("die", "cube")) == (one,)


@pytest.mark.parametrize(("x", "stays"), [(14.0, False), (60.0, True)], ids=["on it", "beside it"])
def test_one_place_is_told_one_value(x: float, stays: bool) -> None:
    number = block((x, 10.0), 0.98)
    assert without_dice([number], [die(1, 0.99, True)]) == ((number,) if stays else ())


@pytest.mark.parametrize(("value", "kind", "left"), [(4, "die", 0), (None, "die", 1), (4, "cube", 1)])
def test_only_what_shows_no_pips_may_be_a_die_with_a_number(value: int | None, kind: Kind, left: int) -> None:
    seen = Box(kind, (2.0, 2.0, 20.0, 20.0), 0.6)
    assert len(unvalued([seen], [replace(die(4, 0.97, True), value=value, size_px=14.0)])) == left


def test_how_a_die_with_a_number_lies_is_not_said() -> None:
    one = Block(
        120.0, 300.0, 14.0, (300.0, 200.0), 20.0, (0.01, *[0.99 if word == "5" else 0.0 for word in CLASSES[1:]])
    )
    plane = Plane.of_board(np.zeros((*VIEW.size[::-1], 3), np.uint8), VIEW)
    (read,) = numbered([one], plane, VIEW, [])
    assert (read.value, read.flat, read.tilted, read.on_checker) == (5, None, None, False)
