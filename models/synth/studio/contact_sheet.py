"""Many random tables on one picture, with photographs in between."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.studio.random_setting import Wish, random_setting
from models.synth.studio.shot import shoot

CELL = (480, 360)
_ENDS = {".jpg", ".jpeg", ".png"}
Picture = npt.NDArray[np.uint8]


def write_sheet(
    out: Path, numbers: Sequence[int], seed: int, wish: Wish, *, photos: tuple[Path, int] | None = None, jobs: int = 1
) -> int:
    """Write a sheet of the random stills of these numbers and return how many pictures it shows.

    Photographs (a folder and how many at most) stand evenly in between.

    :raises ValueError: when the folder has no picture, or the sheet can't be written.
    """
    pictures = [_cell(picture) for picture in _stills(numbers, seed, wish, jobs)]
    for index, photo in enumerate(taken := [_cell(photo) for photo in _photos(photos)]):
        pictures.insert(round((index + 0.5) * (len(numbers) + len(taken)) / len(taken)), photo)
    columns = max(1, round((len(pictures) * 1.2) ** 0.5))
    blank = np.full((CELL[1], CELL[0], 3), 255, np.uint8)
    pictures += [blank] * (-len(pictures) % columns)
    rows = [np.hstack(pictures[at : at + columns]) for at in range(0, len(pictures), columns)]
    try:
        written = cv2.imwrite(str(out), np.vstack(rows), [cv2.IMWRITE_JPEG_QUALITY, 90])
    except cv2.error:
        written = False
    if not written:
        raise ValueError(f"can't write {out}: give a .jpg or .png file in a folder that is there")
    return len(numbers) + len(taken)


def _stills(numbers: Sequence[int], seed: int, wish: Wish, jobs: int) -> list[Picture]:
    if jobs == 1:
        return [_still(seed, number, wish) for number in numbers]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        return list(pool.map(_still, [seed] * len(numbers), numbers, [wish] * len(numbers)))


def _still(seed: int, number: int, wish: Wish) -> Picture:
    return shoot(random_setting(seed, number, wish)[0]).picture


def _photos(photos: tuple[Path, int] | None) -> Sequence[Picture]:
    if photos is None:
        return ()
    folder, most = photos
    paths = sorted(path for path in folder.glob("*") if path.suffix.lower() in _ENDS)
    chosen = (
        paths if len(paths) <= most else [paths[round(i * (len(paths) - 1) / (most - 1 or 1))] for i in range(most)]
    )
    images = [cv2.imread(str(path)) for path in chosen]
    if not images or any(image is None for image in images):
        raise ValueError(f"{folder} holds no pictures that can be read: give a folder of photographs")
    return [np.asarray(image, np.uint8) for image in images]


def _cell(picture: Picture) -> Picture:
    """The whole picture in a cell, on grey."""
    share = min(CELL[0] / picture.shape[1], CELL[1] / picture.shape[0])
    size = (max(1, round(picture.shape[1] * share)), max(1, round(picture.shape[0] * share)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    cell = np.full((CELL[1], CELL[0], 3), 40, np.uint8)
    x, y = (CELL[0] - size[0]) // 2, (CELL[1] - size[1]) // 2
    cell[y : y + size[1], x : x + size[0]] = small
    return cell
