"""The ways in which people number the points, for printing (rules.md §1): positions and plays are read in their own."""

import re
from enum import StrEnum

from referee.rules.games import find_game
from referee.rules.side import Side

_PLACE = re.compile(r"\b(\d+)(?=:)")
_STOP = re.compile(r"(?<![\d(])(\d+)(?![\d)])")


class Numbering(StrEnum):
    """`own`: each side from its own view. The others number the board once for both: `white` as White sees it (long
    nardy's heads 24 and 12, homes 1–6 and 13–18: S0 A), `along` the way White goes (heads 1 and 13, homes 19–24 and
    7–12: S0 B, S2, S3).
    """

    OWN = "own"
    WHITE = "white"
    ALONG = "along"


def numbered_point(point: int, side: Side, game: str, numbering: Numbering) -> int:
    """What a side's own point 1–24 is called. Raises GameError."""
    if numbering is Numbering.OWN:
        return point
    white = point if side is Side.W else find_game(game).facing[point]
    return white if numbering is Numbering.WHITE else 25 - white


def numbered_play(text: str, side: Side, game: str, numbering: Numbering) -> str:
    """A play's text, `24/18(2) 6/off`, in another numbering. Raises GameError."""
    return _STOP.sub(lambda stop: str(numbered_point(int(stop[1]), side, game, numbering)), text)


def numbered_position(text: str, game: str, numbering: Numbering) -> str:
    """A position's text in another numbering, its places still in the order of the side's own way. Raises GameError."""
    halves = [half.strip() for half in text.split("|")]

    def half(words: str) -> str:
        side = Side(words[0])
        return _PLACE.sub(lambda place: str(numbered_point(int(place[1]), side, game, numbering)), words)

    return " | ".join(map(half, halves))
