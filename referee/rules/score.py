"""What a finished game is worth (rules.md §5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from referee.rules.board import BAR, HOME, OFF, POINTS, all_home
from referee.rules.cube import Cube
from referee.rules.games import find_game
from referee.rules.options import Options
from referee.rules.position import Position
from referee.rules.side import Side


class Defeat(IntEnum):
    """How far the loser had come: the columns of the table in rules.md §5."""

    SOME_OFF = 0
    NONE_OFF = 1
    NONE_OFF_ALL_HOME = 2
    NONE_OFF_FAR_BACK = 3


@dataclass(frozen=True)
class Result:
    """A finished game: winner, what it is called (`single`, `gammon`, `oin`, `mars`…), its factor and its points."""

    winner: Side
    name: str
    factor: int
    points: int


@dataclass(frozen=True)
class _Scoring:
    names: tuple[str, str, str, str]
    factors: tuple[int, int, int, int]
    by_remaining: bool = False


_SCORINGS: Mapping[str, _Scoring] = {
    "backgammon": _Scoring(("single", "gammon", "gammon", "backgammon"), (1, 2, 2, 3)),
    "oin-mars": _Scoring(("oin", "mars", "mars", "mars"), (1, 2, 2, 2)),
    "oin-mars-koks": _Scoring(("oin", "mars", "mars", "koks"), (1, 2, 2, 3)),
    "home-mars": _Scoring(("oin", "mars", "home mars", "home mars"), (1, 2, 3, 3)),
    "four-step": _Scoring(("oin", "mars", "home mars", "koks"), (1, 2, 3, 4)),
    "by-remaining": _Scoring(("oin", "mars", "koks", "koks"), (1, 2, 3, 3), by_remaining=True),
}


def winner_of(position: Position) -> Side | None:
    """The side that has borne off all its checkers, if one has."""
    return next((side for side in Side if position.counts(side)[OFF] == position.checkers), None)


def defeat_of(position: Position, loser: Side) -> Defeat:
    """How far the loser had come."""
    counts, facing = position.counts(loser), find_game(position.game).facing
    if counts[OFF]:
        return Defeat.SOME_OFF
    if counts[BAR] or any(counts[point] and facing[point] <= HOME for point in POINTS):
        return Defeat.NONE_OFF_FAR_BACK
    return Defeat.NONE_OFF_ALL_HOME if all_home(counts) else Defeat.NONE_OFF


def result_of(position: Position, winner: Side, cube: Cube, options: Options) -> Result:
    """The result of a game played to its end, with Jacoby and `no-mars-with-dave` applied."""
    scoring = _SCORINGS[options.scoring]
    defeat = defeat_of(position, winner.other)
    if (options.jacoby and not cube.turned) or (options.no_mars_with_dave and cube.turned):
        defeat = Defeat.SOME_OFF
    factor = scoring.factors[defeat]
    left = sum(position.counts(winner.other)[1:]) if scoring.by_remaining else 1
    return Result(winner, scoring.names[defeat], factor, factor * left * cube.value)


def refused(doubler: Side, cube: Cube) -> Result:
    """The result when a double is refused: the stake before the double."""
    return Result(doubler, "double refused", 1, cube.value)
