"""Colours of a set, learnt from a drawn board."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.colours import Lab, SetColours, distance, learn_colours, start_slots
from calibration.view import View
from tests.calibration.drawn import START, Bgr, Drawing, Floats, Image, photograph

STANDING = Drawing(slots=START)


def view_of(drawing: Drawing, picture: tuple[Image, Floats]) -> View:
    image, corners = picture
    return View.from_corners(
        [(float(x), float(y)) for x, y in corners], (image.shape[1], image.shape[0]), drawing.geometry
    )


def lab_of(colour: Bgr) -> Lab:
    pixel = cv2.cvtColor(np.array([[colour]], np.float32) / 255, cv2.COLOR_BGR2Lab)[0, 0]
    return float(pixel[0]), float(pixel[1]), float(pixel[2])


@pytest.mark.parametrize("tilt", [0, 20])
@pytest.mark.parametrize("mirrored", [False, True])
def test_the_starting_position_teaches_the_colours(tilt: float, mirrored: bool) -> None:
    slots = {f"{n.split('[')[0]}[{11 - int(n.split('[')[1][:-1])}]": t for n, t in START.items()} if mirrored else START
    drawing = replace(STANDING, slots=slots)
    picture = photograph(drawing, tilt=tilt)
    view = view_of(drawing, picture)
    seen = start_slots(picture[0], view)
    assert seen is not None
    assert {name: text[0] for name, text in seen.items() if text} == {name: text[0] for name, text in slots.items()}
    colours = learn_colours(picture[0], view, seen)
    assert distance(colours.light, lab_of(drawing.checkers["L"])) < 6
    assert distance(colours.dark, lab_of(drawing.checkers["D"])) < 6
    assert distance(colours.points[0], lab_of(drawing.points[0])) < 6
    assert distance(colours.points[1], lab_of(drawing.points[1])) < 6
    assert distance(colours.field, lab_of(drawing.ground)) < 6


@pytest.mark.parametrize("slots", [{}, {"top[3]": "L5", "bottom[8]": "D4", "top[9]": "D2"}, {**START, "top[0]": "D5"}])
def test_other_positions_are_not_taken_for_the_start(slots: dict[str, str]) -> None:
    drawing = replace(STANDING, slots=slots)
    picture = photograph(drawing)
    assert start_slots(picture[0], view_of(drawing, picture)) is None


def test_labelled_points_of_any_position_teach_the_colours() -> None:
    slots = {"top[3]": "L4", "bottom[8]": "D4"}
    drawing = replace(STANDING, slots=slots)
    picture = photograph(drawing)
    colours = learn_colours(picture[0], view_of(drawing, picture), {**slots, "top[0]": "", "top[1]": ""})
    assert distance(colours.dark, lab_of(drawing.checkers["D"])) < 6


def test_missing_labels_are_named() -> None:
    picture = photograph(STANDING)
    view = view_of(STANDING, picture)
    with pytest.raises(ValueError, match="no dark checker"):
        learn_colours(picture[0], view, {"top[0]": "L5", "top[1]": ""})
    with pytest.raises(ValueError, match="no bare point"):
        learn_colours(picture[0], view, START)


def test_sides_too_alike_are_warned_of() -> None:
    grey = (50.0, 0.0, 0.0)
    plain = SetColours((80.0, 0.0, 0.0), grey, ((20.0, 40.0, 0.0), (30.0, -40.0, 0.0)), (60.0, 20.0, 20.0), 3.0, 3.0)
    assert plain.warnings() == ()
    assert any("look alike" in w for w in replace(plain, light=(55.0, 0.0, 3.0)).warnings())
    assert any("dark checkers" in w for w in replace(plain, points=((51.0, 1.0, 0.0), (30.0, -40.0, 0.0))).warnings())
