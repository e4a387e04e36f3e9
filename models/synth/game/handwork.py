"""What a player's hands do: they take checkers up, carry them or slide them along the board, and put them down."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from models.synth.game import grip
from models.synth.game.kit import Kit, seat
from models.synth.game.layout import place_in, places_of
from models.synth.game.performance import checker_at
from models.synth.game.script import Move, ScriptError
from models.synth.game.standing import Spot, spot_of, standing_as
from models.synth.game.track import Path
from models.synth.scene import CheckerPlace
from models.synth.studio.shapes import Floats
from referee.rules.board import BAR, OFF
from referee.rules.errors import RulesError
from referee.rules.game import Contact
from referee.rules.games import find_game
from referee.rules.position import Position
from referee.rules.side import Side

TOUCH_S = 0.12
"""How long a hand stops to take or put something down, s."""
_GRIP = 0.8
"""Where fingers hold a checker, in its height."""
_TOUCHING = 0.97
"""How near two checkers may pass each other, in diameters."""
Held = dict[Path, tuple[float, float, float]]


class Handwork:
    """The checkers and both players' hands as they are at `now`, s."""

    def __init__(self, game: str, kit: Kit, seed: int, position: str | None = None) -> None:
        try:
            begins = Position.parse(position, game) if position else Position.start(game)
        except RulesError as error:
            raise ScriptError(f"the script's position: {error}") from error
        self.game, self.kit, self.seed = game, kit, seed
        self.now = 0.0
        self.start = self.checkers = standing_as(begins)
        places = places_of(self.checkers, kit, seed)
        self._spins = tuple(places[number].spin for number in range(len(places)))
        self._paths = [Path((places[n].x, places[n].y, places[n].z)) for n in range(len(places))]
        size = kit.top.geometry
        out = [grip.outside(size, side) for side in Side]
        self._hands = [
            Path(grip.point(place), self.turned(side)(float(place[0]))) for side, place in zip(Side, out, strict=True)
        ]

    def places(self) -> tuple[CheckerPlace, ...]:
        """Where the checkers are now."""
        slots = {number: spot[0] for spot, pile in self.checkers.piles.items() for number in pile}
        return tuple(
            checker_at(path.last, self.start.sides[number], self._spins[number], slots[number])
            for number, path in enumerate(self._paths)
        )

    def reach(self, side: Side, move: Move, style: str) -> list[dict[str, Any]]:
        """One reach: several checkers may be carried together; who is hit goes to the bar first."""
        begun, told = self.now, []
        met = self.checkers.met(side, move.end)
        hit = met if met is not None and find_game(self.game).contact is Contact.HIT else None
        if hit is not None:
            self._carry(side, [hit], ("bar", side.other.value), "air")
        numbers: list[int] = []
        checkers = self.checkers
        for _ in range(move.count):
            numbers.append(checkers.taken(side, move.start))
            checkers = checkers.moved(numbers[-1], ("hand", ""))
        taken = self.now
        self._carry(side, numbers, spot_of(self.game, side, move.end), style)
        for number in reversed(numbers):
            told.append({
                "checker": number, "from": _name(move.start), "to": _name(move.end), "t": round(taken, 3),
                "end": round(self.now, 3),
            })  # fmt: skip
        if hit is not None:
            told[0] |= {"hit": hit, "t": round(begun, 3)}
        elif met is not None:
            told[0] |= {"pinned": met}
        return told

    def _carry(self, side: Side, numbers: Sequence[int], end: Spot, style: str) -> None:
        """Take checkers up one by one, the last lowest in the hand, and put them down, the lowest first."""
        hand, high = self._hands[seat(side)], self.kit.top.checker_height
        held: list[int] = []
        for number in numbers:
            hold = self._paths[number].last + np.array((0.0, 0.0, _GRIP * high))
            self.now = self._go(hand, side, hold, self._held(held), lowest=not held)
            held.insert(0, number)
            self._rest(hand, held)
        for number in list(held):
            self.checkers = self.checkers.moved(number, end)
            place = place_in(self.checkers, end, len(self.checkers.piles[end]) - 1, kit=self.kit, seed=self.seed)
            goal = np.array((place.x, place.y, place.z + _GRIP * high))
            self.now = self._go(hand, side, goal, self._held(held), sliding=style == "slide" and len(held) == 1)
            self._rest(hand, held)
            held.remove(number)

    def _held(self, numbers: Sequence[int]) -> Held:
        high = self.kit.top.checker_height
        return {self._paths[number]: (0.0, 0.0, (level - _GRIP) * high) for level, number in enumerate(numbers)}

    def _rest(self, hand: Path, held: Sequence[int]) -> None:
        self.now += TOUCH_S
        for path in (hand, *(self._paths[number] for number in held)):
            path.stay(self.now)

    def _go(
        self, hand: Path, side: Side, goal: Floats, held: Held,
        *, sliding: bool = False, lowest: bool = True,
    ) -> float:  # fmt: skip
        """The hand goes somewhere with what it holds; sliding only where no checker is in the way."""
        start = hand.last
        if not held:
            way = (
                grip.straight(start, goal)
                if _is_out(start, self.kit) or _is_out(goal, self.kit)
                else grip.over(start, goal)
            )
            return grip.travel(hand, self.now, grip.reach_s(start, goal), way, turned=self.turned(side))
        free = sliding and self._is_free(start, goal, held)
        way = grip.around(start, goal) if free else grip.over(start, goal)
        seconds = grip.carry_s(start, goal)
        return grip.travel(hand, self.now, seconds, way, turned=self.turned(side), carried=held)

    def _is_free(self, start: Floats, goal: Floats, held: Held) -> bool:
        """Can a checker slide straight on without meeting another, the bar or a step between levels?"""
        top = self.kit.top
        left, right = top.geometry.bar_x
        if abs(start[2] - goal[2]) > 0.5 or (start[0] < left) != (goal[0] < right):
            return False
        others = [
            path.last[:2]
            for path in self._paths
            if path not in held and abs(path.last[2] + _GRIP * top.checker_height - start[2]) < top.checker_height
        ]
        corner, room = np.array((goal[0], start[1])), _TOUCHING * top.geometry.checker_diameter
        legs = ((start[:2], corner), (corner, goal[:2]))
        return all(grip.distance(other, *leg) > room for other in others for leg in legs)

    def turned(self, side: Side) -> Callable[[float], Floats]:
        """How a side's hand is turned over an x, mm."""
        hand, size = self.kit.hands[seat(side)], self.kit.top.geometry
        return lambda x: grip.hand_turn(hand, side, size, x)


def _is_out(place: Floats, kit: Kit) -> bool:
    return not -grip.OUTSIDE_MM / 2 < place[1] < kit.top.geometry.field_height + grip.OUTSIDE_MM / 2


def _name(place: int) -> int | str:
    return "bar" if place == BAR else "off" if place == OFF else place
