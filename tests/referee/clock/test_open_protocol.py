"""The open protocol: round trips, portions, noise."""

import random

from hypothesis import given
from hypothesis import strategies as st

from referee.clock.open_protocol import (
    MOST_BYTES,
    Decoder,
    Hello,
    Message,
    Pause,
    Press,
    Resume,
    Run,
    SetTimes,
    Times,
    decode_line,
    encode,
)
from referee.rules.side import Side

ms = st.integers(0, 10**9)
sides = st.sampled_from(list(Side))
messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(Press, sides, ms, ms),
    st.builds(Times, ms, ms, ms, st.none() | sides, st.sampled_from(["neutral", "running", "paused"]), ms),
    st.builds(Hello, st.from_regex(r"[a-z0-9.-]{1,30}", fullmatch=True)),
    st.builds(SetTimes, ms, ms, ms, st.just("simple-delay")),
    st.builds(Run, sides),
    st.just(Pause()),
    st.just(Resume()),
)


def test_a_press_written_out_by_hand() -> None:
    assert encode(Press(Side.W, 3, 65_250)) == b"ZC1 PRESS W 3 65250*DC45\n"
    assert decode_line(b"ZC1 PAUSE*F257") == Pause()
    assert decode_line(b"ZC1 PAUSE*F258") is None


@given(messages)
def test_every_message_comes_back(message: Message) -> None:
    line = encode(message)
    assert len(line) <= MOST_BYTES + 1
    assert decode_line(line[:-1]) == message


@given(st.lists(messages, max_size=6), st.integers(1, 9))
def test_portions_do_not_matter(sent: list[Message], size: int) -> None:
    data = b"".join(encode(message) for message in sent)
    decoder = Decoder()
    got = [message for i in range(0, len(data), size) for message in decoder.feed(data[i : i + size])]
    assert (got, decoder.dropped) == (sent, 0)


def test_a_changed_byte_is_never_another_message() -> None:
    line = encode(Press(Side.W, 7, 1234))
    for at in range(len(line) - 1):
        for value in range(256):
            changed = line[:at] + bytes([value]) + line[at + 1 :]
            assert Decoder().feed(changed) == ([Press(Side.W, 7, 1234)] if changed == line else [])


def test_noise_makes_no_press_and_the_next_line_is_read() -> None:
    rng = random.Random(5)
    decoder = Decoder()
    assert decoder.feed(rng.randbytes(200_000)) == []
    decoder.feed(b"\n")
    assert decoder.feed(encode(Run(Side.B))) == [Run(Side.B)]
    assert decoder.dropped > 0


def test_an_endless_line_is_dropped_and_takes_no_memory() -> None:
    decoder = Decoder()
    for _ in range(1000):
        assert decoder.feed(b"x" * 50) == []
    assert decoder.feed(b"\n" + encode(Pause())) == [Pause()]
