"""What comes from a clock's link, and how the link stands."""

from dataclasses import dataclass
from typing import Literal

from referee.clock.families import recognise
from referee.clock.time_control import NS_PER_S
from referee.rules.side import Side

MOST_REST = 40
"""Bytes that may be what is left of a message."""
LinkWord = Literal["ok", "lost", "searching", "silent"]


@dataclass(frozen=True)
class LinkState:
    """How the link stands since when (host's monotonic ns) and why, at which port, with which clock.

    `lost`: it has just broken; `searching`: the port is looked for, without end; `silent`: it is open and nobody
    speaks.
    """

    state: LinkWord
    since_ns: int = 0
    why: str = ""
    port: str = ""
    clock: str = ""


@dataclass(frozen=True)
class Heard:
    """What came from the clock: a `press` of `side` made `at_ns` (host's ns), another `button`, the link `lost` or
    `back`, or only its `state` changed.

    `serial` counts the presses told, so that the referee can say which it has followed.
    """

    what: Literal["press", "button", "lost", "back", "state"]
    side: Side | None = None
    count: int = 0
    why: str = ""
    at_ns: int | None = None
    serial: int = 0


def why_silent(url: str, family: str, strange: bytes, silent_ns: int) -> str:
    """Why nothing was understood for `silent_ns`, in one line: nothing came, or bytes (`strange`) of another family. A
    clock that falls silent may leave an answer or the rest of a line behind.
    """
    theirs = recognise(strange)
    if theirs not in (None, family):
        return f"the clock at {url} is of family {theirs}, not {family}: start again with --clock-family {theirs}"
    if theirs or len(strange) < MOST_REST:
        return f"the clock at {url} has said nothing for {silent_ns // NS_PER_S} s: is it switched on?"
    return f"what comes from {url} is no clock of family {family}: check the port and --clock-family"
