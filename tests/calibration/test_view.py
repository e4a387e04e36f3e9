"""Pixels to millimetres and back, against a camera whose place is known."""

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.board import BoardGeometry
from calibration.view import View

GEOMETRY = BoardGeometry(470.0, 400.0, 40.0, 34.0)
SIZE = (1280, 960)
FOCAL = 1400.0


def seen_from(tilt: float, turn: float, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """N×3 mm (z up from the board) as a camera `tilt`° from the vertical sees them, N×2 px."""
    lean = cv2.Rodrigues(np.array([np.radians(tilt), 0.0, 0.0]))[0]
    spin = cv2.Rodrigues(np.array([0.0, 0.0, np.radians(turn)]))[0]
    centred = (points - (235.0, 200.0, 0.0)) * (1, 1, -1)
    camera = centred @ (lean @ spin).T + (0.0, 0.0, 1100.0)
    return np.asarray(FOCAL * camera[:, :2] / camera[:, 2:] + np.array(SIZE) / 2, dtype=np.float64)


def view_from(tilt: float, turn: float, geometry: BoardGeometry | None = GEOMETRY) -> View:
    corners = seen_from(tilt, turn, np.array([[0, 0, 0], [470, 0, 0], [470, 400, 0], [0, 400, 0]], dtype=np.float64))
    return View.from_corners([(float(x), float(y)) for x, y in corners], SIZE, geometry)


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (25, 10), (45, 100)])
def test_mm_and_px_are_inverse(tilt: float, turn: float) -> None:
    view = view_from(tilt, turn)
    places = np.array([[0.0, 0.0], [470.0, 400.0], [123.0, 45.0]])
    assert view.to_mm(view.to_px(places)) == pytest.approx(places, abs=1e-3)
    assert view.to_px(places) == pytest.approx(seen_from(tilt, turn, np.column_stack([places, [0, 0, 0]])), abs=0.01)


@pytest.mark.parametrize(("tilt", "turn"), [(30, 20), (45, 50), (40, 200)])
def test_heights_shift_as_the_camera_sees_them(tilt: float, turn: float) -> None:
    view = view_from(tilt, turn)
    places = np.array([[40.0, 40.0], [300.0, 350.0]])
    true = seen_from(tilt, turn, np.column_stack([places, [30.0, 30.0]]))
    assert view.lift(places, 30.0) == pytest.approx(true, abs=1.5)
    assert view.lift(places, 0.0) == pytest.approx(view.to_px(places), abs=1e-6)


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (0, 37), (20, 45), (40, 20), (45, 200)])
def test_aspect_is_recovered_from_four_corners(tilt: float, turn: float) -> None:
    geometry = view_from(tilt, turn, None).geometry
    assert geometry.field_width / geometry.field_height == pytest.approx(470 / 400, rel=0.05)


def test_tilt_and_place_of_the_camera() -> None:
    pose = view_from(40, 30).pose
    assert pose.tilt == pytest.approx(40, abs=2)
    assert pose.centre[2] == pytest.approx(1100 * np.cos(np.radians(40)), rel=0.1)


@pytest.mark.parametrize(("tilt", "turn"), [(0, 0), (25, 10), (45, 100)])
def test_a_view_that_its_camera_explains_is_not_stretched_and_a_squeezed_board_is(tilt: float, turn: float) -> None:
    assert view_from(tilt, turn, None).stretch == pytest.approx(1.0, abs=0.02)
    lower = BoardGeometry(470.0, 400.0 / 1.3, 40.0, 34.0)
    assert view_from(tilt, turn, lower).stretch == pytest.approx(1.3, rel=0.12)


def test_rectified_picture_shows_the_field_with_its_margin() -> None:
    view = view_from(30, 15)
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    cv2.circle(image, (round(view.to_px([[100, 50]])[0, 0]), round(view.to_px([[100, 50]])[0, 1])), 6, (0, 0, 255), -1)
    flat = view.rectify(image, px_per_mm=1.5, margin_mm=20)
    assert flat.shape == (660, 765, 3)
    rows, columns = np.nonzero(flat[..., 2] > 128)
    assert (columns.mean(), rows.mean()) == pytest.approx((120 * 1.5, 70 * 1.5), abs=2)


def test_half_a_turn_swaps_opposite_corners() -> None:
    view = view_from(20, 5)
    assert view.turned().to_px([[0.0, 0.0]]) == pytest.approx(view.to_px([[470.0, 400.0]]), abs=1e-3)


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (0, 100), (100, 100), (100, 0)],
        [(0, 0), (100, 0), (20, 20), (0, 100)],
        [(0, 0), (100, 0), (100, 100)],
        [(0, 0), (100, 0), (100, 100), (0, float("nan"))],
    ],
)
def test_corners_out_of_order_or_broken_are_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(ValueError, match="corners"):
        View.from_corners(corners, SIZE)


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="1280×960"):
        view_from(0, 0).rectify(np.zeros((10, 10, 3), np.uint8), 1.0)
