"""A performance is what its script says: nothing leaps, only told checkers move, hands are there when they do, and the
events replayed by the rules give the positions that stand."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from models.synth import game as package
from models.synth.game.kit import kit_of
from models.synth.game.perform import perform
from models.synth.game.performance import Performance
from models.synth.game.random_script import random_script
from models.synth.game.rules_of import options_of
from models.synth.game.script import Lift, Play, Script, ScriptError, Throw, Wait, moves_of, script_of
from models.synth.game.standing import standing_as
from models.synth.game.track import Track
from referee.rules.dice import Dice
from referee.rules.game_ids import GAME_IDS
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.side import Side

FPS = 12
MOST_MM = {"checker": 100.0, "die": 160.0, "hand": 170.0}
"""Longest way between two pictures."""
SCRIPTS = Path(package.__file__).parent / "scripts"


@cache
def played(game: str, seed: int = 2) -> Performance:
    return perform(random_script(game, seed, 45.0, 0.6), kit_of(seed), seed)


@cache
def told(name: str) -> Performance:
    return perform(script_of((SCRIPTS / f"{name}.toml").read_text(encoding="utf-8")), kit_of(0), 1)


ALL = [*(("random", game) for game in GAME_IDS), *(("told", path.stem) for path in sorted(SCRIPTS.glob("*.toml")))]


@pytest.fixture(params=ALL, ids="-".join)
def performance(request: pytest.FixtureRequest) -> Performance:
    kind, name = request.param
    return played(name) if kind == "random" else told(name)


def way(track: Track, start_s: float, end_s: float) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.array([track.place(t_s) for t_s in np.arange(start_s, end_s + 1e-9, 1 / FPS)])


def test_nothing_leaps(performance: Performance) -> None:
    kinds = {"checker": performance.checkers, "die": performance.dice, "hand": performance.hands}
    for kind, tracks in kinds.items():
        for track in tracks:
            steps = np.linalg.norm(np.diff(way(track, 0, performance.length_s), axis=0), axis=1)
            assert steps.max() < MOST_MM[kind]


def test_only_checkers_that_are_told_move(performance: Performance) -> None:
    for event in performance.events:
        moved = {number for number, track in enumerate(performance.checkers) if track.moves(event.t_s, event.end_s)}
        if event.kind == "play":
            steps = event.body["moves"]
            assert moved == {step["checker"] for step in steps} | {step["hit"] for step in steps if "hit" in step}
        elif event.kind != "bump" or event.body["what"] != "board":
            assert not moved


def test_dice_move_only_when_their_side_throws_or_lifts_or_the_board_is_knocked(performance: Performance) -> None:
    for event in performance.events:
        moved = {number // 2 for number, track in enumerate(performance.dice) if track.moves(event.t_s, event.end_s)}
        if event.kind in {"throw", "lift"}:
            assert moved == {0 if event.body["side"] == "W" else 1}
        elif event.kind != "bump":
            assert not moved


def test_a_checker_moves_only_under_its_players_fingers(performance: Performance) -> None:
    for event in performance.events:
        for step in event.body.get("moves", ()):
            hand = performance.hands[0 if event.body["side"] == "W" else 1]
            track = performance.checkers[step["checker"]]
            for t_s in np.arange(step["t"], step["end"], 1 / FPS):
                if track.moves(t_s, t_s + 0.01):
                    off = hand.place(t_s) - track.place(t_s)
                    assert np.hypot(off[0], off[1]) < 0.01
                    assert 0 < off[2] < 2 * performance.kit.top.checker_height


def test_checkers_end_where_the_event_says(performance: Performance) -> None:
    """The place of every moved checker is on the point that its event names."""
    regions = performance.kit.top.geometry.regions()
    for settled in performance.settled:
        for (name, _), pile in settled.checkers.piles.items():
            for number in pile:
                x, y, _ = performance.checkers[number].place(settled.t_s)
                if name in regions:
                    assert regions[name].holds(x, y) or name == "bar"


def test_whenever_all_is_still_nothing_moves_and_no_hand_is_over_the_board(performance: Performance) -> None:
    assert performance.settled
    for settled in performance.settled:
        assert performance.is_still(settled.t_s, settled.end_s)
        assert performance.hands_over(settled.t_s) == ()


def test_the_events_replayed_give_the_positions_that_stand(performance: Performance) -> None:
    events, position = iter(performance.events), performance.start.position
    event = next(events, None)
    for settled in performance.settled:
        while event is not None and event.end_s <= settled.t_s + 1e-6:
            if event.kind == "play":
                assert event.body["before"] == position.text
                position = Position.parse(event.body["position"], performance.game)
            event = next(events, None)
        assert settled.checkers.position == position


def test_a_turn_told_as_legal_is_a_legal_play_of_the_rules(performance: Performance) -> None:
    turns = 0
    throws = [event for event in performance.events if event.kind == "throw" and event.body["valid"]]
    for event in performance.events:
        if event.kind != "turn":
            continue
        before, after = (Position.parse(event.body[key], performance.game) for key in ("before", "position"))
        side, dice = Side(event.body["side"]), Dice.parse(event.body["dice"])
        last = [throw for throw in throws if throw.end_s < event.t_s][-1]
        assert (Side(last.body["side"]), Dice(*last.body["values"])) == (side, dice)
        first = throws.index(last) < 2
        found = legal_plays(before, side, dice, options_of(performance.game), first).reaching(after)
        assert event.body["legal"] == (found is not None)
        turns += 1
    assert turns


@pytest.mark.parametrize("game", GAME_IDS)
def test_the_same_seed_plays_the_same_game(game: str) -> None:
    def all_of(seed: int) -> tuple[list[object], list[list[float]]]:
        once = perform(random_script(game, seed, 15.0, 0.5), kit_of(seed), seed)
        return [event.as_json() for event in once.events], [track.place(9.3).tolist() for track in once.tracks]

    assert all_of(3) == all_of(3)
    assert all_of(3) != all_of(4)


def scripts() -> Iterator[tuple[str, Script]]:
    throw = Throw(Side.W, (3, 1))
    yield "dice still lie there", Script("backgammon", (throw, throw))
    yield "no dice to lift", Script("backgammon", (Lift(Side.B),))
    yield "no checker on its 7", Script("backgammon", (Play(Side.W, moves_of("7/4")),))
    yield "the script's position", Script("backgammon", (), "W 24:16 | B 24:15")
    yield "holds the other side", Script("backgammon", (Play(Side.W, moves_of("24/19")),))


@pytest.mark.parametrize(("said", "script"), list(scripts()), ids=lambda value: value if isinstance(value, str) else "")
def test_what_can_not_be_played_is_refused(said: str, script: Script) -> None:
    with pytest.raises(ScriptError, match=said):
        perform(script, kit_of(0), 1)


def test_two_checkers_are_carried_together_and_one_slides_along_the_board() -> None:
    acts = (Play(Side.W, moves_of("13/9(2)")), Wait(1.0), Play(Side.W, moves_of("6/5"), "slide"), Wait(1.0))
    once = perform(Script("backgammon", acts), kit_of(0), 1)
    first, second = once.events
    pair = [once.checkers[step["checker"]] for step in first.body["moves"]]
    height = once.kit.top.checker_height
    together = [
        t_s
        for t_s in np.arange(first.t_s, first.end_s, 0.05)
        if np.isclose(abs(pair[0].place(t_s)[2] - pair[1].place(t_s)[2]), height)
        and np.allclose(pair[0].place(t_s)[:2], pair[1].place(t_s)[:2])
        and all(track.moves(t_s, t_s + 0.02) for track in pair)
    ]
    assert len(together) > 4
    slid = once.checkers[second.body["moves"][0]["checker"]]
    assert way(slid, second.t_s, second.end_s)[:, 2].max() < 0.5
    assert np.ptp(way(slid, second.t_s, second.end_s)[:, 0]) > 20


def test_random_games_show_every_sort_of_mischief() -> None:
    found: set[str] = set()
    for seed in range(12):
        for act in random_script("backgammon", seed, 90.0, 0.9).acts:
            if isinstance(act, Play):
                found.add(act.why)
            elif isinstance(act, Throw):
                found.add("throw" if act.how == "valid" else "bad throw")
            else:
                found.add(type(act).__name__)
    expected = {"play", "wrong", "half", "right", "take-back", "rest", "throw", "bad throw"}
    assert expected | {"Wait", "Press", "Lift", "Bump", "Pass"} <= found


def test_a_game_without_mischief_holds_legal_turns_only() -> None:
    for seed in range(3):
        once = perform(random_script("plakoto", seed, 60.0, 0.0), kit_of(seed), seed)
        turns = [event for event in once.events if event.kind == "turn"]
        assert turns
        assert all(event.body["legal"] for event in turns)
        assert all(event.body.get("valid", True) for event in once.events)


def test_a_started_position_is_the_one_on_the_board() -> None:
    script = Script("plakoto", (Wait(1.0),), "W 24:14 13:1p | B 24:13 12:2")
    once = perform(script, kit_of(0), 1)
    assert once.settled[0].checkers == standing_as(Position.parse(script.position or "", "plakoto"))


def test_the_demo_shows_what_a_referee_must_handle() -> None:
    """A throw that counts, a legal play, a die on a checker, an illegal play, its correction, and a turn after it."""
    events = told("demo").events
    throws = [(event.body["values"], event.body["how"]) for event in events if event.kind == "throw"]
    assert throws == [([3, 1], "valid"), ([5, 2], "cocked"), ([6, 4], "valid"), ([5, 2], "valid")]
    turns = [(event.body["legal"], event.body["play"]) for event in events if event.kind == "turn"]
    assert turns == [(True, "8/5 6/5"), (False, None), (True, "24/18 13/9"), (True, "13/8 13/11")]
    assert [event.body["side"] for event in events if event.kind == "press"] == ["W", "B", "W"]
    assert told("demo").start.position == Position.start("backgammon")
