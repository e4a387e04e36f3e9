"""Whole random games seen perfectly, every fifth turn illegal: each verdict is right, whatever people make of it."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from referee.record.events import Draft
from referee.rules.dice import Dice
from referee.rules.plays import Play, legal_plays
from referee.rules.position import Position
from referee.rules.score import winner_of
from referee.rules.side import Side
from tests.referee.mischief import misplayed
from tests.referee.observing import pair
from tests.referee.script import START, Script, kinds
from vision.observation import DieReading

TWELVE = Position.parse("W 24:2 13:3 8:3 6:4 | B 24:2 13:3 8:3 6:4", "backgammon", 12)
EVENTS: tuple[tuple[dict[str, object], Position], ...] = (
    ({"turn-ends": "either", "match": "points 3"}, START),
    ({"turn-ends": "clock", "match": "points 1", "illegal-play": "responsible"}, START),
    ({"turn-ends": "dice-lifted", "zone": "one-half", "illegal-play": "condone"}, START),
    ({"checkers": "12"}, TWELVE),
)
MOST_TURNS = 300
ILLEGAL = 0.2
DECISIONS = ("stands", "accept", "demand", "players", "director")


class Players:
    """Two players and a director who know what truly happened; `checked` counts the verdicts."""

    def __init__(self, seed: int) -> None:
        event, self.board = EVENTS[seed % len(EVENTS)]
        self.rng = random.Random(seed)
        self.script = Script({"time-control": "none", **event})
        self.options = self.script.match.setup.options
        self.side = self.rng.choice(list(Side))
        self.dice = Dice(6, 1)
        self.lying: tuple[DieReading, ...] = ()
        self.checked: Counter[str] = Counter()
        self.script.view(self.board)

    def play(self) -> None:
        while sum(self.checked.values()) < MOST_TURNS and winner_of(self.board) is None:
            self.throw()
            self.turn()
            self.side = self.side.other

    def throw(self) -> None:
        first = not self.checked
        self.dice = Dice(5, 2) if first else Dice(self.rng.randint(1, 6), self.rng.randint(1, 6))
        if self.rng.random() < 0.1 and not first and self.script.match.turn.flag is None:
            one, other = self.somewhere(50, 230)
            assert kinds(self.script.view(self.board, (one, replace(other, flat=False)))) == ["rethrow"]
            assert self.script.view(self.board) == []
        self.lying = self.somewhere(270, 500)
        told = kinds(self.script.view(self.board, self.lying))
        assert told[-1] in ("throw", "opening-throw")
        if first:
            self.script.direct("correct", turn=self.side.value, why="who threw the higher number")

    def somewhere(self, top: int, bottom: int) -> tuple[DieReading, DieReading]:
        white = self.side is Side.W
        x = self.rng.randint(480, 760) if white else self.rng.randint(50, 300)
        return pair(str(self.dice), (x, self.rng.randint(top, bottom)), place="right-half" if white else "left-half")

    def turn(self) -> None:
        plays = legal_plays(self.board, self.side, self.dice, self.options).plays
        for _ in range(self.rng.choice((0, 0, 1, 2))):
            tried = misplayed(self.rng, self.board, self.side, self.dice, plays)
            assert self.script.view(tried or self.board, self.lying) == []
            assert self.script.hand() == []
        wrong = misplayed(self.rng, self.board, self.side, self.dice, plays) if self.rng.random() < ILLEGAL else None
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


@pytest.mark.parametrize("seed", range(8))
def test_every_verdict_of_a_random_game_is_right(seed: int) -> None:
    players = Players(seed)
    players.play()
    assert players.checked["play"] > 20
    assert players.checked["illegal"] > 2
    assert "unsure" not in players.script.kinds()
