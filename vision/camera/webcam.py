"""A USB camera through V4L2: resolution set, exposure locked and read back."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.camera.live import Grab, Opener
from vision.camera.source import DeviceError

AUTO, MANUAL = 3.0, 1.0
"""Values of V4L2's exposure switch as `cv2.CAP_PROP_AUTO_EXPOSURE` takes them."""


class Capture(Protocol):
    """What is used of `cv2.VideoCapture`."""

    def read(self) -> tuple[bool, cv2.typing.MatLike | None]: ...
    def get(self, propId: int, /) -> float: ...  # noqa: N803
    def set(self, propId: int, value: float, /) -> bool: ...  # noqa: N803
    def release(self) -> None: ...


@dataclass(frozen=True)
class ExposureLock:
    """What the camera says after locking: `value` in the driver's unit (V4L2: 100 µs); `locked` False when it
    refused."""

    locked: bool
    value: float


def lock_exposure(capture: Capture, settle: int = 10) -> ExposureLock:
    """Let the automatics find the exposure, hold that value, and read back whether it stuck.

    Automatic on, `settle` pictures to adapt, manual, the value found, a few pictures, read back. White balance and
    focus are held too where the camera has them.
    """
    capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTO)
    for _ in range(settle):
        capture.read()
    value = capture.get(cv2.CAP_PROP_EXPOSURE)
    capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
    capture.set(cv2.CAP_PROP_EXPOSURE, value)
    capture.set(cv2.CAP_PROP_AUTO_WB, 0)
    capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
    for _ in range(3):
        capture.read()
    stuck = capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) == MANUAL and capture.get(cv2.CAP_PROP_EXPOSURE) == value
    return ExposureLock(stuck, capture.get(cv2.CAP_PROP_EXPOSURE))


class Webcam:
    """An opened camera. `exposure` tells what became of the lock; it is checked again every `recheck` pictures,
    because some cameras switch their automatics on by themselves."""

    def __init__(self, capture: Capture, size: tuple[int, int] = (1280, 720), recheck: int = 150) -> None:
        self._capture, self._recheck, self._count = capture, recheck, 0
        capture.set(cv2.CAP_PROP_FOURCC, float(cv2.VideoWriter.fourcc(*"MJPG")))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self.exposure = lock_exposure(capture)

    def grab(self) -> Grab | None:
        """The next picture with V4L2's buffer time; None when the driver gave none."""
        done, picture = self._capture.read()
        if not done or picture is None:
            return None
        self._count += 1
        if self.exposure.locked and self._count % self._recheck == 0:
            self._hold_exposure()
        t_ms = self._capture.get(cv2.CAP_PROP_POS_MSEC)
        return Grab(np.array(picture, np.uint8), round(t_ms * 1e6) if t_ms > 0 else None)

    def close(self) -> None:
        self._capture.release()

    def _hold_exposure(self) -> None:
        if self._capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) != MANUAL:
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
            self._capture.set(cv2.CAP_PROP_EXPOSURE, self.exposure.value)


def open_capture(spec: str) -> Capture:
    """OpenCV's capture of a camera number or device path.

    :raises DeviceError: when there is no such camera or another program holds it.
    """
    device = Path(f"/dev/video{spec}") if spec.isdigit() else Path(spec)
    if sys.platform == "linux" and not device.exists():
        raise DeviceError(
            f"there is no camera {spec} ({device} does not exist): plug it in; `ls /dev/v4l/by-id` names them"
        )
    backend = cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY
    capture = cv2.VideoCapture(int(spec), backend) if spec.isdigit() else cv2.VideoCapture(spec, backend)
    if not capture.isOpened():
        raise DeviceError(
            f"the camera {spec} does not open: close other programs that use it, or choose another device"
        )
    return capture


def opener(spec: str, size: tuple[int, int] = (1280, 720), capture: Callable[[str], Capture] = open_capture) -> Opener:
    """How to open (and reopen) the camera `spec`; `capture` can be replaced by a simulated one."""
    return lambda: Webcam(capture(spec), size)
