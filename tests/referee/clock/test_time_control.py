"""Delay semantics as tournament.md states them, at awkward reserves."""

import pytest

from referee.clock.time_control import NS_PER_S, Clock, ClockError, Kind, TimeControl
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
    between = clock(Kind.PLAIN, 60, 0).run(Side.W, 0).neutral(10 * S)
    assert (between.state, between.reserve(Side.W), between.reserve(Side.B)) == ("neutral", 50 * S, 60 * S)


def test_overtime_is_given_once() -> None:
    running = clock(Kind.SIMPLE_DELAY, 1, 12, overtime_s=60).run(Side.W, 0).fall(13 * S)
    assert not running.flagged
    assert running.overtimed == {Side.W}
    assert running.falls_at() == 73 * S
    assert running.fall(73 * S).flagged == {Side.W}


def test_a_negative_time_is_refused() -> None:
    with pytest.raises(ClockError, match="not below 0"):
        TimeControl(Kind.PLAIN, -1)
