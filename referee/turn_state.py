"""What the referee knows in the middle of a match: values only."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from referee.judge import Hypothesis, Judged
from referee.record.events import Draft
from referee.rules.cube import Cube
from referee.rules.dice import Dice
from referee.rules.match import MatchScore
from referee.rules.options import Options
from referee.rules.position import Position
from referee.rules.side import Side
from referee.seating import Seating
from referee.seen import Seen
from referee.throw import NONE, Throw
from vision.observation import DieReading

MOST_UNDO = 20


class Phase(StrEnum):
    """Where the game stands."""

    WAITING = "waiting"
    """For the checkers to be set up."""
    TO_THROW = "to-throw"
    TO_MOVE = "to-move"
    FLAGGED = "flagged"
    """A turn has ended and waits for people: illegal, or not understood."""
    OVER = "over"
    """The match has ended."""


@dataclass(frozen=True)
class Setup:
    """What stays fixed in a match."""

    options: Options
    seating: Seating
    names: tuple[str, str] = ("White", "Black")


@dataclass(frozen=True)
class Standing:
    """A position that may stand before the next throw, and who is to throw (None: not known)."""

    position: Position
    side: Side | None

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who may be on turn."""
        return (self.side,) if self.side else tuple(Side)


@dataclass(frozen=True)
class Flag:
    """A turn that waits for people. `ended` says what ended it, `hypotheses` how it may have begun."""

    judged: Judged
    hypotheses: tuple[Hypothesis, ...]
    ended: str
    demanded: bool = False


@dataclass(frozen=True)
class TurnState:
    """The state of the match. `standing[0]` is what stands as ruled; more of them mean that it is not sure.

    `lying` are the dice of the last throw where they lay, `lifted` whether they have been gone since; `background`
    dice that
    take no part. `told` is the last unexplained position that was reported. `ending` names what ends the turn at the
    next
    settled view. `offered_by` has offered a double that is not answered yet. `calm`: nothing has moved since `seen`.
    `turns` counts each side's finished turns of this game, `written` the turns and cube actions on the match's sheet.
    """

    phase: Phase = Phase.WAITING
    initial: Position | None = None
    standing: tuple[Standing, ...] = ()
    hypotheses: tuple[Hypothesis, ...] = ()
    throw: Throw = NONE
    lying: tuple[DieReading, ...] = ()
    lifted: bool = True
    background: tuple[DieReading, ...] = ()
    told: Position | None = None
    opened: bool = False
    partial_ns: int | None = None
    ending: str = ""
    flag: Flag | None = None
    seen: Seen | None = None
    calm: bool = False
    turns: tuple[int, int] = (0, 0)
    cube: Cube = field(default_factory=Cube)
    offered_by: Side | None = None
    score: MatchScore = field(default_factory=MatchScore)
    paused: bool = False
    written: int = 0
    past: tuple["TurnState", ...] = ()

    @property
    def position(self) -> Position | None:
        """The position that stands as ruled."""
        return self.standing[0].position if self.standing else None

    @property
    def side(self) -> Side | None:
        """Who is on turn, as far as it is known."""
        sides = {each.side for each in self.hypotheses} if self.hypotheses else {one.side for one in self.standing}
        return next(iter(sides)) if len(sides) == 1 else None

    @property
    def dice(self) -> Dice | None:
        """The throw being played, if it is sure."""
        throws = {each.dice for each in self.hypotheses}
        return next(iter(throws)) if len(throws) == 1 else None

    def first_turn(self, side: Side) -> bool:
        """Has this side played no turn of this game yet?"""
        return self.turns[list(Side).index(side)] == 0

    def remembered(self) -> tuple["TurnState", ...]:
        """The states to go back to, with this one on top."""
        return (replace(self, past=()), *self.past)[:MOST_UNDO]


Step = tuple[TurnState, tuple[Draft, ...]]
"""What one input leads to: the new state and what is to be written down."""
