"""The judge weighs what was seen against what is legal; legality is never a reason to have seen something."""

import pytest

from referee.judge import Hypothesis, Judged, judge
from referee.rules.dice import Dice
from referee.rules.position import Position
from referee.rules.side import Side
from referee.seen import Seen
from tests.referee.script import START, after, position
from tests.referee.tables import setup

OPTIONS = setup().options
MADE = after(START, Side.W, "3-1", "8/5 6/5")
OTHER = after(START, Side.W, "3-1", "13/9")
WRONG = position("W 24:2 13:5 8:2 6:5 3:1 | B 24:2 13:5 8:3 6:5")
WHITE = Hypothesis(START, Side.W, Dice(3, 1))
BLACK = Hypothesis(START, Side.B, Dice(3, 1))


def judged(alternatives: list[tuple[Position, float]], *hypotheses: Hypothesis) -> Judged:
    seen = Seen(1, 0, tuple(alternatives))
    return judge(hypotheses or (WHITE,), seen, OPTIONS, lambda _: False)


def test_a_sure_legal_position_is_legal() -> None:
    found = judged([(MADE, 1.0)])
    assert (found.kind, found.play, found.legal_count) == ("legal", "8/5 6/5", 16)


def test_a_sure_illegal_position_is_illegal_with_reasons_and_words() -> None:
    found = judged([(WRONG, 1.0)])
    assert found.kind == "illegal"
    assert found.reasons
    assert found.words.endswith(".")


@pytest.mark.parametrize("share", [0.5, 0.3, 0.2])
def test_an_illegal_position_that_is_likelier_is_not_turned_into_a_legal_play(share: float) -> None:
    found = judged([(WRONG, 1 - share), (MADE, share)])
    assert found.kind == "unsure"
    assert {choice.play for choice in found.choices} == {"8/5 6/5", None}


def test_a_small_doubt_does_not_stop_a_flag() -> None:
    assert judged([(WRONG, 0.95), (MADE, 0.05)]).kind == "illegal"


@pytest.mark.parametrize(
    ("alternatives", "kind"),
    [
        ([(MADE, 0.55), (WRONG, 0.2)], "legal"),
        ([(MADE, 0.35), (WRONG, 0.1)], "legal"),
        ([(MADE, 0.35), (WRONG, 0.2)], "unsure"),
        ([(MADE, 0.6), (WRONG, 0.4)], "unsure"),
        ([(MADE, 0.25), (WRONG, 0.05)], "unsure"),
    ],
)
def test_a_position_is_taken_as_seen_when_it_stands_out(alternatives: list[tuple[Position, float]], kind: str) -> None:
    assert judged(alternatives).kind == kind


def test_two_legal_plays_are_a_question() -> None:
    found = judged([(MADE, 0.5), (OTHER, 0.5)])
    assert (found.kind, found.play) == ("unsure", "")
    assert [choice.text for choice in found.choices] == ["W 3-1: 8/5 6/5", "W 3-1: 13/9"]


def test_the_side_that_fits_is_found() -> None:
    found = judged([(MADE, 1.0)], BLACK, WHITE)
    assert found.hypothesis == WHITE


def test_dice_that_are_not_known_are_not_made_up_from_the_play() -> None:
    other = Hypothesis(START, Side.W, Dice(1, 1))
    found = judged([(MADE, 1.0)], WHITE, other)
    assert (found.kind, [choice.hypothesis.dice for choice in found.choices]) == ("unsure", [Dice(3, 1), Dice(1, 1)])


def test_no_play_of_either_side_is_a_question_not_a_flag() -> None:
    assert judged([(WRONG, 1.0)], BLACK, WHITE).kind == "unsure"


def test_a_view_that_fits_nothing_is_a_question() -> None:
    found = judged([])
    assert (found.kind, found.position) == ("unsure", None)
