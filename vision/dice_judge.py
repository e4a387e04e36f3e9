"""What the networks say of places where dice may lie: a glance at all, a close look at those that this leaves
undecided."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from calibration.view import View
from models.dice_input import CLOSE, GLANCE, Floats
from models.registry import weights
from vision.dice_find import Candidate, Network, Plane, crops
from vision.dice_look import IN_PICTURE, ON_BOARD, QUICK, logits_of, mean_logits, shown, stance_of, through
from vision.observation import Ground
from vision.runtime import network, odds

VALUE_SURE, GLANCE_SURE = 0.85, 0.06
"""Least probability of a reported value; of a die at first glance, to be looked at closely."""
SHARPNESS, NONE_ODDS, UNREADABLE_ODDS = 1.0, 1.5, -2.0
"""Factor of the logits (the mean over a candidate's crops) that makes them true probabilities; what is added to that of
no die, since the finder proposes more such places than the reader's training showed it, and to that of a die that can't
be read, since of the training's dice one in eight is such, in play hardly any."""
TILTED, FLAT = 0.7, 0.15
"""Probability of leaning from which a die is called not flat and told no value, and up to which it is called flat. Of
flat dice on those stills 0.61 % are called not flat, from 0.65 up 1.1 %; on boards not seen before it was 0.50 %. No
value from 0.5 up cost three rightly read dice of 49 on photographs."""
SETTLED, TILT_SETTLED = 0.97, 0.12
"""Probability of a class from which a place is not looked at closely, if that of leaning is so near to 0 or 1."""
CONTRADICTED = 0.5
"""Probability of a value through one filter from which another filter's is not told."""
GROUNDS: tuple[Ground, ...] = ("field", "checker", "die", "bar", "rail", "table")
_NONE, _UNREADABLE, _TILTED, _GROUND = 0, 7, 8, 9


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
        return cls(*(network(folder / f"{name}.onnx" if folder else weights(name)) for name in names))


def chances_of(logits: Floats) -> Floats:
    """N×15 logits → probabilities: the eight classes add up to 1, so do the six grounds."""
    prior = np.zeros(_TILTED, np.float32)
    prior[_NONE], prior[_UNREADABLE] = NONE_ODDS, UNREADABLE_ODDS
    classes, grounds = odds(SHARPNESS * logits[:, :_TILTED] + prior), odds(logits[:, _GROUND:])
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


def judge(
    plane: Plane,
    candidates: Sequence[Candidate],
    reader: DiceReader,
    view: View | None = None,
    *,
    quick: bool = False,
    blind: bool = False,
) -> list[Judged]:
    """Glance at all, in one crop each. What may be a die and is not settled by that gets the mean of what both readers
    say of crops at several sizes and angles, or where it must be `quick` of the glance and two close looks; a die whose
    value that leaves open is looked at through three filters too, where it must be quick once through each (on 107
    stills kept from training 3 of 785 dice fewer were told, 1 instead of 2 wrongly, 8 instead of 6 where none is, in a
    fifth less time). `blind`: how far what stands up leans is not told, as if there were no board."""
    if not candidates:
        return []
    stances = [stance_of(c, view, blind=blind) for c in candidates]
    view = None if blind else view
    glances = [crops(plane, c, up=s.up)[0] for c, s in zip(candidates, stances, strict=True)]
    logits = logits_of(reader.glance, glances, [s.lean for s in stances], view)
    chances = chances_of(logits)
    likely = [i for i, some in enumerate(chances) if some[_NONE] < 1 - GLANCE_SURE]
    if unsettled := [i for i in likely if not _settled(chances[i])]:
        places = [(candidates[i], stances[i]) for i in unsettled]
        looks = QUICK if quick else ON_BOARD if view else IN_PICTURE
        close = shown(plane, places, looks, CLOSE)
        first = logits[unsettled] if quick else mean_logits(reader.glance, shown(plane, places, looks, GLANCE), view)
        logits[unsettled] = (first + mean_logits(reader.close, close, view)) / 2
        dim = [one for one, some in enumerate(chances_of(logits[unsettled])) if _dim(some)]
        if dim:
            plain = [(stance, some[:1] if quick else some) for stance, some in (close[one] for one in dim)]
            filtered = [[through(some, colour) for some in plain] for colour in range(3)]
            seen = [logits[unsettled][dim], *(mean_logits(reader.close, some, view) for some in filtered)]
            logits[np.array(unsettled)[dim]] = clearest(np.stack(seen, axis=1))
        chances = chances_of(logits)
    return [Judged(candidates[i], chances[i]) for i in likely]


def _dim(chances: Floats) -> bool:
    """Whether it is a die whose value can't be told yet."""
    return float(chances[_NONE]) < 0.5 and float(chances[1:7].max()) < VALUE_SURE


def clearest(seen: Floats) -> Floats:
    """N×F×15 logits of places seen without (the first) and through filters → N×15: where pips are as light as the body
    one colour alone may show them. Of the class those of the look that makes a value surest, unless another likelier
    than not shows another value; the rest as seen without."""
    out = seen[:, 0].copy()
    for kept, looks in zip(out, seen, strict=True):
        values = chances_of(looks)[:, 1:7]
        best = int(values.max(axis=1).argmax())
        others = values.argmax(axis=1) != values[best].argmax()
        if not (values.max(axis=1)[others] > CONTRADICTED).any():
            kept[:_TILTED] = looks[best, :_TILTED]
    return out


def _settled(chances: Floats) -> bool:
    """Whether a closer look would hardly change what a place is taken for, nor whether it leans."""
    sure, tilted = float(chances[:_TILTED].max()), float(chances[_TILTED])
    return sure >= SETTLED and (bool(chances[_NONE] >= SETTLED) or min(tilted, 1 - tilted) <= TILT_SETTLED)
