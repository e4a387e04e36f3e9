"""What a DGT board sends: bytes written out by hand from its tables, round trips, lost places."""

from hypothesis import given
from hypothesis import strategies as st

from referee.clock.dgt_protocol import (
    Ack,
    BoardTime,
    Decoder,
    Dump,
    Face,
    FieldChange,
    LongSerial,
    Message,
    Serial,
    Version,
    encode,
)
from tests.referee.clock.messages import dgt_messages


def read(text: str) -> list[Message]:
    decoder = Decoder()
    messages = decoder.feed(bytes.fromhex(text))
    assert decoder.dropped == 0
    return messages


def test_both_sides_22_minutes_and_running() -> None:
    """clocks.md 5.1: the time message."""
    assert read("8d 00 0a 00 22 00 00 22 00 01") == [BoardTime(Face(0, 22, 0), Face(0, 22, 0), running=True)]


def test_each_bit_of_the_time_message() -> None:
    """clocks.md 5.1: d0 … d6; minutes and seconds are BCD, right comes first."""
    (time,) = read("8d 00 0a 11 59 48 22 07 30 00")
    assert time == BoardTime(Face(1, 59, 48, fallen=True), Face(2, 7, 30, lamp=True))
    (time,) = read("8d 00 0a 40 00 00 09 00 01 00")
    assert time == BoardTime(Face(0, 0, 0, flag=True), Face(9, 0, 1))
    names = ("running", "right_high", "low_battery", "right_turn", "left_turn", "no_clock")
    for bit, name in enumerate(names):
        (time,) = read(f"8d 00 0a 00 22 00 00 22 00 {1 << bit:02x}")
        assert [getattr(time, each) for each in names] == [each == name for each in names]


def test_a_time_is_milliseconds() -> None:
    assert Face(1, 2, 3).ms == 3_723_000


def test_the_acknowledgement_of_a_real_clock() -> None:
    """clocks.md 5.1: a real log has 16, 9, 32, 0: version 2.0 told."""
    (ack,) = read("8d 00 0a 0a 10 09 0a 20 00 00")
    assert ack == Ack(16, 9, 32, 0)
    assert (ack.ok, ack.mode_23, ack.button) == (True, False, None)


def test_high_bits_of_an_acknowledgement() -> None:
    """clocks.md 5.1: bits 4 and 5 of d3 and d0 are bit 7 of ack0, ack1 and of ack2, ack3."""
    assert read("8d 00 0a 0a 10 01 2a 00 00 00") == [Ack(0x10, 0x81, 0, 0)]
    assert read("8d 00 0a 3a 7f 7f 3a 7f 7f 00") == [Ack(255, 255, 255, 255)]
    (error,) = read("8d 00 0a 0a 40 0a 0a 00 00 00")
    assert (error, isinstance(error, Ack) and error.ok) == (Ack(0x40, 0x0A), False)


def test_what_a_clock_tells_unasked() -> None:
    """clocks.md 5.1: 88 buttons, 8a and 90 mode 23."""
    names = []
    for code in range(0x31, 0x36):
        (ack,) = read(f"8d 00 0a 0a 10 08 2a 05 {code:02x} 00")
        assert isinstance(ack, Ack)
        names.append(ack.button)
    assert names == ["back", "plus", "run", "minus", "ok"]
    for about in ("0a", "10"):
        (ack,) = read(f"8d 00 0a 0a 10 {about} 2a 00 00 00")
        assert isinstance(ack, Ack)
        assert ack.mode_23


def test_other_messages() -> None:
    """clocks.md 5.1: lengths count the three bytes of the head."""
    assert read("93 00 05 01 06") == [Version(1, 6)]
    assert read("91 00 08 31 32 33 34 35") == [Serial("12345")]
    assert read("a2 00 0d 31 32 33 34 35 36 37 38 39 30") == [LongSerial("1234567890")]
    assert read("8e 00 05 0c 01") == [FieldChange(12, 1)]
    assert read("86 00 43" + " 00" * 64) == [Dump(bytes(64))]


def test_the_place_is_found_again_at_the_next_message() -> None:
    good = bytes.fromhex("93 00 05 01 06")
    time = bytes.fromhex("8d 00 0a 00 22 00 00 22 00 01")
    for cut in range(1, len(time)):
        decoder = Decoder()
        assert decoder.feed(time[:cut] + good) == [Version(1, 6)]
        assert decoder.dropped == cut
    assert Decoder().feed(b"\x00\x22\x7f" + good) == [Version(1, 6)]
    assert Decoder().feed(bytes.fromhex("8d 00 0b 00") + good) == [Version(1, 6)]


def test_times_that_no_clock_shows_are_dropped() -> None:
    for data in ("00 60 00 00 00 00 01", "00 1a 00 00 00 00 01", "0b 00 00 00 00 00 01", "00 00 00 00 00 60 01"):
        decoder = Decoder()
        assert decoder.feed(bytes.fromhex("8d 00 0a " + data)) == []
        assert decoder.dropped == 10


@given(dgt_messages)
def test_every_message_comes_back(message: Message) -> None:
    frame = encode(message)
    assert frame[0] >= 0x80
    assert max(frame[1:]) < 0x80
    assert Decoder().feed(frame) == [message]


@given(st.lists(dgt_messages, max_size=6), st.integers(1, 9))
def test_portions_do_not_matter(sent: list[Message], size: int) -> None:
    data = b"".join(encode(message) for message in sent)
    decoder = Decoder()
    got = [message for i in range(0, len(data), size) for message in decoder.feed(data[i : i + size])]
    assert (got, decoder.dropped) == (sent, 0)
