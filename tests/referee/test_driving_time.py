"""What the referee does to the clock: pauses, doubles, the director's time, reserves (tournament.md 1.1–1.6)."""

from collections.abc import Mapping
from typing import Any

import pytest

from referee.inputs import Button
from referee.officiate import control_of
from referee.rules.match import MatchScore
from referee.rules.side import Side
from referee.turn.stakes import DirectorError
from tests.referee.clocked import MADE, WRONG, begun, left, running
from tests.referee.observing import SECOND
from tests.referee.script import START, Script, kinds
from tests.referee.tables import setup

# Pauses


@pytest.mark.parametrize(("reason", "state"), [("off-board", "paused"), ("cocked", "running")])
def test_the_clocks_stop_for_a_die_off_the_board_not_for_a_cocked_one(reason: str, state: str) -> None:
    """tournament.md 1.1: both clocks stop while a die is fetched; a merely cocked die stops nothing."""
    script = begun()
    script.view(MADE, script.white("3-1"))
    script.press(Side.W)
    script.view(MADE)
    more: dict[str, Any] = {"place": "off-board"} if reason == "off-board" else {"flat": False}
    (call,) = script.view(MADE, script.black("6-4", **more))
    assert call.kind == "rethrow"
    assert script.match.clock.state == state
    before = left(script, Side.B), script.match.clock.used(script.now)
    script.tick(20)
    if state == "running":
        return
    assert (left(script, Side.B), script.match.clock.used(script.now)) == before
    script.view(MADE)
    assert script.match.clock.state == "paused"
    assert kinds(script.view(MADE, script.black("5-2"))) == ["throw"]
    assert script.match.clock.state == "running"
    assert script.match.clock.used(script.now) == before[1]


def test_a_press_while_a_die_is_fetched_shows_that_play_has_gone_on() -> None:
    script = begun()
    script.view(MADE, script.white("3-1"))
    script.press(Side.W)
    script.view(MADE)
    script.view(MADE, script.black("6-4", place="off-board"))
    script.press(Side.B)
    assert (script.match.clock.state, script.match.clock.running) == ("running", Side.W)


def test_where_nobody_is_told_the_clock_is_not_stopped_for_a_die() -> None:
    """tournament.md 1.4: silent log mode."""
    script = begun({"audience": "silent"})
    script.view(MADE, script.white("3-1"))
    script.press(Side.W)
    script.view(MADE)
    assert kinds(script.view(MADE, script.black("6-4", place="off-board"))) == ["rethrow"]
    assert script.match.clock.state == "running"


def test_a_dispute_stops_the_clock_and_a_demand_restarts_the_mover() -> None:
    """tournament.md 1.4: opponent stops the clock, shows it, the mover's time is restarted."""
    script = begun()
    script.view(WRONG, script.white("3-1"))
    assert kinds(script.press(Side.W)) == ["press", "illegal"]
    assert script.match.clock.state == "paused"
    script.direct("demand", why="Black wants it replayed")
    assert (script.match.clock.state, script.match.clock.running) == ("running", Side.W)


def test_the_directors_pause_keeps_the_phase_of_the_delay() -> None:
    """tournament.md delay semantics: a pause must restore R and what is left of d."""
    script = begun()
    script.tick(5)
    script.direct("pause", why="the director is called")
    face = script.match.clock.face(Side.W, script.now)
    script.tick(300)
    script.direct("resume")
    after_pause = script.match.clock.face(Side.W, script.now)
    assert (after_pause.reserve_ns, after_pause.delay_ns) == (face.reserve_ns, face.delay_ns)


def test_the_clocks_own_pause_button_stops_play_and_lets_it_go_on() -> None:
    """tournament.md 1.6: allowed stops in mid-game."""
    script = begun()
    (paused,) = script.feed(Button(script.now, "pause"))
    assert (paused.kind, paused.by) == ("pause", "player")
    assert script.match.clock.state == "paused"
    assert kinds(script.press(Side.W)) == ["press"]
    (resumed,) = script.feed(Button(script.now, "pause"))
    assert (resumed.kind, resumed.by) == ("resume", "player")
    assert running(script) is Side.W
    assert script.feed(Button(script.now, "plus")) == []


# Doubles


@pytest.mark.parametrize("entered", ["before the presses", "after each press", "not at all"])
def test_double_and_take_are_pressed_each_once(entered: str) -> None:
    """tournament.md 1.6: doubler presses, opponent's time runs; taker presses, doubler's time runs."""
    script = begun()
    script.view(MADE, script.white("3-1"))
    script.press(Side.W)
    script.view(MADE)
    if entered == "before the presses":
        script.direct("cube", action="double", side="B")
    script.press(Side.B)
    if entered == "after each press":
        script.direct("cube", action="double", side="B")
    assert running(script) is Side.W
    if entered == "before the presses":
        script.direct("cube", action="take", side="W")
    script.press(Side.W)
    if entered == "after each press":
        script.direct("cube", action="take", side="W")
    assert running(script) is Side.B
    assert script.match.turn.side is Side.B
    assert kinds(script.view(MADE, script.black("6-4")))[-1] == "throw"


def test_a_pass_stops_both_and_the_reserves_are_carried_over() -> None:
    """tournament.md 1.6: pass: both stopped, game over; the reserve carries over between games."""
    script = begun({"match": "points 3"})
    script.tick(40)
    script.view(MADE, script.white("3-1"))
    script.press(Side.W)
    script.view(MADE)
    script.direct("cube", action="double", side="B")
    kept = left(script, Side.W)
    assert kinds(script.direct("cube", action="drop", side="W")) == ["drop", "game-end"]
    assert script.match.clock.state == "neutral"
    script.tick(600)
    script.view(START)
    assert script.match.clock.state == "neutral"
    assert 0 < kept < 600
    assert (left(script, Side.W), left(script, Side.B)) == (kept, 600)


def test_the_end_of_the_match_stops_both() -> None:
    """tournament.md 1.6: at match end pause."""
    script = begun({"match": "points 1"})
    assert kinds(script.direct("resign", side="W"))[-1] == "match-end"
    assert script.match.clock.state == "neutral"


# The director's time


def test_time_is_taken_off_and_added_and_it_is_written_down() -> None:
    """tournament.md 1.6: penalties and bonuses are the director's."""
    script = begun()
    (penalty,) = script.direct("penalty", side="B", seconds=-90, why="late")
    assert (penalty.kind, penalty.by, penalty.body["seconds"]) == ("penalty", "director", -90)
    assert left(script, Side.B) == 510
    script.direct("penalty", side="B", seconds=30)
    assert left(script, Side.B) == 540


def test_who_lifts_the_dice_too_early_may_lose_the_delay() -> None:
    """tournament.md 1.2: the mover finishes, and the grabber loses his delay; rules.md E1: lifted dice end no turn."""
    script = begun()
    assert script.view(START) == []
    script.direct("pause", why="Black has lifted the dice")
    script.direct("penalty", side="B", what="delay", why="dice lifted before White had pressed")
    script.direct("resume")
    script.view(MADE)
    assert kinds(script.press(Side.W)) == ["press", "play"]
    assert script.match.clock.face(Side.B, script.now).delay_ns == 0
    script.tick(20)
    assert left(script, Side.B) == 580


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"seconds": -60}, "say whose clock"),
        ({"side": "W"}, "give the seconds"),
        ({"side": "W", "seconds": "60"}, "give the seconds"),
        ({"side": "W", "seconds": float("nan")}, "give the seconds"),
        ({"side": "W", "seconds": 10**9}, "give the seconds"),
        ({"side": "W", "what": "points"}, "'time' or 'delay'"),
    ],
)
def test_a_penalty_that_can_not_be_is_refused(body: dict[str, Any], words: str) -> None:
    with pytest.raises(DirectorError, match=words):
        begun().direct("penalty", **body)


# Reserves


@pytest.mark.parametrize(
    ("event", "score", "minutes"),
    [
        ({"match": "points 11"}, (0, 0), 22),  # US 2013, UKBGF: 2 min a point
        ({"match": "points 11", "reserve-less-per-scored": "1 min"}, (5, 3), 14),
        ({"match": "points 11", "reserve-per-point": "6 min", "reserve-less-per-scored": "3 min"}, (5, 3), 42),
        ({"match": "points 11", "reserve-per-point": "2.5 min", "reserve-less-per-scored": "75 s"}, (4, 0), 22.5),
        ({"match": "points 3", "reserve-less-per-scored": "5 min"}, (2, 2), 0),
        ({"match": "money", "reserve-less-per-scored": "1 min"}, (30, 2), 2),
    ],
)
def test_the_reserve_by_length_and_points_scored(
    event: Mapping[str, object], score: tuple[int, int], minutes: float
) -> None:
    """tournament.md 1.6, time figures: single players, Unified 2001, doubles teams (2.5 min less 1.25 min)."""
    given = setup({"cube": "on", **event})
    control = control_of(given, MatchScore(given.options.match.length, *score))
    assert control.reserve_ns == round(minutes * 60 * SECOND)


def test_a_clock_brought_in_mid_match_has_less_for_each_point_scored() -> None:
    """tournament.md 1.6: minus 1 min per point already scored when the clock is introduced mid-match."""
    event = {"match": "points 5", "reserve-less-per-scored": "1 min"}
    script = Script({"turn-ends": "clock", **event})
    script.view(START)
    script.direct("correct", score={"W": 2, "B": 1}, why="the clock is brought in now")
    assert left(script, Side.W) == left(script, Side.B) == 7 * 60
    script.view(START, script.white("3-1"))
    script.press(Side.B)
    script.direct("correct", score={"W": 3, "B": 1}, why="a point was forgotten")
    assert left(script, Side.B) == 7 * 60


def test_an_hourglass_runs_into_the_other_glass() -> None:
    """rules.md §7, `time-control = hourglass`."""
    script = begun({"time-control": "hourglass", "reserve": "1 min"})
    script.tick(19)
    script.view(MADE, script.white("3-1"))
    script.press(Side.W)
    assert (left(script, Side.W), left(script, Side.B)) == (60 - 21, 60 + 21)
    assert kinds(script.tick(90)) == ["flag-fall"]
