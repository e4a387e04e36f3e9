"""A position: where every checker stands. Text form as interfaces.md says."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from referee.rules.board import BAR, OFF, POINTS, Board, place_name
from referee.rules.errors import PositionError
from referee.rules.game import Contact, Game
from referee.rules.games import find_game
from referee.rules.side import Side

__all__ = ["Place", "Position", "Side"]

Place = int | Literal["bar", "off"]
_TOKEN = re.compile(r"([0-9]{1,9}|bar|off):([0-9]{1,9})(p?)")
_MAX_CHECKERS = 15
_NO_PINS: frozenset[tuple[Side, int]] = frozenset()


@dataclass(frozen=True)
class Position:
    """All checkers of both sides; counts by place from each side's own view (index 0 off, 1–24, 25 the bar).

    Made by `parse`, `of` or `start`, which check it; `pinned` holds (side, own point) of each prisoner.
    """

    game: str
    white: tuple[int, ...]
    black: tuple[int, ...]
    pinned: frozenset[tuple[Side, int]] = _NO_PINS

    @classmethod
    def start(cls, game: str, checkers: int = _MAX_CHECKERS) -> "Position":
        """The starting position; with fewer checkers a side those nearest home are left out.

        Raises PositionError, GameError.
        """
        places: dict[Place, int] = {}
        left = checkers
        for point, count in sorted(find_game(game).start.items(), reverse=True):
            places[point] = min(count, left)
            left -= places[point]
        return cls.of(game, places, places, checkers=checkers)

    @classmethod
    def of(
        cls,
        game: str,
        white: Mapping[Place, int],
        black: Mapping[Place, int],
        *,
        checkers: int = 15,
        pinned: Collection[tuple[Side, int]] = (),
        mixed: bool = False,
    ) -> "Position":
        """Build from counts; what is missing from `checkers` a side counts as off.

        `mixed` lets both sides stand on one point, and checkers on the bar of any game, as a camera may see them.
        Raises PositionError, GameError.
        """
        rules = find_game(game)
        if not 1 <= checkers <= _MAX_CHECKERS:
            raise PositionError(f"a side has 1 to {_MAX_CHECKERS} checkers, not {checkers}")
        counts = {side: _counts(side, given, checkers) for side, given in ((Side.W, white), (Side.B, black))}
        position = cls(game, counts[Side.W], counts[Side.B], frozenset(pinned))
        _check(position, rules, mixed)
        return position

    @classmethod
    def parse(cls, text: str, game: str, checkers: int = 15) -> "Position":
        """Read `W 24:2 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5`, in any order. Raises PositionError, GameError."""
        parts = [part.split() for part in text.split("|")]
        if len(parts) != 2 or sorted(part[0] for part in parts if part) != ["B", "W"]:
            raise PositionError(f"position {text!r}: write both sides, such as 'W 24:2 6:13 | B 24:2 6:13'")
        given: dict[Side, dict[Place, int]] = {}
        pinned: set[tuple[Side, int]] = set()
        for part in parts:
            side = Side(part[0])
            given[side] = {}
            for token in part[1:]:
                place, count, is_pinned = _token(side, token)
                if place in given[side]:
                    raise PositionError(f"{side.colour} has {place} twice; write each place once")
                given[side][place] = count
                if is_pinned:
                    pinned.add((side, int(place)))
        return cls.of(game, given[Side.W], given[Side.B], checkers=checkers, pinned=pinned)

    @property
    def text(self) -> str:
        """White, then Black; points 24 to 1, then bar and off when not zero."""
        return " | ".join(self._side_text(side) for side in Side)

    @property
    def checkers(self) -> int:
        """How many checkers each side plays with."""
        return sum(self.white)

    def counts(self, side: Side) -> tuple[int, ...]:
        """A side's 26 counts from its own view: off, points 1–24, bar."""
        return self.white if side is Side.W else self.black

    def count(self, side: Side, place: Place) -> int:
        """How many checkers a side has on a point of its own numbering, on the bar or off."""
        index = {"bar": BAR, "off": OFF}.get(place, place) if isinstance(place, str) else place
        if not isinstance(index, int) or (isinstance(place, int) and place not in POINTS):
            raise PositionError(f"there is no place {place!r}; use 1 to 24, 'bar' or 'off'")
        return self.counts(side)[index]

    def pips(self, side: Side) -> int:
        """The pip count: points still to travel; a checker on the bar has 25."""
        return sum(place * count for place, count in enumerate(self.counts(side)))

    def board(self, side: Side) -> Board:
        """The same position as `side` on the move sees it."""
        own_pinned = frozenset(point for who, point in self.pinned if who is side)
        opp_pinned = frozenset(point for who, point in self.pinned if who is not side)
        return Board(bytes(self.counts(side)), bytes(self.counts(side.other)), own_pinned, opp_pinned)

    def is_seen_as(self, seen: "Position") -> bool:
        """As `Board.is_seen_as`."""
        counts = self.game == seen.game and self.white == seen.white and self.black == seen.black
        return counts and seen.pinned <= self.pinned

    @classmethod
    def from_board(cls, board: Board, side: Side, game: str) -> "Position":
        """The position of a board that `side` sees."""
        own, opp = tuple(board.own), tuple(board.opp)
        white, black = (own, opp) if side is Side.W else (opp, own)
        if not board.own_pinned and not board.opp_pinned:
            return cls(game, white, black)
        pins = {(side, point) for point in board.own_pinned} | {(side.other, point) for point in board.opp_pinned}
        return cls(game, white, black, frozenset(pins))

    def _side_text(self, side: Side) -> str:
        counts = self.counts(side)
        places = [*reversed(POINTS), BAR, OFF]
        words = [
            f"{place_name(place)}:{counts[place]}{'p' if (side, place) in self.pinned else ''}"
            for place in places
            if counts[place]
        ]
        return " ".join([side.value, *words])

    def __str__(self) -> str:
        return self.text


def _token(side: Side, token: str) -> tuple[Place, int, bool]:
    found = _TOKEN.fullmatch(token)
    if found is None:
        raise PositionError(f"{side.colour}: {token!r} is no place and count; write 24:2, bar:1 or off:3")
    name, count, pin = found[1], int(found[2]), bool(found[3])
    if pin and (count != 1 or not name.isdigit()):
        raise PositionError(f"{side.colour}: {token!r}: a pinned checker stands alone on a point; write 24:1p")
    if name == "bar":
        return "bar", count, False
    if name == "off":
        return "off", count, False
    return int(name), count, pin


def _counts(side: Side, given: Mapping[Place, int], checkers: int) -> tuple[int, ...]:
    counts = [0] * 26
    for place, count in given.items():
        index = {"bar": BAR, "off": OFF}.get(place) if isinstance(place, str) else place
        if index is None or (isinstance(place, int) and place not in POINTS):
            raise PositionError(f"{side.colour}: there is no place {place!r}; points are 1 to 24, or bar and off")
        if count < 0:
            raise PositionError(f"{side.colour}: {place} has {count} checkers; a count is not below 0")
        counts[index] = count
    total = sum(counts)
    if total > checkers or ("off" in given and total != checkers):
        raise PositionError(f"{side.colour} has {total} checkers; this game is played with {checkers} a side")
    counts[OFF] += checkers - total
    return tuple(counts)


def _check(position: Position, rules: Game, mixed: bool) -> None:
    if rules.contact is not Contact.HIT and not mixed and (position.white[BAR] or position.black[BAR]):
        raise PositionError(f"{rules.id} has no checkers on the bar; nothing is hit in it")
    if position.pinned and rules.contact is not Contact.PIN:
        raise PositionError(f"{rules.id} has no pinned checkers; leave the 'p' out")
    for side, point in position.pinned:
        if not position.counts(side.other)[rules.facing[point]] or position.counts(side)[point] != 1:
            raise PositionError(f"{side.colour}'s checker on {point} is marked as pinned, but no opponent stands on it")
        if (side.other, rules.facing[point]) in position.pinned:
            raise PositionError(f"{side.colour}'s point {point}: only one of the two sides can be pinned there")
    if mixed:
        return
    for point in POINTS:
        facing = rules.facing[point]
        both = position.white[point] and position.black[facing]
        if both and (Side.W, point) not in position.pinned and (Side.B, facing) not in position.pinned:
            hint = "mark the pinned one as in 24:1p" if rules.contact is Contact.PIN else "only one side can hold it"
            raise PositionError(f"White's {point} and Black's {facing} are the same point; {hint}")
