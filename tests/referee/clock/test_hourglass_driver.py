"""The host's end of an Hourglass clock; all time is the test's."""

from referee.clock.family import Pressed, Pushed, Ready, Said, Shown, Trouble
from referee.clock.hourglass_device import HourglassDevice
from referee.clock.hourglass_driver import LINE_NS, START_NS, HourglassDriver
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock, Kind, TimeControl
from referee.rules.side import Side

CONTROL = TimeControl(Kind.SIMPLE_DELAY, 5 * 60 * NS_PER_S, 12 * NS_PER_S)


class Desk:
    """A clock with White as player one, and its driver."""

    def __init__(self, clock: Clock) -> None:
        self.device, self.driver = HourglassDevice(left=Side.W), HourglassDriver(left=Side.W)
        self.clock, self.now_ns = clock, 0
        self.said: list[Said] = []
        self.down = b""

    def wait(self, seconds: float) -> "Desk":
        for _ in range(round(seconds * 20)):
            self.now_ns += 50 * NS_PER_MS
            for said in self.driver.hear(self.device.send(self.now_ns), self.now_ns):
                self.said.append(said)
                if isinstance(said, Pressed):
                    self.clock = self.clock.press(said.side, said.at_ns)
            self.driver.follow(self.clock, self.now_ns)
            data = self.driver.send(self.now_ns)
            self.down += data
            self.device.receive(data, self.now_ns)
        return self

    def of(self, kind: type) -> list[Said]:
        return [said for said in self.said if isinstance(said, kind)]


def test_it_is_set_after_the_restart_of_its_board_and_started() -> None:
    desk = Desk(Clock.start(CONTROL)).wait(START_NS / NS_PER_S - 0.1)
    assert desk.down == b""
    desk.wait(3)
    assert (desk.down, desk.device.paused) == (b"White~Black%5 5 0", True)
    desk.clock = desk.clock.run(Side.W, desk.now_ns)
    desk.wait(3)
    assert desk.of(Ready) == [Ready("Hourglass")]
    assert desk.of(Shown)[-1] == Shown(298_000, 300_000, Side.W)


def test_a_change_of_side_is_a_press() -> None:
    desk = Desk(Clock.start(CONTROL).run(Side.W, 0)).wait(20)
    at_ns = desk.now_ns
    desk.device.press(Side.W, at_ns)
    desk.wait(3)
    (press,) = desk.of(Pressed)
    assert isinstance(press, Pressed)
    assert press.side is Side.W
    assert abs(press.at_ns - at_ns) <= LINE_NS


def test_a_pause_stops_the_clock_and_is_undone() -> None:
    desk = Desk(Clock.start(CONTROL).run(Side.W, 0)).wait(10)
    desk.clock = desk.clock.pause(desk.now_ns)
    desk.wait(10)
    assert desk.device.paused
    desk.clock = desk.clock.resume(desk.now_ns)
    desk.wait(3)
    assert not desk.device.paused


def test_a_clock_paused_at_its_button_says_so_and_runs_again_unless_the_referee_stops() -> None:
    desk = Desk(Clock.start(CONTROL).run(Side.W, 0)).wait(10)
    desk.device.push("pause", desk.now_ns)
    desk.wait(0.5)
    assert desk.of(Pushed) == [Pushed("pause")]
    assert desk.device.paused
    desk.wait(5)
    assert not desk.device.paused


def test_a_toggle_that_was_lost_is_noticed() -> None:
    desk = Desk(Clock.start(CONTROL).run(Side.W, 0)).wait(10)
    desk.device.paused = True
    desk.wait(6)
    assert not desk.device.paused


def test_a_reset_clock_is_set_again_and_goes_on() -> None:
    desk = Desk(Clock.start(CONTROL).run(Side.W, 0)).wait(100)
    desk.device.push("reset", desk.now_ns)
    desk.wait(3)
    assert not desk.device.paused
    assert desk.device.time_ms(Side.W, desk.now_ns) <= 4 * 60_000


def test_a_lever_that_stands_for_the_wrong_side_is_trouble() -> None:
    desk = Desk(Clock.start(CONTROL).run(Side.W, 0)).wait(10)
    desk.clock = desk.clock.run(Side.B, desk.now_ns)
    desk.wait(10)
    (trouble,) = desk.of(Trouble)
    assert "stands for White" in str(trouble)


def test_a_side_that_changed_while_the_link_was_lost_is_one_press() -> None:
    desk = Desk(Clock.start(CONTROL).run(Side.W, 0)).wait(20)
    desk.device.press(Side.W, desk.now_ns)
    desk.driver = HourglassDriver(left=Side.W, before=desk.driver)
    desk.wait(10)
    assert [press.side for press in desk.of(Pressed) if isinstance(press, Pressed)] == [Side.W]
