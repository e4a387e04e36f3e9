"""The turn: a pure state machine without I/O. Inputs in, new state and events to be written out.

A settled view passes through the phases in the order of `PHASES`, so that one view may end a turn and show the next
throw.
"""

from collections.abc import Callable
from dataclasses import replace

from referee.inputs import Button, Device, Directed, Ended, Input, Look, Press, Tick
from referee.judge import Judged, judge
from referee.record.events import Draft
from referee.rules.side import Side
from referee.seen import Seen, see_after
from referee.throw import change
from referee.turn.begin import begin
from referee.turn.directing import direct
from referee.turn.end import await_end, rule
from referee.turn.flag import await_correction
from referee.turn.press import Pressing, press
from referee.turn.stakes import DirectorError
from referee.turn.state import Phase, Setup, Step, TurnState
from referee.turn.throw import ONE_DIE_NS, await_throw
from referee.wording import seen_body

PAUSES = ("pause", "run")
"""Names of the button that stops and restarts a clock; DGT's is `run`."""
PHASES: tuple[Callable[[Setup, TurnState, Seen], Step], ...] = (begin, await_end, await_correction, await_throw)


def step(setup: Setup, state: TurnState, event: Input) -> Step:
    """The state after one input, and what is to be written down.

    :raises DirectorError: when a director's action makes no sense now.
    """
    match event:
        case Look():
            result = _look(setup, state, event)
        case Press():
            result = press(setup, state, Pressing(event.side, event.t_ns, event.made_ns, count=event.count))
        case Button():
            result = _button(setup, state, event.button)
        case Directed(action="press", body=body):
            side = _pressing(body.get("side"))
            result = press(setup, state, Pressing(side, event.t_ns, event.t_ns, "director"))
        case Directed(action=action, body=body):
            result = direct(setup, state, action, body)
        case Device(change=what, why=why):
            calm = state.calm and what in ("clock-lost", "clock-back")
            result = replace(state, calm=calm), (Draft(what, {"why": why, "text": why}),)
        case Ended():
            result = _ended(setup, state)
        case Tick():
            result = _time_passed(setup, state, event.t_ns)
    after, drafts = result
    return (after if after.point == state.point else replace(after, begun_ns=event.t_ns)), drafts


def _button(setup: Setup, state: TurnState, button: str) -> Step:
    """Players push another button of the clock: pause stops play, and lets it go on."""
    if button not in PAUSES:
        return state, ()
    body = {"why": "The clock's pause button was pushed."}
    after, drafts = direct(setup, state, "resume" if state.paused else "pause", body)
    return after, tuple(replace(draft, by="player") for draft in drafts)


def _look(setup: Setup, state: TurnState, look: Look) -> Step:
    if not look.settled:
        return replace(state, calm=False), ()
    stood = [each.position for each in state.standing]
    seen = see_after(look.observation, setup.seating, setup.options.checkers, stood)
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


def _pressing(given: object) -> Side:
    try:
        return Side(str(given))
    except ValueError:
        raise DirectorError(f"say whose button: W or B, not {given!r}") from None


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
