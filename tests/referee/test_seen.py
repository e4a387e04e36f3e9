"""From readings with doubts to a distribution over positions."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.profile import Seats
from referee.rules.position import Position
from referee.rules.side import Side
from referee.seating import Seating
from referee.seen import Seen, see, spread
from tests.referee.observing import observe_position, stack
from tests.referee.script import START, position
from vision.observation import UNREAD, CountReading, SlotReading

SEATING = Seating(Seats(), "backgammon")


def doubt(
    board: Position, doubts: dict[tuple[Side, int], list[tuple[str, float]]], before: Position | None = None
) -> Seen:
    view = observe_position(board)
    slots = dict(view.slots)
    for (side, point), options in doubts.items():
        slots[SEATING.slot(side, point)] = SlotReading(tuple((stack(text), p) for text, p in options))
    return see(replace(view, slots=slots), SEATING, 15, before)


def test_a_certain_view_is_one_position() -> None:
    seen = see(observe_position(START), SEATING, 15)
    assert seen.alternatives == ((START, 1.0),)


def test_a_miscounted_pile_is_put_right_by_the_number_of_checkers() -> None:
    seen = doubt(START, {(Side.W, 13): [("L4", 0.6), ("L5", 0.4)]}, START)
    assert seen.best == START
    assert seen.confidence > 0.95


def test_two_doubts_that_balance_stay_doubts() -> None:
    moved = position("W 24:2 13:4 8:4 6:5 | B 24:2 13:5 8:3 6:5")
    seen = doubt(START, {(Side.W, 13): [("L4", 0.5), ("L5", 0.5)], (Side.W, 8): [("L4", 0.5), ("L3", 0.5)]}, START)
    assert {START, moved} <= {each for each, _ in seen.alternatives}
    assert seen.probability(START) == pytest.approx(seen.probability(moved))
    assert sum(p for _, p in seen.alternatives) <= 1.0 + 1e-9


def test_that_a_position_could_not_be_reached_by_the_rules_does_not_make_it_less_likely() -> None:
    backwards = position("W 24:3 13:4 8:3 6:5 | B 24:2 13:5 8:3 6:5")
    seen = see(observe_position(backwards), SEATING, 15, START)
    assert (seen.best, seen.confidence) == (backwards, 1.0)


def test_a_checker_that_vanished_is_looked_for_where_it_may_be() -> None:
    gone = position("W 24:2 13:4 8:3 6:5 | B 24:2 13:5 8:3 6:5")
    view = observe_position(gone)
    view = replace(view, bar={shade: CountReading(None, 0.0) for shade in view.bar})
    seen = see(view, SEATING, 15, START)
    assert seen.best is not None
    assert seen.best.count(Side.W, "bar") == 1


def test_a_side_all_home_bears_off_without_surprise() -> None:
    home = position("W 6:5 5:5 4:5 | B 6:5 5:5 4:5")
    seen = doubt(position("W 6:4 5:5 4:5 | B 6:5 5:5 4:5"), {(Side.W, 6): [("L4", 0.9), ("L5", 0.1)]}, home)
    assert seen.best is not None
    assert seen.best.count(Side.W, "off") == 1
    assert seen.confidence > 0.85


def test_a_tray_that_is_seen_counts() -> None:
    home = position("W 6:4 5:5 4:5 off:1 | B 6:5 5:5 4:5")
    view = observe_position(home)
    view = replace(view, off={"L": CountReading(1, 0.9), "D": CountReading(0, 0.9)})
    assert see(view, SEATING, 15, home).best == home


def test_a_point_nobody_could_see_most_likely_holds_what_it_held() -> None:
    view = observe_position(START)
    slot = SEATING.slot(Side.W, 13)
    seen = see(replace(view, slots={**view.slots, slot: UNREAD}), SEATING, 15, START)
    assert seen.best == START
    assert seen.unread == (slot,)


def test_too_many_checkers_fit_nothing() -> None:
    view = observe_position(START)
    slots = {**view.slots, SEATING.slot(Side.W, 5): SlotReading(((stack("L3"), 1.0),))}
    seen = see(replace(view, slots=slots), SEATING, 15, START)
    assert (seen.best, seen.confidence, seen.alternatives) == (None, 0.0, ())


@given(
    st.lists(st.tuples(st.sampled_from(["", "L1", "L2", "D1", "D5"]), st.floats(0.01, 1.0)), max_size=4),
    st.sampled_from(["", "L2"]),
)
@settings(deadline=None)
def test_a_slots_alternatives_stay_probabilities(options: list[tuple[str, float]], known: str) -> None:
    total = sum(p for _, p in options)
    unique = {text: p / total for text, p in options} if total else {}
    reading = SlotReading(tuple((stack(text), p) for text, p in sorted(unique.items(), key=lambda item: -item[1])))
    spread_out = spread(reading, known)
    assert spread_out
    assert sum(p for _, p in spread_out) == pytest.approx(1.0, abs=0.02) or sum(unique.values()) < 1.0
    assert len({each for each, _ in spread_out}) == len(spread_out)
