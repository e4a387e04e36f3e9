"""The guided steps, without a camera."""

import numpy as np
import pytest

from calibration.finder import Found
from calibration.profile import Seats
from calibration.session import Session
from tests.calibration.drawn import START, Drawing, Image, photograph

STANDING = Drawing(slots=START)


def finder_of(corners: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Found:
    tl, tr, br, bl = ((float(x), float(y)) for x, y in corners)
    return Found((tl, tr, br, bl), 0.9, STANDING.bar / STANDING.geometry.point_width)


def test_a_picture_of_the_start_leaves_only_the_seats() -> None:
    image, corners = photograph(STANDING)
    session = Session("camera").look(image, lambda _: finder_of(corners))
    assert session.step == "seats"
    assert session.confidence == 0.9
    profile = session.give_seats(Seats()).profile()
    assert profile.colours is not None
    assert profile.view.geometry.bar_width == pytest.approx(STANDING.bar, abs=1)


def test_without_a_board_the_first_step_stays() -> None:
    image: Image = np.zeros((480, 640, 3), np.uint8)
    session = Session("camera").look(image, lambda _: None)
    assert session.step == "board"
    with pytest.raises(ValueError, match="corners"):
        session.profile()


def test_corners_by_hand_and_colours_skipped() -> None:
    image, corners = photograph(Drawing(slots={"top[3]": "L2"}))
    given = finder_of(corners).corners
    session = Session("camera").give_corners(given, image).look(image, lambda _: None)
    assert session.step == "colours"
    assert session.view is not None
    assert session.view.geometry.bar_width == pytest.approx(40, abs=4)
    done = session.skip_colours().give_seats(Seats())
    assert done.step == "done"
    assert done.profile().colours is None
