"""Questions about plays, from text to JSON documents (interfaces.md, `plays` and `judge`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from referee.rules.board import place_name
from referee.rules.dice import Dice
from referee.rules.errors import OptionError, RulesError
from referee.rules.event_file import read_event
from referee.rules.game_ids import TAVLI_IDS
from referee.rules.notation import read_position
from referee.rules.options import Options
from referee.rules.plays import Play, legal_plays
from referee.rules.side import Side
from referee.rules.verdict import judge_play

FIRST_TURN = "first-turn"


@dataclass(frozen=True)
class Asked:
    """One question as text: one or two positions, the throw, who moves, options by id."""

    positions: tuple[str, ...]
    dice: str
    turn: Side | None = None
    first_turn: bool = False
    settings: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    """The JSON document of an answer, its heading for people, who moves, and whether it is a positive one."""

    document: dict[str, Any]
    title: str
    side: Side = Side.W
    positive: bool = True


def settings_of(game: str, event: str | None, pairs: Sequence[str]) -> dict[str, object]:
    """Option id → value of an event and of `option=value` pairs. Raises OptionError for any that `game` refuses."""
    settings: dict[str, object] = {}
    if event is not None:
        settings.update(_event_settings(game, event))
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise OptionError(f"{pair!r} sets nothing; write option=value, such as zone=one-half")
        settings[name.strip()] = value.strip()
    _options(game, tuple(sorted((name, str(value)) for name, value in settings.items())))
    return settings


def _event_settings(game: str, event: str) -> Mapping[str, object]:
    """What an event sets; a tavli event sets it for each game of the rotation."""
    profile = read_event(event)
    tavli = Options.build(profile.game, profile.settings).match.kind == "tavli"
    played = TAVLI_IDS if tavli else (profile.game,)
    if game not in played:
        raise OptionError(f"event {event!r} is for {', '.join(played)}, not for {game}; name an event for {game}")
    return profile.settings


def asked_line(line: str, template: Asked) -> Asked:
    """Read `POSITION ; DICE ; W|B [; option=value]…`, with the positions, side and options that `template` names.

    Raises RulesError.
    """
    fields = [part.strip() for part in line.split(";")]
    count = len(template.positions)
    if len(fields) < count + 1:
        form = " ; ".join((*template.positions, "DICE", "W|B"))
        raise RulesError(f"line {line.strip()!r}: write {form} [; option=value]…")
    rest = fields[count + 1 :]
    turn = Side(rest.pop(0)) if rest and rest[0] in tuple(Side) else template.turn
    asked = replace(template, positions=tuple(fields[:count]), dice=fields[count], turn=turn)
    for extra in filter(None, rest):
        if extra == FIRST_TURN:
            asked = replace(asked, first_turn=True)
            continue
        name, equals, value = extra.partition("=")
        if not equals:
            raise RulesError(f"line {line.strip()!r}: {extra!r} is neither W, B, first-turn nor option=value")
        asked = replace(asked, settings={**asked.settings, name.strip(): value.strip()})
    return asked


def ask_play(game: str, asked: Asked) -> Answer:
    """All legal plays. Raises RulesError."""
    options = _options(game, tuple(sorted((name, str(value)) for name, value in asked.settings.items())))
    position, side = read_position(asked.positions[0], game, asked.turn, options.checkers)
    dice = Dice.parse(asked.dice)
    found = legal_plays(position, side, dice, options, asked.first_turn)
    document = {
        "count": len(found.plays),
        "dice_used": found.dice_used,
        "plays": [_play(play) for play in found.plays],
    }
    used = "1 die" if found.dice_used == 1 else f"{found.dice_used} dice"
    return Answer(document, f"{side.colour}, {dice}: {len(found.plays)} legal, {used} played", side)


def ask_verdict(game: str, asked: Asked) -> Answer:
    """Whether a change was a legal play, and why not. Raises RulesError."""
    options = _options(game, tuple(sorted((name, str(value)) for name, value in asked.settings.items())))
    before, side = read_position(asked.positions[0], game, asked.turn, options.checkers)
    after, _ = read_position(asked.positions[1], game, side, options.checkers)
    verdict = judge_play(before, after, side, Dice.parse(asked.dice), options, first_turn=asked.first_turn)
    name = "legal" if verdict.legal else "illegal"
    document = {
        "verdict": name,
        "play": verdict.play.text if verdict.play else None,
        "reasons": list(verdict.reasons),
        "explanation": verdict.explanation,
    }
    return Answer(document, name, side, verdict.legal)


@lru_cache(maxsize=256)
def _options(game: str, settings: tuple[tuple[str, str], ...]) -> Options:
    return Options.build(game, dict(settings))


def _play(play: Play) -> dict[str, Any]:
    moves = [[_place(start), _place(end)] for start, end in play.moves]
    return {"text": play.text, "moves": moves, "position": play.position.text}


def _place(place: int) -> int | str:
    name = place_name(place)
    return place if name.isdigit() else name
