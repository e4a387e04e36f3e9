"""Whole random games, played by the rules and seen from first throw to last checker."""

import random
from dataclasses import replace

import pytest

from referee.officiate import Match
from referee.record.games import tell
from referee.record.mat import write_mat
from referee.record.replay import as_event
from referee.rules.dice import Dice
from referee.rules.mat import Moved, Won
from referee.rules.mat_read import parse_match
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.score import winner_of
from referee.rules.side import Side
from tests.referee.observing import observe_position, pair
from tests.referee.script import START, Script
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


def play_game(seed: int, turns: int, soft: bool) -> tuple[Script, list[tuple[str, str]]]:
    """A random game of at most `turns`, each seen thrown, played and lifted; and what was truly played."""
    rng, script, board, side = random.Random(seed), Script(EVENT), START, Side.W
    truth: list[tuple[str, str]] = []

    def view(position: Position, dice: tuple[DieReading, ...] = ()) -> None:
        script.number += 1
        seen = observe_position(position, dice, script.number)
        script.look(softened(seen, rng) if soft else seen)

    view(board)
    while len(truth) < turns and winner_of(board) is None:
        dice = thrown(rng, not truth)
        lying = pair(str(dice), (rng.randint(50, 700), rng.randint(50, 500)))
        view(board, lying)
        play = rng.choice(legal_plays(board, side, dice, script.match.setup.options).plays)
        board, side = play.position, side.other
        view(board, lying)
        view(board)
        truth.append((str(dice), board.text))
    return script, truth


def played(script: Script) -> list[tuple[str, str]]:
    return [(each.draft.body["dice"], each.draft.body["position"]) for each in script.log if each.draft.kind == "play"]


@pytest.mark.parametrize("seed", range(3))
def test_a_game_is_followed_to_its_end_and_its_file_tells_the_same(seed: int) -> None:
    script, truth = play_game(seed, 500, soft=False)
    assert played(script) == truth
    assert script.kinds()[-2:] == ["game-end", "match-end"]
    assert not {"illegal", "unsure", "rethrow"} & set(script.kinds())
    ruled = [*Match.new(script.match.setup).opening(0), *script.log]
    events = [as_event(seq, each, "2026-11-29T00:00:00Z") for seq, each in enumerate(ruled, start=1)]
    acts = parse_match(write_mat(tell(events))).games[0].acts
    assert len([act for act in acts if isinstance(act, Moved)]) == len(truth)
    assert isinstance(acts[-1], Won)
    assert acts[-1].side.value == script.log[-1].draft.body["winner"]


def test_a_little_doubt_everywhere_makes_no_wrong_ruling() -> None:
    script, truth = play_game(7, 30, soft=True)
    assert set(played(script)) <= set(truth)
    assert len(played(script)) >= 0.9 * len(truth)
    assert "illegal" not in script.kinds()
