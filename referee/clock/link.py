"""The port to a clock: the only place that uses pyserial."""

import errno
import time
from collections.abc import Callable
from typing import Any, Protocol

import serial

from referee.clock.simulated import SimulatedLink

BAUD = 115_200
READ_S = 0.05
"""How long a read waits for the first byte, s."""


class LinkError(OSError):
    """The clock's port failed; one line that says what to do."""


class Link(Protocol):
    """A way to send bytes to a clock and get its bytes."""

    url: str

    def read(self) -> bytes:
        """Bytes that have come, maybe none; waits READ_S at most.

        :raises LinkError: when the port is gone.
        """

    def write(self, data: bytes) -> None:
        """Send.

        :raises LinkError: when the port is gone.
        """

    def close(self) -> None:
        """Free the port."""


class SerialLink:
    """Any URL that pyserial opens.

    :raises LinkError: when it does not open.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            self._port: Any = serial.serial_for_url(url, BAUD, timeout=READ_S, write_timeout=1.0, **_exclusive(url))
        except (serial.SerialException, ValueError, OSError) as error:
            raise LinkError(_advice(url, error)) from error

    def read(self) -> bytes:
        try:
            first: bytes = self._port.read(1)
            waiting = self._port.in_waiting if first else 0
            return first + (self._port.read(waiting) if waiting else b"")
        except (serial.SerialException, OSError, TypeError) as error:
            raise LinkError(f"the clock at {self.url} is gone ({error}): plug it in again") from error

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except (serial.SerialException, OSError) as error:
            raise LinkError(f"the clock at {self.url} takes no data ({error}): plug it in again") from error

    def close(self) -> None:
        self._port.close()


def open_link(url: str, now_ns: Callable[[], int] = time.monotonic_ns) -> Link:
    """The clock at `url`: `simulated`, or what pyserial opens (`/dev/ttyUSB0`, `socket://host:port` …).

    :raises LinkError: when it does not open.
    """
    return SimulatedLink(now_ns) if url == "simulated" else SerialLink(url)


def _exclusive(url: str) -> dict[str, bool]:
    return {"exclusive": True} if "://" not in url and url.startswith("/") else {}


def _advice(url: str, error: Exception) -> str:
    text, number = str(error), getattr(error, "errno", None)
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or "busy" in text.lower():
        return f"the clock's port {url} is busy: another program has it open; close that and start again"
    if number == errno.EACCES or "Permission denied" in text:
        join = "sudo usermod -aG dialout $USER"
        return f"no permission for {url}: add yourself to the group dialout ({join}) and log in again"
    if number == errno.ENOENT or "No such file" in text or "FileNotFound" in text:
        return f"there is no clock at {url}: check the plug and the name (ls /dev/serial/by-id)"
    if isinstance(error, ValueError):
        return f"{url!r} is no clock URL: use /dev/ttyUSB0, COM3, socket://HOST:PORT or simulated"
    return f"the clock at {url} does not open: {text}"
