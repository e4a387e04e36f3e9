"""What makes one game differ from another: a value of data and small functions."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from referee.rules.board import Board, Fault, Step, Turn

StepRule = Callable[[Turn, tuple[Step, ...], Step, Board], Fault | None]
"""(turn, steps before, this step, board after it) → why it is forbidden, or None."""
TurnRule = Callable[[Turn, Board], Fault | None]
"""(turn, board at its end) → why the turn may not end so, or None."""
Memory = Callable[[tuple[Step, ...]], Hashable]
"""Steps → what of them, beside the board, decides which may follow; ways with equal boards and memories are one."""


class Contact(StrEnum):
    """What landing on a lone opposing checker does."""

    HIT = "hit"
    PIN = "pin"
    NONE = "none"


@dataclass(frozen=True)
class Game:
    """One rule set. `start` is point → count from each side's own view; `closed_by` opposing checkers close a point."""

    id: str
    title: str
    start: Mapping[int, int]
    same_direction: bool = False
    contact: Contact = Contact.HIT
    closed_by: int = 2
    step_rules: tuple[StepRule, ...] = ()
    turn_rules: tuple[TurnRule, ...] = ()
    memory: Memory | None = None

    @cached_property
    def facing(self) -> tuple[int, ...]:
        """For each own point the opponent's number of the same physical point; index 0 and 25 stand for themselves."""
        points = [(n + 12 if n <= 12 else n - 12) if self.same_direction else 25 - n for n in range(1, 25)]
        return (0, *points, 25)
