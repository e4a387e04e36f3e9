"""The whole record as one JSON document."""

import json
from collections.abc import Sequence

from referee.record.events import Event
from referee.record.games import MatchRecord, tell

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
        "score": game.score,
        "start": game.start,
        "winner": game.winner,
        "points": game.points,
        "entries": [
            {"side": entry.side, "what": entry.what, "dice": entry.dice, "play": entry.play, "position": entry.position}
            for entry in game.entries
        ],
    }
