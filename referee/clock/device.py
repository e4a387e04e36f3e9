"""What every simulated clock is: the far end of a link, without I/O. Bytes and monotonic ns in and out."""

from collections.abc import Callable, Mapping
from typing import Protocol

from referee.clock.dgt_device import DgtDevice
from referee.clock.families import FAMILIES, FamilyError
from referee.clock.hourglass_device import HourglassDevice
from referee.clock.simulated import SimulatedClock
from referee.rules.side import Side


class Device(Protocol):
    """A clock made of software."""

    def press(self, side: Side, now_ns: int) -> None:
        """A player hits the button of `side`."""

    def push(self, button: str, now_ns: int) -> None:
        """Somebody pushes another button."""

    def receive(self, data: bytes, now_ns: int) -> None:
        """Bytes of the host."""

    def send(self, now_ns: int) -> bytes:
        """What the clock has to say by now."""


BUTTONS: Mapping[str, Mapping[str, str]] = {
    "open": {"p": "pause"},
    "dgt": {"1": "back", "2": "minus", "3": "run", "4": "plus", "5": "ok", "m": "mode 23"},
    "hourglass": {"p": "pause", "r": "reset", "d": "double"},
}
"""By family: the keys that are the clock's other buttons."""


def make_device(family: str, *, left: Side, rate: float = 1.0, boot: int = 1) -> Device:
    """A clock of a family, `rate` times as fast as it should be, with `left` at its left, started the `boot`-th time.

    :raises FamilyError: when there is no such family.
    """
    build = _DEVICES.get(family)
    if build is None:
        raise FamilyError(f"no family of clocks is called {family!r}: use {', '.join(FAMILIES)}")
    return build(left, rate, boot)


_DEVICES: dict[str, Callable[[Side, float, int], Device]] = {
    "open": lambda _, rate, boot: SimulatedClock(rate=rate, boot=boot),
    "dgt": lambda left, rate, _: DgtDevice(left=left, rate=rate),
    "hourglass": lambda left, rate, _: HourglassDevice(left=left, rate=rate),
}
