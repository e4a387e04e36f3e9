"""A tournament clock made of software: it speaks the open protocol and keeps its own time, as a box on the table
would.
"""

import threading
import time
from collections import deque
from collections.abc import Callable

from referee.clock import open_protocol as protocol
from referee.clock.device_time import WRAP
from referee.clock.family import Lamp
from referee.clock.time_control import NS_PER_MS, Clock, ClockError, Kind, TimeControl
from referee.rules.side import Side

REPORT_NS = 500 * NS_PER_MS
"""How often the clock reports its times while nothing else happens."""
AGAIN_NS = 300 * NS_PER_MS
"""How often a press is told until the host has acknowledged it."""
MOST_KEPT = 32
"""Presses and buttons kept until they are acknowledged; the oldest goes first."""
ABILITIES = ("drive", "lamps", "lever", "buttons")


class SimulatedClock:
    """The device: bytes from the host in, bytes to the host out, time injected (monotonic ns). Not thread-safe.

    Its own time began with `starts_ms` and goes `rate` times as fast as the host's.
    """

    def __init__(
        self, name: str = "zarbiter-simulated", *, boot: int = 1, starts_ms: int = 0, rate: float = 1.0
    ) -> None:
        self.clock = Clock.start(TimeControl(Kind.NONE))
        self.lamp: Lamp = "off"
        self.lever: Side | None = None
        self.presses = 0
        self.name, self.boot = name, boot
        self._starts_ns, self._rate = starts_ms * NS_PER_MS, rate
        self._decoder = protocol.Decoder()
        self._kept: deque[protocol.Press | protocol.Button] = deque(maxlen=MOST_KEPT)
        self._told_ns: int | None = None
        self._out = bytearray(protocol.encode(self._hello()))
        self._reported_ns: int | None = None
        self._reported_flag: Side | None = None

    def own_ns(self, now_ns: int) -> int:
        """The device's own time, not wrapped, at a moment of the host; both ns."""
        return self._starts_ns + round(now_ns * self._rate)

    def press(self, side: Side, now_ns: int) -> None:
        """A player hits the button of `side`. A press out of turn is reported too: the host judges it."""
        self.presses += 1
        self.lever = side
        self.clock = self.clock.press(side, self.own_ns(now_ns))
        self._keep(protocol.Press(side, self.presses, self._own_ms(now_ns)), now_ns)
        self._report(now_ns)

    def push(self, button: str, now_ns: int) -> None:
        """Somebody pushes another button, such as `pause`."""
        self.presses += 1
        self._keep(protocol.Button(button, self.presses, self._own_ms(now_ns)), now_ns)

    def receive(self, data: bytes, now_ns: int) -> None:
        """Commands of the host."""
        for message in self._decoder.feed(data):
            self._obey(message, now_ns)

    def send(self, now_ns: int) -> bytes:
        """What the device has to say by now."""
        due = self._reported_ns is None or now_ns - self._reported_ns >= REPORT_NS
        if due or self._flag(self.own_ns(now_ns)) is not self._reported_flag:
            self._report(now_ns)
        if self._told_ns is not None and now_ns - self._told_ns >= AGAIN_NS:
            self._tell_oldest(now_ns)
        data = bytes(self._out)
        self._out.clear()
        return data

    def _obey(self, message: protocol.Message, now_ns: int) -> None:
        match message:
            case protocol.Hello():
                self._send(self._hello())
            case protocol.Ping(mark):
                self._send(protocol.Pong(mark, self._own_ms(now_ns)))
            case protocol.Ack(count):
                if self._kept and self._kept[0].count == count:
                    self._kept.popleft()
                    self._tell_oldest(now_ns)
            case protocol.State(number):
                why = self._set(message, now_ns)
                self._send(protocol.Fail(number, why) if why else protocol.Done(number))
                self._report(now_ns)
            case protocol.SetLamp(number, lamp):
                self.lamp = lamp
                self._send(protocol.Done(number))
                self._report(now_ns)

    def _set(self, wanted: protocol.State, now_ns: int) -> str | None:
        """Take over the host's state; the reason when it can't."""
        if self._kept:
            return "press"
        try:
            reserve = max(wanted.white_ms, wanted.black_ms)
            control = TimeControl(Kind(wanted.kind), reserve * NS_PER_MS, wanted.delay_ms * NS_PER_MS)
        except (ValueError, ClockError):
            return "kind"
        self.clock = Clock(
            control,
            wanted.white_ms * NS_PER_MS,
            wanted.black_ms * NS_PER_MS,
            wanted.running,
            self._own_then(wanted.t_ms, now_ns),
            wanted.used_ms * NS_PER_MS,
            wanted.state == "paused",
        )
        return None

    def _own_then(self, t_ms: int | None, now_ns: int) -> int:
        """The device's own time, not wrapped, ns, at its wrapped time `t_ms`, which is near now."""
        if t_ms is None:
            return self.own_ns(now_ns)
        own_ms = self.own_ns(now_ns) // NS_PER_MS
        return (own_ms + (t_ms - own_ms + WRAP // 2) % WRAP - WRAP // 2) * NS_PER_MS

    def _keep(self, event: protocol.Press | protocol.Button, now_ns: int) -> None:
        self._kept.append(event)
        if len(self._kept) == 1:
            self._tell_oldest(now_ns)

    def _tell_oldest(self, now_ns: int) -> None:
        self._told_ns = now_ns if self._kept else None
        if self._kept:
            self._send(self._kept[0])

    def _report(self, now_ns: int) -> None:
        own = self.own_ns(now_ns)
        self._reported_flag = self._flag(own)
        white, black = self.clock.face(Side.W, own), self.clock.face(Side.B, own)
        delay = black.delay_ns if self.clock.running is Side.B else white.delay_ns
        times = protocol.Times(
            white.reserve_ns // NS_PER_MS,
            black.reserve_ns // NS_PER_MS,
            delay // NS_PER_MS,
            self.clock.running,
            self.clock.state,
            self._own_ms(now_ns),
            self.lever,
            self._reported_flag,
            self.lamp,
        )
        self._send(times)
        self._reported_ns = now_ns

    def _flag(self, own_ns: int) -> Side | None:
        if self.clock.control.kind is Kind.NONE:
            return None
        return next((side for side in Side if self.clock.face(side, own_ns).reserve_ns == 0), None)

    def _own_ms(self, now_ns: int) -> int:
        return self.own_ns(now_ns) // NS_PER_MS % WRAP

    def _hello(self) -> protocol.Hello:
        return protocol.Hello(self.name, "1.0", ABILITIES, self.boot, self.presses)

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
