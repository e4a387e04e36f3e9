"""The host's end of a clock that speaks the open protocol (OPEN_PROTOCOL.md)."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.clock import open_protocol as protocol
from referee.clock.device_time import WRAP, DeviceTime
from referee.clock.family import TELL_NS, Lamp, Pressed, Pushed, Ready, Said, Shown, Trouble
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock
from referee.rules.side import Side

HELLO_NS = NS_PER_S
"""How often a clock that has not answered is greeted, ns."""
PING_NS = NS_PER_S
FIRST_PINGS, FIRST_PING_NS = 5, 100 * NS_PER_MS
"""The first questions for the clock's time come faster."""
ANSWER_NS = 400 * NS_PER_MS
"""A command not confirmed by then is given again, as things are by then."""
MOST_TRIES = 5
TOLERANCE_NS = 8 * NS_PER_MS
"""The clock is corrected when it is further off, ns."""
HOLD_NS = NS_PER_S
"""So long after a press the referee may take to follow it before the clock is put back, ns."""
BACK_MS, DRIFT = 2_000, 0.02
"""The clock's time has gone back when an answer is behind by more than this and its way, ms, and by more than this part
of the time since the last one.
"""
_ANEW = "the clock was started anew: presses it held are gone; see whose turn it is, and check the times"
_WRONG_VERSION = "the clock speaks {0}, this program {1}: put the firmware of this program on the clock"
_KINDS = "the clock does not know the time control {0}: choose another one or update the clock's firmware"


@dataclass
class _Command:
    """What was told last and is not confirmed: a state (`clock`) or a lamp."""

    number: int
    sent_ns: int
    clock: Clock | None
    lamp: Lamp


class OpenDriver:
    """`referee.clock.family.Driver` of the open protocol.

    The clock changes sides by itself on a press, so a press needs no command; whatever else differs from what
    `follow` wants by more than TOLERANCE_NS is set with the clock's own time. `listen_only`: a recording: it is told
    nothing and its presses count from when they are heard. `before`: the driver of the same clock on its former link.
    """

    family = "open"
    baud = 115_200
    talks_at_rest = True

    def __init__(self, *, listen_only: bool = False, before: "OpenDriver | None" = None) -> None:
        self._listen_only = listen_only
        self._decoder = protocol.Decoder()
        self._time: DeviceTime = before._time if before else DeviceTime()
        self._boot: int | None = before._boot if before else None
        self._count: int | None = before._count if before else None
        self._hello: protocol.Hello | None = None
        self._hello_due = self._ping_due = 0
        self._pings: dict[int, int] = {}
        self._mark = self._number = 0
        self._in_time = False
        self._acks: list[int] = []
        self._wanted: tuple[Clock, Lamp] | None = None
        self._hold: tuple[Clock, int] | None = None
        self._model: Clock | None = None
        self._lamp: Lamp | None = None
        self._command: _Command | None = None
        self._tries = 0
        self._not_before = 0
        self._told: dict[str, int] = {}
        self._troubles: list[Said] = []

    def hear(self, data: bytes, now_ns: int) -> Sequence[Said]:
        """What these bytes say."""
        said: list[Said] = []
        for message in self._decoder.feed(data):
            said += self._take(message, now_ns)
        if self._decoder.foreign and not self._hello:
            self._complain(_WRONG_VERSION.format(self._decoder.foreign, protocol.MAGIC), now_ns)
        said, self._troubles = said + self._troubles, []
        return said

    def follow(self, clock: Clock, now_ns: int, lamp: Lamp = "off") -> None:
        """Keep in mind what the clock is to show."""
        self._wanted = clock, lamp
        if self._hold and clock != self._hold[0]:
            self._hold = None

    def send(self, now_ns: int) -> bytes:
        """What is due by now."""
        out: list[protocol.Message] = [protocol.Ack(count) for count in self._acks]
        self._acks.clear()
        if not self._listen_only:
            out += self._greeting(now_ns) + self._question(now_ns) + self._order(now_ns)
        return b"".join(protocol.encode(message) for message in out)

    def _take(self, message: protocol.Message, now_ns: int) -> list[Said]:
        match message:
            case protocol.Hello():
                return self._greeted(message)
            case protocol.Pong(mark, t_ms):
                if (sent := self._pings.pop(mark, None)) is not None:
                    self._told_time(sent, now_ns, t_ms)
            case protocol.Press(side, count, t_ms):
                return [Pressed(side, at, self._key(count)) for at in self._news(count, t_ms, now_ns, side)]
            case protocol.Button(name, count, t_ms):
                return [Pushed(name) for _ in self._news(count, t_ms, now_ns, None)]
            case protocol.Times():
                self._check(message)
                return [Shown(message.white_ms, message.black_ms, _going(message), message.flag)]
            case protocol.Done(number) | protocol.Fail(number):
                self._confirmed(message, number, now_ns)
        return []

    def _told_time(self, sent_ns: int, heard_ns: int, t_ms: int) -> None:
        """The clock's answer; a clock whose time has gone back was started anew, and is greeted again."""
        most_ms = BACK_MS + ((heard_ns - sent_ns) + DRIFT * self._time.age_ns(heard_ns)) / NS_PER_MS
        if self._time.ahead_ms(t_ms, (sent_ns + heard_ns) // 2) < -most_ms:
            self._forget()
            self._hello, self._hello_due = None, 0
            return
        self._time.answered(sent_ns, heard_ns, t_ms)
        self._in_time = True

    def _forget(self) -> None:
        """The clock was started anew: its time and its count begin again."""
        if self._time.known:
            self._troubles.append(Trouble(_ANEW))
        self._time.forget()
        self._pings.clear()
        self._in_time, self._count = False, None

    def _greeted(self, hello: protocol.Hello) -> list[Said]:
        behind = self._count is not None and 0 < (self._count - hello.count) % WRAP < WRAP // 2
        if hello.boot != self._boot or behind:
            self._forget()
            self._boot = hello.boot
        elif self._hello:
            return []
        self._hello = hello
        self._model, self._lamp, self._command = None, None, None
        self._listen_only |= "drive" not in hello.abilities
        return [Ready(hello.name, hello.firmware)]

    def _news(self, count: int, t_ms: int, now_ns: int, side: Side | None) -> list[int]:
        """When a press or button not heard before was pressed, ns; empty for others. One that can't be dated yet is
        left with the clock, which tells it again.
        """
        if self._listen_only:
            return [now_ns]
        if not (self._hello and self._in_time):
            return []
        self._acks.append(count)
        last, self._count = self._count, count
        if (last is not None and (count - last) % WRAP > WRAP // 2) or count == last:
            self._count = last
            return []
        if last is not None and count != (last + 1) % WRAP:
            self._troubles.append(Trouble(f"presses lost by the clock: {count - last - 1}; check the times by hand"))
        at_ns = min(self._time.host_ns(t_ms), now_ns)
        if side:
            self._model = self._model.press(side, at_ns) if self._model else None
            self._hold = (self._wanted[0], now_ns + HOLD_NS) if self._wanted else None
        return [at_ns]

    def _key(self, count: int) -> int:
        return ((self._hello.boot if self._hello else 0) << 32) + count

    def _check(self, times: protocol.Times) -> None:
        """Forget what the clock should have, if it shows something else."""
        if not (self._in_time and self._model):
            return
        at_ns = self._time.host_ns(times.t_ms)
        white, black = (self._model.face(side, at_ns) for side in Side)
        expected = (white.reserve_ns, black.reserve_ns, (black if times.running is Side.B else white).delay_ns)
        shown = (times.white_ms, times.black_ms, times.delay_ms)
        off_ns = max(abs(ns - ms * NS_PER_MS) for ns, ms in zip(expected, shown, strict=True))
        if off_ns > TOLERANCE_NS or (times.running, times.state) != (self._model.running, self._model.state):
            self._model = None
        if self._lamp != times.lamp:
            self._lamp = None

    def _confirmed(self, message: protocol.Done | protocol.Fail, number: int, now_ns: int) -> None:
        command = self._command
        if command is None or command.number != number:
            return
        self._command, self._tries = None, 0
        if isinstance(message, protocol.Done):
            if command.clock:
                self._model = command.clock
            else:
                self._lamp = command.lamp
        elif message.why == "press":
            self._not_before = now_ns + ANSWER_NS // 2
        else:
            self._not_before = now_ns + 10 * ANSWER_NS
            kind = command.clock.control.kind.value if command.clock else command.lamp
            self._complain(_KINDS.format(kind), now_ns)

    def _complain(self, why: str, now_ns: int) -> None:
        if now_ns - self._told.get(why, -TELL_NS) >= TELL_NS:
            self._told[why] = now_ns
            self._troubles.append(Trouble(why))

    def _greeting(self, now_ns: int) -> list[protocol.Message]:
        if self._hello or now_ns < self._hello_due:
            return []
        self._hello_due = now_ns + HELLO_NS
        return [protocol.Hello("zarbiter")]

    def _question(self, now_ns: int) -> list[protocol.Message]:
        if not self._hello or now_ns < self._ping_due:
            return []
        self._mark += 1
        self._ping_due = now_ns + (FIRST_PING_NS if self._mark < FIRST_PINGS else PING_NS)
        self._pings = {self._mark: now_ns, **dict(list(self._pings.items())[-7:])}
        return [protocol.Ping(self._mark)]

    def _order(self, now_ns: int) -> list[protocol.Message]:
        """The command that brings the clock to what is wanted; one at a time."""
        if not (self._hello and self._in_time and self._wanted) or now_ns < self._not_before:
            return []
        if self._command:
            if now_ns - self._command.sent_ns < ANSWER_NS:
                return []
            self._tries += 1
            if self._tries == MOST_TRIES:
                self._complain(
                    "the clock does not confirm commands: check its cable, then switch it off and on", now_ns
                )
        clock, lamp = self._wanted
        held = self._hold is not None and now_ns < self._hold[1]
        if not held and not (self._model and _alike(self._model, clock, now_ns)):
            return [self._state(clock, lamp, now_ns)]
        if self._lamp != lamp and "lamps" in self._hello.abilities:
            self._number = self._number % 65535 + 1
            self._command = _Command(self._number, now_ns, None, lamp)
            return [protocol.SetLamp(self._number, lamp)]
        self._command = None
        return []

    def _state(self, clock: Clock, lamp: Lamp, now_ns: int) -> protocol.State:
        self._number = self._number % 65535 + 1
        self._command = _Command(self._number, now_ns, clock, lamp)
        then_ms = self._time.device_ms(now_ns)
        at_ns = self._time.host_ns(then_ms)
        self._command.clock = clock
        return protocol.State(
            self._number,
            clock.running,
            clock.state,
            _ms(clock.white_ns),
            _ms(clock.black_ns),
            _ms(clock.used(at_ns)),
            _ms(clock.control.delay_ns),
            clock.control.kind.value,
            then_ms,
        )


def _ms(ns: int) -> int:
    return min(ns // NS_PER_MS, protocol.MOST)


def _going(times: protocol.Times) -> Side | None:
    return times.running if times.state == "running" else None


def _alike(a: Clock, b: Clock, now_ns: int) -> bool:
    """Do two clocks show the same now, and will they as long as nobody touches them?"""
    if (a.state, a.running, a.control.kind, a.control.delay_ns) != (
        b.state,
        b.running,
        b.control.kind,
        b.control.delay_ns,
    ):
        return False
    faces = [(a.face(side, now_ns), b.face(side, now_ns)) for side in Side]
    return all(
        abs(one.reserve_ns - other.reserve_ns) <= TOLERANCE_NS // 2
        and abs(one.delay_ns - other.delay_ns) <= TOLERANCE_NS // 2
        for one, other in faces
    )
