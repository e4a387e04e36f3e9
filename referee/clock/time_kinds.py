"""The time controls of tournament.md 1.6 and what a turn costs under each (its delay semantics)."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What the time per turn does; the values of option `time-control`."""

    NONE = "none"
    PLAIN = "plain"
    SIMPLE_DELAY = "simple-delay"
    BRONSTEIN = "bronstein"
    BRONSTEIN_PRESET = "bronstein-preset"
    FISCHER = "fischer"
    HOURGLASS = "hourglass"


class ClockError(ValueError):
    """A time control that cannot be; the message says which value to change."""


@dataclass(frozen=True)
class TimeControl:
    """A time control. `reserve_ns` is each side's time at the start, `delay_ns` the delay or increment of a turn.

    `overtime_ns` above 0 is what a side gets once when its flag falls first (option `flag-fall = overtime`).

    :raises ClockError: when a time is negative.
    """

    kind: Kind
    reserve_ns: int = 0
    delay_ns: int = 0
    overtime_ns: int = 0

    def __post_init__(self) -> None:
        if min(self.reserve_ns, self.delay_ns, self.overtime_ns) < 0:
            raise ClockError("a reserve, delay or overtime is not below 0: correct the event's times")

    @property
    def grace_ns(self) -> int:
        """Time of a turn before the reserve is touched. Bronstein preset with R + d has it in effect: R falls to 0 at
        R + d.
        """
        return self.delay_ns if self.kind in (Kind.SIMPLE_DELAY, Kind.BRONSTEIN_PRESET) else 0

    def left_during(self, reserve_ns: int, used_ns: int) -> int:
        """The reserve, ns, after `used_ns` of the present turn; below 0 when the flag has fallen."""
        return reserve_ns - max(0, used_ns - self.grace_ns)

    def left_after(self, reserve_ns: int, used_ns: int) -> int:
        """The reserve, ns, once a turn of `used_ns` has been pressed; never below 0."""
        left = self.left_during(reserve_ns, used_ns)
        if left <= 0:
            return 0
        bonus = {Kind.BRONSTEIN: min(self.delay_ns, used_ns), Kind.FISCHER: self.delay_ns}.get(self.kind, 0)
        return left + bonus
