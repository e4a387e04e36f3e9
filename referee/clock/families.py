"""The clock families this program can drive."""

from collections.abc import Callable

from referee.clock.family import Driver
from referee.clock.open_driver import OpenDriver
from referee.rules.side import Side

FAMILIES = ("open",)
"""Names of the families, as `--family` takes them."""


class FamilyError(ValueError):
    """A family that is not driven, or one that needs more to be known; one line that says what to do."""


def make_driver(
    family: str, *, left: Side | None = None, listen_only: bool = False, before: Driver | None = None
) -> Driver:
    """The driver of one clock, for one opening of its link.

    `left`: the side that sits at the clock's left, for families whose clocks know left and right only (dgt).
    `listen_only`: for a recording: nothing is told to it, and its presses are dated when they are heard.
    `before`: the driver of the same clock on its former link: what the clock was known to hold is known further (its
    time, its last press, where its lever stood), so that presses made meanwhile are told with their own time.

    :raises FamilyError: for a family that is not one, or when `left` is missing where it matters.
    """
    build = _BUILDERS.get(family)
    if build is None:
        raise FamilyError(f"no family of clocks is called {family!r}: use {', '.join(FAMILIES)}")
    return build(left, listen_only, before)


def _open(_: Side | None, listen_only: bool, before: Driver | None) -> Driver:
    return OpenDriver(listen_only=listen_only, before=before if isinstance(before, OpenDriver) else None)


_BUILDERS: dict[str, Callable[[Side | None, bool, Driver | None], Driver]] = {"open": _open}
