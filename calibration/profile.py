"""The board profile: one TOML file with everything that calibration learnt, readable and mendable by hand."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeAlias, TypeVar, get_args

from calibration.board import BoardGeometry
from calibration.colours import Lab, SetColours
from calibration.habits import SetHabits
from calibration.view import View, check_corners

SCHEMA = 2
OLDER = (1,)
"""Schemas that are read too: 1 had no [reading]."""

WhiteShade: TypeAlias = Literal["L", "D"]
WhiteEdge: TypeAlias = Literal["bottom", "top"]
WhiteHome: TypeAlias = Literal["bottom-right", "bottom-left", "top-right", "top-left"]
T = TypeVar("T")


class ProfileError(Exception):
    """A profile that can't be used; the message says where and why."""


@dataclass(frozen=True)
class Seats:
    """Who sits where, in the rectified picture.

    `white_shade`: which checkers are White's; `white_edge`: the edge White sits at; `white_home`: where White's points
    1 to 6 are.
    """

    white_shade: WhiteShade = "L"
    white_edge: WhiteEdge = "bottom"
    white_home: WhiteHome = "bottom-right"

    def __post_init__(self) -> None:
        for name, allowed in _SEAT_VALUES.items():
            if getattr(self, name) not in allowed:
                raise ValueError(f"expected {name} to be one of {', '.join(allowed)}, got {getattr(self, name)!r}")

    @classmethod
    def parse(cls, text: str) -> "Seats":
        """Seats from `shade,edge,home`, such as `L,bottom,bottom-right`.

        :raises ValueError: when a part is missing or unknown.
        """
        parts = [part.strip() for part in text.split(",")]
        if len(parts) != 3:
            raise ValueError(f"expected seats as white's SHADE,EDGE,HOME such as L,bottom,bottom-right, got {text!r}")
        return cls(*parts)  # type: ignore[arg-type]


_SEAT_VALUES: dict[str, tuple[str, ...]] = {
    "white_shade": get_args(WhiteShade),
    "white_edge": get_args(WhiteEdge),
    "white_home": get_args(WhiteHome),
}


@dataclass(frozen=True)
class BoardProfile:
    """One camera over one board with one set.

    `colours` is None where they could not be learnt; `source` says what it was made from; `habits` is None where no
    position was confirmed.
    """

    view: View
    colours: SetColours | None
    seats: Seats
    source: str
    habits: SetHabits | None = None

    def doubts(self) -> tuple[str, ...]:
        """What will make this set hard to read, and what to do, one sentence each; empty where nothing does."""
        if self.colours is None:
            mend = "calibrate again with the starting position set up, or say with --position what stands there"
            return (f"the set's colours are not learnt, so reading is less sure: {mend}",)
        return self.colours.warnings()

    def require_size(self, width: int, height: int) -> None:
        """:raises ProfileError: when pictures of this size (px) are not those the profile was made for."""
        if (width, height) != self.view.size:
            made_w, made_h = self.view.size
            raise ProfileError(
                f"the profile is for pictures of {made_w}×{made_h} px but the source gives {width}×{height}: "
                f"set the camera to {made_w}×{made_h} or calibrate again"
            )


def save_profile(profile: BoardProfile, path: Path) -> None:
    """Write the profile; an older one is lost only when the new one is whole.

    :raises ProfileError: when the file can't be written.
    """
    unfinished = path.with_name(path.name + ".new")
    try:
        unfinished.write_text(profile_text(profile), encoding="utf-8")
        unfinished.replace(path)
    except OSError as error:
        raise ProfileError(f"{path}: the profile can't be written: {error.strerror or error}") from error


def load_profile(path: Path) -> BoardProfile:
    """Read a profile.

    :raises ProfileError: `FILE:LINE: reason` when it is missing, broken or of another schema.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        mend = "; make one with `zarbiter calibrate`" if isinstance(error, FileNotFoundError) else ""
        raise ProfileError(f"{path}: the profile can't be read: {error.strerror or error}{mend}") from error
    except UnicodeDecodeError as error:
        raise ProfileError(f"{path}: not a text file in UTF-8; make a profile with `zarbiter calibrate`") from error
    return parse_profile(text, str(path))


def parse_profile(text: str, name: str = "profile") -> BoardProfile:
    """A profile from its text; `name` stands for the file in messages.

    :raises ProfileError: as `load_profile`.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+)", str(error))
        line = place.group(1) if place else str(text.count("\n") + 1)
        raise ProfileError(f"{name}:{line}: not valid TOML: {error}") from error
    reader = _Reader(text, name, table)
    schema = reader.get("", "schema", _whole)
    if schema not in (SCHEMA, *OLDER):
        reader.fail("", "schema", f"this program reads schemas 1 to {SCHEMA}, got {schema}; calibrate again")
    source = reader.get("", "source", _text)
    return BoardProfile(_view(reader), _colours(reader), _seats(reader), source, _habits(reader))


def profile_text(profile: BoardProfile) -> str:
    """The profile as TOML."""
    view, geometry, seats = profile.view, profile.view.geometry, profile.seats
    corners = ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in view.corners)
    lines = [
        "# Board profile of zarbiter: one camera over one board. Calibrate again when either has moved.",
        f"schema = {SCHEMA}",
        f"source = {_quoted(profile.source)}",
        "",
        "[picture]  # px",
        f"width = {view.size[0]}",
        f"height = {view.size[1]}",
        f"focal = {view.focal:.1f}",
        f"corners = [{corners}]  # of the field: top left, top right, bottom right, bottom left",
        "",
        "[board]  # mm",
        f"field_width = {geometry.field_width:.2f}",
        f"field_height = {geometry.field_height:.2f}",
        f"bar_width = {geometry.bar_width:.2f}",
        f"checker_diameter = {geometry.checker_diameter:.2f}",
        "",
        "[seats]",
        f'white_shade = "{seats.white_shade}"  # L: the lighter checkers, D: the darker',
        f'white_edge = "{seats.white_edge}"  # where White sits in the picture with points hanging from the top',
        f'white_home = "{seats.white_home}"  # where White\'s points 1 to 6 are',
    ]
    return "\n".join(lines + _colour_lines(profile.colours) + _habit_lines(profile.habits)) + "\n"


def _colour_lines(colours: SetColours | None) -> list[str]:
    if colours is None:
        return []
    return [
        "",
        "[colours]  # CIE L*a*b*",
        f"light = {_lab_text(colours.light)}",
        f"dark = {_lab_text(colours.dark)}",
        f"points = [{_lab_text(colours.points[0])}, {_lab_text(colours.points[1])}]",
        f"field = {_lab_text(colours.field)}",
        f"light_spread = {colours.light_spread:.2f}",
        f"dark_spread = {colours.dark_spread:.2f}",
    ]


def _habit_lines(habits: SetHabits | None) -> list[str]:
    if habits is None:
        return []
    count = [] if habits.checkers is None else [f"checkers = {habits.checkers}  # a side"]
    return [
        "",
        "[reading]  # learnt from a confirmed position",
        f"known_bar = {str(habits.known_bar).lower()}",
        *count,
    ]


def _lab_text(lab: Lab) -> str:
    return f"[{lab[0]:.2f}, {lab[1]:.2f}, {lab[2]:.2f}]"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in escaped) + '"'


@dataclass(frozen=True)
class _Reader:
    """Looks values up and says the line of one that is wrong."""

    text: str
    name: str
    table: Mapping[str, Any]

    def get(self, section: str, key: str, convert: Callable[[Any], T]) -> T:
        table = self.table.get(section) if section else self.table
        if not isinstance(table, Mapping):
            self.fail(section, "", f"the section [{section}] is missing")
        if key not in table:
            self.fail(section, "", f"`{key}` is missing" + (f" in [{section}]" if section else ""))
        try:
            return convert(table[key])
        except (ValueError, TypeError) as error:
            self.fail(section, key, f"`{key}`: {error}")

    def fail(self, section: str, key: str, reason: str) -> NoReturn:
        raise ProfileError(f"{self.name}:{self._line(section, key)}: {reason}")

    def _line(self, section: str, key: str) -> int:
        """The line of the key, else of its section, else the last."""
        lines = self.text.splitlines()
        current, found = "", len(lines) if section else 1
        for number, line in enumerate(lines, start=1):
            if header := re.match(r"\s*\[\s*([\w-]+)\s*\]", line):
                current = header.group(1)
                found = number if current == section and not key else found
            elif key and current == section and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                return number
        return max(found, 1)


def _view(reader: _Reader) -> View:
    size = (reader.get("picture", "width", _whole), reader.get("picture", "height", _whole))
    corners = reader.get("picture", "corners", lambda value: check_corners([_pair(corner) for corner in _list(value)]))
    focal = reader.get("picture", "focal", _positive)
    width, height = reader.get("board", "field_width", _positive), reader.get("board", "field_height", _positive)
    bar, checker = reader.get("board", "bar_width", _number), reader.get("board", "checker_diameter", _positive)
    try:
        return View(corners, BoardGeometry(width, height, bar, checker), size, focal)
    except ValueError as error:
        reader.fail("board", "bar_width", str(error))


def _seats(reader: _Reader) -> Seats:
    values = {key: reader.get("seats", key, _one_of(allowed)) for key, allowed in _SEAT_VALUES.items()}
    return Seats(**values)  # type: ignore[arg-type]


def _colours(reader: _Reader) -> SetColours | None:
    if "colours" not in reader.table:
        return None
    points = reader.get("colours", "points", lambda value: [_lab(lab) for lab in _list(value)])
    if len(points) != 2:
        reader.fail("colours", "points", f"expected two colours, got {len(points)}")
    return SetColours(
        light=reader.get("colours", "light", _lab),
        dark=reader.get("colours", "dark", _lab),
        points=(points[0], points[1]),
        field=reader.get("colours", "field", _lab),
        light_spread=reader.get("colours", "light_spread", _positive),
        dark_spread=reader.get("colours", "dark_spread", _positive),
    )


def _habits(reader: _Reader) -> SetHabits | None:
    if "reading" not in reader.table:
        return None
    known = reader.get("reading", "known_bar", _truth)
    checkers = reader.get("reading", "checkers", _whole) if "checkers" in reader.table["reading"] else None
    try:
        return SetHabits(known, checkers)
    except ValueError as error:
        reader.fail("reading", "checkers", str(error))


def _one_of(allowed: tuple[str, ...]) -> Callable[[Any], str]:
    def convert(value: Any) -> str:
        if value not in allowed:
            raise ValueError(f"expected one of {', '.join(allowed)}, got {value!r}")
        return str(value)

    return convert


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected text in quotes, got {value!r}")
    return value


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e6:
        raise ValueError(f"expected a number, got {value!r}")
    return float(value)


def _positive(value: Any) -> float:
    if _number(value) <= 0:
        raise ValueError(f"expected a number above 0, got {value!r}")
    return float(value)


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
        raise ValueError(f"expected a whole number above 0, got {value!r}")
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"expected true or false, got {value!r}")
    return value


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ValueError(f"expected a list in brackets, got {value!r}")
    return value


def _pair(value: Any) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError(f"expected [x, y], got {value!r}")
    return _number(value[0]), _number(value[1])


def _lab(value: Any) -> Lab:
    if not isinstance(value, list) or len(value) != 3:
        raise ValueError(f"expected a colour [L, a, b], got {value!r}")
    return _number(value[0]), _number(value[1]), _number(value[2])
