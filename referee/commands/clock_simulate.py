"""Being a clock: on a new pty or at a TCP port, played from the keyboard, with faults when wanted."""

import os
import pty
import re
import select
import socket
import sys
import time
import tty
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from referee.clock.device import BUTTONS
from referee.clock.faults import FaultyDevice
from referee.clock.time_control import NS_PER_S
from referee.commands.keyboard import Keyboard, keyboard
from referee.rules.side import Side

STEP_S = 0.01
_ADDRESS = re.compile(r"socket://(\[[0-9a-fA-F:]+\]|[^:/\s]+):(\d{1,5})")
SIDES = {"w": Side.W, "b": Side.B}
_NAMES = {Side.W: "White", Side.B: "Black"}


class ListenError(OSError):
    """No clock can be offered there; one line that says what to do."""


class AddressError(ValueError):
    """No address to listen at; one line that says what is one."""


class Plug(Protocol):
    """Where a host can reach the clock."""

    where: str

    def waiting(self) -> Sequence[int]:
        """Files to wait on."""

    def read(self) -> bytes | None:
        """Bytes of the host; None when it has just opened the port."""

    def write(self, data: bytes) -> None:
        """Bytes to the host; nobody may be there."""

    def close(self) -> None:
        """Pull the plug."""


class PtyPlug:
    """A new pty, with a name of its own in the file system if `link` is given."""

    def __init__(self, link: Path | None) -> None:
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self._name = self.where = os.ttyname(self._slave)
        self._link = link
        if link:
            with suppress(FileNotFoundError):
                if link.is_symlink():
                    link.unlink()
            try:
                link.symlink_to(self.where)
            except OSError as error:
                self.close()
                raise ListenError(f"{link} cannot be made ({error.strerror}): choose another name") from None
            self.where = f"{link} ({self.where})"

    def waiting(self) -> Sequence[int]:
        return [self._master]

    def read(self) -> bytes | None:
        try:
            return os.read(self._master, 4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """What does not fit is lost, as on a real line."""
        with suppress(BlockingIOError):
            os.write(self._master, data)

    def close(self) -> None:
        os.close(self._slave)
        os.close(self._master)
        with suppress(OSError):
            if self._link and str(self._link.readlink()) == self._name:
                self._link.unlink()


class TcpPlug:
    """A TCP port; one host at a time.

    :raises ListenError: when the port is taken or is none.
    """

    def __init__(self, address: str) -> None:
        host, port = address_of(address)
        try:
            self._server = socket.create_server((host, port), reuse_port=False)
        except (OSError, OverflowError) as error:
            raise ListenError(f"{address} cannot be listened at ({error}): choose another port") from None
        self._server.setblocking(False)
        self._peer: socket.socket | None = None
        self.where = "socket://{}:{}".format(*self._server.getsockname()[:2])

    def waiting(self) -> Sequence[int]:
        return [(self._peer or self._server).fileno()]

    def read(self) -> bytes | None:
        try:
            if self._peer is None:
                self._peer, _ = self._server.accept()
                self._peer.setblocking(False)
                return None
            data = self._peer.recv(4096)
        except BlockingIOError:
            return b""
        except OSError:
            data = b""
        if not data:
            self._hang_up()
        return data

    def write(self, data: bytes) -> None:
        try:
            if self._peer:
                self._peer.send(data)
        except BlockingIOError:
            return
        except OSError:
            self._hang_up()

    def close(self) -> None:
        self._hang_up()
        self._server.close()

    def _hang_up(self) -> None:
        if self._peer:
            self._peer.close()
        self._peer = None


def address_of(address: str) -> tuple[str, int]:
    """Host and port of `socket://HOST:PORT`, `HOST:PORT` or `PORT`.

    :raises AddressError: when it is none of these.
    """
    text = address if "://" in address else f"socket://{address}" if ":" in address else f"socket://127.0.0.1:{address}"
    found = _ADDRESS.fullmatch(text)
    if found is None or int(found[2]) > 65535:
        raise AddressError(
            f"{address!r} is no address to listen at: use socket://HOST:PORT, such as socket://127.0.0.1:4001"
        )
    return found[1].strip("[]"), int(found[2])


def simulate(device: FaultyDevice, family: str, plug: Callable[[], Plug], deadline: float | None) -> None:
    """Be a clock until the deadline (s, monotonic), q, the end of standard input, or Ctrl-C.

    :raises ListenError: when the clock cannot be offered.
    """
    began_ns = time.monotonic_ns()
    bench = _Bench(device, family, plug, lambda: time.monotonic_ns() - began_ns)
    try:
        with keyboard() as keys:
            bench.run(keys, deadline)
    except KeyboardInterrupt:
        return
    finally:
        bench.close()


class _Bench:
    """One clock with its plug in or out."""

    def __init__(self, device: FaultyDevice, family: str, plug: Callable[[], Plug], now: Callable[[], int]) -> None:
        self._device, self._make, self._now = device, plug, now
        self._buttons = BUTTONS[family]
        self._plug: Plug | None = None
        self._family = family

    def run(self, keys: Keyboard, deadline: float | None) -> None:
        self._plug_in("is")
        others = "".join(f", {key} {name}" for key, name in self._buttons.items())
        _say(f"Keys: w and b are White's and Black's buttons{others}, u pulls the plug and puts it in; q ends it.")
        while deadline is None or time.monotonic() < deadline:
            for key in keys.pressed():
                if key == "q":
                    return
                self._key(key)
            if keys.ended:
                _say("Standard input has ended, and the clock with it: give it a terminal to stay.")
                return
            self._turn(keys)

    def close(self) -> None:
        if self._plug:
            self._plug.close()

    def _turn(self, keys: Keyboard) -> None:
        plugged = self._device.is_plugged(self._now())
        if plugged and self._plug is None:
            self._plug_in("is now")
        elif not plugged and self._plug:
            self._plug.close()
            self._plug = None
            _say("The clock is unplugged.")
        plug = self._plug
        files = [*(plug.waiting() if plug else []), *([keys.number] if keys.number is not None else [])]
        ready = select.select(files, [], [], STEP_S)[0]
        if plug and plug.waiting()[0] in ready:
            data = plug.read()
            if data is None:
                self._device.opened()
            else:
                self._device.receive(data, self._now())
        said = self._device.send(self._now())
        if plug and said:
            plug.write(said)

    def _plug_in(self, verb: str) -> None:
        self._plug = self._make()
        self._device.opened()
        _say(f"A clock of family {self._family} {verb} at {self._plug.where}")

    def _key(self, key: str) -> None:
        at_s = self._now() / NS_PER_S
        if key in SIDES:
            self._device.press(SIDES[key], self._now())
            _say(f"{at_s:.2f} s: {_NAMES[SIDES[key]]} presses")
        elif key == "u":
            self._device.pull()
        elif key in self._buttons:
            self._device.push(self._buttons[key], self._now())
            _say(f"{at_s:.2f} s: {self._buttons[key]}")


def _say(text: str) -> None:
    print(text)
    sys.stdout.flush()
