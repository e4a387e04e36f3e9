"""Single steps: which ones a die allows, and what a step does to the board."""

from collections.abc import Iterator

from referee.rules.board import BAR, HOME, OFF, Board, Step, Turn, all_home
from referee.rules.game import Contact, Game, Known


def apply(game: Game, board: Board, start: int, end: int) -> tuple[Board, bool]:
    """The board after one checker moved from `start` to `end`, and whether it hit. Rules are not looked at."""
    moved = bytearray(board.own)
    moved[start] -= 1
    moved[end] += 1
    own = bytes(moved)
    if end == OFF and game.contact is not Contact.PIN:
        return Board(own, board.opp), False
    if game.contact is Contact.HIT:
        target = game.facing[end]
        if board.opp[target] != 1:
            return Board(own, board.opp), False
        opp = bytearray(board.opp)
        opp[target] = 0
        opp[BAR] += 1
        return Board(own, bytes(opp)), True
    if game.contact is Contact.PIN:
        return board._replace(own=own, opp_pinned=_prisoners(game, board, own, start, end)), False
    return Board(own, board.opp), False


def _prisoners(game: Game, board: Board, own: bytes, start: int, end: int) -> frozenset[int]:
    """Opposing prisoners, in the opponent's numbers, after a step (rules.md P1)."""
    pinned = board.opp_pinned
    if not own[start]:
        pinned -= {game.facing[start]}
    if end != OFF and board.opp[game.facing[end]] == 1:
        pinned |= {game.facing[end]}
    return pinned


def closed(game: Game, board: Board, end: int) -> bool:
    """Is a point closed to the side on the move? (rules.md §1, L3, P1)"""
    facing = game.facing[end]
    if board.opp_pinned and facing in board.opp_pinned:
        return False
    return board.opp[facing] >= game.closed_by or end in board.own_pinned


def legal_steps(turn: Turn, board: Board, known: Known, die: int) -> Iterator[tuple[Step, Board]]:
    """Every step that one die allows from here, with the board after it."""
    game = turn.game
    for start, end in _moves(game, board, die):
        after, hit = apply(game, board, start, end)
        step = Step(start, end, die, hit)
        for rule in game.step_rules:
            if rule(turn, known, board, step, after):
                break
        else:
            yield step, after


def _moves(game: Game, board: Board, die: int) -> list[tuple[int, int]]:
    """(from, to) of every step that the rules common to all games allow (rules.md M1, M7, M8)."""
    own = board.own
    if own[BAR]:
        return [] if closed(game, board, BAR - die) else [(BAR, BAR - die)]
    moves = [
        (start, start - die)
        for start in range(24, die, -1)
        if own[start] and start not in board.own_pinned and not closed(game, board, start - die)
    ]
    if all_home(own):
        moves += _bearing_off(board, die)
    return moves


def _bearing_off(board: Board, die: int) -> list[tuple[int, int]]:
    own = board.own
    if any(own[die + 1 : HOME + 1]) and not own[die]:
        return []
    highest = next((point for point in range(die, 0, -1) if own[point]), None)
    return [] if highest is None or highest in board.own_pinned else [(highest, OFF)]
