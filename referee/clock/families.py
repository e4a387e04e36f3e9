"""The clock families this program can drive."""

from collections.abc import Callable

from referee.clock import dgt_protocol, hourglass_protocol, open_protocol
from referee.clock.dgt_driver import DgtDriver
from referee.clock.family import Driver
from referee.clock.hourglass_driver import HourglassDriver
from referee.clock.open_driver import OpenDriver
from referee.rules.side import Side

FAMILIES = ("dgt", "open", "hourglass")
"""Names of the families, as `--family` takes them."""


class FamilyError(ValueError):
    """A family that is not driven, or one that needs more to be known; one line that says what to do."""


def make_driver(
    family: str, *, left: Side | None = None, listen_only: bool = False, before: Driver | None = None
) -> Driver:
    """The driver of one clock, for one opening of its link.

    `left`: the side that sits at the clock's left, for families whose clocks know left and right only (dgt,
    hourglass). `listen_only`: for a recording: nothing is told to it, and its presses are dated when they are heard.
    `before`: the driver of the same clock on its former link: what the clock was known to hold is known further (its
    time, its last press, where its lever stood), so that presses made meanwhile are told, with their own time where
    the clock keeps it.

    :raises FamilyError: for a family that is not one, or when `left` is missing where it matters.
    """
    match family:
        case "open":
            return OpenDriver(listen_only=listen_only, before=before if isinstance(before, OpenDriver) else None)
        case "dgt":
            return DgtDriver(left=_known(left, family), before=before if isinstance(before, DgtDriver) else None)
        case "hourglass":
            former = before if isinstance(before, HourglassDriver) else None
            return HourglassDriver(left=_known(left, family), before=former)
    raise FamilyError(f"no family of clocks is called {family!r}: use {', '.join(FAMILIES)}")


def recognise(data: bytes) -> str | None:
    """The family that sent these bytes, when they are long enough to tell."""
    heard: dict[str, Callable[[], bool]] = {
        "open": lambda: any(open_protocol.version_of(line.rstrip(b"\r")) for line in data.split(b"\n")),
        "dgt": lambda: bool(dgt_protocol.Decoder().feed(data)),
        "hourglass": lambda: bool(hourglass_protocol.Decoder().feed(data)),
    }
    return next((family for family, is_it in heard.items() if is_it()), None)


def _known(left: Side | None, family: str) -> Side:
    if left is None:
        raise FamilyError(
            f"a clock of family {family} knows left and right only: say who sits at its left with --left "
            "(run: --clock-left) white or black"
        )
    return left
