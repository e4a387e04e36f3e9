"""The simulated clock over its bytes alone."""

from referee.clock.open_protocol import (
    Ack,
    Button,
    Decoder,
    Done,
    Fail,
    Hello,
    Message,
    Ping,
    Pong,
    Press,
    SetLamp,
    State,
    Times,
    encode,
)
from referee.clock.simulated import AGAIN_NS, SimulatedClock, SimulatedLink
from referee.clock.time_control import NS_PER_MS, NS_PER_S
from referee.rules.side import Side


def said(device: SimulatedClock, now_s: float) -> list[Message]:
    return Decoder().feed(device.send(round(now_s * NS_PER_S)))


def running(side: Side | None = Side.W, state: str = "running", t_ms: int | None = None) -> bytes:
    return encode(State(1, side, state, 60_000, 60_000, 0, 12_000, "simple-delay", t_ms))


def test_it_says_hello_and_its_times() -> None:
    first = said(SimulatedClock("box", boot=7), 0)
    assert first[0] == Hello("box", "1.0", ("drive", "lamps", "lever", "buttons"), 7, 0)
    assert isinstance(first[1], Times)
    assert first[1].state == "neutral"


def test_set_press_and_times_follow_the_delay() -> None:
    device = SimulatedClock()
    device.receive(running(), 0)
    assert Done(1) in said(device, 0)
    device.press(Side.W, 20 * NS_PER_S)
    press, times = said(device, 20)
    assert press == Press(Side.W, 1, 20_000)
    assert times == Times(52_000, 60_000, 12_000, Side.B, "running", 20_000, lever=Side.W)


def test_a_state_of_a_moment_ago_counts_from_then() -> None:
    device = SimulatedClock(starts_ms=2**32 - 5_000)
    device.receive(running(t_ms=2**32 - 1_000), 10 * NS_PER_S)
    times = said(device, 20)[-1]
    assert times == Times(56_000, 60_000, 0, Side.W, "running", 15_000)


def test_presses_are_told_in_turn_until_each_is_acknowledged() -> None:
    device = SimulatedClock()
    said(device, 0)
    device.press(Side.W, 0)
    device.press(Side.B, NS_PER_MS)
    device.push("pause", 2 * NS_PER_MS)
    events = (Press, Button)
    assert [each for each in said(device, 0.01) if isinstance(each, events)] == [Press(Side.W, 1, 0)]
    assert [each for each in said(device, 0.1) if isinstance(each, events)] == []
    again_s = 0.001 + AGAIN_NS / NS_PER_S
    assert [each for each in said(device, again_s) if isinstance(each, events)] == [Press(Side.W, 1, 0)]
    device.receive(encode(Ack(2)) + encode(Ack(1)), NS_PER_S)
    assert [each for each in said(device, 1) if isinstance(each, events)] == [Press(Side.B, 2, 1)]
    device.receive(encode(Ack(2)), NS_PER_S)
    assert [each for each in said(device, 1) if isinstance(each, events)] == [Button("pause", 3, 2)]
    device.receive(encode(Ack(3)), NS_PER_S)
    assert [each for each in said(device, 9) if isinstance(each, events)] == []


def test_a_state_is_refused_while_a_press_waits_and_so_is_an_unknown_time_control() -> None:
    device = SimulatedClock()
    device.press(Side.W, 0)
    device.receive(running(), 0)
    assert Fail(1, "press") in said(device, 0)
    device.receive(encode(Ack(1)) + encode(State(2, None, "neutral", 1, 1, 0, 1, "sandglass", None)), 0)
    assert Fail(2, "kind") in said(device, 0)
    assert device.clock.white_ns == 0


def test_the_flag_is_told_when_it_falls() -> None:
    device = SimulatedClock()
    device.receive(running(), 0)
    said(device, 71.9)
    assert [each.flag for each in said(device, 71.999) if isinstance(each, Times)] == []
    assert [each.flag for each in said(device, 72.0) if isinstance(each, Times)] == [Side.W]


def test_lamps_and_questions_are_answered() -> None:
    device = SimulatedClock()
    said(device, 0)
    device.receive(encode(SetLamp(4, "rethrow")) + encode(Ping(9)), 5 * NS_PER_MS)
    done, times, pong = said(device, 0.005)
    assert (done, pong) == (Done(4), Pong(9, 5))
    assert isinstance(times, Times)
    assert times.lamp == device.lamp == "rethrow"


def test_the_link_reads_like_a_port() -> None:
    link = SimulatedLink(lambda: 7 * NS_PER_S)
    link.read()
    link.press(Side.B)
    assert Decoder().feed(link.read())[0] == Press(Side.B, 1, 7_000)
    link.write(encode(Hello("host")))
    (hello,) = Decoder().feed(link.read())
    assert isinstance(hello, Hello)
    assert hello.name == "zarbiter-simulated"
