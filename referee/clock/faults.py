"""A clock on a bad line: what it says and hears is lost, spoilt, cut, joined, late or told twice, when wanted."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.clock.device import Device
from referee.clock.time_control import NS_PER_MS, NS_PER_S
from referee.rules.side import Side

AGAIN_NS = 300 * NS_PER_MS
"""What is told twice comes again after so long."""
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_SPAN = re.compile(rf"({_NUMBER.pattern})-({_NUMBER.pattern})")


class FaultError(ValueError):
    """Faults that are none; one line that says what they may be."""


@dataclass(frozen=True)
class Faults:
    """What goes wrong. `drop` and `garble`: the chance of each byte, either way; `repeat`: the chance that what is
    said comes again; `delay` s; `merge`: said only every so many s; `split`: a few bytes at a time; `silent` and
    `unplug`: from and until, s; `reset`: the clock starts anew when its port is opened.
    """

    drop: float = 0.0
    garble: float = 0.0
    repeat: float = 0.0
    delay: float = 0.0
    merge: float = 0.0
    split: bool = False
    silent: tuple[float, float] | None = None
    unplug: tuple[float, float] | None = None
    reset: bool = False


def parse_faults(text: str) -> Faults:
    """`drop=0.01,split,silent=10-20` and the like.

    :raises FaultError: when a word or value is none.
    """
    values: dict[str, Any] = {}
    for word in filter(None, (word.strip() for word in text.split(","))):
        name, _, value = word.partition("=")
        values[name] = _value(name, value, word)
    return Faults(**values)


def _value(name: str, value: str, word: str) -> float | bool | tuple[float, float]:
    span = _SPAN.fullmatch(value)
    if name in _FLAGS and not value:
        return True
    if name in _SPANS and span:
        return float(span[1]), float(span[2])
    if name in _MOST and _NUMBER.fullmatch(value) and float(value) <= _MOST[name]:
        return float(value)
    raise FaultError(
        f"{word!r} is no fault: use drop=0.01, garble=0.001, repeat=0.1, delay=0.2, merge=0.5, split, silent=10-20, "
        "unplug=30-40, reset, separated by commas"
    )


_FLAGS, _SPANS = ("split", "reset"), ("silent", "unplug")
_MOST = {"drop": 1.0, "garble": 1.0, "repeat": 1.0, "delay": 60.0, "merge": 60.0}


class FaultyDevice:
    """`referee.clock.device.Device` behind a bad line; time counts from the first call, the same seed does the same."""

    def __init__(self, build: Callable[[], Device], faults: Faults, seed: int = 1) -> None:
        self.device = build()
        self.faults = faults
        self._build = build
        self._chance = random.Random(seed)
        self._started: int | None = None
        self._queue: list[tuple[int, bytes]] = []
        self._held = b""
        self._merge_ns = 0
        self._pulled = False

    def press(self, side: Side, now_ns: int) -> None:
        """A player hits the button of `side`."""
        self.device.press(side, now_ns)

    def push(self, button: str, now_ns: int) -> None:
        """Somebody pushes another button."""
        self.device.push(button, now_ns)

    def opened(self) -> None:
        """The host has opened the port."""
        if self.faults.reset:
            self.device = self._build()

    def pull(self) -> None:
        """Somebody pulls the plug, or puts it in again."""
        self._pulled = not self._pulled

    def is_plugged(self, now_ns: int) -> bool:
        """Is the cable in? Who carries the bytes closes the port while it is not."""
        return not (self._pulled or self._within(self.faults.unplug, now_ns))

    def receive(self, data: bytes, now_ns: int) -> None:
        """Bytes of the host."""
        if data and not self._is_dead(now_ns):
            self.device.receive(self._spoilt(data), now_ns)

    def send(self, now_ns: int) -> bytes:
        """What reaches the host by now."""
        said = self.device.send(now_ns)
        if said and not self._is_dead(now_ns):
            due_ns = now_ns + round(self.faults.delay * NS_PER_S)
            self._queue.append((due_ns, self._spoilt(said)))
            if self._chance.random() < self.faults.repeat:
                self._queue.append((due_ns + AGAIN_NS, said))
        self._held += b"".join(data for due_ns, data in self._queue if due_ns <= now_ns)
        self._queue = [(due_ns, data) for due_ns, data in self._queue if due_ns > now_ns]
        return self._portion(now_ns)

    def _portion(self, now_ns: int) -> bytes:
        if self.faults.merge and now_ns < self._merge_ns:
            return b""
        self._merge_ns = now_ns + round(self.faults.merge * NS_PER_S)
        size = self._chance.randint(1, 9) if self.faults.split else len(self._held)
        portion, self._held = self._held[:size], self._held[size:]
        return portion

    def _spoilt(self, data: bytes) -> bytes:
        kept = (byte for byte in data if self._chance.random() >= self.faults.drop)
        return bytes(
            byte ^ 1 << self._chance.randrange(8) if self._chance.random() < self.faults.garble else byte
            for byte in kept
        )

    def _is_dead(self, now_ns: int) -> bool:
        return self._within(self.faults.silent, now_ns) or not self.is_plugged(now_ns)

    def _within(self, span: tuple[float, float] | None, now_ns: int) -> bool:
        self._started = now_ns if self._started is None else self._started
        return span is not None and span[0] <= (now_ns - self._started) / NS_PER_S < span[1]
