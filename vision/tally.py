"""From evidence to numbers: what discs say about a count, and opinions put together."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
COUNTS = 16
_FLOOR = 1e-4
_MORE = np.triu(1 / np.maximum(1, COUNTS - 1 - np.arange(COUNTS))[:, None] * np.ones(COUNTS), 1)
_MORE[-1, -1] = 1.0
"""Where a count (row) lies that is larger than what was seen: anywhere above it."""


def disc_counts(scores: Sequence[float], hidden: float = 0.05) -> Floats:
    """Distribution of the number of checkers given the scores of the discs seen on a point (a Poisson binomial),
    with the probability `hidden` that there are more, any number of them. Length 16."""
    chances = np.zeros(COUNTS)
    chances[0] = 1.0
    for score in scores:
        p = min(0.98, max(0.02, score))
        moved = np.concatenate([[0.0], chances[:-1]])
        moved[-1] += chances[-1]
        chances = chances * (1 - p) + moved * p
    chances = (1 - hidden) * chances + hidden * (chances @ _MORE) + _FLOOR
    return np.asarray(chances / chances.sum())


def combine(opinions: Sequence[tuple[Floats, float]]) -> Floats:
    """Product of distributions (16, or N×16), each to the power of its weight; normalised."""
    total = sum(weight * np.log(np.asarray(chances, np.float64) + _FLOOR) for chances, weight in opinions)
    spread = np.exp(total - np.max(total, axis=-1, keepdims=True))
    return np.asarray(spread / spread.sum(axis=-1, keepdims=True))
