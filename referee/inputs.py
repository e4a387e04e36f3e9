"""What comes to the table, in order: looks at the board, presses, the director, devices lost and back, time.

Every input carries its monotonic time in ns. The list of inputs of a match is its recording: fed again, it gives the
same rulings.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from referee.rules.side import Side
from vision.observation import Observation

Change: TypeAlias = Literal["camera-lost", "camera-back", "clock-lost", "clock-back", "moved"]
Action: TypeAlias = Literal[
    "accept", "demand", "correct", "pause", "resume", "undo", "press", "cube", "resign", "penalty"
]


@dataclass(frozen=True)
class Look:
    """One observation; unsettled ones only say that something moves."""

    t_ns: int
    observation: Observation

    @property
    def settled(self) -> bool:
        """Whether anything may be decided from it."""
        return self.observation.still and not self.observation.hand


@dataclass(frozen=True)
class Press:
    """`side` pressed its clock button; `count` is the clock's own number of the press.

    `at_ns`: when it was made, if it was told later, as after a lost link; never after `t_ns`.
    """

    t_ns: int
    side: Side
    count: int = 0
    at_ns: int | None = None

    @property
    def made_ns(self) -> int:
        """When the button was pressed, monotonic ns."""
        return self.t_ns if self.at_ns is None else self.at_ns


@dataclass(frozen=True)
class Button:
    """Another button of the clock was pushed: `pause`, or the maker's name for it."""

    t_ns: int
    button: str


@dataclass(frozen=True)
class Directed:
    """The director acts."""

    t_ns: int
    action: str
    body: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Device:
    """A device was lost, is back, or moved."""

    t_ns: int
    change: Change
    why: str


@dataclass(frozen=True)
class Tick:
    """Only time has passed."""

    t_ns: int


@dataclass(frozen=True)
class Ended:
    """The source has no more pictures."""

    t_ns: int


Input: TypeAlias = Look | Press | Button | Directed | Device | Tick | Ended
