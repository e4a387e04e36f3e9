"""From evidence to numbers: what discs say about a count, and what the number of checkers a side allows."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from vision.observation import EMPTY, Shade, SlotReading, Stack

Floats = npt.NDArray[np.float64]
COUNTS = 16
_FLOOR = 1e-4
_WHOLE_SET_BONUS, _FEW = 2.5, 3
"""How much likelier (nats) a whole set of checkers is than one, two or three (`_FEW`) fewer: most positions have
lost none."""
_HINTED = 1.0
"""Log-odds of a shade on a point that reads as empty, above which something was seen there."""
_BOTH: tuple[tuple[Shade, Shade], ...] = (("L", "D"), ("D", "L"))
_CONTENTS = (EMPTY, *(Stack(shade, count) for shade, _ in _BOTH for count in range(1, COUNTS)))
_EXCESS_COST = 5.0
"""How much less likely (nats) each checker more than a side has makes a reading."""


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
    chances: Mapping[str, Floats],
    odds: Mapping[str, float],
    bar: Mapping[Shade, int],
    checkers: int,
    *,
    whole: bool = True,
) -> dict[str, Stack]:
    """The likeliest content of each point under the prior that a side seldom has more than `checkers`, and often
    exactly so many.

    `chances` each point's distribution of the count, `odds` its log-odds to hold the lighter set, `bar` what stands
    there; `whole` is False where points are hidden. What was seen plainly stays, even if it is too many.
    """
    counts = {name: int(np.argmax(p)) for name, p in chances.items()}
    shades: dict[str, Shade] = {name: "L" if odds[name] >= 0 else "D" for name in counts}
    for shade, other in _BOTH:
        while (excess := _total(counts, shades, shade) + bar.get(shade, 0) - checkers) > 0:
            room = checkers - _total(counts, shades, other) - bar.get(other, 0)
            names = [name for name in counts if shades[name] == shade and counts[name]]
            cut = _cheapest(counts, chances, names, -1)
            moves = [(cut[1], cut[0], False)] if cut else []
            moves += [(abs(odds[n]) / min(counts[n], excess), n, True) for n in names if counts[n] <= room]
            cost, name, flip = min(moves, default=(np.inf, "", False))
            if cost > _EXCESS_COST:
                break
            if flip:
                shades[name] = other
            else:
                counts[name] -= 1
    for shade, _ in _BOTH if whole else ():
        missing = checkers - _total(counts, shades, shade) - bar.get(shade, 0)
        names = [n for n in counts if shades[n] == shade and (counts[n] or abs(odds[n]) > _HINTED)]
        if 0 < missing <= _FEW:
            counts = _filled(counts, chances, names, missing)
    return {name: Stack(shades[name], count) if count else EMPTY for name, count in counts.items()}


def _filled(
    counts: dict[str, int], chances: Mapping[str, Floats], names: Sequence[str], missing: int
) -> dict[str, int]:
    """The counts with the likeliest `missing` more on the points `names`, where that is likely enough; else as they
    are."""
    more, cost = dict(counts), 0.0
    for _ in range(missing):
        best = _cheapest(more, chances, names, 1)
        if best is None:
            return counts
        more[best[0]] += 1
        cost += best[1]
    return more if cost < _WHOLE_SET_BONUS else counts


def _total(counts: Mapping[str, int], shades: Mapping[str, Shade], shade: Shade) -> int:
    return sum(count for name, count in counts.items() if shades[name] == shade)


def _cheapest(
    counts: Mapping[str, int], chances: Mapping[str, Floats], names: Sequence[str], step: int
) -> tuple[str, float] | None:
    costs = [
        (float(np.log(chances[n][counts[n]]) - np.log(chances[n][counts[n] + step] + 1e-12)), n)
        for n in names
        if 0 <= counts[n] + step < COUNTS
    ]
    return (min(costs)[1], min(costs)[0]) if costs else None


def slot_reading(chances: Floats, odds: float, chosen: Stack, keep: int = 4) -> SlotReading:
    """Alternatives of one point, `chosen` first; `odds` are the log-odds of the lighter set."""
    light = float(1 / (1 + np.exp(-np.clip(odds, -12, 12))))
    both = np.concatenate([chances[:1], chances[1:] * light, chances[1:] * (1 - light)])
    first = 0 if chosen.shade is None else chosen.count + (0 if chosen.shade == "L" else COUNTS - 1)
    order = [first, *(int(i) for i in np.argsort(-both)[: keep + 1] if i != first)][:keep]
    pairs = [(_CONTENTS[i], round(float(both[i]), 4)) for i in order]
    return SlotReading(tuple(pair for pair in pairs if pair[1] > 1e-4 or pair[0] == chosen))
