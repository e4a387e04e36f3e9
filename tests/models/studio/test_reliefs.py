"""Tangent frames and reliefs: bumps are lit from the side that they face."""

import numpy as np
import pytest

from models.synth.studio.frames import plain_frames, relief_frames
from models.synth.studio.grain import TILE_PX, bumps, relief_of, tile_noise, wood
from models.synth.studio.shapes import Floats, rounded_cube


def axes_of(quaternions: Floats) -> Floats:
    """(N, 3, 3), columns are the axes."""
    x, y, z, w = quaternions.T
    rows = [
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    ]
    return np.array(rows).transpose(2, 0, 1)


@pytest.mark.parametrize("relief", [False, True])
def test_the_third_axis_of_each_frame_is_the_normal(relief: bool) -> None:
    shape = rounded_cube(20.0, 0.3)
    frames = relief_frames(shape) if relief else plain_frames(shape.normals)
    assert (frames[:, 3] > 0).all()
    assert np.abs(axes_of(frames)[:, :, 2] - shape.normals).max() < 3e-3


def test_the_first_axis_runs_along_the_texture() -> None:
    """On each flat face of a die, a step along the first axis is a step to the right in the atlas."""
    shape = rounded_cube(20.0, 0.0)
    along = axes_of(relief_frames(shape))[:, :, 0]
    for axis in range(3):
        for sign in (-1, 1):
            face = np.flatnonzero(np.abs(shape.points[:, axis] - 10 * sign) < 1e-3)
            fit = np.linalg.lstsq(
                np.column_stack([shape.points[face], np.ones(len(face))]), shape.places[face], rcond=None
            )[0]
            step = along[face] @ fit[:3]
            assert (step[:, 0] > 0.005).all()
            assert np.abs(step[:, 1]).max() < 1e-3


def test_a_slope_to_the_right_faces_left_and_one_down_the_picture_faces_up() -> None:
    right = relief_of(np.tile(np.arange(32, dtype=np.float32) * 0.1, (32, 1)), 1.0)[16, 16].astype(int)
    down = relief_of(np.tile(np.arange(32, dtype=np.float32)[:, None] * 0.1, (1, 32)), 1.0)[16, 16].astype(int)
    assert right[0] < 120
    assert abs(right[1] - 128) <= 1
    assert down[1] > 135
    assert abs(down[0] - 128) <= 1


def test_tiles_have_no_seam() -> None:
    """The step from the last column to the first is like any other."""
    tile = bumps("leather")
    inner = np.abs(np.diff(tile, axis=1)).mean()
    assert np.abs(tile[:, 0] - tile[:, -1]).mean() < 1.5 * inner
    assert tile_noise(TILE_PX, np.random.default_rng(1), 2, 30).std() == pytest.approx(1)


def test_wood_s_grain_runs_along_x() -> None:
    grey = wood((200, 200), (110, 160, 195), np.random.default_rng(4), 1.0).mean(-1)
    assert np.abs(np.diff(grey, axis=0)).mean() > 2 * np.abs(np.diff(grey, axis=1)).mean()
