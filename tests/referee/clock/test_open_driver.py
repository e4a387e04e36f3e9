"""The host's end of the open protocol against a clock made of software, without a port; all time is the test's."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.clock import open_protocol as protocol
from referee.clock.family import Pressed, Pushed, Ready, Said, Shown, Trouble
from referee.clock.open_driver import ANSWER_NS, HOLD_NS, OpenDriver
from referee.clock.simulated import MOST_KEPT, SimulatedClock
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock, Kind, TimeControl
from referee.rules.side import Side

CONTROL = TimeControl(Kind.SIMPLE_DELAY, 60 * NS_PER_S, 12 * NS_PER_S)
START = Clock.start(CONTROL).run(Side.W, 0)


class Desk:
    """A clock, its driver, and a cable that may lose bytes either way."""

    def __init__(self, device: SimulatedClock | None = None, driver: OpenDriver | None = None) -> None:
        self.device = device or SimulatedClock()
        self.driver = driver or OpenDriver()
        self.clock = START
        self.now_ns = 0
        self.said: list[Said] = []
        self.lost_up: Callable[[bytes], bytes] = bytes
        self.lost_down: Callable[[bytes], bytes] = bytes
        self.down = b""
        self.follows = True

    def wait(self, seconds: float) -> "Desk":
        for _ in range(round(seconds * 100)):
            self.now_ns += 10 * NS_PER_MS
            for said in self.driver.hear(self.lost_up(self.device.send(self.now_ns)), self.now_ns):
                self.said.append(said)
                if self.follows and isinstance(said, Pressed):
                    self.clock = self.clock.press(said.side, said.at_ns)
            self.driver.follow(self.clock, self.now_ns)
            data = self.driver.send(self.now_ns)
            self.down += data
            self.device.receive(self.lost_down(data), self.now_ns)
        return self

    def press(self, side: Side) -> int:
        self.device.press(side, self.now_ns)
        return self.now_ns

    def of(self, kind: type) -> list[Said]:
        return [said for said in self.said if isinstance(said, kind)]

    def faces(self) -> list[int]:
        """Both faces of the device, ms."""
        own = self.device.own_ns(self.now_ns)
        return [self.device.clock.face(side, own).reserve_ns // NS_PER_MS for side in Side]


def test_it_is_ready_once_and_shows_its_times() -> None:
    desk = Desk().wait(5)
    assert desk.of(Ready) == [Ready("zarbiter-simulated", "1.0")]
    shown = desk.of(Shown)[-1]
    assert shown == Shown(60_000, 60_000, Side.W)
    assert desk.device.clock.state == "running"


def test_its_own_press_needs_no_command() -> None:
    desk = Desk().wait(20)
    states = desk.down.count(b"STATE")
    at_ns = desk.press(Side.W)
    desk.wait(20)
    assert [(press.side, press.count) for press in desk.of(Pressed) if isinstance(press, Pressed)] == [
        (Side.W, (1 << 32) + 1)
    ]
    assert abs(desk.of(Pressed)[0].at_ns - at_ns) <= 10 * NS_PER_MS  # type: ignore[union-attr]
    assert desk.down.count(b"STATE") == states
    assert desk.clock.running is desk.device.clock.running is Side.B


def test_pause_with_the_phase_kept_and_neutral_and_granted_time() -> None:
    desk = Desk().wait(7)
    desk.clock = desk.clock.pause(desk.now_ns)
    desk.wait(30)
    assert desk.of(Shown)[-1] == Shown(60_000, 60_000, None)
    assert desk.device.clock.state == "paused"
    desk.clock = desk.clock.resume(desk.now_ns)
    desk.wait(10)
    assert abs(desk.faces()[0] - 55_000) <= 10
    desk.clock = replace(desk.clock.neutral(desk.now_ns), black_ns=90 * NS_PER_S)
    desk.wait(1)
    assert (desk.device.clock.state, desk.faces()[1]) == ("neutral", 90_000)


def test_a_press_whose_line_or_acknowledgement_is_lost_is_told_once() -> None:
    desk = Desk().wait(3)
    desk.lost_up = lambda data: b"" if b"PRESS" in data else data
    at_ns = desk.press(Side.W)
    desk.wait(2)
    assert desk.of(Pressed) == []
    desk.lost_up, desk.lost_down = bytes, lambda data: b"" if b"ACK" in data else data
    desk.wait(2)
    desk.lost_down = bytes
    desk.wait(2)
    (press,) = desk.of(Pressed)
    assert isinstance(press, Pressed)
    assert abs(press.at_ns - at_ns) <= 10 * NS_PER_MS
    desk.press(Side.B)
    desk.wait(1)
    assert len(desk.of(Pressed)) == 2


def test_a_command_that_is_lost_is_given_again_as_things_are_by_then() -> None:
    desk = Desk().wait(3)
    desk.lost_down = lambda data: b"" if b"STATE" in data else data
    desk.clock = desk.clock.pause(desk.now_ns)
    desk.wait(0.5)
    desk.clock = desk.clock.resume(desk.now_ns)
    desk.wait(1)
    desk.lost_down = bytes
    desk.wait(20)
    assert abs(desk.faces()[0] - desk.clock.face(Side.W, desk.now_ns).reserve_ns // NS_PER_MS) <= 10
    assert desk.of(Trouble) == []


def test_a_clock_that_never_confirms_is_trouble_once() -> None:
    desk = Desk()
    desk.lost_down = lambda data: b"" if b"STATE" in data else data
    desk.wait(30)
    (trouble,) = desk.of(Trouble)
    assert "does not confirm" in str(trouble)


def test_a_state_decided_before_a_press_was_known_is_refused() -> None:
    desk = Desk().wait(3)
    desk.device.press(Side.W, desk.now_ns)
    stale = protocol.encode(protocol.State(900, Side.W, "running", 1, 1, 0, 0, "plain", None))
    desk.device.receive(stale, desk.now_ns)
    assert b"FAIL 900 press" in desk.device.send(desk.now_ns)
    assert desk.device.clock.running is Side.B


def test_a_press_that_the_referee_does_not_follow_is_taken_back_from_the_clock() -> None:
    desk = Desk().wait(3)
    desk.follows = False
    desk.press(Side.W)
    desk.wait(HOLD_NS / NS_PER_S / 2)
    assert desk.of(Shown)[-1].running == Side.B  # type: ignore[union-attr]
    desk.wait(HOLD_NS / NS_PER_S)
    assert desk.of(Shown)[-1].running == Side.W  # type: ignore[union-attr]
    assert abs(desk.device.clock.used(desk.now_ns) - desk.clock.used(desk.now_ns)) <= 10 * NS_PER_MS


def test_presses_while_the_link_is_lost_are_told_with_their_own_time_by_the_next_driver() -> None:
    desk = Desk(SimulatedClock(rate=1.005, starts_ms=2**32 - 60_000)).wait(70)
    made = []
    for side in (Side.W, Side.B, Side.W):
        desk.now_ns += 15 * NS_PER_S
        desk.device.send(desk.now_ns)
        made.append((side, desk.press(side)))
    desk.now_ns += 15 * NS_PER_S
    desk.driver = OpenDriver(before=desk.driver)
    desk.wait(10)
    presses = [press for press in desk.of(Pressed) if isinstance(press, Pressed)]
    assert [press.side for press in presses] == [side for side, _ in made]
    assert max(abs(press.at_ns - at_ns) for press, (_, at_ns) in zip(presses, made, strict=True)) <= 10 * NS_PER_MS
    true = START
    for side, at_ns in made:
        true = true.press(side, at_ns)
    for side, face in zip(Side, desk.faces(), strict=True):
        assert abs(face - true.face(side, desk.now_ns).reserve_ns // NS_PER_MS) <= 10


def test_a_press_kept_from_before_the_first_link_is_dated_too() -> None:
    desk = Desk(SimulatedClock(rate=1.002, starts_ms=77))
    desk.device.send(0)
    desk.now_ns = 20 * NS_PER_S
    at_ns = desk.press(Side.W)
    desk.now_ns = 25 * NS_PER_S
    desk.wait(3)
    (press,) = desk.of(Pressed)
    assert isinstance(press, Pressed)
    assert abs(press.at_ns - at_ns) <= 20 * NS_PER_MS


def test_a_press_told_already_is_not_told_again_by_the_next_driver() -> None:
    desk = Desk().wait(3)
    desk.lost_down = lambda data: b"" if b"ACK" in data else data
    desk.press(Side.W)
    desk.wait(1)
    desk.driver, desk.lost_down = OpenDriver(before=desk.driver), bytes
    desk.wait(5)
    assert len(desk.of(Pressed)) == 1


def test_a_clock_that_has_started_anew_is_ready_again_and_set_again() -> None:
    desk = Desk().wait(20)
    desk.device = SimulatedClock(boot=2)
    desk.wait(5)
    assert len(desk.of(Ready)) == 2
    assert abs(desk.faces()[0] - desk.clock.face(Side.W, desk.now_ns).reserve_ns // NS_PER_MS) <= 10
    desk.press(Side.W)
    desk.wait(1)
    assert [press.count for press in desk.of(Pressed) if isinstance(press, Pressed)] == [(2 << 32) + 1]


def test_presses_beyond_what_the_clock_can_keep_are_trouble() -> None:
    desk = Desk().wait(3)
    desk.press(Side.W)
    desk.wait(1)
    for number in range(MOST_KEPT + 2):
        desk.device.press(Side.B if number % 2 == 0 else Side.W, desk.now_ns)
    desk.wait(10)
    (trouble,) = desk.of(Trouble)
    assert "presses lost by the clock: 1;" in str(trouble)
    assert len(desk.of(Pressed)) == 2 + MOST_KEPT


def test_buttons_are_told_and_acknowledged_with_the_presses() -> None:
    desk = Desk().wait(3)
    desk.device.push("pause", desk.now_ns)
    desk.press(Side.W)
    desk.wait(2)
    told = [said for said in desk.said if isinstance(said, Pushed | Pressed)]
    assert [type(said) for said in told] == [Pushed, Pressed]
    assert told[0] == Pushed("pause")


def test_the_lamp_follows() -> None:
    desk = Desk().wait(3)
    for lamp in ("rethrow", "flag", "off"):
        desk.driver.follow(desk.clock, desk.now_ns, lamp)
        desk.device.receive(desk.driver.send(desk.now_ns), desk.now_ns)
        assert desk.device.lamp == lamp
        desk.driver.hear(desk.device.send(desk.now_ns), desk.now_ns)


def test_a_time_control_the_clock_does_not_know_is_trouble_with_its_name() -> None:
    driver = OpenDriver()
    driver.hear(protocol.encode(protocol.Hello("old", "1", ("drive",), 1, 0)), 0)
    driver.follow(START, 0)
    driver.send(0)
    driver.hear(protocol.encode(protocol.Pong(1, 5)), NS_PER_MS)
    out = driver.send(NS_PER_MS)
    assert b"STATE 1 " in out
    (trouble,) = driver.hear(protocol.encode(protocol.Fail(1, "kind")), 2 * NS_PER_MS)
    assert "simple-delay" in str(trouble)
    assert b"STATE" not in driver.send(2 * NS_PER_MS + ANSWER_NS)


def test_a_clock_of_another_version_is_named() -> None:
    driver = OpenDriver()
    body = b"ZC3 HELLO box"
    import binascii  # noqa: PLC0415 - the checksum of one line

    (trouble,) = driver.hear(body + b"*%04X\n" % binascii.crc_hqx(body, 0), 0)
    assert "ZC3" in str(trouble)


@pytest.mark.parametrize("hello", [b"", protocol.encode(protocol.Hello("demo-clock", "1"))])
def test_a_recording_is_told_nothing_and_its_presses_count_when_heard(hello: bytes) -> None:
    driver = OpenDriver(listen_only=not hello)
    driver.follow(START, 0)
    said = driver.hear(hello + protocol.encode(protocol.Press(Side.B, 4, 77)), 9)
    assert [each for each in said if isinstance(each, Pressed)] == [Pressed(Side.B, 9, 4)]
    assert driver.send(10) == b""


def test_random_losses_lose_no_press_and_invent_none() -> None:
    chance = random.Random(9)
    desk = Desk()

    def some(data: bytes) -> bytes:
        return bytes(byte ^ (chance.random() < 0.002) for byte in data if chance.random() > 0.002)

    desk.lost_up = desk.lost_down = some
    desk.wait(5)
    made = []
    for number in range(60):
        side = (Side.W, Side.B)[number % 2]
        made.append((side, desk.press(side)))
        desk.wait(chance.choice([0.1, 2, 3]))
    desk.lost_up = desk.lost_down = bytes
    desk.wait(20)
    presses = [press for press in desk.of(Pressed) if isinstance(press, Pressed)]
    assert [press.side for press in presses] == [side for side, _ in made]
    assert max(abs(press.at_ns - at_ns) for press, (_, at_ns) in zip(presses, made, strict=True)) <= 20 * NS_PER_MS


@pytest.mark.parametrize("through", ["the same link", "a new link"])
@pytest.mark.parametrize("starts_ms", [0, 40_000])
def test_a_clock_that_does_not_count_its_starts_is_heard_after_a_new_one(through: str, starts_ms: int) -> None:
    """A box without a memory says the same `boot` again: its time or its count has gone back."""
    desk = Desk().wait(3)
    for side in (Side.W, Side.B, Side.W):
        desk.press(side)
        desk.wait(3)
    desk.said.clear()
    desk.device = SimulatedClock(starts_ms=starts_ms - desk.now_ns // NS_PER_MS)
    if through == "a new link":
        desk.driver = OpenDriver(before=desk.driver)
    desk.wait(3)
    (trouble,) = desk.of(Trouble)
    assert "started anew" in str(trouble)
    at_ns = desk.press(Side.B)
    desk.wait(2)
    (press,) = desk.of(Pressed)
    assert isinstance(press, Pressed)
    assert (press.side, press.count) == (Side.B, (1 << 32) + 1)
    assert abs(press.at_ns - at_ns) <= 10 * NS_PER_MS
    assert desk.device.clock.running is Side.W
    assert abs(desk.faces()[0] - desk.clock.face(Side.W, desk.now_ns).reserve_ns // NS_PER_MS) <= 10


def test_a_link_lost_for_an_hour_is_no_new_start() -> None:
    desk = Desk().wait(10)
    desk.device.press(Side.W, desk.now_ns)
    at_ns, desk.now_ns = desk.now_ns, desk.now_ns + 3600 * NS_PER_S
    desk.driver = OpenDriver(before=desk.driver)
    desk.wait(3)
    (press,) = desk.of(Pressed)
    assert isinstance(press, Pressed)
    assert abs(press.at_ns - at_ns) <= 10 * NS_PER_MS
    assert desk.of(Trouble) == []


def test_more_time_than_a_field_holds_is_told_as_the_most_it_holds() -> None:
    desk = Desk()
    desk.clock = Clock.start(TimeControl(Kind.PLAIN, 2 * protocol.MOST * NS_PER_MS))
    desk.wait(3)
    assert desk.faces() == [protocol.MOST, protocol.MOST]
