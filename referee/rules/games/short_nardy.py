"""Short nardy: backgammon with limits on what a checker that hit may do in the same turn (rules.md §1, H1, H2)."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.rules.board import HOME, OFF, Board, Fault, Step, Turn, place_name
from referee.rules.game import Game, Known
from referee.rules.game_ids import SHORT_NARDY_ID


class Mark(NamedTuple):
    """A checker that hit in this turn: where it stands now, and whether one of its hits was inside its home."""

    place: int
    in_home: bool


Marks = tuple[Mark, ...]


class Outcome(NamedTuple):
    """What follows if a certain one of like checkers makes a step: the marks after it, and why it may not."""

    marks: Marks
    fault: Fault | None


def _hit_and_go_on(turn: Turn, known: Known, board: Board, step: Step, _after: Board) -> Fault | None:
    """Forbidden only if it is for each checker that may have made the step (rules.md H1, H2)."""
    if known is None:
        return None
    outcomes = list(_outcomes(turn, known, board, step))
    return None if any(outcome.fault is None for outcome in outcomes) else outcomes[0].fault


def _marks(turn: Turn, known: Known, board: Board, step: Step, _after: Board) -> Known:
    """All that may be marked after a step: of like checkers the player may say which moved on (rules.md H1)."""
    if known is None and not step.hit:
        return None
    outcomes = list(_outcomes(turn, known or frozenset({()}), board, step))
    allowed = [outcome for outcome in outcomes if outcome.fault is None]
    return frozenset(outcome.marks for outcome in allowed or outcomes)


def _outcomes(turn: Turn, known: frozenset[Marks], board: Board, step: Step) -> Iterator[Outcome]:
    for marks in known:
        here = [mark for mark in marks if mark.place == step.start]
        if board.own[step.start] > len(here):
            yield Outcome(_moved(marks, None, step), _fault(turn, None, here, board, step))
        for mark in dict.fromkeys(here):
            yield Outcome(_moved(marks, mark, step), _fault(turn, mark, here, board, step))


def _moved(marks: Marks, mover: Mark | None, step: Step) -> Marks:
    rest = list(marks)
    if mover is not None:
        rest.remove(mover)
    if step.end != OFF and (mover is not None or step.hit):
        in_home = (mover is not None and mover.in_home) or (step.hit and step.end <= HOME)
        rest.append(Mark(step.end, in_home))
    return tuple(sorted(rest))


def _fault(turn: Turn, mover: Mark | None, here: list[Mark], board: Board, step: Step) -> Fault | None:
    if step.end == OFF:
        if turn.options.hit_and_bear_off == "forbidden" and any(mark.in_home for mark in here):
            place = place_name(step.start)
            return Fault(
                "hit-and-bear-off", f"Nothing may be borne off from {place} in the turn in which it was hit on."
            )
        return None
    limit = turn.options.hit_and_hide
    if (
        mover is None
        or limit == "allowed"
        or not board.own[step.end]
        or not (mover.in_home or limit != "forbidden-in-home")
    ):
        return None
    return Fault(
        "hit-and-hide",
        f"The checker that hit went on from {step.start} to {turn.side.colour}'s own {step.end}-point, which is held: "
        "it may not hit and hide in one turn.",
    )


SHORT_NARDY = Game(
    id=SHORT_NARDY_ID,
    title="Short nardy",
    start={24: 2, 13: 5, 8: 3, 6: 5},
    step_rules=(_hit_and_go_on,),
    memory=_marks,
)
