"""Verdicts of all games on boards reached in every wrong way: a legal play or reasons, never an error."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from referee.rules.board import BAR, OFF
from referee.rules.dice import Dice
from referee.rules.game_ids import (
    BACKGAMMON_ID,
    FEVGA_ID,
    GAME_IDS,
    LONG_NARDY_ID,
    PLAKOTO_ID,
    PORTES_ID,
    SHORT_NARDY_ID,
)
from referee.rules.games import find_game
from referee.rules.options import Options
from referee.rules.plays import Way, legal_plays, turn_of
from referee.rules.position import Place, Position, Side
from referee.rules.steps import apply
from referee.rules.verdict import Verdict, judge_play
from tests.referee.rules.walks import random_walk

COMMON = {
    "wrong-distance", "wrong-direction", "blocked-point", "opponent-checker-moved", "not-all-home",
    "higher-checker-first", "both-dice", "larger-die", "double-unfinished", "die-split", "checker-count",
    "no-move-possible",
}  # fmt: skip
HITTING = COMMON | {"hit-not-on-bar", "bar-first"}
CODES = {
    BACKGAMMON_ID: HITTING,
    SHORT_NARDY_ID: HITTING | {"hit-and-hide", "hit-and-bear-off"},
    LONG_NARDY_ID: COMMON | {"head", "first-throw-head", "six-block", "bear-off-burnt"},
    PORTES_ID: HITTING,
    PLAKOTO_ID: COMMON | {"pinned-moved", "prisoner-bear-off"},
    FEVGA_ID: COMMON | {"first-checker-not-past", "starting-quarter", "six-block", "row-not-opened"},
}
"""The codes of interfaces.md that each game can give."""


@pytest.mark.parametrize("game", GAME_IDS)
def test_every_board_is_judged(game: str) -> None:
    """rules.md E2: legal exactly if a legal play leads there, otherwise with codes of the game and a sentence."""
    chance = random.Random(game)
    options = Options.build(game, {})
    legal = 0
    for position, side, dice, found in islice(random_walk(game, chance.randrange(1000)), 120):
        for seen in _boards(position, side, dice, options, chance):
            told = judge_play(position, seen, side, dice, options)
            assert told.legal == (found.reaching(seen) is not None)
            assert told.legal != bool(told.reasons)
            assert set(told.reasons) <= CODES[game]
            assert told.explanation.endswith(".")
            legal += told.legal
    assert legal > 100


def _boards(position: Position, side: Side, dice: Dice, options: Options, chance: random.Random) -> Iterator[Position]:
    """Results of legal plays, of another throw, of steps that mind no rule, and boards with checkers put anywhere."""
    other = Dice(dice.low, dice.high % 6 + 1)
    for throw in (dice, other):
        plays = legal_plays(position, side, throw, options).plays
        yield from (play.position for play in chance.sample(plays, min(2, len(plays))))
    for _ in range(3):
        stepped = _stepped(position, side, dice, options, chance)
        yield stepped
        yield _pushed(stepped, chance)


def _stepped(position: Position, side: Side, dice: Dice, options: Options, chance: random.Random) -> Position:
    turn = turn_of(position, side, dice, options)
    way = Way(turn.before, dice.numbers, ())
    for die in chance.sample(dice.numbers, chance.randint(1, len(dice.numbers))):
        start = chance.choice([place for place in range(1, 26) if way.board.own[place]] or [OFF])
        if start:
            way = way._replace(board=apply(turn.game, way.board, start, max(start - die, OFF))[0])
    return _seen(options.game, {side: way.board.own, side.other: way.board.opp})


def _pushed(position: Position, chance: random.Random) -> Position:
    counts = {side: bytearray(position.counts(side)) for side in Side}
    for _ in range(chance.randint(1, 3)):
        side = chance.choice(list(Side))
        counts[side][chance.choice([place for place in range(26) if counts[side][place]])] -= 1
        counts[side][chance.randint(0, BAR)] += 1
    return _seen(position.game, {side: bytes(counts[side]) for side in Side})


def _seen(game: str, counts: dict[Side, bytes]) -> Position:
    names: dict[int, Place] = {OFF: "off", BAR: "bar"}
    places = {side: {names.get(at, at): n for at, n in enumerate(counts[side]) if n} for side in Side}
    return Position.of(game, places[Side.W], places[Side.B], mixed=True)


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_turn_that_begins_on_a_board_that_cannot_be(game: str) -> None:
    """rules.md E2: an illegal board that was accepted is played on from."""
    chance = random.Random(game)
    options = Options.build(game, {})
    for position, side, dice, _ in islice(random_walk(game, 4), 60):
        odd = _pushed(position, chance)
        for play in legal_plays(odd, side, dice, options).plays[:3]:
            assert judge_play(odd, play.position, side, dice, options).legal
        told: Verdict = judge_play(odd, _pushed(odd, chance), side, dice, options)
        assert told.legal != bool(told.reasons)


def test_every_game_has_its_codes() -> None:
    assert set(CODES) == set(GAME_IDS)
    assert all(find_game(game).title for game in GAME_IDS)
