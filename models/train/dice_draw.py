"""Which crops a batch of the die reader's training is made of: pools by their shares, in them hard crops more often."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.dice_input import LEAN_UNKNOWN, NO_PLAN, Floats, Sight, reader_input, seen_through
from models.train.dice_augment import BLURRED_FROM, SPUN, SPUN_BY, may_spin, moved, spun, worsen
from models.train.dice_spec import IGNORED, NONE, UNREADABLE, ReadPool

EMPTY_SHARE = 0.2
"""Share of crops without a die among those of a pool that has both."""
UNTOLD = 0.12
"""Share of oblique crops of which the reader is not told how oblique they are, as in pictures without a board."""
PLAN_ERROR = 1.2
"""mm by which field and bar of a ground plan are off, one standard deviation."""
EASY, HARD, NEWS = 0.25, 1.5, 0.5
"""What is added to a crop's loss before crops are weighed by it, so that easy ones are drawn too; the most that it
counts, since what is labelled wrongly is hardest; how much of it is that of the last time."""


@dataclass(frozen=True, eq=False)
class Source:
    """A pool, its share of a batch, which of its crops show a die and which do not, and how `hard` each was: its loss,
    0…HARD, that of a crop not yet drawn half of it."""

    pool: ReadPool
    share: float
    dice: npt.NDArray[np.int64]
    empty: npt.NDArray[np.int64]
    hard: Floats

    def pick(self, rng: np.random.Generator) -> int:
        """One crop: EMPTY_SHARE of them without a die, where the pool has both."""
        both = len(self.dice) and len(self.empty)
        some = self.empty if not len(self.dice) or (both and rng.random() < EMPTY_SHARE) else self.dice
        while True:
            i = int(some[rng.integers(len(some))])
            if rng.random() * (EASY + HARD) < EASY + self.hard[i]:
                return i


@dataclass(frozen=True, eq=False)
class Batch:
    """N×5×S×S as `models.dice_input.reader_input` makes it; N×3 labels (class, tilted, ground); whence each came."""

    shown: Floats
    labels: npt.NDArray[np.int64]
    drawn: Sequence[tuple[Source, int]]

    def learnt(self, losses: npt.NDArray[np.float32]) -> None:
        """Keep how hard the crops were, N."""
        for (source, i), loss in zip(self.drawn, losses, strict=True):
            source.hard[i] += NEWS * (min(float(loss), HARD) - source.hard[i])


def sources_of(parts: Sequence[tuple[ReadPool, float]]) -> list[Source]:
    """Pools with their shares; those that are empty left out."""
    full = [(pool, share) for pool, share in parts if len(pool.classes)]
    total = sum(share for _, share in full)
    return [
        Source(
            pool,
            share / total,
            np.flatnonzero(pool.classes != NONE),
            np.flatnonzero(pool.classes == NONE),
            np.full(len(pool.classes), HARD / 2, np.float32),
        )
        for pool, share in full
    ]


def draw_batch(rng: np.random.Generator, sources: Sequence[Source], size: int, sight: Sight) -> Batch:
    """`size` crops, made new."""
    drawn, images, labels, leans, plans = [], [], [], [], []
    for number in rng.choice(len(sources), size=size, p=[source.share for source in sources]):
        pool, i = sources[number].pool, sources[number].pick(rng)
        drawn.append((sources[number], i))
        image, kind, tilted = pool.images[i], int(pool.classes[i]), int(pool.tilted[i])
        if may_spin(kind) and rng.random() < SPUN:
            angle = float(rng.uniform(*SPUN_BY))
            image, kind, tilted = spun(rng, image, angle), UNREADABLE if angle >= BLURRED_FROM else IGNORED, 1
        move = moved(rng, bool(pool.upright[i]), sight)
        images.append(worsen(rng, image, move, sight))
        labels.append((kind, tilted, int(pool.grounds[i])))
        untold = pool.upright[i] and rng.random() < UNTOLD
        leans.append(LEAN_UNKNOWN if untold else float(pool.leans[i]))
        plans.append(NO_PLAN if untold else _blurred(rng, seen_through(pool.plans[i], np.asarray(np.linalg.inv(move)))))
    return Batch(reader_input(images, leans, plans), np.array(labels, np.int64), drawn)


def _blurred(rng: np.random.Generator, plan: Floats) -> Floats:
    """A plan as calibration knows it: field and bar a little off."""
    off = np.zeros_like(plan)
    off[[2, 5]], off[6:] = rng.normal(0, PLAN_ERROR, 2), rng.normal(0, PLAN_ERROR, 4)
    return plan + off
