"""One entry of the log, and what may stand in it (interfaces.md, Events)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

KINDS = frozenset(
    [
        "match-start",
        "game-start",
        "opening-throw",
        "throw",
        "rethrow",
        "play",
        "illegal",
        "unsure",
        "decision",
        "press",
        "double",
        "take",
        "drop",
        "beaver",
        "resign",
        "penalty",
        "overtime",
        "flag-fall",
        "game-end",
        "match-end",
        "correction",
        "pause",
        "resume",
        "camera-lost",
        "camera-back",
        "clock-lost",
        "clock-back",
        "moved",
        "seen",
    ]
)
"""All kinds. `seen` is a settled view that differs from the one before it: positions and dice as read, nothing
judged.
"""


@dataclass(frozen=True)
class Draft:
    """An event before it has a number: what the referee wants written down."""

    kind: str
    body: Mapping[str, Any] = field(default_factory=dict)
    by: str = "program"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"there is no kind of event {self.kind!r}")


@dataclass(frozen=True)
class Event:
    """One entry. `t_mono_ns` in the time of the source, `t_wall` UTC in ISO 8601, `game` the number of the game from 1,
    `clock` both faces in ms, `by` program, player or director."""

    seq: int
    t_mono_ns: int
    t_wall: str
    game: int
    kind: str
    clock: Mapping[str, Any]
    by: str
    body: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The event as one JSON object."""
        return {
            "seq": self.seq,
            "t_mono_ns": self.t_mono_ns,
            "t_wall": self.t_wall,
            "game": self.game,
            "kind": self.kind,
            "clock": dict(self.clock),
            "by": self.by,
            "body": dict(self.body),
        }
