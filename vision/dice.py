"""Dice in a picture: where they lie, the value of the top face when it is sure, whether they lie flat, on what.

Two small networks (`models/dice_find.onnx`, `models/dice_read.onnx`) do the seeing: one marks places where a die may
be, the other reads a crop at the camera's full resolution. On a board crops are turned so that what stands up leans
upwards: so the top face is told from a side.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import numpy as np

from calibration.view import View
from models.dice_input import LEAN_UNKNOWN, Floats, reader_input
from models.registry import weights
from vision.dice_find import (
    Candidate,
    Network,
    Plane,
    crops,
    distinct,
    look_over,
    sharpen,
)
from vision.dice_place import STANDS_MM, Disc, agreed, lean_at, likeliest, place_of, rests_on, touches
from vision.frame import Image
from vision.observation import DieReading, Ground
from vision.runtime import session

DIE_MM, DIE_RANGE_MM = 13.0, (6.0, 24.0)
"""Side of a common die, and of any, on a board scaled to the nominal width (small boards scale up)."""
VALUE_SURE, DIE_SURE, GLANCE_SURE = 0.85, 0.5, 0.06
"""Least probability of a reported value; of a reported die; of a die at first glance, to be looked at closely.
From the first up 99.9 % of the values told on 122 rendered stills kept from training are right, from 0.8 up 99.7 %."""
SHARPNESS, NONE_ODDS = 1.0, 1.0
"""Factor of the logits (the mean over a candidate's crops) that makes them true probabilities; what is added to that of
no die, since the finder proposes more such places than the reader's training showed it."""
TILTED, FLAT = 0.7, 0.2
"""Probability of leaning from which a die is called not flat (of flat dice on those stills 0.5 % are), and up to which
it is called flat."""
LOOKED, MOST, AROUND, CLOSE_UP = 40, 8, 0.2, 160
"""Most places looked at and most dice told of on a board; how far around it, as a share of its width; px: a smaller
picture may be a cut-out of a single die."""
ALIKE, ALIKE_IN_PICTURE, APART, COVER = (0.6, 1.65), (0.45, 2.2), 0.5, 0.75
"""How sizes of dice of one game may differ, and those in a picture without a board; least distance of two places to be
looked at, and of two dice, in sides."""
SIZES_ALIKE = 1.5
"""Places in a picture without a board that differ more in size are looked at both."""
OBLIQUE = 0.12
"""Tangent of the viewing angle from which the lean of what stands up says which way to turn a crop."""
GROUNDS: tuple[Ground, ...] = ("field", "checker", "die", "bar", "rail", "table")
_NONE, _UNREADABLE, _TILTED, _GROUND = 0, 7, 8, 9
_SCALES, _PICTURE_SCALES = (0.9, 1.1), (0.82, 1.0, 1.2)
_UPRIGHT, _ROUND = (-0.15, 0.15), (0.2, 0.2 + np.pi / 2)
_BODY = 1.27
"""Mean width of a square turned any way, in sides."""
BoxPx: TypeAlias = tuple[float, float, float, float]


def _onnx(path: Path) -> Network:
    network = session(path)

    def run(images: Floats, /) -> Floats:
        return np.asarray(network.run(None, {"image": images})[0], dtype=np.float32)

    return run


def _odds(logits: Floats) -> Floats:
    spread = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(spread / spread.sum(axis=1, keepdims=True), dtype=np.float32)


@dataclass(frozen=True)
class DiceReader:
    """The two networks. `finder`: N×3×H×W → N×4×H/4×W/4 (centre's logit, log of side/12 px, offset x, y in cells).
    `reader`: N×4×48×48 (`models.dice_input.reader_input`) → N×15 logits (no die, values 1…6, a die that can't be read;
    tilted; the six grounds)."""

    finder: Network
    reader: Network

    @classmethod
    def load(cls, folder: Path | None = None) -> "DiceReader":
        """The project's own weights, or those in `folder`.

        :raises models.registry.RegistryError: when a weight is missing or is not the one the manifest names.
        """
        if folder:
            return cls(_onnx(folder / "dice_find.onnx"), _onnx(folder / "dice_read.onnx"))
        return cls(_onnx(weights("dice_find")), _onnx(weights("dice_read")))

    def logits(self, images: Sequence[Image], leans: Sequence[float]) -> Floats:
        """48×48 px crops, and how far what stands up leans in each → N×15 logits."""
        return self.reader(reader_input(images, leans))


def chances_of(logits: Floats) -> Floats:
    """N×15 logits → probabilities: the eight classes add up to 1, so do the six grounds."""
    prior = np.zeros(_TILTED, np.float32)
    prior[_NONE] = NONE_ODDS
    classes, grounds = _odds(SHARPNESS * logits[:, :_TILTED] + prior), _odds(logits[:, _GROUND:])
    tilted = 1 / (1 + np.exp(-SHARPNESS * logits[:, _TILTED:_GROUND]))
    return np.concatenate([classes, tilted, grounds], axis=1)


@lru_cache(maxsize=1)
def default_reader() -> DiceReader:
    """The project's own weights, loaded once."""
    return DiceReader.load()


@dataclass(frozen=True, eq=False)
class Judged:
    """A candidate that was looked at closely: the probabilities that its crops together give (15, see `chances_of`)."""

    candidate: Candidate
    chances: Floats

    @property
    def die(self) -> float:
        """Probability that it is a die at all."""
        return 1 - float(self.chances[_NONE])

    @property
    def likely(self) -> int:
        """The likeliest top face."""
        return int(self.chances[1:7].argmax()) + 1

    @property
    def sure(self) -> float:
        """Probability of that."""
        return float(self.chances[1:7].max())

    @property
    def tilted(self) -> float:
        """Probability that it leans, spins or can't be read."""
        return float(max(self.chances[_TILTED], self.chances[_UNREADABLE]))

    @property
    def value(self) -> int | None:
        """The top face where it is sure and the die is not plainly leaning."""
        return self.likely if self.sure >= VALUE_SURE and self.tilted < TILTED else None

    @property
    def flat(self) -> bool | None:
        """Whether it lies flat, None when not sure: of a die whose value can't be told flatness is not said either."""
        if self.tilted >= TILTED:
            return False
        return True if self.tilted <= FLAT and self.value else None

    @property
    def ground(self) -> Ground:
        """What it most likely stands on."""
        return GROUNDS[int(self.chances[_GROUND:].argmax())]


@dataclass(frozen=True)
class Stance:
    """How a candidate is looked at: turns of its crops, which way is up there (see `vision.dice_find.crops`), and how
    far what stands up leans that way."""

    turns: tuple[float, ...]
    up: float
    lean: float


def _stance(candidate: Candidate, view: View | None) -> Stance:
    """Without a board the camera is taken to stand below the picture's lower edge."""
    if view is None:
        return Stance(_UPRIGHT, 0.0, LEAN_UNKNOWN)
    x, y = lean_at(view, candidate.x, candidate.y, candidate.side)
    lean = float(np.hypot(x, y))
    return Stance(_UPRIGHT, float(np.arctan2(y, x)) + np.pi / 2, lean) if lean > OBLIQUE else Stance(_ROUND, 0.0, lean)


def judge(plane: Plane, candidates: Sequence[Candidate], reader: DiceReader, view: View | None = None) -> list[Judged]:
    """Glance at all, then look closely at what may be a die: crops at several sizes and angles, averaged."""
    if not candidates:
        return []
    stances = [_stance(c, view) for c in candidates]
    glances = [crops(plane, c, (1.0,), (0.0,), s.up)[0] for c, s in zip(candidates, stances, strict=True)]
    none = chances_of(reader.logits(glances, [s.lean for s in stances]))[:, _NONE]
    likely = [(c, s) for c, s, chance in zip(candidates, stances, none, strict=True) if chance < 1 - GLANCE_SURE]
    scales = _SCALES if view else _PICTURE_SCALES
    close = [crops(plane, c, scales, s.turns, s.up) for c, s in likely]
    if not close:
        return []
    leans = [s.lean for (_, s), some in zip(likely, close, strict=True) for _ in some]
    logits = reader.logits([crop for some in close for crop in some], leans)
    ends = np.cumsum([len(some) for some in close])[:-1]
    chances = chances_of(np.stack([part.mean(axis=0) for part in np.split(logits, ends)]))
    return [Judged(c, some) for (c, _), some in zip(likely, chances, strict=True)]


def _plausible(judged: Sequence[Judged], view: View | None, most: int) -> list[Judged]:
    """The surest of those that cover each other, of like size; on a board no more than `most`."""
    sure = sorted((j for j in judged if j.die >= DIE_SURE), key=lambda j: -j.sure)
    kept: list[Judged] = []
    for one in sure:
        c = one.candidate
        if all(
            np.hypot(c.x - k.candidate.x, c.y - k.candidate.y) > COVER * (c.side + k.candidate.side) / 2 for k in kept
        ):
            kept.append(one)
    usual = float(np.median([k.candidate.side for k in kept if k.sure >= kept[0].sure / 2])) if kept else 0.0
    low, high = ALIKE if view else ALIKE_IN_PICTURE
    alike = [k for k in kept if low < k.candidate.side / usual < high]
    return alike[:most] if view else alike


def boxed(boxes: Iterable[BoxPx], plane: Plane, view: View | None) -> list[Candidate]:
    """A detector's boxes of whole dice (left, top, right, bottom px) as candidates: the middle of the top face."""
    out = []
    for left, top, right, bottom in boxes:
        middle = np.array([((left + right) / 2, (top + bottom) / 2)])
        size = (right - left + bottom - top) / 2
        if view is None:
            out.append(Candidate(float(middle[0, 0]), float(middle[0, 1]), size / _BODY, 0.0))
            continue
        x, y = (float(v) for v in view.to_mm(middle)[0])
        here, along = view.to_px([(x, y), (x + 1, y)])
        turned = np.abs(along - here).sum() / np.hypot(*(along - here))
        lean = np.array(lean_at(view, x, y, DIE_MM))
        side = size / turned / plane.px_per_unit(x, y) / (_BODY + float(np.abs(lean).sum()) / 2)
        out.append(Candidate(x + 0.5 * side * float(lean[0]), y + 0.5 * side * float(lean[1]), side, 0.0))
    return out


def _placed(reading: DieReading, judged: Judged, view: View, discs: Sequence[Disc] | None) -> DieReading:
    """With place and neighbours, of the footprint: the top face is seen farther from the camera's foot."""
    c = judged.candidate
    lean = np.array(lean_at(view, c.x, c.y, c.side))

    def foot(ground: Ground) -> tuple[float, float]:
        x, y = np.array([c.x, c.y]) - lean * (c.side + STANDS_MM.get(ground, 0.0))
        return float(x), float(y)

    seen = {name: float(p) for name, p in zip(GROUNDS, judged.chances[_GROUND:], strict=True)}
    over = None if discs is None else rests_on(*foot("checker"), discs)
    ground = likeliest(seen, place_of(*foot(judged.ground), view.geometry), over)
    x, y = foot(ground)
    against = None if discs is None else ground != "checker" and touches(x, y, c.side, discs)
    place = agreed(place_of(x, y, view.geometry), ground, x, view.geometry)
    return replace(reading, mm=(x, y), place=place, on_checker=ground == "checker", touching=against, rests_on=ground)


def _reading(judged: Judged, plane: Plane, view: View | None, discs: Sequence[Disc] | None) -> DieReading:
    c = judged.candidate
    x, y = (float(v) for v in plane.to_px([(c.x, c.y)])[0])
    reading = DieReading(
        (x, y),
        (c.x, c.y) if view else None,
        judged.value,
        judged.sure,
        None,
        judged.flat,
        size_px=c.side * plane.px_per_unit(c.x, c.y),
        likely=judged.likely,
        tilted=judged.tilted,
    )
    return _placed(reading, judged, view, discs) if view else reading


def read_dice(
    image: Image,
    view: View | None = None,
    *,
    reader: DiceReader | None = None,
    discs_mm: Sequence[Disc] | None = None,
    detector_boxes: Iterable[BoxPx] = (),
    reach: float | None = AROUND,
    most: int = MOST,
) -> tuple[DieReading, ...]:
    """All dice of a picture (H×W×3 uint8 BGR), the surest first.

    With `view` the board and `reach` of its width around it are looked over (not at all where that is None) and
    readings have mm (the footprint's centre, see `calibration.board`) and place; without, the whole picture at several
    sizes. `discs_mm` are the checkers (x, y, radius in mm): without them `touching` stays None. `detector_boxes` (left,
    top, right, bottom px) are further places to look at. No more than `most` are told of on a board.
    """
    eyes = reader or default_reader()
    plane = Plane.of_board(image, view, reach or 0.0) if view else Plane.of_picture(image)
    found = [] if reach is None else _on_board(plane, eyes) if view else _in_picture(plane, eyes)
    rough = boxed(detector_boxes, plane, view)
    places = distinct([*sharpen(plane, eyes.finder, rough), *rough, *found], APART, np.inf if view else SIZES_ALIKE)
    judged = judge(plane, places[: max(LOOKED, most)] if view else places, eyes, view)
    return tuple(_reading(j, plane, view, discs_mm) for j in _plausible(judged, view, most))


def _on_board(plane: Plane, reader: DiceReader) -> list[Candidate]:
    low, high = DIE_RANGE_MM
    return [c for c in look_over(plane, reader.finder, DIE_MM) if low <= c.side <= high]


def _in_picture(plane: Plane, reader: DiceReader) -> list[Candidate]:
    """Places where the finder sees dice; the whole of a picture hardly larger than a die is one too."""
    height, width = plane.image.shape[:2]
    longest = max(height, width)
    found = [c for side in _sides(longest) for c in look_over(plane, reader.finder, side, limit=60)]
    if longest < CLOSE_UP:
        found.append(Candidate(width / 2, height / 2, 0.6 * longest, 1.0))
    return found


def _sides(longest: int) -> tuple[float, ...]:
    """Sizes to look for without a board, px: from 12 px to a fifth of the picture's longest side."""
    return tuple(12.0 * 1.6**i for i in range(9) if 12.0 * 1.6**i <= max(12.0, longest / 5))
