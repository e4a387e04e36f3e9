"""A match as a value (formats.md 4.1): what a `.mat` or `.sgf` file holds, for every game. Pure values, no files.

`mat_write.py` writes it as `.mat`, `mat_read.py` reads that back, `sgf.py` writes it as SGF.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from referee.rules.board import BAR, OFF
from referee.rules.cube import Cube
from referee.rules.dice import Dice
from referee.rules.game import Contact
from referee.rules.game_ids import BACKGAMMON_ID
from referee.rules.games import find_game
from referee.rules.notation import Hop
from referee.rules.position import Position
from referee.rules.result import Points
from referee.rules.side import Side

TAVLI = "tavli"
_NO_NAME = re.compile(r"^(?:#|\d+\)|\s)+")
CUBE_KINDS = ("double", "take", "drop", "beaver", "raccoon")


@dataclass(frozen=True)
class Moved:
    """A throw and what was played with it; no hops is a lost turn. Numbers are the mover's own in every game."""

    side: Side
    dice: Dice
    hops: tuple[Hop, ...]


@dataclass(frozen=True)
class Rolled:
    """A throw of which nothing else is told: it was not played, or nobody wrote down how."""

    side: Side
    dice: Dice


@dataclass(frozen=True)
class Stood:
    """A throw and a turn that stands as it is, legal or not: `position` is the board after it."""

    side: Side
    dice: Dice
    position: Position


@dataclass(frozen=True)
class CubeAct:
    """One of `CUBE_KINDS`; a double, a beaver and a raccoon name the new value (0: not told)."""

    side: Side
    kind: str
    value: int = 0


@dataclass(frozen=True)
class Gave:
    """`side` gave the game up: `resign` (with a level such as `gammon`, if told), `time` or `forfeit`."""

    side: Side
    how: str = "resign"
    level: str = ""


@dataclass(frozen=True)
class Won:
    """The end of a game: who won how many points, and whether that was the match."""

    side: Side
    points: Points
    match: bool = False


@dataclass(frozen=True)
class Drawn:
    """The end of a game that nobody won: what each side gets; 0 is a void game (rules.md P2, §5)."""

    points: Points = 0


Act = Moved | Rolled | Stood | CubeAct | Gave | Won | Drawn
Thrown = (Moved, Rolled, Stood)


@dataclass(frozen=True)
class MatGame:
    """One game: the points of its White and its Black before it, and everything that happened, in order.

    `left` is the colour that the left column's player has in this game (colours may be swapped between games). `start`
    is None for the game's own starting position. `cube` is the stake after automatic doubles.
    """

    white_points: Points
    black_points: Points
    acts: tuple[Act, ...]
    game: str = BACKGAMMON_ID
    left: Side = Side.W
    start: Position | None = None
    cube: int = 1

    def points(self, side: Side) -> Points:
        """A side's points before the game."""
        return self.white_points if side is Side.W else self.black_points

    @property
    def result(self) -> Won | Drawn | None:
        """How the game ended, if it did."""
        last = self.acts[-1] if self.acts else None
        return last if isinstance(last, Won | Drawn) else None


@dataclass(frozen=True)
class MatMatch:
    """A whole match; `length` 0 is a money session.

    `white` stands in the left column in all games and plays White in those whose `left` is White. `headers` are
    further `; [Name "text"]` lines. `variation` is the game of the match or `tavli`.
    """

    length: int
    white: str
    black: str
    games: tuple[MatGame, ...]
    headers: tuple[tuple[str, str], ...] = ()
    crawford: bool = True
    variation: str = BACKGAMMON_ID
    checkers: int = 15

    def name(self, game: MatGame, side: Side) -> str:
        """The player who has a side in a game."""
        return self.white if side is game.left else self.black

    def crawford_game(self) -> MatGame | None:
        """The game without the cube: the first one in which a side needs one more point (tournament.md 1.5)."""
        if not self.crawford or self.length < 2:
            return None
        most = ((game, max(game.white_points, game.black_points)) for game in self.games)
        return next((game for game, points in most if self.length - 1 <= points < self.length), None)


@dataclass(frozen=True)
class Stake:
    """The cube as the acts of a game leave it; `offered` waits for an answer, `keeper` beavered."""

    cube: Cube = field(default_factory=Cube)
    offered: int = 0
    keeper: Side | None = None

    def after(self, act: Act) -> "Stake":
        """The stake after one more act."""
        match act:
            case CubeAct(side, "beaver" | "raccoon", value):
                keeper = self.keeper or side
                return Stake(Cube(self.offered, keeper, True), value or 2 * self.offered, keeper)
            case CubeAct(_, "double", value):
                return replace(self, offered=value or 2 * self.cube.value)
            case CubeAct(side, "take") if self.offered:
                return Stake(Cube(self.offered, self.keeper or side, True))
            case _:
                return self


def safe_name(name: str) -> str:
    """A player's name as a `.mat` file can hold it: without colons and semicolons, single blanks, never empty, and not
    beginning as a comment (`#`) or a numbered row (`1)`) does."""
    return _NO_NAME.sub("", " ".join(name.translate(str.maketrans(":;", "  ")).split())) or "?"


def hops_of(moves: Sequence[tuple[int, int]], before: Position, side: Side) -> tuple[Hop, ...]:
    """The moves of a legal play (`Play.moves`) with their hits, as played from `before`; in plakoto with their pins."""
    game = find_game(before.game)
    theirs = before.counts(side.other)
    lone = {
        game.facing[point] for point in range(1, 25) if theirs[point] == 1 and (side.other, point) not in before.pinned
    }
    hops = []
    for start, end in moves:
        hit = game.contact is not Contact.NONE and end not in (OFF, BAR) and end in lone
        lone.discard(end)
        hops.append(Hop(start, end, hit))
    return tuple(hops)
