"""The board in millimetres."""

import pytest

from calibration.board import BoardGeometry

BOARD = BoardGeometry(field_width=500.0, field_height=400.0, bar_width=20.0, checker_diameter=38.0)


def test_columns_leave_the_bar_between_the_halves() -> None:
    assert BOARD.point_width == pytest.approx(40.0)
    assert BOARD.column_x(5) == pytest.approx(220.0)
    assert BOARD.column_x(6) == pytest.approx(280.0)
    assert BOARD.bar_x == pytest.approx((240.0, 260.0))


def test_every_place_has_one_name() -> None:
    assert BOARD.slot_at(10, 10) == "top[0]"
    assert BOARD.slot_at(499, 399) == "bottom[11]"
    assert BOARD.slot_at(250, 200) == "bar"
    assert BOARD.slot_at(-10, 200) == "tray-left"
    assert BOARD.slot_at(510, 200) == "tray-right"
    assert BOARD.slot_at(-300, 0) is None


def test_regions_of_points_tile_the_halves() -> None:
    regions = BOARD.regions()
    area = sum((r.right - r.left) * (r.bottom - r.top) for name, r in regions.items() if "[" in name)
    assert area == pytest.approx((500 - 20) * 400)
    assert regions["bottom[3]"].centre == pytest.approx((BOARD.column_x(3), 300.0))


@pytest.mark.parametrize("sizes", [(0, 400, 20, 38), (500, 400, -1, 38), (500, 400, 250, 38), (500, 400, 20, 0)])
def test_impossible_sizes_are_refused(sizes: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match=r"board sizes|no room"):
        BoardGeometry(*sizes)
