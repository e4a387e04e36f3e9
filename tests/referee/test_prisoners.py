"""Who lies under whom in plakoto: told by what stood before and by the number of checkers (rules.md P1)."""

from dataclasses import replace

import pytest

from calibration.profile import Seats
from referee.rules.position import Position
from referee.rules.side import Side
from referee.seating import Seating
from referee.seen import Seen, see, see_after
from tests.referee.observing import observe, observe_position
from tests.referee.script import position
from vision.observation import SlotReading

SEATING = Seating(Seats(), "plakoto")


def plakoto(text: str) -> Position:
    return position(text, "plakoto")


def seen(now: Position, before: Position | None) -> Seen:
    return see(observe_position(now), SEATING, 15, before)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("W 24:14 20:1 | B 24:15", "W 24:14 20:1p | B 24:14 5:1"),
        ("W 24:14 20:1 | B 24:15", "W 24:14 20:1p | B 24:13 5:2"),
        ("W 24:14 20:1p | B 24:14 5:1", "W 24:13 20:1p 15:1 | B 24:14 5:1"),
        ("W 24:14 20:1p | B 24:14 5:1", "W 24:14 20:1 | B 24:14 3:1"),
        ("W 24:14 20:1p | B 24:13 5:2", "W 24:14 20:1p | B 24:13 5:1 3:1"),
        ("W 6:14 5:1p off:0 | B 24:14 20:1", "W 6:13 5:1p off:1 | B 24:14 20:1"),
        ("W 24:13 20:1p 14:1 | B 24:14 5:1", "W 24:13 20:1p 14:1p | B 24:13 11:1 5:1"),
        ("W 24:13 20:1 14:1p | B 24:14 11:1", "W 24:13 20:1p 14:1 | B 24:14 5:1"),
    ],
    ids=["pinned", "pinned by two", "stays", "freed", "one pinner left", "bears off", "two", "one freed, one pinned"],
)
def test_prisoners_follow_from_what_stood_before(before: str, now: str) -> None:
    """rules.md P1: a blot under opposing checkers and seen nowhere else is a prisoner until they have left."""
    found = seen(plakoto(now), plakoto(before))
    assert found.best == plakoto(now)
    assert found.confidence > 0.85


def test_a_prisoner_that_was_taken_out_is_seen_elsewhere() -> None:
    before = plakoto("W 24:14 20:1p | B 24:14 5:1")
    slid = plakoto("W 24:14 18:1 | B 24:14 5:1")
    assert seen(slid, before).best == slid


def test_which_of_two_prisoners_was_taken_out_nobody_can_tell() -> None:
    before = plakoto("W 24:13 20:1p 15:1p | B 24:13 10:1 5:1")
    slid = plakoto("W 24:13 20:1p 12:1 | B 24:13 10:1 5:1")
    other = plakoto("W 24:13 15:1p 12:1 | B 24:13 10:1 5:1")
    found = seen(slid, before)
    assert [found.probability(each) for each in (slid, other)] == pytest.approx([0.5, 0.5], abs=0.01)


def test_in_a_game_seen_from_its_middle_no_prisoner_is_known() -> None:
    """rules.md P1: without a position before, a checker that nobody sees counts as borne off."""
    now = plakoto("W 24:14 20:1p | B 24:14 5:1")
    assert seen(now, None).best == plakoto("W 24:14 off:1 | B 24:14 5:1")


def test_what_may_have_stood_before_leaves_both_ways_open() -> None:
    """rules.md P1: whether a blot was pinned is as doubtful as the turn that would have pinned it."""
    pinned, gone = plakoto("W 24:14 20:1p | B 24:14 5:1"), plakoto("W 24:14 off:1 | B 24:14 5:1")
    found = see_after(observe_position(pinned), SEATING, 15, [pinned, gone])
    assert [found.probability(each) for each in (pinned, gone)] == pytest.approx([0.5, 0.5], abs=0.02)
    assert see_after(observe_position(pinned), SEATING, 15, [pinned]).best == pinned
    assert see_after(observe_position(gone), SEATING, 15, []).best == gone


def test_a_point_that_nobody_can_look_at_holds_its_prisoner_still() -> None:
    before = plakoto("W 24:14 20:1p | B 24:13 5:2")
    view = observe_position(before)
    hidden = replace(view, slots={**view.slots, SEATING.slot(Side.W, 20): SlotReading(())})
    assert see(hidden, SEATING, 15, before).best == before


def test_where_checkers_are_hit_nobody_lies_under_anybody() -> None:
    """rules.md §1: in portes a checker that is gone is on the bar or off, never under another."""
    before = position("W 24:1 13:14 | B 24:2 13:13", "portes")
    gone = observe({"top[0]": "L14", "top[11]": "D1", "bottom[11]": "D1", "bottom[0]": "D13"}, {"L": 0, "D": 0})
    found = see(gone, Seating(Seats(), "portes"), 15, before)
    assert found.best is not None
    assert not found.best.pinned
