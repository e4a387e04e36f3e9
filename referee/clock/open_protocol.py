"""The open clock protocol, without I/O: bytes ↔ messages.

A message is one line of ASCII: `ZC1 WORD FIELDS…*CRC` and a line feed. `ZC1` names the version, CRC is the
CRC-16/XMODEM (polynomial 0x1021, start 0) of everything before the `*`, four hexadecimal digits. Times are whole
milliseconds; a side is `W` or `B`.
"""

import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from referee.rules.side import Side

MAGIC = "ZC1"
MOST_BYTES = 96
"""Longest line, line feed excluded; a longer one is noise."""
_MOST_MS = 10**12
_LINE = re.compile(rb"(ZC1(?: [!-)+-~]+)+)\*([0-9A-F]{4})")


@dataclass(frozen=True)
class Press:
    """Clock → host: `side` pressed its button; `count` numbers the presses since power-on, `t_ms` is the clock's own
    time.
    """

    word: ClassVar[str] = "PRESS"
    side: Side
    count: int
    t_ms: int


@dataclass(frozen=True)
class Times:
    """Clock → host: what both faces show; `state` is `neutral`, `running` or `paused`, `running` the side whose time
    runs.
    """

    word: ClassVar[str] = "TIME"
    white_ms: int
    black_ms: int
    delay_ms: int
    running: Side | None
    state: str
    t_ms: int


@dataclass(frozen=True)
class Hello:
    """Either way: who is there; answered with a Hello by the clock."""

    word: ClassVar[str] = "HELLO"
    name: str


@dataclass(frozen=True)
class SetTimes:
    """Host → clock: reserves, delay and time control (`referee.clock.time_control.Kind`); neutral afterwards."""

    word: ClassVar[str] = "SET"
    white_ms: int
    black_ms: int
    delay_ms: int
    kind: str


@dataclass(frozen=True)
class Run:
    """Host → clock: a fresh turn of `side` begins."""

    word: ClassVar[str] = "RUN"
    side: Side


@dataclass(frozen=True)
class Pause:
    """Host → clock: stop both, keep the phase."""

    word: ClassVar[str] = "PAUSE"


@dataclass(frozen=True)
class Resume:
    """Host → clock: go on where Pause stopped."""

    word: ClassVar[str] = "RESUME"


Message: TypeAlias = Press | Times | Hello | SetTimes | Run | Pause | Resume
_STATES = ("neutral", "running", "paused")


def encode(message: Message) -> bytes:
    """The line of a message, line feed included."""
    body = " ".join([MAGIC, message.word, *_fields(message)]).encode("ascii")
    return body + b"*%04X\n" % binascii.crc_hqx(body, 0)


class Decoder:
    """Bytes in any portions → messages. Lines that are too long, broken or unknown are dropped and counted in
    `dropped`.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._buffer = b""
        self._skipping = False

    def feed(self, data: bytes) -> list[Message]:
        """The messages completed by `data`."""
        lines = (self._buffer + data).split(b"\n")
        self._buffer = lines.pop()
        found = []
        for line in lines:
            message = None if self._skipping else decode_line(line.rstrip(b"\r"))
            self._skipping = False
            if message is None:
                self.dropped += 1
            else:
                found.append(message)
        if len(self._buffer) > MOST_BYTES:
            self._buffer, self._skipping = b"", True
        return found


def decode_line(line: bytes) -> Message | None:
    """The message of one line without its line feed; None when the line is not exactly one."""
    found = _LINE.fullmatch(line)
    if len(line) > MOST_BYTES or found is None or binascii.crc_hqx(found[1], 0) != int(found[2], 16):
        return None
    _, word, *fields = found[1].decode("ascii").split(" ")
    try:
        return _build(word, fields)
    except (ValueError, KeyError):
        return None


def _fields(message: Message) -> list[str]:
    match message:
        case Press(side, count, t_ms):
            return [side.value, str(count), str(t_ms)]
        case Times(white, black, delay, running, state, t_ms):
            return [str(white), str(black), str(delay), running.value if running else "-", state, str(t_ms)]
        case Hello(name):
            return [name]
        case SetTimes(white, black, delay, kind):
            return [str(white), str(black), str(delay), kind]
        case Run(side):
            return [side.value]
        case _:
            return []


def _build(word: str, fields: list[str]) -> Message:
    return _BUILDERS[word, len(fields)](*fields)


def _times(*fields: str) -> Message:
    white, black, delay, running, state, t_ms = fields
    if state not in _STATES:
        raise ValueError(state)
    whose = None if running == "-" else Side(running)
    return Times(_whole(white), _whole(black), _whole(delay), whose, state, _whole(t_ms))


def _whole(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > _MOST_MS:
        raise ValueError(text)
    return int(text)


_BUILDERS: dict[tuple[str, int], Callable[..., Message]] = {
    ("PRESS", 3): lambda side, count, t_ms: Press(Side(side), _whole(count), _whole(t_ms)),
    ("TIME", 6): _times,
    ("HELLO", 1): Hello,
    ("SET", 4): lambda white, black, delay, kind: SetTimes(_whole(white), _whole(black), _whole(delay), kind),
    ("RUN", 1): lambda side: Run(Side(side)),
    ("PAUSE", 0): Pause,
    ("RESUME", 0): Resume,
}
