"""A clock and its driver at the two ends of a pty: real bytes through a real port, all time the test's."""

import os
import pty
import tty
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from referee.clock.family import Driver, Lamp, Pressed, Said
from referee.clock.link import SerialLink
from referee.clock.time_control import NS_PER_MS, Clock
from referee.rules.side import Side

BUSY_NS, IDLE_NS = 2 * NS_PER_MS, 100 * NS_PER_MS
"""A step while bytes are on their way, and the longest one while there are none, ns."""


class Device(Protocol):
    """A clock at the far end."""

    def press(self, side: Side, now_ns: int) -> None: ...
    def receive(self, data: bytes, now_ns: int) -> None: ...
    def send(self, now_ns: int) -> bytes: ...


class Line:
    """One clock on one port, watched by a referee who follows every press."""

    def __init__(self, device: Device, driver: Driver, clock: Clock, master: int, link: SerialLink) -> None:
        self.device, self.driver, self.clock = device, driver, clock
        self.lamp: Lamp = "off"
        self.now_ns = 0
        self.said: list[tuple[int, Said]] = []
        self.written = b""
        self._master, self._link = master, link
        self._busy = True

    def go_on(self, until_ns: int, follows: bool = True) -> list[Said]:
        """Let time pass; what the clock has said meanwhile."""
        before = len(self.said)
        while self.now_ns < until_ns:
            self.now_ns = min(until_ns, self.now_ns + (BUSY_NS if self._busy else IDLE_NS))
            self._step(follows)
        return [said for _, said in self.said[before:]]

    def press(self, side: Side) -> None:
        """A player hits the button of `side` now."""
        self.device.press(side, self.now_ns)
        self._busy = True

    @property
    def presses(self) -> Sequence[Pressed]:
        """All presses heard."""
        return [said for _, said in self.said if isinstance(said, Pressed)]

    def _step(self, follows: bool) -> None:
        told = self.device.send(self.now_ns)
        os.write(self._master, told)
        heard = b""
        while len(heard) < len(told):
            heard += self._link.read()
        for said in self.driver.hear(heard, self.now_ns):
            self.said.append((self.now_ns, said))
            if follows and isinstance(said, Pressed):
                self.clock = self.clock.press(said.side, said.at_ns)
        self.clock = self.clock.fall(self.now_ns)
        self.driver.follow(self.clock.as_told, self.now_ns, self.lamp)
        data = self.driver.send(self.now_ns)
        if data:
            self._link.write(data)
        got = b""
        while len(got) < len(data):
            got += os.read(self._master, len(data) - len(got))
        self.device.receive(got, self.now_ns)
        self.written += got
        self._busy = bool(told or data)


@contextmanager
def line(device: Device, driver: Driver, clock: Clock) -> Iterator[Line]:
    """Both ends joined by a new pty."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    link = SerialLink(os.ttyname(slave))
    try:
        yield Line(device, driver, clock, master, link)
    finally:
        link.close()
        os.close(slave)
        os.close(master)
