"""How time is kept: pure values, time injected as monotonic nanoseconds (tournament.md 1.6 and its delay semantics)."""

from dataclasses import dataclass, replace

from referee.clock.time_kinds import ClockError, Kind, TimeControl
from referee.rules.side import Side

__all__ = ["FETCHING", "NS_PER_MS", "NS_PER_S", "Clock", "ClockError", "Face", "Kind", "TimeControl"]

NS_PER_MS = 1_000_000
NS_PER_S = 1_000_000_000
FETCHING = "die"
"""Why both clocks stand: a die that left the table is being fetched (tournament.md 1.1)."""


@dataclass(frozen=True)
class Face:
    """What one side's clock shows, ns: its reserve, and what is left of the time before the reserve is touched;
    `running` when its time is going.
    """

    reserve_ns: int
    delay_ns: int
    running: bool


@dataclass(frozen=True)
class Clock:
    """Both sides' time at one table. Change returns a new value.

    `running` is the side whose turn is timed (None: neutral), `turn_ns` when that turn began, `since_ns` when its time
    last started or stopped, `used_ns` what the turn had used by then. `paused` keeps the phase, `paused_for` says why
    if a throw or a press ends it (`FETCHING`). `flagged` and `overtimed` hold the sides that used theirs up; `fell`,
    `extended`: the flag fell, the overtime began in this turn. `forfeits` are the sides whose next turn has no delay,
    `forfeited`: the present turn has none.
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
    turn_ns: int = 0
    paused_for: str = ""
    fell: bool = False
    extended: bool = False
    forfeits: frozenset[Side] = frozenset()
    forfeited: bool = False

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

    @property
    def is_fresh(self) -> bool:
        """Has no time run yet, and none been granted?"""
        untouched = self.white_ns == self.black_ns == self.control.reserve_ns
        return untouched and self.running is None and self.turn_ns == 0

    @property
    def terms(self) -> TimeControl:
        """The time control of the present turn."""
        return replace(self.control, delay_ns=0) if self.forfeited else self.control

    @property
    def as_told(self) -> "Clock":
        """The same clock as a device is told: in the terms of the present turn, which it can't tell from others."""
        return replace(self, control=self.terms, forfeited=False, forfeits=frozenset(), paused_for="")

    def reserve(self, side: Side) -> int:
        """The reserve of a side at the start of the present turn, ns."""
        return self.white_ns if side is Side.W else self.black_ns

    def used(self, now_ns: int) -> int:
        """What the present turn has used by now, ns; a time before the clock was paused counts back."""
        if self.running is None:
            return self.used_ns
        gone = now_ns - self.since_ns
        return max(0, self.used_ns + min(0, gone)) if self.paused else self.used_ns + max(0, gone)

    def face(self, side: Side, now_ns: int) -> Face:
        """What a side's clock shows by now."""
        if self.running is side:
            used = self.used(now_ns)
            left = max(0, self.terms.left_during(self.reserve(side), used))
            return Face(left, max(0, self.terms.grace_ns - used), not self.paused)
        grace = 0 if side in self.forfeits else self.control.grace_ns
        return Face(self.reserve(side) + self._sand(now_ns), grace, False)

    def run(self, side: Side, now_ns: int) -> "Clock":
        """A fresh turn of `side`: the other's turn is booked, its own delay is new (after a press, a take, a
        decision).
        """
        booked = self._booked(now_ns)
        return replace(
            booked,
            running=side,
            since_ns=now_ns,
            turn_ns=now_ns,
            used_ns=0,
            paused=False,
            paused_for="",
            fell=False,
            extended=False,
            forfeits=self.forfeits - {side},
            forfeited=side in self.forfeits,
        )

    def press(self, side: Side, at_ns: int) -> "Clock":
        """`side` presses its button: the opponent's time runs. A press out of turn changes nothing, nor does one while
        the clock is paused, unless for a die that is being fetched: then play has gone on.

        A press told late is booked at its own time: not if that lies before the present turn; a flag that was thought
        to have fallen since then has not.
        """
        if self.running is side.other or at_ns < self.turn_ns:
            return self
        if not self.paused:
            return self._in_time(at_ns).run(side.other, max(at_ns, self.since_ns))
        if at_ns < self.since_ns:
            late = self._in_time(at_ns).run(side.other, at_ns)
            return replace(late, since_ns=self.since_ns, used_ns=self.since_ns - at_ns, paused=True)
        return self.resume(at_ns).press(side, at_ns) if self.paused_for == FETCHING else self

    def pause(self, now_ns: int, why: str = "") -> "Clock":
        """Stop both; the phase (reserve and what is left of the delay) is kept. A pause for people outlasts one for a
        die.
        """
        if self.paused:
            return self if why else replace(self, paused_for="")
        return replace(self, used_ns=self.used(now_ns), since_ns=now_ns, paused=True, paused_for=why)

    def resume(self, now_ns: int) -> "Clock":
        """Go on where `pause` stopped."""
        return replace(self, since_ns=now_ns, paused=False, paused_for="") if self.paused else self

    def neutral(self, now_ns: int) -> "Clock":
        """Between games: the turn is booked, nobody's time runs; the reserves stay."""
        booked = replace(self._booked(now_ns), running=None, used_ns=0, paused=False, paused_for="")
        begun = booked.running is not self.running or self.paused
        return replace(booked, turn_ns=now_ns, fell=False, extended=False, forfeited=False) if begun else booked

    def falls_at(self) -> int | None:
        """When the running side's flag falls, monotonic ns; None while nothing runs, without limit or when already
        fallen.
        """
        if self.running is None or self.paused or self.control.kind is Kind.NONE or self.running in self.flagged:
            return None
        return self.since_ns + self.reserve(self.running) + self.terms.grace_ns - self.used_ns

    def fall(self, now_ns: int) -> "Clock":
        """The running side's flag has fallen by `now_ns`: overtime once where the control gives it, in the same turn
        and without a new delay; else flagged.
        """
        side, due = self.running, self.falls_at()
        if side is None or due is None or now_ns < due:
            return self
        if self.control.overtime_ns and side not in self.overtimed:
            longer = self._with_reserve(side, self.reserve(side) + self.control.overtime_ns)
            return replace(longer, overtimed=self.overtimed | {side}, extended=True)
        return replace(self, flagged=self.flagged | {side}, fell=True)

    def granted(self, side: Side, change_ns: int, now_ns: int) -> "Clock":
        """A director's time for `side`, below 0 time taken off. A fallen flag stands again once there is time."""
        reserve = self.reserve(side)
        if self.running is side:
            reserve = max(reserve, self.used(now_ns) - self.terms.grace_ns)
        changed = self._with_reserve(side, max(0, reserve + change_ns))
        return replace(changed, flagged=self.flagged - {side}) if change_ns > 0 else changed

    def forfeit_delay(self, side: Side) -> "Clock":
        """`side` loses its delay: of the turn that runs, or of its next one (for dice picked up too early)."""
        if self.running is side:
            return replace(self, forfeited=True)
        return replace(self, forfeits=self.forfeits | {side})

    def as_json(self, now_ns: int) -> dict[str, object]:
        """Both faces in ms and the state, as the page and the log show them."""
        sides = {side.value: _face_json(self.face(side, now_ns)) for side in Side}
        why = {"paused_for": self.paused_for} if self.paused_for else {}
        return {**sides, "state": self.state, **why}

    def _booked(self, now_ns: int) -> "Clock":
        if self.running is None or self.control.kind is Kind.NONE:
            return self
        left = self.terms.left_after(self.reserve(self.running), self.used(now_ns))
        other = self.running.other
        grown = self._with_reserve(other, self.reserve(other) + self._sand(now_ns))
        return grown._with_reserve(self.running, left)

    def _sand(self, now_ns: int) -> int:
        """What has run out of the running side's glass into the other's, ns."""
        if self.control.kind is not Kind.HOURGLASS or self.running is None:
            return 0
        return min(self.used(now_ns), self.reserve(self.running))

    def _in_time(self, at_ns: int) -> "Clock":
        """Without the flag or overtime that came only after a press made at `at_ns`."""
        side, mended = self.running, self
        if side is None:
            return self
        used, grace = self.used(at_ns), self.terms.grace_ns
        if self.fell and used < self.reserve(side) + grace:
            mended = replace(mended, flagged=self.flagged - {side}, fell=False)
        before = self.reserve(side) - self.control.overtime_ns
        if self.extended and used < before + grace:
            mended = replace(mended, overtimed=self.overtimed - {side}, extended=False)._with_reserve(side, before)
        return mended

    def _with_reserve(self, side: Side, reserve_ns: int) -> "Clock":
        return replace(self, white_ns=reserve_ns) if side is Side.W else replace(self, black_ns=reserve_ns)


def _face_json(face: Face) -> dict[str, object]:
    return {"reserve_ms": face.reserve_ns // NS_PER_MS, "delay_ms": face.delay_ns // NS_PER_MS, "running": face.running}
