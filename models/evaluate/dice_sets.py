"""The four real dice sets: pictures, boxes and values, brought to one form, with a held-out part of each."""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]

FOLDS = 3
SETS = ("nell-byler", "matteop65", "epanemu", "chase")


@dataclass(frozen=True)
class RealDie:
    """A labelled die: centre of the top face and side in px, value. `sized`: the set's boxes tell the side to 20 %."""

    x: float
    y: float
    side: float
    value: int
    sized: bool = True
    box: tuple[float, float, float, float] | None = None
    """The set's own box: centre, width, height, px."""


@dataclass(frozen=True, eq=False)
class RealPicture:
    """A picture (H×W×3 uint8 BGR) of a set with all its dice; `name` is its file name."""

    name: str
    image: Image
    dice: tuple[RealDie, ...]


def fold_of(name: str) -> int:
    """Which fold a picture belongs to, by its name: pictures taken one after the other stay together (of one minute
    or ten numbers), and all crops of one picture."""
    stem = name.split("_D_detection", maxsplit=1)[0].split("_jpg.rf", maxsplit=1)[0].split(".", maxsplit=1)[0]
    numbers = re.findall(r"\d+", stem)
    block = int(numbers[-1]) // (100 if len(numbers[-1]) > 5 else 10) if numbers else 0
    return zlib.crc32(f"{re.sub(r'[0-9]+$', '', stem)}{block}".encode()) % FOLDS


def _die(name: str, value: int, box: npt.NDArray[np.float64]) -> RealDie:
    """nell-byler boxes bound a die seen from above turned any way, epanemu's bound oblique ones with their sides,
    matteop65's bound the pips of the top face, for 1 to 3 not always."""
    x, y, w, h = (float(v) for v in box)
    if name == "nell-byler":
        return RealDie(x, y, 0.67 * (w + h) / 2, value, box=(x, y, w, h))
    if name == "epanemu":
        return RealDie(x, y - 0.1 * h, 0.72 * max(w, h), value, box=(x, y, w, h))
    side = 1.2 * max(w, h)
    return RealDie(x, y, side if value > 3 else max(46.0, side), value, value > 3, (x, y, w, h))


def _labels(name: str, text: str, size: tuple[int, int]) -> tuple[RealDie, ...]:
    rows = [line.split() for line in text.splitlines() if line.strip()]
    scale = np.array([size[0], size[1], size[0], size[1]])
    return tuple(_die(name, int(row[0]) + 1, np.array(row[1:5], float) * scale) for row in rows)


def _yolo(root: Path, name: str) -> Iterator[RealPicture]:
    images = {"nell-byler": root / name / "images", "epanemu": root / name / "train/images", "matteop65": root / name}[
        name
    ]
    for path in sorted(images.glob("*.jpg")):
        label = path.with_suffix(".txt") if name == "matteop65" else images.parent / "labels" / f"{path.stem}.txt"
        image = cv2.imread(str(path))
        if image is None or not label.exists():
            raise FileNotFoundError(f"expected a picture with labels, got {path} and {label}")
        yield RealPicture(
            path.name,
            np.asarray(image, dtype=np.uint8),
            _labels(name, label.read_text(), (image.shape[1], image.shape[0])),
        )


def _chase(root: Path) -> Iterator[RealPicture]:
    """Close crops of one die each."""
    for path in sorted((root / "chase").glob("*/[1-6]/*.jpg")):
        image = cv2.imread(str(path))
        if image is None:
            raise FileNotFoundError(f"expected a picture, got {path}")
        h, w = image.shape[:2]
        die = RealDie(w / 2, h / 2, 0.6 * max(w, h), int(path.parent.name))
        yield RealPicture(path.name, np.asarray(image, dtype=np.uint8), (die,))


def pictures(root: Path, name: str, fold: int | None = None, *, others: bool = False) -> Iterator[RealPicture]:
    """Pictures of one set: all, those of one `fold`, or with `others` those of all the other folds. `root` is the
    folder of the four sets.

    :raises FileNotFoundError: when a picture lacks its labels or the set isn't there.
    """
    if not (root / name).is_dir():
        raise FileNotFoundError(f"no dice set {root / name}: give the folder that holds {', '.join(SETS)}")
    for picture in _chase(root) if name == "chase" else _yolo(root, name):
        if fold is None or (fold_of(picture.name) == fold) != others:
            yield picture


def crop(image: Image, x: float, y: float, scale: float, size: int) -> Image:
    """size×size px around (x, y) of the picture, enlarged by `scale` (smoothed first where it shrinks)."""
    if scale < 0.7:
        reach = int(size / scale) + 8
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        image, x, y = image[top : int(y) + reach, left : int(x) + reach], x - left, y - top
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        x, y = x * small.shape[1] / image.shape[1], y * small.shape[0] / image.shape[0]
        image, scale = np.asarray(small, dtype=np.uint8), 1.0
    matrix = np.array([[scale, 0, size / 2 - scale * x], [0, scale, size / 2 - scale * y]])
    return np.asarray(cv2.warpAffine(image, matrix, (size, size), borderMode=cv2.BORDER_REFLECT_101), dtype=np.uint8)
