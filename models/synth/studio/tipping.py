"""Dice that physics has left level put on an edge, as if something small lay under them.

Throws leave few dice leaning, and those mostly against checkers: a reader taught by them alone would learn checkers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import cv2
import numpy as np

from models.synth.physics.truth import DieTruth, upper_face
from models.synth.studio.setting import DieOn
from models.synth.texture import Rng

LEVEL, LEAST, MOST = 1.0, 8.0, 42.0
"""Degrees: dice that lean less are level; how far they are tipped."""


def some_tipped(dice: Iterable[DieOn], share: float, rng: Rng) -> Iterator[DieOn]:
    """The dice, a `share` of the level ones tipped."""
    for die in dice:
        truth = die.truth
        level = truth is not None and truth.tilt < LEVEL and not truth.moving
        if truth is not None and level and rng.random() < share:
            yield DieOn.thrown(_tipped(truth, rng), die.look)
        else:
            yield die


def _tipped(truth: DieTruth, rng: Rng) -> DieTruth:
    """Turned about any level axis; its lowest point stays as high as it was."""
    way, angle = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(LEAST, MOST))
    turn = cv2.Rodrigues(angle * np.array([np.cos(way), np.sin(way), 0.0]))[0]
    before = np.array(truth.axes)
    after = before @ turn.T
    rise = _reach(after, truth) - _reach(before, truth)
    x, y, z = truth.centre
    value, tilt = upper_face(after)
    rows = tuple((float(a), float(b), float(c)) for a, b, c in after.round(6))
    return replace(truth, value=value, tilt=round(tilt, 3), centre=(x, y, round(z + rise, 3)), axes=rows)


def _reach(axes: np.ndarray[tuple[int, ...], np.dtype[np.float64]], truth: DieTruth) -> float:
    """How far below its centre a rounded die reaches, mm."""
    half = truth.side / 2
    return half * float((1 - truth.rounding) * np.abs(axes[:, 2]).sum() + truth.rounding)
