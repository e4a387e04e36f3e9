"""Rails and plates: they stand where they should, face outwards, and textures run along them."""

import numpy as np
import pytest

from models.synth.studio.moulding import GRAIN_MM, Area, bevelled, frame
from models.synth.studio.shapes import Shape
from models.synth.studio.soft import RoundBar, blended, surface_of

WIDTHS = (10.0, 20.0, 15.0, 25.0)
SHAPES = {
    "frame": frame(Area(0, 0, 100, 80), WIDTHS, -20, 12, edge=2),
    "round frame": frame(Area(0, 0, 100, 80), WIDTHS, -20, 12, edge=2, corner=8),
    "plate": bevelled((0, 0, 0), (100, 30, 10), 2),
    "round plate": bevelled((0, 0, 0), (100, 30, 10), 2, corner=12),
    "finger": surface_of(
        blended([RoundBar((0, 0, 0), (40, 0, 0), (10, 8)), RoundBar((40, 0, 0), (60, 20, 0), (8, 6))], 2.0),
        np.array((-12.0, -12, -12)), np.array((70.0, 30, 12)), 3.0, 50.0,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_triangles_and_normals_face_the_same_way(name: str) -> None:
    shape = SHAPES[name]
    a, b, c = (shape.points[shape.triangles[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    wide = np.linalg.norm(across, axis=1) > 1e-6
    assert wide.sum() > 20
    assert (np.einsum("ij,ij->i", across, shape.normals[shape.triangles].mean(1))[wide] > 0).all()
    assert np.abs(np.linalg.norm(shape.normals, axis=1) - 1).max() < 1e-6


@pytest.mark.parametrize("name", ["frame", "round frame"])
def test_a_frame_leaves_the_field_free_and_reaches_as_far_as_its_rails(name: str) -> None:
    points = SHAPES[name].points
    inside = (points[:, 0] > 0.01) & (points[:, 0] < 99.99) & (points[:, 1] > 0.01) & (points[:, 1] < 79.99)
    assert not inside.any()
    assert points.min(0) == pytest.approx((-10, -20, -20))
    assert points.max(0) == pytest.approx((115, 105, 12))


def test_a_frame_s_upper_edges_are_rounded_by_as_much_as_asked() -> None:
    """Within the edge's reach of the inner wall, no point is higher than the round allows."""
    points = SHAPES["frame"].points
    left = points[(points[:, 1] > 1) & (points[:, 1] < 79) & (points[:, 0] < 0)]
    depth = np.clip(-left[:, 0], 0, 2)
    assert (left[:, 2] <= 12 - 2 + np.sqrt(np.maximum(4 - (2 - depth) ** 2, 0)) + 1e-6).all()


def test_texture_runs_along_each_rail() -> None:
    """Two points of one side that are d apart along it are d / GRAIN_MM apart in the texture's x."""
    shape = SHAPES["frame"]
    for side, along in enumerate(((1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0))):
        own = np.s_[side * len(shape.points) // 4 : (side + 1) * len(shape.points) // 4]
        spread = shape.points[own] @ along / GRAIN_MM - shape.places[own, 0]
        assert np.ptp(shape.places[own, 0]) > 0.1
        assert np.ptp(spread) < 1e-9


def test_a_plate_is_as_large_as_asked() -> None:
    for name in ("plate", "round plate"):
        points = SHAPES[name].points
        assert points.min(0) == pytest.approx((0, 0, 0))
        assert points.max(0) == pytest.approx((100, 30, 10))


def test_a_soft_body_is_closed_and_lies_at_its_bars_radius() -> None:
    shape = SHAPES["finger"]
    edges: dict[tuple[int, int], int] = {}
    for a, b, c in shape.triangles:
        for edge in ((a, b), (b, c), (c, a)):
            edges[edge] = edges.get(edge, 0) + 1
    assert all(edges.get((end, start)) == count for (start, end), count in edges.items())
    straight = shape.points[(shape.points[:, 0] > 5) & (shape.points[:, 0] < 25)]
    radius = np.hypot(straight[:, 1], straight[:, 2])
    assert np.abs(radius - (10 - straight[:, 0] / 20)).max() < 0.3


def test_a_box_cut_off_does_not_change_what_is_inside() -> None:
    """Points far from the surface are only looked at roughly: the surface is the same as on a smaller step's grid."""

    def volume(shape: Shape) -> float:
        a, b, c = (shape.points[shape.triangles[:, k]] for k in range(3))
        return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)

    ball = blended([RoundBar((0, 0, 0), (0.01, 0, 0), (20, 20))], 0.5)
    low, high = np.array((-22.0,) * 3), np.array((22.0,) * 3)
    assert volume(surface_of(ball, low, high, 2.0, 50)) == pytest.approx(4 / 3 * np.pi * 20**3, rel=0.02)
