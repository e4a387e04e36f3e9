"""What the referee knows in the middle of a match: values only."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

from referee.judge import Hypothesis, Judged
from referee.record.events import Draft
from referee.rules.cube import Cube, CubeState, Offer
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
    """What stays fixed in a game: its rules, who sits where, the names of White and Black.

    `swapped`: the players have the colours that they had not in the first game.
    """

    options: Options
    seating: Seating
    names: tuple[str, str] = ("White", "Black")
    swapped: bool = False

    def name(self, side: Side) -> str:
        """A side's name."""
        return self.names[list(Side).index(side)]

    def with_names_swapped(self) -> "Setup":
        """The players take each other's colour; which seats they have is for the board to show."""
        return replace(self, names=self.names[::-1], swapped=not self.swapped)

    def for_game(self, game: str, swap: bool) -> "Setup":
        """The setup of the match's next game; with `swap` the colours change and the players stay in their seats.

        Raises OptionError for a game that the match does not go on to.
        """
        given = self.with_names_swapped() if swap else self
        seats = (self.seating.turned() if swap else self.seating).seats
        return replace(given, options=self.options.for_game(game), seating=Seating(seats, game))


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
class LastPress:
    """The last press by a player, when it was made, and the state it came upon."""

    side: Side
    at_ns: int
    state: "TurnState"


@dataclass(frozen=True)
class TurnState:
    """The state of the match. `standing[0]` is what stands as ruled; more of them mean that it is not sure.

    `lying` are the dice of the last throw where they lay, `lifted` whether they have been gone since; `background`
    dice that
    take no part. `told` is the last unexplained position that was reported. `ending` names what ends the turn at the
    next
    settled view. `offer` is a double that is not answered yet. `calm`: nothing has moved since `seen`.
    `early`: the dice that lie there were thrown by the opponent before the turn has ended, and count after it.
    `turns` counts each side's finished turns of this game, `written` the turns and cube actions on the match's sheet.
    `present` is the setup of the present game once it is not that of the first; `began` who began the game, and
    `standard` whether it did so from its starting position. `begun_ns` is when play reached the present `point`,
    `pressed` the last press.
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
    early: bool = False
    flag: Flag | None = None
    seen: Seen | None = None
    calm: bool = False
    turns: tuple[int, int] = (0, 0)
    present: Setup | None = None
    began: Side | None = None
    standard: bool = True
    cube: Cube = field(default_factory=Cube)
    offer: Offer | None = None
    score: MatchScore = field(default_factory=MatchScore)
    paused: bool = False
    begun_ns: int = 0
    pressed: LastPress | None = None
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

    @property
    def offered_by(self) -> Side | None:
        """Who waits for the answer to a double or a beaver."""
        return self.offer.by if self.offer else None

    @property
    def stakes(self) -> CubeState:
        """The cube with the double that is not answered yet."""
        return CubeState(self.cube, self.offer)

    def first_turn(self, side: Side) -> bool:
        """Is the next turn of this side its first of the game (rules.md L2)? Not in a game seen from its middle."""
        return self.standard and self.turns[list(Side).index(side)] == 0

    @property
    def point(self) -> tuple[Phase, tuple[int, int], int, bool]:
        """Where the game stands, as far as a press made earlier no longer concerns it."""
        return self.phase, self.turns, self.score.game, self.opened

    def without_press(self) -> "TurnState":
        """The state without the memory of the press before."""
        return replace(self, pressed=None)

    def on_the_sheet(self) -> "TurnState":
        """One more action is written on the match's sheet; it can be taken back."""
        return replace(self, written=self.written + 1, past=self.remembered())

    def remembered(self) -> tuple["TurnState", ...]:
        """The states to go back to, with this one on top."""
        return (replace(self, past=(), pressed=None), *self.past)[:MOST_UNDO]


Step = tuple[TurnState, tuple[Draft, ...]]
"""What one input leads to: the new state and what is to be written down."""
