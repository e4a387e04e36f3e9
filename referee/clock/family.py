"""What every clock family's driver is: the host's end of one clock, without I/O. Bytes and monotonic ns in and out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from referee.clock.time_control import NS_PER_S, Clock
from referee.rules.side import Side


@dataclass(frozen=True)
class Pressed:
    """`side` pressed its button at `at_ns` on the host's time; `count` is the clock's own number, None if it has none.

    `at_ns` may lie in the past: a clock that keeps its presses tells them after a lost link.
    """

    side: Side
    at_ns: int
    count: int | None = None


@dataclass(frozen=True)
class Shown:
    """What the clock's faces show, ms; `running` is the side whose time goes, None while neither does."""

    white_ms: int
    black_ms: int
    running: Side | None
    flag: Side | None = None


@dataclass(frozen=True)
class Pushed:
    """Another button of the clock: `pause`, `reset`, or the maker's name for it."""

    button: str


@dataclass(frozen=True)
class Ready:
    """The clock has said who it is and can be driven."""

    name: str
    version: str = ""


TELL_NS = 30 * NS_PER_S
"""A trouble that lasts is told again after so long, ns."""


@dataclass(frozen=True)
class Trouble:
    """The clock does not do as told; one line that says what to do. One that lasts is told every TELL_NS."""

    why: str


Said: TypeAlias = Pressed | Shown | Pushed | Ready | Trouble
Lamp: TypeAlias = Literal["off", "flag", "rethrow", "paused"]


class Driver(Protocol):
    """One clock over one link; made anew each time the link opens. Whatever comes in, nothing is raised.

    `talks_at_rest`: does the clock go on telling its times while it stands? Then silence means that it is lost.
    """

    family: str
    baud: int
    talks_at_rest: bool

    def hear(self, data: bytes, now_ns: int) -> Sequence[Said]:
        """What these bytes say; they may be cut or joined anywhere, or be noise."""

    def follow(self, clock: Clock, now_ns: int, lamp: Lamp = "off") -> None:
        """Keep in mind what the device is to show from now on; the bytes for it come from `send`."""

    def send(self, now_ns: int) -> bytes:
        """What is due by now: greetings, commands, repeats, questions; empty when there is nothing."""
