"""Who sees what: the options `audience` and `pip-counts` (rules.md §7, tournament.md 1.4)."""

from collections.abc import Mapping
from typing import Any

from referee.live.api import EventLike

FLAG_KINDS = frozenset({"illegal", "unsure", "decision", "penalty"})
"""Events that tell of a flag: seen by the director alone unless the audience is `players`."""


def flags_are_public(snapshot: Mapping[str, Any]) -> bool:
    """Whether players and spectators are told of flags. A table that doesn't say so speaks to the players."""
    return bool(snapshot.get("audience", "players") == "players")


def visible_snapshot(snapshot: Mapping[str, Any], director: bool) -> dict[str, Any]:
    """The present state as this reader may see it."""
    shown = dict(snapshot)
    if shown.get("pip_counts") == "hidden":
        shown["pips"] = None
    if not director and not flags_are_public(snapshot):
        shown["flag"] = None
        shown["last"] = [play for play in snapshot.get("last") or [] if play.get("legal") is not False]
        shown["phase"] = None
    return shown


def visible_event(event: EventLike, snapshot: Mapping[str, Any], director: bool) -> bool:
    """Whether this reader may see the event and its evidence."""
    return director or event.kind not in FLAG_KINDS or flags_are_public(snapshot)


def event_json(event: EventLike) -> dict[str, Any]:
    """The event as interfaces.md writes it."""
    names = ("seq", "t_mono_ns", "t_wall", "game", "kind", "clock", "by", "body")
    return {name: getattr(event, name) for name in names}
