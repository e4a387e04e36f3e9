"""The table of delay semantics (tournament.md), written out by hand, and what must hold of every time control."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.clock.time_control import NS_PER_S, Clock, Kind, TimeControl
from referee.rules.side import Side

S = NS_PER_S
DELAY_S = 12
NEVER = 10**6
SIMPLE, PRESET, BRONSTEIN = Kind.SIMPLE_DELAY, Kind.BRONSTEIN_PRESET, Kind.BRONSTEIN
FISCHER, PLAIN, GLASS = Kind.FISCHER, Kind.PLAIN, Kind.HOURGLASS


def clock(kind: Kind, reserve_s: float, delay_s: float = DELAY_S, overtime_s: float = 0) -> Clock:
    return Clock.start(TimeControl(kind, round(reserve_s * S), round(delay_s * S), round(overtime_s * S)))


def turn(start: Clock, side: Side, used_ns: int) -> Clock:
    """A turn of `used_ns` from time 0, with the flag looked at, pressed at its end."""
    return start.run(side, 0).fall(used_ns).press(side, used_ns)


@pytest.mark.parametrize(
    ("kind", "reserve", "falls"),
    [
        *((SIMPLE, 0, 12), (SIMPLE, 1, 13), (SIMPLE, 12, 24)),
        *((PRESET, 0, 12), (PRESET, 1, 13), (PRESET, 12, 24)),
        *((BRONSTEIN, 0, 0), (BRONSTEIN, 1, 1), (BRONSTEIN, 12, 12)),
        *((FISCHER, 0, 0), (FISCHER, 1, 1), (FISCHER, 12, 12)),
        *((PLAIN, 0, 0), (PLAIN, 1, 1), (PLAIN, 12, 12)),
        *((GLASS, 0, 0), (GLASS, 1, 1), (GLASS, 12, 12)),
    ],
)
def test_when_the_flag_falls_within_a_turn(kind: Kind, reserve: int, falls: int) -> None:
    """tournament.md delay semantics: R + d where the delay comes first, R where the reserve runs at once."""
    running = clock(kind, reserve).run(Side.W, 0)
    assert running.falls_at() == falls * S
    assert running.fall(falls * S).flagged == {Side.W}
    if falls:
        assert running.fall(falls * S - 1).flagged == frozenset()


@pytest.mark.parametrize(
    ("kind", "reserve", "used", "left"),
    [
        # R = 0: only a delay that comes first leaves time for a turn
        *((SIMPLE, 0, 5, 0), (PRESET, 0, 5, 0), (BRONSTEIN, 0, 5, 0), (FISCHER, 0, 5, 0), (PLAIN, 0, 5, 0)),
        (GLASS, 0, 5, 0),
        # R = 1 s: simple delay still gives 12 s for every turn, naive Bronstein 1 s
        *((SIMPLE, 1, 0.5, 1), (SIMPLE, 1, 12, 1), (SIMPLE, 1, 12.5, 0.5), (SIMPLE, 1, 13, 0)),
        *((PRESET, 1, 0.5, 1), (PRESET, 1, 12, 1), (PRESET, 1, 12.5, 0.5), (PRESET, 1, 13, 0)),
        *((BRONSTEIN, 1, 0.5, 1), (BRONSTEIN, 1, 0.75, 1), (BRONSTEIN, 1, 1, 0), (BRONSTEIN, 1, 12, 0)),
        *((FISCHER, 1, 0.5, 12.5), (FISCHER, 1, 1, 0)),
        *((PLAIN, 1, 0.5, 0.5), (PLAIN, 1, 1, 0)),
        *((GLASS, 1, 0.5, 0.5), (GLASS, 1, 1, 0)),
        # R = 12 s
        *((SIMPLE, 12, 5, 12), (SIMPLE, 12, 20, 4), (SIMPLE, 12, 25, 0)),
        *((PRESET, 12, 5, 12), (PRESET, 12, 20, 4), (PRESET, 12, 25, 0)),
        *((BRONSTEIN, 12, 5, 12), (BRONSTEIN, 12, 11, 12), (BRONSTEIN, 12, 12, 0)),
        *((FISCHER, 12, 5, 19), (FISCHER, 12, 11, 13), (FISCHER, 12, 12, 0)),
        *((PLAIN, 12, 5, 7), (PLAIN, 12, 12, 0)),
        *((GLASS, 12, 5, 7), (GLASS, 12, 12, 0)),
    ],
)
def test_the_reserve_after_a_press(kind: Kind, reserve: float, used: float, left: float) -> None:
    """tournament.md delay semantics: R' after the press at R = 0, 1 s and 12 s, d = 12 s."""
    pressed = turn(clock(kind, reserve), Side.W, round(used * S))
    assert pressed.reserve(Side.W) == round(left * S)
    assert (Side.W in pressed.flagged) == (left == 0 and not (kind in (SIMPLE, PRESET) and used < reserve + DELAY_S))


@pytest.mark.parametrize(
    ("kind", "at", "reserve", "delay"),
    [
        *((SIMPLE, 5, 120, 7), (SIMPLE, 20, 112, 0)),
        *((BRONSTEIN, 5, 115, 0), (FISCHER, 5, 115, 0), (PLAIN, 5, 115, 0), (GLASS, 5, 115, 0)),
    ],
)
def test_what_the_running_face_shows(kind: Kind, at: int, reserve: int, delay: int) -> None:
    """tournament.md delay semantics: simple delay counts d first, the others run the reserve at once."""
    face = clock(kind, 120).run(Side.W, 0).face(Side.W, at * S)
    assert (face.reserve_ns, face.delay_ns, face.running) == (reserve * S, delay * S, True)


reserves, times = st.integers(0, 300 * S), st.integers(0, 60 * S)
turns = st.lists(times, max_size=8)
kinds = st.sampled_from([SIMPLE, PRESET, BRONSTEIN, FISCHER, PLAIN, GLASS])


def played(start: Clock, spans: list[int], pauses: frozenset[int] = frozenset()) -> Clock:
    """Turns of alternate sides; in the turns of `pauses` the clock is stopped for a minute halfway."""
    now, side, state = 0, Side.W, start.run(Side.W, 0)
    for number, span in enumerate(spans):
        if number in pauses:
            state = state.pause(now + span // 3).resume(now + span // 3 + 60 * S)
            now += 60 * S
        now += span
        state = state.fall(now).press(side, now)
        side = side.other
    return state


@given(reserves, turns)
def test_simple_delay_and_preset_bronstein_are_the_same(reserve: int, spans: list[int]) -> None:
    simple = played(Clock.start(TimeControl(SIMPLE, reserve, DELAY_S * S)), spans)
    preset = played(Clock.start(TimeControl(PRESET, reserve, DELAY_S * S)), spans)
    assert (simple.white_ns, simple.black_ns, simple.flagged) == (preset.white_ns, preset.black_ns, preset.flagged)


@given(st.integers(61 * S, 300 * S), turns)
def test_simple_delay_and_bronstein_leave_the_same_away_from_zero(reserve: int, spans: list[int]) -> None:
    simple = turn(Clock.start(TimeControl(SIMPLE, reserve, DELAY_S * S)), Side.W, spans[0] if spans else 0)
    bronstein = turn(Clock.start(TimeControl(BRONSTEIN, reserve, DELAY_S * S)), Side.W, spans[0] if spans else 0)
    assert simple.white_ns == bronstein.white_ns


@given(reserves, turns, times)
def test_the_sand_of_an_hourglass_is_neither_lost_nor_made(reserve: int, spans: list[int], more: int) -> None:
    state = played(Clock.start(TimeControl(GLASS, reserve)), spans)
    now = state.since_ns + more
    assert sum(state.face(side, now).reserve_ns for side in Side) == 2 * reserve


@given(kinds, reserves, turns, st.frozensets(st.integers(0, 7)))
def test_pauses_change_nothing(kind: Kind, reserve: int, spans: list[int], pauses: frozenset[int]) -> None:
    start = Clock.start(TimeControl(kind, reserve, DELAY_S * S))
    whole, broken = played(start, spans), played(start, spans, pauses)
    assert (whole.white_ns, whole.black_ns, whole.flagged) == (broken.white_ns, broken.black_ns, broken.flagged)


@given(kinds, reserves, st.lists(times, min_size=1, max_size=6), st.integers(0, 600 * S))
def test_presses_told_late_are_booked_as_if_told_at_once(kind: Kind, reserve: int, spans: list[int], late: int) -> None:
    """The host's rule after a lost link: the clock is right about the presses it held and when they were made."""
    control = TimeControl(kind, reserve, DELAY_S * S, 60 * S)
    moments = [sum(spans[: i + 1]) for i in range(len(spans))]
    end = moments[-1] + late
    at_once = seen_late = Clock.start(control).run(Side.W, 0)
    for number, moment in enumerate(moments):
        side = (Side.W, Side.B)[number % 2]
        at_once = at_once.fall(moment).fall(moment).press(side, moment)
        seen_late = seen_late.fall(end).fall(end).press(side, moment)
    assert seen_late == at_once
