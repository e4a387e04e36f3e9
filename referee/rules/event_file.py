"""Event profiles: TOML files that set options. Those in `profiles/` are shipped and known by their file name."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from referee.rules.errors import OptionError
from referee.rules.game_ids import BACKGAMMON_ID

PROFILES = Path(__file__).parent / "profiles"
_KEYS = ("title", "source", "game", "extends", "options")


@dataclass(frozen=True)
class EventFile:
    """One event: its name, where its rules are from, its game, and option id → value as written."""

    title: str
    source: str
    game: str
    settings: Mapping[str, object]


def shipped_profiles() -> tuple[str, ...]:
    """The ids of the profiles that come with the program."""
    return tuple(sorted(path.stem for path in PROFILES.glob("*.toml")))


def read_event(source: Path | str) -> EventFile:
    """An event from a TOML file or the id of a shipped profile. Raises OptionError, with the line of broken TOML.

    `extends = "wbgf"` starts from a shipped profile; `[options]` sets what differs.
    """
    return _read(_locate(source), ())


def _locate(source: Path | str) -> Path:
    path = Path(source)
    if path.is_file():
        return path
    shipped = PROFILES / f"{source}.toml"
    if path.name == str(source) and shipped.is_file():
        return shipped
    near = get_close_matches(str(source), shipped_profiles(), n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else f"give a TOML file or one of: {', '.join(shipped_profiles())}"
    raise OptionError(f"there is no event {str(source)!r}; {hint}")


def _read(path: Path, seen: tuple[Path, ...]) -> EventFile:
    if path in seen:
        raise OptionError(f"{path}: extends itself; name another profile in 'extends'")
    table = _table(path)
    for key in table:
        if key not in _KEYS:
            near = get_close_matches(key, _KEYS, n=1, cutoff=0.3)
            hint = f"did you mean {near[0]!r}?" if near else "options go under [options]"
            raise OptionError(f"{path}: unknown key {key!r}; {hint}")
    options = table.get("options", {})
    if not isinstance(options, dict):
        raise OptionError(f"{path}: 'options' is a table; write [options] and below it one 'id = \"value\"' a line")
    title, given_source, game, extends = (_text(path, table, key) for key in ("title", "source", "game", "extends"))
    base = _read(_locate(extends), (*seen, path)) if extends else EventFile(path.stem, "", BACKGAMMON_ID, {})
    return EventFile(title or base.title, given_source or base.source, game or base.game, {**base.settings, **options})


def _text(path: Path, table: Mapping[str, Any], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise OptionError(f"{path}: {key!r} is text; write it in quotes")
    return value


def _table(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise OptionError(f"{path}: this is not valid TOML: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: cannot be read: {error}") from None
