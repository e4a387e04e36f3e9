"""Options that cannot hold together are refused by name, with the nearest setting that can (rules.md §7)."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from referee.rules.errors import OptionError
from referee.rules.game_ids import GAME_IDS, LONG_NARDY_ID, SHORT_NARDY_ID, TAVLI_IDS
from referee.rules.option_kinds import Spec

Values = Mapping[str, Any]

_TRIPLE_SCORINGS = ("backgammon", "oin-mars-koks", "home-mars", "four-step", "by-remaining")
_MONEY_ONLY = ("jacoby", "beaver")
_CUBE_OPTIONS = ("beaver", "jacoby", "no-mars-with-dave")


def refuse_contradictions(game: str, values: Values, changed: Collection[str], specs: Mapping[str, Spec]) -> None:
    """Raise OptionError for the first contradiction; `changed` are the ids not at the game's default."""
    checks = (
        _foreign(game, values, changed, specs),
        _tavli(game, values),
        _match_play(values),
        _cube(game, values, changed),
        _next_game(game, values),
        _dice(values),
        _clock(values),
    )
    for faults in checks:
        for fault in faults:
            raise OptionError(fault)


def _foreign(game: str, values: Values, changed: Collection[str], specs: Mapping[str, Spec]) -> Iterator[str]:
    played = set(TAVLI_IDS) | {game} if values["match"].kind == "tavli" else {game}
    for name in specs:
        games = specs[name].games
        if name in changed and games and not played & set(games):
            yield f"{name} is an option of {', '.join(games)}; it means nothing in {game}: leave it out"


def _tavli(game: str, values: Values) -> Iterator[str]:
    match = values["match"]
    if match.kind == "tavli" and game not in TAVLI_IDS:
        yield (
            f"match = {match} is played with {', '.join(TAVLI_IDS)}, not with {game}: "
            f"set game = {TAVLI_IDS[0]!r}, or match = points {match.length}"
        )
    if game in TAVLI_IDS and values["cube"]:
        yield _clash("cube = on", game, f"{game} has no cube", "cube = off")
    if game in TAVLI_IDS and values["scoring"] in _TRIPLE_SCORINGS:
        yield _clash(f"scoring = {values['scoring']}", game, f"{game} has no triple game", "scoring = oin-mars")


def _match_play(values: Values) -> Iterator[str]:
    match = values["match"]
    if values["crawford"] and match.kind != "points":
        yield _clash("crawford = on", f"match = {match}", "it is for a match to points", "crawford = off")
    if match.kind == "money":
        return
    for name in _MONEY_ONLY:
        if values[name]:
            yield _clash(f"{name} = on", f"match = {match}", "it is for money play", f"{name} = off")
    if values["automatic-doubles"]:
        automatic = f"automatic-doubles = {values['automatic-doubles']}"
        yield _clash(automatic, f"match = {match}", "they are for money play", "automatic-doubles = 0")
    if values["form"] == "chouette":
        yield _clash("form = chouette", f"match = {match}", "a chouette is played for money", "match = money")


def _cube(game: str, values: Values, changed: Collection[str]) -> Iterator[str]:
    if values["jacoby"] and values["no-mars-with-dave"]:
        both = "together no gammon would ever count"
        yield _clash("jacoby = on", "no-mars-with-dave = on", both, "no-mars-with-dave = off")
    if values["cube"]:
        return
    for name in _CUBE_OPTIONS:
        if values[name]:
            yield _clash(f"{name} = on", "cube = off", "it is a rule about the cube", f"{name} = off")
    if "stakes" in changed:
        yield _clash("stakes = arithmetic", "cube = off", "only the cube raises the stake", "stakes = doubling")
    if values["automatic-doubles"]:
        automatic = f"automatic-doubles = {values['automatic-doubles']}"
        yield _clash(automatic, "cube = off", "the cube shows them", "automatic-doubles = 0")
    if values["form"] == "chouette":
        form = "form = two-players" if game in TAVLI_IDS else "cube = on"
        yield _clash("form = chouette", "cube = off", "each member has a cube", form)


def _next_game(game: str, values: Values) -> Iterator[str]:
    nardy = (SHORT_NARDY_ID, LONG_NARDY_ID)
    if values["starter"] == "previous-black-swap" and game not in nardy:
        why = f"colours are swapped in {' and '.join(each for each in GAME_IDS if each in nardy)} only"
        yield _clash("starter = previous-black-swap", game, why, "starter = previous-winner")
    if values["box-partner"] == "yes" and values["form"] != "chouette":
        yield _clash("box-partner = yes", "form = two-players", "only a chouette has a box", "box-partner = none")


def _dice(values: Values) -> Iterator[str]:
    if values["dice-on-checkers"] == "valid" and values["touching-checker"] == "rethrow":
        why = "a die on a checker touches it"
        yield _clash("dice-on-checkers = valid", "touching-checker = rethrow", why, "touching-checker = valid")


def _clock(values: Values) -> Iterator[str]:
    if values["flag-fall"] != "overtime":
        return
    if not values["overtime"]:
        overtime = f"overtime = {'none' if values['overtime'] is None else '0 s'}"
        yield _clash("flag-fall = overtime", overtime, "there is none to give", "overtime = 1 min")
    if values["time-control"] == "none":
        yield _clash("flag-fall = overtime", "time-control = none", "no flag can fall", "flag-fall = report")


def _clash(one: str, other: str, why: str, nearest: str) -> str:
    return f"{one} and {other} contradict each other: {why}; set {nearest}"
