"""A clock that was unplugged, found again under whatever name it has now: by its USB serial number, its by-id path, or
the socket it is plugged into. No I/O of its own: the lists of ports and links are handed in.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

BY_ID = Path("/dev/serial/by-id")


class PortInfo(Protocol):
    """One serial port of this machine, as `serial.tools.list_ports` tells it; None where it is no USB port."""

    @property
    def device(self) -> str: ...
    @property
    def vid(self) -> int | None: ...
    @property
    def pid(self) -> int | None: ...
    @property
    def serial_number(self) -> str | None: ...
    @property
    def location(self) -> str | None: ...


Ports: TypeAlias = Callable[[], Iterable[PortInfo]]
Links: TypeAlias = Callable[[], Mapping[str, str]]
"""By-id path → the device it points to now."""


@dataclass(frozen=True)
class Identity:
    """What stays the same when a clock is plugged in again."""

    vid: int
    pid: int
    serial: str | None
    location: str | None
    by_id: frozenset[str]

    def __str__(self) -> str:
        return f"USB {self.vid:04x}:{self.pid:04x}" + (f", serial number {self.serial}" if self.serial else "")


class Finder:
    """Where the clock opened as `url` is now. What is no USB port (`socket://…`, a pty) stays where it was."""

    def __init__(self, url: str, ports: Ports, links: Links) -> None:
        self.url = url
        self._ports, self._links = ports, links
        self.identity: Identity | None = None

    def remember(self, opened: str) -> None:
        """The clock answers at `opened`: note who it is. Once is enough: a clock does not become another."""
        if self.identity is not None:
            return
        links = dict(self._links())
        device = links.get(opened, opened)
        for port in self._ports():
            if port.device == device and port.vid is not None and port.pid is not None:
                names = frozenset(link for link, target in links.items() if target == device)
                self.identity = Identity(port.vid, port.pid, port.serial_number, port.location, names)

    def where(self) -> str | None:
        """The URL to open now; None while the clock is not plugged in. A stranger under its old name is not it."""
        known = self.identity
        if known is None:
            return self.url
        kin = [port for port in self._ports() if (port.vid, port.pid) == (known.vid, known.pid)]
        if known.serial:
            return _likeliest([port for port in kin if port.serial_number == known.serial], known)
        linked = {device for link, device in self._links().items() if link in known.by_id}
        named = [port for port in kin if port.device in linked]
        return _likeliest(named or kin, known)


def _likeliest(fitting: list[PortInfo], known: Identity) -> str | None:
    """Of several that fit the one in the same socket; without a serial number a single one is it."""
    there = [port for port in fitting if port.location == known.location]
    if len(fitting) == 1 or there:
        return (there or fitting)[0].device
    return None


def by_id_links(folder: Path = BY_ID) -> dict[str, str]:
    """The by-id paths of this machine and where they point; none where the system has no such folder."""
    try:
        return {str(link): str(link.resolve()) for link in folder.iterdir()}
    except OSError:
        return {}
