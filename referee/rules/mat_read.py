"""Reading `.mat` text (formats.md 4.1) into a match value. It checks the form, not whether the plays were legal."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from referee.rules.errors import NotationError, RulesError
from referee.rules.game_ids import BACKGAMMON_ID, GAME_IDS, TAVLI_IDS
from referee.rules.mat import TAVLI, Act, CubeAct, Gave, MatGame, MatMatch, Thrown, Won
from referee.rules.mat_cells import POINTS, columns, points_of, read_cell
from referee.rules.mat_follow import filled
from referee.rules.mat_write import VARIATIONS
from referee.rules.position import Position
from referee.rules.result import Points
from referee.rules.side import Side
from referee.rules.snowie import read_position_line

_HEADER = re.compile(r'\s*[;#]\s*\[(.+?) "(.*)"\]\s*')
_COMMENT = re.compile(r"\s*[;#].*")
_LENGTH = re.compile(r"\s*(?:(\d{1,6})\s+points? match|match of (\d{1,6}) points?)\W*", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+(\d+)\s*[:.]?\s*([;#].*)?", re.IGNORECASE)
_SCORE = re.compile(rf"\s*(\S.*?)\s*:\s*({POINTS})\s+(\S.*?)\s*:\s*({POINTS})\s*")
_NUMBER = re.compile(r"\s*\d+\) ?")
_GAME_HEADER = re.compile(r"Game (\d{1,6}) (variation|left|start|cube)", re.IGNORECASE)
_RAISES = ("double", "beaver", "raccoon")
_MOST_DIGITS = 6
_MOST_CUBE = 999_999
_MOST_POSITION = 500
_LONGEST = 2_000
"""Characters of a line that is no comment; a game's rows are far shorter."""


@dataclass
class _Game:
    """A game while it is read: its cells as (line number, column 0 or 1, text)."""

    names: tuple[str, str]
    points: tuple[Points, Points]
    variation: str
    cells: list[tuple[int, int, str]] = field(default_factory=list)


@dataclass
class _File:
    """What has been read so far. `variation` is what the next game is, if a header before it said so."""

    headers: list[tuple[int, str, str]] = field(default_factory=list)
    length: int | None = None
    games: list[_Game] = field(default_factory=list)
    variation: str = ""


def parse_match(text: str) -> MatMatch:
    """Read a match. The first name is White's, where no header says otherwise.

    :raises NotationError: with the line's number.
    """
    read = _File()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        try:
            _line(read, number, line.expandtabs())
        except RulesError as error:
            raise NotationError(f"line {number}: {error}") from None
    if read.length is None:
        raise NotationError("this is no .mat file: the line 'N point match' is missing")
    return _match(read, read.length)


def _line(read: _File, number: int, line: str) -> None:
    if header := _HEADER.fullmatch(line):
        _header(read, number, header[1], header[2])
    elif not line.strip() or _COMMENT.fullmatch(line):
        return
    elif len(line) > _LONGEST:
        raise NotationError(f"a row of {len(line)} characters is none of a match; {_LONGEST} are allowed")
    elif _GAME.fullmatch(line):
        return
    elif found := _LENGTH.fullmatch(line):
        read.length = int(found[1] or found[2])
    elif (found := _SCORE.fullmatch(line)) and not _NUMBER.match(line):
        points = points_of(found[2]), points_of(found[4])
        read.games.append(_Game((found[1], found[3]), points, read.variation))
        read.variation = ""
    elif not read.games:
        raise NotationError(f"{line.strip()!r} stands before the first game")
    else:
        mark = _NUMBER.match(line)
        body = (" " * mark.end() + line[mark.end() :]) if mark else line
        read.games[-1].cells += [
            (number, column, cell.strip()) for column, cell in enumerate(columns(body)) if cell.strip()
        ]


def _header(read: _File, number: int, name: str, text: str) -> None:
    """`; [Variation …]` after the length belongs to the game that follows; other headers to the match."""
    if name.lower() == "variation" and read.length is not None:
        read.variation = _variation(text, GAME_IDS)
    else:
        read.headers.append((number, name, text))


def _variation(text: str, known: Iterable[str] = VARIATIONS) -> str:
    wanted = re.sub(r"[\s_-]", "", text).lower()
    for game in known:
        if wanted == VARIATIONS[game].lower():
            return game
    raise NotationError(f"variation {text!r}: use one of {', '.join(VARIATIONS[game] for game in known)}")


def _match(read: _File, length: int) -> MatMatch:
    told, headers = _told(read)
    names = read.games[0].names if read.games else ("", "")
    variation = told.variation("variation") or BACKGAMMON_ID
    checkers = told.count("checkers", 15) or 15
    games = []
    for number, game in enumerate(read.games, start=1):
        rotated = TAVLI_IDS[(number - 1) % len(TAVLI_IDS)] if variation == TAVLI else variation
        of_game = _Told(told.headers, f"game {number} ")
        game.variation = of_game.variation("variation", GAME_IDS) or game.variation or rotated
        games.append(_game(game, of_game, names, checkers))
    crawford = told.text("crawford", "On").lower() != "off"
    return MatMatch(length, *names, tuple(games), headers, crawford, variation, checkers)


@dataclass(frozen=True)
class _Told:
    """Headers that say how the file is to be read: lower-case name → (line number, text)."""

    headers: Mapping[str, tuple[int, str]]
    prefix: str = ""

    def text(self, name: str, default: str = "") -> str:
        return self.headers.get(self.prefix + name, (0, default))[1]

    def error(self, name: str, why: object) -> NotationError:
        return NotationError(f"line {self.headers[self.prefix + name][0]}: {why}")

    def variation(self, name: str, known: Iterable[str] = VARIATIONS) -> str:
        text = self.text(name)
        try:
            return _variation(text, known) if text else ""
        except NotationError as error:
            raise self.error(name, error) from None

    def count(self, name: str, most: int) -> int:
        text = self.text(name)
        if text and not (text.isdecimal() and len(text) <= _MOST_DIGITS and 1 <= int(text) <= most):
            raise self.error(name, f"{name} {text!r}: write a whole number from 1 to {most}")
        return int(text) if text else 0

    def left(self) -> Side:
        text = self.text("left", Side.W.colour)
        side = {side.colour.lower(): side for side in Side}.get(text.lower())
        if side is None:
            raise self.error("left", f"left {text!r}: write White or Black")
        return side

    def start(self, game: str, checkers: int) -> Position | None:
        text = self.text("start")
        try:
            return _position(text, game, checkers) if text else None
        except RulesError as error:
            raise self.error("start", error) from None


def _told(read: _File) -> tuple[_Told, tuple[tuple[str, str], ...]]:
    """The headers that say how to read the file, and all others as they stand."""
    told: dict[str, tuple[int, str]] = {}
    others = []
    for number, name, text in read.headers:
        found = _GAME_HEADER.fullmatch(name)
        if name.lower() in ("variation", "crawford", "checkers") or (found and 1 <= int(found[1]) <= len(read.games)):
            told[name.lower()] = number, text
        else:
            others.append((name, text))
    return _Told(told), tuple(others)


def _game(read: _Game, told: _Told, names: tuple[str, str], checkers: int) -> MatGame:
    left = told.left()
    columns_of = (left, left.other)
    if read.names == (names[1], names[0]) != names:
        columns_of = (left.other, left)
    acts = _acts(read, columns_of, checkers)
    points = dict(zip(columns_of, read.points, strict=True))
    start = told.start(read.variation, checkers)
    game = MatGame(
        points[Side.W], points[Side.B], acts, read.variation, left, start, told.count("cube", _MOST_CUBE) or 1
    )
    return filled(game, checkers)


def _acts(read: _Game, sides: tuple[Side, Side], checkers: int) -> tuple[Act, ...]:
    def position_after(text: str, thrower: Side) -> Position:
        if ";" in text:
            return read_position_line(text, thrower.other, read.variation, checkers)
        return _position(text, read.variation, checkers)

    acts: list[Act] = []
    for number, column, cell in read.cells:
        try:
            acts.append(read_cell(cell, sides[column], position_after))
        except RulesError as error:
            raise NotationError(f"line {number}: {error}") from None
    return tuple(_giving_up(_cube_told(acts)))


def _position(text: str, game: str, checkers: int) -> Position:
    if len(text) > _MOST_POSITION:
        raise NotationError(f"{text[:40]!r}…: this is no position")
    return Position.parse(text, game, checkers)


def _cube_told(acts: list[Act]) -> Iterator[Act]:
    """A double that answers a double is a beaver, one that answers a beaver a raccoon; a throw after them takes."""
    doubled: CubeAct | None = None
    for act in acts:
        told = act
        if isinstance(act, CubeAct) and act.kind in _RAISES:
            kind = min(_RAISES.index(doubled.kind) + 1, 2) if doubled else 0
            told = doubled = replace(act, kind=_RAISES[kind])
        elif doubled and not isinstance(act, Gave):
            if doubled.kind != "double" and isinstance(act, Thrown):
                yield CubeAct(doubled.side.other, "take")
            doubled = None
        yield told


def _giving_up(acts: Iterable[Act]) -> Iterator[Act]:
    """Programs differ in whose column a resignation stands in: who then wins has not resigned."""
    acts = tuple(acts)
    winner = next((act.side for act in acts if isinstance(act, Won)), None)
    for act in acts:
        yield replace(act, side=winner.other) if isinstance(act, Gave) and winner else act
