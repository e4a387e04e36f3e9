"""An Hourglass DIY clock made of software: a switch for the side, a button, whole seconds, a line a second."""

from referee.clock import hourglass_protocol as protocol
from referee.clock.time_control import NS_PER_MS, NS_PER_S
from referee.rules.side import Side

GAP_NS = 50 * NS_PER_MS
"""What comes within so long of what came before belongs to it."""


class HourglassDevice:
    """Bytes from the host in, bytes to the host out, time injected (monotonic ns). `left` is player one's side."""

    def __init__(self, *, left: Side, rate: float = 1.0) -> None:
        self.paused, self.playing = True, False
        self.active = left
        self._left, self._rate = left, rate
        self._seconds = dict.fromkeys(Side, 0)
        self._minutes = dict.fromkeys(Side, 0)
        self._in = b""
        self._in_ns = 0
        self._tick_ns = 0
        self._out = bytearray()

    def press(self, side: Side, now_ns: int) -> None:
        """A player pushes the switch away from himself; pushed already it stays."""
        self.active = side.other

    def push(self, button: str, now_ns: int) -> None:
        """Somebody pushes the button: `pause`, `double` (twice) or `reset` (long)."""
        if button == "pause":
            self.paused = not self.paused
            if self.paused:
                self._say(protocol.Sign("pause"))
        elif button == "reset":
            self._reset()
        elif button == "double" and self.paused:
            self._say(protocol.Sign("double"))
        self._tick_ns = now_ns

    def time_ms(self, side: Side, now_ns: int) -> int:
        """The side's time, ms: whole seconds."""
        return self._seconds[side] * 1000

    def receive(self, data: bytes, now_ns: int) -> None:
        """Commands of the host."""
        if data:
            self._in, self._in_ns = self._in + data, now_ns

    def send(self, now_ns: int) -> bytes:
        """What the clock has to say by now."""
        if self._in and now_ns - self._in_ns >= GAP_NS:
            self._told(now_ns)
        period = round(NS_PER_S / self._rate)
        while now_ns - self._tick_ns >= period:
            self._tick_ns += period
            if self.playing and not self.paused:
                self._tick()
        data = bytes(self._out)
        self._out.clear()
        return data

    def _told(self, now_ns: int) -> None:
        told, self._in = self._in, b""
        setup = protocol.decode_setup(told.rstrip(protocol.TOGGLE))
        if setup:
            self._minutes = {self._left: setup.one_min, self._left.other: setup.two_min}
            self._seconds = {side: minutes * 60 for side, minutes in self._minutes.items()}
            self.paused, self.playing = True, setup.one_min > 0
        if told.count(protocol.TOGGLE) % 2:
            self.paused = not self.paused
            self._tick_ns = now_ns

    def _tick(self) -> None:
        if self._seconds[self.active] == 0:
            self._reset()
            return
        self._seconds[self.active] -= 1
        player = 1 if self.active is self._left else 2
        self._say(protocol.Going(player, self._seconds[self.active] * 1000))

    def _reset(self) -> None:
        self._seconds = {side: minutes * 60 for side, minutes in self._minutes.items()}
        self.paused = True
        self._say(protocol.Sign("reset"))

    def _say(self, message: protocol.Message) -> None:
        self._out += protocol.encode_line(message)
