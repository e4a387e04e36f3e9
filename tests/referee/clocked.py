"""A match with a clock, told step by step: positions, presses at awkward times, what the clock shows."""

from collections.abc import Mapping

from referee.clock.time_control import NS_PER_MS
from referee.inputs import Press
from referee.record.events import Draft
from referee.rules.side import Side
from tests.referee.observing import SECOND
from tests.referee.script import START, Script, after, position

MADE = after(START, Side.W, "3-1", "8/5 6/5")
WRONG = position("W 24:2 13:5 8:2 6:6 | B 24:2 13:5 8:3 6:5")
CLOCK: Mapping[str, object] = {"turn-ends": "clock", "reserve": "10 min", "reserve-per-point": "0 s"}


def begun(event: Mapping[str, object] | None = None) -> Script:
    """White has won the opening with 3-1, Black has pressed, White's time runs."""
    script = Script({**CLOCK, **(event or {})})
    script.view(START)
    script.view(START, script.white("3-1"))
    script.press(Side.B)
    assert running(script) is Side.W
    return script


def press(script: Script, side: Side, after_ms: int, told_ms: int | None = None) -> list[Draft]:
    """A press so long after the script's last step; told later if `told_ms` says so."""
    at_ns = script.now + after_ms * NS_PER_MS
    if told_ms is None:
        return script.feed(Press(at_ns, side))
    return script.feed(Press(script.now + told_ms * NS_PER_MS, side, 0, at_ns))


def running(script: Script) -> Side | None:
    """Whose time runs."""
    return script.match.clock.running


def left(script: Script, side: Side) -> float:
    """The reserve of a side by now, s."""
    return script.match.clock.face(side, script.now).reserve_ns / SECOND
