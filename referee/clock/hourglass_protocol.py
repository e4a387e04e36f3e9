"""The Hourglass DIY chess clock (msivak/Hourglass, an Arduino), without I/O: lines ↔ messages.

The clock tells once a second, while it runs, whose time goes, that side's time and its score: `1 21:59 0` is player
one's. `~`: its pause button was pushed; `$`: it was reset; `dc`: its button was pushed twice. It is told names, whole
minutes of player two and one, and a mode, `White~Black%22 22 0`; a bar toggles its pause. It answers nothing.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

TOGGLE = b"|"
MOST_NAME = 8
_LINE = re.compile(rb"\|?([01]) ([0-9]{1,3}):([0-5][0-9]) ([0-5])")
_SIGNS = {b"~": "pause", b"$": "reset", b"dc": "double"}
_SETUP = re.compile(rb"([^~%|]{1,8})~([^~%|]{1,8})%([0-9]{1,3}) ([0-9]{1,3}) ([0-2])")
_LONGEST = 16


@dataclass(frozen=True)
class Going:
    """The time of `player` (1 or 2) goes and stands at `left_ms`."""

    player: int
    left_ms: int
    score: int = 0


@dataclass(frozen=True)
class Sign:
    """`pause`, `reset` or `double`."""

    word: str


@dataclass(frozen=True)
class Setup:
    """Host → clock: names, whole minutes and mode (0: each his own time); the clock stands afterwards."""

    one: str
    two: str
    one_min: int
    two_min: int
    mode: int = 0


Message: TypeAlias = Going | Sign


class Decoder:
    """Bytes in any portions → messages; other lines are dropped and counted in `dropped`."""

    def __init__(self) -> None:
        self.dropped = 0
        self._buffer = b""

    def feed(self, data: bytes) -> list[Message]:
        """The messages completed by `data`."""
        *lines, rest = (self._buffer + data).split(b"\n")
        self._buffer = rest[-_LONGEST - 1 :]
        found = [decode_line(line.rstrip(b"\r")) for line in lines]
        self.dropped += found.count(None)
        return [message for message in found if message is not None]


def decode_line(line: bytes) -> Message | None:
    """The message of one line without its end; None when it is none."""
    if line in _SIGNS:
        return Sign(_SIGNS[line])
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    return Going(1 if found[1] == b"1" else 2, (int(found[2]) * 60 + int(found[3])) * 1000, int(found[4]))


def encode_line(message: Message) -> bytes:
    """The line that the clock sends."""
    if isinstance(message, Sign):
        return next(sign for sign, word in _SIGNS.items() if word == message.word) + b"\r\n"
    minutes, seconds = divmod(message.left_ms // 1000, 60)
    return b"%d %02d:%02d %d\r\n" % (message.player == 1, minutes, seconds, message.score)


def encode_setup(setup: Setup) -> bytes:
    """What the clock is told."""
    text = f"{setup.one[:MOST_NAME]}~{setup.two[:MOST_NAME]}%{setup.two_min} {setup.one_min} {setup.mode}"
    return text.encode("ascii", "replace")


def decode_setup(data: bytes) -> Setup | None:
    """What the clock was told; None for anything else."""
    found = _SETUP.fullmatch(data)
    if found is None:
        return None
    return Setup(
        found[1].decode("ascii", "replace"),
        found[2].decode("ascii", "replace"),
        int(found[4]),
        int(found[3]),
        int(found[5]),
    )
