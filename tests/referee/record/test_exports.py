"""A match on paper: `.mat` with an illegal play that stands, JSON, and a replay that must agree."""

import json

import pytest

from referee.officiate import Match
from referee.record.events import Event
from referee.record.export import export_text
from referee.record.games import tell
from referee.record.replay import as_event, differences, rerun
from referee.rules.mat import Moved, Stood, Won
from referee.rules.mat_read import parse_match
from referee.rules.notation import parse_play
from referee.rules.position import Position
from referee.rules.side import Side
from tests.referee.observing import die
from tests.referee.script import LEFT, Script, after, position
from tests.referee.turn.test_directing import knocked_over
from tests.referee.turn.test_machine import MADE, WRONG, begun

WALL = "2026-11-29T20:00:00.000Z"


def events_of(script: Script) -> list[Event]:
    ruled = [*Match.new(script.match.setup).opening(0), *script.log]
    return [as_event(seq, each, WALL) for seq, each in enumerate(ruled, start=1)]


def played() -> Script:
    """White 3-1 legally, Black 6-4 wrongly (it stands), White 5-2; a double is dropped."""
    script = begun(match="points 5")
    script.view(MADE)
    wrong = position(WRONG_BLACK)
    script.view(MADE, script.black("6-4"))
    script.view(wrong)
    script.direct("accept")
    script.view(wrong, script.white("5-2"))
    script.view(after(wrong, Side.W, "5-2", "24/22 13/8"))
    script.direct("cube", action="double", side="B")
    script.direct("cube", action="drop")
    return script


WRONG_BLACK = "W 24:2 13:5 8:2 6:4 5:2 | B 24:1 23:1 13:5 8:3 6:5"


def test_a_mat_file_tells_the_whole_game() -> None:
    text = export_text(events_of(played()), "mat")
    assert text is not None
    match = parse_match(text)
    assert (match.length, match.white, match.black) == (5, "Ayla", "Bela")
    first, second, third, *_, won = match.games[0].acts
    assert isinstance(first, Moved)
    assert first.hops == parse_play("8/5 6/5")
    assert isinstance(second, Stood)
    assert second.position == position(WRONG_BLACK)
    assert isinstance(third, Moved)
    assert third.side is Side.W
    assert won == Won(Side.B, 1)


def test_what_was_put_right_or_taken_back_is_not_in_the_file() -> None:
    script = begun()
    script.view(WRONG)
    script.view(MADE)
    assert [entry.play for entry in tell(events_of(script)).games[0].entries] == ["8/5 6/5"]
    script.direct("undo")
    assert tell(events_of(script)).games[0].entries == []


def test_a_game_from_another_start_says_so_in_a_header() -> None:
    script = Script({"checkers": "2"})
    script.view(Position.parse("W 6:2 | B 6:2", "backgammon", 2))
    text = export_text(events_of(script), "mat")
    assert text is not None
    assert '; [Game 1 start "W 6:2 | B 6:2"]' in text


def test_json_holds_games_and_every_event() -> None:
    events = events_of(played())
    document = json.loads(export_text(events, "json") or "")
    assert document["games"][0]["winner"] == "B"
    assert [event["seq"] for event in document["events"]] == [event.seq for event in events]


def test_a_form_that_is_not_offered_is_none_and_an_empty_log_is_refused() -> None:
    assert export_text(events_of(played()), "xg") is None
    with pytest.raises(ValueError, match="no match-start"):
        export_text([], "mat")


def test_the_same_inputs_give_the_same_rulings_and_a_changed_one_does_not() -> None:
    script = played()
    recorded = events_of(script)
    _, ruled = rerun(recorded[0], script.inputs)
    again = [
        as_event(seq, each, WALL) for seq, each in enumerate((r for r in ruled if r.draft.kind != "seen"), start=1)
    ]
    assert differences(recorded, again) == []
    _, fewer = rerun(recorded[0], script.inputs[:-1])
    fewer_events = [
        as_event(seq, each, WALL) for seq, each in enumerate((r for r in fewer if r.draft.kind != "seen"), start=1)
    ]
    found = differences(recorded, fewer_events)
    assert [difference.seq for difference in found] == [len(recorded) - 1, len(recorded)]
    assert "replayed nothing" in found[0].text


def turns(script: Script) -> list[Moved | Stood]:
    text = export_text(events_of(script), "mat")
    assert text is not None
    return [act for act in parse_match(text).games[0].acts if isinstance(act, Moved | Stood)]


def test_a_turn_whose_throw_nobody_read_is_written_with_its_position() -> None:
    script = begun()
    script.view(MADE)
    unread = (die(6, LEFT, place="left-half"), die(None, (LEFT[0] + 60, LEFT[1]), place="left-half", confidence=0.6))
    script.view(MADE, unread)
    played = after(MADE, Side.B, "6-4", "24/14")
    script.view(played)
    script.view(played, script.white("5-2"))
    script.view(after(played, Side.W, "5-2", "24/22 13/8"))
    _, unknown, known = turns(script)
    assert isinstance(unknown, Stood)
    assert unknown.position == played
    assert isinstance(known, Moved)
    text = export_text(events_of(script), "mat") or ""
    assert '; [Game 1 turn 2 "Black\'s throw is not known, 1-1 stands for it"]' in text


def test_after_a_corrected_position_the_file_has_the_board_as_it_stood() -> None:
    script, other = knocked_over()
    script.view(after(other, Side.B, "6-4", "24/14"))
    _, black = turns(script)
    assert isinstance(black, Stood)
    assert black.position == after(other, Side.B, "6-4", "24/14")


def test_a_game_begun_in_the_middle_is_written_with_its_position() -> None:
    middle = position("W 6:5 8:3 | B 24:2 13:1")
    script = Script()
    script.begin("3-1", middle)
    script.view(after(middle, Side.W, "3-1", "8/5 6/5"))
    (first,) = turns(script)
    assert isinstance(first, Stood)
    assert first.position == after(middle, Side.W, "3-1", "8/5 6/5")


def test_a_shut_out_side_that_only_pressed_has_no_throw_in_the_file() -> None:
    shut = position("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 13:3")
    script = Script()
    script.view(shut)
    script.direct("correct", turn="W", why="it is White's turn")
    script.press(Side.W)
    script.view(shut, script.black("2-1"))
    script.view(after(shut, Side.B, "2-1", "13/10"))
    assert [act.side for act in turns(script)] == [Side.B]
