"""A clock on a bad line: each fault does what it says, and only that."""

import pytest

from referee.clock.faults import FaultError, Faults, FaultyDevice, parse_faults
from referee.clock.simulated import SimulatedClock
from referee.clock.time_control import NS_PER_MS, NS_PER_S
from referee.rules.side import Side


def test_faults_are_read_and_refused() -> None:
    read = parse_faults("drop=0.01, garble=0.001,split,merge=0.5,delay=0.2,repeat=1,silent=10-20,unplug=30-40,reset")
    assert read == Faults(0.01, 0.001, 1, 0.2, 0.5, True, (10, 20), (30, 40), True)
    assert parse_faults("") == Faults()
    for text in ("drop", "drop=2", "drop=-1", "split=1", "silent=9", "unplug=", "sun", "delay=nan", "merge=61"):
        with pytest.raises(FaultError, match="is no fault"):
            parse_faults(text)


def said(faults: Faults, seconds: float) -> tuple[FaultyDevice, list[tuple[float, bytes]]]:
    device = FaultyDevice(SimulatedClock, faults)
    heard = []
    for step in range(round(seconds * 100)):
        if data := device.send(step * 10 * NS_PER_MS):
            heard.append((step / 100, data))
    return device, heard


def test_each_fault_does_what_it_says() -> None:
    whole = b"".join(data for _, data in said(Faults(), 20)[1])
    assert b"".join(data for _, data in said(Faults(split=True), 20)[1]) == whole
    assert all(len(data) <= 9 for _, data in said(Faults(split=True), 20)[1])
    assert len(said(Faults(merge=2.0), 20)[1]) <= 11
    assert said(Faults(delay=1.0), 20)[1][0][0] == 1.0
    assert len(b"".join(data for _, data in said(Faults(repeat=1.0), 20)[1])) > 1.8 * len(whole)
    lost = b"".join(data for _, data in said(Faults(drop=0.1), 20)[1])
    assert 0.85 * len(whole) < len(lost) < 0.95 * len(whole)
    spoilt = b"".join(data for _, data in said(Faults(garble=0.1), 20)[1])
    assert 0.05 < sum(a != b for a, b in zip(spoilt, whole, strict=True)) / len(whole) < 0.15
    assert [at for at, _ in said(Faults(silent=(5, 15)), 20)[1] if 5.0 <= at < 15.0] == []
    device, _ = said(Faults(unplug=(5, 15)), 1)
    assert [device.is_plugged(at * NS_PER_S) for at in (4, 5, 14, 15)] == [True, False, False, True]


def test_a_clock_that_starts_anew_when_opened_has_lost_its_presses() -> None:
    device, _ = said(Faults(reset=True), 1)
    device.press(Side.W, NS_PER_S)
    device.opened()
    assert b"PRESS" not in device.send(2 * NS_PER_S)
    kept, _ = said(Faults(), 1)
    kept.press(Side.W, NS_PER_S)
    kept.opened()
    assert b"PRESS" in kept.send(2 * NS_PER_S)
