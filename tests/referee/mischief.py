"""Positions that no legal play leads to: what careless and dishonest hands make of a board."""

import random
from collections.abc import Callable, Mapping, Sequence

from referee.rules.dice import Dice
from referee.rules.errors import PositionError
from referee.rules.plays import Play
from referee.rules.position import Place, Position
from referee.rules.score import winner_of
from referee.rules.side import Side

Counts = dict[Place, int]
TRIES = 200


class _Board:
    """Both sides' checkers, to be moved by no rule at all. Raises ValueError for what no board can hold."""

    def __init__(self, before: Position, side: Side) -> None:
        places: tuple[Place, ...] = (*range(1, 25), "bar")
        found = [{place: before.count(each, place) for place in places} for each in (side, side.other)]
        self.own, self.other = ({place: n for place, n in counts.items() if n} for counts in found)

    @staticmethod
    def lift(counts: Counts, place: Place) -> None:
        counts[place] -= 1
        if not counts[place]:
            del counts[place]

    def move(self, start: Place, end: Place, *, hits: bool = True) -> None:
        self.lift(self.own, start)
        if end == "off":
            return
        across: Place = 25 - end if isinstance(end, int) else "bar"
        if end != "bar" and across in self.other:
            if self.other[across] > 1:
                raise ValueError("the point is held")
            del self.other[across]
            if hits:
                self.other["bar"] = self.other.get("bar", 0) + 1
        self.own[end] = self.own.get(end, 0) + 1


def _on(start: Place, number: int) -> Place:
    point = (25 if isinstance(start, str) else start) - number
    return point if point > 0 else "off"


def _any(rng: random.Random, counts: Mapping[Place, int]) -> Place:
    if not counts:
        raise ValueError("no checker is left")
    return rng.choice(list(counts))


def _steps(numbers: Callable[[random.Random, Dice], list[int]], *, hits: bool = True) -> "Trick":
    def trick(board: _Board, rng: random.Random, dice: Dice) -> None:
        for number in numbers(rng, dice):
            start = _any(rng, board.own)
            board.move(start, _on(start, number), hits=hits)

    return trick


def _opponents(board: _Board, rng: random.Random, _: Dice) -> None:
    start, end = _any(rng, board.other), rng.randint(1, 24)
    if 25 - end in board.own:
        raise ValueError("the point is held")
    board.lift(board.other, start)
    board.other[end] = board.other.get(end, 0) + 1


Trick = Callable[[_Board, random.Random, Dice], None]
TRICKS: Mapping[str, Trick] = {
    "nothing": lambda board, rng, dice: None,
    "half": _steps(lambda rng, dice: [rng.choice([dice.high, dice.low])]),
    "other numbers": _steps(lambda rng, dice: [rng.randint(1, 6), rng.randint(1, 6)]),
    "hit checker pocketed": _steps(lambda rng, dice: [dice.high, dice.low], hits=False),
    "three steps": _steps(lambda rng, dice: [dice.high, dice.low, rng.choice([dice.high, dice.low])]),
    "opponent's checker": _opponents,
    "anywhere": lambda board, rng, dice: board.move(_any(rng, board.own), rng.randint(1, 24)),
    "borne off": lambda board, rng, dice: board.move(_any(rng, board.own), "off"),
}


def misplayed(rng: random.Random, before: Position, side: Side, dice: Dice, plays: Sequence[Play]) -> Position | None:
    """A position after an illegal turn that leaves the game undecided; None when chance finds none."""
    reached = {play.position for play in plays}
    for _ in range(TRIES):
        board = _Board(before, side)
        try:
            TRICKS[rng.choice(list(TRICKS))](board, rng, dice)
            sides = (board.own, board.other) if side is Side.W else (board.other, board.own)
            after = Position.of(before.game, *sides, checkers=before.checkers)
        except (ValueError, PositionError):
            continue
        if after not in reached and winner_of(after) is None:
            return after
    return None
