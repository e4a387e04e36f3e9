"""Single steps: which ones a die allows, and what a step does to the board."""

from collections.abc import Iterator

from referee.rules.board import BAR, HOME, OFF, Board, Step, Turn, all_home
from referee.rules.game import Contact, Game


def apply(game: Game, board: Board, start: int, end: int) -> tuple[Board, bool]:
    """The board after one checker moved from `start` to `end`, and whether it hit. Rules are not looked at."""
    own = list(board.own)
    own[start] -= 1
    own[end] += 1
    hit = game.contact is Contact.HIT and end != OFF and board.opp[game.facing[end]] == 1
    if hit:
        opp = list(board.opp)
        opp[game.facing[end]] = 0
        opp[BAR] += 1
        return Board(tuple(own), tuple(opp)), True
    if game.contact is not Contact.PIN:
        return board._replace(own=tuple(own)), False
    return board._replace(own=tuple(own), opp_pinned=_prisoners(game, board, own, start, end)), False


def _prisoners(game: Game, board: Board, own: list[int], start: int, end: int) -> frozenset[int]:
    """Opposing prisoners, in the opponent's numbers, after a step (rules.md P1)."""
    pinned = board.opp_pinned
    if not own[start]:
        pinned -= {game.facing[start]}
    if end != OFF and board.opp[game.facing[end]] == 1:
        pinned |= {game.facing[end]}
    return pinned


def closed(game: Game, board: Board, end: int) -> bool:
    """Is a point closed to the side on the move? (rules.md §1, L3, P1)"""
    held = board.opp[game.facing[end]]
    if game.contact is Contact.PIN and game.facing[end] in board.opp_pinned:
        return False
    return held >= game.closed_by or end in board.own_pinned


def legal_steps(turn: Turn, board: Board, taken: tuple[Step, ...], die: int) -> Iterator[tuple[Step, Board]]:
    """Every step that one die allows from here, with the board after it."""
    game = turn.game
    for start, end in _geometry(game, board, die):
        after, hit = apply(game, board, start, end)
        step = Step(start, end, die, hit)
        if not any(rule(turn, taken, step, after) for rule in game.step_rules):
            yield step, after


def _geometry(game: Game, board: Board, die: int) -> Iterator[tuple[int, int]]:
    own = board.own
    if own[BAR]:
        if not closed(game, board, BAR - die):
            yield BAR, BAR - die
        return
    for start in range(24, die, -1):
        if own[start] and start not in board.own_pinned and not closed(game, board, start - die):
            yield start, start - die
    if not all_home(own):
        return
    if own[die] and die not in board.own_pinned:
        yield die, OFF
    elif not any(own[die : HOME + 1]):
        highest = next((point for point in range(die - 1, 0, -1) if own[point]), None)
        if highest is not None and highest not in board.own_pinned:
            yield highest, OFF
