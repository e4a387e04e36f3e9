"""Hard negatives: what the finder takes for dice on ground where there are none."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch

from models.evaluate.dice_sets import Image, crop, pictures
from models.synth.dice_clutter import Backdrop, clutter
from models.synth.dice_crops import degrade
from models.train.dice_nets import Finder
from models.train.dice_pools import NONE, POOL_SIZE, READ_SIDE, ReadPool

FIND_SIDE, CELL = 12.0, 4


def _grounds(rng: np.random.Generator, backdrops: Sequence[Backdrop], count: int) -> Iterator[tuple[Image, float]]:
    """Diceless pictures, degraded, and the px of a die in each."""
    boards = [b for b in backdrops if b.die]
    for _ in range(count):
        if boards and rng.random() < 0.7:
            board = boards[int(rng.integers(len(boards)))]
            die = (board.die or 1.0) * float(rng.uniform(0.7, 2.0))
            yield degrade(rng, board.image, board.die or 1.0), die
        else:
            die = float(rng.uniform(16, 24))
            yield degrade(rng, clutter(rng, 400, die, backdrops), die), die


def _places(finder: Finder, image: Image, die: float, floor: float, most: int) -> list[tuple[float, float, float]]:
    """x, y and side (px of the picture) of the finder's peaks, the strongest first."""
    scale = FIND_SIDE / die
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    small = small[: small.shape[0] // CELL * CELL, : small.shape[1] // CELL * CELL]
    with torch.no_grad():
        out = finder(torch.from_numpy(np.ascontiguousarray(small.transpose(2, 0, 1)))[None].float() / 255)[0].numpy()
    heat = 1 / (1 + np.exp(-out[0]))
    rows, columns = np.nonzero((heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8))) & (heat > floor))
    order = np.argsort(-heat[rows, columns])[:most]
    found = []
    for i, j in zip(rows[order], columns[order], strict=True):
        side = FIND_SIDE * float(np.exp(np.clip(out[1, i, j], -0.7, 0.7)))
        found.append((CELL * (j + 0.5 + out[2, i, j]) / scale, CELL * (i + 0.5 + out[3, i, j]) / scale, side / scale))
    return found


def _crops(images: Iterable[tuple[Image, float]], finder: Finder, floor: float) -> Iterator[Image]:
    for image, die in images:
        for x, y, side in _places(finder, image, die, floor, 8):
            yield crop(image, float(x), float(y), READ_SIDE / side, POOL_SIZE)


def _real(root: Path, finder: Finder, floor: float) -> Iterator[Image]:
    """Places in the two sets that label every die, away from the labelled ones."""
    for name in ("nell-byler", "matteop65"):
        for picture in pictures(root, name, "train"):
            die = float(np.median([d.side for d in picture.dice])) if picture.dice else 40.0
            for x, y, side in _places(finder, picture.image, die, floor, 12):
                if all(np.hypot(d.x - x, d.y - y) > 1.1 * d.side for d in picture.dice):
                    yield crop(picture.image, float(x), float(y), READ_SIDE / side, POOL_SIZE)


def mine(
    finder: Finder, backdrops: Sequence[Backdrop], root: Path, count: int, seed: int, floor: float = 0.1
) -> ReadPool:
    """Crops of class "no die" where the finder's score is above `floor`, from `count` diceless pictures and the real sets
    under `root`."""
    rng = np.random.default_rng(seed)
    found = [*_crops(_grounds(rng, backdrops, count), finder, floor), *_real(root, finder, floor)]
    return ReadPool(np.stack(found), np.full(len(found), NONE, np.int64))
