"""Reading `.mat` text (formats.md 4.1) into a match value. It checks the form, not whether the plays were legal."""

import re
from collections.abc import Iterator

from referee.rules.dice import Dice
from referee.rules.errors import NotationError
from referee.rules.mat import CANNOT_MOVE, ILLEGAL, Act, CubeAct, MatGame, MatMatch, Moved, Stood, Won
from referee.rules.notation import Hop, parse_play
from referee.rules.side import Side
from referee.rules.snowie import read_position_line

_HEADER = re.compile(r';\s*\[(.+?) "(.*)"\]\s*')
_LENGTH = re.compile(r"\s*(\d+) point match\s*", re.IGNORECASE)
_GAME = re.compile(r"\s*Game (\d+)\s*")
_SCORE = re.compile(r"\s*(.+?) : (\d+)\s+(.+?) : (\d+)\s*")
_NUMBER = re.compile(r"\s*\d+\) ?")
_WINS = re.compile(r"Wins (\d+) points?( and the match)?")
_DOUBLES = re.compile(r"Doubles => (\d+)")
_THROW = re.compile(r"([1-6])([1-6]):\s*(.*)")
_ILLEGAL = re.compile(rf"{ILLEGAL} \((.*)\)")
_WORDS = {"takes": "take", "drops": "drop", "beavers": "beaver"}
_LEFT_LEAST = 15


def parse_match(text: str) -> MatMatch:
    """Read a match. The first name is White's. Raises NotationError with the line's number."""
    headers: list[tuple[str, str]] = []
    length, names = None, ("", "")
    games: list[tuple[int, int, list[Act]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.fullmatch(line):
            headers.append((header[1], header[2]))
        elif not line.strip() or line.lstrip().startswith(";") or _GAME.fullmatch(line):
            continue
        elif found := _LENGTH.fullmatch(line):
            length = int(found[1])
        elif (found := _SCORE.fullmatch(line)) and not _NUMBER.match(line):
            names = (found[1], found[3])
            games.append((int(found[2]), int(found[4]), []))
        elif not games:
            raise NotationError(f"line {number}: {line.strip()!r} stands before the first game")
        else:
            games[-1][2].extend(_acts(number, line))
    if length is None:
        raise NotationError("this is no .mat file: the line 'N point match' is missing")
    crawford = dict(headers).get("Crawford", "On").lower() != "off"
    made = tuple(MatGame(white, black, tuple(acts)) for white, black, acts in games)
    return MatMatch(length, *names, made, tuple(headers), crawford)


def _acts(number: int, line: str) -> Iterator[Act]:
    mark = _NUMBER.match(line)
    body = (" " * mark.end() + line[mark.end() :]) if mark else line
    for side, cell in zip(Side, _columns(body), strict=True):
        if cell.strip():
            yield _act(number, side, cell.strip())


def _columns(body: str) -> tuple[str, str]:
    """A row's two cells: the right one starts with a second throw, otherwise after two blanks beyond column 15."""
    throws = [found.start() for found in re.finditer(r"(?<!\d)[1-6][1-6]:", body)]
    if len(throws) > 1:
        return body[: throws[1]], body[throws[1] :]
    if throws and throws[0] > _LEFT_LEAST:
        return body[: throws[0]], body[throws[0] :]
    if not body[:_LEFT_LEAST].strip():
        return "", body
    gaps = (gap.end() for gap in re.finditer(r"(?<=\S)\s{2,}(?=\S)", body))
    at = next((end for end in gaps if end >= _LEFT_LEAST), len(body))
    return body[:at], body[at:]


def _act(number: int, side: Side, cell: str) -> Act:
    if found := _WINS.match(cell):
        return Won(side, int(found[1]), bool(found[2]))
    if found := _DOUBLES.match(cell):
        return CubeAct(side, "double", int(found[1]))
    if cell.lower() in _WORDS:
        return CubeAct(side, _WORDS[cell.lower()])
    found = _THROW.fullmatch(cell)
    if found is None:
        raise NotationError(f"line {number}: {cell!r} is neither a throw, a cube action nor a result")
    dice = Dice(int(found[1]), int(found[2]))
    if illegal := _ILLEGAL.fullmatch(found[3]):
        return Stood(side, dice, read_position_line(illegal[1], side.other))
    return Moved(side, dice, _hops(number, found[3]))


def _hops(number: int, text: str) -> tuple[Hop, ...]:
    if text.lower() in ("", CANNOT_MOVE.lower(), "????"):
        return ()
    try:
        return parse_play(re.sub(r"/(?=[\s(]|$)", "/off", text))
    except NotationError as error:
        raise NotationError(f"line {number}: {error}") from None
