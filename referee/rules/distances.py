"""What is wrong when no order of the numbers thrown leads to the seen board: directions and distances."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from referee.rules.board import BAR, HOME, OFF, Board, Fault, Turn, place_name
from referee.rules.dice import Dice
from referee.rules.readings import forward_only


def distance_faults(turn: Turn, seen: Board) -> tuple[Fault, ...]:
    """Wrong direction, a die split or a wrong distance, and what else the board itself shows."""
    who, before = turn.side.colour, turn.before.own
    moves = _pairs(before, seen.own)
    if forward_only(before, seen.own):
        faults = [_distance(who, turn.dice, moves)]
    else:
        start, end = next((start, end) for start, end in moves if end > start)
        faults = [
            Fault("wrong-direction", f"{who} moved a checker backwards, from {place_name(start)} to {place_name(end)}.")
        ]
    faults += [
        Fault("pinned-moved", f"The checker on {who}'s {point}-point is pinned and may not move.")
        for point in sorted(turn.before.own_pinned)
        if not seen.own[point]
    ]
    if before[BAR] and seen.own[BAR] and any(start != BAR for start, _ in moves):
        faults.append(Fault("bar-first", f"{who} has a checker on the bar: it must enter before any other may move."))
    if seen.own[OFF] > before[OFF] and any(seen.own[HOME + 1 :]):
        faults.append(Fault("not-all-home", f"{who} may not bear off yet: a checker still stands outside the home."))
    return tuple(faults)


def _pairs(before: Sequence[int], after: Sequence[int]) -> list[tuple[int, int]]:
    """Moved checkers as (from, to), highest first, each with the nearest free end."""
    starts = [place for place in range(BAR, -1, -1) for _ in range(before[place] - after[place])]
    ends = [place for place in range(BAR, -1, -1) for _ in range(after[place] - before[place])]
    return list(zip(starts, ends, strict=True))


def _distance(who: str, dice: Dice, moves: Sequence[tuple[int, int]]) -> Fault:
    split = _split(dice.numbers, [start - end for start, end in moves])
    if split is not None:
        parts = " and ".join(map(str, split))
        return Fault("die-split", f"One number was split between checkers: {parts} were played for a {sum(split)}.")
    told = ", ".join(f"{place_name(start)} to {place_name(end)} ({start - end})" for start, end in moves)
    return Fault("wrong-distance", f"{who} moved {told}; no way of playing {dice} leads there.")


def _split(numbers: Sequence[int], distances: Sequence[int]) -> tuple[int, ...] | None:
    """Distances that together make one number while every other checker moved a number of its own (rules.md M6)."""
    for count in range(2, len(distances) + 1):
        for chosen in combinations(range(len(distances)), count):
            parts = tuple(distances[at] for at in chosen)
            rest = Counter(distance for at, distance in enumerate(distances) if at not in chosen)
            if rest + Counter([sum(parts)]) <= Counter(numbers):
                return parts
    return None
