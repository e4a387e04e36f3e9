"""gnubg's match ID (formats.md 4.2): 12 characters that hold what the position ID leaves out: cube, score, dice, turn.

72 bits, least significant first in each byte: 4 the cube's power of two, 2 its owner (0, 1, 3 nobody), 1 who is on
roll, 1 Crawford game, 3 state of the game, 1 whose decision it is, 1 double offered, 2 resignation offered, 3 + 3 dice,
15 length, 15 + 15 scores, 1 no Jacoby. gnubg's player 0, the left column of a `.mat` file and White in SGF, is White.
"""

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from referee.rules.cube import Cube
from referee.rules.dice import Dice
from referee.rules.errors import NotationError
from referee.rules.side import Side

_ID = re.compile(r"[A-Za-z0-9+/]{12}")
_WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1)
_NOBODY = 3
_SIDES = tuple(Side)


class GameState(IntEnum):
    """How far the game has come."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


@dataclass(frozen=True)
class MatchId:
    """What a match ID says. `on_roll` throws next or has thrown, `deciding` has to act now: the other side after a
    double or a resignation was offered. `resigned` is 1 to 3 while one is offered. `length` 0 is money play.
    """

    on_roll: Side
    deciding: Side
    cube: Cube = field(default_factory=Cube)
    dice: Dice | None = None
    white_points: int = 0
    black_points: int = 0
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    doubled: bool = False
    resigned: int = 0
    state: GameState = GameState.PLAYING


def match_id(match: MatchId) -> str:
    """Write a match ID. Raises NotationError for a cube, a score or a length that it cannot hold."""
    power = match.cube.value.bit_length() - 1
    if match.cube.value != 1 << power or power > 15:
        raise NotationError(f"a cube on {match.cube.value} has no match ID; its values are powers of two up to 32768")
    owner = _NOBODY if match.cube.owner is None else _SIDES.index(match.cube.owner)
    dice = (match.dice.high, match.dice.low) if match.dice else (0, 0)
    values = (
        power, owner, _SIDES.index(match.on_roll), match.crawford, match.state, _SIDES.index(match.deciding),
        match.doubled, match.resigned, *dice, match.length, match.white_points, match.black_points, not match.jacoby,
    )  # fmt: skip
    for value, width in zip(values, _WIDTHS, strict=True):
        if not 0 <= value < 1 << width:
            raise NotationError(f"{value} does not fit in a match ID; scores and lengths go up to 32767")
    bits = "".join(f"{value:0{width}b}"[::-1] for value, width in zip(values, _WIDTHS, strict=True)).ljust(72, "0")
    return base64.b64encode(bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, 72, 8))).decode()


def parse_match_id(text: str) -> MatchId:
    """Read a match ID. Raises NotationError."""
    if not _ID.fullmatch(text):
        raise NotationError(f"match ID {text!r}: it has 12 characters such as cAkAAAAAAAAE")
    try:
        key = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise NotationError(f"match ID {text!r} cannot be read: {error}") from None
    power, owner, on_roll, crawford, state, deciding, doubled, resigned, die, other, *score = _values(key)
    if state > max(GameState) or max(die, other) > 6 or (die == 0) != (other == 0):
        raise NotationError(f"match ID {text!r}: it holds dice or a state of the game that there is not")
    length, white, black, no_jacoby = score
    whose = _SIDES[owner] if owner < len(_SIDES) else None
    cube, dice = Cube(1 << power, whose, whose is not None), Dice(die, other) if die else None
    return MatchId(
        _SIDES[on_roll], _SIDES[deciding], cube, dice,
        white, black, length, bool(crawford), not no_jacoby, bool(doubled), resigned, GameState(state),
    )  # fmt: skip


def _values(key: bytes) -> Iterator[int]:
    bits = "".join(f"{byte:08b}"[::-1] for byte in key)
    at = 0
    for width in _WIDTHS:
        yield int(bits[at : at + width][::-1], 2)
        at += width
