"""Several readings of one still board."""

from dataclasses import replace

import numpy as np

from tests.vision.pictures import profile
from vision.conserve import STACKS, Evidence
from vision.fuse import fused, fused_dice
from vision.observation import SLOTS, UNREAD, CountReading, CubeReading, DieReading, Shade, Stack
from vision.still import StillReading

SIX = DieReading((300.0, 200.0), None, 6, 0.9, "left-half", flat=True, size_px=18, likely=6)
TWO = replace(SIX, xy=(360.0, 200.0), value=2, likely=2)


def reading(count: int, p: float, *, bar: int = 0, cube: CubeReading | None = None) -> StillReading:
    """Light checkers on the first point, all else empty."""
    empty, first = np.full(len(STACKS), 1e-6), np.full(len(STACKS), 1e-6)
    empty[0] = 1.0
    first[STACKS.index(Stack("L", count))], first[0] = p, 1 - p
    points = {name: empty / empty.sum() for name in SLOTS} | {SLOTS[0]: first / first.sum()}
    on_bar: dict[Shade, CountReading] = {"L": CountReading(bar, 0.8), "D": CountReading(0, 0.9)}
    view = profile().view
    return StillReading(view, dict.fromkeys(SLOTS, UNREAD), on_bar, {}, (), cube, evidence=Evidence(points, on_bar))


def told(dice: tuple[DieReading, ...]) -> list[tuple[int | None, float]]:
    return [(die.value, round(die.confidence, 3)) for die in dice]


def test_readings_that_agree_are_as_sure_as_each_and_less_where_one_doubts() -> None:
    alone = fused([reading(2, 0.8)]).slots[SLOTS[0]]
    both = fused([reading(2, 0.8), reading(2, 0.8)]).slots[SLOTS[0]]
    torn = fused([reading(2, 0.8), reading(2, 0.55)]).slots[SLOTS[0]]
    assert alone.best == both.best == torn.best == Stack("L", 2)
    assert both.confidence > alone.confidence - 0.01
    assert torn.confidence < alone.confidence - 0.02


def test_most_readings_tell_the_bar_and_the_surest_the_cube() -> None:
    sure, doubtful = CubeReading((9.0, 9.0), None, 0.9), CubeReading((90.0, 9.0), None, 0.6)
    seen = fused([reading(2, 0.9, bar=1, cube=sure), reading(2, 0.9, bar=1), reading(2, 0.9, bar=0, cube=doubtful)])
    assert seen.last.bar["L"] == CountReading(1, 0.5333)
    assert seen.cube == sure


def test_a_die_read_alike_is_as_sure_as_its_surest_reading() -> None:
    seen = fused_dice([(SIX,), (replace(SIX, confidence=0.95, xy=(301.0, 202.0)),)])
    assert [(die.value, die.confidence, die.xy) for die in seen] == [(6, 0.95, (301.0, 202.0))]


def test_a_die_read_six_and_five_has_no_value() -> None:
    five = replace(SIX, value=5, likely=5)
    seen = fused_dice([(SIX,), (five,)])
    assert told(seen) == [(None, 0.45)]
    assert told(fused_dice([(SIX,), (five,), (SIX,)])) == [(6, 0.6)]


def test_an_unread_die_takes_the_value_of_the_view_that_read_it() -> None:
    unread = replace(SIX, value=None, confidence=0.6, flat=None)
    assert [(die.value, die.flat) for die in fused_dice([(SIX,), (unread,)])] == [(6, True)]


def test_a_die_that_was_missed_stays_less_sure_and_is_forgotten_in_the_end() -> None:
    assert told(fused_dice([(SIX,), ()])) == [(6, 0.45)]
    assert fused_dice([(SIX,), (), (), ()]) == ()


def test_a_die_that_leans_in_most_views_leans() -> None:
    leaning = replace(SIX, value=None, flat=False, confidence=0.3)
    assert [(die.value, die.flat) for die in fused_dice([(leaning,), (SIX,), (leaning,)])] == [(None, False)]
    assert [(die.value, die.flat) for die in fused_dice([(SIX,), (SIX,), (leaning,)])] == [(6, True)]


def test_two_dice_side_by_side_stay_two() -> None:
    close = replace(TWO, xy=(316.0, 200.0))
    seen = fused_dice([(SIX, close), (close, SIX)])
    assert sorted(die.value or 0 for die in seen) == [2, 6]


def test_what_is_surer_the_cube_is_no_die_though_only_one_reading_looked_for_it() -> None:
    cube = CubeReading((302.0, 201.0), 2, 0.97)
    views = [replace(reading(2, 0.9, cube=told), dice=(SIX, TWO)) for told in (cube, None, None)]
    assert [die.value for die in fused(views).dice] == [2]
    doubtful = [replace(view, cube=view.cube and replace(cube, confidence=0.85)) for view in views]
    assert sorted(die.value or 0 for die in fused(doubtful).dice) == [2, 6]


def test_on_a_checker_is_what_most_views_say() -> None:
    on, off, open_ = (replace(SIX, on_checker=said) for said in (True, False, None))
    assert [
        fused_dice([(die,) for die in views])[0].on_checker for views in ((on, on, off), (on, off), (on, open_))
    ] == [
        True,
        None,
        None,
    ]
