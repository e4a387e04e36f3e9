"""The port to a clock: the only place that uses pyserial."""

import errno
import grp
import re
import termios
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

import serial
from serial.tools import list_ports

from referee.clock.finding import PortInfo
from referee.clock.simulated import SimulatedLink

BAUD = 115_200
READ_S = 0.05
"""How long a read waits for the first byte, s."""
MOST_READ = 4096
"""Bytes of one read at most; what comes faster waits in the system's buffer."""


class LinkError(OSError):
    """The clock's port failed; one line that says what to do."""


class LinkFullError(LinkError):
    """The clock takes no data, though its port is there; what it says can still be heard."""


class ClockUrlError(LinkError):
    """No clock can be at such a URL: bad input, not a device that failed."""


class Link(Protocol):
    """A way to send bytes to a clock and get its bytes."""

    url: str

    def read(self) -> bytes:
        """Bytes that have come, maybe none; waits READ_S at most.

        :raises LinkError: when the port is gone.
        """

    def write(self, data: bytes) -> None:
        """Send.

        :raises LinkFullError: when it takes no data.
        :raises LinkError: when the port is gone.
        """

    def close(self) -> None:
        """Free the port."""


class SerialLink:
    """Any URL that pyserial opens; a read waits `wait_s` for the first byte.

    Opening may restart the clock, since many boards reset when DTR rises: nothing waits for it here, and closing
    leaves DTR as it is, so that the next opening does not restart it again.

    :raises LinkError: when it does not open.
    """

    def __init__(self, url: str, baud: int = BAUD, wait_s: float = READ_S) -> None:
        self.url = url
        if not _can_be(url):
            raise _no_url(url)
        try:
            self._port: Any = serial.serial_for_url(url, baud, timeout=wait_s, write_timeout=1.0, **_exclusive(url))
        except (serial.SerialException, ValueError, OSError, TypeError) as error:
            raise _advice(url, error) from error
        _keep_dtr(self._port)

    def read(self) -> bytes:
        try:
            first: bytes = self._port.read(1)
            waiting = min(self._port.in_waiting, MOST_READ) if first else 0
            return first + (self._port.read(waiting) if waiting else b"")
        except (serial.SerialException, OSError, TypeError) as error:
            why = "unplugged, or another program reads its port" if "returned no data" in str(error) else error
            raise LinkError(f"the clock at {self.url} is gone ({why}): plug it in again") from error

    def write(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise LinkFullError(f"the clock at {self.url} takes no data: switch it off and on") from error
        except (serial.SerialException, OSError, TypeError) as error:
            raise LinkError(f"the clock at {self.url} takes no data ({error}): plug it in again") from error

    def close(self) -> None:
        with suppress(serial.SerialException, OSError, TypeError):
            self._port.close()


def open_link(url: str, baud: int = BAUD, now_ns: Callable[[], int] = time.monotonic_ns) -> Link:
    """The clock at `url`: `simulated`, or what pyserial opens (`/dev/ttyUSB0`, `socket://host:port` …).

    :raises ClockUrlError: when no clock can be there.
    :raises LinkError: when it does not open.
    """
    return SimulatedLink(now_ns) if url == "simulated" else SerialLink(url, baud)


def serial_ports() -> Iterable[PortInfo]:
    """The serial ports of this machine."""
    ports: Iterable[PortInfo] = list_ports.comports()
    return ports


def _can_be(url: str) -> bool:
    """Is there anything to open? A socket needs a host and a port from 1 to 65535."""
    try:
        parts = urlsplit(url)
        return bool(url) and (parts.scheme not in ("socket", "rfc2217") or bool(parts.hostname and parts.port))
    except ValueError:
        return False


def _no_url(url: str) -> ClockUrlError:
    return ClockUrlError(f"{url!r} is no clock URL: use /dev/ttyUSB0, COM3, socket://HOST:PORT or simulated")


def _exclusive(url: str) -> dict[str, bool]:
    return {"exclusive": True} if "://" not in url and url.startswith("/") else {}


def _keep_dtr(port: Any) -> None:
    """Clear HUPCL, which would drop DTR on closing; a port without it (a socket) has no DTR to drop."""
    with suppress(AttributeError, TypeError, ValueError, OSError, termios.error):
        flags = termios.tcgetattr(port.fd)
        flags[2] &= ~termios.HUPCL
        termios.tcsetattr(port.fd, termios.TCSANOW, flags)


def _advice(url: str, error: Exception) -> LinkError:
    text, number = str(error), getattr(error, "errno", None)
    scheme = re.match(r"([a-z0-9+.-]+)://", url, re.IGNORECASE)
    if isinstance(error, ValueError) and not isinstance(error, serial.SerialException):
        return _no_url(url)
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in text or "busy" in text.lower():
        said = f"the clock's port {url} is busy: another program has it open; close that and start again"
    elif number == errno.EACCES or "Permission denied" in text:
        said = f"no permission for {url}: {_permit(url)}"
    elif scheme:
        said = f"no clock answers at {url} ({text}): is its bridge running, and are host and port right?"
    elif number == errno.ENOENT or "No such file" in text or "FileNotFound" in text:
        said = f"there is no clock at {url}: check the plug and the name (ls /dev/serial/by-id)"
    elif number == errno.ENOTTY or "Inappropriate ioctl" in text or number == errno.EISDIR:
        said = f"{url} is no serial port: give the clock's, such as /dev/ttyUSB0 (ls /dev/serial/by-id)"
    else:
        said = f"the clock at {url} does not open: {text}"
    return LinkError(said)


def _permit(url: str) -> str:
    """Join the group that may use the port; where none but root's may, open the port to all."""
    group = "dialout"
    with suppress(KeyError, OSError, ValueError):
        info = Path(url).stat()
        group = grp.getgrgid(info.st_gid).gr_name
        if info.st_gid == 0 or info.st_mode & 0o060 != 0o060:
            return f"no group of users may use it; allow it (sudo chmod a+rw {url}) and start again"
    return f"add yourself to the group {group} (sudo usermod -aG {group} $USER) and log in again"
