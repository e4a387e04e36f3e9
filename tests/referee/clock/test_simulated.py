"""The simulated clock over its bytes alone."""

from referee.clock.open_protocol import Decoder, Hello, Message, Pause, Press, Resume, Run, SetTimes, Times, encode
from referee.clock.simulated import SimulatedClock, SimulatedLink
from referee.clock.time_control import NS_PER_S
from referee.rules.side import Side


def said(device: SimulatedClock, now_s: float) -> list[Message]:
    return Decoder().feed(device.send(round(now_s * NS_PER_S)))


def test_it_says_hello_and_its_times() -> None:
    first = said(SimulatedClock("box"), 0)
    assert first[0] == Hello("box")
    assert isinstance(first[1], Times)
    assert first[1].state == "neutral"


def test_set_run_press_and_times_follow_the_delay() -> None:
    device = SimulatedClock()
    device.receive(encode(SetTimes(60_000, 60_000, 12_000, "simple-delay")) + encode(Run(Side.W)), 0)
    said(device, 0)
    device.press(Side.W, 20 * NS_PER_S)
    press, times = said(device, 20)
    assert press == Press(Side.W, 1, 20_000)
    assert times == Times(52_000, 60_000, 12_000, Side.B, "running", 20_000)


def test_pause_and_resume_keep_the_phase() -> None:
    device = SimulatedClock()
    device.receive(encode(SetTimes(60_000, 60_000, 12_000, "simple-delay")) + encode(Run(Side.W)), 0)
    device.receive(encode(Pause()), 5 * NS_PER_S)
    device.receive(encode(Resume()), 50 * NS_PER_S)
    last = said(device, 51)[-1]
    assert last == Times(60_000, 60_000, 6_000, Side.W, "running", 51_000)


def test_an_unknown_time_control_changes_nothing() -> None:
    device = SimulatedClock()
    device.receive(encode(SetTimes(1, 1, 1, "sandglass")), 0)
    assert device.clock.white_ns == 0


def test_the_link_reads_like_a_port() -> None:
    link = SimulatedLink(lambda: 7 * NS_PER_S)
    link.read()
    link.press(Side.B)
    assert Decoder().feed(link.read())[0] == Press(Side.B, 1, 7_000)
    link.write(encode(Hello("host")))
    assert Decoder().feed(link.read()) == [Hello("zarbiter-simulated")]
