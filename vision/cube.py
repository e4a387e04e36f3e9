"""Blocks with numbers: the doubling cube and its value, and dice that bear numbers instead of pips.

The die finder marks such blocks too, at twice the size. `models.cube_input` says what `cube_read` is shown and tells.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from calibration.view import View
from models.cube_input import CLASSES, CUBE_WORDS, DIE_WORDS, NONE, SIGHT
from models.dice_input import Floats
from models.registry import weights
from vision.detector import Box
from vision.dice_find import Candidate, Network, Plane, distinct, look_over, sharpen
from vision.dice_look import BLOCK, BLOCK_GLANCE, Looks, mean_logits, shown, stance_of
from vision.observation import CubeReading
from vision.runtime import network, odds

CUBE_RANGE_MM = 14.0, 52.0
"""Sides of cubes, on a board scaled to the nominal width."""
BOXED, BOXED_QUICK = 0.05, 0.25
"""Score of the board reader's boxes from which they are looked at, in a single picture and in a running match: of 40
stills kept from training no box of a cube scored less than 0.31, and of six others none was there at all."""
LIKELY, SURE, VALUE_SURE, DIE_SURE = 0.1, 0.6, 0.9, 0.97
"""Probability of a block with a number or sign from which a place is looked at again, and from which it is told;
probability of a value of the cube, and of a die."""
LARGER = 1.25
"""How many times larger a cube is than dice with numbers on the same board."""
_APART, _ALIKE = 0.5, 1.5


@dataclass(frozen=True)
class Block:
    """A place that was read: centre of its top face and side in mm of the board, both in px of the picture too, the
    probabilities of `models.cube_input.CLASSES`."""

    x: float
    y: float
    side: float
    xy: tuple[float, float]
    size_px: float
    chances: tuple[float, ...]

    @property
    def sure(self) -> float:
        """Probability that it is a block with a number or a sign on top."""
        return 1 - self.chances[NONE]

    @property
    def word(self) -> str:
        """What most likely stands on it; "other" where it is no number."""
        return CLASSES[1 + int(np.argmax(self.chances[1:]))]

    @property
    def worded(self) -> float:
        """Probability of that."""
        return max(self.chances[1:])


@lru_cache(maxsize=1)
def default_cube_reader() -> Network:
    """The project's own weights, loaded once.

    :raises models.registry.RegistryError: when the weights are missing or altered.
    """
    return load_cube_reader()


def load_cube_reader(path: Path | None = None) -> Network:
    """N×5×48×48 (`models.dice_input.reader_input`) → N×12 logits of `models.cube_input.CLASSES`: the project's own
    weights, or those of `path`.

    :raises models.registry.RegistryError: when the project's are missing or altered.
    """
    return network(path or weights("cube_read"))


@dataclass(frozen=True)
class Search:
    """Where blocks are looked for, besides in the board reader's boxes: sides in mm that the plane is looked over for;
    most places that are read; looks at what may be one; least score of boxes."""

    sides: tuple[float, ...]
    places: int
    looks: Looks
    least: float


WHOLE = Search((26.0, 13.0), 16, BLOCK, BOXED)
CUBE, AGAIN = Search((26.0,), 5, BLOCK[1:3], BOXED_QUICK), Search((), 2, BLOCK[1:3], BOXED_QUICK)
"""In a single picture; in one of several of a board at rest, for the cube alone; in the others."""


def read_blocks(
    plane: Plane,
    view: View,
    finder: Network,
    reader: Network,
    boxes: Sequence[Box] = (),
    *,
    search: Search = WHOLE,
) -> tuple[Block, ...]:
    """The blocks with numbers or signs on a board and about it, the surest first. `finder` is the die finder, `boxes`
    the board reader's."""
    found = [c for side in search.sides for c in look_over(plane, finder, side)]
    boxed = _boxed(boxes, plane, view, search.least)[: search.places]
    places = distinct([*sharpen(plane, finder, boxed), *found], _APART, _ALIKE)[: search.places]
    chances = _chances(plane, places, reader, view, search.looks)
    read = [_block(plane, place, some) for place, some in zip(places, chances, strict=True) if some[NONE] < 1 - SURE]
    return tuple(_surest(read))


def _block(plane: Plane, place: Candidate, chances: Floats) -> Block:
    ((x, y),) = plane.to_px([(place.x, place.y)])
    size = place.side * plane.px_per_unit(place.x, place.y)
    return Block(place.x, place.y, place.side, (float(x), float(y)), size, tuple(float(p) for p in chances))


def _boxed(boxes: Sequence[Box], plane: Plane, view: View, least: float) -> list[Candidate]:
    """The board reader's boxes of cubes and dice as rough places."""
    some = sorted((b for b in boxes if b.kind in ("cube", "die") and b.score > least), key=_cubes_first)
    if not some:
        return []
    middles = view.to_mm([box.centre for box in some])
    return [
        Candidate(float(x), float(y), box.size / 1.5 / plane.px_per_unit(float(x), float(y)), box.score)
        for box, (x, y) in zip(some, middles, strict=True)
    ]


def _cubes_first(box: Box) -> tuple[bool, float]:
    return box.kind != "cube", -box.score


def _chances(plane: Plane, places: Sequence[Candidate], reader: Network, view: View, looks: Looks) -> Floats:
    """N×12: by one look at each place, and by several where that may be a block."""
    if not places:
        return np.zeros((0, len(CLASSES)), np.float32)
    stances = [(place, stance_of(place, view)) for place in places]
    logits = mean_logits(reader, shown(plane, stances, BLOCK_GLANCE, SIGHT), view)
    again = np.flatnonzero(1 - odds(logits)[:, NONE] > LIKELY)
    if len(again):
        logits[again] = mean_logits(reader, shown(plane, [stances[i] for i in again], looks, SIGHT), view)
    return odds(logits)


def _surest(blocks: Sequence[Block]) -> list[Block]:
    """The surest of those that cover each other."""
    kept: list[Block] = []
    for one in sorted(blocks, key=lambda block: -block.sure):
        if all(np.hypot(one.x - k.x, one.y - k.y) > 0.7 * max(one.side, k.side) for k in kept):
            kept.append(one)
    return kept


def numbered_dice(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Those that are dice: what a cube does not bear is a die, and a 2 or 4 beside such dice and as small."""
    usual = _usual(blocks)
    return tuple(b for b in blocks if b.word in DIE_WORDS and b.worded >= DIE_SURE and _is_die(b, usual))


def _usual(blocks: Sequence[Block]) -> float | None:
    """The side of the dice with numbers on a board, mm; None where there are none."""
    sides = [b.side for b in blocks if _only_on_dice(b) and b.worded >= DIE_SURE]
    return float(np.median(sides)) if sides else None


def _only_on_dice(block: Block) -> bool:
    return block.word in DIE_WORDS and block.word not in CUBE_WORDS


def _is_die(block: Block, usual: float | None) -> bool:
    return _only_on_dice(block) or (usual is not None and block.side < LARGER * usual)


def cube_of(blocks: Sequence[Block]) -> CubeReading | None:
    """The surest cube, without a value where that is not sure or a logo is up."""
    usual = _usual(blocks)
    low, high = CUBE_RANGE_MM
    cubes = [b for b in blocks if not _is_die(b, usual) and low <= b.side <= high]
    if not cubes:
        return None
    best = max(cubes, key=lambda block: block.sure)
    value = int(best.word) if best.word in CUBE_WORDS and best.worded >= VALUE_SURE else None
    return CubeReading(best.xy, value, best.sure)
