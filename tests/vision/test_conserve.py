"""The number of checkers as a prior, against sums over every board there could be."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vision.conserve
from vision.conserve import STACKS, Conserved, Evidence, Floats, conserve, over_stacks, pool, tempered, unsettled
from vision.observation import EMPTY, SLOTS, UNREAD, CountReading, Shade, Stack

BAR: dict[Shade, CountReading] = {"L": CountReading(0, 0.9), "D": CountReading(0, 0.9)}


def point(**chances: float) -> Floats:
    """A point's distribution: `L3=0.6, D1=0.3, none=0.1`; what is left out is 1e-9."""
    p = np.full(len(STACKS), 1e-9)
    for text, chance in chances.items():
        p[STACKS.index(EMPTY if text == "none" else Stack("L" if text[0] == "L" else "D", int(text[1:])))] = chance
    return np.asarray(p / p.sum())


def texts(evidence: Evidence) -> list[str]:
    return [reading.best.text for reading in conserve(evidence).values() if reading.best]


def full(*points: Floats) -> dict[str, Floats]:
    """24 points: the given ones, the rest empty."""
    empty = [point(none=1.0)] * (24 - len(points))
    return {f"{i}": p for i, p in enumerate([*points, *empty])}


def test_the_missing_checker_goes_where_it_is_likeliest() -> None:
    points = full(point(L10=1.0), point(L4=0.6, L5=0.4), point(none=0.9, L1=0.1), point(D15=1.0))
    assert texts(Evidence(points, BAR))[:4] == ["L10", "L5", "", "D15"]
    assert conserve(Evidence(points, BAR))["1"].confidence < 0.9


def test_checkers_on_the_bar_count() -> None:
    points = full(point(L10=1.0), point(L4=0.6, L5=0.4), point(D15=1.0))
    assert texts(Evidence(points, BAR))[1] == "L5"
    assert texts(Evidence(points, {**BAR, "L": CountReading(1, 0.9)}))[1] == "L4"


def test_one_too_many_is_taken_where_it_is_doubtful() -> None:
    points = full(point(L10=1.0), point(L5=0.99, L4=0.01), point(L1=0.6, none=0.4), point(D15=1.0))
    assert texts(Evidence(points, BAR))[:3] == ["L10", "L5", ""]


def test_what_was_plainly_seen_stays_even_if_it_is_too_many() -> None:
    points = full(*[point(L5=1.0)] * 5)
    assert texts(Evidence(points, BAR))[:5] == ["L5"] * 5


def test_hidden_points_may_hold_the_missing() -> None:
    points = full(point(L10=1.0), point(L4=0.6, L5=0.4), point(D15=1.0))
    points.pop("23")
    assert texts(Evidence(points, BAR))[1] == "L4"


def _by_hand(points: list[Floats], checkers: int) -> tuple[Floats, list[int]]:
    """Posterior of each point and the likeliest board, over all boards one by one."""

    def prior(total: int) -> float:
        return 1.0 if total <= checkers else max(1e-6, float(np.exp(-5.0 * (total - checkers))))

    posterior, best, most = np.zeros((len(points), len(STACKS))), [0] * len(points), 0.0
    for board in itertools.product(range(len(STACKS)), repeat=len(points)):
        weight = float(np.prod([p[i] for p, i in zip(points, board, strict=True)]))
        for shade in ("L", "D"):
            weight *= prior(sum(STACKS[i].count for i in board if STACKS[i].shade == shade))
        posterior[range(len(points)), board] += weight
        if weight > most:
            most, best = weight, list(board)
    return posterior / posterior.sum(1, keepdims=True), best


@given(st.integers(0, 10**6), st.integers(1, 15))
@settings(max_examples=8, deadline=None)
def test_exactly_as_summed_over_all_boards(seed: int, checkers: int) -> None:
    points = list(np.random.default_rng(seed).dirichlet(np.full(len(STACKS), 0.2), size=2))
    points = [np.where(p < np.sort(p)[-5], 0.0, p) / np.sort(p)[-5:].sum() for p in points]
    chances, best = _by_hand(points, checkers)
    told = conserve(Evidence({str(i): p for i, p in enumerate(points)}, {}, checkers))
    for i, reading in enumerate(told.values()):
        assert reading.best == STACKS[best[i]]
        for stack, chance in reading.alternatives:
            assert chance == pytest.approx(chances[i][STACKS.index(stack)], abs=1e-3)


def test_pictures_that_agree_are_surer_but_not_as_if_they_were_independent() -> None:
    one = Evidence({"0": point(L3=0.8, L4=0.2)}, BAR)
    two = unsettled(pool([one, one], together=0.5))["0"].confidence
    assert 0.8 < two < 0.8**2 / (0.8**2 + 0.2**2)
    assert unsettled(pool([one, one], together=1.0))["0"].confidence == pytest.approx(0.8, abs=1e-3)
    assert unsettled(pool([one, one], together=0.0))["0"].confidence == pytest.approx(0.941, abs=1e-3)


def test_a_point_under_a_hand_in_one_picture_is_told_by_the_others() -> None:
    seen, covered = Evidence({"0": point(L3=1.0), "1": point(D2=1.0)}, BAR), Evidence({"0": point(L3=1.0)}, BAR)
    assert set(pool([seen, covered]).points) == {"0", "1"}


def test_nothing_to_pool_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one reading"):
        pool([])


def test_a_count_and_its_colour_make_stacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vision.conserve, "SHARPNESS", 1.0)
    counts = np.zeros(16)
    counts[0], counts[2] = 0.25, 0.75
    p = over_stacks(counts, 2.0)
    assert p.sum() == pytest.approx(1)
    assert p[STACKS.index(Stack("L", 2))] == pytest.approx(0.75 / (1 + np.exp(-2.0)))


def test_a_distribution_less_sharp_says_the_same_less_surely() -> None:
    p = tempered(point(L3=0.9, L4=0.1), 0.5)
    assert p.sum() == pytest.approx(1)
    assert p[STACKS.index(Stack("L", 3))] == pytest.approx(0.75, abs=1e-2)


def test_a_set_of_fewer_alike_on_both_sides_is_believed_where_nobody_said_the_number() -> None:
    points = full(
        point(L10=1.0), point(L2=0.85, L4=0.075, L5=0.075), point(D10=1.0), point(D2=0.85, D4=0.075, D5=0.075)
    )
    assert texts(Evidence(points, BAR, None))[:4] == ["L10", "L2", "D10", "D2"]
    assert texts(Evidence(points, BAR, 15))[:4] == ["L10", "L5", "D10", "D5"]
    uneven = full(point(L10=1.0), point(L2=0.85, L4=0.075, L5=0.075), point(D15=1.0))
    assert texts(Evidence(uneven, BAR, None))[1] == "L5"


def test_every_point_is_told_and_hidden_ones_are_unread() -> None:
    seen = Conserved(Evidence({SLOTS[3]: point(D2=1.0)}, BAR))
    assert list(seen) == list(SLOTS)
    assert seen == dict.fromkeys(SLOTS, UNREAD) | conserve(Evidence({SLOTS[3]: point(D2=1.0)}, BAR))
    assert {name for name in seen if seen[name].best} == {SLOTS[3]}
