"""The event that a clip's game is played under, and what its rules say of a turn."""

from typing import Any

from models.synth.game.script import Move
from referee.rules.dice import Dice
from referee.rules.game_ids import BACKGAMMON_ID, LONG_NARDY_ID, SHORT_NARDY_ID
from referee.rules.options import Options
from referee.rules.plays import Play
from referee.rules.position import Position
from referee.rules.side import Side
from referee.rules.verdict import judge_play

SHIPPED = {BACKGAMMON_ID: "wbgf", LONG_NARDY_ID: "nardy-long-fnr", SHORT_NARDY_ID: "nardy-short"}
"""Shipped events by game; the other games are played by their own defaults."""
SETTINGS = {"match": "points 3", "opening": "play-it"}
"""What a clip's event sets: the first throw is played, whoever drew the right to begin."""


def options_of(game: str) -> Options:
    """The options that a clip's game is played by."""
    return Options.load(SHIPPED[game], SETTINGS) if game in SHIPPED else Options.build(game, SETTINGS)


def event_text(game: str, source: str) -> str:
    """The same as an event file."""
    start = f'extends = "{SHIPPED[game]}"' if game in SHIPPED else f'game = "{game}"'
    title = f'title = "A simulated table: {game}, to three points"'
    options = [f'{name} = "{value}"' for name, value in SETTINGS.items()]
    return "\n".join([title, f'source = "{source}"', start, "", "[options]", *options, ""])


def verdict_on(
    before: Position, after: Position, side: Side, dice: Dice, *, first_turn: bool
) -> dict[str, Any]:  # fmt: skip
    """What the rules say of a turn, as JSON values."""
    found = judge_play(before, after, side, dice, options_of(before.game), first_turn=first_turn)
    return {
        "side": side.value, "dice": str(dice), "legal": found.legal, "play": found.play.text if found.play else None,
        "reasons": list(found.reasons), "before": before.text, "position": after.text,
    }  # fmt: skip


def moves_for(play: Play) -> tuple[Move, ...]:
    """The reaches of a hand that make a play: one checker's dice as one way unless it hits on it, pairs together."""
    ways: list[tuple[int, int, bool]] = []
    for step in play.steps:
        if ways and ways[-1][1] == step.start and not ways[-1][2]:
            ways[-1] = (ways[-1][0], step.end, step.hit)
        else:
            ways.append((step.start, step.end, step.hit))
    moves: list[Move] = []
    for start, end, _ in ways:
        last = moves[-1] if moves else None
        if last and (last.start, last.end) == (start, end):
            moves[-1] = Move(start, end, last.count + 1)
        else:
            moves.append(Move(start, end))
    return tuple(moves)
