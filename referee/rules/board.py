"""The board as the side on the move sees it, and the values a turn is made of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from referee.rules.dice import Dice
from referee.rules.side import Side

if TYPE_CHECKING:
    from referee.rules.game import Game
    from referee.rules.options import Options

OFF = 0
BAR = 25
HOME = 6
POINTS = range(1, 25)


class Board(NamedTuple):
    """Counts by place, each side from its own view: index 0 off, 1–24 points, 25 the bar; bytes, to be fast to hash.

    `own_pinned` and `opp_pinned` are the points, each in its side's own numbers, on which that side has a prisoner.
    """

    own: bytes
    opp: bytes
    own_pinned: frozenset[int] = frozenset()
    opp_pinned: frozenset[int] = frozenset()

    def is_seen_as(self, seen: "Board") -> bool:
        """Does every checker of `seen` stand as here, and is nothing marked as pinned that is not?

        A pin that is not marked is no difference: the turn tells which of two checkers on a point is the prisoner.
        """
        counts = self.own == seen.own and self.opp == seen.opp
        return counts and seen.own_pinned <= self.own_pinned and seen.opp_pinned <= self.opp_pinned


class Step(NamedTuple):
    """One die played by one checker, in the mover's numbers; `start` may be BAR, `end` may be OFF."""

    start: int
    end: int
    die: int
    hit: bool = False


class Fault(NamedTuple):
    """One reason why something is not allowed: a code of interfaces.md and a sentence for the players."""

    code: str
    sentence: str


@dataclass(frozen=True)
class Turn:
    """What stays fixed while a turn is played: the game, its options, who moves, from where and with which throw."""

    game: "Game"
    options: "Options"
    side: Side
    first_turn: bool
    before: Board
    dice: Dice


_NAMES = ("off", *map(str, POINTS), "bar")


def place_name(place: int) -> str:
    """`bar`, `off` or the point's number, as in a play's text."""
    return _NAMES[place]


def all_home(own: Sequence[int]) -> bool:
    """Does every checker still in play stand on points 1–6? (rules.md M8)"""
    return not any(own[HOME + 1 :])
