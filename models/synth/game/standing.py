"""Who stands where: every checker by its number, on points, on the bar and off, and what the rules call that."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from models.synth.game.script import ScriptError
from models.synth.scene import Shade
from referee.rules.board import BAR, OFF, POINTS
from referee.rules.game import Contact
from referee.rules.games import find_game
from referee.rules.position import Place, Position
from referee.rules.side import Side

Spot: TypeAlias = tuple[str, str]
"""A slot's name or `bar` or `off`, and for the latter two the side, else an empty text."""
SHADE: dict[Side, Shade] = {Side.W: "L", Side.B: "D"}
_COLUMNS = 12


@dataclass(frozen=True)
class Checkers:
    """The checkers of one game. `piles`: at each spot their numbers, in the order in which they were put down."""

    game: str
    sides: tuple[Side, ...]
    piles: Mapping[Spot, tuple[int, ...]]

    def at(self, side: Side, place: int) -> tuple[int, ...]:
        """Who is at a side's place (25 bar, 0 off), both sides' checkers, the first put down first."""
        return self.piles.get(spot_of(self.game, side, place), ())

    def moved(self, number: int, end: Spot) -> "Checkers":
        """With one checker somewhere else, put down last there."""
        piles = {spot: tuple(each for each in pile if each != number) for spot, pile in self.piles.items()}
        piles[end] = (*piles.get(end, ()), number)
        return Checkers(self.game, self.sides, {spot: pile for spot, pile in piles.items() if pile})

    def taken(self, side: Side, start: int) -> int:
        """The checker that a side's hand takes from a place: its own that was put down last.

        :raises ScriptError: when there is none, or another lies on it.
        """
        pile = self.at(side, start)
        own = [number for number in pile if self.sides[number] is side]
        if not own:
            raise ScriptError(f"{side.colour} has no checker on its {start} to move")
        if pile[0] == own[-1] and len(pile) > len(own):
            raise ScriptError(f"{side.colour}'s checker on its {start} is pinned")
        return own[-1]

    def met(self, side: Side, end: int) -> int | None:
        """The lone opposing checker that a side's checker hits or pins on a point.

        :raises ScriptError: when the point is the opponent's.
        """
        theirs = [number for number in self.at(side, end) if self.sides[number] is not side]
        own = [number for number in self.at(side, end) if self.sides[number] is side]
        if end in (BAR, OFF) or not theirs:
            return None
        contact = find_game(self.game).contact
        if contact is Contact.PIN and len(theirs) == 1 and self.at(side, end)[0] == theirs[0]:
            return theirs[0] if not own else None
        if contact is Contact.HIT and len(theirs) == 1:
            return theirs[0]
        raise ScriptError(f"{side.colour}'s {end} holds the other side's checkers")

    @property
    def position(self) -> Position:
        """What the rules call it."""
        counts: dict[Side, dict[Place, int]] = {side: {} for side in Side}
        pinned = []
        for side, place, pile in self._places():
            own = sum(self.sides[number] is side for number in pile)
            if not own:
                continue
            name: Place = "bar" if place == BAR else "off" if place == OFF else place
            counts[side][name] = own
            if own == 1 and len(pile) > 1 and place in POINTS and self.sides[pile[0]] is side:
                pinned.append((side, place))
        return Position.of(
            self.game, counts[Side.W], counts[Side.B], checkers=sum(s is Side.W for s in self.sides), pinned=pinned
        )

    def _places(self) -> Iterator[tuple[Side, int, tuple[int, ...]]]:
        for side in Side:
            for place in (*POINTS, BAR, OFF):
                if pile := self.at(side, place):
                    yield side, place, pile


def standing_as(position: Position) -> Checkers:
    """The checkers of a position, numbered White's first; a prisoner was put down first on its point."""
    sides = (Side.W,) * position.checkers + (Side.B,) * position.checkers
    piles: dict[Spot, tuple[int, ...]] = {}
    number = 0
    for side in Side:
        for place in (*reversed(POINTS), BAR, OFF):
            name: Place = "bar" if place == BAR else "off" if place == OFF else place
            count = position.count(side, name)
            spot = spot_of(position.game, side, place)
            new = tuple(range(number, number + count))
            number += count
            if new:
                before = piles.get(spot, ())
                piles[spot] = (*new, *before) if (side, place) in position.pinned else (*before, *new)
    return Checkers(position.game, sides, piles)


def spot_of(game: str, side: Side, place: int) -> Spot:
    """Where a side's place is in the picture; White sits at the bottom with its home at the bottom right."""
    if place in (BAR, OFF):
        return ("bar" if place == BAR else "off", side.value)
    white = place if side is Side.W else find_game(game).facing[place]
    if white <= _COLUMNS:
        return f"bottom[{_COLUMNS - white}]", ""
    return f"top[{white - _COLUMNS - 1}]", ""
