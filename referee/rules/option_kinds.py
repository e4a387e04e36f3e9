"""The kinds of value an option can have: how each is read, written and described."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Protocol

from referee.rules.errors import OptionError
from referee.rules.game_ids import BACKGAMMON_ID, LONG_NARDY_ID, PORTES_ID, SHORT_NARDY_ID, TAVLI_IDS

_AMOUNT = r"([0-9]{1,9}(?:\.[0-9]{1,3})?)"
_DURATION = re.compile(rf"(?:{_AMOUNT}\s*h)?\s*(?:{_AMOUNT}\s*min)?\s*(?:{_AMOUNT}\s*s?)?")
_WHOLE = re.compile(r"[0-9]+")
_LONGEST_S = 360_000.0
_SHOWN = 60


@dataclass(frozen=True)
class MatchForm:
    """What is played for: `money`, `points N` (first to N), `tavli N` (three Greek games in rotation, first to N)."""

    kind: str
    length: int = 0

    def __str__(self) -> str:
        return self.kind if self.kind == "money" else f"{self.kind} {self.length}"


def shown(given: object) -> str:
    """What was given, as text that fits into a line; a value that is not text or number is shown by its type."""
    if not isinstance(given, str | int | float | MatchForm):
        return type(given).__name__
    try:
        text = str(given).strip()
    except ValueError:
        return "a huge number"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


class Kind(Protocol):
    """How one kind of value is read from text or TOML, written back and described."""

    def read(self, option: str, given: object) -> object:
        """The value; raises OptionError with the nearest valid one."""

    def write(self, value: object) -> str:
        """The value as text that `read` accepts."""

    def allowed(self) -> tuple[str, ...]:
        """The allowed values, as people read them."""


@dataclass(frozen=True)
class Choice:
    """One of several words."""

    words: tuple[str, ...]

    def __init__(self, *words: str) -> None:
        object.__setattr__(self, "words", words)

    def read(self, option: str, given: object) -> str:
        """The word itself."""
        text = shown(given)
        if text in self.words:
            return text
        near = get_close_matches(text, self.words, n=1, cutoff=0.4)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise OptionError(f"{option} = {text!r} is not possible; {hint}the values are {', '.join(self.words)}")

    def write(self, value: object) -> str:
        """The word."""
        return str(value)

    def allowed(self) -> tuple[str, ...]:
        """All words."""
        return self.words


@dataclass(frozen=True)
class Switch:
    """`on` or `off`; a TOML boolean is accepted too."""

    def read(self, option: str, given: object) -> bool:
        """True for on."""
        if isinstance(given, bool):
            return given
        return Choice("on", "off").read(option, given) == "on"

    def write(self, value: object) -> str:
        """`on` or `off`."""
        return "on" if value else "off"

    def allowed(self) -> tuple[str, ...]:
        """Both states."""
        return ("on", "off")


@dataclass(frozen=True)
class Count:
    """A whole number within limits; `high` None is unlimited."""

    low: int
    high: int | None = None

    def read(self, option: str, given: object) -> int:
        """The number."""
        text = shown(given)
        if isinstance(given, bool) or not _WHOLE.fullmatch(text):
            raise OptionError(f"{option} = {text!r} is not possible; give a whole number, {self.allowed()[0]}")
        value = int(text)
        if value < self.low or (self.high is not None and value > self.high):
            nearest = self.low if value < self.low or self.high is None else self.high
            raise OptionError(f"{option} = {value} is not possible; the nearest valid value is {nearest}")
        return value

    def write(self, value: object) -> str:
        """The digits."""
        return str(value)

    def allowed(self) -> tuple[str, ...]:
        """The limits."""
        return (
            f"{self.low} … {self.high}" if self.high is not None else f"{self.low}, {self.low + 1}, {self.low + 2} …",
        )


@dataclass(frozen=True)
class Duration:
    """Seconds, to the millisecond, written `12 s`, `2 min`, `2 min 30 s`, `1 h`; with `optional` also `none`."""

    optional: bool = False

    def read(self, option: str, given: object) -> float | None:
        """Seconds, or None for `none`."""
        text = shown(given).lower()
        if self.optional and text == "none":
            return None
        found = _DURATION.fullmatch(text)
        if found is None or not text or isinstance(given, bool):
            none = " or none" if self.optional else ""
            raise OptionError(f"{option} = {text!r} is not a duration; write it as '12 s' or '2 min'{none}")
        hours, minutes, seconds = (float(amount or 0) for amount in found.groups())
        total = round(3600 * hours + 60 * minutes + seconds, 3)
        if total > _LONGEST_S:
            raise OptionError(f"{option} = {text!r} is not possible; the nearest valid value is 100 h")
        return total

    def write(self, value: object) -> str:
        """Minutes and seconds."""
        if value is None:
            return "none"
        minutes, milliseconds = divmod(round(float(str(value)) * 1000), 60_000)
        seconds = f"{milliseconds / 1000:g}"
        words = [f"{minutes} min"] * bool(minutes) + [f"{seconds} s"] * bool(milliseconds or not minutes)
        return " ".join(words)

    def allowed(self) -> tuple[str, ...]:
        """The form."""
        return ("a duration such as 12 s or 2 min", *(("none",) if self.optional else ()))


@dataclass(frozen=True)
class MatchKind:
    """`money`, `points N`, `tavli 3|5|7`."""

    def read(self, option: str, given: object) -> MatchForm:
        """The form of the match."""
        if isinstance(given, MatchForm):
            return given
        text = " ".join(shown(given).split())
        if text == "money":
            return MatchForm("money")
        found = re.fullmatch(r"(points|tavli) ([0-9]{1,9})", text)
        if found is None:
            near = get_close_matches(text, ("money", "points 7", "tavli 5"), n=1, cutoff=0.3)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise OptionError(f"{option} = {text!r} is not possible; {hint}write money, points N or tavli 3, 5 or 7")
        form = MatchForm(found[1], int(found[2]))
        if form.kind == "tavli" and form.length not in (3, 5, 7):
            nearest = min((3, 5, 7), key=lambda length: abs(length - form.length))
            raise OptionError(
                f"{option} = {text!r} is not possible; did you mean 'tavli {nearest}'? tavli goes to 3, 5 or 7"
            )
        if form.length < 1:
            raise OptionError(f"{option} = {text!r} is not possible; a match is at least 'points 1'")
        return form

    def write(self, value: object) -> str:
        """The same form."""
        return str(value)

    def allowed(self) -> tuple[str, ...]:
        """All forms."""
        return ("money", "points N", "tavli 3|5|7")


@dataclass(frozen=True)
class Spec:
    """One option: its default, by game where games differ (`""` is every other game), and what people are told.

    `games` names the games that the option means something in; empty is all.
    """

    kind: Kind
    default: str
    help: str
    source: str
    by_game: Mapping[str, str] = field(default_factory=dict)
    games: tuple[str, ...] = ()

    def default_for(self, game: str) -> str:
        """The default in a game, as text."""
        return self.by_game.get(game, self.default)

    def standard(self, game: str) -> object:
        """The default in a game, as a value."""
        return self.kind.read("", self.default_for(game))


GROUPS: dict[str, tuple[str, ...]] = {
    "bg": (BACKGAMMON_ID,),
    "sn": (SHORT_NARDY_ID,),
    "ln": (LONG_NARDY_ID,),
    "tv": TAVLI_IDS,
    "portes": (PORTES_ID,),
}
"""The short names of rules.md §7 for the games whose defaults differ."""


def option(kind: Kind, default: str, text: str, source: str, only: Sequence[str] = (), **by_group: str) -> Any:
    """A dataclass field that is an option; `only` limits it to some games, the groups of GROUPS set other defaults."""
    by_game = {game: value for group, value in by_group.items() for game in GROUPS[group]}
    return field(metadata={"spec": Spec(kind, default, text, source, by_game, tuple(only))})
