"""The brute force itself, on small positions whose answers were worked out by hand from rules.md."""

from tests.referee.rules.brute.asking import answer, ends
from tests.referee.rules.brute.law import Law
from tests.referee.rules.brute.turn import replays


def test_the_last_checker_plays_the_whole_throw() -> None:
    """rules.md M3: last checker on 6, blot on 5, throw 6-1: only 6/5*/off."""
    assert answer("backgammon", "W 6:1 off:14 | B 20:1 off:14", (6, 1)) == ({"W off:15 | B bar:1 off:14"}, 2)


def test_only_one_of_two_numbers() -> None:
    """rules.md M4: 24/18 and 24/19 are open, 13 is not; the larger, or either."""
    position = "W 24:1 off:14 | B 12:2 off:13"
    six, five = "W 18:1 off:14 | B 12:2 off:13", "W 19:1 off:14 | B 12:2 off:13"
    assert answer("backgammon", position, (6, 5)) == ({six}, 1)
    assert ends("portes", position, (6, 5)) == {six, five}
    assert ends("portes", position, (6, 5), single_die="larger") == {six}


def test_a_double_is_played_four_times() -> None:
    """rules.md M2, M3: 2-2; the third point on the way of 14 is closed, so it plays two at most, 13 the others."""
    position = "W 14:1 13:1 off:13 | B 17:2 off:13"
    pairs = {f"W {pair} off:13 | B 17:2 off:13" for pair in ("14:1 5:1", "12:1 7:1", "10:1 9:1")}
    assert answer("backgammon", position, (2, 2)) == (pairs, 4)


def test_entering_comes_first_and_the_rest_is_lost() -> None:
    """rules.md M7: two on the bar, the 6 closed: one enters with the 5, nothing else moves."""
    position = "W 8:1 bar:2 off:12 | B 6:2 off:13"
    assert answer("backgammon", position, (6, 5)) == ({"W 20:1 8:1 bar:1 off:12 | B 6:2 off:13"}, 1)


def test_a_lower_checker_stays_while_a_higher_one_cannot_move() -> None:
    """rules.md M8, M5: 6/3 is closed, and the 2 may not be borne off by a 3: the turn is lost."""
    position = "W 6:1 2:1 off:13 | B 22:2 off:13"
    assert answer("backgammon", position, (3, 3)) == ({position}, 0)


def test_hit_and_hide_inside_the_home() -> None:
    """rules.md H1: 10/6* may not go on to the held 4; 10/8/4 and 10/6* 4/2 may be played."""
    position = "W 10:1 4:2 off:12 | B 19:1 off:14"
    fair = {"W 6:1 4:1 2:1 off:12 | B bar:1 off:14", "W 4:3 off:12 | B 19:1 off:14"}
    hidden = {"W 4:3 off:12 | B bar:1 off:14"}
    assert ends("short-nardy", position, (4, 2)) == fair
    assert ends("short-nardy", position, (4, 2), hit_and_hide="forbidden-in-home") == fair
    assert ends("short-nardy", position, (4, 2), hit_and_hide="allowed") == fair | hidden


def test_hit_outside_and_hide_inside() -> None:
    """rules.md H1: the hit was on 8, so only `forbidden-everywhere` keeps the checker from the held 4."""
    position = "W 10:1 4:2 off:12 | B 17:1 off:14"
    hidden = "W 4:3 off:12 | B bar:1 off:14"
    assert hidden not in ends("short-nardy", position, (4, 2))
    assert hidden in ends("short-nardy", position, (4, 2), hit_and_hide="forbidden-in-home")


def test_a_hit_may_be_covered_and_the_covering_checker_may_go_on() -> None:
    """rules.md H1: 7/6* by one, 8/6 by another, and the one that did not hit goes on to the held 4."""
    position = "W 8:1 7:1 4:2 off:11 | B 19:1 off:14"
    assert "W 6:2 4:2 off:11 | B bar:1 off:14" in ends("short-nardy", position, (2, 1))


def test_a_number_that_only_hides_is_lost() -> None:
    """rules.md §6: the last checker enters with a hit on 20; 20/18 would be the only 2, and 18 is held."""
    position = "W 18:2 bar:1 off:12 | B 5:1 9:2 2:2 off:10"
    assert answer("short-nardy", position, (5, 2)) == ({"W 20:1 18:2 off:12 | B 9:2 2:2 bar:1 off:10"}, 1)


def test_what_hit_at_home_is_not_borne_off() -> None:
    """rules.md H2: 4/3*/off is forbidden, 4/1/off and the two that end on 1 are not."""
    position = "W 4:1 2:1 off:13 | B 22:1 off:14"
    fair = {"W 1:2 off:13 | B 22:1 off:14", "W 2:1 off:14 | B 22:1 off:14"}
    assert ends("short-nardy", position, (3, 1)) == fair | {"W 2:1 off:14 | B bar:1 off:14"}
    assert ends("short-nardy", position, (3, 1), hit_and_bear_off="forbidden") == fair


def test_a_pin() -> None:
    """rules.md P1: two ways to leave the blot alone, one way to pin with two, one pins in passing and frees."""
    position = "W 10:1 8:1 off:13 | B 18:1 off:14"
    assert ends("plakoto", position, (3, 1)) == {
        "W 8:1 6:1 off:13 | B 18:1 off:14",
        "W 7:2 off:13 | B 18:1p off:14",
        "W 9:1 5:1 off:13 | B 18:1 off:14",
        "W 10:1 4:1 off:13 | B 18:1 off:14",
    }


def test_a_prisoner_stays_and_closes_its_point() -> None:
    """rules.md P1: 12/10 is closed by a lone pinner, the prisoner on 10 does not move: 12/11/9 remains."""
    position = "W 12:1 10:1p off:13 | B 15:1 off:14"
    assert answer("plakoto", position, (2, 1)) == ({"W 10:1p 9:1 off:13 | B 15:1 off:14"}, 2)


def test_bearing_off_with_a_prisoner() -> None:
    """rules.md P1: the prisoner counts as home; `forbidden` leaves only the 1."""
    position = "W 6:1 3:1p off:13 | B 22:1 off:14"
    assert answer("plakoto", position, (6, 1)) == ({"W 3:1p off:14 | B 22:1 off:14"}, 2)
    forbidden = answer("plakoto", position, (6, 1), bear_off_with_prisoner="forbidden")
    assert forbidden == ({"W 5:1 3:1p off:13 | B 22:1 off:14"}, 1)


def test_a_prisoner_counts_on_its_point() -> None:
    """rules.md P1: a prisoner on 5 keeps the 2 from being borne off by a 4."""
    position = "W 5:1p 2:1 off:13 | B 20:1 off:14"
    assert answer("plakoto", position, (4, 4)) == ({position}, 0)


def test_pinning_the_mother_may_end_the_turn() -> None:
    """rules.md P2: 7/1 pins the mother; the 2 may be left over."""
    position = "W 7:1 4:1 off:13 | B 24:1 off:14"
    full = {"W 2:1 1:1 off:13 | B 24:1p off:14", "W 4:1 off:14 | B 24:1 off:14"}
    assert ends("plakoto", position, (6, 2), mother_pinned_ends_turn="plays-on") == full
    assert answer("plakoto", position, (6, 2)) == (full | {"W 4:1 1:1 off:13 | B 24:1p off:14"}, 2)


def test_pinning_the_mother_with_the_own_at_risk_decides_nothing() -> None:
    """rules.md P2: White's own mother stands on 24, so both numbers are played."""
    position = "W 24:1 7:1 off:13 | B 24:1 off:14"
    assert "W 24:1 1:1 off:13 | B 24:1p off:14" not in ends("plakoto", position, (6, 2))
    assert "W 22:1 1:1 off:13 | B 24:1p off:14" in ends("plakoto", position, (6, 2))


def test_the_own_mother_leaving_decides() -> None:
    """rules.md P2: the other mother is pinned already, 24/22 takes the own one out of risk."""
    position = "W 24:1 8:1 1:1 off:12 | B 24:1p off:14"
    assert "W 22:1 8:1 1:1 off:12 | B 24:1p off:14" in ends("plakoto", position, (6, 2))


def test_moves_are_replayed_literally() -> None:
    """A play's moves are steps of the throw in an order that the rules allow."""
    law, position = Law("backgammon", "W", (6, 1)), "W 6:1 off:14 | B 20:1 off:14"
    assert replays(law, position, [(6, 5), (5, 0)], "W off:15 | B bar:1 off:14")
    assert not replays(law, position, [(6, 0)], "W off:15 | B bar:1 off:14")
    assert not replays(law, position, [(6, 4), (4, 0)], "W off:15 | B bar:1 off:14")
