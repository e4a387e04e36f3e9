"""The lens: both ways, and the picture's pixels where the places say."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.synth.studio.lens import Lens, bent, seen_at, straight
from models.synth.studio.setting import Viewpoint

PLAIN = Viewpoint((225.0, 200.0, 700.0), (225.0, 200.0, 0.0), 900.0)
BARREL = Viewpoint((225.0, 500.0, 600.0), (225.0, 200.0, 0.0), 900.0, k1=-0.25, k2=0.06)


def test_from_straight_above_the_aim_is_the_middle_and_mm_are_px() -> None:
    (x, y), (right, _), (_, down) = seen_at(PLAIN, [(225, 200, 0), (295, 200, 0), (225, 270, 0)])
    assert (x, y) == (pytest.approx(640), pytest.approx(360))
    assert (right - x, down - y) == (pytest.approx(90), pytest.approx(90))


@given(st.floats(20, 1260), st.floats(20, 700), st.floats(-0.15, 0.1), st.floats(0, 0.08))
def test_bending_undoes_straightening(x: float, y: float, k1: float, k2: float) -> None:
    view = Viewpoint(PLAIN.place, PLAIN.aim, 900.0, k1=k1, k2=k2)
    there = straight(view, [(x, y)])
    assert np.abs(bent(view, there) - (x, y)).max() < 0.1


def test_a_lens_that_folds_the_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="fold the picture over"):
        Lens(Viewpoint(PLAIN.place, PLAIN.aim, 600.0, k1=-0.6))


@pytest.mark.parametrize("view", [PLAIN, BARREL])
def test_a_bent_picture_shows_a_pixel_where_the_place_is_seen(view: Viewpoint) -> None:
    lens = Lens(view)
    width, height = lens.eye.size
    for at in [(100, 80), (640, 360), (1100, 650)]:
        flat = straight(view, [at])[0] + (np.array((width, height)) - np.array(view.size)) / 2
        drawn = np.zeros((height, width), np.int32)
        x, y = np.floor(flat).astype(int)
        drawn[y - 3 : y + 4, x - 3 : x + 4] = 7
        rows, columns = np.nonzero(lens.numbers(drawn) == 7)
        assert abs(columns.mean() + 0.5 - at[0]) < 1.2
        assert abs(rows.mean() + 0.5 - at[1]) < 1.2


def test_the_picture_has_the_size_asked_for() -> None:
    lens = Lens(BARREL)
    width, height = lens.eye.size
    assert (width, height) > BARREL.size
    drawn = np.zeros((height, width, 3), np.uint8)
    assert lens.picture(drawn).shape == (720, 1280, 3)
