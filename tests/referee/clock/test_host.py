"""The host's end of a clock that breaks, stays silent and repeats itself."""

from referee.clock.host import RETRY_NS, SILENT_NS, Heard, HostClock
from referee.clock.link import LinkError
from referee.clock.open_protocol import Hello, Press, encode
from referee.clock.simulated import SimulatedLink
from referee.clock.time_control import NS_PER_S, Clock, Kind, TimeControl
from referee.rules.side import Side


class FakeLink:
    """Gives what was put in `data`; raises once `broken`."""

    url = "fake"

    def __init__(self) -> None:
        self.data = b""
        self.broken = False
        self.written = b""

    def read(self) -> bytes:
        if self.broken:
            raise LinkError("unplugged")
        data, self.data = self.data, b""
        return data

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        self.broken = True


def test_a_press_is_heard_once_even_if_it_is_repeated() -> None:
    link = FakeLink()
    clock = HostClock("fake", lambda _: link)
    link.data = encode(Press(Side.W, 4, 1)) * 2 + encode(Press(Side.B, 5, 2))
    assert clock.poll(0) == [Heard("press", Side.W, 4), Heard("press", Side.B, 5)]


def test_a_lost_link_is_told_once_and_tried_again() -> None:
    links = [FakeLink(), FakeLink()]
    taken = iter(links)
    clock = HostClock("fake", lambda _: next(taken))
    links[0].broken = True
    (lost,) = clock.poll(0)
    assert (lost.what, lost.why) == ("lost", "unplugged")
    assert clock.poll(RETRY_NS - 1) == []
    assert clock.poll(RETRY_NS) == []
    assert b"HELLO" in links[1].written
    links[1].data = encode(Press(Side.W, 1, 1))
    back, press = clock.poll(RETRY_NS + 1)
    assert (back.what, press) == ("back", Heard("press", Side.W, 1))


def test_a_port_that_opens_is_no_clock_that_is_back() -> None:
    clock = HostClock("fake", lambda _: FakeLink())
    told = [heard.what for second in range(600) for heard in clock.poll(second * NS_PER_S)]
    assert told == ["lost"]


def test_a_silent_clock_is_lost() -> None:
    link = FakeLink()
    clock = HostClock("fake", lambda _: link)
    link.data = encode(Hello("box"))
    assert clock.poll(0) == []
    assert clock.poll(SILENT_NS) == []
    assert [heard.what for heard in clock.poll(SILENT_NS + 1)] == ["lost"]


def test_after_a_loss_the_clock_gets_the_referees_times() -> None:
    links = [FakeLink(), FakeLink()]
    taken = iter(links)
    clock = HostClock("fake", lambda _: next(taken))
    state = Clock.start(TimeControl(Kind.SIMPLE_DELAY, 60 * NS_PER_S, 12 * NS_PER_S)).run(Side.B, 0)
    clock.follow(state, 0)
    clock.follow(state, 1)
    assert links[0].written.count(b"SET") == 1
    links[0].broken = True
    clock.poll(0)
    clock.poll(RETRY_NS)
    clock.follow(state, 20 * NS_PER_S)
    assert b"SET 60000 52000 12000 simple-delay" in links[1].written
    assert b"RUN B" in links[1].written


def test_a_simulated_clock_follows_and_its_own_press_needs_no_command() -> None:
    now = [0]
    link = SimulatedLink(lambda: now[0])
    clock = HostClock("simulated", lambda _: link)
    state = Clock.start(TimeControl(Kind.SIMPLE_DELAY, 60 * NS_PER_S, 12 * NS_PER_S)).run(Side.W, 0)
    clock.follow(state, 0)
    assert link.device.clock.running is Side.W
    now[0] = 20 * NS_PER_S
    link.press(Side.W)
    assert [heard.side for heard in clock.poll(now[0])] == [Side.W]
    pressed = state.press(Side.W, now[0])
    before = link.device.clock
    clock.follow(pressed, now[0])
    assert link.device.clock == before
    assert (before.white_ns, before.running) == (pressed.white_ns, Side.B)
