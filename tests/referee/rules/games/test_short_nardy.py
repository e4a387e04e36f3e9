"""Short nardy: what a checker that hit may still do in the same turn."""

import pytest

from referee.rules.position import Position, Side
from tests.referee.rules.games.table import Table

SHORT = Table("short-nardy")
HIDING = "W 13:1 6:2 | B 16:1"
"""With 4-3 White can hit on its 9 and go on to its 6, which it holds."""


def test_it_starts_as_backgammon() -> None:
    """rules.md §1."""
    assert Position.start("short-nardy").text == Position.start("backgammon").text


@pytest.mark.parametrize(
    ("value", "in_yard", "in_home"),
    [("forbidden-everywhere", False, False), ("forbidden-in-home", True, False), ("allowed", True, True)],
)
def test_h1_hit_and_hide(value: str, in_yard: bool, in_home: bool) -> None:
    """rules.md H1: the hit on 9 is outside the home, the hit on 5 inside."""
    table = SHORT.under(hit_and_hide=value)
    assert ("13/9*/6" in table.texts(HIDING, "4-3")) is in_yard
    assert ("9/5*/2" in table.texts("W 9:1 2:2 | B 20:1", "4-3")) is in_home


def test_h1_the_hit_decides_not_the_hiding_place() -> None:
    """rules.md H1, reading: `forbidden-in-home` asks where the hit was; a second hit inside the home counts too."""
    table = SHORT.under(hit_and_hide="forbidden-in-home")
    assert "13/9*/6" in table.texts(HIDING, "4-3")
    twice = "W 20:1 12:1 3:2 | B 8:2 16:1 19:1"
    assert table.texts(twice, "3-3") == {"12/9*/6*"}
    assert SHORT.under(hit_and_hide="allowed").texts(twice, "3-3") == {"12/9*/6*/3"}


def test_h1_what_stays_allowed() -> None:
    """rules.md H1: be covered by another checker, go on to an empty point, bear off."""
    assert "13/9* 12/9" in SHORT.texts("W 13:1 12:1 | B 16:1", "4-3")
    assert "13/9*/6" in SHORT.texts("W 13:1 | B 16:1", "4-3")
    assert "5/2*/off" in SHORT.texts("W 5:1 | B 23:1", "3-2")


def test_h1_no_hit_no_limit() -> None:
    """rules.md H1: the same points without a hit on the way."""
    assert "13/6" in SHORT.texts(HIDING, "4-3")


def test_h1_the_mark_lasts_over_several_steps() -> None:
    """rules.md H1, reading: hit on 12, on to the empty 9, and still not on to the held 6."""
    position = "W 15:1 6:2 | B 13:1 22:2"
    assert SHORT.texts(position, "3-3") == {"15/12*/9"}
    assert SHORT.under(hit_and_hide="allowed").texts(position, "3-3") == {"15/12*/6"}


def test_h1_a_second_hit_on_the_way_is_allowed() -> None:
    """rules.md H1, reading."""
    assert "13/9*/6*" in SHORT.texts("W 13:1 2:2 | B 16:1 19:1", "4-3")


def test_h1_a_hit_on_entering_counts() -> None:
    """rules.md H1, reading: bar/20* may not go on to the held 18."""
    texts = SHORT.texts("W bar:1 18:2 | B 5:1", "5-2")
    assert "bar/20*/18" not in texts
    assert {"bar/20* 18/16", "bar/23/18"} & texts == {"bar/20* 18/16"}


def test_h1_of_like_checkers_the_player_says_which_moved_on() -> None:
    """rules.md H1, reading: one of two on 9 hit there; the other goes on to the held 5."""
    results = {play.position.text for play in SHORT.found("W 11:2 5:2 | B 16:1", "2-2").plays}
    assert "W 9:1 5:3 off:11 | B bar:1 off:14" in results
    assert "W 5:3 off:12 | B bar:1 off:14" not in {
        play.position.text for play in SHORT.found("W 11:1 5:2 | B 16:1", "2-2").plays
    }


def test_h1_the_checker_that_hit_may_be_the_one_that_moved_on() -> None:
    """rules.md H1, reading: the one that hit goes to the empty 7, the other then joins it there."""
    assert "11/9*/7 11/7" in SHORT.texts("W 11:2 | B 16:1", "2-2")


def test_h1_held_is_judged_at_the_moment_of_landing() -> None:
    """rules.md H1, reading: the lone checker leaves 6 first, so the one that hit lands on an empty point."""
    assert "W 6:1 2:1 off:13 | B bar:2 off:13" in _results("W 14:1 6:1 | B 15:1 23:1", "4-4")
    assert "W 6:2 2:1 off:12 | B bar:2 off:13" not in _results("W 14:1 6:2 | B 15:1 23:1", "4-4")


def test_h1_if_hiding_is_the_only_way_the_number_is_lost() -> None:
    """rules.md H1, M3, §6 all: after 13/9* the 3 could only hide."""
    position = "W 13:1 6:1 | B 16:1 15:2 22:2 23:2"
    assert SHORT.texts(position, "4-3") == {"13/9*"}
    assert SHORT.under(hit_and_hide="allowed").texts(position, "4-3") == {"13/9*/6"}


@pytest.mark.parametrize(("value", "plays"), [("allowed", {"5/off", "5/2*/off"}), ("forbidden", {"5/off"})])
def test_h2_hit_and_bear_off(value: str, plays: set[str]) -> None:
    """rules.md H2."""
    assert SHORT.under(hit_and_bear_off=value).texts("W 5:1 1:1 | B 23:1", "3-2") == plays


@pytest.mark.parametrize(("value", "left"), [("allowed", 0), ("forbidden", 2)])
def test_h2_nor_the_pair_even_on_a_double(value: str, left: int) -> None:
    """rules.md H2: two come to 2, the first hits; nothing is borne off from there in this turn."""
    plays = SHORT.under(hit_and_bear_off=value).found("W 5:2 | B 23:1", "3-3").plays
    assert [play.position.count(Side.W, 2) for play in plays] == [left]


def test_h2_a_point_is_barred_only_while_the_checker_that_hit_stands_there() -> None:
    """rules.md H2, reading: 1/off before the one that hit on 2 comes to 1; then nothing leaves from 1."""
    table = SHORT.under(hit_and_bear_off="forbidden")
    found = table.found("W 3:1 1:1 | B 23:1", "1-1")
    assert [play.position.text for play in found.plays] == ["W 1:1 off:14 | B bar:1 off:14"]
    assert found.dice_used == 3


def test_h2_a_hit_outside_the_home_does_not_count() -> None:
    """rules.md H2: hit on 8, then home and off."""
    table = SHORT.under(hit_and_bear_off="forbidden")
    assert _results("W 12:1 | B 17:1", "4-4", table) == {"W off:15 | B bar:1 off:14"}


def test_an_illegal_hide_is_told() -> None:
    """rules.md H1: code `hit-and-hide`, and what would have been a legal play."""
    told = SHORT.judged(HIDING, "W 6:3 | B bar:1", "4-3")
    assert told.reasons == ("hit-and-hide",)
    assert "from 9 to White's own 6-point" in told.explanation


def test_a_hide_is_told_although_a_way_without_a_hit_leads_there_too() -> None:
    """rules.md H1: the checker on the bar was hit in passing, not put there by hand."""
    told = SHORT.judged("W 5:1 2:2 | B 21:1 10:2", "W 2:3 | B 10:2 bar:1", "2-1")
    assert told.reasons == ("hit-and-hide",)


def test_an_illegal_bearing_off_is_told() -> None:
    """rules.md H2: code `hit-and-bear-off`."""
    told = SHORT.under(hit_and_bear_off="forbidden").judged("W 5:1 1:1 | B 23:1", "W 1:1 | B bar:1", "3-2")
    assert told.reasons == ("hit-and-bear-off",)
    assert "borne off from 2" in told.explanation


def test_the_judge_reads_like_checkers_in_the_players_favour() -> None:
    """rules.md H1: whichever of like checkers moved on, a wrong number elsewhere is the only reason."""
    told = SHORT.judged("W 11:2 5:2 | B 16:1", "W 9:1 7:1 5:2 | B bar:1", "2-2")
    assert told.reasons == ("double-unfinished",)


def _results(position: str, dice: str, table: Table = SHORT) -> set[str]:
    return {play.position.text for play in table.found(position, dice).plays}
