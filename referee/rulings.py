"""One table: what each event does — whether it is held up to people, whether a picture is kept, and what happens to
the clock.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from referee.clock.time_control import FETCHING, NS_PER_S, Clock
from referee.record.events import Draft
from referee.rules.side import Side

Body = Mapping[str, Any]
ClockEffect = Callable[[Clock, Body, int], Clock]


@dataclass(frozen=True)
class Ruling:
    """`held`: people are asked to decide. `picture`: evidence is kept. `clock`: what is done to it, None nothing.

    `quiet`: with option `audience` other than `players` the clock is left alone, because nobody is told.
    """

    clock: ClockEffect | None = None
    held: bool = False
    picture: bool = False
    quiet: bool = False


def _press(clock: Clock, body: Body, now_ns: int) -> Clock:
    """A press told late is booked when it was made."""
    return clock.press(Side(body["side"]), body.get("at_ns", now_ns))


def _found(clock: Clock, _: Body, now_ns: int) -> Clock:
    """Dice that lie there again have been fetched."""
    return clock.resume(now_ns) if clock.paused_for == FETCHING else clock


def _fetch(clock: Clock, body: Body, now_ns: int) -> Clock:
    """Both clocks stand while a die that left the table is fetched, not for one that is merely cocked (tournament.md
    1.1).
    """
    if body.get("reason") != "off-board":
        return _found(clock, body, now_ns)
    return clock.pause(now_ns, FETCHING) if clock.running else clock


def _penalise(clock: Clock, body: Body, now_ns: int) -> Clock:
    """Time taken off or added, or the delay of a turn lost (tournament.md 1.2, 1.6)."""
    side = Side(body["side"])
    if body["what"] == "delay":
        return clock.forfeit_delay(side)
    return clock.granted(side, round(body["seconds"] * NS_PER_S), now_ns)


def _hold(clock: Clock, body: Body, now_ns: int) -> Clock:
    """A turn that the opponent's throw has ended stands; there is nothing to stop for."""
    return clock if body.get("ended") == "next-throw" else clock.pause(now_ns)


def _pause(clock: Clock, _: Body, now_ns: int) -> Clock:
    return clock.pause(now_ns)


def _resume(clock: Clock, body: Body, now_ns: int) -> Clock:
    """A flag that still waits for people holds the clock on."""
    return clock if body.get("held") else clock.resume(now_ns)


def _neutral(clock: Clock, _: Body, now_ns: int) -> Clock:
    return clock.neutral(now_ns)


def _decide(clock: Clock, body: Body, now_ns: int) -> Clock:
    """A demanded play is made on the mover's time, with a new delay; otherwise the clock goes on where it was
    stopped.
    """
    if not clock.paused or clock.running is None:
        return clock.resume(now_ns)
    if body.get("what") == "demand" and body.get("side"):
        return clock.run(Side(body["side"]), now_ns)
    after_press = body.get("ended") == "press" and body.get("side")
    return clock.run(Side(body["side"]).other, now_ns) if after_press else clock.resume(now_ns)


def _reopen(clock: Clock, body: Body, now_ns: int) -> Clock:
    """A flag that was raised too early had stopped the clock; who pressed with no checker moved goes on in its turn."""
    if body.get("restart"):
        side = Side(body["side"])
        return clock.run(side, now_ns) if clock.paused or clock.running is not side else clock
    return clock.resume(now_ns) if body.get("reopened") else clock


def _offer(clock: Clock, body: Body, now_ns: int) -> Clock:
    return clock.press(Side(body["side"]), now_ns)


def _taken(clock: Clock, body: Body, now_ns: int) -> Clock:
    """Who takes a double presses, and the doubler throws; who takes a beaver, the doubler, throws without a press."""
    return clock if body.get("of") == "beaver" else clock.press(Side(body["side"]), now_ns)


RULINGS: Mapping[str, Ruling] = {
    "press": Ruling(_press),
    "throw": Ruling(_found, picture=True),
    "opening-throw": Ruling(_found, picture=True),
    "rethrow": Ruling(_fetch, picture=True, quiet=True),
    "play": Ruling(picture=True),
    "illegal": Ruling(_hold, held=True, picture=True, quiet=True),
    "unsure": Ruling(_found, held=True, picture=True),
    "decision": Ruling(_decide, quiet=True),
    "correction": Ruling(_reopen, quiet=True),
    "double": Ruling(_offer),
    "beaver": Ruling(_offer),
    "take": Ruling(_taken),
    "drop": Ruling(_neutral),
    "resign": Ruling(_neutral),
    "game-end": Ruling(_neutral, picture=True),
    "match-end": Ruling(_neutral),
    "pause": Ruling(_pause),
    "resume": Ruling(_resume),
    "penalty": Ruling(_penalise),
    "flag-fall": Ruling(),
    "moved": Ruling(held=True, picture=True),
    "camera-lost": Ruling(),
}
"""By kind of event; a kind that is not named has no effect."""


def ruling_of(kind: str) -> Ruling:
    """The row of a kind."""
    return RULINGS.get(kind, Ruling())


def clock_after(clock: Clock, draft: Draft, audience: str, now_ns: int) -> Clock:
    """The clock once an event has been ruled."""
    ruling = ruling_of(draft.kind)
    if ruling.clock is None or (ruling.quiet and audience != "players"):
        return clock
    return ruling.clock(clock, draft.body, now_ns)


def missing_press(draft: Draft, clock: Clock) -> dict[str, bool]:
    """A turn that the opponent's throw has ended while the mover's time still runs: a press is missing. That is noted,
    and the clock is not corrected (tournament.md 1.3).
    """
    ended = draft.kind in ("play", "illegal") and draft.body.get("ended") == "next-throw"
    forgotten = ended and clock.running is not None and draft.body.get("side") == clock.running
    return {"missing_press": True} if forgotten else {}
