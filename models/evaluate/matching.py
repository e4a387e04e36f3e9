"""Things found in pictures held against the things that are there, over all thresholds at once."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Edges: TypeAlias = tuple[float, float, float, float]

NEAR = 0.6
"""A small thing is found when the centres are nearer than this share of its size."""
OVERLAP = 0.3
"""A hand or a cup is found when the boxes share this much of their union."""


@dataclass(frozen=True)
class Thing:
    """One thing in a picture: its kind, box (x0, y0, x1, y1 px) and score 0–1. `asked` is false for what is there but
    too hidden or too far out to be asked for: finding it is neither right nor wrong."""

    kind: str
    box: Edges
    score: float = 1.0
    asked: bool = True

    @property
    def centre(self) -> tuple[float, float]:
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2

    @property
    def size(self) -> float:
        """Mean of width and height, px."""
        return (self.box[2] - self.box[0] + self.box[3] - self.box[1]) / 2


def overlap(a: Edges, b: Edges) -> float:
    """Intersection over union of two boxes."""
    wide, high = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    shared = max(0.0, wide) * max(0.0, high)
    return shared / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - shared + 1e-9)


def closeness(found: Thing, true: Thing) -> float:
    """Above 0 where `found` may be `true`, the higher the better."""
    if true.kind in ("hand", "cup"):
        return overlap(found.box, true.box) - OVERLAP
    (x, y), (tx, ty) = found.centre, true.centre
    return NEAR - float(np.hypot(x - tx, y - ty)) / max(true.size, 1e-6)


@dataclass
class Curve:
    """All that one detector found of one kind: scores and whether each was right; `asked` things, `pictures`."""

    scores: list[float] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    asked: int = 0
    pictures: int = 0

    def add(self, found: Sequence[Thing], true: Sequence[Thing]) -> None:
        """One picture's things of this kind; each true thing is found once, by the surest that fits."""
        self.asked += sum(t.asked for t in true)
        self.pictures += 1
        left = list(true)
        for thing in sorted(found, key=lambda f: -f.score):
            best = max(left, key=lambda t: closeness(thing, t), default=None)
            if best is None or closeness(thing, best) <= 0:
                self._note(thing.score, right=False)
                continue
            left.remove(best)
            if best.asked:
                self._note(thing.score, right=True)

    def _note(self, score: float, *, right: bool) -> None:
        self.scores.append(score)
        self.right.append(right)

    def _counts(self) -> tuple[Floats, Floats]:
        """Right and false ones down to each score, surest first."""
        order = np.argsort(-np.array(self.scores), kind="stable")
        right = np.cumsum(np.array(self.right, float)[order])
        return right, np.arange(1, len(order) + 1) - right

    def recall_at_precision(self, least: float) -> float:
        """Most of the asked that are found while at least `least` of the found are right."""
        right, false = self._counts()
        good = right[right >= least * (right + false)] if len(right) else right
        return float(good.max(initial=0)) / max(1, self.asked)

    def recall_at_false(self, most: float) -> float:
        """Most of the asked that are found with at most `most` false ones a picture."""
        right, false = self._counts()
        return float(right[false <= most * self.pictures].max(initial=0)) / max(1, self.asked)

    def best(self) -> tuple[float, float, float]:
        """Recall, precision and threshold where their harmonic mean is highest."""
        right, false = self._counts()
        if not len(right) or not self.asked:
            return 0.0, 0.0, 1.0
        recall, precision = right / self.asked, right / (right + false)
        at = int((2 * recall * precision / (recall + precision + 1e-9)).argmax())
        return float(recall[at]), float(precision[at]), float(sorted(self.scores, reverse=True)[at])
