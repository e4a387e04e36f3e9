"""Play counts to depth two over all 21 throws against the golden files."""

import pytest

from tests.referee.rules.perft import POSITIONS, counts, golden

CASES = [(game, text) for game, texts in POSITIONS.items() for text in texts]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "text"), CASES)
def test_counts_equal_the_golden_file(game: str, text: str) -> None:
    assert counts(game, text) == golden(game)[text]


def test_every_position_is_in_the_golden_file() -> None:
    for game, texts in POSITIONS.items():
        assert set(golden(game)) == set(texts)
        assert all(len(by_throw) == 21 for by_throw in golden(game).values())
