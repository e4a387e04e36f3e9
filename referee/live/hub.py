"""One thread watches the table for all connected pages, so that a spectator costs no thread."""

import asyncio
import json
import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.live.api import TableApi

_log = logging.getLogger(__name__)
_RESYNC_S = 5.0
_POLL_S = 0.25


_CLOCK_SLACK_MS = 400.0


@dataclass(frozen=True)
class Face:
    """What a page knows of the present state: all but the clocks' ticking, and when each running clock will be empty.

    `empty_ms` is in ms of the hub's own monotonic time.
    """

    rest: str
    empty_ms: Mapping[str, float]

    def differs(self, other: "Face") -> bool:
        """Whether a page must be told: not with every tick, but when a running clock was set."""
        jumps = (abs(self.empty_ms[side] - other.empty_ms.get(side, 0.0)) for side in self.empty_ms)
        return self.rest != other.rest or any(jump > _CLOCK_SLACK_MS for jump in jumps)


def face_of(snapshot: Mapping[str, Any], now_ms: float) -> Face:
    """The face of a state that was true at `now_ms`."""
    clocks = dict(snapshot.get("clocks") or {})
    empty = {}
    for side, clock in clocks.items():
        if isinstance(clock, Mapping) and clock.get("running"):
            empty[side] = now_ms + float(clock.get("reserve_ms") or 0) + float(clock.get("delay_ms") or 0)
            clocks[side] = "running"
    return Face(json.dumps({**snapshot, "clocks": clocks}, sort_keys=True, default=str), empty)


class Hub:
    """Wakes waiting streams when the table changes. Belongs to one event loop at a time.

    `version` counts changes of the table's present state, `snapshot` is the latest; `clients` counts open streams.
    """

    def __init__(self, table: TableApi) -> None:
        self.table = table
        self.snapshot: Mapping[str, Any] = {}
        self.version = 0
        self.clients = 0
        self.closed = False
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._wake = asyncio.Event()

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin watching; streams live in `loop`."""
        self._look()
        self._thread = threading.Thread(target=self._watch, args=(loop,), name="live-page", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let the streams end. May be called from any thread, more than once."""
        self.closed = True
        self._stop.set()

    async def wait(self, timeout_s: float) -> bool:
        """Return True as soon as something changed or the hub closes, False when the time (s) is over."""
        try:
            await asyncio.wait_for(self._wake.wait(), timeout_s)
        except TimeoutError:
            return False
        return True

    def _look(self) -> Face:
        self.snapshot = self.table.snapshot()
        return face_of(self.snapshot, time.monotonic() * 1000)

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        seen, told = self._look(), time.monotonic()
        while not self._stop.wait(0.01):
            try:
                self.table.wait_event(_POLL_S)
                now = self._look()
            except Exception:
                _log.exception("the live page can't read the table; it goes on trying")
                self._stop.wait(1.0)
                continue
            if now.differs(seen) or time.monotonic() - told > _RESYNC_S:
                seen, told = now, time.monotonic()
                self.version += 1
                self._tell(loop)
        self._tell(loop)

    def _tell(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            loop.call_soon_threadsafe(self._release)
        except RuntimeError:
            self.close()

    def _release(self) -> None:
        self._wake.set()
        self._wake = asyncio.Event()
