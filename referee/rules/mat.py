"""A match as a value, and the `.mat` text of it (formats.md 4.1): pure functions, no files.

White is the left column. `mat_read.py` reads the text back.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from referee.rules.board import BAR, OFF
from referee.rules.cube import Cube
from referee.rules.dice import Dice
from referee.rules.notation import Hop
from referee.rules.position import Position
from referee.rules.side import Side
from referee.rules.snowie import PositionLine, position_line

CANNOT_MOVE = "Cannot Move"
ILLEGAL = "Illegal play"
CELL_WIDTH = 33
CUBE_WORDS = {"double": "Doubles => {value}", "take": "Takes", "drop": "Drops", "beaver": "Beavers"}


@dataclass(frozen=True)
class Moved:
    """A throw and what was played with it, one hop a die; no hops is a lost turn."""

    side: Side
    dice: Dice
    hops: tuple[Hop, ...]


@dataclass(frozen=True)
class Stood:
    """A throw and an illegal play that stands: `position` is the board after it."""

    side: Side
    dice: Dice
    position: Position


@dataclass(frozen=True)
class CubeAct:
    """`double` (to `value`), `take`, `drop` or `beaver`; only a double has a value."""

    side: Side
    kind: str
    value: int = 0


@dataclass(frozen=True)
class Won:
    """The end of a game: who won how many points, and whether that was the match."""

    side: Side
    points: int
    match: bool = False


Act = Moved | Stood | CubeAct | Won


@dataclass(frozen=True)
class MatGame:
    """One game: the points of White and Black before it, and everything that happened, in order."""

    white_points: int
    black_points: int
    acts: tuple[Act, ...]


@dataclass(frozen=True)
class MatMatch:
    """A whole match; `length` 0 is a money session. `headers` are `; [Name "text"]` lines."""

    length: int
    white: str
    black: str
    games: tuple[MatGame, ...]
    headers: tuple[tuple[str, str], ...] = ()
    crawford: bool = True

    def name(self, side: Side) -> str:
        """A player's name."""
        return self.white if side is Side.W else self.black


@dataclass(frozen=True)
class _Stake:
    """The cube as the acts of a game leave it."""

    cube: Cube = field(default_factory=Cube)
    offered: int = 0

    def after(self, act: Act) -> "_Stake":
        if not isinstance(act, CubeAct):
            return self
        if act.kind == "double":
            return replace(self, offered=act.value)
        if act.kind == "take":
            return _Stake(Cube(self.offered, act.side, True))
        if act.kind == "beaver":
            return _Stake(Cube(2 * self.offered, act.side, True))
        return self


def safe_name(name: str) -> str:
    """A player's name as a `.mat` file can hold it: without colons and semicolons, single blanks, never empty."""
    return " ".join(name.translate(str.maketrans(":;", "  ")).split()) or "?"


def match_text(match: MatMatch) -> str:
    """Write a match as `.mat`. Names go through `safe_name`."""
    white, black = safe_name(match.white), safe_name(match.black)
    lines = [f'; [{name} "{text}"]' for name, text in match.headers]
    lines += ["", f" {match.length} point match"]
    crawford_done = False
    for number, game in enumerate(match.games, start=1):
        is_crawford = match.crawford and not crawford_done and _one_away(match.length, game)
        crawford_done = crawford_done or is_crawford
        header = f" {white} : {game.white_points}".ljust(CELL_WIDTH) + f" {black} : {game.black_points}"
        lines += ["", f" Game {number}", header, *_rows(_cells(match, game, is_crawford))]
    return "\n".join(lines) + "\n"


def _one_away(length: int, game: MatGame) -> bool:
    return length > 1 and max(game.white_points, game.black_points) == length - 1


def _cells(match: MatMatch, game: MatGame, is_crawford: bool) -> Iterable[tuple[Act, str]]:
    stake = _Stake()
    for act in game.acts:
        yield act, _cell(match, game, act, stake.cube, is_crawford)
        stake = stake.after(act)


def _cell(match: MatMatch, game: MatGame, act: Act, cube: Cube, is_crawford: bool) -> str:
    match act:
        case Moved(_, dice, hops):
            return f"{dice.high}{dice.low}: {hops_text(hops)}"
        case Stood(side, dice, position):
            line = PositionLine(
                match.length, side.other, safe_name(match.white), safe_name(match.black), is_crawford,
                game.white_points, game.black_points, cube, position,
            )  # fmt: skip
            return f"{dice.high}{dice.low}: {ILLEGAL} ({position_line(line)})"
        case CubeAct(_, kind, value):
            return " " + CUBE_WORDS[kind].format(value=value)
        case Won(_, points, wins_match):
            return f" Wins {points} point{'' if points == 1 else 's'}" + (" and the match" if wins_match else "")


def hops_text(hops: Sequence[Hop]) -> str:
    """Hops one by one as other programs read them: `24/18 18/13*`, `25/22`, `6/0`; a lost turn in words."""
    return " ".join(f"{hop.start}/{hop.end}{'*' if hop.hit else ''}" for hop in hops) or CANNOT_MOVE


def _rows(cells: Iterable[tuple[Act, str]]) -> list[str]:
    """Acts in two columns, White's left; a row is full once Black has acted. A win has no number of its own."""
    rows: list[list[str]] = []
    for act, cell in cells:
        if act.side is Side.B and rows and not rows[-1][1]:
            rows[-1][1] = cell
        else:
            rows.append(["", cell] if act.side is Side.B else [cell, ""])
    return [_row(number, *row) for number, row in enumerate(rows, start=1)]


def _row(number: int, left: str, right: str) -> str:
    mark = "   " if left.startswith(" Wins") or (not left and right.startswith(" Wins")) else f"{number:>3})"
    return f"{mark} {left.ljust(CELL_WIDTH - 5)}  {right}".rstrip()


def hops_of(moves: Sequence[tuple[int, int]], before: Position, side: Side) -> tuple[Hop, ...]:
    """The moves of a legal play (`Play.moves`) with their hits, as played from `before`."""
    blots = {25 - point for point in range(1, 25) if before.counts(side.other)[point] == 1}
    hops = []
    for start, end in moves:
        hit = end not in (OFF, BAR) and end in blots
        blots.discard(end)
        hops.append(Hop(start, end, hit))
    return tuple(hops)
