"""Rows of six or more neighbouring points, the blocks of the games in which both sides go the same way round."""

import re

from referee.rules.board import Turn

SIX = 6
_HELD = bytes([0] + [1] * 255)
_ROW = re.compile(rb"\x01{6,}")


def rows_of_six(own: bytes) -> list[range]:
    """The rows of six or more held by `own` (counts by place) along the opponent's route, each as a range of the
    opponent's numbers, lowest first; the ends of the route are not joined (rules.md L4)."""
    held = (own[13:25] + own[1:13]).translate(_HELD)
    return [range(row.start() + 1, row.end() + 1) for row in _ROW.finditer(held)]


def rows_made(turn: Turn, own: bytes) -> list[range]:
    """Those of the rows that this turn builds or lengthens: some point of them was not held before (rules.md L4)."""
    return [row for row in rows_of_six(own) if not all(_held_before(turn, row))]


def rows_left(turn: Turn, own: bytes) -> list[range]:
    """Those of the rows that stood already."""
    return [row for row in rows_of_six(own) if all(_held_before(turn, row))]


def row_name(turn: Turn, row: range) -> str:
    """The row's ends in the mover's numbers, along the opponent's route: `from 18 to 13`."""
    facing = turn.game.facing
    return f"from {facing[row[-1]]} to {facing[row[0]]}"


def _held_before(turn: Turn, row: range) -> list[bool]:
    facing = turn.game.facing
    return [turn.before.own[facing[point]] > 0 for point in row]
