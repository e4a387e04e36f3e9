"""After a turn: the next one, the end of the game and of the match."""

from dataclasses import replace
from typing import Any

from referee.record.events import Draft
from referee.rules.cube import Cube
from referee.rules.position import Position
from referee.rules.score import Result, points_text, result_of, winner_of
from referee.rules.side import Side
from referee.throw import NONE
from referee.turn_state import Phase, Setup, Standing, Step, TurnState


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
        written=state.written + (mover is not None),
        past=state.remembered(),
    )
    winner = winner_of(position)
    if winner is None:
        return after, ()
    return end_game(setup, after, result_of(position, winner, state.cube, setup.options), position)


def end_game(setup: Setup, state: TurnState, result: Result, position: Position | None) -> Step:
    """The game is over, won, drawn or void: points, and perhaps the match."""
    score = state.score.after_game(result)
    body: dict[str, Any] = {
        "winner": result.winner.value if result.winner else None,
        "win": result.name,
        "points": result.points,
        "cube": state.cube.value,
        "score": {"W": score.white, "B": score.black, "length": score.length},
        "position": position.text if position else None,
        "text": _end_text(setup, result),
    }
    drafts = [Draft("game-end", body)]
    if score.winner is not None:
        drafts.append(Draft("match-end", {"winner": score.winner.value, "score": body["score"]}))
    phase = Phase.OVER if score.winner is not None else Phase.WAITING
    ended = replace(state, phase=phase, score=score, cube=Cube(), offered_by=None, standing=state.standing)
    return replace(ended, hypotheses=(), flag=None, turns=(0, 0), opened=False), tuple(drafts)


def _end_text(setup: Setup, result: Result) -> str:
    if result.winner is None:
        return f"Nobody wins ({result.name}): {points_text(result.points)} each."
    return f"{setup.names[list(Side).index(result.winner)]} wins {points_text(result.points)} ({result.name})."
