import numpy as np
import pytest

from vision.tally import COUNTS, combine, disc_counts


def sure(count: int, p: float = 0.97) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    chances = np.full(COUNTS, (1 - p) / (COUNTS - 1))
    chances[count] = p
    return chances


@pytest.mark.parametrize(
    ("scores", "count"), [([], 0), ([0.9], 1), ([0.9] * 5, 5), ([0.95, 0.9, 0.1], 2), ([0.9] * 20, 15)]
)
def test_discs_make_a_count(scores: list[float], count: int) -> None:
    chances = disc_counts(scores)
    assert int(np.argmax(chances)) == count
    assert chances.sum() == pytest.approx(1)


def test_agreeing_opinions_are_surer_than_each() -> None:
    one = sure(3, 0.7)
    assert combine([(one, 1.0), (one, 1.0)])[3] > 0.9


def test_the_weightier_opinion_wins() -> None:
    assert int(np.argmax(combine([(sure(2, 0.9), 1.0), (sure(4, 0.9), 0.4)]))) == 2


def test_discs_are_the_least_of_a_pile() -> None:
    """More may lie hidden: larger counts stay open, evenly, smaller ones do not."""
    row = disc_counts([0.95] * 5, hidden=0.9)
    assert row[6:].min() == pytest.approx(row[6:].max(), rel=0.5)
    assert row[6:].sum() > 0.8
    assert row[:4].sum() < 0.05
