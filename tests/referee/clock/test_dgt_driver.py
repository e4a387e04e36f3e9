"""The host's end of a DGT clock, byte for byte and against a clock made of software; all time is the test's."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from referee.clock import dgt_protocol as protocol
from referee.clock.dgt_commands import Command, Order, Plain, Run, SetRun, Text, decode, encode
from referee.clock.dgt_device import DgtDevice
from referee.clock.dgt_driver import ANSWER_NS, MOST_TRIES, DgtDriver
from referee.clock.family import Lamp, Pressed, Pushed, Ready, Said, Shown, Trouble
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock, Kind, TimeControl
from referee.rules.side import Side

CONTROL = TimeControl(Kind.SIMPLE_DELAY, 60 * NS_PER_S, 12 * NS_PER_S)
NEUTRAL = Clock.start(CONTROL)
VERSION = encode(Plain(Order.VERSION))
OLD = protocol.Ack(0x10, 0x09, 0x10, 0)


class Desk:
    """Board, clock and driver; `White` sits at the left."""

    def __init__(self, device: DgtDevice | None = None, clock: Clock = NEUTRAL, **options: object) -> None:
        self.device = device or DgtDevice(left=Side.W, **options)  # type: ignore[arg-type]
        self.driver = DgtDriver(left=Side.W)
        self.clock, self.lamp = clock, "off"
        self.now_ns = 0
        self.said: list[Said] = []
        self.down: list[tuple[int, bytes]] = []
        self.lost_up: Callable[[bytes], bytes] = bytes
        self.lost_down: Callable[[bytes], bytes] = bytes

    def wait(self, seconds: float) -> "Desk":
        for _ in range(round(seconds * 50)):
            self.now_ns += 20 * NS_PER_MS
            for said in self.driver.hear(self.lost_up(self.device.send(self.now_ns)), self.now_ns):
                self.said.append(said)
                if isinstance(said, Pressed):
                    self.clock = self.clock.press(said.side, said.at_ns)
            self.driver.follow(self.clock, self.now_ns, self.lamp)  # type: ignore[arg-type]
            data = self.driver.send(self.now_ns)
            if data:
                self.down.append((self.now_ns, data))
            self.device.receive(self.lost_down(data), self.now_ns)
        return self

    def of(self, kind: type) -> list[Said]:
        return [said for said in self.said if isinstance(said, kind)]

    def commands(self) -> list[Command]:
        return [command for _, data in self.down if (command := decode(data)) is not None]

    def last(self) -> Command:
        return self.commands()[-1]

    def times(self) -> list[int]:
        """Both times inside the device, ms."""
        return [self.device.time_ms(side, self.now_ns) for side in Side]


def greeted(driver: DgtDriver, version: protocol.Ack) -> list[bytes]:
    """All the bytes of the start-up, each answered at once."""
    out = [driver.send(0), driver.send(100 * NS_PER_MS)]
    driver.hear(protocol.encode(protocol.Version(1, 6)), 200 * NS_PER_MS)
    out.append(driver.send(200 * NS_PER_MS))
    driver.hear(protocol.encode(version), 300 * NS_PER_MS)
    return out


def test_it_starts_with_push_version_and_the_clocks_version() -> None:
    """clocks.md 5.1: start with 4b, 4d, then the clock's version."""
    driver = DgtDriver(left=Side.W)
    assert greeted(driver, OLD) == [b"\x4b", b"\x4d", VERSION]
    assert Desk().wait(1).of(Ready) == [Ready("DGT 3000", "2.0")]
    assert Desk(version=(1, 4)).wait(1).of(Ready) == [Ready("DGT clock", "1.4")]


def test_nobody_there_is_trouble_that_names_the_board() -> None:
    driver = DgtDriver(left=Side.W)
    for second in range(10):
        driver.send(second * NS_PER_S)
    (trouble,) = driver.hear(b"", 10 * NS_PER_S)
    assert "DGT board" in str(trouble)


def test_a_board_without_its_clock_is_trouble_and_mends_itself() -> None:
    desk = Desk()
    desk.device.clock_plugged = False
    desk.wait(3)
    (trouble,) = desk.of(Trouble)
    assert "no clock" in str(trouble)
    desk.device.clock_plugged = True
    desk.wait(8)
    assert len(desk.of(Ready)) == 1
    assert desk.times() == [60_000, 60_000]


def test_times_are_set_and_the_clock_stands_in_the_delay_then_runs() -> None:
    desk = Desk(clock=NEUTRAL).wait(1)
    assert desk.last() == SetRun((0, 1, 0), (0, 1, 0), Run.PAUSE)
    desk.clock = desk.clock.run(Side.B, desk.now_ns)
    desk.wait(11.9)
    assert desk.times() == [60_000, 60_000]
    desk.wait(10.1)
    assert desk.last() == SetRun((0, 1, 0), (0, 1, 0), Run.RIGHT)
    assert abs(desk.times()[1] - 50_000) <= 200
    assert desk.device.ignored == 0


def test_it_starts_on_a_whole_second_of_the_reserve() -> None:
    clock = replace(NEUTRAL, white_ns=round(30.4 * NS_PER_S))
    desk = Desk(clock=clock).wait(1)
    desk.clock = desk.clock.run(Side.W, desk.now_ns)
    desk.wait(12.2)
    assert desk.last() == SetRun((0, 0, 31), (0, 1, 0), Run.PAUSE)
    desk.wait(5)
    assert desk.last() == SetRun((0, 0, 30), (0, 1, 0), Run.LEFT)
    assert abs(desk.times()[0] - desk.clock.face(Side.W, desk.now_ns).reserve_ns // NS_PER_MS) <= 200


def test_a_press_is_the_lever_and_gives_the_other_a_fresh_delay() -> None:
    """clocks.md 5.1: press = bit 1 of d6 changing."""
    desk = Desk(clock=NEUTRAL.run(Side.W, 0)).wait(20)
    at_ns = desk.now_ns
    desk.device.press(Side.W, at_ns)
    desk.wait(5)
    (press,) = desk.of(Pressed)
    assert isinstance(press, Pressed)
    assert (press.side, press.count) == (Side.W, None)
    assert abs(press.at_ns - at_ns) <= 200 * NS_PER_MS
    assert desk.last() == SetRun((0, 0, 52), (0, 1, 0), Run.PAUSE)
    desk.device.press(Side.W, desk.now_ns)
    desk.wait(1)
    assert len(desk.of(Pressed)) == 1
    desk.device.press(Side.B, desk.now_ns)
    desk.wait(1)
    assert [press.side for press in desk.of(Pressed) if isinstance(press, Pressed)] == [Side.W, Side.B]


def test_the_side_at_the_left_is_told_apart() -> None:
    driver = DgtDriver(left=Side.B)
    greeted(driver, OLD)
    time = protocol.BoardTime(protocol.Face(0, 1, 0), protocol.Face(0, 2, 0), running=True, left_turn=True)
    (shown,) = driver.hear(protocol.encode(time), NS_PER_S)
    assert shown == Shown(60_000, 120_000, Side.B)
    said = driver.hear(protocol.encode(replace(time, right_high=True)), 2 * NS_PER_S)
    assert [each.side for each in said if isinstance(each, Pressed)] == [Side.B]


def test_a_command_without_acknowledgement_is_sent_again_then_given_up() -> None:
    """clocks.md 5.1: resend after 2 s; peers.md C63: a lost acknowledgement never ends the match."""
    desk = Desk().wait(1)
    before = len(desk.down)
    desk.lost_up = lambda data: b"" if is_ack(data) else data
    desk.clock = replace(NEUTRAL, white_ns=30 * NS_PER_S)
    desk.wait(ANSWER_NS / NS_PER_S * MOST_TRIES + 0.5)
    sent = [at for at, data in desk.down[before:] if decode(data)]
    assert len(sent) == MOST_TRIES
    assert [b - a for a, b in pairwise(sent)] == [ANSWER_NS] * (MOST_TRIES - 1)
    (trouble,) = desk.of(Trouble)
    assert "does not confirm" in str(trouble)
    desk.lost_up = bytes
    desk.wait(8)
    assert desk.times() == [30_000, 60_000]


def is_ack(data: bytes) -> bool:
    return any(isinstance(message, protocol.Ack) for message in protocol.Decoder().feed(data))


def test_one_command_at_a_time() -> None:
    desk = Desk(clock=NEUTRAL).wait(1)
    for number in range(30):
        desk.clock = replace(NEUTRAL, white_ns=(number + 5) * NS_PER_S)
        desk.lamp = ("flag", "off", "rethrow")[number % 3]
        desk.wait(0.04)
    desk.wait(2)
    assert desk.device.ignored == 0
    assert desk.times() == [34_000, 60_000]


def test_a_clock_in_another_mode_is_trouble_that_says_what_to_set() -> None:
    """clocks.md 5.1: set-and-run works in mode 23 only."""
    desk = Desk(mode_23=False).wait(20)
    (trouble,) = desk.of(Trouble)
    assert "option 23" in str(trouble)
    assert "option 25" in str(trouble)
    assert str(trouble).count("\n") == 0
    desk.device.push("mode 23", desk.now_ns)
    desk.wait(1)
    assert desk.times() == [60_000, 60_000]


def test_a_clock_that_comes_back_into_its_mode_is_set_at_once() -> None:
    desk = Desk(clock=NEUTRAL).wait(2)
    desk.device.push("mode 23", desk.now_ns)
    desk.device.left_ns = 7 * NS_PER_S
    desk.device.push("mode 23", desk.now_ns)
    desk.wait(0.3)
    assert desk.times() == [60_000, 60_000]


def test_buttons_are_told_and_a_repeated_acknowledgement_is_not() -> None:
    """clocks.md 5.1: over Bluetooth an acknowledgement can repeat for about a second."""
    desk = Desk().wait(1)
    desk.lost_up = lambda data: data * 3 if is_ack(data) else data
    desk.device.push("run", desk.now_ns)
    desk.wait(1.1)
    desk.device.push("run", desk.now_ns)
    desk.device.push("back", desk.now_ns)
    desk.wait(1)
    assert desk.of(Pushed) == [Pushed("run"), Pushed("run"), Pushed("back")]


def test_repeated_acknowledgements_confirm_nothing_they_are_not_about() -> None:
    desk = Desk().wait(1)
    late: list[tuple[int, bytes]] = []

    def repeated(data: bytes) -> bytes:
        if is_ack(data):
            late.append((desk.now_ns + 300 * NS_PER_MS, data))
        return data + b"".join(again for at, again in late if at <= desk.now_ns < at + 20 * NS_PER_MS)

    desk.lost_up = repeated
    desk.clock = desk.clock.run(Side.W, desk.now_ns)
    desk.wait(20)
    assert abs(desk.times()[0] - desk.clock.face(Side.W, desk.now_ns).reserve_ns // NS_PER_MS) <= 300
    assert desk.of(Trouble) == []


def spoken(driver: DgtDriver, times: Sequence[protocol.BoardTime], from_s: float = 1) -> list[Said]:
    said: list[Said] = []
    for number, time in enumerate(times):
        said += driver.hear(protocol.encode(time), round((from_s + number * 0.4) * NS_PER_S))
    return said


def test_times_that_are_all_zero_are_dropped() -> None:
    """clocks.md 5.1: skip an all-zero BWTIME."""
    driver = DgtDriver(left=Side.W)
    greeted(driver, OLD)
    zero = protocol.BoardTime(protocol.Face(0, 0, 0), protocol.Face(0, 0, 0))
    good = protocol.BoardTime(protocol.Face(0, 1, 0), protocol.Face(0, 1, 0), right_high=True)
    assert spoken(driver, [good, zero, good]) == [Shown(60_000, 60_000, None)] * 2


def test_times_that_go_up_without_a_command_are_dropped_and_their_lever_with_them() -> None:
    """clocks.md 5.1: ignore readings higher than the last."""
    driver = DgtDriver(left=Side.W)
    greeted(driver, OLD)
    good = protocol.BoardTime(protocol.Face(0, 1, 0), protocol.Face(0, 0, 50))
    wild = replace(good, left=protocol.Face(0, 0, 51), right_high=True)
    later = replace(good, left=protocol.Face(0, 0, 49))
    said = spoken(driver, [good, wild, later])
    assert said == [Shown(50_000, 60_000, None), Shown(49_000, 60_000, None)]


def test_a_clock_set_by_hand_is_set_back() -> None:
    """peers.md C63: a clock that was set back keeps the referee's time."""
    desk = Desk(clock=NEUTRAL).wait(2)
    desk.device.left_ns = 3_000 * NS_PER_S
    desk.wait(5)
    assert desk.times() == [60_000, 60_000]


def test_a_clock_that_was_stopped_by_hand_runs_again() -> None:
    desk = Desk(clock=NEUTRAL.run(Side.W, 0)).wait(20)
    desk.device.run = Run.PAUSE
    desk.wait(10)
    assert abs(desk.times()[0] - desk.clock.face(Side.W, desk.now_ns).reserve_ns // NS_PER_MS) <= 300


def test_a_silent_clock_is_asked_for_its_times() -> None:
    desk = Desk().wait(3)
    before = len(desk.down)
    desk.wait(10)
    asked = [data for _, data in desk.down[before:]]
    assert asked
    assert set(asked) == {b"\x41"}
    assert len(desk.of(Shown)) >= len(asked)


def test_text_and_beep_on_a_dgt_3000_a_beep_on_others() -> None:
    desk = Desk().wait(1)
    shown: list[tuple[Lamp, str, int]] = []
    for lamp in ("rethrow", "flag", "paused", "off"):
        desk.lamp = lamp
        desk.wait(1)
        shown.append((desk.lamp, desk.device.text, desk.device.beeps))  # type: ignore[arg-type]
    assert shown == [("rethrow", "RETHROW", 1), ("flag", "FLAG", 2), ("paused", "PAUSED", 3), ("off", "", 3)]
    assert Text("RETHROW", 8) in desk.commands()
    old = Desk(version=(1, 4)).wait(1)
    old.lamp = "flag"
    old.wait(1)
    assert (old.device.text, old.device.beeps) == ("", 1)


def test_a_text_is_ended_even_if_the_link_was_lost_meanwhile() -> None:
    desk = Desk().wait(1)
    desk.lamp = "rethrow"
    desk.wait(1)
    desk.driver, desk.lamp = DgtDriver(left=Side.W, before=desk.driver), "off"
    desk.wait(2)
    assert desk.device.text == ""


def test_flag_bits_are_told() -> None:
    desk = Desk(clock=replace(NEUTRAL, white_ns=2 * NS_PER_S).run(Side.W, 0)).wait(16)
    shown = desk.of(Shown)[-1]
    assert isinstance(shown, Shown)
    assert (shown.white_ms, shown.flag) == (0, Side.W)


def test_a_lever_that_moved_while_the_link_was_lost_is_one_press() -> None:
    desk = Desk(clock=NEUTRAL.run(Side.W, 0)).wait(20)
    desk.device.press(Side.W, desk.now_ns)
    desk.driver = DgtDriver(left=Side.W, before=desk.driver)
    desk.wait(2)
    assert [press.side for press in desk.of(Pressed) if isinstance(press, Pressed)] == [Side.W]


def test_every_time_control_is_followed_to_the_second() -> None:
    for kind in Kind:
        if kind is Kind.NONE:
            continue
        control = TimeControl(kind, 60 * NS_PER_S, 5 * NS_PER_S)
        desk = Desk(clock=Clock.start(control).run(Side.W, 0))
        desk.device.right_high = False
        desk.wait(3)
        for seconds in (4.3, 9.1, 3.2, 12.7, 0.9, 6.0):
            desk.wait(seconds)
            desk.device.press(desk.clock.running or Side.W, desk.now_ns)
            desk.wait(1.9)
            for side, ms in zip(Side, desk.times(), strict=True):
                assert abs(ms - desk.clock.face(side, desk.now_ns).reserve_ns // NS_PER_MS) <= 1_400, kind
        assert desk.device.ignored == 0


def test_a_clock_in_another_option_is_told_of_as_long_as_it_is_so() -> None:
    desk = Desk(mode_23=False).wait(70)
    assert [str(each).count("option 23") for each in desk.of(Trouble)] == [1, 1, 1]
    desk.device.push("mode 23", desk.now_ns)
    desk.wait(40)
    assert len(desk.of(Trouble)) == 3


def test_a_lever_that_is_down_for_the_side_whose_time_runs_is_told() -> None:
    """After a press in a pause White can't press again: nothing more would come from the clock."""
    desk = Desk(clock=NEUTRAL.run(Side.W, 0)).wait(2)
    desk.clock = desk.clock.pause(desk.now_ns)
    desk.device.press(Side.W, desk.now_ns)
    desk.wait(10)
    assert desk.of(Trouble) == []
    desk.clock = desk.clock.resume(desk.now_ns)
    desk.wait(6)
    (trouble,) = desk.of(Trouble)
    assert "down for White" in str(trouble)
    desk.device.press(Side.B, desk.now_ns)
    desk.wait(1)
    desk.device.press(Side.W, desk.now_ns)
    desk.wait(40)
    assert len(desk.of(Trouble)) == 1
    assert desk.clock.running is Side.B
