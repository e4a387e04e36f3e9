"""Where the time goes: named calls timed without what they call of one another."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any


@dataclass
class Stopwatch:
    """`seconds` of each label by `clock`, its own time only; `calls` of each. Nothing is written down while
    `paused`."""

    seconds: dict[str, float] = field(default_factory=dict)
    calls: dict[str, int] = field(default_factory=dict)
    paused: bool = False
    clock: Callable[[], float] = time.perf_counter
    _open: list[float] = field(default_factory=list)
    """Time spent in watched calls inside each call that is running."""

    def clear(self) -> None:
        """Forget what was written down."""
        self.seconds, self.calls = {}, {}

    def timed(self, label: str, work: Callable[..., Any]) -> Callable[..., Any]:
        """`work`, its time written down under `label`."""

        @wraps(work)
        def run(*args: Any, **named: Any) -> Any:
            if self.paused:
                return work(*args, **named)
            self._open.append(0.0)
            began = self.clock()
            try:
                return work(*args, **named)
            finally:
                whole = self.clock() - began
                self.seconds[label] = self.seconds.get(label, 0.0) + whole - self._open.pop()
                self.calls[label] = self.calls.get(label, 0) + 1
                if self._open:
                    self._open[-1] += whole

        return run

    @contextmanager
    def watching(self, places: dict[str, tuple[Any, str]]) -> Iterator[None]:
        """Time the attributes `places` (label → owner and name) while the block runs; a name that is not there is an
        error."""
        before = {label: (owner, name, getattr(owner, name)) for label, (owner, name) in places.items()}
        for label, (owner, name, work) in before.items():
            setattr(owner, name, self.timed(label, work))
        try:
            yield
        finally:
            for owner, name, work in before.values():
                setattr(owner, name, work)
