"""Every reason why a single step is not allowed. Steps without a fault are exactly those of `steps.legal_steps`."""

from collections.abc import Iterator

from referee.rules.board import BAR, HOME, OFF, Board, Fault, Step, Turn, all_home, place_name
from referee.rules.game import Known
from referee.rules.steps import closed

COMMON_CODES = frozenset({"bar-first", "pinned-moved", "blocked-point", "not-all-home", "higher-checker-first"})
"""The codes of what is forbidden in every game."""


def step_faults(turn: Turn, known: Known, board: Board, step: Step, after: Board) -> tuple[Fault, ...]:
    """All faults of a step played on `board` and leading to `after`: the common rules first, then the game's own."""
    own_rules = (rule(turn, known, board, step, after) for rule in turn.game.step_rules)
    return (*_common(turn, board, step), *(fault for fault in own_rules if fault is not None))


def _common(turn: Turn, board: Board, step: Step) -> Iterator[Fault]:
    who = turn.side.colour
    if board.own[BAR] and step.start != BAR:
        yield Fault("bar-first", f"{who} has a checker on the bar: it must enter before any other may move.")
    if step.start in board.own_pinned:
        yield Fault("pinned-moved", f"The checker on {who}'s {step.start}-point is pinned and may not move.")
    if step.end == OFF:
        yield from _bearing_off(who, board, step)
    elif closed(turn.game, board, step.end):
        how = "enter on" if step.start == BAR else "land on"
        held = board.opp[turn.game.facing[step.end]]
        holders = f"{held} checkers" if held > 1 else "one checker"
        yield Fault(
            "blocked-point",
            f"The {step.die} from {place_name(step.start)} would {how} {who}'s {step.end}-point, "
            f"which {turn.side.other.colour} holds with {holders}.",
        )


def _bearing_off(who: str, board: Board, step: Step) -> Iterator[Fault]:
    if not all_home(board.own):
        yield Fault("not-all-home", f"{who} may not bear off yet: a checker still stands outside the home.")
    higher = next((point for point in range(HOME, step.start, -1) if board.own[point]), None)
    if step.start < step.die and higher is not None:
        yield Fault(
            "higher-checker-first",
            f"A {step.die} may not bear off from {step.start} while a checker stands higher, on {higher}.",
        )
