"""The open protocol: round trips, portions, noise."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.clock.open_protocol import MOST_BYTES, Decoder, Hello, Message, Ping, Press, State, decode_line, encode
from referee.rules.side import Side
from tests.referee.clock.messages import opened_messages


def test_lines_written_out_by_hand() -> None:
    assert encode(Press(Side.W, 3, 65_250)) == b"ZC2 PRESS W 3 65250*ED63\n"
    state = State(7, Side.B, "running", 60_000, 52_000, 1_500, 12_000, "simple-delay", None)
    assert encode(state) == b"ZC2 STATE 7 B running 60000 52000 1500 12000 simple-delay -*F7B2\n"
    assert decode_line(b"ZC2 PING 0*0A92") == Ping(0)
    assert decode_line(b"ZC2 PING 0*0A93") is None


@given(opened_messages)
def test_every_message_comes_back(message: Message) -> None:
    line = encode(message)
    assert len(line) <= MOST_BYTES + 1
    assert decode_line(line[:-1]) == message


@given(st.lists(opened_messages, max_size=6), st.integers(1, 9))
def test_portions_do_not_matter(sent: list[Message], size: int) -> None:
    data = b"".join(encode(message) for message in sent)
    decoder = Decoder()
    got = [message for i in range(0, len(data), size) for message in decoder.feed(data[i : i + size])]
    assert (got, decoder.dropped) == (sent, 0)


@pytest.mark.parametrize("message", [Hello("two words"), Hello("a" * 24, "b" * 24, ("c" * 24,) * 3), Ping(-1)])
def test_what_has_no_place_is_refused(message: Message) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        encode(message)


def test_a_changed_byte_is_never_another_message() -> None:
    line = encode(Press(Side.W, 7, 1234))
    for at in range(len(line) - 1):
        for value in range(256):
            changed = line[:at] + bytes([value]) + line[at + 1 :]
            assert Decoder().feed(changed) == ([Press(Side.W, 7, 1234)] if changed == line else [])


def test_numbers_have_one_spelling() -> None:
    for number in ("007", "+7", "7.0", "4294967296", "٧", ""):
        body = f"ZC2 PING {number}".encode()
        assert Decoder().feed(body + b"*%04X\n" % crc(body)) == []


def test_noise_makes_no_press_and_the_next_line_is_read() -> None:
    rng = random.Random(5)
    decoder = Decoder()
    assert decoder.feed(rng.randbytes(20_000)) == []
    decoder.feed(b"\n")
    assert decoder.feed(encode(Ping(3))) == [Ping(3)]
    assert decoder.dropped > 0


def test_an_endless_line_is_dropped_and_takes_no_memory() -> None:
    decoder = Decoder()
    for _ in range(1000):
        assert decoder.feed(b"x" * 50) == []
    assert decoder.feed(b"\n" + encode(Ping(1))) == [Ping(1)]


def test_another_version_is_known_as_such() -> None:
    decoder = Decoder()
    body = b"ZC1 PRESS W 3 65250"
    assert decoder.feed(body + b"*DC45\n") == []
    assert decoder.foreign == "ZC1"


def crc(data: bytes) -> int:
    """CRC-16/XMODEM, bit by bit."""
    value = 0
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1) ^ (0x1021 if value & 0x8000 else 0)
        value &= 0xFFFF
    return value
