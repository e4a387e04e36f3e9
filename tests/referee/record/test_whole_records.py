"""Whole games of every kind, every fifth turn illegal, seen by the referee: their files end where the boards did."""

import pytest

from referee.officiate import Match
from referee.record.events import Event
from referee.record.export import export_text
from referee.record.games import tell
from referee.record.replay import as_event
from referee.rules.mat import Thrown, Won
from referee.rules.mat_follow import positions
from referee.rules.mat_read import parse_match
from referee.rules.position import Position
from referee.rules.side import Side
from tests.referee.record.logged import WALL
from tests.referee.script import Script
from tests.referee.test_random_mischief import GAMES, Players


def events_of(script: Script) -> list[Event]:
    """The log of a script, from its match-start on."""
    ruled = [*Match.new(script.match.first).opening(0), *script.log]
    return [as_event(seq, each, WALL) for seq, each in enumerate(ruled, start=1)]


@pytest.mark.parametrize("game", GAMES)
def test_the_file_of_a_game_with_illegal_turns_ends_on_its_last_board(game: str) -> None:
    players = Players(game, 0)
    players.play()
    events = events_of(players.script)
    match = parse_match(export_text(events, "mat") or "")
    told = match.games[0]
    assert match.variation == told.game == game
    assert list(positions(told))[-1] == players.board
    turns = [entry for entry in tell(events).games[0].entries if entry.position]
    assert sum(isinstance(act, Thrown) for act in told.acts) == len(turns)
    for ended in (event.body for event in events if event.kind == "game-end"):
        assert isinstance(told.result, Won)
        assert (told.result.side, told.result.points) == (ended["winner"], ended["points"])


def test_colours_drawn_by_the_opening_throw_leave_the_columns_where_they_were() -> None:
    """rules.md §1: who wins the draw takes White; the file's left column stays the player named first."""
    script = Script({"match": "points 3"}, game="long-nardy")
    start = Position.start("long-nardy")
    script.view(start)
    script.direct("correct", turn="W", why="White has drawn White")
    script.direct("resign", side="W", level="mars")
    script.view(start)
    script.direct("resign", side="B")
    text = export_text(events_of(script), "mat") or ""
    first, second = parse_match(text).games
    assert (first.left, second.left) == (Side.W, Side.B)
    assert '; [Game 2 left "Black"]' in text
    assert (second.white_points, second.black_points) == (2, 0)
    rows = text.splitlines()
    names = [row for row in rows if row.startswith(" Ayla : ")]
    assert [row.split(" : ")[1].split()[0] for row in names] == ["0", "0"]
    assert [row.split()[-1] for row in names] == ["0", "2"]
