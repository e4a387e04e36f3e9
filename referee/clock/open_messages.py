"""The messages of the open clock protocol as values (OPEN_PROTOCOL.md). Times are whole ms, `t_ms` the clock's own."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from referee.clock.family import Lamp
from referee.rules.side import Side


@dataclass(frozen=True)
class Hello:
    """Either way: who is there; answered with a Hello by the clock. `abilities` of a clock, `boot` its number of
    starts, `count` of its last press or button.
    """

    word: ClassVar[str] = "HELLO"
    kinds: ClassVar[str] = "name name names whole whole"
    name: str
    firmware: str = "0"
    abilities: tuple[str, ...] = ()
    boot: int = 0
    count: int = 0


@dataclass(frozen=True)
class Press:
    """Clock → host, repeated until acknowledged: `side` pressed its button at `t_ms`; `count` numbers the presses and
    buttons since power-on.
    """

    word: ClassVar[str] = "PRESS"
    kinds: ClassVar[str] = "side whole whole"
    side: Side
    count: int
    t_ms: int


@dataclass(frozen=True)
class Button:
    """Clock → host, repeated until acknowledged: another button, counted with the presses."""

    word: ClassVar[str] = "BUTTON"
    kinds: ClassVar[str] = "name whole whole"
    name: str
    count: int
    t_ms: int


@dataclass(frozen=True)
class Times:
    """Clock → host: what both faces show; `state` is `neutral`, `running` or `paused`, `running` the side whose time
    runs, `lever` the side that is pressed down, `flag` the side whose reserve is used up.
    """

    word: ClassVar[str] = "TIME"
    kinds: ClassVar[str] = "whole whole whole whose state whole whose whose lamp"
    white_ms: int
    black_ms: int
    delay_ms: int
    running: Side | None
    state: str
    t_ms: int
    lever: Side | None = None
    flag: Side | None = None
    lamp: Lamp = "off"


@dataclass(frozen=True)
class Done:
    """Clock → host: the command `number` is obeyed."""

    word: ClassVar[str] = "DONE"
    kinds: ClassVar[str] = "whole"
    number: int


@dataclass(frozen=True)
class Fail:
    """Clock → host: the command `number` is not obeyed: `press` (a press waits to be acknowledged), `kind`,
    `unable`.
    """

    word: ClassVar[str] = "FAIL"
    kinds: ClassVar[str] = "whole name"
    number: int
    why: str


@dataclass(frozen=True)
class Pong:
    """Clock → host: the answer to a Ping, at once, with the clock's own time."""

    word: ClassVar[str] = "PONG"
    kinds: ClassVar[str] = "whole whole"
    mark: int
    t_ms: int


@dataclass(frozen=True)
class Ping:
    """Host → clock: I am here; what is your time?"""

    word: ClassVar[str] = "PING"
    kinds: ClassVar[str] = "whole"
    mark: int


@dataclass(frozen=True)
class Ack:
    """Host → clock: the press or button `count` has been heard."""

    word: ClassVar[str] = "ACK"
    kinds: ClassVar[str] = "whole"
    count: int


@dataclass(frozen=True)
class State:
    """Host → clock: at the clock's time `t_ms` (None: now) the turn of `running` had used `used_ms`, and the reserves
    were `white_ms` and `black_ms` when it began. `kind` and `delay_ms` are the time control's
    (`referee.clock.time_control.Kind`).
    """

    word: ClassVar[str] = "STATE"
    kinds: ClassVar[str] = "whole whose state whole whole whole whole name when"
    number: int
    running: Side | None
    state: str
    white_ms: int
    black_ms: int
    used_ms: int
    delay_ms: int
    kind: str
    t_ms: int | None


@dataclass(frozen=True)
class SetLamp:
    """Host → clock: light this lamp and no other."""

    word: ClassVar[str] = "LAMP"
    kinds: ClassVar[str] = "whole lamp"
    number: int
    lamp: Lamp


Message: TypeAlias = Hello | Press | Button | Times | Done | Fail | Pong | Ping | Ack | State | SetLamp
