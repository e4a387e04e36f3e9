"""Inputs written and read back."""

from dataclasses import replace

import pytest

from referee.inputs import Button, Device, Directed, Ended, Input, Press, Tick
from referee.record.input_text import read_input, same_view, write_input
from referee.rules.side import Side
from tests.referee.observing import look, observe_position, pair
from tests.referee.script import START
from vision.observation import UNREAD, CubeReading

VIEW = replace(
    observe_position(START, pair("6-4", touching=True, flat=None, tilted=0.4), 7),
    cube=CubeReading((1.5, 2.25), 2, 0.75),
    notes=("dark",),
)
INPUTS: list[Input] = [
    look(VIEW),
    look(replace(VIEW, slots=dict.fromkeys(VIEW.slots, UNREAD), hand=True, still=False, cube=None, notes=())),
    Press(3, Side.B, 9),
    Press(3, Side.B, 9, 1),
    Button(3, "pause"),
    Directed(4, "correct", {"position": "W 6:1 | B 6:1", "why": "“ä”"}),
    Device(5, "camera-lost", "unplugged"),
    Tick(6),
    Ended(7),
]


@pytest.mark.parametrize("event", INPUTS, ids=lambda event: type(event).__name__)
def test_every_input_comes_back_from_one_line(event: Input) -> None:
    line = write_input(event)
    assert "\n" not in line
    assert read_input(line) == event


def test_a_press_of_a_record_written_before_presses_had_their_own_time() -> None:
    line = '{"input":"press","t_ns":3,"side":"B","count":9}'
    assert read_input(line) == Press(3, Side.B, 9)
    assert write_input(Press(3, Side.B, 9)) == line


def test_what_is_read_is_written_the_same_again() -> None:
    rough = look(replace(VIEW, dice=tuple(replace(die, xy=(1 / 3, 2 / 3), confidence=1 / 7) for die in VIEW.dice)))
    once = read_input(write_input(rough))
    assert read_input(write_input(once)) == once


@pytest.mark.parametrize(
    "line", ["", "[]", "{}", '{"input":"dance","t_ns":1}', '{"input":"press","t_ns":1,"side":"X","count":1}']
)
def test_anything_else_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"not an input|Expecting|not a valid"):
        read_input(line)


def test_two_views_are_the_same_whatever_their_number() -> None:
    assert same_view(VIEW, replace(VIEW, number=9, t_mono_ns=1))
    assert not same_view(VIEW, replace(VIEW, dice=()))
