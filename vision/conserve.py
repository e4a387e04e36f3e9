"""The number of checkers a side has, as a prior over the whole board: never what a play could have reached.

A point's content is one of `STACKS`. Evidence is a distribution over them for each point that could be seen.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce

import numpy as np
import numpy.typing as npt

from vision.observation import EMPTY, SLOTS, UNREAD, CountReading, Shade, SlotReading, Stack

Floats = npt.NDArray[np.float64]
MOST = 15
"""Most checkers that are told apart on one point; a side has as many, where nothing else was said."""
STACKS: tuple[Stack, ...] = (EMPTY, *(Stack(shade, n) for shade in ("L", "D") for n in range(1, MOST + 1)))
SHARPNESS = 0.85
"""Power of a point's distribution with which what is called 99 % is right in 99 % (fitted on rendered scenes by
`python -m models.evaluate calibrate`)."""
TOGETHER = 1.0
"""How alike the errors of two pictures of one still scene are: the correlation with which fused readings are as sure as
they are right on rendered scenes (the same command). At 1 many pictures agree no more surely than each by itself."""
_LOST, _EXCESS, _LEAST = np.exp(-2.5), np.exp(-5.0), 1e-6
"""How much less likely than a whole set: one that has lost checkers; each checker more than a side has; at most."""
_SMALLER = float(np.exp(-4.0))
"""The same of a set of each smaller number, the same on both sides, where nobody said how many a side has."""
_GRID = 64
_FLOOR = 1e-5
_KEPT, _TOLD = 6, 5e-4
_CERTAIN, _OUT = 0.995, 1e-3
"""A point as sure as this is not asked again; a content so much less likely than the likeliest is on no likeliest
board."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What one picture says: `points` (each point's distribution over `STACKS`, those hidden left out), how many
    `checkers` a side has (None: nobody said, so most likely 15), and the number on the bar."""

    points: Mapping[str, Floats] = field(default_factory=dict)
    bar: Mapping[Shade, CountReading] = field(default_factory=dict)
    checkers: int | None = 15

    @property
    def whole(self) -> bool:
        """Whether every point was seen."""
        return len(self.points) == 24


def over_stacks(counts: Floats, odds: float) -> Floats:
    """The distribution over `STACKS` of a count's (16) and the log-odds of the lighter set, as sure as experience
    allows."""
    light = 1 / (1 + np.exp(-np.clip(odds, -12, 12)))
    return tempered(np.concatenate([counts[:1], counts[1:] * light, counts[1:] * (1 - light)]), SHARPNESS)


def tempered(chances: Floats, sharpness: float) -> Floats:
    """The distribution to the power `sharpness`: below 1 it is less sure of the same."""
    sharp = chances**sharpness
    return np.asarray(sharp / sharp.sum())


def pool(evidences: Sequence[Evidence], together: float = TOGETHER) -> Evidence:
    """One evidence of several pictures of a still board: distributions multiplied, but as so many independent ones as
    their errors' correlation leaves (n pictures count as n / (1 + (n − 1)·`together`)).

    :raises ValueError: without any.
    """
    if not evidences:
        raise ValueError("expected at least one reading to pool, got none")
    names = dict.fromkeys(name for one in evidences for name in one.points)
    points = {name: _pooled([one.points[name] for one in evidences if name in one.points], together) for name in names}
    bar = {shade: _counted([one.bar[shade] for one in evidences if shade in one.bar]) for shade in evidences[-1].bar}
    return Evidence(points, bar, evidences[-1].checkers)


def _pooled(opinions: Sequence[Floats], together: float) -> Floats:
    if len(opinions) == 1:
        return opinions[0]
    logs = np.log(np.maximum(np.stack(opinions), _FLOOR)).sum(0) / (1 + (len(opinions) - 1) * together)
    spread = np.exp(logs - logs.max())
    return np.asarray(spread / spread.sum())


def _counted(readings: Sequence[CountReading]) -> CountReading:
    """The number most readings told, as sure as they are on the mean."""
    votes: dict[int | None, float] = {}
    for reading in readings:
        votes[reading.count] = votes.get(reading.count, 0.0) + reading.confidence
    count = max(votes, key=lambda told: votes[told])
    return CountReading(count, round(votes[count] / len(readings), 4))


def unsettled(evidence: Evidence) -> dict[str, SlotReading]:
    """Each point by itself, the number of checkers not asked."""
    return {name: _reading(p, int(np.argmax(p))) for name, p in evidence.points.items()}


def conserve(evidence: Evidence) -> dict[str, SlotReading]:
    """Each point with every other point and the number of checkers in mind: first the content that belongs to the
    likeliest whole board, then the others, with the probabilities that all boards together give them."""
    if not evidence.points:
        return {}
    points = np.stack(list(evidence.points.values()))
    best, chances = points.argmax(1), points.copy()
    doubtful = points.max(1) < _CERTAIN
    if doubtful.any():
        prior = _prior(evidence, best[~doubtful])
        chances[doubtful] = _marginals(points[doubtful], prior)
        best[doubtful] = _likeliest(points[doubtful], prior)
    return {name: _reading(p, int(i)) for name, p, i in zip(evidence.points, chances, best, strict=True)}


class Conserved(Mapping[str, SlotReading]):
    """Every name of `SLOTS` with what `conserve` tells of it, those hidden unread; worked out when first asked for."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence

    @cached_property
    def _told(self) -> dict[str, SlotReading]:
        return dict.fromkeys(SLOTS, UNREAD) | conserve(self._evidence)

    def __getitem__(self, name: str) -> SlotReading:
        return self._told[name]

    def __iter__(self) -> Iterator[str]:
        return iter(SLOTS)

    def __len__(self) -> int:
        return len(SLOTS)


_Prior = tuple[tuple[Floats, Floats], ...]
"""Sets that there may be: the weight of so many light, and of so many dark, checkers (0 … _GRID − 1)."""


def _prior(evidence: Evidence, certain: npt.NDArray[np.int64]) -> _Prior:
    """That of the doubtful points: the checkers on the bar and the `certain` stacks are taken off the total."""
    there = []
    for shade in ("L", "D"):
        bar = evidence.bar.get(shade)
        there.append((bar.count or 0 if bar else 0) + sum(STACKS[i].count for i in certain if STACKS[i].shade == shade))
    lost = _LOST if evidence.whole else 1.0
    sets = {evidence.checkers or MOST: 1.0}
    if evidence.checkers is None and evidence.whole:
        sets |= dict.fromkeys(range(1, MOST), _SMALLER)
    totals = {n: _of_set(n, lost if n == max(sets) else _LEAST) for n in sets}
    light, dark = (slice(k, k + _GRID) for k in there)
    return tuple((weight * totals[n][light], totals[n][dark]) for n, weight in sets.items())


def _of_set(checkers: int, lost: float) -> Floats:
    """Weight of each total of a side that has so many checkers."""
    numbers = np.arange(8 * _GRID)
    total = np.where(numbers < checkers, lost, np.maximum(_LEAST, _EXCESS ** (numbers - checkers)))
    total[checkers] = 1.0
    return np.asarray(total)


def _marginals(points: Floats, prior: _Prior) -> Floats:
    """Points × stacks: the posterior of each. The product of the points' generating functions, each left out in turn,
    is the distribution of both totals of the others (by Fourier's transform)."""
    turns = np.exp(-2j * np.pi * np.outer(np.arange(1, MOST + 1), np.arange(_GRID)) / _GRID)
    light, dark = points[:, 1 : MOST + 1] @ turns, points[:, MOST + 1 :] @ turns
    each = points[:, :1, None] + light[:, :, None] + dark[:, None, :]
    before = np.ones_like(each)
    after = np.ones_like(each)
    for i in range(1, len(points)):
        before[i] = before[i - 1] * each[i - 1]
        after[-i - 1] = after[-i] * each[-i]
    others = np.fft.ifft2(before * after).real.clip(0)
    posterior = points * sum(_weights(others, *sides) for sides in prior)
    return np.asarray(posterior / posterior.sum(1, keepdims=True))


def _weights(others: Floats, light: Floats, dark: Floats) -> Floats:
    """Points × stacks: what the totals of the other points (N × _GRID × _GRID) make of each, for one set."""
    wide = [np.concatenate([side, np.full(MOST, _LEAST * side[-1])]) for side in (light, dark)]
    shifts = np.arange(_GRID) + np.arange(MOST + 1)[:, None]
    by_light = (others @ dark) @ wide[0][shifts].T
    by_dark = (light @ others) @ wide[1][shifts].T
    return np.concatenate([by_light, by_dark[:, 1:]], axis=1)


def _likeliest(points: Floats, prior: _Prior, kept: int = 5) -> list[int]:
    """Stack of each point on the likeliest whole board, by dynamic programming over both totals."""
    best = np.full((_GRID, _GRID), -np.inf)
    best[0, 0] = 0.0
    steps: list[npt.NDArray[np.int64]] = []
    for p in points:
        options = np.argsort(-p, kind="stable")[:kept]
        options = options[p[options] > _OUT * p[options[0]]]
        reached = np.full((len(options), _GRID, _GRID), -np.inf)
        for slot, option in zip(reached, options, strict=True):
            light, dark = _counts(int(option))
            slot[light:, dark:] = best[: _GRID - light, : _GRID - dark] + np.log(p[option])
        chosen = reached.argmax(0)
        best = reached.max(0)
        steps.append(options[chosen])
    scores = best + np.log(reduce(np.maximum, [np.outer(light, dark) for light, dark in prior]))
    light, dark = (int(i) for i in np.unravel_index(int(scores.argmax()), scores.shape))
    found: list[int] = []
    for step in reversed(steps):
        option = int(step[light, dark])
        found.append(option)
        less = _counts(option)
        light, dark = light - less[0], dark - less[1]
    return found[::-1]


def _counts(option: int) -> tuple[int, int]:
    stack = STACKS[option]
    return (stack.count, 0) if stack.shade == "L" else (0, stack.count)


def _reading(chances: Floats, first: int) -> SlotReading:
    """Alternatives of one point, the stack number `first` before all others."""
    order = [first, *(int(i) for i in np.argsort(-chances, kind="stable") if i != first)][:_KEPT]
    return SlotReading(
        tuple((STACKS[i], round(float(chances[i]), 4)) for i in order if i == first or chances[i] > _TOLD)
    )
