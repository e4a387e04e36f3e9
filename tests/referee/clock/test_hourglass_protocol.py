"""The Hourglass DIY clock's lines."""

from hypothesis import given
from hypothesis import strategies as st

from referee.clock.hourglass_protocol import (
    Decoder,
    Going,
    Message,
    Setup,
    Sign,
    decode_setup,
    encode_line,
    encode_setup,
)
from tests.referee.clock.messages import hourglass_messages


def test_lines_written_out_by_hand() -> None:
    """clocks.md 5.3: `<0|1> MM:SS score`, `~`, `$`, `dc`; to the clock `name1~name2%t2 t1 mode`."""
    told = b"1 21:59 0\r\n0 00:07 3\r\n~\r\n$\r\ndc\r\n|1 05:00 0\r\n"
    assert Decoder().feed(told) == [
        Going(1, 1_319_000),
        Going(2, 7_000, 3),
        Sign("pause"),
        Sign("reset"),
        Sign("double"),
        Going(1, 300_000),
    ]
    assert encode_setup(Setup("White", "Black", 22, 11)) == b"White~Black%11 22 0"
    assert decode_setup(b"White~Black%11 22 0") == Setup("White", "Black", 22, 11)


def test_other_lines_are_dropped() -> None:
    decoder = Decoder()
    assert decoder.feed(b"2 21:59 0\n1 21:60 0\n1 21:59\n1 21:59 0 0\n\n\xff\n1 9:59 9\n") == []
    assert decoder.dropped == 7


@given(hourglass_messages)
def test_every_message_comes_back(message: Message) -> None:
    assert Decoder().feed(encode_line(message)) == [message]


@given(st.lists(hourglass_messages, max_size=6), st.integers(1, 9))
def test_portions_do_not_matter(sent: list[Message], size: int) -> None:
    data = b"".join(encode_line(message) for message in sent)
    decoder = Decoder()
    got = [message for i in range(0, len(data), size) for message in decoder.feed(data[i : i + size])]
    assert (got, decoder.dropped) == (sent, 0)
