"""What the camera saw as a distribution over positions: point by point, with the number of checkers as the only prior.

Whether a position could be reached legally plays no part here (that is `judge.py`'s question).
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from referee.prisoners import prisoners
from referee.rules.board import HOME
from referee.rules.errors import PositionError
from referee.rules.position import Place, Position
from referee.rules.side import Side
from referee.seating import Seating
from vision.observation import SLOTS, CountReading, DieReading, Observation, Shade, SlotReading, Stack

VANISHED = 0.02
"""Weight of a layout for each checker that left the board, or came back, without a trace."""
BORNE_OFF = 0.9
"""The same for each checker gone from a side that stands all in its home."""
UNSEEN_BAR: tuple[tuple[int, float], ...] = ((0, 0.85), (1, 0.12), (2, 0.03))
LEAST = 0.004
"""Alternatives less likely than this are left out."""
MOST_LAYOUTS = 400
MOST_KEPT = 12

Content = tuple[Side, Place, int]
"""So many checkers of a side on one of its places."""


@dataclass(frozen=True)
class Seen:
    """One settled view: positions with probabilities that sum to 1, likeliest first; empty when nothing fits.

    `dice` as read; `number` and `t_ns` of the observation; `unread` the slots nobody could see.
    """

    number: int
    t_ns: int
    alternatives: tuple[tuple[Position, float], ...]
    dice: tuple[DieReading, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def best(self) -> Position | None:
        """The likeliest position."""
        return self.alternatives[0][0] if self.alternatives else None

    @property
    def confidence(self) -> float:
        """Probability of `best`."""
        return self.alternatives[0][1] if self.alternatives else 0.0

    def probability(self, position: Position) -> float:
        """How likely the board stood so."""
        return next((p for other, p in self.alternatives if other == position), 0.0)


def see(observation: Observation, seating: Seating, checkers: int, before: Position | None = None) -> Seen:
    """The distribution of one settled observation; `before` is the last position that stood.

    `before` tells only how many checkers were off, what lay where the camera could not look, and who lies under an
    opponent's checker (`prisoners.py`).
    """
    factors = _factors(observation, seating, before)
    weighted: dict[Position, float] = {}
    most = 0.0
    for contents, likelihood in _likeliest(factors):
        for position, share in _positions(contents, seating.game, checkers, before, LEAST * most / likelihood):
            weight = likelihood * share * _conserved(position, before, observation.off, seating)
            weighted[position] = weighted.get(position, 0.0) + weight
            most = max(most, weighted[position])
    total = sum(weighted.values())
    ranked = sorted(weighted.items(), key=lambda item: (-item[1], item[0].text))[:MOST_KEPT]
    alternatives = tuple((position, weight / total) for position, weight in ranked if weight >= LEAST * total)
    unread = tuple(name for name in SLOTS if not observation.slots[name].alternatives)
    return Seen(observation.number, observation.t_mono_ns, alternatives, observation.dice, unread)


def see_after(observation: Observation, seating: Seating, checkers: int, stood: Sequence[Position]) -> Seen:
    """The same when it is not sure which position stood before: the first counts, and those that differ from it in who
    lies under whom, each as likely as the others.
    """
    befores = list({each.pinned: each for each in reversed(stood)}.values())[::-1]
    views = [see(observation, seating, checkers, each) for each in befores]
    if len(views) < 2:
        return views[0] if views else see(observation, seating, checkers)
    shares: dict[Position, float] = {}
    for view in views:
        for position, probability in view.alternatives:
            shares[position] = shares.get(position, 0.0) + probability / len(views)
    ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0].text))
    return replace(views[0], alternatives=tuple(ranked))


def _factors(
    observation: Observation, seating: Seating, before: Position | None
) -> list[list[tuple[Content | None, float]]]:
    """For each place its contents with probabilities, likeliest first."""
    known = seating.stacks(before, hidden=False) if before else {}
    factors: list[list[tuple[Content | None, float]]] = []
    for name in SLOTS:
        options = spread(observation.slots[name], known.get(name, ""))
        factors.append([(_content(stack, name, seating), p) for stack, p in options])
    for shade in ("L", "D"):
        side = seating.side(shade)
        counts = _bar(observation.bar[shade], before.count(side, "bar") if before else 0)
        factors.append([((side, "bar", count) if count else None, p) for count, p in counts])
    return factors


def spread(reading: SlotReading, known: str) -> list[tuple[Stack, float]]:
    """A slot's alternatives, with what probability the reader left unsaid given to its neighbours in count.

    An unread slot most likely holds what it held (`known`, as `"L3"`).
    """
    if reading.alternatives:
        said = [(stack, min(p, 1.0)) for stack, p in reading.alternatives if p >= LEAST]
        said = said or list(reading.alternatives[:1])
        rest = 1.0 - sum(p for _, p in said)
        top = said[0][0]
    else:
        top = Stack("L" if known[0] == "L" else "D", int(known[1:])) if known[1:].isdigit() else Stack(None, 0)
        said, rest = [(top, 0.6)], 0.4
    near = [stack for stack in _neighbours(top) if stack not in {other for other, _ in said}]
    if rest > LEAST and near:
        said += [(stack, rest / len(near)) for stack in near]
    return sorted(said, key=lambda item: -item[1])


def _neighbours(stack: Stack) -> list[Stack]:
    if stack.shade is None:
        return [Stack("L", 1), Stack("D", 1)]
    return [Stack(stack.shade if stack.count > 1 else None, stack.count - 1), Stack(stack.shade, stack.count + 1)]


def _content(stack: Stack, slot: str, seating: Seating) -> Content | None:
    if stack.shade is None:
        return None
    side = seating.side(stack.shade)
    return side, seating.point(side, slot), stack.count


def _bar(reading: CountReading, known: int) -> list[tuple[int, float]]:
    if reading.count is None:
        others = [(count, p) for count, p in UNSEEN_BAR if count != known]
        return sorted([(known, 1.0 - sum(p for _, p in others)), *others], key=lambda item: -item[1])
    rest = 1.0 - min(reading.confidence, 1.0)
    near = [count for count in (reading.count - 1, reading.count + 1) if count >= 0]
    shared = [(count, rest / len(near)) for count in near] if rest > LEAST else []
    return sorted([(reading.count, 1.0 - rest), *shared], key=lambda item: -item[1])


def _likeliest(factors: Sequence[Sequence[tuple[Content | None, float]]]) -> Iterator[tuple[list[Content], float]]:
    """Joint contents of all places in order of likelihood relative to the first, at most MOST_LAYOUTS."""
    costs = [[-log(max(p, 1e-9)) for _, p in factor] for factor in factors]
    base = sum(cost[0] for cost in costs)
    heap: list[tuple[float, tuple[int, ...], int]] = [(base, (0,) * len(factors), 0)]
    for _ in range(MOST_LAYOUTS):
        if not heap:
            return
        cost, picks, first = heapq.heappop(heap)
        chosen = [factors[i][pick][0] for i, pick in enumerate(picks)]
        yield [content for content in chosen if content], exp(base - cost)
        for i in range(first, len(factors)):
            after = picks[i] + 1
            if after < len(factors[i]):
                step = costs[i][after] - costs[i][picks[i]]
                heapq.heappush(heap, (cost + step, (*picks[:i], after, *picks[i + 1 :]), i))


def _positions(
    contents: Sequence[Content], game: str, checkers: int, before: Position | None, least: float
) -> Iterator[tuple[Position, float]]:
    """The positions that look so, one for each way in which checkers may lie hidden, with weights; of more ways those
    of at least the weight `least`.
    """
    seen: dict[Side, dict[Place, int]] = {Side.W: {}, Side.B: {}}
    for side, place, count in contents:
        seen[side][place] = count
    for pinned, weight in prisoners(seen, before, game, checkers):
        if pinned and weight < least:
            continue
        white, black = ({**seen[side], **{point: 1 for who, point in pinned if who is side}} for side in Side)
        try:
            yield Position.of(game, white, black, checkers=checkers, pinned=pinned), weight
        except PositionError:
            continue


def _conserved(
    position: Position, before: Position | None, trays: Mapping[Shade, CountReading], seating: Seating
) -> float:
    """How well the number of checkers off the board fits what was off before and what lies in the trays."""
    weight = 1.0
    for side in Side:
        off, was = position.count(side, "off"), before.count(side, "off") if before else 0
        tray = trays[seating.shade(side)]
        if tray.count is not None and tray.confidence > 0.5:
            weight *= VANISHED ** abs(off - tray.count)
        elif off > was and _stands_home(position, side):
            weight *= BORNE_OFF ** (off - was)
        else:
            weight *= VANISHED ** abs(off - was)
    return weight


def _stands_home(position: Position, side: Side) -> bool:
    """Are all checkers of a side in its home, prisoners apart? They may lie anywhere while others are borne off."""
    return not any(
        count and (side, place) not in position.pinned
        for place, count in enumerate(position.counts(side)[HOME + 1 :], HOME + 1)
    )
