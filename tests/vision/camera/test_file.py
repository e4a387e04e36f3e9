"""Video files as a source."""

from pathlib import Path

import numpy as np
import pytest

from tests.vision.pictures import board, with_disc, write_video
from vision.camera.door import open_source
from vision.camera.file import VideoSource
from vision.camera.source import SourceError

UNEVEN_MS = [0, 40, 200, 240, 1000]


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "game.mp4"
    write_video(path, [with_disc(board(i), (100 + 40 * i, 200)) for i in range(5)], UNEVEN_MS)
    return path


def test_frames_carry_the_times_of_the_file(video: Path) -> None:
    source = open_source(str(video))
    frames = list(source)
    assert [round(frame.t_mono_ns / 1e6) for frame in frames] == UNEVEN_MS
    assert source.size == (640, 480)
    assert not source.settled
    brightest = [int(np.argmax(frame.image[200, :, 0])) for frame in frames]
    assert brightest == sorted(brightest)


def test_vp9_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "game.webm"
    write_video(path, [board(i) for i in range(3)], [0, 100, 200], codec="libvpx-vp9")
    assert len(list(VideoSource(path))) == 3


def test_closing_ends_the_iteration(video: Path) -> None:
    source = VideoSource(video)
    frames = iter(source)
    next(frames)
    source.close()
    assert list(frames) == []


@pytest.mark.parametrize("content", [b"", b"this is no video" * 100], ids=["empty", "text"])
def test_what_is_no_video_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.mp4"
    path.write_bytes(content)
    with pytest.raises(SourceError, match=r"broken\.mp4 can't be played") as caught:
        open_source(str(path))
    assert "\n" not in str(caught.value)


def test_a_video_cut_off_while_recording_is_refused(video: Path) -> None:
    data = video.read_bytes()
    video.write_bytes(data[: len(data) // 2])
    with pytest.raises(SourceError, match=r"game\.mp4"):
        list(open_source(str(video)))


@pytest.mark.parametrize("suffix", ["mkv", "mp4"])
def test_damage_on_the_way_is_told_after_the_good_pictures(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"game.{suffix}"
    images = [with_disc(board(i // 8), (100 + 10 * i, 200)) for i in range(40)]
    write_video(path, images, list(range(0, 4000, 100)))
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + len(data) // 5] = bytes(len(data) // 5)
    path.write_bytes(data)
    frames = iter(VideoSource(path))
    seen: list[int] = []
    with pytest.raises(SourceError, match="is damaged after"):
        seen.extend(frame.t_mono_ns for frame in frames)


def test_a_file_without_its_second_half_is_told_after_the_first(tmp_path: Path) -> None:
    path = tmp_path / "game.mkv"
    write_video(path, [with_disc(board(i), (100 + 10 * i, 200)) for i in range(40)], list(range(0, 4000, 100)))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    frames = iter(VideoSource(path))
    assert [next(frames).number for _ in range(10)] == list(range(10))
    with pytest.raises(SourceError, match=r"is damaged after \d\.\d s: 3\.9 s were recorded"):
        list(frames)


def test_a_missing_file_is_named() -> None:
    with pytest.raises(SourceError, match=r"no source '/nowhere/game\.mp4'"):
        open_source("/nowhere/game.mp4")
