"""The clock's buttons: what a press means in the turn (rules.md E1, tournament.md 1.1 and 1.6)."""

from dataclasses import dataclass, replace
from typing import Any

from referee.record.events import Draft
from referee.rules.dice import ALL_THROWS
from referee.rules.plays import legal_plays
from referee.rules.side import Side
from referee.turn.begin import let_begin, start_side
from referee.turn.end import BOTH, await_end
from referee.turn.flag import await_correction
from referee.turn.next import next_turn
from referee.turn.state import LastPress, Phase, Setup, Step, TurnState

BOTH_NS = 1_000_000_000
"""Presses of both sides closer than this are no two turns: at once, or to have a new delay after cocked dice, ns."""


@dataclass(frozen=True)
class Pressing:
    """`side` pressed at `at_ns`, told at `t_ns`; `by` a player or the director; `count` is the clock's own number."""

    side: Side
    t_ns: int
    at_ns: int
    by: str = "player"
    count: int = 0


def press(setup: Setup, state: TurnState, pressing: Pressing) -> Step:
    """A clock button. In the turn of its side it ends the turn, at once if nothing has moved since the last settled
    view; not when it was made before this turn began and is only told now.
    """
    side = pressing.side
    body: dict[str, Any] = {"side": side.value, "count": pressing.count}
    if pressing.at_ns != pressing.t_ns:
        body["at_ns"] = pressing.at_ns
    note = (Draft("press", body, pressing.by),)
    last = LastPress(side, pressing.at_ns, state.without_press()) if pressing.by == "player" else None
    before, state = state.pressed, replace(state, pressed=last)
    if state.paused or state.seen is None or pressing.at_ns < state.begun_ns:
        return state, note
    if before and before.side is not side and last and pressing.at_ns - before.at_ns < BOTH_NS:
        shut_out = state.phase is Phase.TO_THROW and _shut_out(setup, state, side)
        return _dance(setup, state, side, note) if shut_out else _both(state, before, note)
    if state.phase is Phase.TO_THROW:
        return _pressed_before_throw(setup, state, side, note)
    if state.phase is Phase.TO_MOVE and side in {each.side for each in state.hypotheses}:
        return _pressed_in_turn(setup, state, side, note)
    return _pressed_again(setup, state, side, note)


def _pressed_in_turn(setup: Setup, state: TurnState, side: Side, note: tuple[Draft, ...]) -> Step:
    assert state.seen is not None
    if state.side is None and state.turns == (0, 0) and state.seen.best == state.position:
        return start_side(state, side.other), note
    pressed, seen = replace(start_side(state, side), ending="press"), state.seen
    if not state.calm:
        return pressed, note
    after, drafts = await_end(setup, pressed, seen)
    return after, (*note, *drafts)


def _both(state: TurnState, before: LastPress, note: tuple[Draft, ...]) -> Step:
    """Both buttons within a second: the second is no turn, and the first none either if no checker had moved."""
    was = before.state
    if state.ending == "press":
        return replace(state, ending=BOTH), note
    ended = was.phase is Phase.TO_MOVE and state.phase in (Phase.FLAGGED, Phase.TO_THROW)
    lies = state.flag.judged.position if state.flag else state.position
    if not ended or {each.before for each in was.hypotheses} != {lies}:
        return state, note
    text = "Both buttons within a second, and no checker had moved: the turn goes on, with a new delay."
    body = {"undo": True, "turn": was.turns != state.turns, "entries": state.written - was.written, "text": text}
    restart = {"restart": True, "side": before.side.value, "why": text, "position": lies.text if lies else None}
    kept = replace(was, seen=state.seen, calm=state.calm, lying=state.lying, lifted=state.lifted)
    return kept, (*note, Draft("correction", {**body, **restart}))


def _pressed_before_throw(setup: Setup, state: TurnState, side: Side, note: tuple[Draft, ...]) -> Step:
    """Who threw the lower number presses, and the other begins; who is shut out has ended the turn."""
    if state.opened and state.turns == (0, 0):
        begun, drafts = let_begin(setup, state, side.other)
        return begun, (*note, *drafts)
    return _dance(setup, state, side, note) if _shut_out(setup, state, side) else (state, note)


def _pressed_again(setup: Setup, state: TurnState, side: Side, note: tuple[Draft, ...]) -> Step:
    """The mover says that the demanded play has been made: what lies there is judged once nothing moves."""
    if state.flag is None or not state.flag.demanded or side not in {each.side for each in state.flag.hypotheses}:
        return state, note
    pressed = replace(state, ending="press")
    if not state.calm or state.seen is None:
        return pressed, note
    after, drafts = await_correction(setup, pressed, state.seen)
    return after, (*note, *drafts)


def _shut_out(setup: Setup, state: TurnState, side: Side) -> bool:
    """Can `side`, before its throw, play no throw at all? Then a press alone ends its turn (tournament.md 1.6)."""
    position, first = state.position, state.first_turn(side)
    if position is None or state.side is not side:
        return False
    return all(legal_plays(position, side, dice, setup.options, first).dice_used == 0 for dice in ALL_THROWS)


def _dance(setup: Setup, state: TurnState, side: Side, notes: tuple[Draft, ...]) -> Step:
    assert state.position is not None
    body = {
        "side": side.value,
        "dice": None,
        "play": "-",
        "before": state.position.text,
        "position": state.position.text,
        "ended": "press",
        "text": f"{side.colour} is shut out.",
    }
    after, drafts = next_turn(setup, state, state.position, side)
    return after, (*notes, Draft("play", body), *drafts)
