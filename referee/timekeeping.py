"""The table's clock: what comes from it as inputs, what the referee wants shown on it, how its link stands."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from referee.clock.family import Lamp
from referee.clock.heard import Heard
from referee.clock.host import RECORDED, HostClock
from referee.clock.time_control import NS_PER_MS, Clock
from referee.inputs import Button, Device, Input, Press
from referee.officiate import Match
from referee.turn.state import Phase

ALWAYS_THERE = ("simulated", RECORDED)


class Timekeeper:
    """The clock beside a table, if there is one (`clock` None: none).

    `threaded`: a thread polls it, in the host's monotonic time; otherwise the table does, in its own. A table with a
    `live` source keeps the host's time, `shift_ns` ahead in a record that goes on after the machine was started again;
    one with a recording keeps that of its pictures.
    """

    def __init__(self, clock: HostClock | None, *, threaded: bool, live: bool) -> None:
        self._clock, self._threaded, self._live = clock, threaded, live
        self.shift_ns = 0
        self._serial = 0
        self._later: list[Heard] = []

    @property
    def link(self) -> str:
        """`ok`, `lost`, `simulated` or `none`, as the page shows it."""
        if self._clock is None:
            return "none"
        if self._clock.is_lost:
            return "lost"
        return "simulated" if self._clock.url in ALWAYS_THERE else "ok"

    def detail(self, now_ns: int) -> dict[str, Any] | None:
        """How the link stands at the table's time `now_ns`: its state, for how long (ms; None: from the start), why,
        at which port, with which clock.
        """
        if self._clock is None:
            return None
        told = self._clock.link_state
        since = (now_ns - self._ahead(now_ns) - told.since_ns) // NS_PER_MS if told.since_ns else None
        return {"state": told.state, "for_ms": since, "why": told.why, "port": told.port, "clock": told.clock}

    def poll(self, now: Callable[[], int]) -> list[Heard]:
        """What has come from a clock that has no thread; twice, so that it can answer at once."""
        if self._clock is None or self._threaded:
            return []
        later, self._later = self._later, []
        return [*later, *self._clock.poll(now), *self._clock.poll(now)]

    def input_of(self, heard: Heard, now_ns: int) -> Input | None:
        """What is heard, as an input at the table's time `now_ns`; None when only the link's state has changed."""
        match heard.what:
            case "press" if heard.side:
                self._serial = heard.serial
                at_ns = None if heard.at_ns is None else min(heard.at_ns + self._ahead(now_ns), now_ns)
                return Press(now_ns, heard.side, heard.count, None if at_ns == now_ns else at_ns)
            case "button":
                return Button(now_ns, heard.why)
            case "lost":
                return Device(now_ns, "clock-lost", heard.why)
            case "back":
                return Device(now_ns, "clock-back", heard.why)
            case _:
                return None

    def follow(self, match: Match, now_ns: int) -> None:
        """Show the referee's clock and lamp."""
        if self._clock is None:
            return
        self._clock.follow(_earlier(match.clock, self._ahead(now_ns)), lamp_of(match), self._serial)
        if not self._threaded:
            self._later += self._clock.flush(now_ns)

    def go_on(self, inputs: Sequence[Input], now_ns: int, shift_ns: int) -> None:
        """These inputs were heard before the table's time `now_ns`, by the program that wrote the record."""
        self.shift_ns = shift_ns
        presses = [each for each in inputs if isinstance(each, Press)]
        if self._clock and presses:
            last = presses[-1]
            self._clock.go_on(last.count, last.made_ns - self._ahead(now_ns))

    def close(self) -> None:
        """Free the clock."""
        if self._clock:
            self._clock.close()

    def _ahead(self, now_ns: int) -> int:
        """What the table's time `now_ns` is ahead of the time in which the clock is polled, ns."""
        if not self._threaded:
            return 0
        return self.shift_ns if self._live else now_ns - time.monotonic_ns()


def lamp_of(match: Match) -> Lamp:
    """What the clock's lamps tell the players: nothing that the audience is not to know."""
    turn = match.turn
    if match.setup.options.audience == "players":
        if turn.flag is not None and turn.flag.judged.kind == "illegal":
            return "flag"
        if turn.phase is Phase.TO_THROW and turn.throw.status == "rethrow" and not turn.paused:
            return "rethrow"
    return "paused" if match.clock.paused else "off"


def _earlier(clock: Clock, shift_ns: int) -> Clock:
    """The same clock on a time line that is behind by `shift_ns`."""
    return replace(clock, since_ns=clock.since_ns - shift_ns, turn_ns=clock.turn_ns - shift_ns) if shift_ns else clock
