"""Whole random games seen perfectly, every fifth turn illegal: each verdict is right, whatever people make of it."""

import os
import random
from collections import Counter
from dataclasses import replace

import pytest

from referee.record.events import Draft
from referee.rules.dice import Dice
from referee.rules.match import white_begins
from referee.rules.plays import Play, legal_plays
from referee.rules.position import Position
from referee.rules.score import outcome_of
from referee.rules.side import Side
from tests.referee.mischief import misplayed
from tests.referee.observing import pair
from tests.referee.script import Script, kinds
from vision.observation import DieReading

GAMES = ("backgammon", "short-nardy", "long-nardy", "portes", "plakoto", "fevga")
TWELVE = Position.parse("W 24:2 13:3 8:3 6:4 | B 24:2 13:3 8:3 6:4", "backgammon", 12)
EVENTS: tuple[dict[str, object], ...] = (
    {"turn-ends": "either", "match": "points 3"},
    {"turn-ends": "clock", "match": "points 1", "illegal-play": "responsible"},
    {"turn-ends": "dice-lifted", "zone": "one-half", "illegal-play": "condone"},
    {"checkers": "12"},
)
MOST_TURNS = 300
ILLEGAL = 0.2
DECISIONS = ("stands", "accept", "demand", "players", "director")
SEEDS = int(os.environ.get("ZARBITER_MISCHIEF", "2"))
"""Random games of each rule set; more with `ZARBITER_MISCHIEF=100 pytest tests/referee/test_random_mischief.py`."""


class Players:
    """Two players and a director who know what truly happened; `checked` counts the verdicts."""

    def __init__(self, game: str, seed: int) -> None:
        event = EVENTS[seed % len(EVENTS)]
        self.rng = random.Random(f"{game} {seed}")
        self.script = Script({"time-control": "none", **event}, game=game)
        self.options = self.script.match.setup.options
        twelve = self.options.checkers == 12 and game == "backgammon"
        self.board = TWELVE if twelve else Position.start(game, self.options.checkers)
        self.side = Side.W if white_begins(game) else self.rng.choice(list(Side))
        self.dice = Dice(6, 1)
        self.lying: tuple[DieReading, ...] = ()
        self.turns: Counter[Side] = Counter()
        self.checked: Counter[str] = Counter()
        self.script.view(self.board)

    def play(self) -> None:
        self.open()
        while sum(self.checked.values()) < MOST_TURNS and outcome_of(self.board, self.options) is None:
            self.throw()
            self.turn()
            self.turns[self.side] += 1
            self.side = self.side.other

    def open(self) -> None:
        """The opening throw of a game whose winner throws afresh; in long nardy the colours were drawn before."""
        if self.options.opening == "play-it" or white_begins(self.board.game):
            return
        self.dice = Dice(5, 2)
        assert kinds(self.script.view(self.board, self.somewhere(50, 230))) == ["opening-throw"]
        self.script.direct("correct", turn=self.side.value, why="who threw the higher number")
        self.script.view(self.board)

    def throw(self) -> None:
        first = not self.checked
        opening = first and self.options.opening == "play-it"
        self.dice = Dice(5, 2) if opening else Dice(self.rng.randint(1, 6), self.rng.randint(1, 6))
        if self.rng.random() < 0.1 and not first and self.script.match.turn.flag is None:
            one, other = self.somewhere(50, 230)
            assert kinds(self.script.view(self.board, (one, replace(other, flat=False)))) == ["rethrow"]
            assert self.script.view(self.board) == []
        self.lying = self.somewhere(270, 500)
        told = kinds(self.script.view(self.board, self.lying))
        assert told[-1] in ("throw", "opening-throw")
        if opening:
            self.script.direct("correct", turn=self.side.value, why="who threw the higher number")

    def somewhere(self, top: int, bottom: int) -> tuple[DieReading, DieReading]:
        white = self.side is Side.W
        x = self.rng.randint(480, 760) if white else self.rng.randint(50, 300)
        return pair(str(self.dice), (x, self.rng.randint(top, bottom)), place="right-half" if white else "left-half")

    def turn(self) -> None:
        first = self.board.game != "backgammon" and not self.turns[self.side]
        plays = legal_plays(self.board, self.side, self.dice, self.options, first).plays
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            tried = misplayed(self.rng, self.board, self.side, self.dice, plays=plays, options=self.options)
            assert self.script.view(tried or self.board, self.lying) == []
            assert self.script.hand() == []
        wrong = None
        if self.rng.random() < ILLEGAL:
            wrong = misplayed(self.rng, self.board, self.side, self.dice, plays=plays, options=self.options)
        after = wrong or self.rng.choice(plays).position
        assert self.script.view(after, self.lying) == []
        pressed = self.options.turn_ends == "clock" or (self.options.turn_ends == "either" and self.rng.random() < 0.5)
        told = self.script.press(self.side)[1:] if pressed else self.script.view(after)
        self.check(told[0], after, "illegal" if wrong else "play")
        if not pressed:
            self.lying = ()
        if wrong:
            after = self.settle(wrong, self.rng.choice(plays))
        self.board = after
        if pressed:
            self.script.view(self.board)

    def check(self, verdict: Draft, after: Position, kind: str) -> None:
        body = verdict.body
        assert (verdict.kind, body["position"]) == (kind, after.text), (self.dice, self.board.text, body)
        assert (body["side"], body["dice"], body["before"]) == (self.side.value, str(self.dice), self.board.text)
        assert bool(body.get("reasons")) == (kind == "illegal")
        self.checked[kind] += 1

    def settle(self, wrong: Position, good: Play) -> Position:
        what = self.rng.choice(DECISIONS)
        if what == "stands":
            return wrong
        if what == "accept":
            assert kinds(self.script.direct("accept")) == ["decision"]
            return wrong
        if what == "director":
            told = kinds(self.script.direct("correct", position=good.position.text, why="as it should be"))
            assert told[:2] == ["correction", "decision"]
            return good.position
        if what == "demand":
            assert kinds(self.script.direct("demand")) == ["decision"]
        assert kinds(self.script.view(good.position, self.lying))[:2] == ["decision", "play"]
        return good.position


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_verdict_of_a_random_game_is_right(game: str, seed: int) -> None:
    players = Players(game, seed)
    players.play()
    assert players.checked.total() > 10
    assert "unsure" not in players.script.kinds()
