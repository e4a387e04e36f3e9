"""A match with a clock of each family on a cable, through the whole table: port, driver, referee, record."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee.clock.dgt_device import DgtDevice
from referee.clock.hourglass_device import HourglassDevice
from referee.clock.simulated import SimulatedClock
from referee.clock.time_control import NS_PER_S
from referee.record.replay import replay
from referee.rules.side import Side
from tests.referee.clock.cable import Device
from tests.referee.clock.sitting import Sitting
from tests.referee.script import START, Script, after

MADE = after(START, Side.W, "3-1", "8/5 6/5")
ANSWER = after(MADE, Side.B, "6-4", "24/18 13/9")
EVENT: dict[str, object] = {"reserve": "10 min", "reserve-per-point": "0 s"}
FAMILIES: dict[str, tuple[Callable[[], Device], int]] = {
    "open": (SimulatedClock, NS_PER_S // 10),
    "dgt": (lambda: DgtDevice(left=Side.W), NS_PER_S),
    "hourglass": (lambda: HourglassDevice(left=Side.W), 2 * NS_PER_S),
}
"""Each family's device, and by how much a turn may be timed wrong over it, ns."""


Open = Callable[[str], Sitting]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Open]:
    """A table with a clock of a family: White has won the opening with 3-1 and White's time runs."""
    made: list[Sitting] = []

    def make(family: str) -> Sitting:
        made.append(Sitting(tmp_path, family, FAMILIES[family][0](), EVENT))
        return begun(made[-1], family)

    yield make
    for sitting in made:
        sitting.close()
        sitting.cable.pull()


def begun(sitting: Sitting, family: str) -> Sitting:
    """White's time runs: Black has pressed, or the director for a clock whose lever is down on Black's side."""
    sitting.go(5 * NS_PER_S)
    sitting.see(START)
    sitting.see(START, Script.white("3-1"))
    if family == "open":
        sitting.press(Side.B)
    else:
        sitting.direct("press", side="B")
    sitting.go(NS_PER_S)
    return sitting


def kinds(sitting: Sitting) -> list[str]:
    return [event.kind for event in sitting.told if event.kind != "seen"]


@pytest.mark.parametrize("family", FAMILIES)
def test_turns_end_with_the_presses_and_one_is_told_after_a_loss(tmp_path: Path, opened: Open, family: str) -> None:
    """tournament.md 1.6: roll, move, press; a press made while the cable was out is booked at the time it was made."""
    sitting, wrong_ns = opened(family), FAMILIES[family][1]
    sitting.go(20 * NS_PER_S)
    sitting.see(MADE, Script.white("3-1"))
    sitting.press(Side.W)
    sitting.go(3 * NS_PER_S)
    play = next(event for event in sitting.told if event.kind == "play")
    assert (play.body["play"], play.body["ended"]) == ("8/5 6/5", "press")
    assert abs(sitting.table.match.clock.white_ns - (600 - 9) * NS_PER_S) <= wrong_ns
    sitting.cable.pull()
    sitting.go(2 * NS_PER_S)
    assert sitting.table.snapshot()["clock_link"] == "lost"
    sitting.see(MADE, Script.black("6-4"))
    sitting.see(ANSWER, Script.black("6-4"))
    sitting.go(10 * NS_PER_S)
    sitting.press(Side.B)
    sitting.go(NS_PER_S)
    assert kinds(sitting)[-1] == "throw"
    sitting.cable.plug()
    sitting.go(8 * NS_PER_S)
    assert kinds(sitting)[-3:] == ["clock-back", "press", "play"]
    assert sitting.table.match.clock.running is Side.W
    assert len(sitting.presses()) == (3 if family == "open" else 2)
    if family == "open":
        assert abs(sitting.table.match.clock.black_ns - (600 - 3) * NS_PER_S) <= wrong_ns
    sitting.close()
    assert replay(tmp_path).differences == ()


def test_a_program_started_again_hears_what_the_clock_has_held_and_nothing_twice(tmp_path: Path, opened: Open) -> None:
    sitting = opened("open")
    sitting.see(MADE, Script.white("3-1"))
    sitting.press(Side.W)
    sitting.go(2 * NS_PER_S)
    assert kinds(sitting)[-1] == "play"
    sitting.see(MADE, Script.black("6-4"))
    sitting.see(ANSWER, Script.black("6-4"))
    sitting.close()
    later = sitting.now_ns + 15 * NS_PER_S
    sitting.device.press(Side.B, later)
    again = Sitting(tmp_path, "open", sitting.device, EVENT, sitting.cable)
    again.now_ns, again._number = later + 5 * NS_PER_S, 10_000
    assert again.table.match.turn.side is Side.B
    again.go(5 * NS_PER_S)
    (press,) = again.presses()
    assert (press.body["side"], press.body["at_ns"]) == ("B", pytest.approx(later, abs=NS_PER_S // 10))
    assert kinds(again)[-1] == "play"
    assert again.table.match.clock.running is Side.W
    again.close()
    assert replay(tmp_path).differences == ()


def test_the_lamp_and_the_page_tell_what_the_referee_says(opened: Open) -> None:
    sitting = opened("open")
    device = sitting.device
    assert isinstance(device, SimulatedClock)
    sitting.press(Side.W)
    sitting.go(2 * NS_PER_S)
    assert kinds(sitting)[-1] == "illegal"
    assert device.lamp == "flag"
    assert device.clock.paused
    detail = sitting.table.snapshot()["clock_detail"]
    assert (detail["state"], detail["clock"]) == ("ok", "zarbiter-simulated 1.0")
    sitting.cable.pull()
    sitting.go(10 * NS_PER_S)
    detail = sitting.table.snapshot()["clock_detail"]
    assert (detail["state"], detail["why"]) == (
        "searching",
        "the clock (USB 2341:0043, serial number 75833353) is not plugged in: plug it in again",
    )
    assert 9_000 < detail["for_ms"] <= 10_000


def test_the_clocks_pause_button_pauses_the_match(opened: Open) -> None:
    """tournament.md 1.6: allowed stops."""
    sitting = opened("open")
    assert isinstance(sitting.device, SimulatedClock)
    sitting.device.push("pause", sitting.now_ns)
    sitting.go(2 * NS_PER_S)
    assert sitting.table.snapshot()["paused"]
    assert sitting.device.clock.paused
    assert sitting.device.lamp == "paused"
    sitting.device.push("pause", sitting.now_ns)
    sitting.go(2 * NS_PER_S)
    assert sitting.device.clock.state == "running"
