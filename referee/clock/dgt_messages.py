"""What a DGT board with a clock tells, as values (DGT.md)."""

from dataclasses import dataclass
from typing import TypeAlias

BUTTONS = {0x31: "back", 0x32: "plus", 0x33: "run", 0x34: "minus", 0x35: "ok"}
"""The clock's buttons by the code that tells them."""


@dataclass(frozen=True)
class Face:
    """One side of the clock: whole hours (0–9), minutes and seconds; `fallen`: flag fallen and clock blocked, `lamp`:
    the time-per-move lamp, `flag`: the flag is shown.
    """

    hours: int
    minutes: int
    seconds: int
    fallen: bool = False
    lamp: bool = False
    flag: bool = False

    @property
    def ms(self) -> int:
        """The time shown, ms."""
        return ((self.hours * 60 + self.minutes) * 60 + self.seconds) * 1000


@dataclass(frozen=True)
class BoardTime:
    """BWTIME: both faces and the clock's state. `right_high`: the lever stands high on the right, so the left side
    pressed last.
    """

    right: Face
    left: Face
    running: bool = False
    right_high: bool = False
    low_battery: bool = False
    right_turn: bool = False
    left_turn: bool = False
    no_clock: bool = False


@dataclass(frozen=True)
class Ack:
    """The clock's answer to a command, or what it tells unasked (`about` from 0x80 on)."""

    result: int
    about: int
    high: int = 0
    low: int = 0

    @property
    def ok(self) -> bool:
        """Was the command obeyed (0x10; 0x40 is an error)?"""
        return self.result == 0x10

    @property
    def button(self) -> str | None:
        """The button pushed, if this tells one."""
        return BUTTONS.get(self.low) if self.about == 0x88 else None

    @property
    def mode_23(self) -> bool:
        """Does this tell that the clock has come into the mode in which it takes times?"""
        return self.about in (0x8A, 0x90)


@dataclass(frozen=True)
class Version:
    """The board's version."""

    major: int
    minor: int


@dataclass(frozen=True)
class Serial:
    """The board's serial number, 5 characters."""

    text: str


@dataclass(frozen=True)
class LongSerial:
    """The board's long serial number, 10 characters."""

    text: str


@dataclass(frozen=True)
class Trademark:
    """The board's trademark text."""

    text: str


@dataclass(frozen=True)
class BusAddress:
    """The board's address on a bus of boards, two 7-bit bytes."""

    high: int
    low: int


@dataclass(frozen=True)
class Battery:
    """The state of a Bluetooth board's battery as it was sent."""

    data: bytes


@dataclass(frozen=True)
class FieldChange:
    """A chessman put or taken; of no use to backgammon, but it comes when someone touches the board."""

    square: int
    piece: int


@dataclass(frozen=True)
class Dump:
    """The board's 64 squares."""

    squares: bytes


Message: TypeAlias = (
    BoardTime | Ack | Version | Serial | LongSerial | Trademark | BusAddress | Battery | FieldChange | Dump
)
