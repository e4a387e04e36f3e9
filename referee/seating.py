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
"""Shares of checkers on their starting points: below the first the seats are doubted, from the second others are
believed.
"""
Half = Literal["left-half", "right-half"]
_OTHER: dict[Shade, Shade] = {"L": "D", "D": "L"}


def _edge(home: WhiteHome) -> WhiteEdge:
    return "bottom" if home.startswith("bottom") else "top"


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

    def stacks(self, position: Position) -> dict[str, str]:
        """Slot → its checkers as in a truth file (`""`, `"L3"`); both shades on one point are joined."""
        found = dict.fromkeys(SLOTS, "")
        for side in Side:
            for point in range(1, 25):
                if count := position.count(side, point):
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

    def fit_to_start(self, observation: Observation) -> float:
        """The share of the seen checkers that stand where the game's start has them; 0 while none is seen."""
        start, seen, fitting = find_game(self.game).start, 0, 0
        for slot, reading in observation.slots.items():
            if reading.best and reading.best.shade:
                wanted = start.get(self.point(self.side(reading.best.shade), slot), 0)
                seen += reading.best.count
                fitting += min(reading.best.count, wanted)
        return fitting / seen if seen else 0.0

    def turned_to_start(self, observation: Observation) -> "Seating":
        """This seating, or the one with White's home elsewhere if only that makes sense of a board set up for a game.

        White then sits where White's home is.
        """
        if self.fit_to_start(observation) >= LEAST_FIT:
            return self
        seats = [Seats(self.seats.white_shade, _edge(home), home) for home in get_args(WhiteHome)]
        best = max((Seating(each, self.game) for each in seats), key=lambda each: each.fit_to_start(observation))
        return best if best.fit_to_start(observation) >= SURE_FIT else self

    def _by_shade(self, counts: Mapping[Side, int]) -> dict[str, int]:
        return {shade: counts[self.side(shade)] for shade in _OTHER}
