"""What the networks say of places where dice may lie: a glance at all, a close look at those that this leaves
undecided."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from calibration.view import View
from models.dice_input import CLOSE, GLANCE, LEAN_UNKNOWN, NO_PLAN, Floats, Sight, plan_numbers, reader_input
from models.registry import weights
from vision.dice_find import Candidate, Crop, Look, Network, Plane, crops
from vision.dice_place import lean_at
from vision.observation import Ground
from vision.runtime import session

VALUE_SURE, GLANCE_SURE = 0.85, 0.06
"""Least probability of a reported value; of a die at first glance, to be looked at closely."""
SHARPNESS, NONE_ODDS, UNREADABLE_ODDS = 1.0, 1.0, -2.0
"""Factor of the logits (the mean over a candidate's crops) that makes them true probabilities; what is added to that of
no die, since the finder proposes more such places than the reader's training showed it, and to that of a die that can't
be read, since of the training's dice one in eight is such, in play hardly any."""
TILTED, FLAT = 0.75, 0.15
"""Probability of leaning from which a die is called not flat, and up to which it is called flat. Of flat dice on those
stills 0.61 % are called not flat, from 0.7 up 1.1 %; on boards not seen before it may be half as many more."""
SETTLED, TILT_SETTLED = 0.97, 0.12
"""Probability of a class from which a place is not looked at closely, if that of leaning is so near to 0 or 1."""
STRETCHED = 0.12
"""Stretch of a view (its logarithm) from which the lean of what stands up is not known."""
OBLIQUE = 0.12
"""Tangent of the viewing angle from which the lean of what stands up says which way to turn a crop."""
GROUNDS: tuple[Ground, ...] = ("field", "checker", "die", "bar", "rail", "table")
_NONE, _UNREADABLE, _TILTED, _GROUND = 0, 7, 8, 9
_Look = tuple[float, int, bool]
_QUICK: tuple[_Look, ...] = ((0.9, 0, True), (1.1, 1, False))
_ON_BOARD: tuple[_Look, ...] = ((0.9, 0, False), (0.9, 0, True), (1.1, 1, False), (1.1, 1, True))
_IN_PICTURE: tuple[_Look, ...] = (
    *((0.82, 0, False), (0.82, 0, True), (1.0, 1, False), (1.0, 1, True)),
    *((1.2, 0, False), (1.2, 0, True)),
)
"""Looks: scale, which of a stance's turns, whether as in a mirror. On a board sizes are known better."""
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
    """The networks. `finder`: N×3×H×W → N×4×H/4×W/4 (centre's logit, log of side/12 px, offset x, y in cells).
    `glance`: N×5×48×48 (`models.dice_input.reader_input`) → N×15 logits (no die, values 1…6, a die that can't be read;
    tilted; the six grounds). `close`: the same for N×5×72×72, larger and slower, shown finer crops."""

    finder: Network
    glance: Network
    close: Network

    @classmethod
    def load(cls, folder: Path | None = None) -> "DiceReader":
        """The project's own weights, or those in `folder`.

        :raises models.registry.RegistryError: when a weight is missing or is not the one the manifest names.
        """
        names = ("dice_find", "dice_read", "dice_close")
        return cls(*(_onnx(folder / f"{name}.onnx" if folder else weights(name)) for name in names))


def logits_of(network: Network, shown: Sequence[Crop], leans: Sequence[float], view: View | None) -> Floats:
    """Crops (of the board's plane where there is a view), and how far what stands up leans in each → N×15 logits."""
    return network(reader_input([crop.image for crop in shown], leans, [_plan(crop, view) for crop in shown]))


def _plan(crop: Crop, view: View | None) -> Floats:
    """The numbers of a crop's ground plan."""
    if view is None:
        return NO_PLAN
    board = view.geometry
    return plan_numbers(crop.window, (board.field_width, board.field_height), board.bar_x)


def chances_of(logits: Floats) -> Floats:
    """N×15 logits → probabilities: the eight classes add up to 1, so do the six grounds."""
    prior = np.zeros(_TILTED, np.float32)
    prior[_NONE], prior[_UNREADABLE] = NONE_ODDS, UNREADABLE_ODDS
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


def judge(
    plane: Plane, candidates: Sequence[Candidate], reader: DiceReader, view: View | None = None, *, quick: bool = False
) -> list[Judged]:
    """Glance at all, in one crop each. What may be a die and is not settled by that gets the mean of what both readers
    say of crops at several sizes and angles, or where it must be `quick` of the glance and two close looks."""
    if not candidates:
        return []
    stances = [_stance(c, view) for c in candidates]
    glances = [crops(plane, c, up=s.up)[0] for c, s in zip(candidates, stances, strict=True)]
    logits = logits_of(reader.glance, glances, [s.lean for s in stances], view)
    chances = chances_of(logits)
    likely = [i for i, some in enumerate(chances) if some[_NONE] < 1 - GLANCE_SURE]
    if unsettled := [i for i in likely if not _settled(chances[i])]:

        def looked(network: Network, sight: Sight) -> Floats:
            looks = _QUICK if quick else _ON_BOARD if view else _IN_PICTURE
            shown = [(stances[i], _crops(plane, candidates[i], stances[i], looks, sight)) for i in unsettled]
            return _each(network, shown, view)

        first = logits[unsettled] if quick else looked(reader.glance, GLANCE)
        logits[unsettled] = (first + looked(reader.close, CLOSE)) / 2
        chances = chances_of(logits)
    return [Judged(candidates[i], chances[i]) for i in likely]


def _crops(plane: Plane, candidate: Candidate, stance: Stance, looks: Sequence[_Look], sight: Sight) -> list[Crop]:
    turned = [Look(scale, stance.turns[turn], mirrored) for scale, turn, mirrored in looks]
    return crops(plane, candidate, turned, stance.up, sight)


def _each(network: Network, shown: Sequence[tuple[Stance, Sequence[Crop]]], view: View | None) -> Floats:
    """The mean logits of each place's crops, N×15."""
    leans = [stance.lean for stance, some in shown for _ in some]
    logits = logits_of(network, [crop for _, some in shown for crop in some], leans, view)
    ends = np.cumsum([len(some) for _, some in shown])[:-1]
    return np.stack([part.mean(axis=0) for part in np.split(logits, ends)])


def _settled(chances: Floats) -> bool:
    """Whether a closer look would hardly change what a place is taken for, nor whether it leans."""
    sure, tilted = float(chances[:_TILTED].max()), float(chances[_TILTED])
    return sure >= SETTLED and (bool(chances[_NONE] >= SETTLED) or min(tilted, 1 - tilted) <= TILT_SETTLED)
