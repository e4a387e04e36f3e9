"""The learned corner finder: what its maps say is read right, and drawn boards are found through it."""

import cv2
import numpy as np
import pytest

from models.evaluate.corners import TOLERANCE, corner_error
from tests.calibration.drawn import START, Drawing, photograph
from vision.corners import CornerFinder, Floats, Map, best_quad, find_board, peaks

FIELD = np.array([[20.3, 15.6], [58.2, 18.9], [61.7, 60.4], [14.5, 55.1]])


def maps_of(corners: Floats, faint: float = 1.0) -> Map:
    """Maps as a perfect network would draw them; the third corner only `faint`."""
    y, x = np.mgrid[:80, :80]
    maps = np.zeros((5, 80, 80), np.float32)
    for k, (u, v) in enumerate(corners):
        spot = np.exp(-((x - u) ** 2 + (y - v) ** 2) / 3.4) * (faint if k == 2 else 1.0)
        maps[k % 2] = np.maximum(maps[k % 2], spot)
        line = np.zeros((80, 80), np.float32)
        ends = [np.round(corners[i % 4]).astype(int).tolist() for i in (k, k + 1)]
        cv2.line(line, ends[0], ends[1], 1.0, 2)
        maps[2 + k % 2] = np.maximum(maps[2 + k % 2], line)
    cv2.fillPoly(maps[4], [np.round(corners).astype(np.int32)], 1.0)
    return maps


def test_the_corners_are_read_between_the_cells() -> None:
    quad = best_quad(maps_of(FIELD))
    assert quad is not None
    assert min(np.abs(np.roll(quad.corners, turn, axis=0) - FIELD).max() for turn in (0, 2)) < 0.1
    assert quad.score > 0.9


def test_points_hang_from_the_first_edge_whichever_way_the_board_is_turned() -> None:
    """A quarter turn makes another field of the same four corners; half a turn does not."""
    quarter = best_quad(maps_of(np.roll(FIELD, 1, axis=0)))
    assert quarter is not None
    assert min(np.abs(np.roll(quarter.corners, turn, axis=0) - FIELD).max() for turn in (1, 3)) < 0.1


def test_a_second_spot_off_the_lines_is_not_taken_for_a_corner() -> None:
    maps = maps_of(FIELD, faint=0.7)
    maps[0, 70, 75] = 0.95
    quad = best_quad(maps)
    assert quad is not None
    assert np.abs(quad.corners - (75, 70)).sum(axis=1).min() > 5


def test_no_field_without_four_corners() -> None:
    assert best_quad(np.zeros((5, 80, 80), np.float32)) is None
    assert best_quad(maps_of(FIELD, faint=0.0)) is None


def test_peaks_are_few_and_the_strongest_first() -> None:
    heat = np.zeros((80, 80), np.float32)
    for k in range(9):
        heat[8 * k + 3, 40] = 0.1 + 0.1 * k
    assert [round(strength, 1) for _, _, strength in peaks(heat)] == [0.9, 0.8, 0.7, 0.6]


@pytest.mark.parametrize("turn", [0.0, 70.0, 185.0])
def test_a_drawn_board_is_proposed(turn: float) -> None:
    image, corners = photograph(Drawing(slots=START), tilt=20.0, turn=turn)
    (proposal,) = CornerFinder()(image)
    assert corner_error(corners, np.array(proposal.corners)) < TOLERANCE


def test_a_small_board_is_found_with_the_proposal() -> None:
    image, corners = photograph(Drawing(slots=START), tilt=20.0, turn=12.0, fill=0.4)
    found = find_board(image)
    assert found is not None
    assert corner_error(corners, np.array(found.corners)) < TOLERANCE


def test_nothing_is_proposed_in_a_plain_picture() -> None:
    assert CornerFinder()(np.full((480, 640, 3), 90, np.uint8)) == ()
