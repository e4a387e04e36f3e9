"""The brute force itself in long nardy and fevga: answers worked out by hand from rules.md."""

from tests.referee.rules.brute.asking import answer, ends
from tests.referee.rules.brute.law import Law
from tests.referee.rules.brute.turn import brute_force


def test_bearing_off_in_the_turn_that_comes_home() -> None:
    """rules.md M9: 7/6/off or 7/1/off; burnt, one number remains and it is the larger."""
    position = "W 7:1 1:14 | B 24:15"
    assert answer("long-nardy", position, (6, 1)) == ({"W 1:14 off:1 | B 24:15"}, 2)
    assert answer("long-nardy", position, (6, 1), bear_off_in_homecoming_turn="burnt") == ({"W 1:15 | B 24:15"}, 1)


def test_one_checker_leaves_the_head() -> None:
    """rules.md L1."""
    assert ends("long-nardy", "W 24:15 | B 24:15", (2, 1)) == {"W 24:14 21:1 | B 24:15"}


def test_first_throw_where_the_head_blocks() -> None:
    """rules.md L2: 6-6, 4-4 and 3-3 meet the other head, 5-5 does not."""
    start = "W 24:15 | B 24:15"
    assert answer("long-nardy", start, (6, 6), first=True) == ({"W 24:13 18:2 | B 24:15"}, 2)
    assert answer("long-nardy", start, (4, 4), first=True) == ({"W 24:13 16:2 | B 24:15"}, 4)
    assert answer("long-nardy", start, (5, 5), first=True) == ({"W 24:14 4:1 | B 24:15"}, 4)
    assert answer("long-nardy", start, (6, 6)) == ({"W 24:14 18:1 | B 24:15"}, 1)


def test_first_throw_where_a_moved_checker_blocks() -> None:
    """rules.md L2, the note: White opened 5-5, Black's first 4-4 meets the moved checker and plays a single 4."""
    position, one = "W 24:14 4:1 | B 24:15", "W 24:14 4:1 | B 24:14 20:1"
    assert answer("long-nardy", position, (4, 4), "B", first=True) == ({one}, 1)
    two = "W 24:14 4:1 | B 24:13 20:2"
    for rule in ("always-3-4-6", "second-player-3-4-6", "any-double", "any-throw"):
        assert answer("long-nardy", position, (4, 4), "B", first=True, first_throw_head=rule) == ({two}, 2)


def test_first_throw_by_the_other_options() -> None:
    """rules.md L2: White began, so `second-player-3-4-6` is not for White; the last two take any double, any throw."""
    start = "W 24:15 | B 24:15"
    second = answer("long-nardy", start, (6, 6), first=True, first_throw_head="second-player-3-4-6")
    assert second == ({"W 24:14 18:1 | B 24:15"}, 1)
    assert answer("long-nardy", start, (5, 5), first=True, first_throw_head="any-double")[0] == {
        "W 24:14 4:1 | B 24:15",
        "W 24:13 19:1 9:1 | B 24:15",
        "W 24:13 14:2 | B 24:15",
    }
    assert answer("long-nardy", start, (2, 1), first=True, first_throw_head="any-throw")[0] == {
        "W 24:14 21:1 | B 24:15",
        "W 24:13 23:1 22:1 | B 24:15",
    }


def test_six_in_a_row() -> None:
    """rules.md L4: 13/7 7/6 builds a row before Black's head; one ahead of it, or one at home, makes it fair."""
    for black, fair in (
        ("24:15", {"needs-one-ahead": False, "needs-one-home": False, "not-all-15": False}),
        ("24:14 17:1", {"needs-one-ahead": True, "needs-one-home": False, "not-all-15": True}),
        ("24:14 6:1", {"needs-one-ahead": True, "needs-one-home": True, "not-all-15": True}),
        ("24:14 off:1", {"needs-one-ahead": True, "needs-one-home": True, "not-all-15": True}),
    ):
        for rule, legal in fair.items():
            position = f"W 13:1 11:3 10:3 9:3 8:3 7:2 | B {black}"
            end = f"W 11:3 10:3 9:3 8:3 7:2 6:1 | B {black}"
            assert (end in ends("long-nardy", position, (6, 1), six_block=rule)) == legal, (black, rule)


def test_six_in_a_row_in_passing() -> None:
    """rules.md L4: 13/9 fills the row, 9/8 opens it again; 13/12 first is closed."""
    position, end = "W 13:1 11:3 10:3 8:3 7:3 6:2 | B 24:15", "W 11:3 10:3 8:4 7:3 6:2 | B 24:15"
    assert end not in ends("long-nardy", position, (4, 1))
    assert end in ends("long-nardy", position, (4, 1), six_block="not-all-15")


def test_the_first_checker_goes_first() -> None:
    """rules.md F1: nothing else moves until it is on 11."""
    assert ends("fevga", "W 24:14 20:1 | B 24:15", (6, 1)) == {"W 24:14 13:1 | B 24:15"}
    assert ends("fevga", "W 24:14 13:1 | B 24:15", (6, 2)) == {
        "W 24:14 5:1 | B 24:15",
        "W 24:13 22:1 7:1 | B 24:15",
        "W 24:13 18:1 11:1 | B 24:15",
    }


def test_the_starting_quarter() -> None:
    """rules.md F2: 24/19 may not fill it; in passing (18 is closed) only if ends are judged."""
    position, rest = "W 24:5 23:2 22:2 21:2 20:2 11:2 | B 24:14 6:1", "| B 24:14 6:1"
    passed = f"W 24:4 23:2 22:2 21:2 20:2 13:1 11:2 {rest}"
    filled = f"W 24:4 23:2 22:2 21:2 20:2 19:1 11:1 5:1 {rest}"
    assert passed in ends("fevga", position, (6, 5))
    assert filled not in ends("fevga", position, (6, 5))
    assert passed not in ends("fevga", position, (6, 5), fevga_blocks_judged="every-landing")


def test_a_row_before_the_other_stack() -> None:
    """rules.md F2: forbidden with all fifteen right behind it, or anywhere behind it."""
    close = ends("fevga", "W 13:1 11:3 10:3 9:3 8:3 7:2 | B 24:15", (6, 1))
    assert "W 11:3 10:3 9:3 8:3 7:2 6:1 | B 24:15" not in close
    position, end = "W 13:1 9:3 8:3 7:3 6:3 5:2 | B 24:10 23:5", "W 9:3 8:3 7:4 6:3 5:1 4:1 | B 24:10 23:5"
    assert end in ends("fevga", position, (6, 1))
    assert end not in ends("fevga", position, (6, 1), fevga_block="anywhere-behind")


def test_a_row_that_stands_is_opened() -> None:
    """rules.md F2: 6/5 6/4 opens it and is legal, 6/3 leaves it and is not; two whole turns open nothing else."""
    found = ends("fevga", "W 11:3 10:3 9:3 8:2 7:2 6:2 | B 24:15", (2, 1))
    assert found == {
        "W 11:3 10:3 9:3 8:2 7:2 5:1 4:1 | B 24:15",
        "W 11:3 10:3 9:3 8:2 6:3 5:1 | B 24:15",
        "W 11:3 10:3 9:3 7:3 6:3 | B 24:15",
    }


def test_fewer_checkers() -> None:
    """rules.md F2 with `--checkers 6`: all of them right behind; any 6 but the last two of a stack opens the row."""
    found = brute_force(Law("fevga", "W", (6, 6)), "W 11:1 10:1 9:1 8:1 7:1 6:1 | B 24:6", 6)
    assert found.dice_used == 4
    assert all(" off:" not in end for end in found.positions)
