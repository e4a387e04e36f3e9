"""What comes from a clock's link, and how the link stands."""

from dataclasses import dataclass
from typing import Literal

from referee.rules.side import Side

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
