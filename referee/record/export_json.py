"""The whole record as one JSON document."""

import json
from collections.abc import Sequence

from referee.record.events import Event
from referee.record.games import ACTIONS, Entry, MatchRecord, tell

SCHEMA = 1


def write_json(events: Sequence[Event]) -> str:
    """Match, games and every event. Raises ValueError for a log without a beginning."""
    match = tell(events)
    document = {
        "schema": SCHEMA,
        "names": dict(zip("WB", match.names, strict=True)),
        "length": match.length,
        "rules": match.rules,
        "options": match.options,
        "games": [_game(match, number) for number in range(len(match.games))],
        "events": [event.as_json() for event in events],
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _game(match: MatchRecord, index: int) -> dict[str, object]:
    game = match.games[index]
    return {
        "number": game.number,
        "rules": game.rules,
        "names": dict(zip("WB", game.names, strict=True)),
        "score": game.score,
        "start": game.start,
        "winner": game.winner,
        "points": game.points if game.drawn is None else game.drawn,
        "drawn": game.drawn is not None,
        "entries": [_entry(entry) for entry in game.entries],
    }


def _entry(entry: Entry) -> dict[str, object]:
    told: dict[str, object] = {"side": entry.side, "what": entry.what}
    if entry.what not in ACTIONS:
        return {**told, "dice": entry.dice, "play": entry.play, "position": entry.position}
    if entry.what == "resign":
        return {**told, "level": entry.level}
    return {**told, "value": entry.value} if entry.value else told
