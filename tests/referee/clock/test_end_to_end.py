"""Each family from the device's button to the referee's clock over a pty: 200 presses at awkward times, 22:00 with 12 s
delay, against the same presses on a clock of the reference.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from referee.clock.dgt_device import REPORT_NS, DgtDevice
from referee.clock.families import make_driver
from referee.clock.family import Ready, Shown, Trouble
from referee.clock.hourglass_device import HourglassDevice
from referee.clock.simulated import SimulatedClock
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock, Kind, TimeControl
from referee.rules.side import Side
from tests.referee.clock.firmware import FirmwareDevice
from tests.referee.clock.line import Device, Line, line

CONTROL = TimeControl(Kind.SIMPLE_DELAY, 22 * 60 * NS_PER_S, 12 * NS_PER_S)
PRESSES = 200
AWKWARD_S = (11.999, 12.0, 12.001, 12.5, 13.0, 2.0, 1.1, 0.7, 0.7, 20.0)
FAST_S = (0.05, 0.2)
"""Presses nearer to each other than most clocks are asked."""


@dataclass(frozen=True)
class Case:
    """A device, how it is built, and by how much its presses may be told wrong, ns."""

    family: str
    build: Callable[[], Device]
    wrong_ns: int
    gaps_s: tuple[float, ...] = AWKWARD_S


OPEN_NS = 10 * NS_PER_MS
CASES = {
    "open, a quartz 0.5 % fast": Case("open", lambda: SimulatedClock(rate=1.005), OPEN_NS, AWKWARD_S + FAST_S),
    "firmware, 0.5 % slow, its time wraps": Case(
        "open", lambda: FirmwareDevice(starts_ms=2**32 - 600_000, rate=0.995), OPEN_NS, AWKWARD_S + FAST_S
    ),
    "dgt": Case("dgt", lambda: DgtDevice(left=Side.W), REPORT_NS),
    "dgt that shows whole seconds gone": Case("dgt", lambda: DgtDevice(left=Side.W, rounds_up=False), REPORT_NS),
    "hourglass": Case("hourglass", lambda: HourglassDevice(left=Side.W), NS_PER_S, (*AWKWARD_S[:6], 20.0)),
}


def played(on: Line, gaps_s: tuple[float, ...]) -> list[tuple[Side, int]]:
    """200 presses in turn, the last ones around the fall of the flag; each with its time, ns."""
    chance, made, reference = random.Random(6), [], on.clock
    for number in range(PRESSES):
        falls_ns = reference.falls_at()
        at_ns = on.now_ns + round(chance.choice(gaps_s) * NS_PER_S)
        if number >= PRESSES - 3 and falls_ns is not None:
            at_ns = falls_ns + (-5, 0, 5)[number - PRESSES + 3] * NS_PER_MS
        on.go_on(at_ns)
        side = reference.running or Side.W
        on.press(side)
        made.append((side, at_ns))
        reference = reference.fall(at_ns).press(side, at_ns)
    on.go_on(on.now_ns + 3 * NS_PER_S)
    return made


@pytest.mark.parametrize("name", CASES)
def test_two_hundred_presses_at_awkward_times(name: str) -> None:
    case = CASES[name]
    start = Clock.start(CONTROL).run(Side.W, 0)
    with line(case.build(), make_driver(case.family, left=Side.W), start) as on:
        on.go_on(6 * NS_PER_S)
        made = played(on, case.gaps_s)
        heard = [(press.side, press.at_ns) for press in on.presses]
        assert [side for side, _ in heard] == [side for side, _ in made]
        assert max(abs(at_ns - true_ns) for (_, at_ns), (_, true_ns) in zip(heard, made, strict=True)) <= case.wrong_ns
        assert [said for _, said in on.said if isinstance(said, Trouble)] == []
        assert len([said for _, said in on.said if isinstance(said, Ready)]) == 1
        assert costs_differ_ns(start, heard, made) <= (2 if case.family == "open" else 1) * case.wrong_ns
        if case.family == "open":
            assert_all_agree(on, start, made)


def costs_differ_ns(start: Clock, heard: list[tuple[Side, int]], made: list[tuple[Side, int]]) -> int:
    """By how much the reserve that one turn costs is wrong at most, ns: as heard, against as it was played."""
    worst, ours, reference = 0, start, start
    for (side, at_ns), (_, true_ns) in zip(heard, made, strict=True):
        before = ours.reserve(side), reference.reserve(side)
        ours, reference = ours.press(side, at_ns), reference.press(side, true_ns)
        cost, true_cost = before[0] - ours.reserve(side), before[1] - reference.reserve(side)
        if min(ours.reserve(side), reference.reserve(side)) > 0:
            worst = max(worst, abs(cost - true_cost))
    return worst


def assert_all_agree(on: Line, start: Clock, made: list[tuple[Side, int]]) -> None:
    """The referee's clock and the device's face against the reference, all 200 turns together: to 10 ms."""
    reference = start
    for side, at_ns in made:
        reference = reference.fall(at_ns).press(side, at_ns)
    shown_ns, shown = [(at, said) for at, said in on.said if isinstance(said, Shown)][-1]
    faces = {Side.W: shown.white_ms, Side.B: shown.black_ms}
    for side in Side:
        true_ns = reference.face(side, on.now_ns).reserve_ns
        assert abs(on.clock.face(side, on.now_ns).reserve_ns - true_ns) <= OPEN_NS
        assert abs(faces[side] * NS_PER_MS - reference.face(side, shown_ns).reserve_ns) <= OPEN_NS + 4 * NS_PER_MS


@pytest.mark.parametrize("build", [SimulatedClock, FirmwareDevice])
def test_two_presses_at_once_are_both_heard_in_order(build: Callable[[], Device]) -> None:
    with line(build(), make_driver("open"), Clock.start(CONTROL).run(Side.W, 0)) as on:
        on.go_on(20 * NS_PER_S)
        for side in (Side.W, Side.B):
            on.press(side)
        on.go_on(22 * NS_PER_S)
        assert [press.side for press in on.presses] == [Side.W, Side.B]
        assert abs(on.clock.face(Side.W, on.now_ns).reserve_ns - (22 * 60 - 8) * NS_PER_S) <= OPEN_NS
        assert on.clock.running is Side.W


@pytest.mark.parametrize(
    ("family", "build"), [("dgt", lambda: DgtDevice(left=Side.W)), ("hourglass", lambda: HourglassDevice(left=Side.W))]
)
def test_two_presses_within_one_question_are_none_and_later_ones_are_heard(
    family: str, build: Callable[[], Device]
) -> None:
    """A lever that is back when it is looked at has told nothing; the referee's clock and the device still agree."""
    with line(build(), make_driver(family, left=Side.W), Clock.start(CONTROL).run(Side.W, 0)) as on:
        on.go_on(20 * NS_PER_S + 10 * NS_PER_MS)
        for side in (Side.W, Side.B):
            on.press(side)
        on.go_on(25 * NS_PER_S)
        assert list(on.presses) == []
        on.press(Side.W)
        on.go_on(28 * NS_PER_S)
        assert [press.side for press in on.presses] == [Side.W]
        assert [said for _, said in on.said if isinstance(said, Trouble)] == []
