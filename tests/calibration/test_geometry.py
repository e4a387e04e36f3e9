"""The bar measured in a drawn board."""

import numpy as np
import pytest

from calibration.geometry import measure_geometry
from calibration.view import View
from tests.calibration.drawn import Drawing, photograph


@pytest.mark.parametrize("bar", [0.0, 30.0, 65.0])
@pytest.mark.parametrize("tilt", [0, 35])
def test_the_bar_is_measured(bar: float, tilt: float) -> None:
    drawing = Drawing(bar=bar, slots={"top[2]": "L4", "bottom[9]": "D5"})
    image, corners = photograph(drawing, tilt=tilt)
    view = View.from_corners([(float(x), float(y)) for x, y in corners], (1000, 750))
    measured = measure_geometry(image, view)
    assert measured.geometry.bar_width / measured.geometry.field_width == pytest.approx(bar / 470, abs=0.012)
    assert measured.confidence > 0.7


def test_nothing_is_claimed_where_no_points_show() -> None:
    view = View.from_corners([(100, 100), (900, 100), (900, 650), (100, 650)], (1000, 750))
    measured = measure_geometry(np.full((750, 1000, 3), 90, np.uint8), view)
    assert measured.confidence == 0.0
    assert measured.geometry == view.geometry
