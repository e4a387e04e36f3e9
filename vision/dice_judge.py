"""What the two networks say of places where dice may lie: the reader, and a close look at each place."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from calibration.view import View
from models.dice_input import LEAN_UNKNOWN, NO_PLAN, Floats, plan_numbers, reader_input
from models.registry import weights
from vision.dice_find import Candidate, Crop, Network, Plane, crops
from vision.dice_place import lean_at
from vision.observation import Ground
from vision.runtime import session

VALUE_SURE, GLANCE_SURE = 0.85, 0.06
"""Least probability of a reported value; of a die at first glance, to be looked at closely.
From the first up 99.85 % of the values told on 171 rendered stills kept from training are right, from 0.8 up 99.6 %."""
SHARPNESS, NONE_ODDS = 1.0, 1.0
"""Factor of the logits (the mean over a candidate's crops) that makes them true probabilities; what is added to that of
no die, since the finder proposes more such places than the reader's training showed it."""
TILTED, FLAT = 0.8, 0.2
"""Probability of leaning from which a die is called not flat, and up to which it is called flat. Of flat dice on those
stills 0.55 % are called not flat, from 0.75 up 0.85 %; on boards not seen before it may be half as many more."""
SETTLED, TILT_SETTLED = 0.97, 0.12
"""Probability of a class from which a place is not looked at again, if that of leaning is so near to 0 or 1."""
STRETCHED = 0.12
"""Stretch of a view (its logarithm) from which the lean of what stands up is not known."""
OBLIQUE = 0.12
"""Tangent of the viewing angle from which the lean of what stands up says which way to turn a crop."""
GROUNDS: tuple[Ground, ...] = ("field", "checker", "die", "bar", "rail", "table")
_NONE, _UNREADABLE, _TILTED, _GROUND = 0, 7, 8, 9
_SCALES, _PICTURE_SCALES = (0.9, 1.1), (0.82, 1.0, 1.2)
_UPRIGHT, _ROUND = (-0.15, 0.15), (0.2, 0.2 + np.pi / 2)


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
    `reader`: N×5×48×48 (`models.dice_input.reader_input`) → N×15 logits (no die, values 1…6, a die that can't be read;
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

    def logits(self, shown: Sequence[Crop], leans: Sequence[float], view: View | None) -> Floats:
        """Crops (of the board's plane where there is a view), and how far what stands up leans in each → N×15
        logits."""
        return self.reader(reader_input([crop.image for crop in shown], leans, [_plan(crop, view) for crop in shown]))


def _plan(crop: Crop, view: View | None) -> Floats:
    """The numbers of a crop's ground plan."""
    if view is None:
        return NO_PLAN
    board = view.geometry
    return plan_numbers(crop.window, (board.field_width, board.field_height), board.bar_x)


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
    def grounds(self) -> Floats:
        """Probabilities of `GROUNDS`."""
        return self.chances[_GROUND:]

    @property
    def ground(self) -> Ground:
        """What it most likely stands on."""
        return GROUNDS[int(self.grounds.argmax())]


@dataclass(frozen=True)
class Stance:
    """How a candidate is looked at: turns of its crops, which way is up there (see `vision.dice_find.crops`), and how
    far what stands up leans that way."""

    turns: tuple[float, float]
    up: float
    lean: float


def _stance(candidate: Candidate, view: View | None) -> Stance:
    """Without a board, or with a view that does not explain its board's shape, the camera is taken to stand below the
    picture's lower edge."""
    if view is None:
        return Stance(_UPRIGHT, 0.0, LEAN_UNKNOWN)
    if abs(np.log(view.stretch)) > STRETCHED:
        above = view.to_px([(candidate.x, candidate.y)]) - (0, 4)
        ((x, y),) = view.to_mm(above)
        return Stance(_UPRIGHT, _up(x - candidate.x, y - candidate.y), LEAN_UNKNOWN)
    x, y = lean_at(view, candidate.x, candidate.y, candidate.side)
    lean = float(np.hypot(x, y))
    return Stance(_UPRIGHT, _up(x, y), lean) if lean > OBLIQUE else Stance(_ROUND, 0.0, lean)


def _up(x: float, y: float) -> float:
    """A direction of the plane as `vision.dice_find.crops` wants it."""
    return float(np.arctan2(y, x)) + np.pi / 2


def judge(plane: Plane, candidates: Sequence[Candidate], reader: DiceReader, view: View | None = None) -> list[Judged]:
    """Glance at all, then look closely at what may be a die: crops at several sizes and angles, averaged, half of them
    where those settle it."""
    if not candidates:
        return []
    stances = [_stance(c, view) for c in candidates]
    glances = [crops(plane, c, [(1.0, 0.0)], s.up)[0] for c, s in zip(candidates, stances, strict=True)]
    none = chances_of(reader.logits(glances, [s.lean for s in stances], view))[:, _NONE]
    likely = [(c, s) for c, s, chance in zip(candidates, stances, none, strict=True) if chance < 1 - GLANCE_SURE]
    if not likely:
        return []
    scales = _SCALES if view else _PICTURE_SCALES
    logits = _each(reader, [(s, _close(plane, c, s, scales, 0)) for c, s in likely], view)
    undecided = [i for i, chances in enumerate(chances_of(logits)) if not _settled(chances)]
    if undecided:
        again = [(likely[i][1], _close(plane, *likely[i], scales, 1)) for i in undecided]
        logits[undecided] = (logits[undecided] + _each(reader, again, view)) / 2
    return [Judged(c, some) for (c, _), some in zip(likely, chances_of(logits), strict=True)]


def _close(plane: Plane, candidate: Candidate, stance: Stance, scales: Sequence[float], part: int) -> list[Crop]:
    """Every scale with one of the two turns, alternately; `part` 0 or 1 says with which it begins."""
    looks = [(scale, stance.turns[(number + part) % 2]) for number, scale in enumerate(scales)]
    return crops(plane, candidate, looks, stance.up)


def _each(reader: DiceReader, shown: Sequence[tuple[Stance, Sequence[Crop]]], view: View | None) -> Floats:
    """The mean logits of each place's crops, N×15."""
    leans = [stance.lean for stance, some in shown for _ in some]
    logits = reader.logits([crop for _, some in shown for crop in some], leans, view)
    ends = np.cumsum([len(some) for _, some in shown])[:-1]
    return np.stack([part.mean(axis=0) for part in np.split(logits, ends)])


def _settled(chances: Floats) -> bool:
    """Whether another look would hardly change what a place is taken for, nor whether it leans."""
    sure, tilted = float(chances[:_TILTED].max()), float(chances[_TILTED])
    return sure >= SETTLED and (bool(chances[_NONE] >= SETTLED) or min(tilted, 1 - tilted) <= TILT_SETTLED)
