"""Surfaces: closed, facing outwards, of the size asked for."""

from collections import Counter

import numpy as np
import pytest

from models.synth.studio.shapes import FACES, Shape, capsule, lathe, rounded_cube, slab

PROFILE = np.array([(0, 0), (16, 0), (18, 2), (18, 8), (16, 10), (0, 10)], float)
SHAPES = {
    "slab": slab((0, 0, 0), (30, 20, 10)),
    "checker": lathe(PROFILE, PROFILE[:, 0] / 18),
    "sharp die": rounded_cube(14.0, 0.0),
    "round die": rounded_cube(14.0, 0.4),
    "finger": capsule(np.array([0.0, 0, 0]), np.array([30.0, 10, 5]), 9, 6),
}


def volume(shape: Shape) -> float:
    """By the divergence theorem: positive when every triangle faces outwards."""
    a, b, c = (shape.points[shape.triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize("name", SHAPES)
def test_a_surface_is_closed(name: str) -> None:
    """Each edge belongs to two triangles that run it in opposite directions (vertices of one place are one)."""
    shape = SHAPES[name]
    keys = [tuple(np.round(point, 6) + 0.0) for point in shape.points]
    edges: Counter[tuple[tuple[float, ...], tuple[float, ...]]] = Counter()
    for triangle in shape.triangles:
        corners = [keys[i] for i in triangle]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            if start != end:
                edges[start, end] += 1
    assert all(edges[end, start] == count for (start, end), count in edges.items())


@pytest.mark.parametrize("name", SHAPES)
def test_triangles_and_normals_face_outwards(name: str) -> None:
    shape = SHAPES[name]
    a, b, c = (shape.points[shape.triangles[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    wide = np.linalg.norm(across, axis=1) > 1e-6
    mean = shape.normals[shape.triangles].mean(1)
    assert (np.einsum("ij,ij->i", across, mean)[wide] > 0).all()
    assert volume(shape) > 0


def test_sizes_are_those_asked_for() -> None:
    assert volume(SHAPES["slab"]) == pytest.approx(30 * 20 * 10)
    assert volume(SHAPES["sharp die"]) == pytest.approx(14**3, rel=0.01)
    assert volume(SHAPES["checker"]) == pytest.approx(np.pi * 18**2 * 10, rel=0.06)
    assert 0.6 * 14**3 < volume(SHAPES["round die"]) < 0.95 * 14**3


@pytest.mark.parametrize("cell", range(6))
def test_each_face_of_a_die_has_its_cell_of_the_atlas(cell: int) -> None:
    axis, sign = FACES[cell]
    shape = rounded_cube(2.0, 0.2)
    on_face = np.abs(shape.points[:, axis] - sign) < 1e-6
    column, row = (shape.places[on_face] * (3, 2)).T
    assert set(zip(np.floor(column), np.floor(row), strict=True)) == {(cell % 3, cell // 3)}


def test_a_face_is_not_mirrored() -> None:
    """Seen from outside, the texture's x runs to the right and its y down."""
    shape = rounded_cube(2.0, 0.2)
    for axis, sign in FACES:
        face = np.flatnonzero(np.abs(shape.points[:, axis] - sign) < 1e-6)
        out = np.eye(3)[axis] * sign
        places, points = shape.places[face] * (3, 2), shape.points[face]
        fit = np.linalg.lstsq(np.column_stack([places, np.ones(len(places))]), points, rcond=None)[0]
        right, down = fit[0], fit[1]
        assert np.dot(np.cross(right, -down), out) > 0


def test_arrays_of_the_wrong_shape_are_refused() -> None:
    with pytest.raises(ValueError, match="expected"):
        Shape(np.zeros((3, 3)), np.zeros((3, 3)), np.zeros((3, 3)), np.array([(0, 1, 2)]))
