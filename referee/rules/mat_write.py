"""The `.mat` text of a match (formats.md 4.1). Other readers find the dialect they know; what it cannot hold stands in
headers, which they skip: the variation, a game's start, swapped colours, automatic doubles.

gnubg 1.07 reads none of these headers and not those of Crawford and Jacoby either: it takes every match to be played
with Crawford, and a money game by its own settings. SGF (`sgf.py`) tells it.
"""

from collections.abc import Iterable, Iterator, Sequence

from referee.rules.cube import Cube
from referee.rules.game import Contact
from referee.rules.game_ids import (
    BACKGAMMON_ID,
    FEVGA_ID,
    LONG_NARDY_ID,
    PLAKOTO_ID,
    PORTES_ID,
    SHORT_NARDY_ID,
)
from referee.rules.games import find_game
from referee.rules.mat import (
    TAVLI,
    Act,
    CubeAct,
    Drawn,
    Gave,
    MatGame,
    MatMatch,
    Moved,
    Rolled,
    Stake,
    Stood,
    Won,
    safe_name,
)
from referee.rules.notation import Hop
from referee.rules.result import Points
from referee.rules.side import Side
from referee.rules.snowie import PositionLine, position_line

VARIATIONS = {
    BACKGAMMON_ID: "Backgammon", SHORT_NARDY_ID: "ShortNardy", LONG_NARDY_ID: "LongNardy",
    PORTES_ID: "Portes", PLAKOTO_ID: "Plakoto", FEVGA_ID: "Fevga", TAVLI: "Tavli",
}  # fmt: skip
"""Game id → the value of `; [Variation "…"]`."""
CANNOT_MOVE = "Cannot Move"
NOT_TOLD = "????"
ILLEGAL = "Illegal play"
CUBE_WORDS = {"double": "Doubles", "beaver": "Doubles", "raccoon": "Doubles", "take": "Takes", "drop": "Drops"}
"""A beaver is written as the double that answers a double: after the word `Beavers` gnubg 1.07 loses throws."""
GAVE_WORDS = {"resign": "Resigns", "time": "Lost on time", "forfeit": "Forfeits"}
CELL_WIDTH = 28
_CHECKERS = 15


def match_text(match: MatMatch) -> str:
    """Write a match as `.mat`. Names go through `safe_name`."""
    lines = [f'; [{name} "{text}"]' for name, text in (*match.headers, *_told(match))]
    lines += ["", f" {match.length} point match"]
    for number, game in enumerate(match.games, start=1):
        lines += _game_lines(match, number, game)
    return "\n".join(lines) + "\n"


def points_text(points: Points) -> str:
    """Points in plain characters: `2`, `0.5`."""
    return f"{points:g}"


def hops_text(hops: Sequence[Hop]) -> str:
    """Hops one by one as other programs read them: `24/18 18/13*`, `25/22`, `6/0`; a lost turn in words."""
    return " ".join(f"{hop.start}/{hop.end}{'*' if hop.hit else ''}" for hop in hops) or CANNOT_MOVE


def _told(match: MatMatch) -> Iterator[tuple[str, str]]:
    """The headers for what the dialect has no other place for."""
    yield "Variation", VARIATIONS[match.variation]
    yield "Crawford", "On" if match.crawford else "Off"
    if match.checkers != _CHECKERS:
        yield "Checkers", str(match.checkers)
    for number, game in enumerate(match.games, start=1):
        if game.game != match.variation:
            yield f"Game {number} variation", VARIATIONS[game.game]
        if game.left is not Side.W:
            yield f"Game {number} left", game.left.colour
        if game.start:
            yield f"Game {number} start", game.start.text
        if game.cube != 1:
            yield f"Game {number} cube", str(game.cube)


def _game_lines(match: MatMatch, number: int, game: MatGame) -> list[str]:
    names = safe_name(match.white), safe_name(match.black)
    left, right = (
        f" {name} : {points_text(game.points(side))}"
        for name, side in zip(names, (game.left, game.left.other), strict=True)
    )
    return ["", f" Game {number}", left.ljust(CELL_WIDTH + 5) + right, *_rows(game, _cells(match, game))]


def _cells(match: MatMatch, game: MatGame) -> Iterator[tuple[Act, str]]:
    stake = Stake(Cube(game.cube))
    for act in game.acts:
        yield act, _cell(match, game, act, stake.cube)
        stake = stake.after(act)


def _cell(match: MatMatch, game: MatGame, act: Act, cube: Cube) -> str:
    match act:
        case Moved(_, dice, hops):
            text = f"{dice.high}{dice.low}: {hops_text(hops)}"
        case Rolled(_, dice):
            text = f"{dice.high}{dice.low}: {NOT_TOLD}"
        case Stood(_, dice, _):
            text = f"{dice.high}{dice.low}: {ILLEGAL} ({_position(match, game, act, cube)})"
        case CubeAct(_, kind, value):
            text = f" {CUBE_WORDS[kind]}" + (f" => {value}" if value else "")
        case Gave(_, how, level):
            text = f" {GAVE_WORDS[how]} {level}".rstrip()
        case Won(_, points, wins_match):
            text = f" Wins {_pointed(points)}" + (" and the match" if wins_match else "")
        case Drawn(points):
            text = f" Draw, {_pointed(points)} each" if points else " Void, no points"
    return text


def _pointed(points: Points) -> str:
    return f"{points_text(points)} point{'' if points == 1 else 's'}"


def _position(match: MatMatch, game: MatGame, act: Stood, cube: Cube) -> str:
    """Snowie's line where its board can hold the game, otherwise the position's text."""
    if find_game(game.game).contact is not Contact.HIT:
        return act.position.text
    line = PositionLine(
        length=match.length,
        on_roll=act.side.other,
        left=game.left,
        names={side: safe_name(match.name(game, side)) for side in Side},
        points={side: game.points(side) for side in Side},
        crawford=game is match.crawford_game(),
        cube=cube,
        position=act.position,
    )
    return position_line(line)


def _rows(game: MatGame, cells: Iterable[tuple[Act, str]]) -> list[str]:
    """Acts in two columns; a row is full once the right one has acted. A result has no number of its own."""
    rows: list[list[str]] = []
    for act, cell in cells:
        if not isinstance(act, Drawn) and act.side is not game.left and rows and not rows[-1][1]:
            rows[-1][1] = cell
        else:
            rows.append([cell, ""] if isinstance(act, Drawn) or act.side is game.left else ["", cell])
    return [_row(number, *row) for number, row in enumerate(rows, start=1)]


def _row(number: int, left: str, right: str) -> str:
    """A row is never shorter than its left column: after a short one gnubg 1.07 reads the last right cell again."""
    results = (" Wins", " Draw", " Void")
    mark = "    " if left.startswith(results) or (not left and right.startswith(results)) else f"{number:>3})"
    return f"{mark} {left.ljust(CELL_WIDTH)}  {right}"
