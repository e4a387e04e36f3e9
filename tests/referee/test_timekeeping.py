"""The clock beside a table: whose time its presses have, what its lamps tell, how its link is shown."""

import time
from collections.abc import Mapping

import pytest

from referee.clock.heard import Heard
from referee.clock.host import SILENT_NS, HostClock
from referee.clock.time_control import NS_PER_MS, NS_PER_S
from referee.inputs import Button, Device, Press
from referee.rules.side import Side
from referee.timekeeping import Timekeeper, lamp_of
from tests.referee.clock.links import Bench
from tests.referee.clocked import MADE, WRONG, begun
from tests.referee.script import Script


def keeper(bench: Bench, *, threaded: bool = True, live: bool = True, url: str = "fake") -> Timekeeper:
    clock = HostClock(url, bench.open, SILENT_NS, renew=bench.renew)
    return Timekeeper(clock, threaded=threaded, live=live)


def test_a_press_is_put_on_the_tables_time() -> None:
    """A record that goes on after the machine was started again is ahead of the machine's monotonic time."""
    timekeeper = keeper(Bench())
    timekeeper.go_on([], 100 * NS_PER_S, 70 * NS_PER_S)
    heard = Heard("press", Side.W, 3, at_ns=25 * NS_PER_S, serial=1)
    assert timekeeper.input_of(heard, 100 * NS_PER_S) == Press(100 * NS_PER_S, Side.W, 3, 95 * NS_PER_S)
    assert timekeeper.input_of(heard, 95 * NS_PER_S) == Press(95 * NS_PER_S, Side.W, 3)
    assert timekeeper.input_of(heard, 90 * NS_PER_S) == Press(90 * NS_PER_S, Side.W, 3)


def test_beside_a_recording_a_press_is_as_old_as_it_is() -> None:
    timekeeper = keeper(Bench(), live=False)
    heard = Heard("press", Side.B, 1, at_ns=time.monotonic_ns() - 2 * NS_PER_S, serial=1)
    press = timekeeper.input_of(heard, 50 * NS_PER_S)
    assert isinstance(press, Press)
    assert abs(press.made_ns - 48 * NS_PER_S) < NS_PER_S


def test_what_else_is_heard_becomes_an_input() -> None:
    timekeeper = keeper(Bench())
    assert timekeeper.input_of(Heard("button", why="pause"), 5) == Button(5, "pause")
    assert timekeeper.input_of(Heard("lost", why="gone"), 5) == Device(5, "clock-lost", "gone")
    assert timekeeper.input_of(Heard("back", why="here"), 5) == Device(5, "clock-back", "here")
    assert timekeeper.input_of(Heard("state", why="searching"), 5) is None


def test_the_clock_is_told_the_referees_clock_in_its_own_time() -> None:
    bench = Bench()
    timekeeper = keeper(bench, threaded=False)
    script = begun()
    timekeeper.follow(script.match, script.now)
    assert bench.driver.followed[-1] == (script.match.clock, "off")
    threaded = keeper(bench)
    threaded.go_on([], script.now, 2 * NS_PER_S)
    threaded.follow(script.match, script.now)
    clock = threaded._clock
    assert clock is not None
    clock.poll(lambda: script.now)
    told, _ = bench.driver.followed[-1]
    assert (told.since_ns, told.turn_ns) == (script.match.clock.since_ns - 2 * NS_PER_S, told.since_ns)


def test_the_link_is_shown_with_since_when_and_why() -> None:
    bench = Bench()
    timekeeper = keeper(bench, threaded=False)
    assert timekeeper.link == "ok"
    bench.link.data = b"R box\n"
    timekeeper.poll(lambda: 0)
    assert timekeeper.detail(9) == {"state": "ok", "for_ms": None, "why": "", "port": "fake", "clock": "box"}
    bench.link.broken, bench.refuse = True, "no such file"
    timekeeper.poll(lambda: NS_PER_S)
    timekeeper.poll(lambda: 2 * NS_PER_S)
    assert timekeeper.link == "lost"
    shown = timekeeper.detail(4 * NS_PER_S)
    assert shown == {"state": "searching", "for_ms": 3000, "why": "no such file", "port": "fake", "clock": "box"}


def test_without_a_clock_there_is_nothing_to_show_or_follow() -> None:
    timekeeper = Timekeeper(None, threaded=False, live=True)
    assert (timekeeper.link, timekeeper.detail(0), timekeeper.poll(lambda: 0)) == ("none", None, [])
    timekeeper.follow(begun().match, 0)
    timekeeper.close()


def test_a_simulated_clock_is_called_so() -> None:
    assert keeper(Bench(), url="simulated").link == "simulated"


def flagged(event: Mapping[str, object]) -> Script:
    script = begun(event)
    script.view(WRONG, script.white("3-1"))
    script.press(Side.W)
    return script


def called_back(event: Mapping[str, object]) -> Script:
    script = begun(event)
    script.view(MADE, script.white("3-1"))
    script.press(Side.W)
    script.view(MADE)
    script.view(MADE, script.black("6-4", flat=False))
    return script


@pytest.mark.parametrize(
    ("audience", "flag", "rethrow"),
    [("players", "flag", "rethrow"), ("director-only", "off", "off"), ("silent", "off", "off")],
)
def test_the_lamps_tell_the_players_only_what_they_may_know(audience: str, flag: str, rethrow: str) -> None:
    """tournament.md 1.4: a silent log mode and a speak mode."""
    assert lamp_of(flagged({"audience": audience}).match) == flag
    assert lamp_of(called_back({"audience": audience}).match) == rethrow


def test_a_pause_lights_its_lamp_and_is_no_rethrow() -> None:
    script = begun()
    assert lamp_of(script.match) == "off"
    script.direct("pause")
    assert lamp_of(script.match) == "paused"
    script = called_back({})
    script.direct("pause")
    assert lamp_of(script.match) == "paused"


def test_presses_of_the_record_are_not_heard_again() -> None:
    bench = Bench()
    timekeeper = keeper(bench, threaded=False)
    timekeeper.go_on([Press(9 * NS_PER_S, Side.W, 57, 5 * NS_PER_S)], 9 * NS_PER_S, 0)
    bench.link.data = b"P W 57 5000\nP B 58 8000\n"
    heard = [each for each in timekeeper.poll(lambda: 10 * NS_PER_S) if each.what == "press"]
    assert [(each.count, each.at_ns) for each in heard] == [(58, 8_000 * NS_PER_MS)]
