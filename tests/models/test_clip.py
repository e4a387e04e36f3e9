"""The demo clip's pictures, and painting on a finished clip."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from calibration.view import View
from models.synth import clip
from models.synth.story import Moment
from vision.camera.file import VideoSource
from vision.frame import Image

TOLD = clip.story(1)
START = TOLD.moments[0]
THROWN = next(moment for moment in TOLD.moments if moment.dice and not moment.blur)


def view() -> View:
    corners = clip.camera().photo_corners
    assert corners
    return View.from_corners(corners, clip.SIZE, clip.GEOMETRY)


def test_the_same_seed_draws_the_same_picture() -> None:
    clip._still.cache_clear()
    first = clip.picture(START, 1)
    clip._still.cache_clear()
    assert np.array_equal(first, clip.picture(START, 1))
    assert first.shape == (720, 1280, 3)


def test_checkers_lie_where_the_view_says() -> None:
    seen = clip.picture(START, 1)
    for place in START.checkers:
        x, y = view().to_px([(place.x, place.y)])[0].round().astype(int)
        patch = seen[y - 3 : y + 4, x - 3 : x + 4].mean()
        assert (patch > 140) == (place.shade == "L")


def test_the_camera_looks_at_the_middle_of_the_board() -> None:
    middle = view().to_px([(clip.GEOMETRY.field_width / 2, clip.GEOMETRY.field_height / 2)])[0]
    assert np.allclose(middle, (640, 360), atol=1.0)


def test_a_written_clip_plays_at_its_rate(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    clip.write_clip(path, clip.pictures([START] * 4, 1))
    frames = list(VideoSource(path))
    assert [round(frame.t_mono_ns / 1e9 * clip.FPS, 3) for frame in frames] == [0, 1, 2, 3]
    error = np.abs(frames[2].image.astype(int) - clip.picture(START, 1).astype(int))
    assert error.mean() < 4


def test_painting_touches_only_what_was_edited() -> None:
    def without_last(moment: Moment) -> Moment:
        return replace(moment, checkers=moment.checkers[:-1])

    images: list[tuple[float, Image]] = [(0.0, clip.picture(START, 1))]
    painted = next(clip.doctored(iter(images), TOLD.moments, 1, without_last))
    gone = START.checkers[-1]
    x, y = view().to_px([(gone.x, gone.y)])[0].round().astype(int)
    difference = np.abs(painted.astype(int) - images[0][1].astype(int)).max(axis=2)
    assert difference[y - 3 : y + 4, x - 3 : x + 4].mean() > 40
    far = np.hypot(*(np.indices(difference.shape)[::-1] - np.array([x, y])[:, None, None])) > 90
    assert difference[far].max() == 0


def test_a_repainted_die_shows_the_other_value() -> None:
    def other(moment: Moment) -> Moment:
        return replace(moment, dice=tuple(replace(die, value=6) for die in moment.dice))

    number = TOLD.moments.index(THROWN)
    images: list[tuple[float, Image]] = [(number / clip.FPS, clip.picture(THROWN, 1))]
    painted = next(clip.doctored(iter(images), TOLD.moments, 1, other))
    assert np.array_equal(painted, clip.picture(other(THROWN), 1))
