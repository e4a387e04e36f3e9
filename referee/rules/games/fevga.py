"""Fevga: no hitting, both sides the same way round, limits on blocks (rules.md §1, F1, F2)."""

from referee.rules.board import Board, Fault, Step, Turn
from referee.rules.game import Contact, Game, Known, StepRule, TurnRule
from referee.rules.game_ids import FEVGA_ID
from referee.rules.rows import row_name, rows_left, rows_made

START = 24
_PAST = 11
_STARTING_QUARTER = slice(19, 25)


def _first_checker(turn: Turn, _known: Known, board: Board, step: Step, _after: Board) -> Fault | None:
    """Until one checker is past the opponent's start, only the foremost may move (rules.md F1)."""
    if any(board.own[: _PAST + 1]):
        return None
    foremost = next(point for point, count in enumerate(board.own) if count)
    if step.start == foremost:
        return None
    return Fault(
        "first-checker-not-past",
        f"{turn.side.colour} moved a checker from {step.start} while the first, on {foremost}, is not yet past "
        f"{turn.side.other.colour}'s start: it must come to {_PAST} or beyond.",
    )


def _starting_quarter(turn: Turn, board: Board) -> Fault | None:
    if not _fills_quarter(board) or _fills_quarter(turn.before):
        return None
    who = turn.side.colour
    return Fault(
        "starting-quarter", f"{who} holds all six points of its starting quarter, 19 to 24; one must stay open."
    )


def _six_in_a_row(turn: Turn, board: Board) -> Fault | None:
    for row in rows_made(turn, board.own):
        if _is_shut_in(turn, board, row):
            return Fault("six-block", f"{turn.side.colour} built {_row(turn, row)}.")
    return None


def _not_opened(turn: Turn, board: Board) -> tuple[Fault, ...]:
    """What stood already although it is forbidden, such as rows since the opponent's move (rules.md F2)."""
    rows = [_row(turn, row) for row in rows_left(turn, board.own) if _is_shut_in(turn, board, row)]
    if _fills_quarter(board) and _fills_quarter(turn.before):
        rows.append("its starting quarter, of which it holds all six points, 19 to 24")
    return tuple(Fault("row-not-opened", f"{turn.side.colour} must open {row}.") for row in rows)


def _fills_quarter(board: Board) -> bool:
    return 0 not in board.own[_STARTING_QUARTER]


def _row(turn: Turn, row: range) -> str:
    who = turn.side.other.colour
    return f"{len(row)} points in a row, {row_name(turn, row)}, with all checkers of {who} behind it"


def _is_shut_in(turn: Turn, board: Board, row: range) -> bool:
    """Do all opposing checkers stand behind the row, as `fevga-block` wants it? (rules.md F2)"""
    if turn.options.fevga_block == "anywhere-behind":
        return not any(board.opp[: row.start])
    return row.stop <= START and board.opp[row.stop] == sum(board.opp)


def _at_landing(rule: TurnRule) -> StepRule:
    def judged(turn: Turn, _known: Known, _board: Board, _step: Step, after: Board) -> Fault | None:
        return rule(turn, after) if turn.options.fevga_blocks_judged == "every-landing" else None

    return judged


_BLOCKS = (_starting_quarter, _six_in_a_row)

FEVGA = Game(
    id=FEVGA_ID,
    title="Fevga",
    start={START: 15},
    same_direction=True,
    contact=Contact.NONE,
    closed_by=1,
    step_rules=(_first_checker, *(_at_landing(rule) for rule in _BLOCKS)),
    turn_rules=_BLOCKS,
    duties=(_not_opened,),
)
