"""The boards of a match value, act by act, and what a file leaves out because the board says it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from referee.rules.board import BAR
from referee.rules.errors import NotationError
from referee.rules.games import find_game
from referee.rules.mat import Act, MatGame, Moved, Rolled, Stood, Thrown, hops_of
from referee.rules.notation import Hop
from referee.rules.options import Options
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.side import Side
from referee.rules.steps import apply


def positions(game: MatGame, checkers: int = 15) -> Iterator[Position]:
    """The position after each act, as written, whether legal or not.

    :raises NotationError: at a move of a checker that does not stand there.
    """
    position = game.start or Position.start(game.game, checkers)
    for number, act in enumerate(game.acts, start=1):
        try:
            position = after(position, act)
        except NotationError as error:
            raise NotationError(f"entry {number} of the game: {error}") from None
        yield position


def after(position: Position, act: Act) -> Position:
    """The position after one act. Raises NotationError at a move of a checker that does not stand there."""
    if isinstance(act, Stood):
        return act.position
    return moved(position, act.side, act.hops) if isinstance(act, Moved) else position


def moved(position: Position, side: Side, hops: Sequence[Hop]) -> Position:
    """The position after these moves, with what they hit or pin; no rule is looked at.

    :raises NotationError: at a move of a checker that does not stand there, or onto the bar.
    """
    rules, board = find_game(position.game), position.board(side)
    for hop in hops:
        if not board.own[hop.start] or hop.end == BAR:
            raise NotationError(f"{side.colour} has no checker to move from {hop.start} to {hop.end}")
        board, _ = apply(rules, board, hop.start, hop.end)
    return Position.from_board(board, side, position.game)


def filled(game: MatGame, checkers: int = 15) -> MatGame:
    """A throw without a play is a lost turn where no play is legal, and played where just one is; else it stays open.

    Legal is by the game's own defaults; nothing is filled in after a move that cannot be followed.
    """
    if not any(isinstance(act, Rolled) for act in game.acts):
        return game
    options = Options.build(game.game, {"checkers": str(checkers)})
    position, acts = game.start or Position.start(game.game, checkers), list[Act]()
    thrown: set[Side] = set()
    for index, act in enumerate(game.acts):
        known = _played(act, position, options, act.side not in thrown) if isinstance(act, Rolled) else act
        try:
            position = after(position, known)
        except NotationError:
            return replace(game, acts=(*acts, *game.acts[index:]))
        acts.append(known)
        if isinstance(act, Thrown):
            thrown.add(act.side)
    return replace(game, acts=tuple(acts))


def _played(act: Rolled, before: Position, options: Options, first_turn: bool) -> Moved | Rolled:
    plays = legal_plays(before, act.side, act.dice, options, first_turn).plays
    if len(plays) > 1:
        return act
    return Moved(act.side, act.dice, hops_of(plays[0].moves, before, act.side))
