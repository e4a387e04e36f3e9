"""Other ways to write a backgammon position: gnubg's position ID and XGID (formats.md 4.2), and the text of a play."""

import base64
import binascii
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.rules.board import BAR, OFF, POINTS
from referee.rules.cube import Cube
from referee.rules.dice import Dice
from referee.rules.errors import NotationError
from referee.rules.game_ids import BACKGAMMON_ID
from referee.rules.match_id import parse_match_id
from referee.rules.play_text import NO_MOVE
from referee.rules.position import Place, Position
from referee.rules.side import Side

_ID = re.compile(r"[A-Za-z0-9+/]{14}")
_BITS = 80
_HOP = re.compile(r"(?:(bar|\d{1,2})((?:/(?:bar|off|\d{1,2})\*?)+))(?:\((\d)\))?", re.IGNORECASE)


class Hop(NamedTuple):
    """One checker from a place to another in the mover's numbers; the bar is 25, off is 0; `hit` as written."""

    start: int
    end: int
    hit: bool


@dataclass(frozen=True)
class Xgid:
    """What an XGID says. White is its upper-case side. `action` keeps a dice field that is no throw, such as `D`."""

    position: Position
    cube: Cube
    turn: Side
    dice: Dice | None
    white_points: int
    black_points: int
    rules: int
    length: int
    max_cube: int
    action: str = "00"


def read_position(text: str, game: str, turn: Side | None, checkers: int = 15) -> tuple[Position, Side]:
    """A position in any accepted form and the side on roll: `turn` if given, else the XGID's or match ID's, else White.

    A gnubg position ID is read with that side on roll; its match ID may follow after a colon.
    Raises PositionError, NotationError, GameError.
    """
    text = text.strip()
    if game == BACKGAMMON_ID and text.upper().startswith("XGID="):
        xgid = parse_xgid(text, checkers)
        return xgid.position, turn or xgid.turn
    identifier, colon, match = text.partition(":")
    if game == BACKGAMMON_ID and _ID.fullmatch(identifier):
        side = turn or (parse_match_id(match).on_roll if colon else Side.W)
        return parse_position_id(identifier, side, checkers), side
    side = turn or Side.W
    return Position.parse(text, game, checkers), side


def position_id(position: Position, on_roll: Side) -> str:
    """gnubg's 14 characters: the opponent's counts, then those of the side on roll, points 1–24 and bar in unary."""
    sides = (position.counts(on_roll.other), position.counts(on_roll))
    bits = "".join("1" * count + "0" for counts in sides for count in counts[1:])
    if len(bits) > _BITS:
        raise NotationError("a gnubg position ID holds at most 15 checkers a side")
    bits = bits.ljust(_BITS, "0")
    key = bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, _BITS, 8))
    return base64.b64encode(key).decode()[:14]


def parse_position_id(text: str, on_roll: Side, checkers: int = 15) -> Position:
    """The position of a gnubg position ID. Raises NotationError, PositionError."""
    if not _ID.fullmatch(text):
        raise NotationError(f"position ID {text!r}: it has 14 characters such as 4HPwATDgc/ABMA")
    try:
        key = base64.b64decode(text + "==", validate=True)
    except binascii.Error as error:
        raise NotationError(f"position ID {text!r} cannot be read: {error}") from None
    runs = "".join(f"{byte:08b}"[::-1] for byte in key).split("0")
    if len(runs) <= 50 or any(runs[50:]):
        raise NotationError(f"position ID {text!r}: it holds more than 15 checkers a side")
    counts = [len(run) for run in runs]
    return _position({on_roll.other: counts[:25], on_roll: counts[25:50]}, checkers)


def _position(points_and_bar: dict[Side, Sequence[int]], checkers: int) -> Position:
    given: dict[Side, dict[Place, int]] = {
        side: {**{point: counts[point - 1] for point in POINTS if counts[point - 1]}, "bar": counts[24]}
        for side, counts in points_and_bar.items()
    }
    return Position.of(BACKGAMMON_ID, given[Side.W], given[Side.B], checkers=checkers)


def parse_xgid(text: str, checkers: int = 15) -> Xgid:
    """Read `XGID=` and its ten fields (nine are accepted). Raises NotationError, PositionError."""
    fields = text.strip().removeprefix("XGID=").removeprefix("xgid=").split(":")
    if len(fields) not in (9, 10):
        raise NotationError(f"XGID {text!r}: it has 10 fields separated by colons, not {len(fields)}")
    board, thrown = fields[0], fields[4]
    if not re.fullmatch(r"[-A-Oa-o]{26}", board):
        raise NotationError(f"XGID {text!r}: its first field is 26 characters from -, A-O and a-o")
    try:
        level, owner, turn, *rest = (int(field) for field in (*fields[1:4], *fields[5:]))
    except ValueError:
        raise NotationError(f"XGID {text!r}: every field but the first and the dice is a whole number") from None
    if owner not in (-1, 0, 1) or turn not in (-1, 1) or not 0 <= level <= 15:
        raise NotationError(f"XGID {text!r}: the owner is -1, 0 or 1, the turn -1 or 1, the cube's power 0 to 15")
    white = [ord(sign) - ord("A") + 1 if sign.isupper() else 0 for sign in board]
    black = [ord(sign) - ord("a") + 1 if sign.islower() else 0 for sign in board]
    if white[0] or black[25]:
        raise NotationError(f"XGID {text!r}: the first character is lower case's bar, the last one upper case's")
    position = _position({Side.W: white[1:], Side.B: [*reversed(black[1:25]), black[0]]}, checkers)
    rolled = Dice.parse("-".join(thrown)) if re.fullmatch(r"[1-6]{2}", thrown) else None
    cube = Cube(2**level, {1: Side.W, -1: Side.B}.get(owner), owner != 0)
    ours, theirs, rules, length, *top = rest
    whose = Side.W if turn == 1 else Side.B
    return Xgid(position, cube, whose, rolled, ours, theirs, rules, length, top[0] if top else 10, thrown)


def xgid_text(xgid: Xgid) -> str:
    """Write an XGID. Raises NotationError for a cube that is not a power of two."""
    if xgid.cube.value & (xgid.cube.value - 1):
        raise NotationError(f"a cube on {xgid.cube.value} has no XGID; its values are powers of two")
    white, black = xgid.position.white, xgid.position.black
    signs = [chr(ord("a") + black[BAR] - 1) if black[BAR] else "-"]
    for point in (*POINTS, BAR):
        theirs = black[25 - point] if point != BAR else 0
        held = (ord("A") + white[point] - 1) if white[point] else (ord("a") + theirs - 1) if theirs else ord("-")
        signs.append(chr(held))
    sign = {Side.W: 1, Side.B: -1, None: 0}
    thrown = f"{xgid.dice.high}{xgid.dice.low}" if xgid.dice else xgid.action
    fields = (
        xgid.cube.value.bit_length() - 1, sign[xgid.cube.owner], sign[xgid.turn], thrown,
        xgid.white_points, xgid.black_points, xgid.rules, xgid.length, xgid.max_cube,
    )  # fmt: skip
    return ":".join([f"XGID={''.join(signs)}", *map(str, fields)])


def parse_play(text: str) -> tuple[Hop, ...]:
    """Read a play such as `24/18 13/11*`, `bar/22`, `6/off`, `8/5(2)`, also `25/` and `/0`. Raises NotationError."""
    if text.strip() == NO_MOVE:
        return ()
    hops: list[Hop] = []
    for word in text.split():
        found = _HOP.fullmatch(word)
        if found is None:
            raise NotationError(f"play {text!r}: {word!r} is no move; write 24/18, bar/22, 6/off or 8/5(2)")
        places = [_place(text, found[1]), *(_place(text, end) for end in found[2].split("/")[1:])]
        hits = [end.endswith("*") for end in found[2].split("/")[1:]]
        chain = [Hop(start, end, hit) for start, end, hit in zip(places, places[1:], hits, strict=False)]
        hops += chain * int(found[3] or 1)
    return tuple(hops)


def _place(text: str, word: str) -> int:
    name = word.rstrip("*").lower()
    place = {"bar": BAR, "off": OFF}.get(name)
    if place is None:
        place = int(name)
    if not OFF <= place <= BAR:
        raise NotationError(f"play {text!r}: there is no place {place}; points are 1 to 24, 25 the bar, 0 off")
    return place
