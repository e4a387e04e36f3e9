"""Long nardy: head, first throw, blocks, the homecoming turn."""

import pytest

from referee.rules.dice import Dice
from referee.rules.position import Side
from referee.rules.verdict import judge_play
from tests.referee.rules.games.table import Table

LONG = Table("long-nardy")
START = "W 24:15 | B 24:15"
BURNT = "W 7:1 5:2 | B 13:1"
"""The documents' example: White's last checker outside is on the 18th point of its way, Black holds White's 1."""


def test_l1_one_checker_only_leaves_the_head() -> None:
    """rules.md L1."""
    assert LONG.texts(START, "6-5") == {"24/13"}
    later = LONG.texts("W 24:14 13:1 | B 24:15", "2-1")
    assert later == {"13/10", "24/21", "24/23 13/11"}


@pytest.mark.parametrize(
    ("dice", "first", "later"),
    [
        ("6-6", {"24/18(2)"}, {"24/18"}),
        ("4-4", {"24/16(2)"}, {"24/16"}),
        ("3-3", {"24/18(2)", "24/15 24/21"}, {"24/15"}),
        ("5-5", {"24/4"}, {"24/4"}),
        ("6-5", {"24/13"}, {"24/13"}),
    ],
)
def test_l2_the_first_throw(dice: str, first: set[str], later: set[str]) -> None:
    """rules.md L2, `when-head-blocks`: 6-6, 4-4 and 3-3 run into the opponent's head; 5-5 passes it."""
    assert LONG.texts(START, dice, first_turn=True) == first
    assert LONG.texts(START, dice) == later


def test_l2_white_5_5_then_black_4_4() -> None:
    """rules.md L2, §6 L2, the documents' example: a moved checker, not the head, stops Black; a single 4 is played."""
    after_5_5 = LONG.found(START, "5-5", first_turn=True).plays[0].position.text
    assert after_5_5 == "W 24:14 4:1 | B 24:15"
    assert LONG.texts(after_5_5, "4-4", Side.B, first_turn=True) == {"24/20"}
    assert LONG.dice_used(after_5_5, "4-4", Side.B, first_turn=True) == 1


BOTH, ONE = {"24/20(2)"}, {"24/20"}


@pytest.mark.parametrize(
    ("value", "white_6_6", "black_4_4", "doubles_5_5", "two_of_6_5"),
    [
        ("when-head-blocks", True, ONE, False, False),
        ("always-3-4-6", True, BOTH, False, False),
        ("second-player-3-4-6", False, BOTH, False, False),
        ("any-double", True, BOTH, True, False),
        ("any-throw", True, BOTH, True, True),
    ],
)
def test_l2_first_throw_head(
    value: str, white_6_6: bool, black_4_4: set[str], doubles_5_5: bool, two_of_6_5: bool
) -> None:
    """rules.md L2: every value; Black is the side that began second."""
    table = LONG.under(first_throw_head=value)
    assert ("24/18(2)" in table.texts(START, "6-6", first_turn=True)) is white_6_6
    assert table.texts("W 24:14 4:1 | B 24:15", "4-4", Side.B, first_turn=True) == black_4_4
    assert ("24/14(2)" in table.texts(START, "5-5", first_turn=True)) is doubles_5_5
    assert ("24/18 24/19" in table.texts(START, "6-5", first_turn=True)) is two_of_6_5
    assert "24/18 24/19" not in table.texts(START, "6-5")


def test_l3_one_checker_closes_a_point_and_own_ones_share_it() -> None:
    """rules.md L3: Black's lone checker on its 6 closes White's 18; Black's numbers are White's plus 12."""
    assert LONG.texts("W 24:1 | B 6:1 5:1", "6-1") == {"24/23"}
    assert LONG.texts("W 24:1 | B 6:1", "6-1") == {"24/17"}
    assert "24/23 20/14" in LONG.texts("W 24:1 23:4 20:3 14:2 | B 6:1", "6-1")


def test_m9_6_1_with_the_target_of_the_6_occupied() -> None:
    """rules.md M9, the documents' example: the 6 is burnt, or taken after the 1 has come home."""
    assert LONG.texts(BURNT, "6-1") == {"7/off"}
    burnt = LONG.under(bear_off_in_homecoming_turn="burnt")
    assert burnt.texts(BURNT, "6-1") == {"7/6", "5/4"}
    assert burnt.dice_used(BURNT, "6-1") == 1


def test_m9_burnt_ends_with_the_turn() -> None:
    """rules.md M9, reading: a turn that begins with all at home bears off."""
    assert "6/off 1/off" in LONG.under(bear_off_in_homecoming_turn="burnt").texts("W 6:1 1:1 | B 24:1", "6-1")


FIVE = "W 24:9 20:1 18:1 17:1 16:1 15:1 14:1"
SIX = "W 24:8 22:1 19:1 18:1 17:1 16:1 15:1 14:1"
"""White's 19 to 14 are Black's 7 to 2."""
YARD = "W 24:9 11:1 10:1 9:1 8:1 7:2"
YARD_SIX = "W 24:8 22:1 11:1 10:1 9:1 8:1 7:1 6:1"
"""White's 11 to 6 are Black's 23 to 18."""
ALL, PASSED, BEHIND, OFF = "B 24:15", "B 24:14 1:1", "B 24:14 9:1", "B 24:14 off:1"
IN_YARD, IN_HOME = "B 24:14 13:1", "B 24:14 6:1"


@pytest.mark.parametrize(
    ("before", "after", "black", "ahead", "home"),
    [
        (FIVE, SIX, ALL, False, False),
        (FIVE, SIX, BEHIND, False, False),
        (FIVE, SIX, PASSED, True, True),
        (FIVE, SIX, OFF, True, True),
        (YARD, YARD_SIX, ALL, False, False),
        (YARD, YARD_SIX, IN_YARD, True, False),
        (YARD, YARD_SIX, IN_HOME, True, True),
        (YARD, YARD_SIX, OFF, True, True),
    ],
)
def test_l4_who_must_be_where(before: str, after: str, black: str, ahead: bool, home: bool) -> None:
    """rules.md L4: ahead is beyond the whole row or borne off; `needs-one-home` wants one on Black's 6 to 1 or off."""
    for value, legal in (("needs-one-ahead", ahead), ("needs-one-home", home), ("not-all-15", ahead)):
        told = LONG.under(six_block=value).judged(f"{before} | {black}", f"{after} | {black}", "2-1")
        assert told.legal is legal
        assert told.reasons == (() if legal else ("six-block",))


HOLE = "W 24:10 20:1 19:1 17:1 16:1 15:1 | B 24:14 9:1"
"""Black holds White's 21, so 24/15 with 6-3 goes over 18 and fills the hole for a moment."""


@pytest.mark.parametrize(
    ("value", "legal"), [("needs-one-ahead", False), ("needs-one-home", False), ("not-all-15", True)]
)
def test_l4_in_passing(value: str, legal: bool) -> None:
    """rules.md L4: forbidden also in passing, except with `not-all-15`."""
    told = LONG.under(six_block=value).judged(HOLE, "W 24:9 20:1 19:1 17:1 16:1 15:2 | B 24:14 9:1", "6-3")
    assert told.legal is legal
    assert legal or told.reasons == ("six-block",)


@pytest.mark.parametrize("value", ["needs-one-ahead", "needs-one-home", "not-all-15"])
def test_l4_standing_at_the_end(value: str) -> None:
    """rules.md L4: the same hole filled for good is forbidden under each value, and the sentence names the row."""
    told = LONG.under(six_block=value).judged(
        "W 24:9 20:1 19:1 17:1 16:1 15:1 6:1 | B 24:14 9:1",
        "W 24:8 20:1 19:1 18:1 17:1 16:1 15:1 3:1 | B 24:14 9:1",
        "6-3",
    )
    assert told.reasons == ("six-block",)
    assert "6 points in a row, from 20 to 15" in told.explanation


def test_l4_the_route_runs_through_whites_1_and_24() -> None:
    """rules.md L4, reading: White's 3, 2, 1, 24, 23, 22 are Black's 15 to 10."""
    before, after = "W 24:10 23:1 3:2 2:1 1:1", "W 24:9 23:1 22:1 3:1 2:2 1:1"
    assert LONG.judged(f"{before} | B 24:15", f"{after} | B 24:15", "2-1").reasons == ("six-block",)
    assert LONG.judged(f"{before} | B 24:14 9:1", f"{after} | B 24:14 9:1", "2-1").legal


def test_l4_the_ends_of_the_route_are_not_joined() -> None:
    """rules.md L4, reading: White's 15, 14, 13 are Black's 3, 2, 1; White's 12, 11, 10 are Black's 24, 23, 22."""
    before, after = "W 24:8 15:1 14:1 13:2 11:1 10:2", "W 24:8 15:1 14:1 13:1 12:1 11:1 10:1 8:1"
    assert LONG.judged(f"{before} | B 21:15", f"{after} | B 21:15", "2-1").legal


def test_l4_a_row_that_stood_already_is_left_alone() -> None:
    """rules.md L4, reading: only rows that this turn builds or lengthens are judged."""
    standing = "W 24:9 19:1 18:1 17:1 16:1 15:1 14:1 | B 24:15"
    assert "24/21" in LONG.texts(standing, "2-1")
    longer = "W 24:8 20:1 19:1 18:1 17:1 16:1 15:1 14:1 | B 24:15"
    assert LONG.judged(standing, longer, "3-1").reasons == ("six-block",)


FORCED = "W 24:1 18:1 17:1 16:1 15:1 14:1 | B 24:10 23:1 22:1 21:1 20:1 19:1"
"""The only way to play both of 6-5 ends with 18 to 13 in a row."""


@pytest.mark.parametrize("value", ["needs-one-ahead", "needs-one-home", "not-all-15"])
def test_l5_a_play_that_ends_in_the_block_does_not_count(value: str) -> None:
    """rules.md L5, L4, M3, M4: so only one number is played, the larger."""
    table = LONG.under(six_block=value)
    assert table.texts(FORCED, "6-5") == {"24/18"}
    told = table.judged(FORCED, "W 18:1 17:1 16:1 15:1 14:1 13:1 | B 24:10 23:1 22:1 21:1 20:1 19:1", "6-5")
    assert told.reasons == ("six-block",)


def test_l5_with_one_ahead_it_counts() -> None:
    """rules.md L5."""
    assert LONG.dice_used(FORCED.replace("24:10", "24:9 off:1"), "6-5") == 2


def test_l5_the_head_rule_limits_what_is_playable() -> None:
    """rules.md L5, M3: the second 6 could only come from the head, so it is lost."""
    assert LONG.dice_used("W 24:15 | B 24:15", "6-6") == 1


@pytest.mark.parametrize(
    ("before", "after", "dice", "first", "reasons"),
    [
        (START, "W 24:13 19:1 18:1 | B 24:15", "6-5", False, ("head",)),
        (START, "W 24:13 19:1 18:1 | B 24:15", "6-5", True, ("first-throw-head",)),
        (START, "W 24:12 18:3 | B 24:15", "6-6", True, ("first-throw-head",)),
        (BURNT, "W 5:2 | B 13:1", "6-1", False, ("bear-off-burnt",)),
        (START, "W 24:14 18:1 | B 24:15", "6-5", False, ("both-dice",)),
        (START, "W 24:14 23:1 | B 24:14 23:1", "6-5", False, ("wrong-distance", "opponent-checker-moved")),
        ("W 24:14 13:1 | B 24:15", "W 24:14 14:1 | B 24:15", "2-1", False, ("wrong-direction",)),
        ("W 24:14 1:1 | B 24:15", "W 24:15 | B 24:15", "2-1", False, ("wrong-direction",)),
    ],
)
def test_reasons(before: str, after: str, dice: str, first: bool, reasons: tuple[str, ...]) -> None:
    """rules.md L1, L2, M9 and the common rows, as codes of interfaces.md."""
    table = LONG.under(bear_off_in_homecoming_turn="burnt") if before is BURNT else LONG
    told = table.judged(before, after, dice, first_turn=first)
    assert not told.legal
    assert set(told.reasons) == set(reasons)


def test_a_single_checker_blocks_and_is_named() -> None:
    """rules.md L3: what a camera sees when White lands where Black stands."""
    before = LONG.position("W 24:14 13:1 | B 24:14 23:1")
    seen = LONG.seen({24: 14, 11: 1}, {24: 14, 23: 1})
    told = judge_play(before, seen, Side.W, Dice(1, 1), LONG.options)
    assert "blocked-point" in told.reasons
    assert "which Black holds with one checker" in told.explanation


def test_an_incomplete_play_is_told_what_completes_it() -> None:
    """rules.md M3, L1: of the plays of 6-5 only 18/13 is left after 24/18."""
    told = LONG.judged(START, "W 24:14 18:1 | B 24:15", "6-5")
    assert "18/13 completes the play" in told.explanation


def test_fewer_checkers() -> None:
    """rules.md §7 `checkers`: three on the head; all three locked in are all there are."""
    table = LONG.under(checkers="3")
    assert table.texts("W 24:3 | B 24:3", "6-5") == {"24/13"}


@pytest.mark.parametrize(
    ("option", "says"),
    [
        ("needs-one-ahead", "while no checker of Black is ahead of it that is forbidden, even in passing."),
        ("needs-one-home", "while no checker of Black has reached its home that is forbidden, even in passing."),
        ("not-all-15", "while no checker of Black is ahead of it that is forbidden at the end of a turn."),
    ],
)
def test_l4_the_sentence_says_when_a_block_is_forbidden(option: str, says: str) -> None:
    """rules.md L4: in passing too, or at the end of a turn only."""
    before = "W 24:4 18:3 17:2 16:2 15:2 14:2 | B 24:15"
    after = "W 24:4 18:2 17:2 16:2 15:2 14:2 13:1 | B 24:15"
    told = LONG.under(six_block=option).judged(before, after, "6-5").explanation
    assert told.startswith(f"White built 6 points in a row, from 18 to 13: {says}")
