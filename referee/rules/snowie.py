"""Snowie's position line, which carries an illegal play that stands through a `.mat` file (formats.md 4.1).

40 fields, each closed by a semicolon: match length, Jacoby, 0, 0, turn, first name, other name, Crawford, two scores,
cube, cube owner, 26 counts (other side's bar, points 1–24, own bar; first-named side positive), two dice. The side that
throws next is named first. `turn` is 0 if that is the right column's player and 1 if the left's: otherwise gnubg 1.07
reads a mirrored board.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from referee.rules.board import BAR, POINTS
from referee.rules.cube import Cube
from referee.rules.errors import NotationError
from referee.rules.position import Place, Position
from referee.rules.result import Points
from referee.rules.side import Side

_FIELDS = 40
_COUNTS = slice(12, 38)


class PositionLine(NamedTuple):
    """What a position line says; `on_roll` is the side named first, `left` the left column's colour."""

    length: int
    on_roll: Side
    left: Side
    names: Mapping[Side, str]
    points: Mapping[Side, Points]
    crawford: bool
    cube: Cube
    position: Position


def position_line(line: PositionLine) -> str:
    """Write a position line; of the names only letters and digits stay: other readers take the rest for marks."""
    first, second = line.on_roll, line.on_roll.other
    owner = {first: 1, second: -1}.get(line.cube.owner, 0) if line.cube.owner else 0
    own, other = line.position.counts(first), line.position.counts(second)
    counts = [-other[BAR], *(own[point] - other[25 - point] for point in POINTS), own[BAR]]
    names = [re.sub(r"\W+", "_", line.names[side]) for side in (first, second)]
    fields = (
        line.length, 0, 0, 0, int(first is line.left), *names,
        int(line.crawford), *(f"{line.points[side]:g}" for side in (first, second)),
        line.cube.value, owner, *counts, 0, 0,
    )  # fmt: skip
    return "".join(f"{field};" for field in fields)


def read_position_line(text: str, on_roll: Side, game: str, checkers: int) -> Position:
    """The position of a line whose first-named side is `on_roll`. Raises NotationError, PositionError."""
    fields = text.strip().rstrip(";").split(";")
    if len(fields) != _FIELDS:
        raise NotationError(f"position line {text!r}: it has {_FIELDS} fields, not {len(fields)}")
    try:
        counts = [int(field) for field in fields[_COUNTS]]
    except ValueError:
        raise NotationError(f"position line {text!r}: fields 13 to 38 are whole numbers") from None
    own: dict[Place, int] = {point: counts[point] for point in POINTS if counts[point] > 0}
    other: dict[Place, int] = {25 - point: -counts[point] for point in POINTS if counts[point] < 0}
    own["bar"], other["bar"] = counts[BAR], -counts[0]
    white, black = (own, other) if on_roll is Side.W else (other, own)
    return Position.of(game, white, black, checkers=checkers)
