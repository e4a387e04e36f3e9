"""Plakoto: a lone checker is pinned, not hit; the mother checker decides the game (rules.md §1, P1, P2)."""

from referee.rules.board import OFF, Board, Fault, Step, Turn
from referee.rules.game import Contact, Game, Known
from referee.rules.game_ids import PLAKOTO_ID

START = 24


def is_at_risk(own: bytes, own_pinned: frozenset[int]) -> bool:
    """Does a side still have an unpinned checker on its start? (rules.md P2)"""
    return own[START] > 0 and START not in own_pinned


def is_decided(board: Board) -> bool:
    """Is the opponent's mother pinned and the mover's own out of risk, or are both mothers pinned? (rules.md P2)"""
    return START in board.opp_pinned and not is_at_risk(board.own, board.own_pinned)


def _decides(_turn: Turn, _known: Known, board: Board, _step: Step, after: Board) -> Known:
    """Does this step decide the game?"""
    return is_decided(after) and not is_decided(board)


def _may_stop(turn: Turn, known: Known) -> bool:
    return bool(known) and turn.options.mother_pinned_ends_turn == "may-stop"


def _prisoner_at_home(turn: Turn, _known: Known, board: Board, step: Step, _after: Board) -> Fault | None:
    if step.end != OFF or not board.own_pinned or turn.options.bear_off_with_prisoner == "allowed":
        return None
    return Fault(
        "prisoner-bear-off",
        f"{turn.side.colour} may not bear off while its checker on {min(board.own_pinned)} is pinned.",
    )


PLAKOTO = Game(
    id=PLAKOTO_ID,
    title="Plakoto",
    start={START: 15},
    contact=Contact.PIN,
    step_rules=(_prisoner_at_home,),
    memory=_decides,
    early_end=_may_stop,
)
