import numpy as np
import pytest

from calibration.view import View
from models.dice_input import LEAN_UNKNOWN, NO_PLAN, Floats, ground_plans, plan_numbers, reader_input, seen_through
from vision.dice_find import (
    CELL,
    Candidate,
    Look,
    Plane,
    crops,
    distinct,
    look_over,
)
from vision.frame import Image


def spotted(size: tuple[int, int], x: int, y: int, side: int) -> Image:
    image = np.zeros((size[1], size[0], 3), np.uint8)
    image[y - side // 2 : y + side // 2, x - side // 2 : x + side // 2] = 255
    return image


def brightest(images: Floats, /) -> Floats:
    """A finder that takes bright cells for dice."""
    grey = images.mean(axis=1)
    cells = grey.reshape(len(grey), grey.shape[1] // CELL, CELL, grey.shape[2] // CELL, CELL).mean(axis=(2, 4))
    out = np.zeros((len(grey), 4, *cells.shape[1:]), np.float32)
    out[:, 0] = 12 * cells - 6
    return out


VIEW = View.from_corners([(200, 100), (700, 120), (760, 560), (120, 540)], (900, 640))


def test_a_bright_spot_is_found_where_it_lies_on_the_board() -> None:
    plane = Plane.of_board(spotted((900, 640), 400, 300, 16), VIEW)
    best = look_over(plane, brightest, 13.0)[0]
    assert np.hypot(*(plane.to_px([(best.x, best.y)])[0] - (400, 300))) < 8


def test_a_bright_spot_is_found_without_a_board_at_any_size() -> None:
    for side in (12, 48):
        plane = Plane.of_picture(spotted((400, 300), 200, 120, side))
        best = look_over(plane, brightest, float(side))[0]
        assert np.hypot(best.x - 200, best.y - 120) < side / 2
        assert 0.7 * side < best.side < 1.4 * side


def test_the_board_is_looked_over_with_a_margin_but_not_beyond_the_picture() -> None:
    plane = Plane.of_board(np.zeros((640, 900, 3), np.uint8), VIEW)
    left, top, right, bottom = plane.area
    assert left < 0
    assert right > VIEW.geometry.field_width
    inside = plane.to_px([((left + right) / 2, top), ((left + right) / 2, bottom)])
    assert (inside[:, 1] > -160).all()
    assert (inside[:, 1] < 800).all()


@pytest.mark.parametrize("scale", [1.0, 0.25])
def test_a_crop_shows_the_die_in_the_middle_with_a_side_of_18_px_and_its_mirror_image(scale: float) -> None:
    side = int(16 / scale)
    image = spotted((int(400 / scale), int(300 / scale)), int(200 / scale), int(120 / scale), side)
    plane = Plane.of_picture(image)
    straight, mirror = crops(plane, Candidate(200 / scale, 120 / scale, side, 1.0), [Look(), Look(mirrored=True)])
    crop, mirrored = straight.image, mirror.image
    assert crop.shape == (48, 48, 3)
    assert (mirrored == crop[:, ::-1]).all()
    assert crop[17:31, 17:31].min() > 200
    assert crop[:12].max() < 50
    assert crop[:, 36:].max() < 50
    for shown, px in ((straight, (33.5, 23.5)), (mirror, (13.5, 23.5))):
        x, y, _ = shown.window @ (*px, 1)
        assert (x, y) == pytest.approx((200 / scale + 10 * side / 18, 120 / scale), abs=1e-6)


def test_of_places_that_cover_each_other_the_best_is_kept() -> None:
    near = [Candidate(10, 10, 12, 0.4), Candidate(13, 10, 12, 0.9), Candidate(40, 10, 12, 0.5)]
    assert [c.score for c in distinct(near)] == [0.9, 0.5]


def test_a_pip_that_looks_like_a_small_die_does_not_hide_the_die_it_is_on() -> None:
    pip, die = Candidate(103, 101, 9, 0.8), Candidate(100, 100, 50, 0.6)
    assert distinct([die, pip]) == [pip]
    assert distinct([die, pip], alike=1.5) == [pip, die]


def test_the_reader_is_told_colours_and_how_oblique_the_view_is() -> None:
    crop = np.full((48, 48, 3), (255, 0, 51), np.uint8)
    given = reader_input([crop] * 4, [0.0, 0.5, 7.0, LEAN_UNKNOWN], [NO_PLAN] * 4)
    assert given.shape == (4, 5, 48, 48)
    assert given.dtype == np.float32
    assert given[0, :3, 0, 0] == pytest.approx([1, 0, 0.2])
    assert (given[:, 3] == given[:, 3, :1, :1]).all()
    assert given[:, 3, 0, 0] == pytest.approx([0, 0.25, 1, -1])
    assert (given[:, 4] == 0).all()


def test_the_reader_is_told_where_the_field_ends_and_where_the_bar_is() -> None:
    view = View.from_corners(((400.0, 200.0), (880.0, 200.0), (880.0, 600.0), (400.0, 600.0)), (1280, 800))
    board = view.geometry
    plane = Plane.of_board(np.zeros((800, 1280, 3), np.uint8), view)
    told = {}
    for name, x in (("edge", 0.0), ("bar", board.bar_x[1]), ("points", 0.25 * board.field_width)):
        shown = crops(plane, Candidate(x, 0.4 * board.field_height, 13.0, 1.0), [Look(), Look(mirrored=True)])
        numbers = [plan_numbers(c.window, (board.field_width, board.field_height), board.bar_x) for c in shown]
        told[name] = ground_plans(numbers, 48)
        assert (told[name][1] == told[name][0][:, ::-1]).all()
    assert (told["edge"][0, :, :23] == 1).all()
    assert (told["edge"][0, :, 24:] == 0).all()
    assert (told["bar"][0, :, 16:23] == -1).all()
    assert (told["bar"][0, :, 24:] == 0).all()
    assert (told["points"] == 0).all()


def test_a_plan_moves_with_its_crop() -> None:
    whole = plan_numbers(np.array([(2.0, 0, -8), (0, 2, -10)]), (60.0, 100.0), (28.0, 34.0))
    half = seen_through(whole, np.array([(0.5, 0, 4), (0, 0.5, 5), (0, 0, 1)]))
    assert half == pytest.approx([1, 0, 0, 0, 1, 0, 60, 100, 28, 34])
    assert (ground_plans([half], 48)[0, 0] == [0] * 29 + [-1] * 5 + [0] * 14).all()
    assert np.isnan(seen_through(NO_PLAN, np.eye(3))).all()
