"""The threads that bring pictures, presses and requests to the one thread that owns a table."""

import queue
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from calibration.view import View
from referee.clock.heard import Heard
from referee.clock.host import HostClock
from referee.inputs import Device
from referee.record.events import Event
from vision.camera.source import Source
from vision.frame import Frame

TICK_S = 0.1
MOST_WAITING = 256


@dataclass(frozen=True)
class Ask:
    """A request of the director, answered with the event it became."""

    action: str
    body: dict[str, Any]
    answer: "Future[Event]"


@dataclass(frozen=True)
class NewView:
    """The board lies elsewhere in the picture from now on."""

    view: View
    answer: "Future[Event]"


Item = Frame | Ask | NewView | Heard | Device


class Feed:
    """One queue of everything that happens at a table; any thread may `put`, one thread takes `items`.

    At most one picture waits. `pace`: pictures of a recording come at the speed at which they were taken. A clock that
    is `threaded` is read in a thread of its own.
    """

    def __init__(self, source: Source, clock: HostClock | None, *, threaded: bool, pace: bool) -> None:
        self._source, self._clock, self._threaded, self._pace = source, clock, threaded, pace
        self._inbox: queue.Queue[Item | Exception | None] = queue.Queue(MOST_WAITING)
        self._room = threading.Semaphore(1)
        self.stopped = threading.Event()
        self._listener: threading.Thread | None = None

    def start(self, after: int) -> None:
        """Bring pictures with a greater number than `after`, and presses."""
        threading.Thread(target=self._pump, args=(after,), name="camera", daemon=True).start()
        if self._clock and self._threaded:
            self._listener = threading.Thread(target=self._listen, name="clock", daemon=True)
            self._listener.start()

    def put(self, item: Item, timeout_s: float | None = None) -> None:
        """Add something. Raises queue.Full when there is no room in time."""
        self._inbox.put(item, timeout=timeout_s)

    def items(self) -> Iterator[Item | None]:
        """Everything in order, None when TICK_S has passed without anything; ends with the source or with `stop`.

        :raises SourceError: what ended the source before its time.
        """
        while not self.stopped.is_set():
            try:
                item = self._inbox.get(timeout=TICK_S)
            except queue.Empty:
                yield None
                continue
            if item is None:
                return
            if isinstance(item, Exception):
                raise item
            yield item
            if isinstance(item, Frame):
                self._room.release()

    def stop(self) -> None:
        """End `items` and the threads soon."""
        self.stopped.set()
        self._source.close()
        self._room.release()

    def join(self, timeout_s: float) -> None:
        """Wait, after `stop`, until nobody uses the clock any more."""
        if self._listener:
            self._listener.join(timeout_s)

    def _pump(self, after: int) -> None:
        started, first = time.monotonic_ns(), None
        try:
            for frame in self._source:
                if frame.number <= after:
                    continue
                first = frame.t_mono_ns if first is None else first
                if self._pace:
                    self.stopped.wait(max(0, started + frame.t_mono_ns - first - time.monotonic_ns()) / 1e9)
                self._room.acquire()
                if self.stopped.is_set():
                    return
                self._inbox.put(frame)
            self._inbox.put(None)
        except Exception as error:
            self._inbox.put(error)

    def _listen(self) -> None:
        """A table that is busy holds the clock's thread up, not the other way round: meanwhile presses wait in the
        clock, or in the system's buffer.
        """
        while self._clock and not self.stopped.is_set():
            try:
                told = self._clock.poll(time.monotonic_ns)
            except Exception as error:
                why = f"the clock's driver failed ({type(error).__name__}: {error})"
                told = self._clock.fail(why, time.monotonic_ns())
            for heard in told:
                self._hand_over(heard)
            if self._clock.link is None:
                self.stopped.wait(TICK_S)

    def _hand_over(self, heard: Heard) -> None:
        while not self.stopped.is_set():
            with suppress(queue.Full):
                self._inbox.put(heard, timeout=TICK_S)
                return
