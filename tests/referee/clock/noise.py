"""Noise against every parser: `python -m tests.referee.clock.noise --all` does 1,000,000 random bytes and 10,000
mutated streams for each; the tests do a tenth.
"""

import argparse
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from referee.clock import dgt_protocol, hourglass_protocol, open_protocol
from referee.clock.families import make_driver
from referee.clock.family import Pressed
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock, Kind, TimeControl
from referee.rules.side import Side

RANDOM_BYTES, STREAMS = 1_000_000, 10_000
CLOCK = Clock.start(TimeControl(Kind.SIMPLE_DELAY, 60 * NS_PER_S, 12 * NS_PER_S)).run(Side.W, 0)
OF_STREAM = 6
_DGT_FRAME = re.compile(
    rb"(?=(\x8d\x00\x0a[\x00-\x7f]{7}|\x8e\x00\x05[\x00-\x7f]{2}|[\x90\x93]\x00\x05[\x00-\x7f]{2}"
    rb"|\x91\x00\x08[\x00-\x7f]{5}|\xa2\x00\x0d[\x00-\x7f]{10}|[\x92\xa0]\x00[\x04-\x7f][\x00-\x7f]+))"
)


class Parser(Protocol):
    dropped: int

    def feed(self, data: bytes) -> Sequence[Any]: ...


@dataclass(frozen=True)
class Family:
    """A parser, a stream of sound frames of it, and how a message is written."""

    name: str
    parser: Callable[[], Parser]
    frames: Sequence[bytes]
    encode: Callable[[Any], bytes]
    checked: bool
    """Has each frame a checksum?"""


def families() -> list[Family]:
    """The three parsers with frames as their clocks send them."""
    opened = [
        open_protocol.encode(message)
        for message in (
            open_protocol.Hello("box", "1.0", ("drive", "lamps"), 3, 9),
            open_protocol.Press(Side.W, 10, 65_250),
            open_protocol.Times(60_000, 52_000, 12_000, Side.B, "running", 65_251, Side.W),
            open_protocol.Press(Side.B, 11, 99_000),
            open_protocol.Pong(7, 99_100),
            open_protocol.Done(4),
        )
    ]
    face = dgt_protocol.Face
    dgt = [
        dgt_protocol.encode(message)
        for message in (
            dgt_protocol.Version(1, 6),
            dgt_protocol.BoardTime(face(0, 22, 0), face(0, 21, 59), running=True, left_turn=True),
            dgt_protocol.Ack(16, 9, 32, 0),
            dgt_protocol.BoardTime(face(0, 22, 0), face(0, 21, 58), right_high=True),
            dgt_protocol.Ack(16, 0x88, 5, 0x33),
            dgt_protocol.Serial("12345"),
        )
    ]
    going = hourglass_protocol.Going
    hourglass = [
        hourglass_protocol.encode_line(message)
        for message in (
            going(1, 1_319_000),
            going(1, 1_318_000),
            hourglass_protocol.Sign("pause"),
            going(2, 1_319_000),
            hourglass_protocol.Sign("reset"),
            going(1, 1_319_000),
        )
    ]
    return [
        Family("open", open_protocol.Decoder, opened, open_protocol.encode, checked=True),
        Family("dgt", dgt_protocol.Decoder, dgt, dgt_protocol.encode, checked=False),
        Family("hourglass", hourglass_protocol.Decoder, hourglass, hourglass_protocol.encode_line, checked=False),
    ]


def random_bytes(family: Family, count: int, seed: int) -> int:
    """Feed noise to parser and driver in portions; the number of messages found. Each is a whole sound frame of the
    noise; what fails its checksum or frame is none.
    """
    chance = random.Random(seed)
    parser, driver = family.parser(), make_driver(family.name, left=Side.W)
    found, done = 0, 0
    recent = b""
    while done < count:
        data = chance.randbytes(min(chance.randint(1, 4096), count - done))
        done, recent = done + len(data), (recent + data)[-8192:]
        for message in parser.feed(data):
            found += 1
            assert same_frame(family, message, recent), f"{message} was not in the noise"
        driver.hear(data, done * NS_PER_MS)
        driver.follow(CLOCK, done * NS_PER_MS)
        driver.send(done * NS_PER_MS)
    last = family.frames[1]
    assert any(parser.feed(frame) == [decoded(family, frame)] for frame in (last, last)), "not found again in a frame"
    return found


def mutated(family: Family, count: int, seed: int) -> int:
    """Spoil sound streams; the number of messages found in them. A frame that was not touched, and does not follow one
    that was, is read; a message read stands in the bytes.
    """
    chance = random.Random(seed)
    found = 0
    for _ in range(count):
        frames = [chance.choice(family.frames) for _ in range(OF_STREAM)]
        at = chance.randrange(OF_STREAM - 2)
        spoilt = [*frames[:at], spoil(frames[at], chance), *frames[at + 1 :]]
        data = b"".join(spoilt)
        parser = family.parser()
        messages = [message for i in range(0, len(data), 7) for message in parser.feed(data[i : i + 7])]
        found += len(messages)
        assert messages[:at] == [decoded(family, frame) for frame in frames[:at]]
        after = [decoded(family, frame) for frame in frames[at + 2 :]]
        assert messages[len(messages) - len(after) :] == after, (spoilt, messages)
        assert all(same_frame(family, message, data) for message in messages)
        if family.checked:
            assert len(messages) <= OF_STREAM
        pressed(family, data)
    return found


def pressed(family: Family, data: bytes) -> int:
    """How many presses a driver hears in a stream: never more than the frames of it can tell."""
    driver = make_driver(family.name, left=Side.W, listen_only=True)
    heard = sum(isinstance(said, Pressed) for said in driver.hear(data, NS_PER_S))
    sound = family.parser().feed(data)
    assert heard <= sum(tells_press(message) for message in sound)
    return heard


def tells_press(message: Any) -> bool:
    """Can a press be in this message?"""
    return isinstance(message, open_protocol.Press | dgt_protocol.BoardTime | hourglass_protocol.Going)


def spoil(frame: bytes, chance: random.Random) -> bytes:
    """A frame with bytes flipped, lost, added, doubled or cut."""
    kind, at = chance.randrange(5), chance.randrange(len(frame))
    match kind:
        case 0:
            return frame[:at] + bytes([frame[at] ^ 1 << chance.randrange(8)]) + frame[at + 1 :]
        case 1:
            return frame[:at] + frame[at + chance.randint(1, 4) :]
        case 2:
            return frame[:at] + chance.randbytes(chance.randint(1, 9)) + frame[at:]
        case 3:
            return frame[:at] + frame[at : at + 3] + frame[at:]
        case _:
            return frame[:at]


def decoded(family: Family, frame: bytes) -> Any:
    """The message of one sound frame."""
    (message,) = family.parser().feed(frame)
    return message


def same_frame(family: Family, message: Any, data: bytes) -> bool:
    """Does a whole frame of this message stand in the bytes, found without the parser's own search?"""
    match family.name:
        case "dgt":
            frames = (found[1] for found in _DGT_FRAME.finditer(data))
            return any(dgt_protocol.decode(frame) == message for frame in frames)
        case "hourglass":
            lines = (line.rstrip(b"\r") for line in data.split(b"\n"))
            return any(hourglass_protocol.decode_line(line[-14:]) == message for line in lines)
    return family.encode(message).rstrip(b"\n") in data


def main() -> None:
    """Everything, for every family."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee.clock.noise", description=__doc__)
    parser.add_argument("--all", action="store_true", help="the full number of bytes and streams, not a tenth")
    share = 1 if parser.parse_args().all else 10
    for family in families():
        noise = random_bytes(family, RANDOM_BYTES // share, 1)
        found = mutated(family, STREAMS // share, 2)
        print(
            f"{family.name}: {RANDOM_BYTES // share} random bytes, {noise} messages in them by chance; "
            f"{STREAMS // share} spoilt streams, {found} messages read, none lost but beside a spoilt one"
        )


if __name__ == "__main__":
    main()
