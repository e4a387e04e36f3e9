"""Crops of dice where the finder puts them, as the reader is shown them in use.

Crops about the true middle would give away more than the picture does: how large a die is, and that one leans.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from models.evaluate.dice_sets import RealPicture, crop
from models.train.dice_mine import Place, places, still_places
from models.train.dice_nets import Finder
from models.train.dice_pools import FROM_ABOVE, without_board
from models.train.dice_spec import IGNORED, POOL_SIDE, POOL_SIZE, ReadPool
from models.train.dice_stills import Spot, cut, dice_of, pictures, pool_of, shrunk

NEAR, ALIKE = 0.6, 1.7
"""How far from a die, in its sides, a place may be, and how many times larger or smaller, to be looked at for it."""
SIZES = (0.85, 1.15)
"""A real picture is looked over for dice of so many times their usual size: a size is never met exactly."""


def nearest(spots: Sequence[Place], x: float, y: float, side: float) -> Place | None:
    """The place that would be looked at for a die; None where there is none."""

    def far(spot: Place) -> float:
        return float(np.hypot(spot[0] - x, spot[1] - y)) / side

    fit = [spot for spot in spots if far(spot) < NEAR and 1 / ALIKE < spot[2] / side < ALIKE]
    return min(fit, key=far, default=None)


def found_stills(net: Finder, folders: Sequence[Path]) -> ReadPool:
    """Dice of training stills."""
    cuts, rows = [], []
    for folder in folders:
        for image, view, label in pictures(folder, False):
            dice = [s for s in dice_of(label, view) if s.kind != IGNORED or s.tilted != IGNORED]
            spots = still_places(net, image, view) if dice else []
            for die in dice:
                if place := nearest(spots, die.x, die.y, die.side):
                    spot = Spot(*place, die.kind)
                    cuts.append(cut(*shrunk(image, view, spot), spot))
                    rows.append((die.kind, die.tilted, die.ground))
    return pool_of(cuts, np.array(rows, np.int64))


def found_real(net: Finder, shots: Sequence[RealPicture], name: str) -> ReadPool:
    """Dice of a real set's whole pictures."""
    images, kinds = [], []
    for shot in shots:
        usual = float(np.median([die.side for die in shot.dice])) if shot.dice else 0.0
        for spots in [places(net, shot.image, usual * size) for size in SIZES] if usual else []:
            for die in shot.dice:
                if place := nearest(spots, die.x, die.y, die.side):
                    x, y, side = place
                    images.append(crop(shot.image, x, y, POOL_SIDE / side, POOL_SIZE))
                    kinds.append(die.value)
    return without_board(images, np.array(kinds, np.int64), 0, upright=name not in FROM_ABOVE)
