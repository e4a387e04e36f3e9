"""Long nardy: fifteen on the head, no hitting, both sides the same way round (rules.md §1, M9, L1–L4)."""

from itertools import accumulate

from referee.rules.board import HOME, OFF, Board, Fault, Step, Turn
from referee.rules.game import Contact, Game, Known
from referee.rules.game_ids import LONG_NARDY_ID
from referee.rules.rows import row_name, rows_made
from referee.rules.side import Side
from referee.rules.steps import closed

HEAD = 24
_OPPONENTS_HEAD = 12
_FIRST_THROW_DOUBLES = (3, 4, 6)


def head_limit(turn: Turn) -> int:
    """How many checkers may leave the head in this turn (rules.md L1, L2)."""
    return 2 if turn.first_turn and _is_exception(turn) else 1


def _is_exception(turn: Turn) -> bool:
    dice, rule = turn.dice, turn.options.first_throw_head
    if rule == "any-throw":
        return True
    if rule == "any-double":
        return dice.is_double
    if rule == "when-head-blocks":
        walk = [HEAD - pips for pips in accumulate(dice.numbers) if pips < HEAD]
        return next((point for point in walk if closed(turn.game, turn.before, point)), None) == _OPPONENTS_HEAD
    named = dice.is_double and dice.high in _FIRST_THROW_DOUBLES
    return named and (rule == "always-3-4-6" or turn.side is Side.B)


def _head(turn: Turn, _known: Known, _board: Board, step: Step, after: Board) -> Fault | None:
    if step.start != HEAD:
        return None
    left, limit = turn.before.own[HEAD] - after.own[HEAD], head_limit(turn)
    if left <= limit:
        return None
    taken = f"{turn.side.colour} took {left} checkers from the head"
    if not turn.first_turn:
        return Fault("head", f"{taken}; only one may leave it in a turn.")
    allowed = "two" if limit == 2 else "only one"
    return Fault("first-throw-head", f"{taken}; in this first throw, {turn.dice}, {allowed} may leave it.")


def _burnt(turn: Turn, _known: Known, _board: Board, step: Step, _after: Board) -> Fault | None:
    burnt = turn.options.bear_off_in_homecoming_turn == "burnt"
    if step.end != OFF or not burnt or not any(turn.before.own[HOME + 1 :]):
        return None
    return Fault(
        "bear-off-burnt", f"{turn.side.colour} brought the last checker home in this turn: nothing may be borne off."
    )


def _block_in_passing(turn: Turn, _known: Known, board: Board, step: Step, after: Board) -> Fault | None:
    if turn.options.six_block == "not-all-15" or board.own[step.end]:
        return None
    return _block(turn, after, ", even in passing")


def _block_at_end(turn: Turn, board: Board) -> Fault | None:
    return _block(turn, board, " at the end of a turn") if turn.options.six_block == "not-all-15" else None


def _block(turn: Turn, board: Board, when: str) -> Fault | None:
    """The first row that this turn built or lengthened too early (rules.md L4)."""
    home = turn.options.six_block == "needs-one-home"
    for row in rows_made(turn, board.own):
        if not any(board.opp[: HOME + 1 if home else row.start]):
            need = "has reached its home" if home else "is ahead of it"
            return Fault(
                "six-block",
                f"{turn.side.colour} built {len(row)} points in a row, {row_name(turn, row)}: while no checker of "
                f"{turn.side.other.colour} {need} that is forbidden{when}.",
            )
    return None


LONG_NARDY = Game(
    id=LONG_NARDY_ID,
    title="Long nardy",
    start={HEAD: 15},
    same_direction=True,
    contact=Contact.NONE,
    closed_by=1,
    step_rules=(_head, _burnt, _block_in_passing),
    turn_rules=(_block_at_end,),
)
