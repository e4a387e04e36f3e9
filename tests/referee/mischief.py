"""Positions that no legal play leads to: what careless and dishonest hands make of a board."""

import random
from collections.abc import Callable, Mapping, Sequence

from referee.rules.dice import Dice
from referee.rules.errors import PositionError
from referee.rules.game import Contact
from referee.rules.games import find_game
from referee.rules.options import Options
from referee.rules.plays import Play
from referee.rules.position import Place, Position
from referee.rules.score import outcome_of
from referee.rules.side import Side

Counts = dict[Place, int]
TRIES = 200


class _Board:
    """Both sides' checkers, to be moved by no rule at all; `slid` have taken a prisoner out from under its pinner.
    Raises ValueError for what no board can hold.
    """

    def __init__(self, before: Position, side: Side) -> None:
        self.side, self.game = side, find_game(before.game)
        places: tuple[Place, ...] = (*range(1, 25), "bar")
        found = [{place: before.count(each, place) for place in places} for each in (side, side.other)]
        self.own, self.other = ({place: n for place, n in counts.items() if n} for counts in found)
        self.pinned = set(before.pinned)
        self.slid: set[Side] = set()
        self.left: Place = "off"

    def across(self, place: Place) -> Place:
        """The other side's name of a place."""
        return self.game.facing[place] if isinstance(place, int) else place

    def lift(self, side: Side, place: Place) -> None:
        counts, others = (self.own, self.other) if side is self.side else (self.other, self.own)
        counts[place] -= 1
        if (side, place) in self.pinned:
            self.slid.add(side)
            self.left = place
        if not counts[place]:
            del counts[place]
            across = self.across(place)
            if (side, place) not in self.pinned and others.get(across):
                self.pinned.discard((side.other, int(across)))
            self.pinned = {each for each in self.pinned if each != (side, place)}

    def move(self, start: Place, end: Place, *, hits: bool = True) -> None:
        self.lift(self.side, start)
        if end == "off":
            return
        if end == self.left or (end != "bar" and (self.side, end) in self.pinned):
            raise ValueError("the point is held")
        across = self.across(end)
        if end != "bar" and across in self.other and (self.side.other, across) not in self.pinned:
            self.meet(across, hits=hits)
        self.own[end] = self.own.get(end, 0) + 1

    def meet(self, across: Place, *, hits: bool) -> None:
        if self.other[across] > 1 or self.game.contact is Contact.NONE:
            raise ValueError("the point is held")
        if self.game.contact is Contact.PIN:
            self.pinned.add((self.side.other, int(across)))
            return
        del self.other[across]
        if hits:
            self.other["bar"] = self.other.get("bar", 0) + 1


def _on(start: Place, number: int) -> Place:
    point = (25 if isinstance(start, str) else start) - number
    return point if point > 0 else "off"


def _any(rng: random.Random, counts: Mapping[Place, int]) -> Place:
    if not counts:
        raise ValueError("no checker is left")
    return rng.choice(list(counts))


def _steps(numbers: Callable[[random.Random, Dice], list[int]], *, hits: bool = True) -> "Trick":
    def trick(board: _Board, rng: random.Random, dice: Dice) -> None:
        if not hits and board.game.contact is not Contact.HIT:
            raise ValueError("nothing is hit")
        for number in numbers(rng, dice):
            start = _any(rng, board.own)
            board.move(start, _on(start, number), hits=hits)

    return trick


def _opponents(board: _Board, rng: random.Random, _: Dice) -> None:
    start, end = _any(rng, board.other), rng.randint(1, 24)
    if board.across(end) in board.own:
        raise ValueError("the point is held")
    board.lift(board.side.other, start)
    board.other[end] = board.other.get(end, 0) + 1


def _anywhere(board: _Board, rng: random.Random, _: Dice) -> None:
    start, end = _any(rng, board.own), rng.randint(1, 24)
    if start == end:
        raise ValueError("nothing is moved")
    board.move(start, end)


Trick = Callable[[_Board, random.Random, Dice], None]
TRICKS: Mapping[str, Trick] = {
    "nothing": lambda board, rng, dice: None,
    "half": _steps(lambda rng, dice: [rng.choice([dice.high, dice.low])]),
    "other numbers": _steps(lambda rng, dice: [rng.randint(1, 6), rng.randint(1, 6)]),
    "hit checker pocketed": _steps(lambda rng, dice: [dice.high, dice.low], hits=False),
    "three steps": _steps(lambda rng, dice: [dice.high, dice.low, rng.choice([dice.high, dice.low])]),
    "opponent's checker": _opponents,
    "anywhere": _anywhere,
    "borne off": lambda board, rng, dice: board.move(_any(rng, board.own), "off"),
}


def _is_seen(board: _Board, before: Position, after: Position) -> bool:
    """Can a camera tell? Not which of several prisoners was taken away, nor one that left the board."""
    hidden = [side for side, _ in before.pinned | after.pinned]
    return all(hidden.count(side) < 2 and before.count(side, "off") == after.count(side, "off") for side in board.slid)


def misplayed(
    rng: random.Random, before: Position, side: Side, dice: Dice, *, plays: Sequence[Play], options: Options
) -> Position | None:
    """A position after an illegal turn that leaves the game undecided; None when chance finds none."""
    reached = {play.position for play in plays}
    for _ in range(TRIES):
        board = _Board(before, side)
        try:
            TRICKS[rng.choice(list(TRICKS))](board, rng, dice)
            sides = (board.own, board.other) if side is Side.W else (board.other, board.own)
            after = Position.of(before.game, *sides, checkers=before.checkers, pinned=board.pinned)
        except (ValueError, PositionError):
            continue
        if _is_seen(board, before, after) and after not in reached and outcome_of(after, options) is None:
            return after
    return None
