"""The open clock protocol, without I/O: bytes ↔ messages (OPEN_PROTOCOL.md is its specification).

A message is one line of ASCII: `ZC2 WORD FIELDS…*CRC` and a line feed. `ZC2` names the version, CRC is the
CRC-16/XMODEM (polynomial 0x1021, start 0) of everything before the `*`, four hexadecimal digits. Times are whole
milliseconds; `t_ms` is the clock's own time, which wraps at 2**32; a side is `W` or `B`.
"""

import binascii
import re
from collections.abc import Callable, Mapping
from dataclasses import astuple
from typing import Any, NamedTuple

from referee.clock.open_messages import (
    Ack,
    Button,
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
)
from referee.rules.side import Side

__all__ = [
    "MAGIC",
    "MOST",
    "MOST_BYTES",
    "WORDS",
    "Ack",
    "Button",
    "Decoder",
    "Done",
    "Fail",
    "Hello",
    "Message",
    "Ping",
    "Pong",
    "Press",
    "SetLamp",
    "State",
    "Times",
    "decode_line",
    "encode",
    "sealed",
    "version_of",
]

MAGIC = "ZC2"
MOST_BYTES = 120
"""Longest line, line feed excluded; a longer one is noise."""
MOST = 2**32 - 1
"""Greatest number of a field."""
_LINE = re.compile(rb"(ZC([0-9]{1,3})(?: [!-)+-~]+)+)\*([0-9A-F]{4})")
_WHOLE = re.compile(r"0|[1-9][0-9]{0,9}")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,24}")
_STATES = ("neutral", "running", "paused")
_LAMPS = ("off", "flag", "rethrow", "paused")
_MESSAGES = (Hello, Press, Button, Times, Done, Fail, Pong, Ping, Ack, State, SetLamp)
_CLASSES: dict[str, Callable[..., Message]] = {each.word: each for each in _MESSAGES}
WORDS: Mapping[str, str] = {each.word: each.kinds for each in _MESSAGES}
"""The kinds of the fields of each message, by its word."""


class _Field(NamedTuple):
    """How one kind of field is written, and read back (ValueError where the text is none)."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def encode(message: Message) -> bytes:
    """The line of a message, line feed included.

    :raises ValueError: when a value cannot be written (a name with a blank, a number below 0 or over MOST), or the line
    is too long.
    """
    fields = [_FIELDS[kind].write(value) for kind, value in zip(message.kinds.split(), astuple(message), strict=True)]
    return sealed(" ".join([MAGIC, message.word, *fields]))


def sealed(body: str) -> bytes:
    """A line: body, `*`, checksum and line feed.

    :raises ValueError: when it would be too long.
    """
    data = body.encode("ascii")
    if len(data) + 5 > MOST_BYTES:
        raise ValueError(f"a line has {MOST_BYTES} bytes at most: {body}")
    return data + b"*%04X\n" % binascii.crc_hqx(data, 0)


class Decoder:
    """Bytes in any portions → messages. Lines that are too long, broken or unknown are dropped and counted in
    `dropped`; a sound line of another version of the protocol is told in `foreign` (`ZC1`).
    """

    def __init__(self) -> None:
        self.dropped = 0
        self.foreign: str | None = None
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
                self.foreign = version_of(line.rstrip(b"\r")) or self.foreign
            else:
                found.append(message)
        if len(self._buffer) > MOST_BYTES:
            self._buffer, self._skipping = b"", True
        return found


def decode_line(line: bytes) -> Message | None:
    """The message of one line without its line feed; None when the line is not exactly one."""
    if version_of(line) != MAGIC:
        return None
    _, word, *fields = line[:-5].decode("ascii").split(" ")
    build = _CLASSES.get(word)
    if build is None:
        return None
    kinds = WORDS[word].split()
    if len(kinds) != len(fields):
        return None
    try:
        return build(*(_FIELDS[kind].read(field) for kind, field in zip(kinds, fields, strict=True)))
    except ValueError:
        return None


def version_of(line: bytes) -> str | None:
    """`ZC2` and the like for a line whose checksum is right, in any version of the protocol; None for any other."""
    found = _LINE.fullmatch(line) if len(line) <= MOST_BYTES else None
    if found is None or binascii.crc_hqx(found[1], 0) != int(found[3], 16):
        return None
    return f"ZC{int(found[2])}"


def _whole(text: str) -> int:
    if not _WHOLE.fullmatch(text) or int(text) > MOST:
        raise ValueError(text)
    return int(text)


def _name(text: str) -> str:
    if not _NAME.fullmatch(text):
        raise ValueError(text)
    return text


def _one_of(words: tuple[str, ...]) -> Callable[[str], str]:
    def choose(text: str) -> str:
        if text not in words:
            raise ValueError(text)
        return text

    return choose


def _names(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(_name(name) for name in text.split(","))


_FIELDS: dict[str, _Field] = {
    "whole": _Field(lambda value: str(_whole(str(value))), _whole),
    "when": _Field(
        lambda value: "-" if value is None else str(_whole(str(value))), lambda t: None if t == "-" else _whole(t)
    ),
    "side": _Field(lambda value: value.value, Side),
    "whose": _Field(lambda value: value.value if value else "-", lambda text: None if text == "-" else Side(text)),
    "name": _Field(_name, _name),
    "names": _Field(lambda value: ",".join(map(_name, value)) or "-", _names),
    "state": _Field(_one_of(_STATES), _one_of(_STATES)),
    "lamp": _Field(_one_of(_LAMPS), _one_of(_LAMPS)),
}
