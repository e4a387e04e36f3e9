"""What the finder takes for dice and is none: the reader's hardest places, from real pictures and from stills."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from calibration.view import View
from models.dice_input import LEAN_UNKNOWN, NO_PLAN, Floats, reader_input, sides_looked_for, tensor
from models.evaluate.dice_sets import RealPicture, crop
from models.train.dice_nets import Finder, Reader
from models.train.dice_pools import FROM_ABOVE, without_board
from models.train.dice_spec import IGNORED, NONE, POOL_SIDE, POOL_SIZE, ReadPool
from models.train.dice_stills import USUAL_DIE, Spot, cut, dice_of, pictures, pool_of

Image = npt.NDArray[np.uint8]
Place = tuple[float, float, float]
Marks: TypeAlias = Callable[[torch.Tensor], torch.Tensor]
"""A finder, however it runs."""
FIND_SIDE, CELL, FLOOR, EACH = 12.0, 4, 0.12, 7
"""px: a die's side as the finder is shown it, its cell; least score of a place, most places of a still."""
OF_A_SIZE, OF_A_PICTURE = 20, 40
"""Most places of a real picture, looked over at one size and at all."""
UNLABELLED, BESIDE = 0.9, 1.4
"""Probability of a value from two up from which a place is taken for a die that its set has not labelled, if it lies
farther from labelled dice than so many of their sides: nearer it is a side of one. A one may be any spot in a ring."""
AROUND_MM, PER_MM = 20.0, FIND_SIDE / USUAL_DIE
"""How far about the field a still is looked over; px of a mm there, so that a usual die has FIND_SIDE."""


def places(net: Marks, image: Image, die: float) -> list[Place]:
    """x, y, side in px of what the finder takes for dice of about `die` px, the likeliest first."""
    scale = FIND_SIDE / die
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    with torch.no_grad():
        out = net(torch.from_numpy(tensor([np.asarray(small, np.uint8)])))[0]
    heat = out[:1].sigmoid()
    top = (heat == functional.max_pool2d(heat[None], 3, 1, 1)[0])[0] & (heat[0] > FLOOR)
    rows, columns = (v.numpy() for v in torch.nonzero(top, as_tuple=True))
    score = heat[0].numpy()[rows, columns]
    found = []
    for i, j in zip(rows[np.argsort(-score)], columns[np.argsort(-score)], strict=True):
        side = FIND_SIDE * float(out[1, i, j].clamp(-1, 1).exp())
        x0, y0 = float(j + 0.5 + out[2, i, j]) * CELL, float(i + 0.5 + out[3, i, j]) * CELL
        found.append((x0 / scale, y0 / scale, side / scale))
    return found


def still_places(
    net: Marks, image: Image, view: View, die: float = USUAL_DIE, around: float = AROUND_MM
) -> list[Place]:
    """The same in mm of a still's board, on it and `around` mm about it, of things of about `die` mm."""
    seen = places(net, view.rectify(image, PER_MM, around), die * PER_MM)
    return [(x / PER_MM - around, y / PER_MM - around, side / PER_MM) for x, y, side in seen]


def _apart(place: Place, dice: Sequence[Place]) -> bool:
    return all(np.hypot(place[0] - x, place[1] - y) > 0.7 * side for x, y, side in dice)


def mined_real(net: Finder, reader: Reader, shots: Sequence[RealPicture], name: str) -> ReadPool | None:
    """Crops of real pictures where the finder errs at any of the sizes that dice are looked for, but those that
    `reader` takes for dice without a label; None where there are none."""
    images = [image for shot in shots if shot.dice for image in _mistakes(net, reader, shot)]
    classes = np.full(len(images), NONE, np.int64)
    return without_board(images, classes, IGNORED, upright=name not in FROM_ABOVE) if images else None


def _mistakes(net: Finder, reader: Reader, shot: RealPicture) -> Iterator[Image]:
    dice = [(d.x, d.y, d.side) for d in shot.dice]
    wrong: list[Place] = []
    for size in sides_looked_for(max(shot.image.shape[:2])):
        some = [place for place in places(net, shot.image, size)[:OF_A_SIZE] if _apart(place, dice)]
        wrong += [place for place in some if not any(_same(place, other) for other in wrong)]
    wrong = wrong[:OF_A_PICTURE]
    images = [crop(shot.image, x, y, POOL_SIDE / side, POOL_SIZE) for x, y, side in wrong]
    for place, image, sure in zip(wrong, images, _values(reader, images), strict=True):
        far = min(np.hypot(place[0] - x, place[1] - y) / side for x, y, side in dice) > BESIDE
        if not far or sure[1:].max() < UNLABELLED:
            yield image


def _same(place: Place, other: Place) -> bool:
    """Whether two places would be looked at as one."""
    near = np.hypot(place[0] - other[0], place[1] - other[1]) < 0.4 * max(place[2], other[2])
    return bool(near and 0.6 < place[2] / other[2] < 1.6)


def _values(reader: Reader, images: Sequence[Image]) -> Floats:
    """Probabilities of the values 1…6 in pooled crops, N×6."""
    if not images:
        return np.zeros((0, 6), np.float32)
    off, size = (POOL_SIZE - round(reader.sight.size * POOL_SIDE / reader.sight.side)) // 2, (reader.sight.size,) * 2
    shown = [
        cv2.resize(i[off : POOL_SIZE - off, off : POOL_SIZE - off], size, interpolation=cv2.INTER_AREA) for i in images
    ]
    given = reader_input([np.asarray(i, np.uint8) for i in shown], [LEAN_UNKNOWN] * len(shown), [NO_PLAN] * len(shown))
    with torch.no_grad():
        odds = reader.eval()(torch.from_numpy(given))[:, :8].softmax(dim=1)
    return np.asarray(odds[:, 1:7].numpy(), np.float32)


def mined_stills(net: Finder, folders: Sequence[Path], most: int) -> ReadPool:
    """Crops of at most `most` training stills of each folder where the finder errs."""
    drawn = []
    for folder in folders:
        for number, (image, view, label) in enumerate(pictures(folder, False)):
            if number == most:
                break
            dice = [(s.x, s.y, s.side) for s in dice_of(label, view)]
            wrong = [spot for spot in still_places(net, image, view) if _apart(spot, dice)][:EACH]
            drawn += [cut(image, view, Spot(*spot, NONE)) for spot in wrong]
    return pool_of(drawn, np.tile((NONE, IGNORED, IGNORED), (len(drawn), 1)))
