"""One row of a `.mat` file: its two columns, and what a cell says (formats.md 4.1), in the dialects that are about."""

import re
from collections.abc import Callable

from referee.rules.dice import Dice
from referee.rules.errors import NotationError, RulesError
from referee.rules.mat import Act, CubeAct, Drawn, Gave, Moved, Rolled, Stood, Won
from referee.rules.mat_write import CANNOT_MOVE, GAVE_WORDS, ILLEGAL
from referee.rules.notation import Hop, parse_play
from referee.rules.position import Position
from referee.rules.result import Points, exact
from referee.rules.side import Side

POINTS = r"\d{1,6}(?:[.,]5|½)?"
_LEFT_LEAST = 15
_THROW_MARK = re.compile(r"(?<!\S)[1-6][1-6](?::|(?=\s+(?:bar|\d{1,2})/))", re.IGNORECASE)
_THROW = re.compile(r"([1-6])([1-6])(?::|\s)\s*(.*)")
_BRACKETS = re.compile(rf"(?<={ILLEGAL} )\(.*?\)(?=\s|$)", re.IGNORECASE)
_ILLEGAL = re.compile(rf"{ILLEGAL}\s+\((.*)\)", re.IGNORECASE)
_WINS = re.compile(rf"Wins? ({POINTS}) points?(.*)", re.IGNORECASE)
_DRAW = re.compile(rf"(?:Draw, ({POINTS}) points? each|Void, no points)", re.IGNORECASE)
_CUBE = re.compile(r"(double|beaver|raccoon)s?(?:\s*=>\s*(\d{1,9}))?", re.IGNORECASE)
_GAVE = re.compile(r"(resign(?:s|ed)?|los(?:t|es) on time|forfeits?)\b\s*(.*)", re.IGNORECASE)
_ANSWERS = {"takes": "take", "accepts": "take", "drops": "drop", "rejects": "drop", "passes": "drop"}
_NO_PLAY = {CANNOT_MOVE.lower(), "-", "none", "(none)", "(no play)", "no move", "can't move"}
_NOT_TOLD = re.compile(r"\?*")

ReadPosition = Callable[[str, Side], Position]
"""(text in the brackets of an illegal play, the side that threw) → the position after it."""


def columns(body: str) -> tuple[str, str]:
    """A row's two cells: the right one starts with a second throw, otherwise after two blanks beyond column 15."""
    plain = _BRACKETS.sub(lambda found: "x" * len(found[0]), body)
    throws = [found.start() for found in _THROW_MARK.finditer(plain)]
    if len(throws) > 1:
        return body[: throws[1]], body[throws[1] :]
    if throws and throws[0] > _LEFT_LEAST:
        return body[: throws[0]], body[throws[0] :]
    if not body[:_LEFT_LEAST].strip():
        return "", body
    gaps = (gap.end() for gap in re.finditer(r"(?<=\S)\s{2,}(?=\S)", plain))
    at = next((end for end in gaps if end >= _LEFT_LEAST), len(body))
    return body[:at], body[at:]


def read_cell(cell: str, side: Side, read_position: ReadPosition) -> Act:
    """What a cell says that stands in `side`'s column. Raises RulesError."""
    act = _result(cell, side) or _cube(cell, side) or _gave(cell, side)
    if act is not None:
        return act
    found = _THROW.fullmatch(cell)
    if found is None:
        raise NotationError(f"{cell!r} is neither a throw, a cube action nor a result")
    return _turn(side, Dice(int(found[1]), int(found[2])), found[3].strip(), read_position)


def points_of(text: str) -> Points:
    """Points written as `2`, `0.5`, `0,5` or `2½`."""
    return exact(float(text.replace(",", ".").replace("½", ".5")))


def _result(cell: str, side: Side) -> Act | None:
    if found := _WINS.fullmatch(cell):
        return Won(side, points_of(found[1]), "match" in found[2].lower())
    if found := _DRAW.fullmatch(cell):
        return Drawn(points_of(found[1] or "0"))
    return None


def _cube(cell: str, side: Side) -> Act | None:
    if found := _CUBE.fullmatch(cell):
        return CubeAct(side, found[1].lower(), int(found[2] or 0))
    kind = _ANSWERS.get(cell.lower())
    return CubeAct(side, kind) if kind else None


def _gave(cell: str, side: Side) -> Act | None:
    found = _GAVE.fullmatch(cell)
    if found is None:
        return None
    word = found[1].lower()
    how = next(how for how, text in GAVE_WORDS.items() if text[:3].lower() == word[:3])
    return Gave(side, how, " ".join(re.findall(r"\w+", found[2])))


def _turn(side: Side, dice: Dice, played: str, read_position: ReadPosition) -> Act:
    if illegal := _ILLEGAL.fullmatch(played):
        return Stood(side, dice, read_position(illegal[1], side))
    if played.lower() in _NO_PLAY:
        return Moved(side, dice, ())
    if _NOT_TOLD.fullmatch(played):
        return Rolled(side, dice)
    return Moved(side, dice, _hops(played))


def _hops(text: str) -> tuple[Hop, ...]:
    try:
        return parse_play(re.sub(r"/(?=[\s(]|$)", "/off", text))
    except RulesError as error:
        raise NotationError(str(error)) from None
