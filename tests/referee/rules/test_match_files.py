"""Match files as other programs read them: gnubg itself and gammonview (formats.md 4.1)."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.rules.mat import Gave, MatGame, Moved, Won
from referee.rules.mat_follow import positions
from referee.rules.mat_read import parse_match
from referee.rules.mat_write import match_text
from tests.referee.rules.gnubg_files import GNUBG, identify
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


@pytest.mark.usefixtures("_gnubg")
def test_what_gnubg_writes_of_a_match_is_read_as_that_match(tmp_path: Path) -> None:
    """gnubg loads our file and exports its own, which we read: the same throws, plays, cubes, boards and results."""
    matches = [random_match("backgammon", seed, LEGAL) for seed in range(COUNT)]
    commands = []
    for number, match in enumerate(matches):
        (tmp_path / f"{number}.mat").write_text(match_text(match), encoding="utf-8")
        commands += [f'import mat "{tmp_path}/{number}.mat"', f'export match mat "{tmp_path}/{number}.out.mat"']
    identify(tmp_path, commands)
    for number, match in enumerate(matches):
        theirs = parse_match((tmp_path / f"{number}.out.mat").read_text(encoding="utf-8"))
        assert [_told(game) for game in theirs.games] == [_told(game) for game in match.games]


def _told(game: MatGame) -> tuple[object, ...]:
    """A game without what gnubg does not write: the word of a resignation, the end of the match, the order of hops."""
    acts = [act for act in game.acts if not isinstance(act, Gave)]
    return (
        (game.white_points, game.black_points),
        [replace(act, hops=()) if isinstance(act, Moved) else act for act in acts if not isinstance(act, Won)],
        [(act.side, act.points) for act in acts if isinstance(act, Won)],
        list(positions(replace(game, acts=tuple(acts)))),
    )
