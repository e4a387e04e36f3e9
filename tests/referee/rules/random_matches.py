"""Whole matches of every game at random: legal plays, the cube, illegal plays that stand, every way a game can end."""

import random
from dataclasses import dataclass, field

from referee.rules.cube import CubeState
from referee.rules.dice import ALL_THROWS, Dice
from referee.rules.mat import TAVLI, Act, CubeAct, Drawn, Gave, MatGame, MatMatch, Moved, Stood, Won, hops_of
from referee.rules.mat_follow import moved
from referee.rules.match import MatchScore, NextGame, first_game, next_game
from referee.rules.options import Options
from referee.rules.plays import legal_plays
from referee.rules.position import Position, Side
from referee.rules.score import Result, dropped, outcome_of, resign_levels, resigned, settle

EVENTS: dict[str, tuple[str, dict[str, str]]] = {
    "backgammon": ("backgammon", {"match": "points 5"}),
    "backgammon without Crawford": ("backgammon", {"match": "points 3", "crawford": "off"}),
    "backgammon for money": ("backgammon", {"beaver": "on", "jacoby": "on", "automatic-doubles": "1"}),
    "three checkers": ("backgammon", {"match": "points 3", "checkers": "3"}),
    "short nardy": ("short-nardy", {"match": "points 3"}),
    "long nardy": ("long-nardy", {"match": "points 3"}),
    "long nardy with draws": ("long-nardy", {"match": "points 2", "last-throw": "half-each", "checkers": "4"}),
    "portes": ("portes", {"match": "points 3"}),
    "portes without end": ("portes", {"match": "money"}),
    "plakoto": ("plakoto", {"match": "points 3"}),
    "fevga": ("fevga", {"match": "points 3"}),
    "tavli": ("portes", {"match": "tavli 5"}),
}
"""What is played: name → game, settings."""


@dataclass(frozen=True)
class Chances:
    """How often something happens: `wrong` turns in a hundred stand though illegal, `cube` turns in a hundred offer."""

    wrong: float = 0.03
    cube: float = 0.04
    resign: float = 0.004
    unfinished: float = 0.2
    start: float = 0.1


USUAL = Chances()
LEGAL = Chances(wrong=0, start=0)


@dataclass
class _Table:
    """One game being played."""

    options: Options
    chance: random.Random
    chances: Chances
    score: MatchScore
    began: Side
    cube: CubeState = field(default_factory=CubeState)
    position: Position = field(init=False)
    acts: list[Act] = field(default_factory=list)
    thrown: set[Side] = field(default_factory=set)


def options_of(event: str) -> Options:
    """The options of one of `EVENTS`."""
    return Options.build(*EVENTS[event])


def random_match(event: str, seed: int, chances: Chances = USUAL, most_games: int = 4) -> MatMatch:
    """A match of one of `EVENTS`, perhaps not played to its end. Same seed, same match."""
    chance, options = random.Random(f"{event} {seed}"), options_of(event)
    score, left, games = MatchScore.new(options), Side.W, list[MatGame]()
    coming: NextGame | None = first_game(options)
    while coming is not None and len(games) < most_games:
        options = options.for_game(coming.game)
        if coming.colours_swap:
            left, score = left.other, score.swapped()
        began = coming.begins or chance.choice(list(Side))
        table = _Table(options, chance, chances, score, began)
        game, result = _game(table, left)
        games.append(game)
        if result is None:
            break
        score = score.after_game(result)
        coming = next_game(score, options, result.winner, began)
    variation = TAVLI if options.match.kind == "tavli" else options.game
    crawford = options.crawford and options.match.kind == "points"
    headers = (("Event", "Club night"), ("EventDate", "2026.11.30"), ("Jacoby", "On" if options.jacoby else "Off"))
    names = chance.choice([("Ann van Dyck", "Ömer 2"), ("W", "B (GRE)"), ("Ayla", "Bela")])
    length = options.match.length
    return MatMatch(length, *names, tuple(games), headers, crawford, variation, options.checkers)


def _game(table: _Table, left: Side) -> tuple[MatGame, Result | None]:
    options, start = table.options, None
    if table.chance.random() < 0.3:
        table.cube = CubeState(table.cube.cube.automatic(options))
    stake = table.cube.cube.value
    table.position = Position.start(options.game, options.checkers)
    if table.chance.random() < table.chances.start or options.checkers != 15:
        table.position = start = _later(table.position, table)
    result = _play(table)
    if start is not None:
        _stand_first(table, start)
    score, acts = table.score, tuple(table.acts)
    return MatGame(score.white, score.black, acts, options.game, left, start, stake), result


def _stand_first(table: _Table, start: Position) -> None:
    """The first turn from a position that was set up is told by the position after it, as a record tells it."""
    for index, act in enumerate(table.acts):
        if isinstance(act, Moved):
            table.acts[index] = Stood(act.side, act.dice, moved(start, act.side, act.hops))
        if isinstance(act, Moved | Stood):
            return


def _later(position: Position, table: _Table) -> Position:
    """A position set up in the middle of a game."""
    side = table.began
    for _ in range(table.chance.randrange(30)):
        dice = table.chance.choice(ALL_THROWS)
        after = table.chance.choice(legal_plays(position, side, dice, table.options).plays).position
        if outcome_of(after, table.options) is not None:
            break
        position, side = after, side.other
    return position


def _play(table: _Table) -> Result | None:
    side, turns = table.began, 0
    length = table.chance.randrange(1, 60) if table.chance.random() < table.chances.unfinished else 10_000
    while turns < length:
        result = (_offered(table, side) if turns else None) or _turn(table, side)
        if result is not None:
            won = table.score.after_game(result).winner is not None
            points = result.points
            table.acts.append(Won(result.winner, points, won) if result.winner else Drawn(points))
            return result
        side, turns = side.other, turns + 1
    return None


def _offered(table: _Table, side: Side) -> Result | None:
    """A double or the game, before a throw; not before the first one, where gnubg knows neither."""
    return _cube(table, side) or _resigned(table, side)


def _cube(table: _Table, side: Side) -> Result | None:
    if table.chance.random() >= table.chances.cube:
        return None
    if table.cube.cube.why_not_double(side, table.options, table.score):
        return None
    table.cube = table.cube.double(side, table.options, table.score)
    assert table.cube.offer is not None
    table.acts.append(CubeAct(side, "double", table.cube.offer.cube.value))
    answering = side.other
    if table.options.beaver and table.chance.random() < 0.3:
        table.cube = table.cube.beaver(answering, table.options)
        assert table.cube.offer is not None
        table.acts.append(CubeAct(answering, "beaver", table.cube.offer.cube.value))
        answering = side
    if table.chance.random() < 0.2:
        table.acts.append(CubeAct(answering, "drop"))
        return dropped(table.cube, answering)
    table.cube = table.cube.take(answering)
    table.acts.append(CubeAct(answering, "take"))
    return None


def _resigned(table: _Table, side: Side) -> Result | None:
    if table.chance.random() >= table.chances.resign:
        return None
    level = table.chance.choice(resign_levels(side, table.position, table.cube.cube, table.options))
    table.acts.append(Gave(side, "resign", level))
    return resigned(side, level, table.position, table.cube.cube, table.options)


def _turn(table: _Table, side: Side) -> Result | None:
    dice, before = table.chance.choice(ALL_THROWS), table.position
    first = side not in table.thrown
    table.thrown.add(side)
    play = table.chance.choice(legal_plays(before, side, dice, table.options, first).plays)
    act: Act = Moved(side, dice, hops_of(play.moves, before, side))
    table.position = play.position
    if table.chance.random() < table.chances.wrong:
        table.position = _wrong(table, side, dice, before)
        act = Stood(side, dice, table.position)
    table.acts.append(act)
    outcome = outcome_of(table.position, table.options, side, table.began)
    return settle(outcome, table.position, table.cube.cube, table.options) if outcome else None


def _wrong(table: _Table, side: Side, dice: Dice, before: Position) -> Position:
    """Another throw's play: mostly illegal with these dice."""
    other = table.chance.choice([throw for throw in ALL_THROWS if throw != dice])
    return table.chance.choice(legal_plays(before, side, other, table.options).plays).position
