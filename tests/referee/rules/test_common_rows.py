"""Rows that hold in every game, asked of each game."""

from itertools import combinations, islice

import pytest

from referee.rules.board import BAR, OFF
from referee.rules.dice import Dice
from referee.rules.game_ids import GAME_IDS
from referee.rules.options import Options
from referee.rules.position import Position
from referee.rules.side import Side
from referee.rules.verdict import judge_play
from tests.referee.rules.walks import random_walk

OPEN = "W 11:2 8:2 off:11 | B 24:2 off:13"
"""White has passed fevga's start and left every head; Black stands on White's 1, or on White's 12 in the same way."""


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_number_is_not_split_between_two_checkers(game: str) -> None:
    """rules.md M6: 4-1 played as 8/5 and 11/10, with the 4 split into 3 and 1."""
    before = Position.parse(OPEN, game)
    after = Position.parse(OPEN.replace("11:2 8:2", "11:1 10:1 8:1 5:1"), game)
    verdict = judge_play(before, after, Side.W, Dice(4, 1), Options.build(game, {}))
    assert "die-split" in verdict.reasons
    assert not verdict.legal


@pytest.mark.parametrize("game", GAME_IDS)
def test_pips_played_are_numbers_thrown(game: str) -> None:
    """rules.md M1, M2: pips are a sum of the numbers thrown, a double's up to four times; less only in bearing off."""
    for position, side, dice, found in islice(random_walk(game, 3), 150):
        numbers = [dice.high] * 4 if dice.is_double else [dice.high, dice.low]
        sums = {sum(some) for size in range(len(numbers) + 1) for some in combinations(numbers, size)}
        for play in found.plays[:20]:
            used = position.pips(side) - play.position.pips(side)
            bears_off = any(end == OFF for _, end in play.moves)
            assert used in sums or (bears_off and used < max(sums)), (position.text, dice, play.text)


@pytest.mark.parametrize("game", ["backgammon", "short-nardy", "portes"])
def test_who_is_on_the_bar_enters_first(game: str) -> None:
    """rules.md M7: no play of a side on the bar begins elsewhere while a checker is left there."""
    entered = 0
    for position, side, _, found in islice(random_walk(game, 5), 400):
        waiting = position.count(side, "bar")
        for play in found.plays:
            entering = sum(start == BAR for start, _ in play.moves)
            entered += entering
            assert entering == waiting or all(start == BAR for start, _ in play.moves), (position.text, play.text)
    assert entered > 20
