"""How time is kept: pure values, time injected as monotonic nanoseconds (tournament.md 1.6 and its delay semantics)."""

from dataclasses import dataclass, replace
from enum import StrEnum

from referee.rules.side import Side

NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000


class Kind(StrEnum):
    """What the time per turn does; the values of option `time-control`."""

    NONE = "none"
    PLAIN = "plain"
    SIMPLE_DELAY = "simple-delay"
    BRONSTEIN = "bronstein"
    BRONSTEIN_PRESET = "bronstein-preset"
    FISCHER = "fischer"


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
        """Time of a turn before the reserve is touched."""
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


@dataclass(frozen=True)
class Face:
    """What one side's clock shows: times in ns; `running` when its time is going."""

    reserve_ns: int
    delay_ns: int
    running: bool


@dataclass(frozen=True)
class Clock:
    """Both sides' time at one table. Change returns a new value.

    `running` is the side whose turn is timed (None: neutral), `since_ns` when its time last started, `used_ns` what
    the turn
    had used before that. `paused` keeps the phase. `flagged` and `overtimed` hold the sides that used theirs up.
    """

    control: TimeControl
    white_ns: int
    black_ns: int
    running: Side | None = None
    since_ns: int = 0
    used_ns: int = 0
    paused: bool = False
    flagged: frozenset[Side] = frozenset()
    overtimed: frozenset[Side] = frozenset()

    @classmethod
    def start(cls, control: TimeControl) -> "Clock":
        """A neutral clock with the full reserve on both sides."""
        return cls(control, control.reserve_ns, control.reserve_ns)

    @property
    def state(self) -> str:
        """`neutral`, `running` or `paused`."""
        if self.paused:
            return "paused"
        return "running" if self.running else "neutral"

    def reserve(self, side: Side) -> int:
        """The reserve of a side at the start of the present turn, ns."""
        return self.white_ns if side is Side.W else self.black_ns

    def used(self, now_ns: int) -> int:
        """What the present turn has used by now, ns."""
        going = self.running is not None and not self.paused
        return self.used_ns + (max(0, now_ns - self.since_ns) if going else 0)

    def face(self, side: Side, now_ns: int) -> Face:
        """What a side's clock shows by now."""
        full = self.control.delay_ns
        if self.running is not side:
            return Face(self.reserve(side), full, False)
        used = self.used(now_ns)
        left = max(0, self.control.left_during(self.reserve(side), used))
        return Face(left, max(0, full - used), not self.paused)

    def run(self, side: Side, now_ns: int) -> "Clock":
        """A fresh turn of `side`: the other's turn is booked, its own delay is new (after a press, a take, a
        decision).
        """
        booked = self._booked(now_ns)
        return replace(booked, running=side, since_ns=now_ns, used_ns=0, paused=False)

    def press(self, side: Side, now_ns: int) -> "Clock":
        """`side` presses its button: the opponent's time runs. A paused clock and a press out of turn change
        nothing.
        """
        if self.paused or self.running is side.other:
            return self
        return self.run(side.other, now_ns)

    def pause(self, now_ns: int) -> "Clock":
        """Stop both; the phase (reserve and what is left of the delay) is kept."""
        if self.paused:
            return self
        return replace(self, used_ns=self.used(now_ns), since_ns=now_ns, paused=True)

    def resume(self, now_ns: int) -> "Clock":
        """Go on where `pause` stopped."""
        return replace(self, since_ns=now_ns, paused=False) if self.paused else self

    def neutral(self, now_ns: int) -> "Clock":
        """Between games: the turn is booked, nobody's time runs; the reserves stay."""
        return replace(self._booked(now_ns), running=None, used_ns=0, paused=False)

    def falls_at(self) -> int | None:
        """When the running side's flag falls, monotonic ns; None while nothing runs, without limit or when already
        fallen.
        """
        if self.running is None or self.paused or self.control.kind is Kind.NONE or self.running in self.flagged:
            return None
        return self.since_ns + self.reserve(self.running) + self.control.grace_ns - self.used_ns

    def fall(self, now_ns: int) -> "Clock":
        """The running side's flag has fallen by `now_ns`: overtime once where the control gives it, else flagged."""
        side, due = self.running, self.falls_at()
        if side is None or due is None or now_ns < due:
            return self
        if self.control.overtime_ns and side not in self.overtimed:
            fresh = self._with_reserve(side, self.control.overtime_ns)
            used = self.control.grace_ns + max(0, now_ns - due)
            return replace(fresh, since_ns=now_ns, used_ns=used, overtimed=self.overtimed | {side})
        return replace(self, flagged=self.flagged | {side})

    def as_json(self, now_ns: int) -> dict[str, object]:
        """Both faces in ms and the state, as the page and the log show them."""
        sides = {side.value: _face_json(self.face(side, now_ns)) for side in Side}
        return {**sides, "state": self.state}

    def _booked(self, now_ns: int) -> "Clock":
        if self.running is None or self.control.kind is Kind.NONE:
            return self
        return self._with_reserve(self.running, self.control.left_after(self.reserve(self.running), self.used(now_ns)))

    def _with_reserve(self, side: Side, reserve_ns: int) -> "Clock":
        return replace(self, white_ns=reserve_ns) if side is Side.W else replace(self, black_ns=reserve_ns)


def _face_json(face: Face) -> dict[str, object]:
    return {"reserve_ms": face.reserve_ns // NS_PER_MS, "delay_ms": face.delay_ns // NS_PER_MS, "running": face.running}
