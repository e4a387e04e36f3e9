"""Faces at their ends, 0 and 9:59:59, against a clock made of software; all time is the test's."""

import pytest

from referee.clock.dgt_commands import Run, SetRun
from referee.clock.family import Pressed
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock, Kind, TimeControl
from referee.rules.side import Side
from tests.referee.clock.test_dgt_driver import Desk


@pytest.mark.parametrize("control", [TimeControl(Kind.NONE), TimeControl(Kind.PLAIN), TimeControl(Kind.SIMPLE_DELAY)])
def test_presses_of_a_clock_that_stands_at_0_are_heard(control: TimeControl) -> None:
    """With both times at 0 and the lever low on the right all its bytes are zero, as when it has nothing to tell."""
    desk = Desk(clock=Clock.start(control).run(Side.W, 0)).wait(3)
    for side in (Side.W, Side.B, Side.W, Side.B):
        desk.device.press(side, desk.now_ns)
        at_ns = desk.now_ns
        desk.wait(3)
        press = desk.of(Pressed)[-1]
        assert isinstance(press, Pressed)
        assert press.side is side
        assert abs(press.at_ns - at_ns) <= 400 * NS_PER_MS
    assert len(desk.of(Pressed)) == 4


def test_a_stray_reading_of_nothing_is_no_press_even_at_0() -> None:
    desk = Desk(clock=Clock.start(TimeControl(Kind.NONE)).run(Side.W, 0)).wait(3)
    desk.device.press(Side.W, desk.now_ns)
    desk.wait(2)
    for _ in range(5):
        desk.driver.hear(b"\x8d\x00\x0a" + bytes(7), desk.now_ns)
        desk.wait(1.3)
    assert [press.side for press in desk.of(Pressed) if isinstance(press, Pressed)] == [Side.W]


def test_more_time_than_its_faces_hold_stands_at_the_most_they_show() -> None:
    """A face ends at 9:59:59; it goes once no more is left than that."""
    desk = Desk(clock=Clock.start(TimeControl(Kind.PLAIN, 36_010 * NS_PER_S)).run(Side.W, 0)).wait(5)
    assert desk.times() == [35_999_000, 35_999_000]
    assert [command for command in desk.commands() if isinstance(command, SetRun)] == [
        SetRun((9, 59, 59), (9, 59, 59), Run.PAUSE)
    ]
    desk.wait(16)
    assert abs(desk.times()[0] - 35_989_000) <= 200
    assert desk.times()[1] == 35_999_000
    assert len([command for command in desk.commands() if isinstance(command, SetRun)]) == 2
