"""Delay semantics as tournament.md states them, at awkward reserves."""

import pytest

from referee.clock.time_control import FETCHING, NS_PER_S, Clock, ClockError, Kind, TimeControl
from referee.rules.side import Side

S = NS_PER_S


def clock(kind: Kind, reserve_s: float, delay_s: float, overtime_s: float = 0) -> Clock:
    return Clock.start(TimeControl(kind, round(reserve_s * S), round(delay_s * S), round(overtime_s * S)))


@pytest.mark.parametrize(
    ("kind", "reserve", "used", "left"),
    [
        (Kind.SIMPLE_DELAY, 120, 25, 107),  # Woolsey's example: 25 s cost 13
        (Kind.SIMPLE_DELAY, 120, 7, 120),
        (Kind.SIMPLE_DELAY, 1, 12, 1),
        (Kind.SIMPLE_DELAY, 0, 11, 0),
        (Kind.BRONSTEIN, 120, 25, 107),
        (Kind.BRONSTEIN, 120, 7, 120),
        (Kind.BRONSTEIN_PRESET, 120, 25, 107),
        (Kind.FISCHER, 120, 7, 125),
        (Kind.FISCHER, 120, 25, 107),
        (Kind.PLAIN, 120, 25, 95),
    ],
)
def test_reserve_after_a_press(kind: Kind, reserve: int, used: int, left: int) -> None:
    pressed = clock(kind, reserve, 12).run(Side.W, 0).press(Side.W, used * S)
    assert pressed.reserve(Side.W) == left * S
    assert pressed.running is Side.B
    assert pressed.reserve(Side.B) == reserve * S


@pytest.mark.parametrize(
    ("kind", "reserve", "falls"),
    [
        (Kind.SIMPLE_DELAY, 1, 13),
        (Kind.SIMPLE_DELAY, 0, 12),
        (Kind.SIMPLE_DELAY, 12, 24),
        (Kind.BRONSTEIN, 1, 1),
        (Kind.BRONSTEIN_PRESET, 1, 13),
        (Kind.FISCHER, 1, 1),
        (Kind.PLAIN, 1, 1),
    ],
)
def test_flag_falls_within_a_turn(kind: Kind, reserve: int, falls: int) -> None:
    running = clock(kind, reserve, 12).run(Side.B, 5 * S)
    assert running.falls_at() == (5 + falls) * S
    assert not running.fall((5 + falls) * S - 1).flagged
    fallen = running.fall((5 + falls) * S)
    assert fallen.flagged == {Side.B}
    assert fallen.falls_at() is None


def test_without_limit_no_flag_falls() -> None:
    assert clock(Kind.NONE, 0, 0).run(Side.W, 0).falls_at() is None


def test_pause_keeps_the_phase_of_the_delay() -> None:
    paused = clock(Kind.SIMPLE_DELAY, 60, 12).run(Side.W, 0).pause(5 * S)
    assert paused.face(Side.W, 100 * S).delay_ns == 7 * S
    resumed = paused.resume(200 * S)
    assert resumed.face(Side.W, 206 * S).delay_ns == 1 * S
    assert resumed.face(Side.W, 210 * S).reserve_ns == 57 * S


def test_press_out_of_turn_and_while_paused_change_nothing() -> None:
    running = clock(Kind.SIMPLE_DELAY, 60, 12).run(Side.W, 0)
    assert running.press(Side.B, S) == running
    paused = running.pause(S)
    assert paused.press(Side.W, 2 * S) == paused


def test_neutral_clock_starts_the_opponent_of_who_presses() -> None:
    assert clock(Kind.SIMPLE_DELAY, 60, 12).press(Side.B, 0).running is Side.W


def test_reserve_is_carried_over_between_games() -> None:
    """tournament.md 1.6: the reserve is reset at the match's end only."""
    between = clock(Kind.PLAIN, 60, 0).run(Side.W, 0).neutral(10 * S)
    assert (between.state, between.reserve(Side.W), between.reserve(Side.B)) == ("neutral", 50 * S, 60 * S)


def test_overtime_is_given_once() -> None:
    """tournament.md 1.6: overtime at the first fall, the second loses."""
    running = clock(Kind.SIMPLE_DELAY, 1, 12, overtime_s=60).run(Side.W, 0).fall(13 * S)
    assert not running.flagged
    assert running.overtimed == {Side.W}
    assert running.falls_at() == 73 * S
    assert running.fall(73 * S).flagged == {Side.W}


def test_a_negative_time_is_refused() -> None:
    with pytest.raises(ClockError, match="not below 0"):
        TimeControl(Kind.PLAIN, -1)


def test_overtime_is_exact_however_late_it_is_noticed() -> None:
    """tournament.md 1.6: the director resets to a minute, in the same turn and without a new delay."""
    running = clock(Kind.SIMPLE_DELAY, 1, 12, overtime_s=60).run(Side.W, 0)
    assert running.fall(13 * S).face(Side.W, 20 * S) == running.fall(19 * S).face(Side.W, 20 * S)
    assert running.fall(19 * S).face(Side.W, 20 * S).reserve_ns == 53 * S


def test_a_press_made_in_time_takes_the_flag_back() -> None:
    fallen = clock(Kind.SIMPLE_DELAY, 10, 12).run(Side.W, 0).fall(30 * S)
    assert fallen.flagged == {Side.W}
    pressed = fallen.press(Side.W, 15 * S)
    assert (pressed.flagged, pressed.reserve(Side.W), pressed.since_ns) == (frozenset(), 7 * S, 15 * S)
    assert fallen.press(Side.W, 25 * S).flagged == {Side.W}


def test_a_press_made_in_time_takes_the_overtime_back() -> None:
    longer = clock(Kind.SIMPLE_DELAY, 10, 12, overtime_s=60).run(Side.W, 0).fall(30 * S)
    assert longer.overtimed == {Side.W}
    pressed = longer.press(Side.W, 15 * S)
    assert (pressed.overtimed, pressed.reserve(Side.W)) == (frozenset(), 7 * S)
    again = longer.press(Side.W, 40 * S).press(Side.B, 41 * S).press(Side.W, 45 * S)
    assert again.overtimed == {Side.W}
    assert again.reserve(Side.W) == 42 * S


def test_a_press_made_before_the_turn_began_changes_nothing() -> None:
    running = clock(Kind.SIMPLE_DELAY, 60, 12).run(Side.W, 30 * S)
    assert running.press(Side.W, 29 * S) == running


def test_a_press_made_before_a_pause_is_booked_and_the_clock_stays_paused() -> None:
    paused = clock(Kind.SIMPLE_DELAY, 60, 12).run(Side.W, 0).pause(40 * S)
    pressed = paused.press(Side.W, 30 * S)
    assert (pressed.state, pressed.running) == ("paused", Side.B)
    assert pressed.reserve(Side.W) == 42 * S
    resumed = pressed.resume(100 * S)
    assert resumed.face(Side.B, 101 * S).delay_ns == 1 * S


def test_a_die_that_is_fetched_stops_the_clock_until_play_goes_on() -> None:
    """tournament.md 1.1: both clocks stop while a die that left the table is fetched."""
    fetching = clock(Kind.SIMPLE_DELAY, 60, 12).run(Side.W, 0).pause(5 * S, FETCHING)
    assert fetching.as_json(9 * S)["paused_for"] == FETCHING
    pressed = fetching.press(Side.W, 20 * S)
    assert (pressed.state, pressed.running, pressed.reserve(Side.W)) == ("running", Side.B, 60 * S)
    people = fetching.pause(6 * S)
    assert people.press(Side.W, 20 * S) == people
    assert people.pause(7 * S, FETCHING) == people


def test_time_off_and_time_added() -> None:
    waiting = clock(Kind.SIMPLE_DELAY, 60, 12).run(Side.W, 0)
    assert waiting.granted(Side.B, -20 * S, 5 * S).reserve(Side.B) == 40 * S
    assert waiting.granted(Side.B, -90 * S, 5 * S).reserve(Side.B) == 0
    fallen = waiting.fall(80 * S)
    given = fallen.granted(Side.W, 30 * S, 90 * S)
    assert (given.flagged, given.face(Side.W, 95 * S).reserve_ns) == (frozenset(), 25 * S)
    assert given.falls_at() == 120 * S


@pytest.mark.parametrize(
    ("kind", "left"), [(Kind.SIMPLE_DELAY, 45), (Kind.BRONSTEIN, 45), (Kind.BRONSTEIN_PRESET, 45), (Kind.FISCHER, 45)]
)
def test_a_forfeited_delay_is_lost_for_one_turn(kind: Kind, left: int) -> None:
    """tournament.md 1.2: who lifts the dice too early loses the delay."""
    fined = clock(kind, 60, 12).run(Side.W, 0).forfeit_delay(Side.B).press(Side.W, 0)
    assert fined.face(Side.B, 0).delay_ns == 0
    pressed = fined.press(Side.B, 15 * S)
    assert pressed.reserve(Side.B) == left * S
    assert pressed.press(Side.W, 15 * S).terms == pressed.control
    assert fined.as_told.face(Side.B, 9 * S) == fined.face(Side.B, 9 * S)


def test_the_delay_of_the_turn_that_runs_can_be_forfeited() -> None:
    running = clock(Kind.SIMPLE_DELAY, 60, 12).run(Side.W, 0).forfeit_delay(Side.W)
    assert running.press(Side.W, 20 * S).reserve(Side.W) == 40 * S


def test_a_clock_is_fresh_until_it_runs() -> None:
    fresh = clock(Kind.PLAIN, 60, 0)
    assert fresh.is_fresh
    assert fresh.neutral(5 * S).is_fresh
    assert not fresh.run(Side.W, 1).neutral(1).is_fresh
    assert not fresh.granted(Side.W, -S, 0).is_fresh
