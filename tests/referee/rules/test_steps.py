"""Single steps: what is allowed and what is explained as forbidden must be two sides of one rule."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from referee.rules.board import BAR, OFF, Board, Fault, Step, Turn
from referee.rules.dice import Dice
from referee.rules.game import Contact, Game, Known
from referee.rules.game_ids import BACKGAMMON_ID
from referee.rules.games.backgammon import BACKGAMMON
from referee.rules.options import Options
from referee.rules.plays import full_ways
from referee.rules.position import Side
from referee.rules.step_faults import step_faults
from referee.rules.steps import apply, legal_steps
from tests.referee.rules.walks import random_walk

OPTIONS = Options.build(BACKGAMMON_ID, {})


def _every_step(game: Game, board: Board, die: int) -> Iterator[tuple[Step, Board]]:
    for start in range(BAR, 0, -1):
        if board.own[start]:
            end = max(start - die, OFF)
            after, hit = apply(game, board, start, end)
            yield Step(start, end, die, hit), after


def test_a_step_is_allowed_exactly_if_it_has_no_fault() -> None:
    seen = set()
    for position, side, dice, _ in islice(random_walk(BACKGAMMON_ID, 3), 400):
        turn = Turn(BACKGAMMON, OPTIONS, side, False, position.board(side), dice)
        for die in set(dice.numbers):
            allowed = {step for step, _ in legal_steps(turn, turn.before, None, die)}
            faults = {
                step: step_faults(turn, None, turn.before, step, after)
                for step, after in _every_step(BACKGAMMON, turn.before, die)
            }
            assert {step for step, found in faults.items() if not found} == allowed
            seen |= {fault.code for found in faults.values() for fault in found}
    assert seen == {"bar-first", "blocked-point", "not-all-home", "higher-checker-first"}


def _one_from_the_head(_turn: Turn, known: Known, _board: Board, step: Step, _after: Board) -> Fault | None:
    left = (known or 0) + (step.start == 24)
    return Fault("head", "Only one checker may leave the head in a turn.") if left > 1 else None


def _left_the_head(_turn: Turn, known: Known, _board: Board, step: Step, _after: Board) -> Known:
    return (known or 0) + (step.start == 24)


def _no_two_on_the_22(_turn: Turn, after: Board) -> Fault | None:
    return Fault("six-block", "No two may end on the 22.") if after.own[22] > 1 else None


def _board(own: dict[int, int], opp: dict[int, int]) -> Board:
    return Board(bytes(own.get(n, 0) for n in range(26)), bytes(opp.get(n, 0) for n in range(26)))


def _results(game: Game, board: Board, dice: str) -> set[tuple[int, ...]]:
    ways = full_ways(Turn(game, OPTIONS, Side.W, False, board, Dice.parse(dice)))
    return {tuple(place for place in range(26) for _ in range(way.board.own[place])) for way in ways}


HEADED = Game(
    id="headed",
    title="one checker from the head, same direction, no hitting",
    start={24: 15},
    same_direction=True,
    contact=Contact.NONE,
    closed_by=1,
    step_rules=(_one_from_the_head,),
    memory=_left_the_head,
)
PINNING = Game(id="pinning", title="pins", start={24: 15}, contact=Contact.PIN)


def test_a_game_may_forbid_steps_by_what_was_played_before() -> None:
    """A step rule with its memory: one checker walks on alone, as the head rule wants (rules.md L1)."""
    assert _results(HEADED, _board({24: 15}, {24: 15}), "2-1") == {(21, *([24] * 14))}


def test_in_the_same_direction_one_checker_closes_its_point() -> None:
    """rules.md L3: the opponent's 24 is own 12."""
    board = _board({13: 1}, {24: 1})
    assert _results(HEADED, board, "1-1") == {(13,)}
    assert _results(HEADED, board, "2-1") == {(10,)}


def test_a_game_may_forbid_the_end_of_a_turn() -> None:
    """Plays that end so do not count for the full-move rule (rules.md L4, `not-all-15`)."""
    game = replace(HEADED, step_rules=(), memory=None, turn_rules=(_no_two_on_the_22,))
    assert _results(game, _board({24: 2}, {}), "1-1") == {(20, 24), (21, 23)}


def test_a_lone_checker_is_pinned_and_freed() -> None:
    """rules.md P1: landing pins, leaving frees, and a prisoner may not move."""
    pinned, hit = apply(PINNING, _board({24: 1}, {5: 1}), 24, 20)
    assert not hit
    assert pinned.opp_pinned == {5}
    freed, _ = apply(PINNING, pinned, 20, 16)
    assert freed.opp_pinned == frozenset()


@pytest.mark.parametrize(("die", "starts"), [(1, [10, 24]), (4, [24]), (6, [10, 24])])
def test_a_prisoner_stays_and_its_point_is_closed(die: int, starts: list[int]) -> None:
    """rules.md P1: own prisoner on 6 under one pinner, who cannot be pinned."""
    board = _board({24: 1, 10: 1, 6: 1}, {19: 1})._replace(own_pinned=frozenset({6}))
    turn = Turn(PINNING, OPTIONS, Side.W, False, board, Dice(6, 1))
    assert sorted(step.start for step, _ in legal_steps(turn, board, (), die)) == starts
