"""The latest picture of a table, with what was understood of it drawn over."""

import threading

from calibration.view import View
from vision.draw import overlay
from vision.evidence import jpeg_of
from vision.frame import Frame
from vision.observation import Observation


class Picture:
    """Shown by one thread, asked for by any."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._frame: Frame | None = None
        self._seen: Observation | None = None
        self._drawn: tuple[int, bytes] | None = None
        self._lock = threading.Lock()

    @property
    def view(self) -> View:
        """Where the board lies in the picture."""
        return self._view

    def show(self, frame: Frame) -> None:
        """The latest picture."""
        with self._lock:
            self._frame = frame

    def understood(self, observation: Observation) -> None:
        """What lies there, of a settled picture."""
        with self._lock:
            self._seen, self._drawn = observation, None

    def turn_to(self, view: View) -> None:
        """The board lies elsewhere; what was understood before no longer fits."""
        with self._lock:
            self._view, self._seen, self._drawn = view, None, None

    def jpeg(self) -> bytes | None:
        """The latest picture with overlay, None before the first."""
        with self._lock:
            frame, seen = self._frame, self._seen
            if frame is None:
                return None
            if self._drawn is None or self._drawn[0] != frame.number:
                image = overlay(frame.image, self._view, seen) if seen else frame.image
                self._drawn = (frame.number, jpeg_of(image))
            return self._drawn[1]
