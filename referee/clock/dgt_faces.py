"""What a DGT clock is to show and what it is known to show: whole seconds, and no delay of its own."""

from dataclasses import dataclass

from referee.clock.dgt_commands import Run, SetRun, hms
from referee.clock.dgt_protocol import BoardTime
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock
from referee.rules.side import Side

FAR_NS = 1_500 * NS_PER_MS
"""A clock whose face is further from what it was told is told again."""
NEAR_NS = 750 * NS_PER_MS
"""A side that runs is told again when it is further off; rounding to a whole second leaves half of one."""
LATE_NS = 100 * NS_PER_MS
"""A side that could not be started at a whole second by then is started at the next one."""
MOST_NS = (9 * 3600 + 59 * 60 + 59) * NS_PER_S
"""The most that a face shows: with more left, its side stands there."""
LONG_NS = 2 * NS_PER_S
"""It is only believed to be off, or to have been set from outside, when it says so for so long."""


@dataclass(frozen=True)
class _Told:
    """The clock's faces, ns by side, as set at `at_ns`, and the side that has run since."""

    faces: dict[Side, int]
    running: Side | None
    at_ns: int

    def at(self, side: Side, now_ns: int) -> int:
        gone = now_ns - self.at_ns if side is self.running else 0
        return max(0, self.faces[side] - gone)


class DgtFaces:
    """The difference between the referee's clock and the device's, as commands that make it go away."""

    def __init__(self, left: Side) -> None:
        self.wanted: Clock | None = None
        self._left = left
        self._told: _Told | None = None
        self._last: BoardTime | None = None
        self._start: tuple[Clock, int] | None = None
        self._off_since: int | None = None

    def told(self, command: SetRun, at_ns: int) -> None:
        """The clock has obeyed a command sent at `at_ns`."""
        sides = {Run.LEFT.value: self._left, Run.RIGHT.value: self._left.other}
        left, right = (((h * 60 + m) * 60 + s) * NS_PER_S for h, m, s in (command.left, command.right))
        self._told = _Told({self._left: left, self._left.other: right}, sides.get(command.run), at_ns)
        self._last, self._off_since = None, None

    @property
    def shows_nothing(self) -> bool:
        """Does the clock stand at 0 on both sides, as it was told to?"""
        return self._told is not None and self._told.running is None and not any(self._told.faces.values())

    def forget(self) -> None:
        """The clock shows something else by now."""
        self._told, self._last = None, None

    def due(self, now_ns: int) -> SetRun | None:
        """The command due by now. A side's time is started when the reserve comes to a whole second, since the clock
        counts in such: until then, and in the delay, the clock stands at the second begun.
        """
        clock = self.wanted
        if clock is None:
            return None
        left = {side: min(clock.face(side, now_ns).reserve_ns, MOST_NS) for side in Side}
        running = self._runs(clock, now_ns)
        whole = {side: -(-ns // NS_PER_S) for side, ns in left.items()}
        told = self._told
        if running is None or (told and told.running not in (None, running)):
            self._start = None
            same = told is not None and told.running is None and not self._is_off(whole, now_ns)
            return None if same else self._command(whole, None)
        if told and told.running is running:
            if abs(told.at(running, now_ns) - left[running]) < NEAR_NS and self._stands(told, left, running.other):
                return None
            whole[running] = round(left[running] / NS_PER_S)
            return self._command(whole, running)
        if self._start is None or self._start[0] != clock or now_ns - self._start[1] > LATE_NS:
            self._start = (clock, now_ns + left[running] % NS_PER_S)
        late_ns = now_ns - self._start[1]
        if late_ns < 0 or left[running] == 0:
            return self._command(whole, None) if self._is_off(whole, now_ns) else None
        whole[running] = round((left[running] + late_ns) / NS_PER_S)
        return self._command(whole, running)

    def believes(self, time: BoardTime, now_ns: int, *, busy: bool) -> bool:
        """Is this reading true? One with a time that went up without a command is not, unless it goes on for long:
        then someone has set the clock, and it is set back. While a command is on its way any reading may be true.
        """
        if busy:
            return True
        last = self._last
        up = last is not None and (time.left.ms > last.left.ms or time.right.ms > last.right.ms)
        if not up:
            self._last = time
        if not up and self._fits(time, now_ns):
            self._off_since = None
        elif self._off_since is None:
            self._off_since = now_ns
        elif now_ns - self._off_since >= LONG_NS:
            self._off_since, self._last, self._told = None, None, None
        return not up

    def _fits(self, time: BoardTime, now_ns: int) -> bool:
        told = self._told
        if told is None:
            return True
        faces = {self._left: time.left, self._left.other: time.right}
        if told.running is None and time.running:
            return False
        if told.running and told.at(told.running, now_ns) > NS_PER_S and not time.running:
            return False
        return all(abs(face.ms * NS_PER_MS - told.at(side, now_ns)) <= FAR_NS for side, face in faces.items())

    def _stands(self, told: _Told, left: dict[Side, int], side: Side) -> bool:
        """Does the face of a side that waits show the second begun?"""
        return 0 <= told.faces[side] - left[side] < NS_PER_S

    def _is_off(self, whole: dict[Side, int], now_ns: int) -> bool:
        told = self._told
        return told is None or any(told.at(side, now_ns) != whole[side] * NS_PER_S for side in Side)

    def _runs(self, clock: Clock, now_ns: int) -> Side | None:
        """The side whose reserve runs: not in a pause, not in the delay, and not above what its face shows."""
        side = clock.running
        if side is None or clock.paused:
            return None
        face = clock.face(side, now_ns)
        return None if face.delay_ns > 0 or face.reserve_ns > MOST_NS else side

    def _command(self, whole: dict[Side, int], running: Side | None) -> SetRun:
        run = Run.PAUSE if running is None else Run.LEFT if running is self._left else Run.RIGHT
        return SetRun(hms(whole[self._left]), hms(whole[self._left.other]), run)
