"""Options that cannot hold together are refused by name (rules.md §7)."""

from collections.abc import Collection, Mapping
from typing import Any

from referee.rules.errors import OptionError
from referee.rules.game_ids import TAVLI_IDS
from referee.rules.option_kinds import Spec

_CUBE_OPTIONS = ("beaver", "jacoby", "no-mars-with-dave")
_TRIPLE_SCORINGS = ("backgammon", "oin-mars-koks", "home-mars", "four-step", "by-remaining")


def refuse_contradictions(
    game: str, values: Mapping[str, Any], changed: Collection[str], specs: Mapping[str, Spec]
) -> None:
    """Raise OptionError for the first contradiction; `changed` are the ids not at the game's default."""
    faults = [
        *_foreign(game, values, changed, specs),
        *_tavli(game, values),
        *_match_play(values),
        *_cube(values, changed),
        *_rest(values, changed),
    ]
    if faults:
        raise OptionError(faults[0])


def _foreign(game: str, values: Mapping[str, Any], changed: Collection[str], specs: Mapping[str, Spec]) -> list[str]:
    games = set(TAVLI_IDS) | {game} if values["match"].kind == "tavli" else {game}
    return [
        f"{name} is an option of {', '.join(specs[name].games)}; it means nothing in {game}"
        for name in changed
        if specs[name].games and not games & set(specs[name].games)
    ]


def _tavli(game: str, values: Mapping[str, Any]) -> list[str]:
    match = values["match"]
    faults = []
    if match.kind == "tavli" and game not in TAVLI_IDS:
        faults.append(f"match = {match} is played with {', '.join(TAVLI_IDS)}, not with {game}")
    if game in TAVLI_IDS and values["cube"]:
        faults.append(f"cube = on and {game} contradict each other: {game} has no cube")
    if game in TAVLI_IDS and values["scoring"] in _TRIPLE_SCORINGS:
        faults.append(f"scoring = {values['scoring']} and {game} contradict each other: {game} has no triple game")
    return faults


def _match_play(values: Mapping[str, Any]) -> list[str]:
    match = values["match"]
    if match.kind == "money":
        return []
    faults = [
        f"{name} = on and match = {match} contradict each other: it is for money play"
        for name in ("jacoby", "beaver")
        if values[name]
    ]
    if values["automatic-doubles"]:
        faults.append(f"automatic-doubles and match = {match} contradict each other: they are for money play")
    if values["form"] == "chouette":
        faults.append(f"form = chouette and match = {match} contradict each other: a chouette is played for money")
    return faults


def _cube(values: Mapping[str, Any], changed: Collection[str]) -> list[str]:
    if values["cube"]:
        return []
    faults = [f"{name} = on and cube = off contradict each other" for name in _CUBE_OPTIONS if values[name]]
    if "stakes" in changed:
        faults.append("stakes = arithmetic and cube = off contradict each other")
    return faults


def _rest(values: Mapping[str, Any], changed: Collection[str]) -> list[str]:
    faults = []
    if values["box-partner"] == "yes" and values["form"] != "chouette":
        faults.append("box-partner = yes and form = two-players contradict each other")
    if values["flag-fall"] == "overtime" and values["overtime"] is None:
        faults.append("flag-fall = overtime and overtime = none contradict each other: set overtime to a duration")
    return faults
