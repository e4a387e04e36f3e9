"""Doubles, their answers and resignations as players say them (rules.md §5, tournament.md 1.5)."""

import pytest

from referee.rules.position import Position
from referee.rules.side import Side
from referee.snapshot import Devices, snapshot
from referee.turn.stakes import DirectorError
from referee.turn.state import Phase
from tests.referee.script import START, Script, kinds, position
from tests.referee.turn.test_machine import MADE, begun
from tests.referee.turn.test_next import assert_replays_alike, play_end

CUBE: dict[str, object] = {"turn-ends": "dice-lifted", "beaver": "on", "match": "money"}


def black_to_throw(**event: object) -> Script:
    script = begun(**{key.replace("-", "_"): value for key, value in {**CUBE, **event}.items()})
    script.view(MADE, script.white("3-1"))
    script.view(MADE)
    return script


def on_the_clock(script: Script) -> str:
    """Whose time runs."""
    return "".join(side for side in "WB" if script.match.faces(script.now)[side]["running"])


def test_after_a_take_the_doubler_throws() -> None:
    """tournament.md 1.6: the taker presses, and the doubler's time runs."""
    script = black_to_throw()
    script.direct("cube", action="double")
    assert script.last("double") == {"side": "B", "value": 2, "of": "double"}
    assert on_the_clock(script) == "W"
    script.direct("cube", action="take")
    turn = script.match.turn
    assert (turn.cube.value, turn.cube.owner, turn.side) == (2, Side.W, Side.B)
    assert on_the_clock(script) == "B"
    assert kinds(script.view(MADE, script.black("6-5"))) == ["throw"]


def test_a_beaver_keeps_the_cube_and_the_first_doubler_answers() -> None:
    """rules.md §5 stakes: accept and redouble at once, keeping the cube; who doubled first throws."""
    script = black_to_throw()
    script.direct("cube", action="double")
    assert snapshot(script.match, [], Devices(), script.now)["cube"]["beaver"] is True
    assert kinds(script.direct("cube", action="beaver")) == ["beaver"]
    assert (script.match.turn.offered_by, on_the_clock(script)) == (Side.W, "B")
    assert snapshot(script.match, [], Devices(), script.now)["cube"]["beaver"] is False
    script.direct("cube", action="take")
    turn = script.match.turn
    assert (turn.cube.value, turn.cube.owner, turn.side, on_the_clock(script)) == (4, Side.W, Side.B, "B")
    assert_replays_alike(script)


def test_the_throw_after_a_beaver_shows_that_it_was_taken() -> None:
    script = black_to_throw()
    script.direct("cube", action="double")
    script.direct("cube", action="beaver")
    take, throw = script.view(MADE, script.black("6-5"))
    assert (take.kind, take.body["side"], take.body["of"], take.body["value"]) == ("take", "B", "beaver", 4)
    assert throw.kind == "throw"


def test_a_refused_beaver_loses_the_doubled_stake() -> None:
    """rules.md §5 stakes: the first doubler may refuse at the doubled stake."""
    script = black_to_throw()
    script.direct("cube", action="double")
    script.direct("cube", action="beaver")
    drop, end = script.direct("cube", action="drop")
    assert (drop.body["side"], end.body["winner"], end.body["points"]) == ("B", "W", 2)


def test_the_cube_of_the_crawford_game_is_out_of_play() -> None:
    """tournament.md 1.5: any double in the Crawford game is void; in the next game it is not."""
    script = Script({"match": "points 3", "starter": "opening-throw"})
    script.view(START)
    script.direct("correct", score={"W": 2, "B": 0}, turn="W", why="a test")
    with pytest.raises(DirectorError, match="Crawford"):
        script.direct("cube", action="double")
    script.direct("resign", side="W", level="single")
    assert script.last("game-end")["score"] == {"W": 2, "B": 1, "length": 3}
    (start,) = script.view(MADE) or script.view(START)
    assert start.body["crawford"] is False
    script.direct("correct", turn="B", why="a test")
    assert kinds(script.direct("cube", action="double")) == ["double"]


def test_a_dead_cube_is_not_turned() -> None:
    """tournament.md 1.5: a side that needs no more than the stake can't double."""
    script = Script({"match": "points 3"})
    script.view(START)
    script.direct("correct", score={"W": 1, "B": 0}, cube={"value": 2, "owner": "W"}, turn="W", why="a test")
    with pytest.raises(DirectorError, match="dead"):
        script.direct("cube", action="double")


@pytest.mark.parametrize(
    ("game", "level", "points"),
    [
        ("backgammon", "single", 1),
        ("backgammon", "backgammon", 3),
        ("short-nardy", "koks", 3),
        ("long-nardy", "mars", 2),
        ("plakoto", "oin", 1),
        ("fevga", "mars", 2),
    ],
)
def test_a_game_is_given_up_by_the_names_of_its_scoring(game: str, level: str, points: int) -> None:
    """rules.md §5: resignation at the stake as it stands."""
    script = Script({"match": "points 7"}, game=game)
    script.view(Position.start(game))
    resign, end = script.direct("resign", side="B", level=level)
    assert (resign.kind, resign.by, resign.body) == ("resign", "director", {"side": "B", "level": level})
    assert (end.body["winner"], end.body["win"], end.body["points"]) == ("W", level, points)
    assert script.match.turn.phase is Phase.WAITING
    assert_replays_alike(script)


def test_a_resignation_counts_the_cube_and_can_be_taken_back() -> None:
    script = black_to_throw()
    script.direct("cube", action="double")
    script.direct("cube", action="take")
    assert script.direct("resign", side="W")[1].body["points"] == 2
    script.direct("undo", why="they play on")
    assert (script.match.turn.phase, script.match.turn.cube.value) == (Phase.TO_THROW, 2)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({}, "say who resigns"),
        ({"side": "X"}, "a side is W or B"),
        ({"side": "W", "level": "koks"}, "use one of single, gammon, backgammon"),
        ({"side": "W", "level": ["gammon"]}, "use one of single, gammon, backgammon"),
    ],
)
def test_a_resignation_that_makes_no_sense_is_refused(body: dict[str, object], words: str) -> None:
    script = begun()
    with pytest.raises(DirectorError, match=words):
        script.direct("resign", **body)


def test_a_double_is_answered_before_a_game_is_resigned() -> None:
    script = black_to_throw()
    script.direct("cube", action="double")
    with pytest.raises(DirectorError, match="answer the double first"):
        script.direct("resign", side="B")


def test_nothing_is_resigned_between_games() -> None:
    script = Script({"match": "points 3"}, game="fevga")
    script.view(Position.start("fevga"))
    play_end(script, "W 1:1 | B 6:5", "6-5", "W off:15 | B 6:5")
    assert snapshot(script.match, [], Devices(), script.now)["resign"] is None
    with pytest.raises(DirectorError, match="no game"):
        script.direct("resign", side="B")


def test_a_side_that_has_borne_off_resigns_single_only() -> None:
    """rules.md §5: with a checker off, a game can't be lost by more."""
    script = Script({"match": "points 7"})
    script.view(position("W 6:5 | B 6:14 off:1", "backgammon"))
    levels = snapshot(script.match, [], Devices(), script.now)["resign"]
    assert levels == {"W": ["single"], "B": ["single"]}


def test_who_waits_for_the_last_throw_cannot_resign() -> None:
    """rules.md §5 draw: White, who has borne off all, can only win or draw; Black may give the game up."""
    script = Script({"match": "points 3", "last-throw": "half-each"}, game="long-nardy")
    script.view(position("W off:15 | B 6:3", "long-nardy"))
    assert snapshot(script.match, [], Devices(), script.now)["resign"] == {"W": [], "B": ["oin"]}
    for level in ({}, {"level": "oin"}):
        with pytest.raises(DirectorError, match="White has borne off all its checkers"):
            script.direct("resign", side="W", **level)
    (note, end) = script.direct("resign", side="B")
    assert (note.body["level"], end.body["winner"]) == ("oin", "W")


def test_a_score_with_half_points_can_be_corrected() -> None:
    """rules.md §5 draw: ½–½ is a score like any other."""
    script = Script({"match": "points 3", "last-throw": "half-each"}, game="long-nardy")
    script.view(Position.start("long-nardy"))
    script.direct("correct", score={"W": 1.5, "B": 1.0}, why="the sheet says so")
    assert (script.match.turn.score.white, script.match.turn.score.black) == (1.5, 1)
    for wrong in (1.2, -0.5, True, float("inf"), "1"):
        with pytest.raises(DirectorError, match="a score is"):
            script.direct("correct", score={"W": wrong, "B": 0}, why="a test")
