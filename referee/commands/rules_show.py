"""What `zarbiter profiles` prints for people; readable at 80 columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console, Group
from rich.table import Table

from referee.rules.game_ids import TAVLI_IDS
from referee.rules.options import SPECS

Row = Mapping[str, Any]


def console() -> Console:
    """The terminal; what files say is printed as it stands, never as markup."""
    return Console(markup=False, emoji=False, highlight=False)


def profiles_table(rows: Sequence[Row]) -> Table:
    """Every profile and what it changes."""
    table = _table("profile", "game", "what it changes")
    for row in rows:
        changes = [f"{option} = {value}" for option, value in row["changes"].items()]
        table.add_row(row["id"], row["game"], "\n".join([row["title"], *(changes or ["nothing: the game's defaults"])]))
    return table


def options_table(rows: Sequence[Row]) -> Table:
    """Every option: what it decides, its values, its defaults, where it is from."""
    table = _table("option and source", "what it decides")
    for row in rows:
        games = f"only in {', '.join(row['games'])}\n" if row["games"] else ""
        text = f"{row['help']}\n{games}values: {' | '.join(row['values'])}\ndefault: {_defaults(row)}"
        table.add_row(f"{row['id']}\n{row['source']}", text)
    return table


def profile_page(row: Row) -> Group:
    """One profile: where it is from, what is uncertain, every option in force."""
    notes = Table.grid(padding=(0, 1))
    for note in row["notes"]:
        notes.add_row(" •", note)
    table = _table("option", "in force", "set by", lines=False)
    for option in _meant(row):
        table.add_row(option, _in_force(row, option), _set_by(row, option))
    games = ", ".join(row["options"])
    uncertain: list[str | Table] = (
        ["What the source leaves open, and how it is read here:", notes] if row["notes"] else []
    )
    return Group(f"{row['id']}: {row['title']} ({games})", f"Source: {row['source']}", *uncertain, table)


def _table(*columns: str, lines: bool = True) -> Table:
    table = Table(show_lines=lines)
    for name in columns:
        table.add_column(name, overflow="fold")
    return table


def _meant(row: Row) -> list[str]:
    return [name for name, spec in SPECS.items() if not spec.games or set(spec.games) & set(row["options"])]


def _in_force(row: Row, option: str) -> str:
    """The value; in an event of several games the games that differ from the first are named."""
    first = row["options"][row["game"]][option]
    others = {game: texts[option] for game, texts in row["options"].items() if texts[option] != first}
    return "; ".join([first, *(f"{', '.join(games)}: {value}" for value, games in _by_value(others))])


def _set_by(row: Row, option: str) -> str:
    if option not in row["settings"]:
        return "default"
    default = SPECS[option].default_for(row["game"])
    return f"profile (default {default})" if option in row["changes"] else "profile, as by default"


def _defaults(row: Row) -> str:
    differing = [f"{_games(games)}: {value}" for value, games in _by_value(row["default_by_game"])]
    return "; ".join([row["default"], *differing])


def _by_value(by_game: Mapping[str, str]) -> list[tuple[str, list[str]]]:
    values = dict.fromkeys(by_game.values())
    return [(value, [game for game in by_game if by_game[game] == value]) for value in values]


def _games(games: Sequence[str]) -> str:
    if not set(TAVLI_IDS) <= set(games):
        return ", ".join(games)
    return ", ".join([*(game for game in games if game not in TAVLI_IDS), "tavli games"])
