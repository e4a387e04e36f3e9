"""What the referee does to the clock, and what its buttons mean in the match (tournament.md 1.1–1.6)."""

from collections.abc import Mapping
from typing import Any

import pytest

from referee.clock.time_control import NS_PER_MS
from referee.directing import DirectorError
from referee.inputs import Button, Press
from referee.officiate import control_of
from referee.record.events import Draft
from referee.rules.match import MatchScore
from referee.rules.side import Side
from referee.turn_state import Phase
from tests.referee.observing import SECOND
from tests.referee.script import START, Script, after, kinds, position
from tests.referee.tables import setup

MADE = after(START, Side.W, "3-1", "8/5 6/5")
WRONG = position("W 24:2 13:5 8:2 6:6 | B 24:2 13:5 8:3 6:5")
SHUT = position("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 13:3")
CLOCK: Mapping[str, object] = {"turn-ends": "clock", "reserve": "10 min", "reserve-per-point": "0 s"}


def begun(event: Mapping[str, object] | None = None) -> Script:
    """White has won the opening with 3-1, Black has pressed, White's time runs."""
    script = Script({**CLOCK, **(event or {})})
    script.view(START)
    script.view(START, script.white("3-1"))
    script.press(Side.B)
    assert script.match.clock.running is Side.W
    return script


def press(script: Script, side: Side, after_ms: int, told_ms: int | None = None) -> list[Draft]:
    """A press so long after the script's last step; told later if `told_ms` says so."""
    at_ns = script.now + after_ms * NS_PER_MS
    if told_ms is None:
        return script.feed(Press(at_ns, side))
    return script.feed(Press(script.now + told_ms * NS_PER_MS, side, 0, at_ns))


def left(script: Script, side: Side) -> float:
    """The reserve of a side by now, s."""
    return script.match.clock.face(side, script.now).reserve_ns / SECOND


# The opening


def test_the_clock_stays_neutral_through_ties_until_the_lower_roller_presses() -> None:
    """tournament.md 1.6: each rolls one die; tie: again, still neutral; the lower roller presses."""
    script = Script(CLOCK)
    script.view(START)
    script.view(START, (*script.white("4-4")[:1], *script.black("4-4")[:1]))
    assert script.match.clock.state == "neutral"
    script.view(START)
    script.view(START, (*script.white("5-5")[:1], *script.black("2-2")[:1]))
    assert script.match.clock.state == "neutral"
    script.press(Side.B)
    assert script.match.clock.running is Side.W


def test_where_the_winner_throws_afresh_the_lower_roller_presses_too() -> None:
    """tournament.md 1.6 with `opening = throw-again`."""
    script = Script({**CLOCK, "opening": "throw-again"})
    script.view(START)
    script.view(START, script.white("5-2"))
    assert kinds(script.press(Side.B)) == ["press"]
    assert script.match.turn.side is Side.W
    assert script.match.clock.running is Side.W


# Turns


def test_every_press_ends_a_turn_and_gives_the_other_a_new_delay() -> None:
    """tournament.md 1.6: roll, move and press own button; nothing is pressed after rolling."""
    script = begun()
    script.tick(20)
    script.view(MADE, script.white("3-1"))
    assert kinds(script.press(Side.W)) == ["press", "play"]
    assert left(script, Side.W) == 600 - (22 - 12)
    assert script.match.clock.face(Side.B, script.now).delay_ns == 12 * SECOND


def test_a_dance_is_pressed_and_so_is_being_shut_out() -> None:
    """tournament.md 1.6: dance / closed out must still press."""
    barred = position("W bar:1 6:14 | B 6:2 5:2 4:2 2:2 1:2 13:5")
    script = Script(CLOCK)
    script.view(barred)
    script.direct("correct", turn="W", why="White is on turn")
    script.direct("press", side="B")
    script.view(barred, script.white("6-5"))
    press_note, play = script.press(Side.W)
    assert (press_note.kind, play.kind, play.body["play"]) == ("press", "play", "-")
    assert script.match.clock.running is Side.B
    script = Script(CLOCK)
    script.view(SHUT)
    script.direct("correct", turn="W", why="White is on turn")
    assert kinds(script.press(Side.W)) == ["press", "play"]


def test_a_forgotten_press_is_noted_and_the_clock_is_not_corrected() -> None:
    """tournament.md 1.3: the mover's clock is still running; roll without press is logged."""
    script = begun()
    script.view(MADE, script.white("3-1"))
    play, throw = script.view(MADE, script.black("6-4"))
    assert (play.body["ended"], play.body["missing_press"]) == ("next-throw", True)
    assert throw.body["side"] == "B"
    assert script.match.clock.running is Side.W
    moved = after(MADE, Side.B, "6-4", "24/18 13/9")
    script.view(moved, script.black("6-4"))
    assert kinds(script.press(Side.B)) == ["press", "play"]
    assert script.match.clock.running is Side.W


def test_without_a_clock_no_press_is_missing() -> None:
    script = Script({"turn-ends": "either"})
    script.begin()
    script.view(MADE, script.white("3-1"))
    play, _ = script.view(MADE, script.black("6-4"))
    assert "missing_press" not in play.body


# Both buttons


def test_both_buttons_before_a_checker_moved_are_a_new_delay_and_no_turns() -> None:
    """tournament.md 1.1: pressing both sides in turn resets the delay after cocked dice."""
    script = begun()
    script.tick(20)
    assert kinds(press(script, Side.W, 100)) == ["press", "illegal"]
    press_note, correction = press(script, Side.B, 600)
    assert (press_note.kind, correction.kind, correction.body["side"]) == ("press", "correction", "W")
    assert (script.match.turn.phase, script.match.turn.side) == (Phase.TO_MOVE, Side.W)
    assert (script.match.clock.state, script.match.clock.running) == ("running", Side.W)
    assert script.match.clock.face(Side.W, script.now + 600 * NS_PER_MS).delay_ns == 12 * SECOND
    script.view(MADE, script.white("3-1"))
    assert kinds(script.press(Side.W)) == ["press", "play"]
    assert script.match.turn.written == 1


def test_both_buttons_with_a_hand_over_the_board_wait_until_it_has_gone() -> None:
    """tournament.md 1.1."""
    script = begun()
    script.hand()
    assert kinds(press(script, Side.W, 100)) == ["press"]
    assert kinds(press(script, Side.B, 200)) == ["press"]
    assert script.view(START, script.white("3-1")) == []
    assert script.match.turn.phase is Phase.TO_MOVE
    script.hand()
    press(script, Side.W, 100)
    press(script, Side.B, 200)
    assert kinds(script.view(MADE, script.white("3-1"))) == ["play"]


def test_both_buttons_after_a_play_leave_the_play_and_are_one_turn() -> None:
    script = begun()
    script.view(MADE, script.white("3-1"))
    assert kinds(press(script, Side.W, 100)) == ["press", "play"]
    assert kinds(press(script, Side.B, 200)) == ["press"]
    assert script.match.turn.side is Side.B
    assert script.match.clock.running is Side.W


def test_a_throw_called_back_and_both_buttons_leave_the_throw_to_come() -> None:
    """tournament.md 1.1: after cocked dice it is still the same side's throw."""
    script = begun()
    script.view(MADE, script.white("3-1"))
    script.press(Side.W)
    script.view(MADE, script.black("6-4", flat=False))
    assert kinds(press(script, Side.B, 100)) == ["press"]
    assert kinds(press(script, Side.W, 500)) == ["press"]
    assert (script.match.turn.phase, script.match.turn.side) == (Phase.TO_THROW, Side.B)
    assert script.match.clock.running is Side.B


def test_who_is_shut_out_may_press_at_once() -> None:
    """tournament.md 1.6: a closed-out player needn't roll, but presses."""
    before = position("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:1 7:1 13:3")
    closed = position("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 13:2 12:1")
    script = Script(CLOCK)
    script.view(before)
    script.direct("correct", turn="B", why="Black is on turn")
    script.view(before, script.black("6-1"))
    script.view(closed, script.black("6-1"))
    assert kinds(press(script, Side.B, 100)) == ["press", "play"]
    assert kinds(press(script, Side.W, 200)) == ["press", "play"]
    assert script.match.turn.side is Side.B


def test_presses_a_second_apart_are_two_turns_of_their_own() -> None:
    script = begun()
    script.tick(1)
    assert kinds(press(script, Side.W, 0)) == ["press", "illegal"]
    assert kinds(press(script, Side.B, 1000)) == ["press"]
    assert script.match.turn.phase is Phase.FLAGGED


# Presses told late


def test_a_press_told_late_ends_the_turn_and_is_booked_when_it_was_made() -> None:
    """The rule after a lost link: the clock is right about its presses and when they were made."""
    script = begun()
    script.view(MADE, script.white("3-1"))
    script.tick(30)
    note, play = press(script, Side.W, -10_000, 0)
    assert (note.body["at_ns"], play.kind) == (script.now - 10 * SECOND, "play")
    assert left(script, Side.W) == 600 - (21 - 12)
    assert script.match.clock.face(Side.B, script.now).delay_ns == 2 * SECOND


def test_a_press_made_before_the_present_turn_ends_nothing() -> None:
    script = begun()
    script.view(MADE, script.white("3-1"))
    script.view(MADE, script.black("6-4"))
    moved = after(MADE, Side.B, "6-4", "24/18 13/9")
    script.view(moved, script.black("6-4"))
    script.view(moved, script.white("5-2"))
    assert script.match.turn.side is Side.W
    assert kinds(press(script, Side.W, -3_000, 0)) == ["press"]
    assert script.match.turn.phase is Phase.TO_MOVE
    assert script.match.clock.running is Side.B
    assert left(script, Side.B) == 600


def test_a_flag_that_fell_meanwhile_is_taken_back_by_a_press_made_in_time() -> None:
    """tournament.md 1.6: a flag is reported; one that did not fall is called back."""
    script = begun({"reserve": "10 s"})
    script.view(MADE, script.white("3-1"))
    assert kinds(script.tick(30)) == ["flag-fall"]
    assert kinds(press(script, Side.W, -15_000, 0)) == ["press", "correction", "play"]
    assert script.last("correction")["what"] == "flag-fall"
    assert script.match.clock.flagged == frozenset()


def test_a_flag_is_reported_and_the_match_goes_on() -> None:
    """tournament.md 1.6: the program reports the flag, it never awards the match."""
    script = begun({"reserve": "10 s"})
    script.view(MADE, script.white("3-1"))
    (flag,) = script.tick(30)
    assert (flag.kind, flag.body["side"]) == ("flag-fall", "W")
    assert kinds(script.press(Side.W)) == ["press", "play"]
    assert script.match.turn.score.winner is None


def test_both_flags_are_reported() -> None:
    """tournament.md 1.6: both at zero is for the director."""
    script = begun({"reserve": "10 s"})
    script.view(MADE, script.white("3-1"))
    script.tick(30)
    script.press(Side.W)
    assert kinds(script.tick(30)) == ["flag-fall"]
    assert script.match.clock.flagged == {Side.W, Side.B}


def test_overtime_comes_once_then_the_flag() -> None:
    """tournament.md 1.6, option `flag-fall = overtime`."""
    script = begun({"reserve": "10 s", "flag-fall": "overtime", "overtime": "1 min"})
    assert kinds(script.tick(30)) == ["overtime"]
    assert left(script, Side.W) == 10 + 12 + 60 - 30
    assert kinds(script.tick(60)) == ["flag-fall"]


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
    assert script.match.clock.running is Side.W
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
    assert script.match.clock.running is Side.W
    if entered == "before the presses":
        script.direct("cube", action="take", side="W")
    script.press(Side.W)
    if entered == "after each press":
        script.direct("cube", action="take", side="W")
    assert script.match.clock.running is Side.B
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
