"""Several readings of one still board made one: what they agree on is surer, what they contradict is doubted."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.conserve import conserve, pool
from vision.observation import SLOTS, UNREAD, CubeReading, DieReading, SlotReading
from vision.still import SURE_BLOCK, StillReading

LEAST_DIE = 0.3
"""A die that fewer readings saw than this share of them, weighed by how sure they were, is forgotten."""


@dataclass(frozen=True, eq=False)
class Fused:
    """What several readings show together."""

    last: StillReading
    slots: dict[str, SlotReading]
    dice: tuple[DieReading, ...]
    cube: CubeReading | None


def fused(readings: Sequence[StillReading], since: int = 0) -> Fused:
    """One view of `readings` (oldest first) of a board that nobody touched meanwhile; its dice lie as they lie only
    from number `since` on.

    Points and bar by `vision.conserve`; a die is told as most readings have it; the cube by the surest.

    :raises ValueError: without any.
    """
    if not readings:
        raise ValueError("expected at least one reading to fuse, got none")
    last = readings[-1]
    evidence = pool([one.evidence for one in readings])
    slots = dict.fromkeys(SLOTS, UNREAD) | conserve(evidence) if evidence.points else dict(last.slots)
    cube = max((one.cube for one in readings if one.cube), key=lambda cube: cube.confidence, default=None)
    seen = replace(last, bar=evidence.bar or last.bar)
    dice = fused_dice([one.dice for one in readings[max(0, since) :]])
    return Fused(seen, slots, tuple(die for die in dice if not _is_cube(die, cube)), cube)


def _is_cube(die: DieReading, cube: CubeReading | None) -> bool:
    """Whether what some readings took for a die is surer to be the cube, which not every reading looks for."""
    if cube is None or cube.confidence < max(SURE_BLOCK, die.confidence):
        return False
    return _within(die, cube.xy)


def fused_dice(views: Sequence[Sequence[DieReading]]) -> tuple[DieReading, ...]:
    """The dice that several views (oldest first) of still dice show, the surest first.

    A value stands when more readings of it are sure than of any other value, as sure as the surest of them, less by
    what the others say. A die seen in some views only is less sure by those that missed it.
    """
    told = [_together(spot, len(views)) for spot in _spots(views)]
    return tuple(sorted((die for die in told if die.confidence >= LEAST_DIE or die.flat is False), key=_doubt))


def _doubt(die: DieReading) -> float:
    return -die.confidence


def _spots(views: Sequence[Sequence[DieReading]]) -> list[list[DieReading]]:
    """The readings by the place they are of, oldest first; of each view at most one a place."""
    spots: list[list[DieReading]] = []
    for view in views:
        known = list(spots)
        for die in view:
            near = [spot for spot in known if same_spot(die, spot[-1])]
            if near:
                near[0].append(die)
                known.remove(near[0])
            else:
                spots.append([die])
    return spots


def same_spot(die: DieReading, other: DieReading) -> bool:
    """Whether two dice lie at one place: within half of a die's size."""
    return _within(die, other.xy)


def _within(die: DieReading, xy: tuple[float, float]) -> bool:
    reach = max(die.size_px / 2, 4.0)
    return float(np.hypot(xy[0] - die.xy[0], xy[1] - die.xy[1])) <= reach


def _together(spot: Sequence[DieReading], views: int) -> DieReading:
    share = len(spot) / views
    leaning = [die for die in spot if die.flat is False]
    if 2 * len(leaning) > len(spot):
        surest = max(leaning, key=lambda die: die.confidence)
        return _placed(surest, spot, None, surest.confidence * share)
    votes: dict[int, float] = {}
    for die in spot:
        if die.value:
            votes[die.value] = votes.get(die.value, 0.0) + die.confidence
    if not votes:
        surest = max(spot, key=lambda die: die.confidence)
        return _placed(surest, spot, None, surest.confidence * share)
    value = max(votes, key=lambda told: votes[told])
    surest = max((die for die in spot if die.value == value), key=lambda die: die.confidence)
    agreed = votes[value] / sum(votes.values())
    sure = surest.confidence * share * agreed
    return _placed(surest, spot, value if agreed > 0.5 else None, sure)


def _placed(surest: DieReading, spot: Sequence[DieReading], value: int | None, sure: float) -> DieReading:
    """The surest reading at the newest place; on or against a checker as most of all say."""
    newest = spot[-1]
    on, against = _most([die.on_checker for die in spot]), _most([die.touching for die in spot])
    return replace(surest, xy=newest.xy, mm=newest.mm, value=value, confidence=sure, on_checker=on, touching=against)


def _most(said: Sequence[bool | None]) -> bool | None:
    """What more than half say, None where that is nothing."""
    return next((told for told in (True, False) if 2 * said.count(told) > len(said)), None)
