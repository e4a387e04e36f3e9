"""A place on the board lies where the arithmetic says in the rectified picture, however large the given one is."""

import cv2
import numpy as np
import pytest

from calibration.view import View
from vision.rectify import rectify

DOTS = [(20.0, 20.0), (235.0, 60.0), (440.0, 380.0), (60.0, 300.0)]


def dotted(view: View) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A grey picture with white dots of 12 mm at DOTS."""
    image = np.full((view.size[1], view.size[0], 3), 60, np.uint8)
    turn = np.linspace(0, 2 * np.pi, 40)
    for x, y in DOTS:
        rim = view.to_px(np.stack([x + 6 * np.cos(turn), y + 6 * np.sin(turn)], 1))
        cv2.fillPoly(image, [np.rint(rim * 16).astype(np.int32)], (255, 255, 255), cv2.LINE_AA, 4)
    return image


@pytest.mark.parametrize("width", [400, 640, 1280, 1920, 3840])
@pytest.mark.parametrize("oblique", [0.0, 0.25])
def test_places_lie_where_they_should(width: int, oblique: float) -> None:
    w, h = width, width * 9 // 16
    corners = [
        ((0.25 + 0.2 * oblique) * w, 0.15 * h),
        ((0.75 - 0.2 * oblique) * w, 0.15 * h),
        (0.78 * w, 0.9 * h),
        (0.2 * w, 0.9 * h),
    ]
    view = View.from_corners(corners, (w, h))
    flat, scale, margin = rectify(dotted(view), view)
    for x, y in DOTS:
        px, py = (x + margin) * scale, (y + margin) * scale
        near = flat[int(py) - 8 : int(py) + 9, int(px) - 8 : int(px) + 9, 0].astype(float) - 60
        rows, columns = np.mgrid[int(py) - 8 : int(py) + 9, int(px) - 8 : int(px) + 9]
        assert (near * columns).sum() / near.sum() == pytest.approx(px, abs=0.7)
        assert (near * rows).sum() / near.sum() == pytest.approx(py, abs=0.7)


def test_a_field_that_runs_out_of_the_picture_is_rectified_all_the_same() -> None:
    view = View.from_corners([(-300, -200), (1800, -200), (2100, 1300), (-500, 1300)], (1600, 1200))
    flat, _, _ = rectify(np.full((1200, 1600, 3), 200, np.uint8), view)
    assert flat[flat.shape[0] // 2, flat.shape[1] // 2].tolist() == [200, 200, 200]
