"""Observations written by hand or made from truth files."""

from collections.abc import Mapping, Sequence
from typing import Any

from calibration.profile import Seats
from referee.inputs import Look
from referee.rules.position import Position
from referee.rules.side import Side
from referee.seating import Seating
from vision.observation import SLOTS, CountReading, DieReading, Observation, Shade, SlotReading, Stack

SECOND = 1_000_000_000
BOTH: tuple[Shade, Shade] = ("L", "D")


def stack(text: str) -> Stack:
    return Stack("L" if text[0] == "L" else "D", int(text[1:])) if text else Stack(None, 0)


def certain(text: str) -> SlotReading:
    return SlotReading(((stack(text), 1.0),))


def die(value: int | None, xy: tuple[float, float], **more: Any) -> DieReading:
    return DieReading(
        xy=xy,
        mm=None,
        value=value,
        confidence=more.pop("confidence", 0.99),
        place=more.pop("place", "right-half"),
        flat=more.pop("flat", True),
        on_checker=more.pop("on_checker", False),
        touching=more.pop("touching", False),
        size_px=20.0,
        **more,
    )


def pair(text: str, at: tuple[float, float] = (700, 300), **more: Any) -> tuple[DieReading, DieReading]:
    """Two dice side by side, such as `6-5`."""
    first, second = (int(number) for number in text.split("-"))
    return die(first, at, **more), die(second, (at[0] + 60, at[1] + 20), **more)


def observe(
    stacks: Mapping[str, str],
    bar: Mapping[Shade, int],
    dice: Sequence[DieReading] = (),
    number: int = 0,
    **more: Any,
) -> Observation:
    return Observation(
        number,
        number * SECOND,
        {name: certain(stacks.get(name, "")) for name in SLOTS},
        {shade: CountReading(bar.get(shade, 0), 1.0) for shade in BOTH},
        {shade: CountReading(None, 0.0) for shade in BOTH},
        tuple(dice),
        **more,
    )


def observe_position(
    position: Position, dice: Sequence[DieReading] = (), number: int = 0, seats: Seats | None = None, **more: Any
) -> Observation:
    """A perfect view of a position: everything but prisoners, who lie under their pinners."""
    seating = Seating(seats or Seats(), position.game)
    bar = {seating.shade(side): position.count(side, "bar") for side in Side}
    return observe(seating.stacks(position, hidden=False), bar, dice, number, **more)


def look(observation: Observation) -> Look:
    return Look(observation.t_mono_ns, observation)


def from_truth(truth: Mapping[str, Any], number: int) -> Observation:
    """A perfect view of a picture of the truth file."""
    stacks = {f"{row}[{i}]": text for row in ("top", "bottom") for i, text in enumerate(truth[row])}
    dice = [
        die(each["value"], tuple(each["xy"]), place=each["where"], flat=each["flat"], on_checker=each["on_checker"])
        for each in truth["dice"]
    ]
    return observe(stacks, truth["bar"], dice, number)
