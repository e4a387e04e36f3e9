"""The clock's own milliseconds on the host's time line, from questions and answers. No I/O."""

from bisect import bisect_left
from dataclasses import dataclass

from referee.clock.time_control import NS_PER_MS, NS_PER_S

WRAP = 2**32
_KEPT = 256
_SPAN_NS = 5 * NS_PER_S
"""So long must answers lie apart before a rate is believed, ns."""
_RATE_NS = 60 * NS_PER_S
"""The rate is that of the last minute, ns."""
_MOST_OFF = 0.02
"""No quartz and no ceramic resonator is further off; a rate that is comes of slow answers."""


@dataclass(frozen=True)
class _Answer:
    device_ms: int
    host_ns: int
    trip_ns: int


class DeviceTime:
    """Where a clock's time (ms, wraps at 2**32) lies on the host's (monotonic ns).

    Each answer is placed in the middle of its round trip, so it is wrong by half the trip at most; between answers
    time is interpolated, outside them it goes on at the rate measured. Slow answers that
    contradict nothing are no news.
    """

    def __init__(self) -> None:
        self._answers: list[_Answer] = []

    @property
    def known(self) -> bool:
        """Has the clock told its time yet?"""
        return bool(self._answers)

    def forget(self) -> None:
        """The clock has started anew: its time begins again."""
        self._answers.clear()

    def answered(self, sent_ns: int, heard_ns: int, device_ms: int) -> None:
        """The clock's time was `device_ms` somewhen between two moments of the host, ns."""
        answer = _Answer(self._unwrapped(device_ms), (sent_ns + heard_ns) // 2, heard_ns - sent_ns)
        last = self._answers[-1] if self._answers else None
        if last and answer.device_ms <= last.device_ms:
            return
        if last and self._is_slow(answer) and sent_ns <= self.host_ns(device_ms) <= heard_ns:
            return
        self._answers = [*self._answers[1 - _KEPT :], answer]

    def ahead_ms(self, device_ms: int, host_ns: int) -> int:
        """How far `device_ms` is ahead of what the clock's time should be at a moment of the host (ns), ms; below 0
        behind it, 0 while its time is not known.
        """
        if not self._answers:
            return 0
        return (device_ms - self.device_ms(host_ns) + WRAP // 2) % WRAP - WRAP // 2

    def age_ns(self, host_ns: int) -> int:
        """How long ago the last answer was, ns; 0 while there is none."""
        return max(0, host_ns - self._answers[-1].host_ns) if self._answers else 0

    def host_ns(self, device_ms: int) -> int:
        """When the clock's time was `device_ms`, within 2**31 ms of its last answer; host ns."""
        wanted = self._unwrapped(device_ms)
        after = bisect_left(self._answers, wanted, key=lambda answer: answer.device_ms)
        if 0 < after < len(self._answers):
            low, high = self._answers[after - 1], self._answers[after]
            share = (wanted - low.device_ms) / (high.device_ms - low.device_ms)
            return low.host_ns + round((high.host_ns - low.host_ns) * share)
        near = self._answers[0 if after == 0 else -1]
        return near.host_ns + round((wanted - near.device_ms) * self._ns_per_ms())

    def device_ms(self, host_ns: int) -> int:
        """The clock's time at a moment of the host (ns) not long before its last answer or after it, wrapped."""
        last = self._answers[-1]
        return (last.device_ms + round((host_ns - last.host_ns) / self._ns_per_ms())) % WRAP

    def _ns_per_ms(self) -> float:
        last = self._answers[-1]
        first = next(answer for answer in self._answers if last.host_ns - answer.host_ns <= _RATE_NS)
        if last.host_ns - first.host_ns < _SPAN_NS:
            return float(NS_PER_MS)
        rate = (last.host_ns - first.host_ns) / (last.device_ms - first.device_ms)
        return min(max(rate, NS_PER_MS * (1 - _MOST_OFF)), NS_PER_MS * (1 + _MOST_OFF))

    def _is_slow(self, answer: _Answer) -> bool:
        best = min(each.trip_ns for each in self._answers[-16:])
        return answer.trip_ns > 2 * best + 4 * NS_PER_MS

    def _unwrapped(self, device_ms: int) -> int:
        last = self._answers[-1].device_ms if self._answers else device_ms
        return last + (device_ms - last + WRAP // 2) % WRAP - WRAP // 2
