"""A tournament clock made of software: it speaks the open protocol and keeps its own time, as a box on the table
would.
"""

import threading
import time
from collections.abc import Callable

from referee.clock import open_protocol as protocol
from referee.clock.time_control import NS_PER_MS, Clock, ClockError, Kind, TimeControl
from referee.rules.side import Side

REPORT_NS = 500 * NS_PER_MS
"""How often the clock reports its times while nothing else happens."""


class SimulatedClock:
    """The device: bytes from the host in, bytes to the host out, time injected (monotonic ns). Not thread-safe."""

    def __init__(self, name: str = "zarbiter-simulated") -> None:
        self.clock = Clock.start(TimeControl(Kind.NONE))
        self.presses = 0
        self._name = name
        self._decoder = protocol.Decoder()
        self._out = bytearray(protocol.encode(protocol.Hello(name)))
        self._reported_ns: int | None = None

    def press(self, side: Side, now_ns: int) -> None:
        """A player hits the button of `side`. A press out of turn is reported too: the host judges it."""
        self.presses += 1
        self.clock = self.clock.press(side, now_ns)
        self._send(protocol.Press(side, self.presses, now_ns // NS_PER_MS))
        self._report(now_ns)

    def receive(self, data: bytes, now_ns: int) -> None:
        """Commands of the host."""
        for message in self._decoder.feed(data):
            self._obey(message, now_ns)

    def send(self, now_ns: int) -> bytes:
        """What the device has to say by now."""
        if self._reported_ns is None or now_ns - self._reported_ns >= REPORT_NS:
            self._report(now_ns)
        data = bytes(self._out)
        self._out.clear()
        return data

    def _obey(self, message: protocol.Message, now_ns: int) -> None:
        match message:
            case protocol.Hello():
                self._send(protocol.Hello(self._name))
                return
            case protocol.SetTimes(white, black, delay, kind):
                try:
                    control = TimeControl(Kind(kind), max(white, black) * NS_PER_MS, delay * NS_PER_MS)
                except (ValueError, ClockError):
                    return
                self.clock = Clock(control, white * NS_PER_MS, black * NS_PER_MS)
            case protocol.Run(side):
                self.clock = self.clock.run(side, now_ns)
            case protocol.Pause():
                self.clock = self.clock.pause(now_ns)
            case protocol.Resume():
                self.clock = self.clock.resume(now_ns)
            case _:
                return
        self._report(now_ns)

    def _report(self, now_ns: int) -> None:
        white, black = self.clock.face(Side.W, now_ns), self.clock.face(Side.B, now_ns)
        delay = black.delay_ns if self.clock.running is Side.B else white.delay_ns
        self._send(
            protocol.Times(
                white.reserve_ns // NS_PER_MS,
                black.reserve_ns // NS_PER_MS,
                delay // NS_PER_MS,
                self.clock.running,
                self.clock.state,
                now_ns // NS_PER_MS,
            )
        )
        self._reported_ns = now_ns

    def _send(self, message: protocol.Message) -> None:
        self._out += protocol.encode(message)


class SimulatedLink:
    """A simulated clock in this program, read and written like a port (`referee.clock.link.Link`). Thread-safe."""

    url = "simulated"

    def __init__(self, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self.device = SimulatedClock()
        self._now_ns = now_ns
        self._lock = threading.Lock()

    def press(self, side: Side) -> None:
        """A player hits the button of `side`."""
        with self._lock:
            self.device.press(side, self._now_ns())

    def read(self) -> bytes:
        """What the clock has sent."""
        with self._lock:
            return self.device.send(self._now_ns())

    def write(self, data: bytes) -> None:
        """Send to the clock."""
        with self._lock:
            self.device.receive(data, self._now_ns())

    def close(self) -> None:
        """Nothing to free."""
