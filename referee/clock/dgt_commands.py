"""What a DGT board with a clock is told, without I/O: commands → bytes and back (DGT.md).

The board's own commands are single bytes; one for the clock is `2b, size, 03, order, data…, 00`, where size counts
everything after itself.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

CLOCK_MESSAGE = 0x2B
_START, _END = 0x03, 0x00
BEEP_MS = 64
"""Unit of a beep's length, ms."""


class Request(IntEnum):
    """Commands to the board, one byte each."""

    RESET = 0x40
    SEND_CLOCK = 0x41
    DUMP = 0x42
    PUSH_ALL = 0x43
    PUSH_BOARD = 0x44
    SERIAL = 0x45
    BUS_ADDRESS = 0x46
    TRADEMARK = 0x47
    BUS_MODE = 0x4A
    PUSH_CHANGES = 0x4B
    BATTERY = 0x4C
    VERSION = 0x4D
    LONG_SERIAL = 0x55


class Order(IntEnum):
    """Commands to the clock; an acknowledgement names the one that it is about."""

    DISPLAY = 0x01
    ICONS = 0x02
    END_TEXT = 0x03
    BUTTONS = 0x08
    VERSION = 0x09
    SET_RUN = 0x0A
    BEEP = 0x0B
    TEXT = 0x0C


class Run(IntEnum):
    """What runs after set-and-run; TOGGLE can be added: the lever then changes sides by itself."""

    LEFT = 1
    RIGHT = 2
    PAUSE = 4
    TOGGLE = 8


Hms: TypeAlias = tuple[int, int, int]
"""Hours 0–9, minutes, seconds: plain binary, though times come back as BCD."""


@dataclass(frozen=True)
class SetRun:
    """Both times and what runs."""

    left: Hms
    right: Hms
    run: int


@dataclass(frozen=True)
class Display:
    """Eight bytes of segments."""

    segments: bytes


@dataclass(frozen=True)
class Icons:
    """Eight bytes of icons."""

    icons: bytes


@dataclass(frozen=True)
class Text:
    """Up to 8 characters of ASCII on a DGT 3000, with a beep of so many BEEP_MS."""

    text: str
    beep: int = 0


@dataclass(frozen=True)
class Beep:
    """A beep of so many BEEP_MS."""

    units: int


@dataclass(frozen=True)
class Plain:
    """An order without data: end the text, tell the version, tell the buttons."""

    order: Order


Command: TypeAlias = SetRun | Display | Icons | Text | Beep | Plain


def order_of(command: Command) -> Order:
    """What its acknowledgement will name."""
    return _parts(command)[0]


def encode(command: Command) -> bytes:
    """The bytes of a command to the clock.

    :raises ValueError: when a value has no place in it (10 hours, 9 characters).
    """
    order, data = _parts(command)
    if any(byte > 0x7F for byte in data):
        raise ValueError(f"{command} has a value above 127")
    return bytes([CLOCK_MESSAGE, len(data) + 3, _START, order, *data, _END])


def decode(message: bytes) -> Command | None:
    """The command of a whole message to the clock; None for one that is none."""
    if len(message) < 5 or message[1] != len(message) - 2 or max(message) > 0x7F:
        return None
    if (message[0], message[2], message[-1]) != (CLOCK_MESSAGE, _START, _END):
        return None
    read = _READERS.get((message[3], len(message) - 5))
    return read(message[4:-1]) if read else None


def hms(seconds: int) -> Hms:
    """Whole seconds as the clock takes them; more than 9:59:59 is shown as that."""
    seconds = min(max(seconds, 0), 9 * 3600 + 59 * 60 + 59)
    return seconds // 3600, seconds // 60 % 60, seconds % 60


def _parts(command: Command) -> tuple[Order, bytes]:
    match command:
        case SetRun(left, right, run):
            if not (_is_time(left) and _is_time(right)):
                raise ValueError(f"{command} holds a time that the clock cannot show")
            return Order.SET_RUN, bytes([*left, *right, run])
        case Display(segments):
            return Order.DISPLAY, _eight(segments)
        case Icons(icons):
            return Order.ICONS, _eight(icons)
        case Text(text, beep):
            return Order.TEXT, _eight(text.ljust(8).encode("ascii")) + bytes([beep])
        case Beep(units):
            return Order.BEEP, bytes([units])
        case Plain(order):
            return order, b""


def _eight(data: bytes) -> bytes:
    if len(data) != 8:
        raise ValueError(f"{data!r} is not 8 bytes long")
    return data


def _hms(data: bytes) -> Hms:
    return data[0], data[1], data[2]


def _is_time(time: Hms) -> bool:
    return time[0] <= 9 and time[1] <= 59 and time[2] <= 59 and min(time) >= 0


def _times(data: bytes) -> SetRun | None:
    left, right = _hms(data[0:3]), _hms(data[3:6])
    return SetRun(left, right, data[6]) if _is_time(left) and _is_time(right) else None


_READERS: dict[tuple[int, int], Callable[[bytes], Command | None]] = {
    (Order.SET_RUN, 7): _times,
    (Order.DISPLAY, 8): Display,
    (Order.ICONS, 8): Icons,
    (Order.TEXT, 9): lambda data: Text(data[:8].decode("ascii").rstrip(" "), data[8]),
    (Order.BEEP, 1): lambda data: Beep(data[0]),
    (Order.END_TEXT, 0): lambda _: Plain(Order.END_TEXT),
    (Order.VERSION, 0): lambda _: Plain(Order.VERSION),
    (Order.BUTTONS, 0): lambda _: Plain(Order.BUTTONS),
}
