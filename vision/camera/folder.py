"""A folder of pictures: each is one settled view, in name order, a fixed time apart."""

import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.camera.source import SourceError
from vision.frame import Frame, Image

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})


def name_order(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key in which numbers count as numbers: `shot2` comes before `shot10`, as `shot02` does."""
    parts = re.findall(r"\d+|\D+", name)
    return tuple((0, int(part), part) if part.isdigit() else (1, 0, part.lower()) for part in parts)


def read_picture(path: Path) -> Image:
    """The picture at `path`, H×W×3 BGR, turned upright by its EXIF mark.

    :raises SourceError: when there is no file or it is no picture.
    """
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise SourceError(f"can't read the picture {path}: {error.strerror}") from error
    image = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if image is None:
        raise SourceError(f"{path} is not a picture (or is damaged): replace it or take it out")
    return np.asarray(image, np.uint8)


class FolderSource:
    """The pictures of a folder; sub-folders and other files are left alone.

    :raises SourceError: when the folder has no picture, the first can't be read or `interval_s` is not positive; while
        iterating when one can't be read or has another size than the first.
    """

    live = False
    settled = True

    def __init__(self, folder: Path, interval_s: float = 1.0) -> None:
        if interval_s <= 0:
            raise SourceError(f"expected a time between pictures above 0 s, got {interval_s}")
        names = (path for path in folder.iterdir() if path.is_file() and path.suffix.lower() in SUFFIXES)
        self.paths = tuple(sorted(names, key=lambda path: name_order(path.name)))
        if not self.paths:
            raise SourceError(f"the folder {folder} has no pictures ({' '.join(sorted(SUFFIXES))})")
        self._interval_ns = round(interval_s * 1e9)
        height, width = read_picture(self.paths[0]).shape[:2]
        self._size = (width, height)
        self._closed = False

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures, px."""
        return self._size

    def __iter__(self) -> Iterator[Frame]:
        for number, path in enumerate(self.paths):
            if self._closed:
                return
            frame = Frame(read_picture(path), number, number * self._interval_ns)
            if frame.size != self._size:
                raise SourceError(
                    f"{path.name} is {frame.size[0]}×{frame.size[1]} px, the pictures before it are "
                    f"{self._size[0]}×{self._size[1]}: one folder holds pictures of one camera"
                )
            yield frame

    def close(self) -> None:
        self._closed = True
