"""The end of a game and what comes after: results, colours, the rotation of tavli; and that a replay gives the same."""

from collections.abc import Mapping
from typing import Any

import pytest

from referee.officiate import Match
from referee.record.replay import as_event, differences, rerun
from referee.rules.position import Position
from referee.rules.side import Side
from referee.turn.state import Phase
from tests.referee.observing import die, pair
from tests.referee.script import LEFT, RIGHT, Script, kinds, position

CLOCK: dict[str, object] = {"turn-ends": "clock", "time-control": "simple-delay"}


def play_end(script: Script, text: str, dice: str, end: str, turn: str = "W") -> list[Any]:
    """A game taken up near its end: `text`, `turn` throws `dice` and plays to `end`; what was written at its end."""
    game = script.match.setup.options.game
    near, over = position(text, game), position(end, game)
    script.direct("correct", position=near.text, turn=turn, why="from near the end")
    script.view(near)
    lying = (
        script.white(dice) if script.match.setup.seating.right_half(Side(turn)) == "right-half" else script.black(dice)
    )
    script.view(near, lying)
    script.view(over, lying)
    return script.view(over)


def assert_replays_alike(script: Script) -> None:
    """The record's inputs judged again give the same events."""
    ruled = [*Match.new(script.match.first).opening(0), *script.every]
    events = [as_event(seq, each, "2026-11-30T00:00:00Z") for seq, each in enumerate(ruled, start=1)]
    _, again = rerun(events[0], script.inputs)
    replayed = [as_event(seq, each, "2026-11-30T00:00:00Z") for seq, each in enumerate(again, start=1)]
    assert differences(events, replayed) == []


def test_after_long_nardy_the_colours_swap_and_the_player_who_had_black_begins() -> None:
    """rules.md §2 next game (S0 1.4): names, score and seats change sides; the players stay where they sit."""
    script = Script({"match": "points 5"}, game="long-nardy")
    heads = Position.start("long-nardy")
    script.view(heads)
    ended = play_end(script, "W 1:1 | B 12:14 1:1", "6-5", "W off:15 | B 12:14 1:1")
    assert kinds(ended) == ["play", "game-end"]
    assert (ended[1].body["winner"], ended[1].body["score"]["W"]) == ("W", 2)
    setup, turn = script.match.setup, script.match.turn
    assert (setup.names, setup.seating.seats.white_edge, setup.seating.seats.white_home) == (
        ("Bela", "Ayla"),
        "top",
        "top-left",
    )
    assert (turn.phase, turn.score.white, turn.score.black, turn.position) == (Phase.WAITING, 0, 2, None)
    (start,) = script.view(heads)
    assert start.body["names"] == {"W": "Bela", "B": "Ayla"}
    assert (start.body["begins"], start.body["rules"], start.body["score"]["B"]) == ("W", "long-nardy", 2)
    (throw,) = script.view(heads, script.black("5-4"))
    assert (throw.kind, throw.body["side"]) == ("throw", "W")
    assert_replays_alike(script)


def test_players_keep_their_time_when_colours_swap() -> None:
    """tournament.md 1.6: reserves carry over between games, with the player and the button at the player's seat."""
    script = Script({"match": "points 5", **CLOCK, "delay": "0 s"}, game="long-nardy")
    heads = Position.start("long-nardy")
    script.view(heads)
    script.press(Side.B)
    near, over = position("W 1:1 | B 12:15", "long-nardy"), position("W off:15 | B 12:15", "long-nardy")
    script.direct("correct", position=near.text, turn="W", why="from near the end")
    script.view(near, pair("6-5"))
    script.view(over, pair("6-5"))
    assert kinds(script.press(Side.W))[-1] == "game-end"
    white, black = (script.match.clock.reserve(side) for side in Side)
    assert white < black
    script.view(heads)
    faces = script.match.faces(script.now)
    assert (faces["W"]["reserve_ms"], faces["B"]["reserve_ms"]) == (black // 10**6, white // 10**6)
    script.view(heads, pair("2-1"))
    moved = position("W 24:14 21:1 | B 24:15", "long-nardy")
    script.view(moved, pair("2-1"))
    assert kinds(script.press(Side.B)) == ["press", "play"]
    assert script.last("press")["side"] == "W"
    assert script.match.clock.running is Side.W
    assert script.match.faces(script.now)["B"]["running"] is True
    assert_replays_alike(script)


TAVLI = (
    ("portes", None, "W 1:1 | B 6:5", "W off:15 | B 6:5"),
    ("plakoto", "W", "B 1:1 | W 6:5", "B off:15 | W 6:5"),
    ("fevga", "B", "W 1:1 | B 6:5", "W off:15 | B 6:5"),
    ("portes", "W", "W 1:1 | B 6:5", "W off:15 | B 6:5"),
)


def test_tavli_goes_through_its_games_to_the_end_of_the_match() -> None:
    """rules.md §2 next game, S4: portes, plakoto, fevga in turn; who won begins with both dice."""
    script = Script({"match": "tavli 3"}, game="portes")
    for (game, begins, near, over), dice in zip(TAVLI, ("6-5", "6-4", "5-4", "6-1"), strict=True):
        (start,) = script.view(Position.start(game))
        assert (start.body["rules"], start.body["begins"]) == (game, begins)
        assert script.match.setup.options.single_die == ("either" if game == "portes" else "larger")
        ended = play_end(script, near, dice, over, near[0])
        assert (ended[1].body["winner"], ended[1].body["points"]) == (near[0], 1)
    assert kinds(ended) == ["play", "game-end", "match-end"]
    assert ended[2].body == {"winner": "W", "score": {"W": 3, "B": 1, "length": 3}}
    assert script.match.turn.phase is Phase.OVER
    assert_replays_alike(script)


def test_a_match_whose_end_is_taken_back_goes_on_with_its_next_game() -> None:
    """rules.md E3: the director corrects the score that ended a tavli match."""
    script = Script({"match": "tavli 3"}, game="portes")
    script.view(Position.start("portes"))
    script.direct("correct", score={"W": 2, "B": 0}, why="points from before")
    assert kinds(play_end(script, "W 1:1 | B 6:5", "6-5", "W off:15 | B 6:5"))[-1] == "match-end"
    script.direct("correct", score={"W": 2, "B": 0}, why="the points were Black's")
    (start,) = script.view(Position.start("plakoto"))
    assert (start.kind, start.body["rules"], start.body["begins"]) == ("game-start", "plakoto", "W")
    assert_replays_alike(script)


def test_the_winner_begins_the_next_game_without_an_opening_throw() -> None:
    """rules.md §2 next game: starter = previous-winner."""
    script = Script({"match": "points 5"}, game="fevga")
    script.view(Position.start("fevga"))
    play_end(script, "W 6:13 off:2 | B 1:1", "6-5", "W 6:13 off:2 | B off:15", "B")
    script.view(Position.start("fevga"))
    (throw,) = script.view(Position.start("fevga"), script.black("4-4"))
    assert (throw.kind, throw.body["side"]) == ("throw", "B")


def test_a_mother_pinned_wins_two_points_at_once() -> None:
    """rules.md P2: unless the pinner's own mother is still at risk."""
    script = Script({"match": "points 5"}, game="plakoto")
    script.view(Position.start("plakoto"))
    ended = play_end(script, "W 10:1 5:14 | B 24:1 13:14", "6-3", "W 1:1 5:14 | B 24:1p 13:14")
    assert kinds(ended) == ["play", "game-end"]
    assert (ended[1].body["winner"], ended[1].body["win"], ended[1].body["points"]) == ("W", "mother pinned", 2)


def test_with_the_own_mother_at_risk_play_goes_on_and_both_pinned_are_void() -> None:
    """rules.md P2: both mothers pinned, the game is void and nobody gets a point."""
    script = Script({"match": "points 5"}, game="plakoto")
    script.view(Position.start("plakoto"))
    first = play_end(script, "W 24:1 10:1 8:13 | B 24:1 10:1 8:13", "6-3", "W 24:1 8:13 1:1 | B 24:1p 10:1 8:13")
    assert kinds(first) == ["play"]
    both = position("W 24:1p 8:13 1:1 | B 24:1p 8:13 1:1", "plakoto")
    before = script.match.turn.position
    assert before is not None
    script.view(before, script.black("6-3"))
    script.view(both, script.black("6-3"))
    ended = script.view(both)
    assert kinds(ended) == ["play", "game-end"]
    assert (ended[1].body["winner"], ended[1].body["win"], ended[1].body["points"]) == (None, "void", {"W": 0, "B": 0})
    assert (script.match.turn.score.white, script.match.turn.score.black) == (0, 0)
    assert_replays_alike(script)


@pytest.mark.parametrize(("option", "points"), [("half-each", 0.5), ("one-each", 1)])
def test_the_last_throw_may_draw(option: str, points: float) -> None:
    """rules.md §5 draw: White bears off first, and Black, who began later, has one more throw."""
    script = Script({"match": "points 5", "last-throw": option}, game="long-nardy")
    script.view(Position.start("long-nardy"))
    assert kinds(play_end(script, "W 1:1 | B 2:1 1:1", "6-5", "W off:15 | B 2:1 1:1")) == ["play"]
    drawn = position("W off:15 | B off:15", "long-nardy")
    script.view(position("W off:15 | B 2:1 1:1", "long-nardy"), script.black("6-5"))
    script.view(drawn, script.black("6-5"))
    (play, end) = script.view(drawn)
    assert (play.body["side"], end.body["winner"], end.body["points"]) == ("B", None, {"W": points, "B": points})
    assert_replays_alike(script)


def test_black_has_the_last_throw_in_a_game_seen_from_its_middle_too() -> None:
    """rules.md §2, §5 draw: White began every game of long nardy, whoever's turn was seen first."""
    script = Script({"match": "points 5", "last-throw": "half-each"}, game="long-nardy")
    near, left, over = (
        position(text, "long-nardy")
        for text in ("W 1:1 | B 2:1 1:3", "W 1:1 | B 1:2 off:13", "W off:15 | B 1:2 off:13")
    )
    script.view(near)
    script.direct("correct", turn="B", why="it is Black's throw")
    script.view(near, script.black("2-1"))
    script.view(left, script.black("2-1"))
    script.view(left)
    script.view(left, script.white("6-5"))
    script.view(over, script.white("6-5"))
    assert kinds(script.view(over)) == ["play"]
    assert script.match.turn.side is Side.B


def test_a_last_throw_that_does_not_bear_all_off_loses() -> None:
    """rules.md §5 draw: with a checker left the game is White's."""
    script = Script({"match": "points 5", "last-throw": "half-each"}, game="long-nardy")
    script.view(Position.start("long-nardy"))
    play_end(script, "W 1:1 | B 6:3", "6-5", "W off:15 | B 6:3")
    left = position("W off:15 | B 6:2 1:1", "long-nardy")
    script.view(position("W off:15 | B 6:3", "long-nardy"), script.black("5-5"))
    script.view(left, script.black("5-5"))
    assert script.match.turn.phase is Phase.TO_MOVE


def test_an_undone_end_brings_the_last_game_back_with_its_names_and_seats() -> None:
    """rules.md E3: the director takes the end of a game back."""
    script = Script({"match": "points 5"}, game="long-nardy")
    script.view(Position.start("long-nardy"))
    play_end(script, "W 1:1 | B 12:15", "6-5", "W off:15 | B 12:15")
    script.direct("undo", why="the last checker lay there still")
    setup, turn = script.match.setup, script.match.turn
    assert (setup.names, setup.seating.seats.white_edge, turn.score.white) == (("Ayla", "Bela"), "bottom", 0)
    assert turn.flag is not None
    assert_replays_alike(script)


ENDS: Mapping[str, tuple[str, str, str]] = {
    "short-nardy": ("W 1:1 | B bar:1 6:14", "W off:15 | B bar:1 6:14", "koks"),
    "portes": ("W 1:1 | B bar:1 6:14", "W off:15 | B bar:1 6:14", "mars"),
    "fevga": ("W 1:1 | B 12:15", "W off:15 | B 12:15", "mars"),
}


@pytest.mark.parametrize("game", ENDS)
def test_what_a_game_is_worth_follows_its_scoring(game: str) -> None:
    """rules.md §5: the default scoring of each game."""
    near, over, name = ENDS[game]
    script = Script({"match": "points 9"}, game=game)
    script.view(Position.start(game))
    assert play_end(script, near, "6-5", over)[1].body["win"] == name


def test_a_drawn_out_opening_is_held_anew_in_backgammon() -> None:
    """rules.md §2 next game: backgammon's begins with a new opening throw."""
    script = Script({"match": "points 9"})
    script.view(Position.start("backgammon"))
    play_end(script, "W 1:1 | B 1:1", "6-5", "W off:15 | B 1:1")
    (start,) = script.view(Position.start("backgammon"))
    assert start.body["begins"] is None
    dice = die(2, RIGHT), die(5, LEFT, place="left-half")
    (opening,) = script.view(Position.start("backgammon"), dice)
    assert (opening.kind, opening.body["side"]) == ("opening-throw", "B")
