import numpy as np
import pytest

from vision.observation import EMPTY, Stack
from vision.tally import COUNTS, combine, disc_counts, settle, slot_reading


def sure(count: int, p: float = 0.97) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    chances = np.full(COUNTS, (1 - p) / (COUNTS - 1))
    chances[count] = p
    return chances


def between(count: int, other: int, p: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    chances = np.full(COUNTS, 1e-6)
    chances[count], chances[other] = p, 1 - p
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


def test_no_side_gets_more_than_its_checkers() -> None:
    chances = {f"top[{i}]": sure(5, 0.99) for i in range(3)} | {"bottom[0]": between(1, 0, 0.6)}
    stacks = settle(chances, dict.fromkeys(chances, 5.0), {}, 15)
    assert [stacks[n].count for n in ("top[0]", "top[1]", "top[2]", "bottom[0]")] == [5, 5, 5, 0]


def test_a_whole_set_is_preferred_where_a_point_is_in_doubt() -> None:
    chances = {"top[0]": sure(10, 0.99), "top[1]": between(4, 5, 0.6)}
    assert settle(chances, dict.fromkeys(chances, 5.0), {}, 15)["top[1]"].count == 5
    assert settle(chances, dict.fromkeys(chances, 5.0), {"L": 1}, 15)["top[1]"].count == 4


def test_two_doubtful_points_are_filled_together_but_not_one_alone() -> None:
    chances = {"top[0]": sure(10, 0.99), "top[1]": between(3, 4, 0.6), "top[2]": between(0, 1, 0.7)}
    stacks = settle(chances, {"top[0]": 5.0, "top[1]": 5.0, "top[2]": 3.0}, {}, 15)
    assert [stacks[n].count for n in chances] == [10, 4, 1]
    far = settle(chances, {"top[0]": 5.0, "top[1]": 5.0, "top[2]": 3.0}, {}, 16)
    assert [far[n].count for n in chances] == [10, 3, 0]


def test_an_empty_point_where_nothing_was_seen_stays_empty() -> None:
    chances = {"top[0]": sure(14, 0.999), "top[2]": between(0, 1, 0.7)}
    assert settle(chances, {"top[0]": 5.0, "top[2]": 0.1}, {}, 15)["top[2]"] == EMPTY


def test_nothing_is_made_up_where_points_are_hidden() -> None:
    chances = {"top[0]": sure(10, 0.99), "top[1]": between(4, 5, 0.6)}
    assert settle(chances, dict.fromkeys(chances, 5.0), {}, 15, whole=False)["top[1]"].count == 4


def test_a_point_of_doubtful_shade_goes_to_the_side_with_room() -> None:
    chances = {"top[0]": sure(12, 0.999), "top[1]": sure(4, 0.999), "top[2]": sure(11, 0.999)}
    stacks = settle(chances, {"top[0]": 6.0, "top[1]": 2.0, "top[2]": -6.0}, {}, 15)
    assert stacks["top[1]"] == Stack("D", 4)


def test_too_many_are_reported_where_all_were_seen_plainly() -> None:
    chances = {"top[0]": sure(12, 0.9999), "top[1]": sure(4, 0.9999)}
    stacks = settle(chances, {"top[0]": 40.0, "top[1]": 40.0}, {}, 15)
    assert sum(s.count for s in stacks.values()) == 16


def test_what_was_plainly_seen_is_not_changed_for_a_whole_set() -> None:
    chances = {"top[0]": sure(10, 0.99), "top[1]": sure(4, 0.99)}
    assert settle(chances, dict.fromkeys(chances, 5.0), {}, 15)["top[1]"].count == 4


def test_alternatives_are_listed_with_the_chosen_first() -> None:
    reading = slot_reading(between(2, 3, 0.6), 2.2, Stack("L", 3))
    assert reading.best == Stack("L", 3)
    assert reading.alternatives[1][0] == Stack("L", 2)
    assert reading.confidence == pytest.approx(0.4 * 0.9, abs=1e-3)


def test_an_empty_point_has_no_shade() -> None:
    assert slot_reading(sure(0), 2.2, EMPTY).best == EMPTY
