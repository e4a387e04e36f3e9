"""What the finder takes for dice and is none: the reader's hardest places, from real pictures and from stills."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from calibration.view import View
from models.dice_input import tensor
from models.evaluate.dice_sets import RealPicture, crop
from models.train.dice_nets import Finder
from models.train.dice_pools import FROM_ABOVE, without_board
from models.train.dice_spec import IGNORED, NONE, POOL_SIDE, POOL_SIZE, ReadPool
from models.train.dice_stills import Spot, cut, dice_of, pictures, pool_of

Image = npt.NDArray[np.uint8]
Place = tuple[float, float, float]
FIND_SIDE, CELL, FLOOR, EACH = 12.0, 4, 0.12, 7
"""px: a die's side as the finder is shown it, its cell; least score of a place, most places of a picture."""
AROUND_MM, PER_MM = 20.0, FIND_SIDE / 13.0
"""How far about the field a still is looked over; px of a mm there, so that a usual die has FIND_SIDE."""


def places(net: Finder, image: Image, die: float) -> list[Place]:
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


def still_places(net: Finder, image: Image, view: View) -> list[Place]:
    """The same in mm of a still's board, on it and AROUND_MM about it."""
    seen = places(net, view.rectify(image, PER_MM, AROUND_MM), FIND_SIDE)
    return [(x / PER_MM - AROUND_MM, y / PER_MM - AROUND_MM, side / PER_MM) for x, y, side in seen]


def _apart(place: Place, dice: Sequence[Place]) -> bool:
    return all(np.hypot(place[0] - x, place[1] - y) > 0.7 * side for x, y, side in dice)


def mined_real(net: Finder, shots: Sequence[RealPicture], name: str) -> ReadPool | None:
    """Crops of real pictures where the finder errs; None where it never does."""
    images = [image for shot in shots if shot.dice for image in _mistakes(net, shot)]
    classes = np.full(len(images), NONE, np.int64)
    return without_board(images, classes, IGNORED, upright=name not in FROM_ABOVE) if images else None


def _mistakes(net: Finder, shot: RealPicture) -> Iterator[Image]:
    dice = [(d.x, d.y, d.side) for d in shot.dice]
    usual = float(np.median([side for _, _, side in dice]))
    wrong = [place for place in places(net, shot.image, 0.8 * usual) if _apart(place, dice)]
    for x, y, side in wrong[:EACH]:
        yield crop(shot.image, x, y, POOL_SIDE / side, POOL_SIZE)


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
