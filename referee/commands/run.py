"""The commands `run`, `demo`, `replay` and `export`."""

import json
import os
import signal
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from calibration.profile import ProfileError, load_profile
from models.registry import RegistryError
from referee.clock.families import FAMILIES, FamilyError
from referee.clock.link import ClockUrlError, LinkError
from referee.clock.time_control import ClockError
from referee.commands import clock as clock_commands
from referee.commands.saying import say
from referee.live.app import make_app
from referee.live.auth import make_token
from referee.live.server import LiveServer, ServeError, require_port, serve
from referee.opening import Wish, open_table
from referee.record.events import Event
from referee.record.export import FORMATS, export_text
from referee.record.replay import replay
from referee.record.store import LOG, RecordError, read_events
from referee.rules.errors import RulesError
from referee.table import Table
from vision.camera.source import DeviceError, SourceError

app = typer.Typer(help="Officiate a match.")
app.add_typer(clock_commands.app)
DEMO = Path(__file__).resolve().parents[1] / "sample"
"""The bundled sample: `clip.*`, `profile.toml`, `event.toml`, `clock.txt`."""
LONGEST_S = 86_400.0
"""Longest time between two pictures of a folder, s."""

Source = Annotated[str, typer.Option(help="camera (0, /dev/v4l/by-path/…), video, folder of pictures or stream URL")]
Profile = Annotated[Path, typer.Option(help="board profile, from `zarbiter calibrate`")]
EventOption = Annotated[str, typer.Option(help="event: a TOML file of options or a shipped profile, such as wbgf")]
ClockUrl = Annotated[str | None, typer.Option(help="clock: /dev/ttyUSB0, socket://HOST:PORT … or simulated")]
ClockFamily = Annotated[str, typer.Option(help="how the clock speaks: " + ", ".join(FAMILIES))]
ClockLeft = Annotated[str | None, typer.Option(help="who sits at the clock's left: white or black (dgt, hourglass)")]
Record = Annotated[Path, typer.Option(help="record folder; one that was begun is gone on with")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="port of the live page; 0 takes a free one")]
Host = Annotated[str, typer.Option(help="address the page is served on; 0.0.0.0 lets phones in the room see it")]
Headless = Annotated[bool, typer.Option("--headless", help="no live page; end when the pictures end")]
AsJson = Annotated[bool, typer.Option("--json", help="print events as JSON lines and nothing else")]


@dataclass(frozen=True)
class Showing:
    """How a run is shown: on the page (`port` None: no page), opened in a browser or not, as JSON lines or words."""

    port: int | None
    host: str
    browser: bool
    as_json: bool


@app.command("run", epilog="Example: zarbiter run --source 0 --profile board.toml --event wbgf --record match1")
def run_command(
    *,
    source: Source,
    profile: Profile,
    event: EventOption = "wbgf",
    clock: ClockUrl = None,
    clock_family: ClockFamily = "open",
    clock_left: ClockLeft = None,
    record: Record = Path("record"),
    port: Port = 8765,
    host: Host = "127.0.0.1",
    headless: Headless = False,
    white: Annotated[str, typer.Option(help="White's name")] = "White",
    black: Annotated[str, typer.Option(help="Black's name")] = "Black",
    length: Annotated[int | None, typer.Option(min=0, help="points of the match; 0 is money play")] = None,
    interval: Annotated[float, typer.Option(help="time between the pictures of a folder, s")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Officiate one table. Status 0 when it ended well, 2 bad input, 3 a device failed."""
    wish = Wish(
        source=source,
        profile=profile,
        event=event,
        record=record,
        clock=clock,
        clock_family=clock_family,
        clock_left=clock_commands.side_of(clock_left, "--clock-left"),
        white=white,
        black=black,
        length=length,
        interval_s=interval,
        pace=not headless,
    )
    with _clear_errors():
        if not 0 < interval < LONGEST_S:
            raise SourceError(f"--interval {interval:g} can't be: give the seconds between two pictures, such as 1")
        officiate(wish, Showing(None if headless else port, host, False, as_json))


@app.command("demo", epilog="Example: zarbiter demo")
def demo_command(
    *,
    record: Annotated[
        Path | None, typer.Option(help="record folder; a new one in the temporary folder by default")
    ] = None,
    port: Port = 0,
    host: Host = "127.0.0.1",
    headless: Headless = False,
    clip: Annotated[Path | None, typer.Option(help="another clip of the same board instead of the bundled one")] = None,
    as_json: AsJson = False,
) -> None:
    """Officiate the bundled clip with recorded clock presses, show the page and end with the match record."""
    folder = record or Path(tempfile.mkdtemp(prefix="zarbiter-demo-"))
    with _clear_errors():
        bundled = next(iter(sorted(DEMO.glob("clip.*"))), None)
        if bundled is None and clip is None:
            raise SourceError(f"the bundled clip is missing from {DEMO}: install zarbiter again")
        wish = Wish(
            source=str(clip or bundled),
            profile=DEMO / "profile.toml",
            event=str(DEMO / "event.toml"),
            record=folder,
            clock_bytes=DEMO / "clock.txt",
            white="Ayla",
            black="Bela",
            pace=not headless,
            keep_profile=False,
        )
        officiate(wish, Showing(None if headless else port, host, True, as_json))
        if not as_json:
            typer.echo(f"\nThe match record ({folder}):\n")
            typer.echo(export_text(read_events(folder), "mat"), nl=False)


@app.command("replay", epilog="Example: zarbiter replay match1")
def replay_command(record: Annotated[Path, typer.Argument(help="record folder")], as_json: AsJson = False) -> None:
    """Judge a recorded match again. Status 1 if a ruling differs."""
    with _clear_errors():
        replayed = replay(record)
    for event in replayed.events:
        _tell(event, as_json)
    for difference in replayed.differences:
        typer.echo(f"zarbiter replay: {difference.text}", err=True)
    raise typer.Exit(1 if replayed.differences else 0)


@app.command("export", epilog="Example: zarbiter export match1 --format mat --out match1.mat")
def export_command(
    record: Annotated[Path, typer.Argument(help="record folder")],
    fmt: Annotated[str, typer.Option("--format", help=", ".join(FORMATS))] = "mat",
    out: Annotated[Path | None, typer.Option(help="file to write; standard output by default")] = None,
) -> None:
    """Write the match record."""
    with _clear_errors():
        if fmt not in FORMATS:
            raise RecordError(f"no export as {fmt!r} in this version: use one of {', '.join(FORMATS)}")
        text = _exported(record, fmt)
        if out is None:
            typer.echo(text, nl=False)
            return
        try:
            out.write_text(text, encoding="utf-8")
        except OSError as error:
            raise RecordError(f"{out} can't be written: {error.strerror or error}") from error


def _exported(record: Path, fmt: str) -> str:
    try:
        return export_text(read_events(record), fmt) or ""
    except ValueError as error:
        raise RecordError(f"{record}: {error}") from error


def officiate(wish: Wish, showing: Showing) -> None:
    """Run a table to the end of its pictures, and the page until it is left."""
    if showing.port is not None:
        require_port(showing.port, showing.host)
    begun = (wish.record / LOG).exists()
    table = open_table(wish, lambda event: _tell(event, showing.as_json))
    for doubt in load_profile(wish.profile).doubts():
        typer.echo(f"warning: {wish.profile}: {doubt}", err=True)
    if begun:
        typer.echo(f"Going on with {wish.record}: {len(table.events_after(0))} events are in its log.", err=True)
    try:
        with _stopping(table), _page(table, showing) as server:
            table.run()
            if server and not table.stopped:
                typer.echo("The pictures have ended; the page stays until you press Ctrl-C.", err=True)
                table.idle()
    finally:
        table.close()


@contextmanager
def _page(table: Table, showing: Showing) -> Iterator[LiveServer | None]:
    if showing.port is None:
        yield None
        return
    token = make_token()
    with serve(make_app(table, token), showing.port, showing.host) as server:
        typer.echo(f"Live page: {server.url}", err=True)
        typer.echo(f"Director:  {server.url}director?token={token}", err=True)
        if showing.browser and _has_screen():
            threading.Thread(target=webbrowser.open, args=(server.url,), daemon=True).start()
        yield server


def _has_screen() -> bool:
    """Is there a desktop to open a browser on? On Linux without one a text browser would take the terminal."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@contextmanager
def _stopping(table: Table) -> Iterator[None]:
    """Ctrl-C and a terminating signal end the table in good order."""

    def stop(*_: object) -> None:
        table.stop()

    kinds = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(kind, stop) for kind in kinds]
    try:
        yield
    finally:
        for kind, handler in zip(kinds, before, strict=True):
            signal.signal(kind, handler)


def _tell(event: Event, as_json: bool) -> None:
    if as_json:
        typer.echo(json.dumps(event.as_json(), ensure_ascii=False))
        sys.stdout.flush()
    elif line := say(event):
        typer.echo(line)


_STATUS: tuple[tuple[type[Exception], int], ...] = (
    (DeviceError, 3),
    (ClockUrlError, 2),
    (FamilyError, 2),
    (LinkError, 3),
    (RegistryError, 3),
    (SourceError, 2),
    (ProfileError, 2),
    (RulesError, 2),
    (ClockError, 2),
    (ServeError, 3),
)


@contextmanager
def _clear_errors() -> Iterator[None]:
    try:
        yield
    except RecordError as error:
        _fail(error, error.status)
    except tuple(kind for kind, _ in _STATUS) as error:
        _fail(error, next(status for kind, status in _STATUS if isinstance(error, kind)))


def _fail(error: Exception, status: int) -> NoReturn:
    typer.echo(f"zarbiter: {error}", err=True)
    raise typer.Exit(status)
