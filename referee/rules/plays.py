"""All legal plays of a throw (rules.md M1–M8), for every game."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from referee.rules.board import Board, Fault, Step, Turn
from referee.rules.dice import Dice
from referee.rules.errors import PositionError
from referee.rules.game import Known
from referee.rules.games import find_game
from referee.rules.options import Options
from referee.rules.play_text import play_text
from referee.rules.position import Position
from referee.rules.side import Side
from referee.rules.steps import legal_steps


@dataclass(frozen=True)
class Play:
    """A whole turn: its steps die by die in the mover's numbers, and the position it leads to."""

    steps: tuple[Step, ...]
    position: Position

    @cached_property
    def text(self) -> str:
        """As players write it: `24/18 13/11*`, `-` for no move."""
        return play_text(self.steps)

    @property
    def moves(self) -> tuple[tuple[int, int], ...]:
        """(from, to) of each step (0 off, 25 bar)."""
        return tuple((step.start, step.end) for step in self.steps)


@dataclass(frozen=True)
class PlaySet:
    """All legal plays of a throw, one a distinct resulting position, and how many dice a full play uses (0–4)."""

    plays: tuple[Play, ...]
    dice_used: int

    def reaching(self, position: Position) -> Play | None:
        """The legal play that leads to a position; what is pinned there need not be marked."""
        return next((play for play in self.plays if play.position.is_seen_as(position)), None)


class Way(NamedTuple):
    """One way to have played some of the dice: the board reached, the dice left, the steps taken, what they leave
    to remember."""

    board: Board
    left: tuple[int, ...]
    steps: tuple[Step, ...]
    known: Known = None


def legal_plays(position: Position, side: Side, dice: Dice, options: Options, first_turn: bool = False) -> PlaySet:
    """Every legal play of `side`; a lost turn is one play `-` without moves. Raises PositionError, GameError."""
    ways = full_ways(turn_of(position, side, dice, options, first_turn))
    plays = tuple(Play(way.steps, Position.from_board(way.board, side, position.game)) for way in ways)
    return PlaySet(plays, len(ways[0].steps))


def turn_of(position: Position, side: Side, dice: Dice, options: Options, first_turn: bool = False) -> Turn:
    """The turn that begins at a position. Raises PositionError if position and options are of different games."""
    if position.game != options.game:
        raise PositionError(f"the position is of {position.game}, the options of {options.game}; give both of one game")
    return Turn(find_game(position.game), options, side, first_turn, position.board(side), dice)


def full_ways(turn: Turn) -> list[Way]:
    """One way to each board at which the turn may end, those that play most dice first (rules.md M3, M4).

    Ways that end early, as a game may allow, come last.
    """
    levels = [[Way(turn.before, turn.dice.numbers, ())]]
    while levels[-1]:
        levels.append(list(_next_level(turn, levels[-1])))
    early = [way for ways in levels for way in ways if _may_end_early(turn, way)] if turn.game.early_end else []
    for ways in reversed(levels[1:-1]):
        allowed = [way for way in ways if _may_end(turn, way.board)]
        if allowed:
            return _distinct([*_dutiful(turn, _larger_die(turn, allowed)), *early])
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
    remember = turn.game.memory
    for way in ways:
        for die in dict.fromkeys(way.left):
            index = way.left.index(die)
            left = way.left[:index] + way.left[index + 1 :]
            for step, board in legal_steps(turn, way.board, way.known, die):
                known = remember(turn, way.known, way.board, step, board) if remember else None
                key = (board, left, known) if remember else (board, left)
                if key not in found:
                    found[key] = Way(board, left, (*way.steps, step), known)
    return found.values()


def _may_end(turn: Turn, board: Board) -> bool:
    return not any(rule(turn, board) for rule in turn.game.turn_rules)


def _may_end_early(turn: Turn, way: Way) -> bool:
    return turn.game.early_end is not None and turn.game.early_end(turn, way.known) and _may_end(turn, way.board)


def undone(turn: Turn, board: Board) -> tuple[Fault, ...]:
    """What of the game's duties a turn that ends so leaves undone."""
    return tuple(fault for duty in turn.game.duties for fault in duty(turn, board))


def _dutiful(turn: Turn, ways: list[Way]) -> list[Way]:
    """Those of the ways that leave least undone."""
    if not turn.game.duties:
        return ways
    left = [len(undone(turn, way.board)) for way in ways]
    least = min(left)
    return [way for way, count in zip(ways, left, strict=True) if count == least]


def _larger_die(turn: Turn, ways: list[Way]) -> list[Way]:
    if turn.dice.is_double or turn.options.single_die == "either" or len(ways[0].steps) != 1:
        return ways
    larger = [way for way in ways if way.steps[0].die == turn.dice.high]
    return larger or ways


def _distinct(ways: Iterable[Way]) -> list[Way]:
    found: dict[Board, Way] = {}
    for way in ways:
        found.setdefault(way.board, way)
    return list(found.values())
