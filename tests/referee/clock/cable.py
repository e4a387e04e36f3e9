"""A clock on a USB cable that is pulled, stalls and makes noise: a pty with another name each time it is plugged in."""

import os
import pty
import tty
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from referee.clock.finding import Finder
from referee.rules.side import Side

MOST_BYTES = 4096


@dataclass(frozen=True)
class UsbPort:
    """A port as the machine lists it."""

    device: str
    vid: int | None = 0x2341
    pid: int | None = 0x0043
    serial_number: str | None = "75833353"
    location: str | None = "1-1"


class Device(Protocol):
    """A clock at the far end of the cable."""

    def press(self, side: Side, now_ns: int) -> None: ...
    def receive(self, data: bytes, now_ns: int) -> None: ...
    def send(self, now_ns: int) -> bytes: ...


class Cable:
    """The far end, in steps: `step` carries bytes both ways, unless it is pulled, the clock is `stalled`, or `deaf` to
    what the host sends.
    """

    def __init__(self, device: Device) -> None:
        self.device = device
        self.stalled = self.deaf = False
        self.names: list[str] = []
        self._ends: tuple[int, int] | None = None
        self.plug()

    def plug(self) -> None:
        """Plug it in, under a new name."""
        if self._ends:
            return
        spare = os.openpty()
        master, slave = pty.openpty()
        for end in spare:
            os.close(end)
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._ends = master, slave
        self.names.append(os.ttyname(slave))

    def pull(self) -> None:
        """Pull it out: what is in it is lost."""
        if self._ends:
            for end in self._ends:
                os.close(end)
            self._ends = None

    def finder(self) -> Finder:
        """Finds this clock by its serial number among what is plugged in, beside a stranger."""

        def ports() -> list[UsbPort]:
            here = [UsbPort(self.names[-1])] if self._ends else []
            return [UsbPort("/dev/null", 1, 2, "stranger"), *here]

        return Finder(self.names[0], ports, dict)

    def noise(self, data: bytes) -> None:
        """Bytes that the clock never sent."""
        self._write(data)

    def step(self, now_ns: int) -> None:
        """What the clock and the host have sent goes to the other end."""
        if self.stalled:
            return
        told = self.device.send(now_ns)
        if self._ends:
            self._write(told)
            with suppress(BlockingIOError):
                data = os.read(self._ends[0], MOST_BYTES)
                self.device.receive(b"" if self.deaf else data, now_ns)

    def _write(self, data: bytes) -> None:
        if self._ends:
            with suppress(BlockingIOError):
                os.write(self._ends[0], data)
