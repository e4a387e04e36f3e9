import numpy as np
import pytest

from calibration.colours import SetColours
from vision.detector import Box
from vision.frame import Image
from vision.shades import disc_colours, learn_sets, shade_odds


def board_with(colours: list[tuple[int, int, int]]) -> tuple[Image, list[Box]]:
    image = np.full((60, 60 * len(colours), 3), 90, np.uint8)
    boxes = []
    for i, colour in enumerate(colours):
        image[15:45, 60 * i + 15 : 60 * i + 45] = colour
        boxes.append(Box("checker", (60 * i + 15, 15, 60 * i + 45, 45), 0.9, 0.5, 0.0))
    return image, boxes


def hinted(boxes: list[Box], light: list[float]) -> list[Box]:
    return [Box(b.kind, b.xyxy, b.score, p, 0.0) for b, p in zip(boxes, light, strict=True)]


def test_a_spot_of_glare_does_not_change_a_disc_s_colour() -> None:
    image, boxes = board_with([(40, 40, 160)])
    image[27:31, 27:31] = 255
    plain, _ = board_with([(40, 40, 160)])
    assert disc_colours(image, boxes)[0] == pytest.approx(disc_colours(plain, boxes)[0], abs=0.5)


def test_a_point_s_discs_go_together_through_glare() -> None:
    """A window mirrored in the nearest dark checkers made them nearly white."""
    colours = [(225, 230, 235)] * 3 + [(40, 40, 130)] * 3 + [(190, 190, 215), (190, 190, 215)]
    image, boxes = board_with(colours)
    odds, _ = shade_odds(image, hinted(boxes, [0.5] * 8), ["a", "a", "a", "b", "b", "b", "b", "b"], None)
    assert sum(odds[3:]) < 0 < sum(odds[:3])


def test_two_sets_are_told_apart_by_colour_even_where_the_network_errs_once() -> None:
    image, boxes = board_with([(200, 210, 220)] * 4 + [(30, 30, 120)] * 4)
    odds, sets = shade_odds(image, hinted(boxes, [0.9, 0.9, 0.9, 0.3, 0.1, 0.1, 0.1, 0.6]), [None] * 8, None)
    assert sets is not None
    assert list(odds > 0) == [True] * 4 + [False] * 4


def test_equally_light_sets_differ_by_hue() -> None:
    image, boxes = board_with([(60, 150, 60)] * 3 + [(80, 90, 200)] * 3)
    odds, _ = shade_odds(image, hinted(boxes, [0.8, 0.7, 0.7, 0.2, 0.3, 0.3]), [None] * 6, None)
    assert len({bool(o > 0) for o in odds[:3]}) == len({bool(o > 0) for o in odds[3:]}) == 1
    assert (odds[0] > 0) != (odds[3] > 0)


def test_one_colour_alone_is_not_split() -> None:
    assert learn_sets(np.full((6, 6), 50.0), np.full(6, 0.9), np.ones(6), np.arange(6)) is None


def test_known_colours_are_used() -> None:
    image, boxes = board_with([(200, 210, 220)])
    known = SetColours((84, 1, 5), (20, 0, 0), ((50, 0, 0), (40, 0, 0)), (45, 0, 0), 4, 4)
    odds, _ = shade_odds(image, hinted(boxes, [0.3]), [None], known)
    assert odds[0] > 0


def test_nothing_to_judge_gives_nothing() -> None:
    odds, sets = shade_odds(np.zeros((5, 5, 3), np.uint8), [], [], None)
    assert len(odds) == 0
    assert sets is None


def test_a_disc_outside_the_picture_has_no_colour() -> None:
    image, (disc,) = board_with([(200, 210, 220)])
    away = Box("checker", (-90, -90, -60, -60), 0.9, 0.5, 0.0)
    assert np.abs(disc_colours(image, [away])).max() == 0
    assert np.abs(disc_colours(image, [disc])).max() > 0
