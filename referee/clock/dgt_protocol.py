"""What a DGT board with a clock sends, without I/O: bytes → messages and back (DGT.md says what is known and whence).

A message is `id | 0x80, length >> 7, length & 0x7f, data`; every byte but the first is below 0x80, so a receiver that
has lost its place finds it again at the next byte from 0x80 on. There is no checksum.
"""

from collections.abc import Callable
from typing import Any

from referee.clock.dgt_messages import (
    BUTTONS,
    Ack,
    Battery,
    BoardTime,
    BusAddress,
    Dump,
    Face,
    FieldChange,
    LongSerial,
    Message,
    Serial,
    Trademark,
    Version,
)

__all__ = [
    "BUTTONS",
    "Ack",
    "Battery",
    "BoardTime",
    "BusAddress",
    "Decoder",
    "Dump",
    "Face",
    "FieldChange",
    "LongSerial",
    "Message",
    "Serial",
    "Trademark",
    "Version",
    "decode",
    "encode",
]

TIME = 0x8D
HEADER = 3
_LONGEST = 128
"""The longest message that this program asks for is the dump of the board (67 bytes)."""
_ACK = 0x0A


class Decoder:
    """Bytes in any portions → messages. What is no whole message is dropped and counted in `dropped`, in bytes."""

    def __init__(self) -> None:
        self.dropped = 0
        self._frame = bytearray()

    def feed(self, data: bytes) -> list[Message]:
        """The messages completed by `data`."""
        return [message for byte in data if (message := self._add(byte)) is not None]

    def _add(self, byte: int) -> Message | None:
        frame = self._frame
        if byte >= 0x80:
            self._drop()
        elif not frame:
            self.dropped += 1
            return None
        frame.append(byte)
        if len(frame) < HEADER:
            return None
        length = frame[1] << 7 | frame[2]
        if not HEADER < length <= _LONGEST or length != _LENGTHS.get(frame[0], length):
            self._drop()
            return None
        if len(frame) < length:
            return None
        message = decode(bytes(frame))
        if message is None:
            self._drop()
        frame.clear()
        return message

    def _drop(self) -> None:
        self.dropped += len(self._frame)
        self._frame.clear()


def decode(frame: bytes) -> Message | None:
    """The message of one whole frame; None for an unknown one and for times that no clock shows."""
    read = _READERS.get(frame[0])
    return read(frame[HEADER:]) if read else None


def encode(message: Message) -> bytes:
    """The frame of a message, as the board sends it."""
    number, write = _WRITERS[type(message)]
    data = write(message)
    length = HEADER + len(data)
    return bytes([number, length >> 7, length & 0x7F]) + data


def _time(d: bytes) -> BoardTime | Ack | None:
    if d[0] & 0x0F == _ACK or d[3] & 0x0F == _ACK:
        return Ack(
            d[1] & 0x7F | d[3] << 3 & 0x80,
            d[2] & 0x7F | d[3] << 2 & 0x80,
            d[4] & 0x7F | d[0] << 3 & 0x80,
            d[5] & 0x7F | d[0] << 2 & 0x80,
        )
    right, left = _face(d[0:3]), _face(d[3:6])
    if right is None or left is None:
        return None
    return BoardTime(right, left, *(bool(d[6] & 1 << bit) for bit in range(6)))


def _face(d: bytes) -> Face | None:
    digits = [d[1] >> 4, d[1] & 0x0F, d[2] >> 4, d[2] & 0x0F, d[0] & 0x0F]
    minutes, seconds = digits[0] * 10 + digits[1], digits[2] * 10 + digits[3]
    if max(digits) > 9 or minutes > 59 or seconds > 59:
        return None
    return Face(d[0] & 0x0F, minutes, seconds, *(bool(d[0] & bit) for bit in (0x10, 0x20, 0x40)))


def _text(data: bytes) -> str:
    return data.decode("ascii")


_READERS: dict[int, Callable[[bytes], Message | None]] = {
    TIME: _time,
    0x86: Dump,
    0x8E: lambda d: FieldChange(d[0], d[1]),
    0x90: lambda d: BusAddress(d[0], d[1]),
    0x91: lambda d: Serial(_text(d)),
    0x92: lambda d: Trademark(_text(d)),
    0x93: lambda d: Version(d[0], d[1]),
    0xA0: Battery,
    0xA2: lambda d: LongSerial(_text(d)),
}
_LENGTHS = {TIME: 10, 0x86: 67, 0x8E: 5, 0x90: 5, 0x91: 8, 0x93: 5, 0xA2: 13}


def _time_bytes(time: BoardTime) -> bytes:
    flags = (time.running, time.right_high, time.low_battery, time.right_turn, time.left_turn, time.no_clock)
    return bytes([*_three(time.right), *_three(time.left), sum(flag << bit for bit, flag in enumerate(flags))])


def _ack_bytes(ack: Ack) -> bytes:
    first = _ACK | (ack.high & 0x80) >> 3 | (ack.low & 0x80) >> 2
    fourth = _ACK | (ack.result & 0x80) >> 3 | (ack.about & 0x80) >> 2
    low = [value & 0x7F for value in (ack.result, ack.about, ack.high, ack.low)]
    return bytes([first, *low[:2], fourth, *low[2:], 0])


def _three(face: Face) -> list[int]:
    flags = face.fallen << 4 | face.lamp << 5 | face.flag << 6
    return [face.hours | flags, _bcd(face.minutes), _bcd(face.seconds)]


def _bcd(number: int) -> int:
    return number // 10 << 4 | number % 10


_WRITERS: dict[type[Message], tuple[int, Callable[[Any], bytes]]] = {
    BoardTime: (TIME, _time_bytes),
    Ack: (TIME, _ack_bytes),
    Version: (0x93, lambda version: bytes([version.major, version.minor])),
    FieldChange: (0x8E, lambda change: bytes([change.square, change.piece])),
    BusAddress: (0x90, lambda address: bytes([address.high, address.low])),
    Serial: (0x91, lambda serial: serial.text.encode("ascii")),
    LongSerial: (0xA2, lambda serial: serial.text.encode("ascii")),
    Trademark: (0x92, lambda trademark: trademark.text.encode("ascii")),
    Battery: (0xA0, lambda battery: battery.data),
    Dump: (0x86, lambda dump: dump.squares),
}
