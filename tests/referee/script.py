"""A match told step by step: what is seen, pressed and directed, and what the referee writes."""

from collections.abc import Mapping, Sequence
from typing import Any

from calibration.profile import Seats
from referee.inputs import Change, Device, Directed, Ended, Input, Look, Press, Tick
from referee.officiate import Match, Ruled
from referee.record.events import Draft
from referee.rules.dice import Dice
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.side import Side
from tests.referee.observing import SECOND, observe_position, pair
from tests.referee.tables import setup
from vision.observation import DieReading, Observation

START = Position.start("backgammon")
RIGHT, LEFT = (700.0, 300.0), (150.0, 300.0)


def position(text: str, game: str = "backgammon") -> Position:
    return Position.parse(text, game)


def after(
    before: Position,
    side: Side,
    dice: str,
    play: str,
    event: Mapping[str, object] | None = None,
    *,
    first_turn: bool = False,
) -> Position:
    """The position after a legal play, found by its text."""
    options = setup(event, game=before.game).options
    plays = legal_plays(before, side, Dice.parse(dice), options, first_turn).plays
    return next(each.position for each in plays if each.text == play)


class Script:
    """One match; time goes on a second with each step. `every` holds all that was ruled, `log` all but the plain
    views.
    """

    def __init__(
        self, event: Mapping[str, object] | None = None, seats: Seats | None = None, game: str = "backgammon"
    ) -> None:
        self.match = Match.new(setup(event, seats, game))
        self.inputs: list[Input] = []
        self.log: list[Ruled] = []
        self.every: list[Ruled] = []
        self.number = 0

    @property
    def now(self) -> int:
        return self.number * SECOND

    def feed(self, event: Input) -> list[Draft]:
        self.match, ruled = self.match.after(event)
        self.inputs.append(event)
        self.every += ruled
        new = [each for each in ruled if each.draft.kind != "seen"]
        self.log += new
        return [each.draft for each in new]

    def view(self, board: Position, dice: Sequence[DieReading] = (), **more: Any) -> list[Draft]:
        self.number += 1
        return self.look(observe_position(board, dice, self.number, self.match.setup.seating.seats, **more))

    def look(self, observation: Observation) -> list[Draft]:
        return self.feed(Look(self.now, observation))

    def hand(self) -> list[Draft]:
        return self.view(START, hand=True, still=False)

    def press(self, side: Side) -> list[Draft]:
        self.number += 1
        return self.feed(Press(self.now, side))

    def direct(self, what: str, /, **body: Any) -> list[Draft]:
        self.number += 1
        return self.feed(Directed(self.now, what, body))

    def device(self, change: Change) -> list[Draft]:
        self.number += 1
        return self.feed(Device(self.now, change, "a test"))

    def tick(self, seconds: float) -> list[Draft]:
        self.number += round(seconds)
        return self.feed(Tick(self.now))

    def end(self) -> list[Draft]:
        self.number += 1
        return self.feed(Ended(self.now))

    def begin(self, dice: str = "3-1", board: Position = START) -> None:
        """The game is set up, or seen from its middle on, and White has thrown first."""
        self.view(board)
        self.view(board, self.white(dice))
        self.direct("correct", turn="W", why="White threw the higher number")

    @staticmethod
    def white(dice: str, **more: Any) -> tuple[DieReading, DieReading]:
        """A throw of White's: the right half, as White sits at the bottom."""
        return pair(dice, RIGHT, **more)

    @staticmethod
    def black(dice: str, **more: Any) -> tuple[DieReading, DieReading]:
        return pair(dice, LEFT, **{"place": "left-half", **more})

    def last(self, kind: str) -> Mapping[str, Any]:
        """The body of the latest event of a kind."""
        return next(each.draft.body for each in reversed(self.log) if each.draft.kind == kind)

    def kinds(self) -> list[str]:
        return [each.draft.kind for each in self.log]


def kinds(drafts: Sequence[Draft]) -> list[str]:
    return [draft.kind for draft in drafts]
