"""A folder of pictures as a source."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.door import open_source
from vision.camera.folder import FolderSource, name_order
from vision.camera.source import SourceError


def write(path: Path, grey: int, size: tuple[int, int] = (64, 48)) -> None:
    cv2.imwrite(str(path), np.full((size[1], size[0], 3), grey, np.uint8))


def test_pictures_come_in_name_order_an_interval_apart(tmp_path: Path) -> None:
    for number, grey in ((10, 100), (2, 20), (1, 10)):
        write(tmp_path / f"shot{number}.png", grey)
    (tmp_path / "notes.txt").write_text("not a picture")
    source = open_source(str(tmp_path), interval_s=2.5)
    frames = list(source)
    assert [int(frame.image[0, 0, 0]) for frame in frames] == [10, 20, 100]
    assert [frame.t_mono_ns for frame in frames] == [0, 2_500_000_000, 5_000_000_000]
    assert [frame.number for frame in frames] == [0, 1, 2]
    assert source.size == (64, 48)
    assert source.settled
    assert not source.live


def test_padded_numbers_keep_their_order() -> None:
    names = ["gb_10.png", "gb_02.png", "gb_01.png"]
    assert sorted(names, key=name_order) == ["gb_01.png", "gb_02.png", "gb_10.png"]


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "has no pictures"), (b"", "is not a picture"), (b"\xff\xd8\xff\xe0 cut off", "is not a picture")],
    ids=["none", "empty", "damaged"],
)
def test_a_useless_folder_is_refused_in_one_line(tmp_path: Path, content: bytes | None, said: str) -> None:
    if content is not None:
        (tmp_path / "a.jpg").write_bytes(content)
    with pytest.raises(SourceError, match=said) as caught:
        open_source(str(tmp_path))
    assert "\n" not in str(caught.value)


def test_a_picture_of_another_size_is_named(tmp_path: Path) -> None:
    write(tmp_path / "a.png", 10)
    write(tmp_path / "b.png", 10, size=(32, 48))
    with pytest.raises(SourceError, match=r"b\.png is 32×48 px, the pictures before it are 64×48"):
        list(FolderSource(tmp_path))


def test_an_interval_must_be_positive(tmp_path: Path) -> None:
    write(tmp_path / "a.png", 10)
    with pytest.raises(SourceError, match="above 0 s, got 0"):
        FolderSource(tmp_path, 0)


def test_closing_ends_the_iteration(tmp_path: Path) -> None:
    for name in "abc":
        write(tmp_path / f"{name}.png", 10)
    source = FolderSource(tmp_path)
    frames = iter(source)
    next(frames)
    source.close()
    assert list(frames) == []
