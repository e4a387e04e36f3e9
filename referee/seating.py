"""Who sits where: the picture's slots and halves ⇄ each side's points."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from calibration.profile import Seats, WhiteEdge, WhiteHome
from referee.rules.games import find_game
from referee.rules.position import Position
from referee.rules.side import Side
from vision.observation import SLOTS, Observation, Shade

LEAST_FIT, SURE_FIT = 0.5, 0.75
"""Shares of checkers on their starting points: below the first of those seen the seats are doubted, from the second of
all there are others are believed.
"""
Half = Literal["left-half", "right-half"]
_OTHER: dict[Shade, Shade] = {"L": "D", "D": "L"}


_ACROSS: dict[WhiteEdge, WhiteEdge] = {"bottom": "top", "top": "bottom"}
_OPPOSITE: dict[WhiteHome, WhiteHome] = {
    "bottom-right": "top-left",
    "top-left": "bottom-right",
    "bottom-left": "top-right",
    "top-right": "bottom-left",
}


@dataclass(frozen=True)
class Seating:
    """The seats of one game. White's points 1–6 lie in `seats.white_home`, the rest follows round the board."""

    seats: Seats
    game: str

    @cached_property
    def _white_slots(self) -> tuple[str, ...]:
        """The slot of White's point n at index n - 1."""
        row, half = self.seats.white_home.split("-")
        far = "top" if row == "bottom" else "bottom"
        columns = range(11, -1, -1) if half == "right" else range(12)
        near = [f"{row}[{i}]" for i in columns]
        return (*near, *(f"{far}[{i}]" for i in reversed(columns)))

    @cached_property
    def _facing(self) -> tuple[int, ...]:
        return find_game(self.game).facing

    def slot(self, side: Side, point: int) -> str:
        """The slot of a side's point 1–24."""
        return self._white_slots[(point if side is Side.W else self._facing[point]) - 1]

    def point(self, side: Side, slot: str) -> int:
        """The side's number of a slot."""
        white = self._white_slots.index(slot) + 1
        return white if side is Side.W else self._facing[white]

    def side(self, shade: Shade) -> Side:
        """Whose checkers have this shade."""
        return Side.W if shade == self.seats.white_shade else Side.B

    def shade(self, side: Side) -> Shade:
        """The shade of a side's checkers."""
        white: Shade = self.seats.white_shade
        return white if side is Side.W else _OTHER[white]

    def right_half(self, side: Side) -> Half:
        """The half of the picture to the right of a seated side (rules.md T2)."""
        at_bottom = (self.seats.white_edge == "bottom") == (side is Side.W)
        return "right-half" if at_bottom else "left-half"

    def home_half(self, side: Side) -> Half:
        """The half of the picture with the side's home."""
        column = int(self.slot(side, 1).split("[")[1].rstrip("]"))
        return "right-half" if column >= 6 else "left-half"

    def stacks(self, position: Position, *, hidden: bool = True) -> dict[str, str]:
        """Slot → its checkers as in a truth file (`""`, `"L3"`); both shades on one point are joined.

        Not `hidden` leaves out the prisoners, as a camera does: their pinners lie on them.
        """
        found = dict.fromkeys(SLOTS, "")
        for side in Side:
            for point in range(1, 25):
                count = position.count(side, point)
                if count and (hidden or (side, point) not in position.pinned):
                    found[self.slot(side, point)] += f"{self.shade(side)}{count}"
        return found

    def picture(self, position: Position) -> dict[str, object]:
        """The position in the picture's orientation, in the form of a truth file."""
        stacks = self.stacks(position)
        return {
            "top": [stacks[f"top[{i}]"] for i in range(12)],
            "bottom": [stacks[f"bottom[{i}]"] for i in range(12)],
            "bar": self._by_shade({side: position.count(side, "bar") for side in Side}),
            "off": self._by_shade({side: position.count(side, "off") for side in Side}),
        }

    def fit_to_start(self, observation: Observation, least: int = 0) -> float:
        """The share of the seen checkers that stand where the game's start has them; 0 while none is seen.

        Fewer than `least` count as so many.
        """
        start, seen, fitting = find_game(self.game).start, 0, 0
        for slot, reading in observation.slots.items():
            if reading.best and reading.best.shade:
                wanted = start.get(self.point(self.side(reading.best.shade), slot), 0)
                seen += reading.best.count
                fitting += min(reading.best.count, wanted)
        return fitting / max(seen, least) if seen else 0.0

    def turned(self) -> "Seating":
        """The other colour at each seat: White sits, and has its home, across the board (rules.md §2, next game)."""
        seats = Seats(self.seats.white_shade, _ACROSS[self.seats.white_edge], _OPPOSITE[self.seats.white_home])
        return Seating(seats, self.game)

    def turned_to_start(self, observation: Observation, checkers: int) -> "Seating":
        """This seating, or the one with White's home elsewhere if only that makes sense of a board set up for a game
        with so many checkers a side. White sits at its home's edge if it did so before, else across from it.
        """
        if self.fit_to_start(observation) >= LEAST_FIT:
            return self
        fits = {one: one.fit_to_start(observation, 2 * checkers) for one in map(self._with_home, get_args(WhiteHome))}
        best = max(fits, key=lambda one: fits[one])
        return best if fits[best] >= SURE_FIT else self

    def _with_home(self, home: WhiteHome) -> "Seating":
        stays = home.split("-")[0] == self.seats.white_home.split("-")[0]
        edge = self.seats.white_edge if stays else _ACROSS[self.seats.white_edge]
        return Seating(Seats(self.seats.white_shade, edge, home), self.game)

    def _by_shade(self, counts: Mapping[Side, int]) -> dict[str, int]:
        return {shade: counts[self.side(shade)] for shade in _OTHER}
