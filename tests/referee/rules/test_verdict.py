"""Verdicts: legal by any order of steps, and every reason for an illegal play."""

from itertools import islice

import pytest

from referee.rules.dice import Dice
from referee.rules.position import Place, Position, Side
from referee.rules.verdict import judge_play
from tests.referee.rules.asking import DEFAULTS, START, verdict
from tests.referee.rules.walks import random_walk

ILLEGAL: dict[str, tuple[str, str, str, set[str]]] = {
    "one die only": (START, "W 24:1 18:1 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5", "6-5", {"both-dice"}),
    "nothing moved": (START, START, "6-5", {"both-dice"}),
    "half of a double": (START, "W 24:2 13:3 8:5 6:5 | B 24:2 13:5 8:3 6:5", "5-5", {"double-unfinished"}),
    "six for five and four": (START, "W 24:2 13:4 8:3 7:1 6:5 | B 24:2 13:5 8:3 6:5", "5-4", {"wrong-distance"}),
    "seven for eleven": (START, "W 24:2 13:4 8:3 6:6 | B 24:2 13:5 8:3 6:5", "6-5", {"wrong-distance"}),
    "one step back": (START, "W 24:2 14:1 13:4 8:2 7:1 6:5 | B 24:2 13:5 8:3 6:5", "2-1", {"wrong-direction"}),
    "one and one for a two": ("W 13:2 8:2 | B 24:1", "W 13:1 12:1 8:1 7:1 | B 24:1", "2-1", {"die-split"}),
    "over a wall": ("W 24:2 | B 7:2 6:2", "W 24:1 13:1 | B 7:2 6:2", "6-5", {"blocked-point", "no-move-possible"}),
    "smaller of two": ("W 24:1 | B 12:2", "W 19:1 | B 12:2", "6-5", {"larger-die"}),
    "moved before entering": ("W 13:2 bar:1 | B 6:2", "W 13:1 8:1 bar:1 | B 6:2", "5-2", {"bar-first", "both-dice"}),
    "off too early": ("W 8:1 6:2 | B 24:1", "W 8:1 6:1 | B 24:1", "6-1", {"both-dice", "not-all-home"}),
    "lower off first": ("W 6:1 4:1 1:1 | B 13:2", "W 6:1 | B 13:2", "5-1", {"higher-checker-first"}),
    "hit checker taken away": ("W 24:1 | B 7:1", "W 13:1 | B off:15", "6-5", {"hit-not-on-bar"}),
    "blot pushed aside": ("W 24:1 | B 7:1", "W 13:1 | B 8:1", "6-5", {"hit-not-on-bar"}),
    "opponent's moved": (START, "W 24:1 13:6 8:3 6:5 | B 24:2 13:4 8:3 6:5 5:1", "6-5", {"opponent-checker-moved"}),
    "opponent's checker gone": (
        START,
        "W 24:1 13:6 8:3 6:5 | B 24:2 13:5 8:3 6:4",
        "6-5",
        {"checker-count", "opponent-checker-moved"},
    ),
    "a checker came back": ("W 6:2 off:13 | B 24:1", "W 6:3 off:12 | B 24:1", "6-5", {"checker-count"}),
    "moved though shut out": (
        "W 13:2 bar:1 | B 6:2 5:2 4:2 3:2 2:2 1:2",
        "W 13:1 8:1 bar:1 | B 6:2 5:2 4:2 3:2 2:2 1:2",
        "5-2",
        {"bar-first", "no-move-possible"},
    ),
}
"""Name → position before, position after, throw, reasons; White moves."""


@pytest.mark.parametrize(("before", "after", "dice", "reasons"), ILLEGAL.values(), ids=ILLEGAL)
def test_reasons(before: str, after: str, dice: str, reasons: set[str]) -> None:
    found = verdict(before, after, dice)
    assert not found.legal
    assert found.play is None
    assert set(found.reasons) == reasons
    assert found.explanation.count(".") >= len(reasons)


def test_an_incomplete_play_is_told_what_completes_it() -> None:
    found = verdict(START, "W 24:1 18:1 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5", "6-5")
    assert "18/13 completes the play" in found.explanation


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("W 6:1 | B 1:1", "W 1:1 | B 1:1", "1 of the 2 playable moves of 5-5 was made; both must be played: 1/off"),
        ("W 6:4 | B 1:1", "W 6:2 1:2 | B 1:1", "2 of the 4 playable moves of 5-5 were made; all 4 must be played"),
    ],
)
def test_an_unfinished_double_is_told_how_many_are_missing(before: str, after: str, says: str) -> None:
    """rules.md M2, M3: a double is played four times, as many as can be."""
    assert says in verdict(before, after, "5-5").explanation


def test_an_incomplete_play_that_nothing_completes_is_told_a_whole_one() -> None:
    """rules.md M3: after 7/1 no 5 is left; 24/13 plays both."""
    found = verdict("W 24:1 7:1 | B 6:2 23:2", "W 24:1 1:1 | B 6:2 23:2", "6-5")
    assert found.reasons == ("both-dice",)
    assert "for instance 24/13" in found.explanation


def test_legal_plays_name_themselves() -> None:
    found = verdict(START, "W 24:1 13:6 8:3 6:5 | B 24:2 13:5 8:3 6:5", "6-5")
    assert found.legal
    assert found.play is not None
    assert found.play.text == "24/13"
    assert found.reasons == ()


def test_a_lost_turn_left_alone_is_legal() -> None:
    """rules.md M5."""
    shut_out = "W bar:1 | B 6:2 5:2 4:2 3:2 2:2 1:2"
    found = verdict(shut_out, shut_out, "6-5")
    assert found.legal
    assert found.play is not None
    assert found.play.text == "-"


def _seen(white: dict[Place, int], black: dict[Place, int]) -> Position:
    return Position.of("backgammon", white, black, mixed=True)


@pytest.mark.parametrize(
    ("black", "after_black", "reason"),
    [({7: 2}, {7: 2}, "blocked-point"), ({7: 1}, {7: 1}, "hit-not-on-bar")],
)
def test_both_sides_on_one_point(black: dict[Place, int], after_black: dict[Place, int], reason: str) -> None:
    """What a camera may see: White went to its 18, where Black's checkers still stand."""
    before = _seen({24: 1, 13: 1}, black)
    judged = judge_play(before, _seen({18: 1, 8: 1}, after_black), Side.W, Dice(6, 5), DEFAULTS)
    assert judged.reasons == (reason,)


def test_every_legal_play_is_judged_legal_and_others_get_a_reason() -> None:
    """Results of another throw, judged under this one: legal exactly if this throw has them too."""
    walk = islice(random_walk("backgammon", 11), 120)
    for position, side, dice, found in walk:
        for play in found.plays[:5]:
            assert judge_play(position, play.position, side, dice, DEFAULTS).legal
        other = Dice(dice.low, dice.high % 6 + 1)
        for play in found.plays[:5]:
            judged = judge_play(position, play.position, side, other, DEFAULTS)
            assert judged.legal != bool(judged.reasons)
            assert set(judged.reasons) <= REASONS
            assert judged.explanation


REASONS = {
    "wrong-distance", "wrong-direction", "blocked-point", "opponent-checker-moved", "bar-first", "not-all-home",
    "higher-checker-first", "both-dice", "larger-die", "double-unfinished", "die-split", "hit-not-on-bar",
    "checker-count", "no-move-possible",
}  # fmt: skip
"""The codes of interfaces.md that backgammon can give."""


def test_every_reason_of_backgammon_is_tested_here() -> None:
    tested = {reason for case in ILLEGAL.values() for reason in case[3]}
    assert tested == REASONS
