"""The option `--position`: what stands on the board, in a side's numbers, or a JSON file of slots by picture name."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from calibration.profile import Seats
from referee.rules.position import Position
from referee.seating import Seating
from vision.observation import SLOTS


class ConfirmedError(Exception):
    """A confirmed position that can't be used; one line that says what to do."""


@dataclass(frozen=True)
class Confirmed:
    """What stands on each point asked (slot → `""`, `L3`, `D5`), and how many checkers a side has, where known."""

    slots: Mapping[str, str]
    checkers: int | None


def start_of(seats: Seats) -> Confirmed:
    """Backgammon's starting position."""
    return of_position(Position.start("backgammon"), seats)


def of_position(position: Position, seats: Seats) -> Confirmed:
    """A position as it stands in the picture. Points with a prisoner under others are not asked."""
    stacks = Seating(seats, position.game).stacks(position)
    return Confirmed({name: text for name, text in stacks.items() if len(text) < 4}, position.checkers)


def confirmed(text: str, picture: str, seats: Seats, game: str, checkers: int) -> Confirmed:
    """What `--position` says of the picture with this file name.

    :raises ConfirmedError: when a JSON file can't be read, lacks the picture or names a slot oddly.
    :raises RulesError: when the position or the game can't be.
    """
    if not text.endswith(".json"):
        return of_position(Position.parse(text, game, checkers), seats)
    entry = _entry(Path(text), picture)
    try:
        hidden = set(entry.get("hidden") or ())
        texts = [str(slot) for slot in (*entry["top"], *entry["bottom"])]
        slots = {name: slot for name, slot in zip(SLOTS, texts, strict=True) if name not in hidden}
        counts = {shade: sum(int(t[1:]) for t in texts if t[:1] == shade) for shade in ("L", "D")}
        bar = {shade: int(entry.get("bar", {}).get(shade) or 0) for shade in counts}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ConfirmedError(
            f'{text}, {picture}: {error!r}; expected "top" and "bottom" of 12 slots each, such as "L3", "D5" or ""'
        ) from error
    if odd := [slot for slot in texts if slot and (slot[0] not in counts or not slot[1:].isdigit())]:
        raise ConfirmedError(f'{text}, {picture}: {odd[0]!r} is no slot; write "L3", "D5" or ""')
    sides = {counts[shade] + bar[shade] for shade in counts}
    return Confirmed(slots, sides.pop() if len(sides) == 1 else None)


def _entry(path: Path, picture: str) -> Mapping[str, Any]:
    try:
        table = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfirmedError(f"{path}: {error}; expected a JSON map from picture name to its slots") from error
    if not isinstance(table, dict) or not isinstance(table.get(picture), dict):
        raise ConfirmedError(f"{path} has no slots for {picture}")
    return dict(table[picture])
