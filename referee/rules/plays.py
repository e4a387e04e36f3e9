"""All legal plays of a throw (rules.md M1–M8), for every game."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.rules.board import Board, Step, Turn
from referee.rules.dice import Dice
from referee.rules.errors import PositionError
from referee.rules.games import find_game
from referee.rules.options import Options
from referee.rules.play_text import play_text
from referee.rules.position import Position
from referee.rules.side import Side
from referee.rules.steps import legal_steps


@dataclass(frozen=True)
class Play:
    """A whole turn: its text, its moves die by die as (from, to) in the mover's numbers (0 off, 25 bar), its result."""

    text: str
    moves: tuple[tuple[int, int], ...]
    position: Position

    @classmethod
    def of(cls, steps: Sequence[Step], position: Position) -> "Play":
        """The play made of these steps, leading to `position`."""
        return cls(play_text(steps), tuple((step.start, step.end) for step in steps), position)


@dataclass(frozen=True)
class PlaySet:
    """All legal plays of a throw, one a distinct resulting position, and how many dice a full play uses (0–4)."""

    plays: tuple[Play, ...]
    dice_used: int

    def reaching(self, position: Position) -> Play | None:
        """The legal play that leads to a position."""
        return next((play for play in self.plays if play.position == position), None)


class Way(NamedTuple):
    """One way to have played some of the dice: the board reached, the dice left and the steps taken."""

    board: Board
    left: tuple[int, ...]
    steps: tuple[Step, ...]


def legal_plays(position: Position, side: Side, dice: Dice, options: Options, first_turn: bool = False) -> PlaySet:
    """Every legal play of `side`; a lost turn is one play `-` without moves. Raises PositionError, GameError."""
    turn = turn_of(position, side, options, first_turn)
    ways = full_ways(turn, dice)
    plays = tuple(Play.of(way.steps, Position.from_board(way.board, side, position.game)) for way in ways)
    return PlaySet(plays, len(ways[0].steps))


def turn_of(position: Position, side: Side, options: Options, first_turn: bool = False) -> Turn:
    """The turn that begins at a position. Raises PositionError if position and options are of different games."""
    if position.game != options.game:
        raise PositionError(f"the position is of {position.game}, the options of {options.game}; give both of one game")
    return Turn(find_game(position.game), options, side, first_turn, position.board(side))


def full_ways(turn: Turn, dice: Dice) -> list[Way]:
    """One way to each board at which the turn may end: most dice, then the larger one (rules.md M3, M4)."""
    levels = [[Way(turn.before, dice.numbers, ())]]
    while levels[-1]:
        levels.append(list(_next_level(turn, levels[-1])))
    for ways in reversed(levels[1:-1]):
        allowed = [way for way in ways if _may_end(turn, way.board)]
        if allowed:
            return _distinct(_larger_die(turn, dice, allowed))
    return levels[0]


def extensions(turn: Turn, way: Way, count: int) -> list[Way]:
    """Every way that goes on from `way` by exactly `count` more dice."""
    ways = [way]
    for _ in range(count):
        ways = list(_next_level(turn, ways))
    return ways


def _next_level(turn: Turn, ways: Sequence[Way]) -> Iterable[Way]:
    """Ways one step longer; of ways that differ in nothing that can matter later, the first."""
    found: dict[Hashable, Way] = {}
    memory = turn.game.memory
    for way in ways:
        for die in dict.fromkeys(way.left):
            index = way.left.index(die)
            left = way.left[:index] + way.left[index + 1 :]
            for step, board in legal_steps(turn, way.board, way.steps, die):
                key = (board, left, memory((*way.steps, step))) if memory else (board, left)
                if key not in found:
                    found[key] = Way(board, left, (*way.steps, step))
    return found.values()


def _may_end(turn: Turn, board: Board) -> bool:
    return not any(rule(turn, board) for rule in turn.game.turn_rules)


def _larger_die(turn: Turn, dice: Dice, ways: list[Way]) -> list[Way]:
    if dice.is_double or turn.options.single_die == "either" or len(ways[0].steps) != 1:
        return ways
    larger = [way for way in ways if way.steps[0].die == dice.high]
    return larger or ways


def _distinct(ways: Iterable[Way]) -> list[Way]:
    found: dict[Board, Way] = {}
    for way in ways:
        found.setdefault(way.board, way)
    return list(found.values())
