"""What makes one game differ from another: a value of data and small functions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from referee.rules.board import Board, Fault, Step, Turn

Known = Any
"""What a game remembers of the steps of a turn beside the board: hashable, its own affair, None before the first."""
StepRule = Callable[[Turn, Known, Board, Step, Board], Fault | None]
"""(turn, what is remembered of the steps before, board before, step, board after) → why it is forbidden, or None."""
TurnRule = Callable[[Turn, Board], Fault | None]
"""(turn, board at its end) → why the turn may not end so, or None."""
Duty = Callable[[Turn, Board], tuple[Fault, ...]]
"""(turn, board at its end) → what was left undone; only the legal plays that leave least undone are legal."""
Memory = Callable[[Turn, Known, Board, Step, Board], Known]
"""(as a step rule) → what is remembered after the step; ways equal in it and in the board are one."""
EarlyEnd = Callable[[Turn, Known], bool]
"""(turn, what is remembered) → may the turn end here although numbers are left?"""


class Contact(StrEnum):
    """What landing on a lone opposing checker does."""

    HIT = "hit"
    PIN = "pin"
    NONE = "none"


@dataclass(frozen=True)
class Game:
    """One rule set. `start` is point → count from each side's own view; `closed_by` opposing checkers close a point.

    The rest is what the game adds to the common rules: what forbids a step, what forbids the end of a turn, what a play
    must do if one can, what of the steps has to be remembered, and when a turn may end early.
    """

    id: str
    title: str
    start: Mapping[int, int]
    same_direction: bool = False
    contact: Contact = Contact.HIT
    closed_by: int = 2
    step_rules: tuple[StepRule, ...] = ()
    turn_rules: tuple[TurnRule, ...] = ()
    duties: tuple[Duty, ...] = ()
    memory: Memory | None = None
    early_end: EarlyEnd | None = None

    @cached_property
    def facing(self) -> tuple[int, ...]:
        """For each own point the opponent's number of the same physical point; index 0 and 25 stand for themselves."""
        points = [(n + 12 if n <= 12 else n - 12) if self.same_direction else 25 - n for n in range(1, 25)]
        return (0, *points, 25)
