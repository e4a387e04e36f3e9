"""From the command line's words to a running table: everything is opened and checked before the first picture."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from calibration.profile import BoardProfile, load_profile, save_profile
from referee.clock.families import make_driver
from referee.clock.family import Driver
from referee.clock.finding import Finder, by_id_links
from referee.clock.host import RECORDED, SILENT_NS, HostClock
from referee.clock.link import Link, open_link, serial_ports
from referee.clock.script import ScriptedLink
from referee.officiate import control_of
from referee.record.events import Event
from referee.record.store import Store
from referee.rules.errors import RulesError
from referee.rules.match import first_game
from referee.rules.options import Options
from referee.rules.side import Side
from referee.seating import Seating
from referee.table import Eyes, Parts, Table
from referee.turn.state import Setup
from vision.camera.door import open_source
from vision.camera.source import CameraChange, Source
from vision.observer import Observer
from vision.still import standard_reader

EyesMaker = Callable[[BoardProfile, Options, Source], Eyes]


@dataclass(frozen=True)
class Wish:
    """What `run` was asked for. `clock_bytes`: a recording of a clock instead of a clock. `clock_left`: the side that
    sits at the clock's left, for families whose clocks know left and right only.
    """

    source: str
    profile: Path
    event: str
    record: Path
    clock: str | None = None
    clock_family: str = "open"
    clock_left: Side | None = None
    clock_bytes: Path | None = None
    white: str = "White"
    black: str = "Black"
    length: int | None = None
    interval_s: float = 1.0
    pace: bool = False
    keep_profile: bool = True
    """Whether corners set on the page are written into the profile."""


def standard_eyes(profile: BoardProfile, options: Options, source: Source) -> Eyes:
    """The project's own readers.

    :raises RegistryError: when a weight is missing or broken.
    """
    reader = standard_reader(profile.colours, options.checkers, habits=profile.habits)
    return Observer(profile, reader, settled=source.settled)


def options_of(wish: Wish) -> Options:
    """The event's options; `--length` sets the match.

    :raises RulesError: when the event can't be used.
    """
    options = Options.load(wish.event)
    if wish.length is None:
        return options
    form = "tavli" if options.match.kind == "tavli" else "points"
    return Options.load(wish.event, {"match": f"{form} {wish.length}" if wish.length else "money"})


def setup_of_wish(wish: Wish, profile: BoardProfile) -> Setup:
    """Rules, seats and names.

    :raises RulesError, ClockError: when the event can't be used.
    """
    options = options_of(wish)
    if options.form == "chouette":
        raise RulesError(f"{wish.event} is a chouette: keep it with `zarbiter chouette`; run needs form = two-players")
    options = options.for_game(first_game(options).game)
    for name in (wish.white, wish.black):
        if not name.isprintable() or not name.strip():
            raise RulesError(f"the name {name!r} can't be written down: give --white and --black in plain letters")
    if wish.white.strip().casefold() == wish.black.strip().casefold():
        raise RulesError(f"both players are called {wish.white!r}: give --white and --black different names")
    setup = Setup(options, Seating(profile.seats, options.game), (wish.white, wish.black))
    control_of(setup)
    return setup


def open_table(wish: Wish, on_event: Callable[[Event], None], make_eyes: EyesMaker | None = None) -> Table:
    """The table, ready to run. What was opened is closed again when something fails.

    :raises RulesError, ClockError, FamilyError, ProfileError, SourceError, RecordError, LinkError, RegistryError: one
    clear line each.
    """
    profile = load_profile(wish.profile)
    setup = setup_of_wish(wish, profile)
    told: list[Table] = []

    def camera_changed(change: CameraChange) -> None:
        for table in told:
            table.device_changed(change)

    source = open_source(wish.source, wish.interval_s, camera_changed)
    opened: list[Source | HostClock | Store] = [source]
    try:
        profile.require_size(*source.size)
        clock = _clock(wish, told)
        opened += [clock] if clock else []
        store = Store(wish.record)
        opened.append(store)
        eyes = (make_eyes or standard_eyes)(profile, setup.options, source)
        parts = Parts(source, eyes, profile.view, store)
        if wish.keep_profile:
            parts = replace(parts, keep_view=lambda view: save_profile(replace(profile, view=view), wish.profile))
        port = wish.clock not in (None, "simulated")
        parts = replace(parts, clock=clock, threaded_clock=port, pace=wish.pace and not source.live)
        told.append(Table(parts, setup, on_event))
    except BaseException:
        for each in opened:
            each.close()
        raise
    return told[0]


def _clock(wish: Wish, told: list[Table]) -> HostClock | None:
    """The clock; one without a port keeps the table's time, which a recording sets."""

    def now_ns() -> int:
        return told[0].now_ns() if told else 0

    if wish.clock_bytes:
        data = wish.clock_bytes.read_bytes()
        return HostClock(RECORDED, lambda url: ScriptedLink(data, now_ns, url), None)

    if wish.clock is None:
        return None

    def renew(before: Driver | None) -> Driver:
        return make_driver(wish.clock_family, left=wish.clock_left, before=before)

    opener: Callable[[str], Link] = partial(open_link, baud=renew(None).baud, now_ns=now_ns)
    finder = Finder(wish.clock, serial_ports, by_id_links)
    silent_ns = None if wish.clock == "simulated" else SILENT_NS
    return HostClock(wish.clock, opener, silent_ns, renew=renew, finder=finder)
