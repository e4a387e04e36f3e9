"""One thread watches the table for all connected pages, so that a spectator costs no thread."""

import asyncio
import json
import threading
import time
from collections.abc import Mapping
from typing import Any

from referee.live.api import TableApi

_RESYNC_S = 5.0
_POLL_S = 0.25


def fingerprint(snapshot: Mapping[str, Any]) -> str:
    """Changes exactly when a page must be told: not with every tick of a running clock."""
    clocks = snapshot.get("clocks") or {}
    quiet = {
        side: {"running": True} if isinstance(face, Mapping) and face.get("running") else face
        for side, face in clocks.items()
    }
    return json.dumps({**snapshot, "clocks": quiet}, sort_keys=True, default=str)


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
        self._refresh()
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

    def _refresh(self) -> str:
        self.snapshot = self.table.snapshot()
        self.version += 1
        return fingerprint(self.snapshot)

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        seen, told = fingerprint(self.snapshot), time.monotonic()
        while not self._stop.wait(0.01):
            self.table.wait_event(_POLL_S)
            now = fingerprint(self.table.snapshot())
            if now != seen or time.monotonic() - told > _RESYNC_S:
                seen, told = self._refresh(), time.monotonic()
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
