"""Match files as other programs read them: gnubg itself and gammonview (formats.md 4.1)."""

import pytest

from referee.rules.mat_write import match_text
from tests.referee.rules.gnubg_files import GNUBG
from tests.referee.rules.match_files import (
    GAMMONVIEW_EVENTS,
    GNUBG_EVENTS,
    gammonview_differences,
    gnubg_compared,
)
from tests.referee.rules.random_matches import LEGAL, USUAL, random_match

COUNT = 20


@pytest.fixture(scope="module")
def _gnubg() -> None:
    if not GNUBG.exists():
        pytest.skip("gnubg is not installed: apt-get install --no-install-recommends gnubg")


@pytest.mark.parametrize("event", GNUBG_EVENTS)
@pytest.mark.usefixtures("_gnubg")
def test_gnubg_loads_written_files_without_a_word_and_has_the_same_boards_and_scores(event: str) -> None:
    """Cube actions, beavers, plays that stand, set-up positions, resignations, Crawford, unfinished games."""
    matches = [random_match(event, seed, USUAL) for seed in range(COUNT)]
    assert gnubg_compared(matches, [match_text(match) for match in matches]) == []


@pytest.mark.parametrize("event", GAMMONVIEW_EVENTS)
def test_gammonview_reads_every_action_and_has_the_same_boards_and_scores(event: str) -> None:
    for seed in range(COUNT):
        assert gammonview_differences(random_match(event, seed, LEGAL)) == []
