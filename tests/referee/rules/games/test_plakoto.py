"""Plakoto: pins, prisoners, mothers."""

import pytest

from referee.rules.dice import Dice
from referee.rules.errors import PositionError
from referee.rules.position import Place, Position, Side
from referee.rules.verdict import judge_play
from tests.referee.rules.games.table import Table

PLAKOTO = Table("plakoto")


def test_the_start() -> None:
    """rules.md §1."""
    assert Position.start("plakoto").text == "W 24:15 | B 24:15"


def test_p1_a_lone_checker_is_pinned_and_freed_when_the_last_pinner_leaves() -> None:
    """rules.md P1: White's 20 is Black's 5."""
    (landed,) = PLAKOTO.found("W 21:1 | B 6:2 5:1", "1-1").plays
    assert landed.position.text == "W 20:1 off:14 | B 6:2 5:1p off:12"
    (freed,) = PLAKOTO.found("W 20:1 | B 7:2 5:1p", "6-1").plays
    assert freed.position.text == "W 13:1 off:14 | B 7:2 5:1 off:12"


def test_p1_two_pinners_keep_the_prisoner() -> None:
    """rules.md P1, reading: any number may pin together."""
    one_left = PLAKOTO.found("W 20:2 | B 5:1p", "6-5").plays
    assert {"W 20:1 9:1 off:13 | B 5:1p off:14", "W 15:1 14:1 off:13 | B 5:1 off:14"} == {
        play.position.text for play in one_left
    }


def test_p1_a_prisoner_may_not_move_and_its_point_is_closed() -> None:
    """rules.md P1: White's prisoner on 10 under one checker; 16/10 is closed, 10/4 forbidden."""
    assert PLAKOTO.texts("W 16:1 10:1p | B 15:1", "6-6") == {"-"}


def test_p1_a_lone_pinner_cannot_be_pinned() -> None:
    """rules.md P1, reading."""
    assert PLAKOTO.texts("W 16:1 10:1p | B 15:1", "6-6") == {"-"}
    assert PLAKOTO.texts("W 16:1 | B 15:1 21:2", "6-6") == {"16/10"}


def test_p1_freedom_is_judged_at_every_step() -> None:
    """rules.md P1, reading: White leaves 20 with one checker and pins there again with another."""
    again = PLAKOTO.found("W 22:1 20:1 | B 5:1p", "2-1").plays
    assert "W 20:1 19:1 off:13 | B 5:1p off:14" in {play.position.text for play in again}


def test_p1_bearing_the_last_pinner_off_frees() -> None:
    """rules.md P1, reading: White's 3 is Black's 22."""
    results = {play.position.text for play in PLAKOTO.found("W 3:1 1:1 | B 22:1p", "3-1").plays}
    assert "W off:15 | B 22:1 off:14" in results


def test_p1_two_opposing_checkers_close_a_point() -> None:
    """rules.md §1, P1."""
    assert PLAKOTO.texts("W 24:1 | B 5:2 7:2", "6-4") == {"-"}


@pytest.mark.parametrize(("value", "plays"), [("allowed", {"3/off"}), ("forbidden", {"-"})])
def test_p1_bear_off_with_prisoner(value: str, plays: set[str]) -> None:
    """rules.md P1: the prisoner on 5 is at home and on its point, so a 6 bears nothing off from 3."""
    assert PLAKOTO.under(bear_off_with_prisoner=value).texts("W 5:1p 3:2 | B 20:1", "6-3") == plays


WINS = "W 3:1 6:2 | B 24:1"
"""White's 1 is Black's start: 3/1 pins Black's last checker there, and White has none on its own start."""


def test_p2_the_turn_may_stop_with_the_step_that_wins() -> None:
    """rules.md P2, `mother-pinned-ends-turn`."""
    full = {"3/off", "6/3", "6/4 3/2", "6/4 6/5", "6/5 3/1"}
    assert PLAKOTO.texts(WINS, "2-1") == full | {"3/1"}
    assert PLAKOTO.under(mother_pinned_ends_turn="plays-on").texts(WINS, "2-1") == full
    assert PLAKOTO.dice_used(WINS, "2-1") == 2


def test_p2_not_while_the_own_mother_is_at_risk() -> None:
    """rules.md P2: White still has a checker on its own start."""
    assert "3/1" not in PLAKOTO.texts("W 24:1 3:1 6:2 | B 24:1", "2-1")


def test_p2_both_mothers_pinned_ends_the_turn_too() -> None:
    """rules.md P2, the documents' example: the game is void."""
    assert "3/1" in PLAKOTO.texts("W 24:1p 3:1 6:2 | B 24:1 1:1", "2-1")


def test_p2_the_own_mother_leaving_decides() -> None:
    """rules.md P2: Black's mother is pinned already; White wins with the step that leaves the start."""
    assert PLAKOTO.texts("W 24:1 1:1 | B 24:1p", "2-1") == {"24/21", "24/22", "24/23"}


def test_p2_the_last_two_checkers_leaving_decide_together() -> None:
    """rules.md P2, reading: at risk is any own checker on the start, so one of two leaving decides nothing."""
    texts = PLAKOTO.texts("W 24:2 1:1 | B 24:1p", "2-2")
    assert "24/22" not in texts
    assert "24/22(2)" in texts


def test_p2_a_doubles_way_stops_at_the_step_only() -> None:
    """rules.md P2, reading: the step that decides may come after any number of others."""
    texts = PLAKOTO.texts("W 3:1 9:1 | B 24:1", "2-2")
    assert {"3/1", "9/7 3/1", "9/5 3/1"} <= texts
    assert "9/7" not in texts


@pytest.mark.parametrize(
    ("before", "after", "dice", "settings", "reason"),
    [
        ("W 16:1 10:1p 9:1 | B 15:1", "W 16:1 9:1 4:1 | B 15:1", "6-1", {}, "pinned-moved"),
        ("W 16:1 10:1p 9:1 | B 15:1", "W 16:1 9:1 2:1 | B 15:1", "6-1", {}, "pinned-moved"),
        (
            "W 5:1p 3:2 | B 20:1",
            "W 5:1p 3:1 | B 20:1",
            "3-1",
            {"bear_off_with_prisoner": "forbidden"},
            "prisoner-bear-off",
        ),
        ("W 24:2 | B 24:2", "W 24:1 13:1 | B 24:1 23:1", "6-5", {}, "opponent-checker-moved"),
        (WINS, "W 3:1 6:1 5:1 | B 24:1", "2-1", {}, "both-dice"),
        (WINS, "W 1:1 6:2 | B 24:1p", "2-1", {"mother_pinned_ends_turn": "plays-on"}, "both-dice"),
    ],
)
def test_reasons(before: str, after: str, dice: str, settings: dict[str, str], reason: str) -> None:
    """rules.md P1, P2 and the common rows, as codes of interfaces.md."""
    told = PLAKOTO.under(**settings).judged(before, after, dice)
    assert not told.legal
    assert reason in told.reasons


def test_stopping_early_is_legal() -> None:
    """rules.md P2."""
    told = PLAKOTO.judged(WINS, "W 1:1 6:2 | B 24:1p", "2-1")
    assert told.legal
    assert told.play is not None
    assert told.play.text == "3/1"


def test_a_seen_pin_need_not_be_marked() -> None:
    """A camera sees both colours on one point; the turn tells which lies underneath."""
    before = PLAKOTO.position("W 24:2 | B 5:1 2:1")
    seen = PLAKOTO.seen({24: 1, 20: 1}, {5: 1, 2: 1})
    assert not judge_play(before, seen, Side.W, Dice(6, 4), PLAKOTO.options).legal
    seen = PLAKOTO.seen({20: 1, 18: 1}, {5: 1, 2: 1})
    told = judge_play(before, seen, Side.W, Dice(6, 4), PLAKOTO.options)
    assert told.legal
    assert told.play is not None
    assert told.play.position.pinned == {(Side.B, 5)}
    assert PLAKOTO.found(before.text, "6-4").reaching(seen) == told.play


def test_the_wrong_checker_marked_as_pinned() -> None:
    """rules.md P1: the checker that stood alone lies underneath."""
    told = PLAKOTO.judged("W 24:1 8:1 | B 5:1", "W 20:1p 2:1 | B 5:1", "6-4")
    assert told.reasons == ("pinned-moved",)


@pytest.mark.parametrize("black", [{5: 2}, {5: 3, 7: 1}])
def test_a_pin_where_none_can_be_is_judged(black: dict[Place, int]) -> None:
    """What a camera may see of an illegal landing: a reason, never an error."""
    before = Position.of("plakoto", {24: 2}, black)
    told = judge_play(before, PLAKOTO.seen({20: 1, 18: 1}, black), Side.W, Dice(6, 4), PLAKOTO.options)
    assert told.reasons == ("blocked-point",)


def test_both_lone_checkers_marked_as_pinned_is_refused() -> None:
    """Of two checkers on a point one lies underneath."""
    with pytest.raises(PositionError, match="only one of the two"):
        PLAKOTO.position("W 20:1p | B 5:1p")
