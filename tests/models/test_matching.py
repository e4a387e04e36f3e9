"""Found things held against true ones: what counts as found, and the figures over all thresholds."""

import pytest

from models.evaluate.matching import Curve, Thing, overlap


def die(x: float, y: float, score: float = 1.0, *, asked: bool = True) -> Thing:
    return Thing("die", (x - 5, y - 5, x + 5, y + 5), score, asked)


def test_a_die_is_found_once_and_only_near_its_centre() -> None:
    curve = Curve()
    curve.add([die(12, 10, 0.9), die(11, 10, 0.8), die(40, 40, 0.7)], [die(10, 10), die(100, 100)])
    assert curve.right == [True, False, False]
    assert curve.asked == 2


def test_what_is_hardly_seen_is_neither_right_nor_false() -> None:
    curve = Curve()
    curve.add([die(10, 10, 0.9)], [die(10, 10, asked=False)])
    assert (curve.asked, curve.scores) == (0, [])


def test_shares_are_taken_where_precision_and_false_ones_allow() -> None:
    curve = Curve()
    true = [die(30 * i, 0) for i in range(10)]
    curve.add([*(die(30 * i, 0, 0.9) for i in range(6)), die(500, 0, 0.5), die(270, 0, 0.4)], true)
    assert curve.recall_at_precision(0.95) == pytest.approx(0.6)
    assert curve.recall_at_precision(0.85) == pytest.approx(0.7)
    assert curve.recall_at_false(0.0) == pytest.approx(0.6)
    assert curve.recall_at_false(1.0) == pytest.approx(0.7)


def test_the_best_threshold_weighs_recall_against_precision() -> None:
    curve = Curve()
    curve.add(
        [die(0, 0, 0.9), die(30, 0, 0.8), *(die(500 + 30 * i, 0, 0.3) for i in range(4))], [die(0, 0), die(30, 0)]
    )
    assert curve.best() == (1.0, 1.0, 0.8)


def test_hands_are_matched_by_overlap() -> None:
    hand = Thing("hand", (0, 0, 100, 100))
    curve = Curve()
    curve.add([Thing("hand", (0, 0, 100, 20), 0.9), Thing("hand", (10, 10, 100, 100), 0.8)], [hand])
    assert curve.right == [False, True]
    assert overlap((0, 0, 10, 10), (5, 0, 15, 10)) == pytest.approx(1 / 3)
