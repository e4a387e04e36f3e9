"""Whole random games, played by the rules and seen from first throw to last checker."""

import random
from dataclasses import replace

import pytest

from referee.officiate import Match
from referee.record.events import Event
from referee.record.games import tell
from referee.record.mat import write_mat
from referee.record.replay import as_event
from referee.rules.dice import Dice
from referee.rules.game_ids import GAME_IDS
from referee.rules.mat import Moved, Won
from referee.rules.mat_read import parse_match
from referee.rules.match import white_begins
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.score import outcome_of
from referee.rules.side import Side
from tests.referee.observing import observe_position, pair
from tests.referee.script import Script
from vision.observation import DieReading, Observation, SlotReading, Stack

EVENT: dict[str, object] = {"turn-ends": "dice-lifted", "zone": "one-half", "match": "points 1"}


def thrown(rng: random.Random, opening: bool) -> Dice:
    """A throw; an opening throw is no double."""
    while (dice := Dice(rng.randint(1, 6), rng.randint(1, 6))).is_double and opening:
        pass
    return dice


def softened(view: Observation, rng: random.Random) -> Observation:
    """The same view with a little doubt in every point: a checker more or fewer is 3 % likely."""

    def soft(reading: SlotReading) -> SlotReading:
        stack = reading.alternatives[0][0]
        more = Stack(stack.shade or rng.choice(("L", "D")), stack.count + 1)
        return SlotReading(((stack, 0.97), (more, 0.03)))

    return replace(view, slots={name: soft(reading) for name, reading in view.slots.items()})


def play_game(game: str, seed: int, turns: int, soft: bool) -> tuple[Script, list[tuple[str, str]]]:
    """A random game of at most `turns`, each seen thrown, played and lifted; and what was truly played."""
    rng, script, board, side = random.Random(seed), Script(EVENT, game=game), Position.start(game), Side.W
    truth: list[tuple[str, str]] = []

    def view(position: Position, dice: tuple[DieReading, ...] = ()) -> None:
        script.number += 1
        seen = observe_position(position, dice, script.number)
        script.look(softened(seen, rng) if soft else seen)

    view(board)
    opening = script.match.setup.options.opening == "play-it"
    if not opening and not white_begins(game):
        view(board, pair("6-1"))
        script.press(side.other)
        view(board)
    while len(truth) < turns and outcome_of(board, script.match.setup.options) is None:
        dice = thrown(rng, opening and not truth)
        lying = pair(str(dice), (rng.randint(50, 700), rng.randint(50, 500)))
        view(board, lying)
        plays = legal_plays(board, side, dice, script.match.setup.options, first_turn=len(truth) < 2)
        play = rng.choice(plays.plays)
        board, side = play.position, side.other
        view(board, lying)
        view(board)
        truth.append((str(dice), board.text))
    return script, truth


def played(script: Script) -> list[tuple[str, str]]:
    return [(each.draft.body["dice"], each.draft.body["position"]) for each in script.log if each.draft.kind == "play"]


def told(script: Script) -> list[Event]:
    ruled = [*Match.new(script.match.first).opening(0), *script.log]
    return [as_event(seq, each, "2026-11-29T00:00:00Z") for seq, each in enumerate(ruled, start=1)]


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_game_is_followed_to_its_end_and_its_file_tells_the_same(game: str) -> None:
    script, truth = play_game(game, 2, 500, soft=False)
    assert played(script) == truth
    assert "game-end" in script.kinds()[-2:]
    assert not {"illegal", "unsure", "rethrow"} & set(script.kinds())
    acts = parse_match(write_mat(tell(told(script)))).games[0].acts
    assert len([act for act in acts if isinstance(act, Moved)]) == len(truth)
    if winner := script.last("game-end")["winner"]:
        assert isinstance(acts[-1], Won)
        assert acts[-1].side.value == winner


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_little_doubt_everywhere_makes_no_wrong_ruling(game: str) -> None:
    script, truth = play_game(game, 7, 30, soft=True)
    assert set(played(script)) <= set(truth)
    assert len(played(script)) >= 0.9 * len(truth)
    assert "illegal" not in script.kinds()
