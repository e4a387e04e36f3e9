"""The clock tape is what a clock would send."""

from itertools import pairwise

from models.synth.clock_tape import Press, tape
from referee.clock.open_protocol import Decoder, Times
from referee.clock.open_protocol import Press as PressMessage
from referee.rules.side import Side


def test_the_tape_is_what_the_open_protocol_decodes() -> None:
    decoder = Decoder()
    messages = decoder.feed(tape([Press(2.5, "W"), Press(20.0, "B")], 21.0, 60_000, 12_000))
    assert decoder.dropped == 0
    presses = [message for message in messages if isinstance(message, PressMessage)]
    assert [(press.side, press.count, press.t_ms) for press in presses] == [(Side.W, 1, 2500), (Side.B, 2, 20000)]
    last = [message for message in messages if isinstance(message, Times)][-1]
    assert (last.white_ms, last.black_ms, last.running) == (60_000, 60_000 - 5500, Side.W)
    times = [message.t_ms for message in messages if isinstance(message, Times | PressMessage)]
    assert times == sorted(times)
    assert max(b - a for a, b in pairwise(times)) <= 1000


def test_a_press_in_the_last_part_of_a_second_is_on_the_tape() -> None:
    messages = Decoder().feed(tape([Press(2.4, "W")], 2.6, 60_000, 12_000))
    assert [message.t_ms for message in messages if isinstance(message, PressMessage)] == [2400]
