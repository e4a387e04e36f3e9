"""After a turn: the next one, the end of the game and of the match."""

from dataclasses import replace
from typing import Any

from referee.record.events import Draft
from referee.rules.cube import Cube
from referee.rules.match import NextGame, next_game, white_begins
from referee.rules.position import Position
from referee.rules.result import Result, points_text
from referee.rules.score import outcome_of, settle
from referee.rules.side import Side
from referee.throw import NONE
from referee.turn.state import Phase, Setup, Standing, Step, TurnState


def next_turn(
    setup: Setup, state: TurnState, position: Position, mover: Side | None, others: tuple[Position, ...] = ()
) -> Step:
    """The opponent of `mover` is to throw; `others` are positions that may stand instead. The game may be over."""
    turns = tuple(count + (mover in (None, side)) for count, side in zip(state.turns, Side, strict=True))
    side = mover.other if mover else None
    standing = tuple(Standing(each, side) for each in dict.fromkeys((position, *others)))
    after = replace(
        state,
        phase=Phase.TO_THROW,
        standing=standing[:3],
        hypotheses=(),
        throw=NONE,
        told=None,
        ending="",
        flag=None,
        turns=(turns[0], turns[1]),
        began=state.began or _beginner(setup, state, mover),
        lying=() if state.early else state.lying,
        lifted=state.lifted or state.early,
        early=False,
        written=state.written + (mover is not None),
        past=state.remembered(),
    )
    outcome = outcome_of(position, setup.options, mover, after.began or Side.W)
    if outcome is None:
        return after, ()
    return end_game(setup, after, settle(outcome, position, state.cube, setup.options), position)


def _beginner(setup: Setup, state: TurnState, mover: Side | None) -> Side | None:
    """Who began, told by the first turn that was seen; of a game seen from its middle only the rules can tell."""
    return mover if state.standard or not white_begins(setup.options.game) else Side.W


def end_game(setup: Setup, state: TurnState, result: Result, position: Position | None) -> Step:
    """The game is over, won, drawn or void: points, and perhaps the match; else what is played next."""
    score = state.score.after_game(result)
    body: dict[str, Any] = {
        "winner": result.winner.value if result.winner else None,
        "win": result.name,
        "points": result.points if result.winner else {"W": result.points, "B": result.points},
        "cube": state.cube.value,
        "score": {"W": score.white, "B": score.black, "length": score.length},
        "position": position.text if position else None,
        "text": _end_text(setup, result),
    }
    drafts = (Draft("game-end", body),)
    after = next_game(score, setup.options, result.winner, state.began)
    ended = replace(
        state, score=score, cube=Cube(), offer=None, hypotheses=(), flag=None, turns=(0, 0), opened=False, early=False
    )
    if after is not None:
        return awaiting(setup, ended, after), drafts
    winner = score.winner
    assert winner is not None
    match_end = Draft("match-end", {"winner": winner.value, "score": body["score"]})
    return replace(ended, phase=Phase.OVER), (*drafts, match_end)


def awaiting(setup: Setup, state: TurnState, after: NextGame) -> TurnState:
    """The next game of the match is awaited, by its own rules and under the names as they are in it."""
    present = setup.for_game(after.game, after.colours_swap)
    score = state.score.swapped() if after.colours_swap else state.score
    same = after.game == setup.options.game and not after.colours_swap
    initial = state.initial if same else Position.start(after.game, present.options.checkers)
    standing = state.standing if same else ()
    waiting = replace(state, phase=Phase.WAITING, standing=standing, initial=initial, began=after.begins)
    return replace(waiting, present=present, score=score)


def _end_text(setup: Setup, result: Result) -> str:
    if result.winner is None:
        return f"Nobody wins ({result.name}): {points_text(result.points)} each."
    return f"{setup.name(result.winner)} wins {points_text(result.points)} ({result.name})."
