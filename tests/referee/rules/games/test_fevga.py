"""Fevga: the first checker, the starting quarter, rows of six."""

import pytest

from referee.rules.dice import Dice
from referee.rules.position import Position, Side
from referee.rules.verdict import judge_play
from tests.referee.rules.games.table import Table

FEVGA = Table("fevga")
START = "W 24:15 | B 24:15"


def test_the_start() -> None:
    """rules.md §1."""
    assert Position.start("fevga").text == START


def test_f1_the_first_checker_goes_alone() -> None:
    """rules.md F1: it is past on 11 or beyond; White's 12 is Black's start."""
    assert FEVGA.texts(START, "6-5") == {"24/13"}
    assert FEVGA.texts("W 24:14 20:1 | B 24:15", "6-1") == {"20/13"}
    assert FEVGA.texts("W 24:14 13:1 | B 24:15", "1-1") == {"-"}


def test_f1_on_the_opponents_start_it_is_not_past() -> None:
    """rules.md F1, reading: 12 is not beyond, 11 is."""
    assert FEVGA.texts("W 24:14 12:1 | B 23:15", "6-5") >= {"12/1", "24/19 12/6", "24/18 12/7"}
    assert "24/18 24/19" not in FEVGA.texts("W 24:14 12:1 | B 20:15", "6-5")


def test_f1_the_rest_of_the_turn_is_free() -> None:
    """rules.md F1, reading: 13/11 passes, and the 1 may be played from the head."""
    assert FEVGA.texts("W 24:14 13:1 | B 24:15", "2-1") == {"13/10", "24/23 13/11"}


def test_f1_no_limit_on_leaving_the_head_after_that() -> None:
    """rules.md F1, reading."""
    assert "24/22 24/23" in FEVGA.texts("W 24:14 10:1 | B 24:15", "2-1")
    assert "24/22(4)" in FEVGA.texts("W 24:14 10:1 | B 24:15", "2-2")


QUARTER = "W 24:9 23:1 22:1 21:1 20:1 11:2 | B 24:14 1:1"
"""White holds five of its starting quarter; 24/19 or 20/19 with 24/20 would fill it."""


@pytest.mark.parametrize("value", ["end-of-turn", "every-landing"])
def test_f2_not_all_six_points_of_the_starting_quarter(value: str) -> None:
    """rules.md F2: wherever the opponent stands."""
    table = FEVGA.under(fevga_blocks_judged=value)
    told = table.judged(QUARTER, "W 24:8 23:1 22:1 21:1 20:1 19:1 11:1 10:1 | B 24:14 1:1", "5-1")
    assert told.reasons == ("starting-quarter",)
    assert "24/19 20/19" in table.texts(QUARTER, "5-1")


@pytest.mark.parametrize(("value", "legal"), [("end-of-turn", True), ("every-landing", False)])
def test_f2_in_passing(value: str, legal: bool) -> None:
    """rules.md F2, `fevga-blocks-judged`: Black holds White's 18, so 24/13 goes over 19, the sixth point."""
    before, after = "W 24:9 23:1 22:1 21:1 20:1 11:2", "W 24:8 23:1 22:1 21:1 20:1 13:1 11:2"
    black = "B 24:14 6:1"
    told = FEVGA.under(fevga_blocks_judged=value).judged(f"{before} | {black}", f"{after} | {black}", "6-5")
    assert told.legal is legal
    assert legal or told.reasons == ("starting-quarter",)


FIVE, SIX = "W 24:9 11:1 10:1 9:1 8:1 7:2", "W 24:8 22:1 11:1 10:1 9:1 8:1 7:1 6:1"
"""White's 11 to 6 are Black's 23 to 18."""
FIVE_ON, SIX_ON = "W 24:9 10:1 9:1 8:1 7:1 6:2", "W 24:8 22:1 10:1 9:1 8:1 7:1 6:1 5:1"
"""White's 10 to 5 are Black's 22 to 17."""


@pytest.mark.parametrize("judged", ["end-of-turn", "every-landing"])
@pytest.mark.parametrize(
    ("before", "after", "black", "legal_under"),
    [
        (FIVE, SIX, "B 24:15", (False, False)),
        (FIVE, SIX, "B 24:14 17:1", (True, True)),
        (FIVE, SIX, "B 24:14 off:1", (True, True)),
        (FIVE_ON, SIX_ON, "B 24:15", (True, False)),
        (FIVE_ON, SIX_ON, "B 23:15", (False, False)),
        (FIVE_ON, SIX_ON, "B 24:14 23:1", (True, False)),
    ],
)
def test_f2_six_in_a_row(before: str, after: str, black: str, legal_under: tuple[bool, bool], judged: str) -> None:
    """rules.md F2, `fevga-block`: all fifteen on the one point next behind, or anywhere behind."""
    for value, legal in zip(("one-point-behind", "anywhere-behind"), legal_under, strict=True):
        table = FEVGA.under(fevga_block=value, fevga_blocks_judged=judged)
        told = table.judged(f"{before} | {black}", f"{after} | {black}", "2-1")
        assert told.legal is legal
        assert told.reasons == (() if legal else ("six-block",))


@pytest.mark.parametrize(("value", "legal"), [("end-of-turn", True), ("every-landing", False)])
def test_f2_six_in_a_row_in_passing(value: str, legal: bool) -> None:
    """rules.md F2, `fevga-blocks-judged`: 15/9/6 fills the hole on 9 for a moment; 12 is Black's start."""
    before, after = "W 24:9 15:1 11:1 10:1 8:1 7:1 6:1 | B 24:15", "W 24:9 11:1 10:1 8:1 7:1 6:2 | B 24:15"
    told = FEVGA.under(fevga_blocks_judged=value).judged(before, after, "6-3")
    assert told.legal is legal
    assert legal or told.reasons == ("six-block",)


HELD = "W 24:2 23:3 22:2 21:2 20:2 19:2 16:1 5:1 | B 24:2 23:1 22:4 21:2 19:2 5:4"


@pytest.mark.parametrize("value", ["end-of-turn", "every-landing"])
def test_f2_a_quarter_that_stood_is_opened_if_a_legal_play_does(value: str) -> None:
    """rules.md F2, as for rows: it stands after an illegal play that was accepted; no step is forbidden for it."""
    found = FEVGA.under(fevga_blocks_judged=value).found(HELD, "2-2")
    assert found.dice_used == 4
    assert all(0 in play.position.white[19:25] for play in found.plays)
    told = FEVGA.judged(HELD, "W 24:1 23:2 22:2 21:2 20:3 19:3 16:1 5:1 | B 24:2 23:1 22:4 21:2 19:2 5:4", "2-2")
    assert told.reasons == ("row-not-opened",)
    assert "must open its starting quarter" in told.explanation


def test_f2_a_quarter_that_no_play_opens_stays() -> None:
    """rules.md F2, M5: the throw is played all the same."""
    found = FEVGA.found("W 24:5 23:3 22:1 21:3 20:1 19:2 | B 21:8 18:2 16:4 off:1", "4-3")
    assert found.dice_used == 2


STANDING = "W 24:9 11:1 10:1 9:1 8:1 7:1 6:1 | B 24:15"


@pytest.mark.parametrize("value", ["end-of-turn", "every-landing"])
def test_f2_a_row_forbidden_by_the_opponents_move_must_be_opened(value: str) -> None:
    """rules.md F2, reading: all fifteen came to stand behind a row that stood already."""
    table = FEVGA.under(fevga_blocks_judged=value)
    assert "24/23 11/9" in table.texts(STANDING, "2-1")
    told = table.judged(STANDING, "W 24:8 21:1 11:1 10:1 9:1 8:1 7:1 6:1 | B 24:15", "2-1")
    assert told.reasons == ("row-not-opened",)
    assert "must open 6 points in a row, from 11 to 6" in told.explanation


def test_f2_a_shorter_row_of_six_is_not_open() -> None:
    """rules.md F2, reading."""
    before, after = "W 24:8 11:1 10:1 9:1 8:1 7:1 6:1 5:1 | B 24:15", "W 24:8 11:1 10:1 9:1 8:1 7:1 6:1 2:1 | B 24:15"
    assert FEVGA.judged(before, after, "2-1").reasons == ("row-not-opened",)


def test_f2_a_longer_row_is_a_new_one() -> None:
    """rules.md F2."""
    before, after = "W 24:8 11:1 10:1 9:1 8:1 7:1 6:2 | B 24:15", "W 24:7 22:1 11:1 10:1 9:1 8:1 7:1 6:1 5:1 | B 24:15"
    assert "six-block" in FEVGA.judged(before, after, "2-1").reasons


def test_f2_if_no_play_opens_the_row_any_legal_play_will_do() -> None:
    """rules.md F2, reading: two on each point, and only one checker of the row can move with 6-5."""
    assert FEVGA.texts("W 24:3 6:2 5:2 4:2 3:2 2:2 1:2 | B 19:15", "6-5") == {"24/13", "24/18 24/19", "24/18 6/1"}


@pytest.mark.parametrize(
    ("before", "after", "dice", "reasons"),
    [
        (START, "W 24:13 19:1 18:1 | B 24:15", "6-5", {"first-checker-not-past"}),
        (
            "W 24:14 13:1 | B 24:15",
            "W 24:13 23:1 13:1 | B 24:15",
            "1-1",
            {"first-checker-not-past", "no-move-possible"},
        ),
        (START, "W 24:14 18:1 | B 24:15", "6-5", {"both-dice"}),
        ("W 24:14 10:1 | B 24:15", "W 24:14 11:1 | B 24:15", "2-1", {"wrong-direction"}),
        ("W 24:14 10:1 | B 24:15", "W 24:14 4:1 | B 24:15", "2-1", {"wrong-distance"}),
    ],
)
def test_reasons(before: str, after: str, dice: str, reasons: set[str]) -> None:
    """rules.md F1 and the common rows, as codes of interfaces.md."""
    assert set(FEVGA.judged(before, after, dice).reasons) == reasons


def test_a_single_checker_blocks_and_is_named() -> None:
    """rules.md §1: one opposing checker closes a point."""
    before, seen = FEVGA.position("W 24:14 10:1 | B 24:15"), FEVGA.seen({24: 13, 12: 1, 10: 1}, {24: 15})
    told = judge_play(before, seen, Side.W, Dice(6, 6), FEVGA.options)
    assert "blocked-point" in told.reasons
    assert "which Black holds with 15 checkers" in told.explanation


def test_fewer_checkers() -> None:
    """rules.md §7 `checkers`, F2: all three on the point behind are all there are."""
    table = FEVGA.under(checkers="7")
    before, after = "W 24:1 11:1 10:1 9:1 8:1 7:2", "W 22:1 11:1 10:1 9:1 8:1 7:1 6:1"
    assert table.judged(f"{before} | B 24:7", f"{after} | B 24:7", "2-1").reasons == ("six-block",)
    assert table.judged(f"{before} | B 24:6 off:1", f"{after} | B 24:6 off:1", "2-1").legal
