"""The record of every game as a match value: what a table wrote comes back from the files written of it."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.record.export import export_text
from referee.record.games import tell
from referee.record.match_value import match_value
from referee.rules.errors import NotationError
from referee.rules.mat import CubeAct, Drawn, Gave, MatGame, MatMatch, Moved, Stood, Thrown
from referee.rules.mat_follow import positions
from referee.rules.mat_read import parse_match
from referee.rules.position import Position, Side
from tests.referee.record.logged import log_of
from tests.referee.rules.gnubg_files import GNUBG
from tests.referee.rules.match_files import gnubg_compared
from tests.referee.rules.random_matches import EVENTS, LEGAL, options_of, random_match

EVENT_NAMES = sorted(EVENTS)


def _boards(game: MatGame, checkers: int) -> list[Position]:
    return list(positions(game, checkers))


def _told(match: MatMatch) -> list[tuple[object, ...]]:
    """A match without its headers, its turns by the boards they leave: a play that stands may prove legal."""
    return [
        (
            replace(game, acts=()),
            [act for act in game.acts if not isinstance(act, Moved | Stood)],
            _boards(game, match.checkers),
        )
        for game in match.games
    ]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(EVENT_NAMES), st.integers(0, 2**32))
def test_a_recorded_match_comes_back_from_its_mat_file(event: str, seed: int) -> None:
    """log → .mat → match: every game, names that change sides, draws, resignations, beavers, automatic doubles."""
    match = random_match(event, seed)
    text = export_text(log_of(match, options_of(event)), "mat")
    assert text is not None
    assert _told(parse_match(text)) == _told(match)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(EVENT_NAMES), st.integers(0, 2**32))
def test_legal_plays_are_told_move_by_move_with_their_hits_and_pins(event: str, seed: int) -> None:
    match = random_match(event, seed, LEGAL)
    told = match_value(tell(log_of(match, options_of(event))))
    assert [game.acts for game in told.games] == [game.acts for game in match.games]


@pytest.mark.parametrize("event", ["backgammon", "backgammon for money", "three checkers"])
@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_gnubg_loads_what_a_record_is_exported_as(event: str, form: str) -> None:
    if not GNUBG.exists():
        pytest.skip("gnubg is not installed: apt-get install --no-install-recommends gnubg")
    matches = [random_match(event, seed) for seed in range(100, 106)]
    texts = [export_text(log_of(match, options_of(event)), form) or "" for match in matches]
    told = [match_value(tell(log_of(match, options_of(event)))) for match in matches]
    assert gnubg_compared(told, texts, form) == []


@pytest.mark.parametrize("event", ["long nardy", "plakoto", "fevga", "tavli"])
def test_sgf_refuses_games_that_are_not_played_on_its_board(event: str) -> None:
    match = random_match(event, 3)
    with pytest.raises(NotationError, match=r"^SGF can't hold .*; export mat or json instead$"):
        export_text(log_of(match, options_of(event)), "sgf")


def test_an_older_record_names_rules_and_players_once() -> None:
    match = random_match("backgammon", 5)
    newer = {"game-start": ("rules", "names"), "match-start": ("set",)}
    events = [
        replace(event, body={key: told for key, told in event.body.items() if key not in newer.get(event.kind, ())})
        for event in log_of(match, options_of("backgammon"))
    ]
    assert _told(match_value(tell(events))) == _told(match)


@pytest.mark.parametrize("event", EVENT_NAMES)
def test_json_tells_every_game_by_its_own_rules_and_names(event: str) -> None:
    match = random_match(event, 11)
    document = json.loads(export_text(log_of(match, options_of(event)), "json") or "")
    for told, game in zip(document["games"], match.games, strict=True):
        assert told["rules"] == game.game
        assert told["names"] == {side.value: match.name(game, side) for side in Side}
        actions = [act for act in game.acts if isinstance(act, CubeAct | Gave)]
        entries = [entry for entry in told["entries"] if "position" not in entry]
        assert [(entry["side"], entry["what"]) for entry in entries] == [
            (act.side, act.kind if isinstance(act, CubeAct) else act.how) for act in actions
        ]
        assert [entry["position"] for entry in told["entries"] if "position" in entry] == [
            board.text
            for act, board in zip(game.acts, positions(game, match.checkers), strict=True)
            if isinstance(act, Thrown)
        ]
        assert told["drawn"] == isinstance(game.result, Drawn)
        assert game.result is None or told["points"] == game.result.points
