"""The turn: a pure state machine without I/O. Inputs in, new state and events to be written out.

A settled view passes through the phases in the order of `PHASES`, so that one view may end a turn and show the next
throw.
"""

from collections.abc import Callable
from dataclasses import replace

from referee.directing import direct
from referee.directing_stakes import DirectorError
from referee.inputs import Device, Directed, Ended, Input, Look, Press, Tick
from referee.judge import Judged, judge
from referee.record.events import Draft
from referee.rules.dice import ALL_THROWS
from referee.rules.plays import legal_plays
from referee.rules.side import Side
from referee.seen import Seen, see
from referee.throw import change
from referee.turn_begin import begin, let_begin, start_side
from referee.turn_end import await_end, rule
from referee.turn_flag import await_correction
from referee.turn_next import next_turn
from referee.turn_state import Phase, Setup, Step, TurnState
from referee.turn_throw import ONE_DIE_NS, await_throw
from referee.wording import seen_body

PHASES: tuple[Callable[[Setup, TurnState, Seen], Step], ...] = (begin, await_end, await_correction, await_throw)


def step(setup: Setup, state: TurnState, event: Input) -> Step:
    """The state after one input, and what is to be written down.

    :raises DirectorError: when a director's action makes no sense now.
    """
    match event:
        case Look():
            result = _look(setup, state, event)
        case Press():
            result = press(setup, state, event.side, "player", event.count)
        case Directed(action="press", body=body):
            result = press(setup, state, _pressing(body.get("side")), "director", 0)
        case Directed(action=action, body=body):
            result = direct(setup, state, action, body)
        case Device(change=what, why=why):
            result = replace(state, calm=False), (Draft(what, {"why": why, "text": why}),)
        case Ended():
            result = _ended(setup, state)
        case Tick():
            result = _time_passed(setup, state, event.t_ns)
    return result


def _look(setup: Setup, state: TurnState, look: Look) -> Step:
    if not look.settled:
        return replace(state, calm=False), ()
    seen = see(look.observation, setup.seating, setup.options.checkers, state.position)
    drafts: tuple[Draft, ...] = ()
    if _differs(state.seen, seen):
        drafts = (Draft("seen", seen_body(seen, setup.seating)),)
    state = replace(state, seen=seen, calm=True)
    if state.paused:
        return state, drafts
    for phase in PHASES:
        state, more = phase(setup, state, seen)
        drafts += more
    return state, drafts


def _differs(before: Seen | None, now: Seen) -> bool:
    if before is None or before.best != now.best:
        return True
    if not before.dice or not now.dice:
        return bool(before.dice) != bool(now.dice)
    return len(before.dice) != len(now.dice) or change(before.dice, now.dice) != "same"


def _time_passed(setup: Setup, state: TurnState, now_ns: int) -> Step:
    """A die that has lain alone for too long is called, although nothing moves."""
    if state.partial_ns is None or state.seen is None or state.paused or now_ns - state.partial_ns < ONE_DIE_NS:
        return state, ()
    return await_throw(setup, state, replace(state.seen, t_ns=now_ns))


def press(setup: Setup, state: TurnState, side: Side, by: str, count: int) -> Step:
    """A clock button. In the turn of `side` it ends the turn, at once if nothing has moved since the last settled
    view.
    """
    note = (Draft("press", {"side": side.value, "count": count}, by),)
    if state.paused or state.seen is None:
        return state, note
    if state.phase is Phase.TO_THROW:
        return _pressed_before_throw(setup, state, side, note)
    if state.phase is not Phase.TO_MOVE or side not in {each.side for each in state.hypotheses}:
        return _pressed_again(setup, state, side, note)
    if state.side is None and state.turns == (0, 0) and state.seen.best == state.position:
        return start_side(state, side.other), note
    pressed, seen = replace(start_side(state, side), ending="press"), state.seen
    if not state.calm:
        return pressed, note
    after, drafts = await_end(setup, pressed, seen)
    return after, (*note, *drafts)


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


def _pressing(given: object) -> Side:
    try:
        return Side(str(given))
    except ValueError:
        raise DirectorError(f"say whose button: W or B, not {given!r}") from None


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


def _ended(setup: Setup, state: TurnState) -> Step:
    """No more pictures: a turn that was moved but not ended is judged as it was last seen, and said to be so."""
    if state.phase is not Phase.TO_MOVE or state.seen is None or state.paused:
        return state, ()
    if all(each.before == state.seen.best for each in state.hypotheses):
        return state, ()
    judged = judge(state.hypotheses, state.seen, setup.options, state.first_turn)
    if judged.kind != "legal":
        words = "The pictures end before the turn does."
        judged = Judged("unsure", judged.position, None, words=words, choices=judged.choices)
    return rule(setup, state, state.seen, judged, "source-end")
