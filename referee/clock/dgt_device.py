"""A DGT board with a clock made of software, faithful in what is known of them: it answers on its bytes alone.

Whole seconds, about two and a half reports a second and only when something has changed, plain binary in commands and
BCD in reports, one command at a time, times taken in mode 23 only, a lever that can only be pressed where it is high.
"""

from dataclasses import replace
from typing import Literal

from referee.clock import dgt_commands as commands
from referee.clock import dgt_protocol as protocol
from referee.clock.dgt_commands import CLOCK_MESSAGE, Command, Order, Request, Run
from referee.clock.time_control import NS_PER_MS, NS_PER_S
from referee.rules.side import Side

REPORT_NS = 400 * NS_PER_MS
"""How often the board asks the clock; it tells the host only what has changed."""
OBEY_NS = 80 * NS_PER_MS
"""How long the clock takes to obey; a command that comes meanwhile is lost."""
_OK, _ERROR = 0x10, 0x40
_BUTTONS = {name: code for code, name in protocol.BUTTONS.items()}
_End = Literal["left", "right"]


class DgtDevice:
    """Board and clock: bytes from the host in, bytes to the host out, time injected (monotonic ns).

    `left`: the side at its left; `version` 2.x is a DGT 3000; `rate`: how fast its quartz is; `rounds_up`: does it show
    the second begun, or the last whole one?
    """

    def __init__(
        self,
        *,
        left: Side,
        mode_23: bool = True,
        version: tuple[int, int] = (2, 0),
        rate: float = 1.0,
        rounds_up: bool = True,
    ) -> None:
        self.mode_23, self.clock_plugged = mode_23, True
        self.text = ""
        self.beeps = 0
        self.ignored = 0
        self.left_ns = self.right_ns = 0
        self.run = 0
        self.right_high = False
        self._left, self._version, self._rate, self._up = left, version, rate, rounds_up
        self._since = 0
        self._in = bytearray()
        self._out = bytearray()
        self._busy_until: int | None = None
        self._waiting: Command | None = None
        self._pushes = False
        self._reported: protocol.BoardTime | None = None
        self._poll_ns = 0

    def press(self, side: Side, now_ns: int) -> None:
        """A player hits the button of `side`; where it is down already nothing happens."""
        right_high = side is self._left
        if right_high == self.right_high:
            return
        self._pass_time(now_ns)
        self.right_high = right_high
        if self.run & Run.TOGGLE:
            self.run = Run.TOGGLE | (Run.RIGHT if right_high else Run.LEFT)

    def push(self, button: str, now_ns: int) -> None:
        """Somebody pushes `back`, `minus`, `run`, `plus` or `ok`, or goes into `mode 23`, to take times
        from the host, or out of it.
        """
        if button == "mode 23":
            self.mode_23 = not self.mode_23
            if self.mode_23:
                self._say(protocol.Ack(_OK, 0x8A))
        elif button in _BUTTONS:
            self._say(protocol.Ack(_OK, 0x88, 0, _BUTTONS[button]))

    def time_ms(self, side: Side, now_ns: int) -> int:
        """The side's time inside the clock, ms; the faces show whole seconds of it."""
        self._pass_time(now_ns)
        return (self.left_ns if side is self._left else self.right_ns) // NS_PER_MS

    def receive(self, data: bytes, now_ns: int) -> None:
        """Commands of the host."""
        for byte in data:
            self._in.append(byte)
            if self._in[0] != CLOCK_MESSAGE:
                self._ask(self._in.pop())
            elif len(self._in) > 2 and len(self._in) == self._in[1] + 2:
                self._order(bytes(self._in), now_ns)
                self._in.clear()

    def send(self, now_ns: int) -> bytes:
        """What the board has to say by now."""
        self._pass_time(now_ns)
        if self._busy_until is not None and now_ns >= self._busy_until:
            self._obey(now_ns)
        if now_ns >= self._poll_ns:
            self._poll_ns = now_ns - now_ns % REPORT_NS + REPORT_NS
            if self._pushes and self._time() != self._reported:
                self._report()
        data = bytes(self._out)
        self._out.clear()
        return data

    def _ask(self, byte: int) -> None:
        match byte:
            case Request.RESET:
                self._pushes = False
            case Request.SEND_CLOCK:
                self._report()
            case Request.PUSH_ALL | Request.PUSH_CHANGES:
                self._pushes, self._reported = True, None
            case Request.VERSION:
                self._say(protocol.Version(1, 6))
            case Request.SERIAL:
                self._say(protocol.Serial("12345"))
            case Request.DUMP:
                self._say(protocol.Dump(bytes(64)))

    def _order(self, message: bytes, now_ns: int) -> None:
        if not self.clock_plugged:
            return
        if self._busy_until is not None:
            self.ignored += 1
            return
        self._waiting = commands.decode(message)
        self._busy_until = now_ns + OBEY_NS

    def _obey(self, now_ns: int) -> None:
        command, self._waiting, self._busy_until = self._waiting, None, None
        result, high = _OK, 0
        match command:
            case None:
                return
            case commands.SetRun(left, right, run):
                result = _OK if self.mode_23 else _ERROR
                if self.mode_23:
                    self.left_ns, self.right_ns = _ns(left), _ns(right)
                    self.run, self._since = run, now_ns
            case commands.Text(text, beep):
                if self._version[0] >= 2:
                    self.text, self.beeps = text, self.beeps + (beep > 0)
                else:
                    result = _ERROR
            case commands.Beep():
                self.beeps += 1
            case commands.Plain(Order.END_TEXT):
                self.text = ""
            case commands.Plain(Order.VERSION):
                high = self._version[0] << 4 | self._version[1]
        self._say(protocol.Ack(result, commands.order_of(command), high))

    def _pass_time(self, now_ns: int) -> None:
        gone, self._since = round((now_ns - self._since) * self._rate), now_ns
        if self.run & Run.PAUSE:
            return
        if self.run & Run.LEFT:
            self.left_ns = max(0, self.left_ns - gone)
        if self.run & Run.RIGHT:
            self.right_ns = max(0, self.right_ns - gone)

    def _report(self) -> None:
        self._reported = self._time()
        self._say(self._reported)

    def _time(self) -> protocol.BoardTime:
        if not self.clock_plugged:
            nothing = protocol.Face(0, 0, 0)
            return protocol.BoardTime(nothing, nothing, no_clock=True)
        goes = not self.run & Run.PAUSE
        left, right = bool(self.run & Run.LEFT) and goes, bool(self.run & Run.RIGHT) and goes
        return protocol.BoardTime(
            self._face(self.right_ns, right),
            self._face(self.left_ns, left),
            left or right,
            self.right_high,
            right_turn=right,
            left_turn=left,
        )

    def _face(self, ns: int, runs: bool) -> protocol.Face:
        seconds = -(-ns // NS_PER_S) if self._up else ns // NS_PER_S
        face = protocol.Face(*commands.hms(seconds))
        return replace(face, flag=True, fallen=True) if runs and ns == 0 else face

    def _say(self, message: protocol.Message) -> None:
        self._out += protocol.encode(message)


def _ns(time: commands.Hms) -> int:
    return ((time[0] * 60 + time[1]) * 60 + time[2]) * NS_PER_S
