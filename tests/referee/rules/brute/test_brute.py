"""The program against the brute force: each game a tenth of `python -m tests.referee.rules.volume`."""

import random
from itertools import islice

import pytest

from tests.referee.rules.brute.case import Case
from tests.referee.rules.brute.cases import SETTERS, cases, set_up
from tests.referee.rules.brute.compare import compare
from tests.referee.rules.brute.judged import judge_all
from tests.referee.rules.brute.law import VALUES, WAIVABLE
from tests.referee.rules.brute.named import judge_near_misses
from tests.referee.rules.brute.same_way_positions import two_rows

SEED = 20261130


@pytest.mark.parametrize("game", SETTERS)
def test_2000_positions_equal_the_brute_force(game: str) -> None:
    """Results, dice used and moves; and each option value and each row changed at least one answer."""
    tally = compare(islice(cases(game, SEED), 2000), sweep_every=5)
    assert tally.differences == []
    expected = {(option, value) for option, values in VALUES[game].items() for value in values}
    expected |= {(row, "") for row in WAIVABLE[game]}
    assert {key for key in expected if not tally.changed[key]} == set()
    assert tally.lost_turns > 5


@pytest.mark.parametrize("game", SETTERS)
def test_100_positions_are_judged_as_by_the_brute_force(game: str) -> None:
    """Legal ends, ends that one waived row would allow, and changes at random."""
    judged = judge_all(islice(cases(game, SEED + 1), 100), SEED)
    assert judged.differences == []
    assert judged.legal > 150
    assert judged.illegal > 150


@pytest.mark.parametrize("game", SETTERS)
def test_near_misses_are_explained_by_the_row_they_break(game: str) -> None:
    named = judge_near_misses(islice(cases(game, SEED + 2), 60))
    assert named.unnamed == []
    assert len(named.tried) >= 3


def test_two_rows_that_stand_equal_the_brute_force() -> None:
    """rules.md F2: each is opened if it can be, though the other cannot."""
    chance = random.Random(SEED)
    tally = compare([set_up("fevga", chance, two_rows) for _ in range(200)], sweep_every=2)
    assert tally.differences == []
    assert tally.changed["F2-open", ""] > 3


def test_a_case_can_be_pasted_into_a_shell() -> None:
    case = Case("long-nardy", "W 24:15 | B 24:15", "W", (6, 6), True, {"six-block": "not-all-15"})
    assert case.command() == (
        "zarbiter plays long-nardy 'W 24:15 | B 24:15' 6-6 --turn W --first-turn --set six-block=not-all-15"
    )
