"""Live sources: watched for progress, reopened when lost, read in their own thread so that the newest picture is at
hand."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import NamedTuple, Protocol, TypeAlias

from vision.camera.source import CameraChange, DeviceError, OnChange, SourceError
from vision.camera.watch import Glimpse, Watch, digest, look, reopened
from vision.frame import Frame, Image

SAME_CLOCK_NS = 5_000_000_000
"""A device whose first time is this near to the host's monotonic clock uses that clock (V4L2 does)."""


class Grab(NamedTuple):
    """One picture as the device gave it; `t_ns` is the device's own monotonic time, None where it has no clock."""

    image: Image
    t_ns: int | None


class Device(Protocol):
    """An opened camera or stream."""

    def grab(self) -> Grab | None:
        """The next picture; None when none came."""

    def close(self) -> None: ...


Opener: TypeAlias = Callable[[], Device]
"""Opens the device; raises `DeviceError` when it can't."""


class LiveSource:
    """Frames of a live device, in the calling thread.

    Times of frames are the device's where it has a clock (shifted onto the host's where the two differ), else
    `now_ns` at arrival. A device that stops showing the
    present for `stuck_after_s` is lost: `on_change` is told once, the device is reopened every `retry_s` until it is
    back, or `DeviceError` is raised after `give_up_s` (None: never).

    :raises DeviceError: when the device does not open or gives no first picture within `stuck_after_s`.
    """

    live = True
    settled = False

    def __init__(
        self,
        opener: Opener,
        *,
        on_change: OnChange | None = None,
        now_ns: Callable[[], int] = time.monotonic_ns,
        wait: Callable[[float], object] | None = None,
        stuck_after_s: float = 4.0,
        retry_s: float = 1.0,
        give_up_s: float | None = None,
    ) -> None:
        self._opener, self._on_change, self._now_ns = opener, on_change, now_ns
        self._stop = threading.Event()
        self._wait = wait or self._stop.wait
        self._stuck_ns, self._retry_s, self._give_up_s = round(stuck_after_s * 1e9), retry_s, give_up_s
        self._watch = Watch()
        self._number = -1
        self._last_t_ns = -1
        self._shift_ns: int | None = None
        self._lost_ns = self._opened_ns = 0
        self._device: Device | None = opener()
        self._first = self._first_frame()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures, px."""
        return self._first.size

    @property
    def lost(self) -> str:
        """Why the camera counts as lost, "" while it shows the present."""
        return self._watch.lost

    def __iter__(self) -> Iterator[Frame]:
        yield self._first
        while not self._stop.is_set():
            frame = self._attempt()
            if frame is not None:
                yield frame
            elif self._watch.lost and self._now_ns() - self._opened_ns >= self._retry_s * 1e9:
                self._reopen()
        self._drop_device()

    def close(self) -> None:
        self._stop.set()

    def _first_frame(self) -> Frame:
        while (frame := self._attempt(tell=False)) is None:
            if self._watch.lost:
                self._drop_device()
                raise DeviceError(
                    f"the camera {self._watch.lost}: unplug it, plug it in again, or choose another source"
                )
        return frame

    def _attempt(self, tell: bool = True) -> Frame | None:
        grab = self._device.grab() if self._device else None
        now_ns = self._now_ns()
        before = self._watch
        seen = Glimpse(grab.t_ns, digest(grab.image)) if grab else None
        self._watch, fresh = look(before, seen, now_ns, self._stuck_ns)
        if tell and before.lost != self._watch.lost:
            self._report(before, now_ns)
        if grab is None or not fresh:
            self._wait(0.05)
            return None
        self._number += 1
        self._last_t_ns = max(self._host_time(grab.t_ns, now_ns), self._last_t_ns + 1)
        return Frame(grab.image, self._number, self._last_t_ns)

    def _host_time(self, t_ns: int | None, now_ns: int) -> int:
        if t_ns is None:
            return now_ns
        if self._shift_ns is None:
            self._shift_ns = 0 if abs(now_ns - t_ns) < SAME_CLOCK_NS else now_ns - t_ns
        return t_ns + self._shift_ns

    def _report(self, before: Watch, now_ns: int) -> None:
        if self._watch.lost:
            self._lost_ns = now_ns
            change = CameraChange("lost", f"the camera {self._watch.lost}", now_ns)
        else:
            away_s = (now_ns - self._lost_ns) / 1e9
            change = CameraChange("back", f"the camera shows the present again after {away_s:.1f} s", now_ns)
        if self._on_change:
            self._on_change(change)

    def _reopen(self) -> None:
        if self._give_up_s is not None and self._now_ns() - self._lost_ns > self._give_up_s * 1e9:
            self._drop_device()
            raise DeviceError(
                f"the camera {self._watch.lost} for {self._give_up_s:.0f} s: check the cable, then start again"
            )
        self._drop_device()
        self._opened_ns = self._now_ns()
        try:
            self._device = self._opener()
        except SourceError:
            return
        self._shift_ns = None
        self._watch = reopened(self._watch)

    def _drop_device(self) -> None:
        if self._device:
            self._device.close()
        self._device = None


class LiveFeed:
    """A live source read in its own thread into a short queue; what nobody took in time is dropped and counted.

    `dropped` counts the pictures thrown away. Errors of the source are raised in the iterating thread.
    """

    live = True
    settled = False

    def __init__(self, source: LiveSource, depth: int = 8) -> None:
        self.source = source
        self.dropped = 0
        self._queue: deque[Frame] = deque(maxlen=depth)
        self._ready = threading.Condition()
        self._ended: list[SourceError | None] = []
        self._thread: threading.Thread | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures, px."""
        return self.source.size

    @property
    def lost(self) -> str:
        """Why the camera counts as lost, "" while it shows the present."""
        return self.source.lost

    def __iter__(self) -> Iterator[Frame]:
        if self._thread is None:
            self._thread = threading.Thread(target=self._pump, name="camera", daemon=True)
            self._thread.start()
        while (frame := self._take()) is not None:
            yield frame

    def close(self) -> None:
        self.source.close()
        if self._thread and self._thread is not threading.current_thread():
            self._thread.join(timeout=2.0)

    def _pump(self) -> None:
        error: SourceError | None = None
        try:
            for frame in self.source:
                with self._ready:
                    self.dropped += len(self._queue) == self._queue.maxlen
                    self._queue.append(frame)
                    self._ready.notify()
        except SourceError as caught:
            error = caught
        with self._ready:
            self._ended.append(error)
            self._ready.notify()

    def _take(self) -> Frame | None:
        with self._ready:
            while not self._queue and not self._ended:
                self._ready.wait()
            if self._queue:
                return self._queue.popleft()
            if self._ended[0] is not None:
                raise self._ended[0]
            return None
