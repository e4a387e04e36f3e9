"""How a seen board may have come about: steps by the numbers thrown, whether they were allowed or not."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from referee.rules.board import BAR, OFF, Board, Fault, Step, Turn
from referee.rules.game import Known
from referee.rules.step_faults import step_faults
from referee.rules.steps import apply


class Reading(NamedTuple):
    """One way to read what was done: the board reached, the dice not played, the steps, what they leave to remember
    and what is wrong with them."""

    board: Board
    left: tuple[int, ...]
    steps: tuple[Step, ...]
    known: Known
    faults: tuple[Fault, ...]


def readings_of(turn: Turn, own: bytes) -> list[Reading]:
    """For each number of dice the readings that bring the mover's checkers to `own`, one of those alike in faults."""
    found: list[Reading] = []
    level = [Reading(turn.before, turn.dice.numbers, (), None, ())]
    while level:
        found += [reading for reading in level if reading.board.own == own]
        level = _next_level(turn, level, own)
    return found


def forward_only(before: Sequence[int], after: Sequence[int]) -> bool:
    """Can `after` arise from `before` with every checker standing still or moving towards home and off?"""
    pairs = zip(accumulate(reversed(before)), accumulate(reversed(after)), strict=True)
    return all(had >= has for had, has in pairs)


def _next_level(turn: Turn, level: Sequence[Reading], wanted: bytes) -> list[Reading]:
    found: dict[Hashable, Reading] = {}
    for reading in level:
        for longer in _longer(turn, reading):
            if not forward_only(longer.board.own, wanted):
                continue
            codes = frozenset(fault.code for fault in longer.faults)
            found.setdefault((longer.board, longer.left, longer.known, codes), longer)
    return list(found.values())


def _longer(turn: Turn, reading: Reading) -> Iterator[Reading]:
    board, remember = reading.board, turn.game.memory
    for die in dict.fromkeys(reading.left):
        index = reading.left.index(die)
        left = reading.left[:index] + reading.left[index + 1 :]
        for start in range(BAR, 0, -1):
            if not board.own[start]:
                continue
            end = max(start - die, OFF)
            after, hit = apply(turn.game, board, start, end)
            step = Step(start, end, die, hit)
            faults = tuple(dict.fromkeys((*reading.faults, *step_faults(turn, reading.known, board, step, after))))
            known = remember(turn, reading.known, board, step, after) if remember else None
            yield Reading(after, left, (*reading.steps, step), known, faults)
