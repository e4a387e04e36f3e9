"""The host's end of a clock that breaks, stays silent, repeats itself and counts anew."""

from collections.abc import Callable

import pytest

from referee.clock.dgt_commands import Request
from referee.clock.dgt_device import DgtDevice
from referee.clock.heard import why_silent
from referee.clock.host import (
    FULL_NS,
    MOST_RETRY_NS,
    RECORDED,
    REOPEN_NS,
    RETRY_NS,
    SAME_NS,
    SILENT_NS,
    TROUBLE_NS,
    Heard,
    HostClock,
)
from referee.clock.simulated import SimulatedLink
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock, Kind, TimeControl
from referee.rules.side import Side
from tests.referee.clock.links import Bench

US = TimeControl(Kind.SIMPLE_DELAY, 60 * NS_PER_S, 12 * NS_PER_S)


def host(bench: Bench, silent_ns: int | None = SILENT_NS, url: str = "fake") -> HostClock:
    return HostClock(url, bench.open, silent_ns, renew=bench.renew)


def poll(clock: HostClock, now_ns: int = 0) -> list[Heard]:
    return clock.poll(lambda: now_ns)


def presses(heard: list[Heard]) -> list[tuple[Side | None, int, int | None]]:
    return [(each.side, each.count, each.at_ns) for each in heard if each.what == "press"]


def state(clock: HostClock) -> str:
    return clock.link_state.state


def words(heard: list[Heard]) -> list[str]:
    return [each.what for each in heard if each.what != "state"]


def test_a_press_has_its_own_time_and_is_heard_once_even_if_it_is_repeated() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.data = b"P W 4 100\nP W 4 100\nP B 5 300\n"
    assert presses(poll(clock, NS_PER_S)) == [(Side.W, 4, 100 * NS_PER_MS), (Side.B, 5, 300 * NS_PER_MS)]


def test_a_press_told_again_over_a_new_link_is_no_new_press() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.data = b"P W 4 100\n"
    poll(clock)
    bench.link.broken = True
    poll(clock, NS_PER_S)
    poll(clock, 2 * NS_PER_S)
    bench.link.data = b"P W 4 101\nP B 5 900\n"
    assert presses(poll(clock, 3 * NS_PER_S)) == [(Side.B, 5, 900 * NS_PER_MS)]


def test_a_clock_that_was_switched_off_counts_anew_and_is_heard() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.data = b"P W 4 100\n"
    poll(clock)
    later_ms = 100 + SAME_NS // NS_PER_MS + 1
    bench.link.data = f"P B 1 {later_ms}\nP B 1 {later_ms}\n".encode()
    assert presses(poll(clock, 9 * NS_PER_S)) == [(Side.B, 1, later_ms * NS_PER_MS)]


def test_a_program_started_again_knows_the_presses_of_its_record() -> None:
    bench = Bench()
    clock = host(bench)
    clock.go_on(57, 5 * NS_PER_S)
    bench.link.data = b"P W 57 5000\nP B 58 5500\nP W 1 8000\n"
    assert [count for _, count, _ in presses(poll(clock, 9 * NS_PER_S))] == [58, 1]


def test_a_recording_tells_all_its_presses_again() -> None:
    bench = Bench()
    clock = host(bench, None, RECORDED)
    clock.go_on(2)
    bench.link.data = b"P W 1 1\nP B 2 2\nP W 3 3\n"
    assert [count for _, count, _ in presses(poll(clock))] == [3]


def test_presses_without_a_number_are_all_heard() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.data = b"P W - 1\nP B - 2\n"
    assert [side for side, _, _ in presses(poll(clock))] == [Side.W, Side.B]


def test_a_lost_link_is_told_once_and_looked_for_with_longer_and_longer_waits() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.data = b"S\n"
    poll(clock)
    bench.link.broken, bench.refuse = True, "no such file"
    (lost,) = poll(clock, NS_PER_S)
    assert (lost.what, lost.why) == ("lost", "unplugged")
    assert (clock.link_state.state, clock.link_state.since_ns) == ("lost", NS_PER_S)
    tries, told = [], []
    for step in range(1, 400):
        now_ns = NS_PER_S + step * RETRY_NS // 2
        before = len(bench.opened)
        told += words(poll(clock, now_ns))
        tries += [now_ns] * (len(bench.opened) - before)
    waits = [b - a for a, b in zip([NS_PER_S, *tries], tries, strict=False)]
    assert told == []
    assert waits[:4] == [RETRY_NS, 2 * RETRY_NS, 4 * RETRY_NS, 8 * RETRY_NS]
    assert set(waits[4:]) == {MOST_RETRY_NS}
    told_state = clock.link_state
    assert (told_state.state, told_state.since_ns, told_state.why) == ("searching", NS_PER_S, "no such file")


def test_it_is_back_when_it_speaks_with_a_driver_that_knows_the_one_before() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.broken = True
    poll(clock, 0)
    assert words(poll(clock, 10 * NS_PER_S)) == []
    assert state(clock) == "silent"
    assert bench.driver.before is bench.drivers[0]
    bench.link.data = b"P W 1 1\n"
    heard = poll(clock, 11 * NS_PER_S)
    assert words(heard) == ["back", "press"]
    assert state(clock) == "ok"


def test_a_port_that_opens_is_no_clock_that_is_back() -> None:
    bench = Bench()
    clock = host(bench)
    told = [word for second in range(600) for word in words(poll(clock, second * NS_PER_S))]
    assert told == ["lost"]
    assert 10 < len(bench.opened) < 20


def test_a_silent_clock_is_lost_its_port_stays_open_and_it_may_speak_again() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.data = b"R box\n"
    poll(clock, 0)
    assert clock.link_state.clock == "box"
    assert words(poll(clock, SILENT_NS)) == []
    assert words(poll(clock, SILENT_NS + 1)) == ["lost"]
    assert "said nothing for 5 s" in clock.link_state.why
    assert words(poll(clock, SILENT_NS + REOPEN_NS)) == []
    bench.link.data = b"P B 2 9000\n"
    assert words(poll(clock, SILENT_NS + REOPEN_NS)) == ["back", "press"]
    assert len(bench.links) == 1


def test_a_clock_that_says_nothing_while_it_stands_is_lost_only_when_it_should_run() -> None:
    bench = Bench()
    clock = host(bench)
    bench.driver.talks_at_rest = False
    assert [word for second in range(60) for word in words(poll(clock, second * NS_PER_S))] == []
    clock.follow(Clock.start(US).run(Side.W, 60 * NS_PER_S))
    told = [(second, word) for second in range(60, 80) for word in words(poll(clock, second * NS_PER_S))]
    assert told == [(65, "lost")]


def test_a_clock_that_only_complains_is_silent_and_its_complaint_is_the_reason() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.data = b"T it speaks another language\n"
    poll(clock, 0)
    bench.link.data = b"T it speaks another language\n"
    (lost,) = [each for each in poll(clock, SILENT_NS + 1) if each.what == "lost"]
    assert lost.why == "it speaks another language"


@pytest.mark.parametrize(
    ("device", "says"),
    [
        (lambda: DgtDevice(left=Side.W), "is of family dgt, not open: start again with --clock-family dgt"),
        (None, "no clock of family open: check the port and --clock-family"),
    ],
)
def test_a_clock_of_another_family_is_named(device: Callable[[], DgtDevice] | None, says: str) -> None:
    bench = Bench()
    clock = HostClock("fake", bench.open)
    clock_bytes = b"\x00\x01 noise"
    if device:
        other = device()
        other.receive(bytes([Request.SEND_CLOCK]), 0)
        clock_bytes = other.send(0)
    heard: list[Heard] = []
    for second in range(7):
        bench.link.data = clock_bytes
        heard += poll(clock, second * NS_PER_S)
    assert [each.what for each in heard if each.what == "lost" and says in each.why] == ["lost"]


def test_other_buttons_are_told() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.data = b"B pause\n"
    assert [(each.what, each.why) for each in poll(clock)] == [("button", "pause")]


def test_the_driver_follows_the_referee_with_the_presses_it_has_not_answered_yet() -> None:
    """A press goes on before a slow referee has seen it; the referee's clock of before does not set it back."""
    bench = Bench()
    clock = host(bench)
    wanted = Clock.start(US).run(Side.W, 0)
    clock.follow(wanted, "off", 0)
    bench.link.data = b"P W 1 20000\n"
    (press,) = [each for each in poll(clock, 20 * NS_PER_S) if each.what == "press"]
    pressed = wanted.press(Side.W, 20 * NS_PER_S)
    assert bench.driver.followed[-1] == (pressed, "off")
    clock.follow(wanted, "rethrow", 0)
    poll(clock, 21 * NS_PER_S)
    assert bench.driver.followed[-1] == (pressed, "rethrow")
    refused = wanted.pause(15 * NS_PER_S)
    clock.follow(refused, "paused", press.serial)
    poll(clock, 22 * NS_PER_S)
    assert bench.driver.followed[-1] == (refused, "paused")


def test_a_new_driver_is_told_what_the_referee_wants_without_being_asked() -> None:
    bench = Bench()
    clock = host(bench)
    wanted = Clock.start(US).run(Side.B, 0)
    clock.follow(wanted)
    poll(clock, 0)
    bench.link.broken = True
    poll(clock, NS_PER_S)
    poll(clock, 2 * NS_PER_S)
    bench.link.data = b"S\n"
    poll(clock, 3 * NS_PER_S)
    assert len(bench.drivers) == 2
    assert bench.driver.followed[-1] == (wanted, "off")


def test_a_link_that_takes_no_data_is_lost() -> None:
    bench = Bench()
    clock = host(bench)
    poll(clock, 0)
    bench.driver.out = b"hello"
    bench.link.broken = True
    assert words(clock.flush(NS_PER_S)) == ["lost"]


def test_a_driver_that_fails_is_replaced_by_one_that_remembers_nothing() -> None:
    bench = Bench()
    clock = host(bench)
    assert words(clock.fail("the driver failed", NS_PER_S)) == ["lost"]
    assert bench.driver.before is None
    poll(clock, 2 * NS_PER_S)
    bench.link.data = b"S\n"
    assert words(poll(clock, 3 * NS_PER_S)) == ["back"]


def test_a_simulated_clock_follows_within_a_second_and_its_own_press_needs_no_command() -> None:
    now = [0]
    link = SimulatedLink(lambda: now[0])
    clock = HostClock("simulated", lambda _: link)
    wanted = Clock.start(US).run(Side.W, 0)
    clock.follow(wanted)

    def go(until_ns: int) -> list[Heard]:
        heard = []
        while now[0] < until_ns:
            now[0] += 50 * NS_PER_MS
            heard += poll(clock, now[0]) + poll(clock, now[0])
        return heard

    go(NS_PER_S)
    assert link.device.clock.running is Side.W
    go(20 * NS_PER_S)
    link.press(Side.W)
    assert [(each.side, each.at_ns) for each in go(21 * NS_PER_S) if each.what == "press"] == [(Side.W, 20 * NS_PER_S)]
    clock.follow(wanted.press(Side.W, 20 * NS_PER_S))
    go(22 * NS_PER_S)
    shown = link.device.clock
    assert shown.running is Side.B
    assert abs(shown.white_ns - 52 * NS_PER_S) <= 10 * NS_PER_MS


def test_a_clock_that_comes_back_keeps_its_name() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.data = b"R box\n"
    poll(clock)
    bench.link.broken = True
    poll(clock, NS_PER_S)
    poll(clock, 2 * NS_PER_S)
    bench.link.data = b"R box 2\nS\n"
    poll(clock, 3 * NS_PER_S)
    assert (state(clock), clock.link_state.clock) == ("ok", "box 2")


@pytest.mark.parametrize("rest", [b"ZC2 PONG 1 20*9C55\n", b"NG 1 20*9C55\n", b"ZC2 TIM"])
def test_what_is_left_when_a_clock_falls_silent_makes_it_no_other_clock(rest: bytes) -> None:
    assert "has said nothing for 5 s" in why_silent("x", "open", rest, SILENT_NS)
    assert "family open, not hourglass" in why_silent("x", "hourglass", b"ZC2 PONG 1 20*9C55\n", SILENT_NS)
    assert "no clock of family open" in why_silent("x", "open", bytes(range(128, 228)), SILENT_NS)


def test_a_trouble_that_is_over_is_not_why_a_clock_is_lost_later() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.data = b"T no board\n"
    poll(clock)
    bench.link.data = b"S\n"
    poll(clock, NS_PER_S)
    told = poll(clock, 2 * NS_PER_S + SILENT_NS)
    assert words(told) == ["lost"]
    assert "has said nothing" in clock.link_state.why


def test_a_trouble_stands_beside_the_clock_until_it_is_told_no_more() -> None:
    bench = Bench()
    clock = host(bench, None)
    bench.link.data = b"S\nT take option 23\n"
    poll(clock)
    bench.link.data = b"S\n"
    poll(clock, TROUBLE_NS)
    assert (state(clock), clock.link_state.why) == ("ok", "take option 23")
    bench.link.data = b"S\n"
    assert [each.what for each in poll(clock, TROUBLE_NS + 1)] == ["state"]
    assert clock.link_state.why == ""


def test_a_clock_that_takes_no_data_is_heard_all_the_same_and_not_lost() -> None:
    bench = Bench()
    clock = host(bench)
    bench.link.full, bench.driver.out = True, b"x"
    bench.link.data = b"S\n"
    assert words(poll(clock)) == []
    assert (state(clock), "takes no data" in clock.link_state.why) == ("ok", True)
    bench.link.full = False
    bench.link.data = b"P W 1 900\n"
    assert len(presses(poll(clock, NS_PER_S))) == 1
    bench.driver.out = b"y"
    clock.flush(FULL_NS - 1)
    assert bench.link.written == b""
    clock.flush(FULL_NS)
    assert bench.link.written == b"y"
