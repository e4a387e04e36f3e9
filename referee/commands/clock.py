"""The command `clock`: watch and drive a clock, or be one on a pty."""

import re
import time
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from referee.clock.device import make_device
from referee.clock.families import FAMILIES, FamilyError, make_driver
from referee.clock.faults import FaultError, FaultyDevice, parse_faults
from referee.clock.link import ClockUrlError, LinkError, open_link
from referee.clock.time_control import NS_PER_S, ClockError, Kind, TimeControl
from referee.commands.clock_simulate import AddressError, ListenError, Plug, PtyPlug, TcpPlug, address_of, simulate
from referee.commands.clock_watch import StrangeClockError, Watch, Wish
from referee.rules.side import Side

app = typer.Typer()
_SIDES = {"white": Side.W, "w": Side.W, "black": Side.B, "b": Side.B}
MOST_DELAY_S = 86_400.0
_FACE = re.compile(r"(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)")


@app.command("clock", epilog="Example: zarbiter clock simulate, and in another terminal zarbiter clock /dev/pts/7")
def clock_command(
    url: Annotated[str, typer.Argument(help="clock URL (/dev/ttyUSB0, socket://HOST:PORT), or simulate to be a clock")],
    *,
    family: Annotated[str, typer.Option(help="how the clock speaks: " + ", ".join(FAMILIES))] = "open",
    left: Annotated[
        str | None, typer.Option(help="who sits at the clock's left: white or black (dgt, hourglass)")
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="end after so many seconds")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="watch: one JSON line an event")] = False,
    times: Annotated[str | None, typer.Option("--set", help="drive: both reserves, such as 22:00")] = None,
    delay: Annotated[float, typer.Option(help="drive: delay or increment of a turn, s")] = 0.0,
    control: Annotated[Kind, typer.Option(help="drive: what the delay is")] = Kind.SIMPLE_DELAY,
    run: Annotated[str | None, typer.Option(help="drive: whose time to start, white or black")] = None,
    faults: Annotated[str, typer.Option(help="simulate: drop=0.01, silent=10-20, unplug=30-40 …, by commas")] = "",
    rate: Annotated[float, typer.Option(help="simulate: how fast its time goes; 1.005 is a bad quartz")] = 1.0,
    listen: Annotated[str | None, typer.Option(help="simulate: at a TCP port, socket://HOST:PORT")] = None,
    link: Annotated[Path | None, typer.Option(help="simulate: a name for the pty in the file system")] = None,
) -> None:
    """Watch and drive a clock: what it says as lines, keys start and stop it. `simulate` is a clock to be played from
    the keyboard.
    """
    if seconds is not None and not seconds > 0:
        raise typer.BadParameter(f"--seconds {seconds} is no time to run: use more than 0.")
    deadline = time.monotonic() + seconds if seconds is not None else None
    is_clock = url == "simulate"
    drive = {"--set": times, "--run": run, "--json": as_json, "--delay": delay}
    simulated = {"--faults": faults, "--listen": listen, "--link": link, "--rate": rate != 1.0}
    _refuse(drive if is_clock else simulated, "that watches" if is_clock else "that is the clock (simulate)")
    try:
        if is_clock:
            device = _device(family, side_of(left, "--left") or Side.W, faults, rate)
            simulate(device, family, _plug(listen, link), deadline)
        else:
            wish = Wish(
                family, side_of(left, "--left"), _control(times, delay, control, run), side_of(run, "--run"), as_json
            )
            _watch(url, wish, deadline)
    except (LinkError, ListenError, StrangeClockError) as error:
        typer.echo(f"zarbiter clock: {error}", err=True)
        raise typer.Exit(2 if isinstance(error, ClockUrlError) else 3) from None
    except (FamilyError, FaultError, AddressError, ClockError) as error:
        typer.echo(f"zarbiter clock: {error}", err=True)
        raise typer.Exit(2) from None


def _device(family: str, left: Side, faults: str, rate: float) -> FaultyDevice:
    if not 0.001 <= rate <= 1000:
        raise typer.BadParameter(f"--rate {rate} is no rate: use 0.001 to 1000.")
    boots = count(int(time.time()) % 2**20)
    return FaultyDevice(
        lambda: make_device(family, left=left, rate=rate, boot=next(boots)),
        parse_faults(faults),
    )


def _refuse(options: Mapping[str, object], who: str) -> None:
    """Options that would do nothing here are not taken in silence."""
    for option, value in options.items():
        if value:
            raise typer.BadParameter(f"{option} is of no use here: give it to the terminal {who}.")


def _plug(listen: str | None, link: Path | None) -> Callable[[], Plug]:
    """Where the clock will be found, each time that it is plugged in."""
    if listen is None:
        return lambda: PtyPlug(link)
    if link is not None:
        raise typer.BadParameter("--link names a pty: leave it out with --listen.")
    address_of(listen)
    return lambda: TcpPlug(listen)


def _watch(url: str, wish: Wish, deadline: float | None) -> None:
    baud = make_driver(wish.family, left=wish.left).baud
    port = open_link(url, baud)
    try:
        Watch(port, wish).run(deadline)
    finally:
        port.close()


def side_of(text: str | None, option: str) -> Side | None:
    """The side that an option names, None if none. Raises BadParameter."""
    if text is None:
        return None
    if text.lower() not in _SIDES:
        raise typer.BadParameter(f"{option} {text!r} is no side: use white or black.")
    return _SIDES[text.lower()]


def _control(times: str | None, delay: float, kind: Kind, run: str | None) -> TimeControl | None:
    """The time control to set; None when nothing was asked for."""
    if not 0 <= delay <= MOST_DELAY_S:
        raise typer.BadParameter(f"--delay {delay} is no delay: use seconds, 0 to {MOST_DELAY_S:.0f}.")
    if times is None:
        for option, value in {"--run": run, "--delay": delay}.items():
            if value:
                raise typer.BadParameter(f"{option} needs times to run: add --set 22:00.")
        return None
    found = _FACE.fullmatch(times)
    if found is None:
        raise typer.BadParameter(f"--set {times!r} is no time: use minutes and seconds, such as 22:00.")
    reserve_s = (int(found[1] or 0) * 60 + int(found[2])) * 60 + int(found[3])
    return TimeControl(kind, reserve_s * NS_PER_S, round(delay * NS_PER_S))
