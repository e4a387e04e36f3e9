"""Event profiles: TOML files that set options. Those in `profiles/` are shipped and known by their file name."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from referee.rules.errors import OptionError
from referee.rules.game_ids import BACKGAMMON_ID
from referee.rules.option_table import SPECS

PROFILES = Path(__file__).parent / "profiles"
_KEYS = ("title", "source", "game", "notes", "extends", "options")
_LARGEST = 1_000_000
"""Bytes; an event is a page of text."""


@dataclass(frozen=True)
class EventFile:
    """One event: its name, where its rules are from, its game, and option id → value as written.

    `notes` are for people: what the sources leave open and how the event reads it.
    """

    title: str
    source: str
    game: str
    settings: Mapping[str, object]
    notes: tuple[str, ...] = ()


def shipped_profiles() -> tuple[str, ...]:
    """The ids of the profiles that come with the program."""
    return tuple(sorted(path.stem for path in PROFILES.glob("*.toml")))


def read_event(source: Path | str) -> EventFile:
    """An event from a TOML file or the id of a shipped profile. Raises OptionError, with the line of broken TOML.

    `extends = "wbgf"` starts from a shipped profile or from a file beside this one; `[options]` sets what differs.
    """
    return _read(_locate(source, Path()), ())


def _locate(source: Path | str, folder: Path) -> Path:
    name = str(source)
    shipped = (PROFILES / f"{name}.toml",) if Path(name).name == name else ()
    candidates: tuple[Path, ...] = (Path(source), folder / source, *shipped)
    for path in candidates:
        if _is_file(path):
            return path
    near = get_close_matches(name[:100], shipped_profiles(), n=1, cutoff=0.4)
    hint = f"did you mean {near[0]!r}?" if near else f"give a TOML file or one of: {', '.join(shipped_profiles())}"
    raise OptionError(f"there is no event {name[:100]!r}; {hint}")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _read(path: Path, seen: tuple[Path, ...]) -> EventFile:
    real = path.resolve()
    if real in seen:
        raise OptionError(f"{path}: extends itself; name another profile in 'extends'")
    table = _table(path)
    for key in table:
        if key not in _KEYS:
            near = get_close_matches(key, (*_KEYS, *SPECS), n=1, cutoff=0.3)
            hint = f"did you mean {near[0]!r}?" if near and near[0] in _KEYS else "options go under [options]"
            raise OptionError(f"{path}: unknown key {key!r}; {hint}")
    options = table.get("options", {})
    if not isinstance(options, dict):
        raise OptionError(f"{path}: 'options' is a table; write [options] and below it one 'id = \"value\"' a line")
    title, given_source, game, extends = (_text(path, table, key) for key in ("title", "source", "game", "extends"))
    above = EventFile(path.stem, "", BACKGAMMON_ID, {})
    base = _read(_locate(extends, path.parent), (*seen, real)) if extends else above
    return EventFile(
        title or base.title,
        given_source or base.source,
        game or base.game,
        {**base.settings, **options},
        (*base.notes, *_notes(path, table)),
    )


def _text(path: Path, table: Mapping[str, Any], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise OptionError(f"{path}: {key!r} is text; write it in quotes")
    if not value.isprintable():
        raise OptionError(f"{path}: {key!r} is one line of plain text; leave control characters out")
    return value


def _notes(path: Path, table: Mapping[str, Any]) -> tuple[str, ...]:
    notes = table.get("notes", [])
    if not isinstance(notes, list) or not all(isinstance(note, str) and note.isprintable() for note in notes):
        raise OptionError(f'{path}: \'notes\' is a list of texts of one line; write notes = ["…", "…"]')
    return tuple(notes)


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_LARGEST + 1)


def _table(path: Path) -> dict[str, Any]:
    try:
        data = _beginning(path)
        if len(data) > _LARGEST:
            raise OptionError(f"{path}: this is too long for an event; give a TOML file of options")
        return tomllib.loads(data.decode("utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"{path}: cannot be read: {error}") from None
    except OptionError:
        raise
    except ValueError as error:
        raise OptionError(f"{path}: this is not valid TOML: {error}") from None
    except RecursionError:
        raise OptionError(f"{path}: nested too deeply for an event; write one 'id = \"value\"' a line") from None
