"""The script of a game as values: who does what, in order. Moves are in the mover's own numbers (25 bar, 0 off)."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, Literal, TypeAlias, get_args

from referee.rules.board import BAR, OFF
from referee.rules.game_ids import GAME_IDS
from referee.rules.side import Side

Way: TypeAlias = Literal["valid", "cocked", "on-checker", "wrong-half", "split", "off-board"]
"""How the dice come to lie: as they should in the thrower's right half, one leaning on a checker, one flat on top of a
checker, both in the left half, in both halves, one off the board."""
Style: TypeAlias = Literal["air", "slide"]
WAYS: tuple[Way, ...] = get_args(Way)
_MOVE = re.compile(r"(bar|\d+)/(off|\d+)(?:\((\d)\))?")


class ScriptError(ValueError):
    """A script that can't be played; one line that says what to mend."""


@dataclass(frozen=True)
class Move:
    """One reach of the hand: `count` checkers together from a place to another."""

    start: int
    end: int
    count: int = 1


@dataclass(frozen=True)
class Wait:
    """Nobody does anything for so many seconds."""

    seconds: float


@dataclass(frozen=True)
class Throw:
    """A side throws its dice; `values` are what lies up in the end."""

    side: Side
    values: tuple[int, int]
    how: Way = "valid"


@dataclass(frozen=True)
class Play:
    """A side's hand moves checkers. `style`: carried through the air, or slid along the board where the way is free.

    `why` tells what the moves are for: `play`, `wrong` (meant to break the rules), `half` (a part of a play), `right`
    (puts a wrong one right), `take-back`, `rest` (the rest of a half play).
    """

    side: Side
    moves: tuple[Move, ...]
    style: Style = "air"
    why: str = "play"


@dataclass(frozen=True)
class Lift:
    """A side takes up its dice."""

    side: Side


@dataclass(frozen=True)
class Press:
    """A side presses its clock, which stands outside the picture: the turn ends."""

    side: Side


@dataclass(frozen=True)
class Bump:
    """Something is knocked by about `mm`: the camera, which shakes and stays a little turned, or the board."""

    what: Literal["camera", "board"] = "camera"
    mm: float = 4.0


@dataclass(frozen=True)
class Pass:
    """Somebody passes: an arm over the board's edge or a body beside the board."""

    who: Literal["arm", "body"] = "arm"


Act: TypeAlias = Wait | Throw | Play | Lift | Press | Bump | Pass
_ACTS: dict[str, type[Any]] = {
    "wait": Wait, "throw": Throw, "play": Play, "lift": Lift, "press": Press, "bump": Bump, "pass": Pass,
}  # fmt: skip


@dataclass(frozen=True)
class Script:
    """A game's name, the acts in order, and the position that it begins with (None: the game's start)."""

    game: str
    acts: tuple[Act, ...]
    position: str | None = None

    def __post_init__(self) -> None:
        if self.game not in GAME_IDS:
            raise ScriptError(f"there is no game {self.game!r}: use one of {', '.join(GAME_IDS)}")


def moves_of(text: str) -> tuple[Move, ...]:
    """`24/18 13/11(2) bar/20 6/off` → moves.

    :raises ScriptError: when a word is no move.
    """
    found = []
    for word in text.split():
        match = _MOVE.fullmatch(word.replace("*", ""))
        if match is None:
            raise ScriptError(f"{word!r} is no move: write 24/18, 13/11(2), bar/20 or 6/off")
        start = BAR if match[1] == "bar" else int(match[1])
        end = OFF if match[2] == "off" else int(match[2])
        found.append(Move(start, end, int(match[3] or 1)))
    return tuple(found)


def moves_text(moves: tuple[Move, ...]) -> str:
    """What `moves_of` reads."""
    return " ".join(
        f"{'bar' if move.start == BAR else move.start}/{move.end or 'off'}"
        + (f"({move.count})" if move.count > 1 else "")
        for move in moves
    )


def script_of(text: str) -> Script:
    """A script from TOML: `game`, maybe `position`, and `[[act]]` tables with `do` and the act's fields.

    :raises ScriptError: when it is broken.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ScriptError(f"the script is no TOML: {error}") from error
    acts = table.get("act", [])
    if not isinstance(acts, list):
        raise ScriptError("write each act as a table [[act]]")
    told = tuple(_act(number, each) for number, each in enumerate(acts, 1))
    return Script(str(table.get("game", "")), told, table.get("position"))


def script_text(script: Script) -> str:
    """What `script_of` reads."""
    lines = [f'game = "{script.game}"', *([f'position = "{script.position}"'] if script.position else [])]
    names = {kind: name for name, kind in _ACTS.items()}
    for act in script.acts:
        lines += ["", "[[act]]", f'do = "{names[type(act)]}"']
        lines += [f"{field.name} = {_written(getattr(act, field.name))}" for field in fields(act)]
    return "\n".join(lines) + "\n"


def _written(value: Any) -> str:
    if isinstance(value, tuple) and value and isinstance(value[0], Move):
        return f'"{moves_text(value)}"'
    if isinstance(value, tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return f'"{value.value}"' if isinstance(value, Side) else f'"{value}"' if isinstance(value, str) else str(value)


def _act(number: int, table: Mapping[str, Any]) -> Act:
    kind = _ACTS.get(str(table.get("do")))
    if kind is None:
        raise ScriptError(f"act {number}: do = {table.get('do')!r}; use one of {', '.join(_ACTS)}")
    known = {field.name: field for field in fields(kind)}
    given = {key: value for key, value in table.items() if key != "do"}
    if strange := sorted(set(given) - set(known)):
        raise ScriptError(f"act {number}: {table['do']} has no {strange[0]!r}; it has {', '.join(known)}")
    missing = [name for name, field in known.items() if field.default is MISSING and name not in given]
    if missing:
        raise ScriptError(f"act {number}: {table['do']} needs {missing[0]!r}")
    try:
        return kind(**{key: _read(number, key, value) for key, value in given.items()})  # type: ignore[no-any-return]
    except (TypeError, ValueError) as error:
        raise ScriptError(f"act {number}: {error}") from error


_CHOICES: dict[str, tuple[str, ...]] = {
    "how": WAYS, "style": get_args(Style), "what": ("camera", "board"), "who": ("arm", "body"),
    "why": ("play", "wrong", "half", "right", "take-back", "rest"),
}  # fmt: skip


def _read(number: int, key: str, value: Any) -> Any:
    if key == "side":
        return Side(value)
    if key == "moves":
        return moves_of(str(value))
    if key == "values":
        first, second = (int(each) for each in value)
        if not (1 <= first <= 6 and 1 <= second <= 6):
            raise ScriptError(f"act {number}: a die shows 1 to 6, not {value}")
        return first, second
    if key in _CHOICES and value not in _CHOICES[key]:
        raise ScriptError(f"act {number}: {key} = {value!r}; use one of {', '.join(_CHOICES[key])}")
    return value
