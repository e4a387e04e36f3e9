"""How a game ends and what it is worth (rules.md §5, P2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from referee.rules.board import BAR, HOME, OFF, POINTS, all_home
from referee.rules.cube import Cube, CubeState
from referee.rules.errors import ScoreError
from referee.rules.game import Contact
from referee.rules.games import find_game
from referee.rules.games.plakoto import is_decided
from referee.rules.options import Options
from referee.rules.position import Position
from referee.rules.result import Points, Result, exact, points_text
from referee.rules.side import Side

__all__ = [
    "Defeat",
    "Outcome",
    "Points",
    "Result",
    "Road",
    "defeat_of",
    "dropped",
    "last_throw_due",
    "level_names",
    "outcome_of",
    "points_text",
    "refused",
    "resign_levels",
    "resigned",
    "result_of",
    "settle",
    "winner_of",
    "won_at_level",
]


class Road(StrEnum):
    """How a position ends a game."""

    BORNE_OFF = "borne-off"
    MOTHER_PINNED = "mother-pinned"
    VOID = "void"
    DRAWN = "drawn"


@dataclass(frozen=True)
class Outcome:
    """The end of a game: by which road, and who won (None: void or drawn)."""

    road: Road
    winner: Side | None = None


class Defeat(IntEnum):
    """How far the loser had come: the columns of the table in rules.md §5."""

    SOME_OFF = 0
    NONE_OFF = 1
    NONE_OFF_ALL_HOME = 2
    NONE_OFF_FAR_BACK = 3


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
_MOTHER_FACTOR = 2


def winner_of(position: Position) -> Side | None:
    """The side that has borne off all its checkers, if one has."""
    return next((side for side in Side if position.counts(side)[OFF] == position.checkers), None)


def outcome_of(position: Position, options: Options, mover: Side | None = None, began: Side = Side.W) -> Outcome | None:
    """How the game has ended at the end of `mover`'s turn, or None while it goes on.

    `began` is who began the game: White, in long nardy (rules.md §2). While the other side has its last throw the game
    goes on (`last_throw_due`); without a `mover` no throw is taken to be due.
    """
    winner = winner_of(position)
    if winner is None:
        return _mother_outcome(position)
    if _both_off(position):
        return Outcome(Road.DRAWN)
    return None if last_throw_due(position, options, mover, began) else Outcome(Road.BORNE_OFF, winner)


def last_throw_due(position: Position, options: Options, mover: Side | None, began: Side = Side.W) -> bool:
    """Has the side that began later one more throw, now that `mover`, who began, has all off? (rules.md §5 draw)"""
    finished_first = mover is not None and mover is began and position.counts(mover)[OFF] == position.checkers
    return options.last_throw != "none" and finished_first and not _both_off(position)


def _both_off(position: Position) -> bool:
    """Have both sides borne off all their checkers?"""
    return all(position.counts(side)[OFF] == position.checkers for side in Side)


def _mother_outcome(position: Position) -> Outcome | None:
    if find_game(position.game).contact is not Contact.PIN:
        return None
    decided = [side for side in Side if is_decided(position.board(side))]
    if len(decided) == 2:
        return Outcome(Road.VOID)
    return Outcome(Road.MOTHER_PINNED, decided[0]) if decided else None


def defeat_of(position: Position, loser: Side) -> Defeat:
    """How far the loser had come."""
    counts, facing = position.counts(loser), find_game(position.game).facing
    if counts[OFF]:
        return Defeat.SOME_OFF
    if counts[BAR] or any(counts[point] and facing[point] <= HOME for point in POINTS):
        return Defeat.NONE_OFF_FAR_BACK
    return Defeat.NONE_OFF_ALL_HOME if all_home(counts) else Defeat.NONE_OFF


def settle(outcome: Outcome, position: Position, cube: Cube, options: Options) -> Result:
    """What a game that ended so in `position` is worth; a draw and a pinned mother too are multiplied by the cube."""
    if outcome.winner is None:
        if outcome.road is Road.VOID:
            return Result(None, "void", 0, 0)
        return Result(None, "draw", 1, exact(cube.value / 2) if options.last_throw == "half-each" else cube.value)
    if outcome.road is Road.MOTHER_PINNED:
        return Result(outcome.winner, "mother pinned", _MOTHER_FACTOR, _MOTHER_FACTOR * cube.value)
    return result_of(position, outcome.winner, cube, options)


def result_of(position: Position, winner: Side, cube: Cube, options: Options) -> Result:
    """The result of a game borne off to its end, with Jacoby and `no-mars-with-dave` applied."""
    name = _SCORINGS[options.scoring].names[defeat_of(position, winner.other)]
    return won_at_level(winner, name, sum(position.counts(winner.other)[1:]), cube, options)


def level_names(options: Options) -> tuple[str, ...]:
    """What a won game can be called in this scoring, cheapest first: `single`, `gammon`, `backgammon`."""
    return tuple(dict.fromkeys(_SCORINGS[options.scoring].names))


def won_at_level(winner: Side, name: str, left: int, cube: Cube, options: Options) -> Result:
    """A game won by that name. With Jacoby or `no-mars-with-dave` only the cheapest counts, where they say so.

    `left` are the loser's checkers still in play, which count in `by-remaining`. Raises ScoreError for another name.
    """
    scoring = _SCORINGS[options.scoring]
    if name not in scoring.names:
        raise ScoreError(f"no game is won by {name!r} here; use one of {', '.join(level_names(options))}")
    level = 0 if _only_cheapest(cube, options) else scoring.names.index(name)
    factor = scoring.factors[level]
    return Result(winner, scoring.names[level], factor, factor * (left if scoring.by_remaining else 1) * cube.value)


def counts_remaining(options: Options) -> bool:
    """Does the event's scoring count the loser's checkers still in play?"""
    return _SCORINGS[options.scoring].by_remaining


def _only_cheapest(cube: Cube, options: Options) -> bool:
    return (options.jacoby and not cube.turned) or (options.no_mars_with_dave and cube.turned)


def resign_levels(side: Side, position: Position, cube: Cube, options: Options) -> tuple[str, ...]:
    """The names by which `side` may give the game up, cheapest first: nothing that it can no longer lose by.

    None while the other side has its last throw: who has all off can't lose (rules.md §5 draw).
    """
    names = _SCORINGS[options.scoring].names
    if position.counts(side)[OFF] == position.checkers:
        return ()
    if position.counts(side)[OFF] or _only_cheapest(cube, options):
        return names[:1]
    most = Defeat.NONE_OFF_FAR_BACK if _may_end_far_back(position, side) else Defeat.NONE_OFF_ALL_HOME
    return tuple(dict.fromkeys(names[: most + 1]))


def _may_end_far_back(position: Position, loser: Side) -> bool:
    """Is a checker in the winner's home, on its way there or on the bar, or can one still be hit?"""
    rules, counts = find_game(position.game), position.counts(loser)
    last = max(place for place in range(BAR + 1) if counts[place] or place == 0)
    if last >= min(point for point in POINTS if rules.facing[point] <= HOME):
        return True
    behind = max(place for place in range(BAR + 1) if position.counts(loser.other)[place] or place == 0)
    return rules.contact is Contact.HIT and behind + last > BAR


def resigned(side: Side, level: str, position: Position, cube: Cube, options: Options) -> Result:
    """What the opponent gets when `side` gives the game up at a level. In `by-remaining` its checkers in play count as
    they stand. Raises ScoreError for a level that may not be offered."""
    offered = resign_levels(side, position, cube, options)
    if level not in offered:
        others = f"use one of {', '.join(offered)}" if offered else "it has borne off all its checkers"
        raise ScoreError(f"{side.colour} can't give this game up as {level!r}; {others}")
    return won_at_level(side.other, level, sum(position.counts(side)[1:]), cube, options)


def refused(doubler: Side, cube: Cube) -> Result:
    """The result when a double is refused: the stake before the double."""
    return Result(doubler, "double refused", 1, cube.value)


def dropped(state: CubeState, side: Side) -> Result:
    """The result when `side` refuses what it was offered, a double or a beaver. Raises CubeError if nothing was."""
    offer = state.drop(side)
    return Result(offer.by, f"{offer.kind} refused", 1, offer.stake)
