"""The command `clock`: watch and drive a clock, or be one on a pty."""

import json
import os
import pty
import select
import sys
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from referee.clock import open_protocol as protocol
from referee.clock.link import LinkError, open_link
from referee.clock.simulated import SimulatedClock
from referee.rules.side import Side

app = typer.Typer()
_KEYS = {"w": Side.W, "b": Side.B}


@app.command("clock", epilog="Example: zarbiter clock simulate, and in another terminal zarbiter clock /dev/pts/7")
def clock_command(
    url: Annotated[str, typer.Argument(help="clock URL (/dev/ttyUSB0, socket://HOST:PORT), or simulate to be a clock")],
    family: Annotated[str, typer.Option(help="how the clock speaks; this version: open")] = "open",
    seconds: Annotated[float | None, typer.Option(help="end after so many seconds")] = None,
) -> None:
    """Watch a clock: its messages as JSON lines. `simulate` is a clock: keys w and b are its buttons, q ends it."""
    if family != "open":
        typer.echo(f"zarbiter clock: family {family!r} is not spoken in this version: use open", err=True)
        raise typer.Exit(2)
    deadline = time.monotonic() + seconds if seconds is not None else None
    if url == "simulate":
        simulate(deadline)
        return
    try:
        watch(url, deadline)
    except LinkError as error:
        typer.echo(f"zarbiter clock: {error}", err=True)
        raise typer.Exit(3) from None


def watch(url: str, deadline: float | None) -> None:
    """Print what a clock says until the deadline (s, monotonic) or Ctrl-C.

    :raises LinkError: when it does not open or is lost.
    """
    link, decoder = open_link(url), protocol.Decoder()
    try:
        link.write(protocol.encode(protocol.Hello("zarbiter")))
        while deadline is None or time.monotonic() < deadline:
            for message in decoder.feed(link.read()):
                typer.echo(json.dumps({"kind": message.word.lower(), **message.__dict__}))
                sys.stdout.flush()
            if url == "simulated":
                time.sleep(0.05)
    except KeyboardInterrupt:
        return
    finally:
        link.close()


def simulate(deadline: float | None) -> None:
    """Be a clock on a new pty until the deadline, q, the end of standard input, or Ctrl-C."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    typer.echo(f"A clock is at {os.ttyname(slave)}: buttons w and b, q ends it.")
    sys.stdout.flush()
    try:
        with _keys() as keyboard:
            _serve(SimulatedClock(), master, keyboard, deadline)
    except KeyboardInterrupt:
        return
    finally:
        os.close(slave)
        os.close(master)


def _serve(device: SimulatedClock, master: int, keyboard: int | None, deadline: float | None) -> None:
    while deadline is None or time.monotonic() < deadline:
        waiting = [master] + ([keyboard] if keyboard is not None else [])
        ready, _, _ = select.select(waiting, [], [], 0.1)
        if master in ready:
            device.receive(os.read(master, 4096), time.monotonic_ns())
        if keyboard in ready and keyboard is not None:
            keys = os.read(keyboard, 64).decode("ascii", "ignore").lower()
            if not keys or "q" in keys:
                return
            for key in keys:
                if key in _KEYS:
                    device.press(_KEYS[key], time.monotonic_ns())
        _send(master, device.send(time.monotonic_ns()))


def _send(master: int, data: bytes) -> None:
    """Nobody may be reading: what does not fit is lost, as on a real line."""
    try:
        os.write(master, data)
    except BlockingIOError:
        return


@contextmanager
def _keys() -> Iterator[int | None]:
    """Single keys from the terminal, or lines where standard input is none."""
    try:
        keyboard = sys.stdin.fileno()
    except (OSError, ValueError):
        yield None
        return
    if not sys.stdin.isatty():
        yield keyboard
        return
    import termios  # noqa: PLC0415 - only where there is a terminal

    before = termios.tcgetattr(keyboard)
    tty.setcbreak(keyboard)
    try:
        yield keyboard
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
