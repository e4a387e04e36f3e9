"""What `zarbiter profiles` shows: shipped event profiles and every option."""

from typing import Any

from referee.rules.event_file import EventFile, read_event, shipped_profiles
from referee.rules.game_ids import GAME_IDS
from referee.rules.options import SPECS, Options


def profile_rows(name: str | None = None) -> list[dict[str, Any]]:
    """One row a shipped profile, or the one named. Raises OptionError for a broken or contradictory one."""
    return [_profile(each, read_event(each)) for each in ([name] if name else shipped_profiles())]


def _profile(name: str, event: EventFile) -> dict[str, Any]:
    options = Options.build(event.game, event.settings).as_text()
    settings = {option: text for option, text in options.items() if option in event.settings}
    return {"id": name, "title": event.title, "source": event.source, "game": event.game, "settings": settings}


def option_rows() -> list[dict[str, Any]]:
    """One row an option, in the order of rules.md §7; `games` empty means all."""
    return [
        {
            "id": name,
            "values": list(spec.kind.allowed()),
            "default": spec.default,
            "default_by_game": {game: spec.by_game[game] for game in GAME_IDS if game in spec.by_game},
            "help": spec.help,
            "source": spec.source,
            "games": list(spec.games),
        }
        for name, spec in SPECS.items()
    ]
