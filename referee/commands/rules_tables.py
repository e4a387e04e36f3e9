"""What `zarbiter profiles` tells: shipped event profiles and every option, as JSON documents."""

from collections.abc import Iterator
from typing import Any

from referee.rules.event_file import EventFile, read_event, shipped_profiles
from referee.rules.game_ids import GAME_IDS, TAVLI_IDS
from referee.rules.options import SPECS, Options


def profile_rows(name: str | None = None) -> list[dict[str, Any]]:
    """One row a shipped profile, or the one named. Raises OptionError for a broken or contradictory one."""
    return [_profile(each, read_event(each)) for each in (shipped_profiles() if name is None else [name])]


def _profile(name: str, event: EventFile) -> dict[str, Any]:
    """`settings` are what the event sets, `changes` those of them that are not the game's default."""
    options = {each.game: each.as_text() for each in _games_of(Options.build(event.game, event.settings))}
    first = options[event.game]
    return {
        "id": name,
        "title": event.title,
        "source": event.source,
        "game": event.game,
        "notes": list(event.notes),
        "settings": {option: text for option, text in first.items() if option in event.settings},
        "changes": {
            option: text
            for option, text in first.items()
            if option in event.settings and text != SPECS[option].default_for(event.game)
        },
        "options": options,
    }


def _games_of(options: Options) -> Iterator[Options]:
    """The options of each game that the event plays."""
    yield options
    if options.match.kind == "tavli":
        yield from (options.for_game(game) for game in TAVLI_IDS if game != options.game)


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
