"""From evidence to numbers: what discs say about a count, and what the number of checkers a side allows."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from vision.observation import EMPTY, Shade, SlotReading, Stack

Floats = npt.NDArray[np.float64]
COUNTS = 16
_FLOOR = 1e-4
_WHOLE_SET_BONUS = 1.2
"""How much likelier (nats) it is to see a whole set of checkers than one fewer."""


_PLAIN = 4.0
"""A count that is so much likelier (nats) than the next is not changed."""


def disc_counts(scores: Sequence[float], hidden: float = 0.02) -> Floats:
    """Distribution of the number of checkers given the scores of the discs seen on a point (a Poisson binomial),
    with a share `hidden` for one more that was not seen at all. Length 16."""
    chances = np.zeros(COUNTS)
    chances[0] = 1.0
    for score in scores:
        p = min(0.98, max(0.02, score))
        moved = np.concatenate([[0.0], chances[:-1]])
        moved[-1] += chances[-1]
        chances = chances * (1 - p) + moved * p
    more = np.concatenate([[0.0], chances[:-1]])
    chances = (1 - hidden) * chances + hidden * more
    return np.asarray((chances + _FLOOR) / (chances + _FLOOR).sum())


def combine(opinions: Sequence[tuple[Floats, float]]) -> Floats:
    """Product of distributions, each to the power of its weight; normalised."""
    total = np.zeros(COUNTS)
    for chances, weight in opinions:
        total = total + weight * np.log(np.asarray(chances, np.float64) + _FLOOR)
    spread = np.exp(total - total.max())
    return np.asarray(spread / spread.sum())


def settle(
    chances: Mapping[str, Floats], light: Mapping[str, float], bar: Mapping[Shade, int], checkers: int
) -> dict[str, int]:
    """The likeliest counts under the prior that no side has more than `checkers` and often has exactly so many.

    What was seen plainly stays, even if it is too many: the sets may have been taken for each other, or a checker added.
    `chances` each point's distribution, `light` each point's probability to hold the lighter set, `bar` what stands
    there.
    """
    counts = {name: int(np.argmax(p)) for name, p in chances.items()}
    for shade in ("L", "D"):
        names = [n for n in counts if (light[n] >= 0.5) == (shade == "L")]
        limit = checkers - bar.get(shade, 0)
        while sum(counts[n] for n in names) > limit:
            least = _cheapest(counts, chances, names, -1)
            if least is None or least[1] > _PLAIN:
                break
            counts[least[0]] -= 1
        occupied = [n for n in names if counts[n] > 0 or light[n] not in (0.0, 1.0)]
        if sum(counts[n] for n in names) == limit - 1:
            best = _cheapest(counts, chances, occupied, 1)
            if best and best[1] < _WHOLE_SET_BONUS:
                counts[best[0]] += 1
    return counts


def _cheapest(
    counts: Mapping[str, int], chances: Mapping[str, Floats], names: Sequence[str], step: int
) -> tuple[str, float] | None:
    costs = [
        (float(np.log(chances[n][counts[n]]) - np.log(chances[n][counts[n] + step] + 1e-12)), n)
        for n in names
        if 0 <= counts[n] + step < COUNTS
    ]
    return (min(costs)[1], min(costs)[0]) if costs else None


def slot_reading(chances: Floats, light: float, chosen: int, keep: int = 4) -> SlotReading:
    """Alternatives of one point, `chosen` first."""
    pairs: list[tuple[Stack, float]] = []
    for count in range(COUNTS):
        if count == 0:
            pairs.append((EMPTY, float(chances[0])))
            continue
        for shade, share in (("L", light), ("D", 1 - light)):
            pairs.append((Stack(shade, count), float(chances[count]) * share))  # type: ignore[arg-type]
    want = EMPTY if chosen == 0 else Stack("L" if light >= 0.5 else "D", chosen)
    pairs.sort(key=lambda pair: (pair[0] != want, -pair[1]))
    return SlotReading(tuple((stack, round(p, 4)) for stack, p in pairs[:keep] if p > 1e-4 or stack == want))
