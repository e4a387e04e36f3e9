"""What a DGT clock is told, byte for byte."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.clock.dgt_commands import (
    Beep,
    Command,
    Display,
    Order,
    Plain,
    Run,
    SetRun,
    Text,
    decode,
    encode,
    hms,
    order_of,
)
from tests.referee.clock.messages import dgt_commands


def test_commands_written_out_by_hand() -> None:
    """clocks.md 5.1: `2b, size, 03, cmd, data…, 00`; minutes and seconds are plain binary."""
    assert encode(SetRun((0, 22, 0), (1, 59, 30), Run.PAUSE)).hex(" ") == "2b 0a 03 0a 00 16 00 01 3b 1e 04 00"
    assert encode(SetRun((0, 0, 9), (0, 0, 10), Run.LEFT)).hex(" ") == "2b 0a 03 0a 00 00 09 00 00 0a 01 00"
    assert encode(Plain(Order.VERSION)).hex(" ") == "2b 03 03 09 00"
    assert encode(Plain(Order.END_TEXT)).hex(" ") == "2b 03 03 03 00"
    assert encode(Display(bytes(8))).hex(" ") == "2b 0b 03 01 00 00 00 00 00 00 00 00 00"
    assert encode(Text("FLAG", 8)).hex(" ") == "2b 0c 03 0c 46 4c 41 47 20 20 20 20 08 00"
    assert encode(Beep(8)).hex(" ") == "2b 04 03 0b 08 00"


@given(dgt_commands)
def test_every_command_comes_back(command: Command) -> None:
    data = encode(command)
    assert decode(data) == command
    assert data[3] == order_of(command)


@given(st.binary(max_size=20))
def test_other_bytes_are_no_command(data: bytes) -> None:
    command = decode(data)
    assert command is None or encode(command) == data


@pytest.mark.parametrize(
    "command", [SetRun((10, 0, 0), (0, 0, 0), 4), SetRun((0, 60, 0), (0, 0, 0), 4), Text("NINECHARS"), Display(b"")]
)
def test_what_has_no_place_is_refused(command: Command) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        encode(command)


def test_seconds_as_the_clock_takes_them() -> None:
    assert (hms(1320), hms(3600 * 9 + 61), hms(10**9), hms(-5)) == ((0, 22, 0), (9, 1, 1), (9, 59, 59), (0, 0, 0))
