"""The frozen result of looking at the board: what was seen, with confidence, before any rule is asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Shade: TypeAlias = Literal["L", "D"]
"""The lighter and the darker set of checkers, as the camera sees them."""

Place: TypeAlias = Literal["left-half", "right-half", "bar", "rail", "tray", "off-board"]
"""Where a die lies, in the rectified picture: halves are the picture's, not a player's."""

Ground: TypeAlias = Literal["field", "checker", "die", "bar", "rail", "table"]
"""What a die stands on."""

SLOTS: tuple[str, ...] = tuple(f"{row}[{i}]" for row in ("top", "bottom") for i in range(12))
"""The 24 points by their place in the rectified picture, left to right in each row."""


@dataclass(frozen=True, order=True)
class Stack:
    """Checkers of one shade on a point; `shade` is None exactly when `count` is 0.

    :raises ValueError: when shade and count contradict each other.
    """

    shade: Shade | None
    count: int

    def __post_init__(self) -> None:
        if self.count < 0 or (self.shade is None) != (self.count == 0):
            raise ValueError(f"expected no shade exactly for an empty point, got {self.shade!r} × {self.count}")

    @property
    def text(self) -> str:
        """`""` for empty, `"L3"` for three light checkers (the form of the truth files)."""
        return f"{self.shade}{self.count}" if self.shade else ""


EMPTY = Stack(None, 0)


@dataclass(frozen=True)
class SlotReading:
    """What a point may hold: alternatives with probabilities, likeliest first; none at all when it was not read."""

    alternatives: tuple[tuple[Stack, float], ...]

    @property
    def best(self) -> Stack | None:
        """The likeliest content, None where the point was not read (a hand over it)."""
        return self.alternatives[0][0] if self.alternatives else None

    @property
    def confidence(self) -> float:
        """Probability of `best`, 0 where the point was not read."""
        return self.alternatives[0][1] if self.alternatives else 0.0


UNREAD = SlotReading(())


@dataclass(frozen=True)
class CountReading:
    """A number of checkers of one shade somewhere without order (bar, tray); `count` None when not visible."""

    count: int | None
    confidence: float


@dataclass(frozen=True)
class DieReading:
    """One die.

    `xy` is the centre in px of the original picture, `mm` the same in the board's frame (see `calibration.board`).
    `value` is the top face or None when not sure, `likely` the likeliest top face all the same. `flat` is False for a
    leaning or spinning die, None when not sure.
    `tilted` is the probability that it leans by 8 degrees or more, spins or stands on an edge; `rests_on` what it most
    likely stands on.
    `on_checker`: it stands on a checker, `touching`: flat on the field but against a checker; None when not sure.
    """

    xy: tuple[float, float]
    mm: tuple[float, float] | None
    value: int | None
    confidence: float
    place: Place | None
    flat: bool | None = None
    on_checker: bool | None = None
    touching: bool | None = None
    size_px: float = 0.0
    likely: int | None = None
    tilted: float | None = None
    rests_on: Ground | None = None


@dataclass(frozen=True)
class CubeReading:
    """The doubling cube: centre in px of the original picture, value up (None when a logo is or it is not sure)."""

    xy: tuple[float, float]
    value: int | None
    confidence: float


@dataclass(frozen=True)
class Observation:
    """What one settled view shows.

    `slots` maps every name of `SLOTS` to its reading; `bar` and `off` map shades to counts. `hand`: a hand or arm is
    over the field. `still`: nothing has moved since the last pictures. `frames` is how many pictures were fused.
    """

    number: int
    t_mono_ns: int
    slots: Mapping[str, SlotReading]
    bar: Mapping[Shade, CountReading]
    off: Mapping[Shade, CountReading]
    dice: tuple[DieReading, ...] = ()
    cube: CubeReading | None = None
    hand: bool = False
    still: bool = True
    frames: int = 1
    notes: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        missing = [name for name in SLOTS if name not in self.slots]
        if missing:
            raise ValueError(f"expected a reading for each of the 24 points, missing {', '.join(missing)}")
