"""A director who acts at the wrong time, twice, or changes his mind: the record and the clock stay right."""

import pytest

from referee.officiate import Match
from referee.record.events import Event
from referee.record.games import MatchRecord, tell
from referee.record.replay import as_event
from referee.rules.side import Side
from referee.turn.state import Phase
from tests.referee.script import START, Script, after, kinds, position
from tests.referee.turn.test_directing import flagged
from tests.referee.turn.test_machine import MADE, begun


def told(script: Script) -> MatchRecord:
    ruled = [*Match.new(script.match.setup).opening(0), *script.log]
    events: list[Event] = [as_event(seq, each, "2026-11-29T00:00:00Z") for seq, each in enumerate(ruled, start=1)]
    return tell(events)


def sheet(script: Script) -> list[str]:
    return [entry.play or entry.what for entry in told(script).games[-1].entries]


def doubled() -> Script:
    """White has played 3-1; Black has doubled."""
    script = begun(match="points 5")
    script.view(MADE)
    script.direct("cube", action="double")
    return script


def test_each_cube_action_is_taken_back_alone() -> None:
    script = doubled()
    script.direct("cube", action="take")
    assert sheet(script) == ["8/5 6/5", "double", "take"]
    script.direct("undo")
    assert sheet(script) == ["8/5 6/5", "double"]
    assert (script.match.turn.cube.value, script.match.turn.offered_by) == (1, Side.B)
    script.direct("undo")
    assert sheet(script) == ["8/5 6/5"]
    assert (script.match.turn.offered_by, script.match.turn.side) == (None, Side.B)


def test_a_drop_taken_back_leaves_the_double_open() -> None:
    script = doubled()
    assert kinds(script.direct("cube", action="drop")) == ["drop", "game-end"]
    script.direct("undo")
    assert sheet(script) == ["8/5 6/5", "double"]
    assert (told(script).games[-1].winner, script.match.turn.offered_by) == (None, Side.B)
    assert script.match.turn.score.black == 0


def test_a_game_that_ended_wrongly_is_gone_on_with_though_the_next_was_set_up() -> None:
    script = doubled()
    script.direct("cube", action="drop")
    script.view(START)
    assert script.kinds()[-1] == "game-start"
    script.direct("undo")
    assert [len(game.entries) for game in told(script).games] == [2]


def test_a_throw_after_an_unanswered_double_shows_that_it_was_taken() -> None:
    script = doubled()
    take, throw = script.view(MADE, script.black("6-4"))
    assert (take.kind, take.by, take.body["side"], take.body["value"]) == ("take", "player", "W", 2)
    assert (throw.kind, script.match.turn.cube.value, script.match.turn.cube.owner) == ("throw", 2, Side.W)


@pytest.mark.parametrize("what", ["accept", "demand"])
def test_a_paused_match_keeps_its_clock_stopped_whatever_is_decided(what: str) -> None:
    script = flagged()
    script.direct("pause")
    script.direct(what)
    assert script.match.clock.state == "paused"
    script.direct("resume")
    assert script.match.clock.state == "running"
    assert script.match.clock.running is (Side.B if what == "accept" else Side.W)


def test_resumed_after_a_pause_a_flag_still_holds_the_clock() -> None:
    script = flagged()
    script.direct("pause")
    script.direct("resume")
    assert script.match.clock.state == "paused"
    script.direct("accept")
    assert (script.match.clock.state, script.match.clock.running) == ("running", Side.B)


def test_a_demanded_play_made_wrongly_again_and_pressed_is_flagged_again() -> None:
    script = flagged()
    script.direct("demand")
    other = position("W 24:2 13:5 8:2 6:5 2:1 | B 24:2 13:5 8:3 6:5")
    assert script.view(other, script.white("3-1")) == []
    _, again = script.press(Side.W)
    assert (again.kind, again.body["position"]) == ("illegal", other.text)
    assert script.match.clock.state == "paused"


def test_a_demanded_play_pressed_with_a_hand_over_the_board_is_judged_when_it_has_gone() -> None:
    script = flagged()
    script.direct("demand")
    script.hand()
    assert kinds(script.press(Side.W)) == ["press"]
    assert kinds(script.view(position("W 24:2 13:5 8:2 6:5 2:1 | B 24:2 13:5 8:3 6:5"))) == ["illegal"]


def test_a_correction_taken_back_in_mid_turn_flags_nothing() -> None:
    script = begun()
    script.direct("correct", dice="6-5", why="a mistake")
    script.direct("undo")
    assert (script.match.turn.phase, str(script.match.turn.dice)) == (Phase.TO_MOVE, "3-1")
    assert kinds(script.view(MADE)) == ["play"]


def test_the_turn_given_to_the_other_side_in_mid_turn_is_judged_as_that_sides() -> None:
    script = begun()
    script.direct("correct", turn="B", why="Black had thrown that")
    (play,) = script.view(after(START, Side.B, "3-1", "8/5 6/5"))
    assert (play.kind, play.body["side"], play.body["dice"]) == ("play", "B", "3-1")


def test_a_corrected_score_can_end_the_match_and_take_its_end_back() -> None:
    script = begun(match="points 3")
    assert kinds(script.direct("correct", score={"W": 3, "B": 0}, why="penalty points")) == ["correction", "match-end"]
    assert (script.match.turn.phase, told(script).games[-1].match_over) == (Phase.OVER, True)
    script.direct("correct", score={"W": 2, "B": 0}, why="one too many")
    assert (script.match.turn.phase, told(script).games[-1].match_over) == (Phase.WAITING, False)


def test_a_game_begun_by_a_corrected_position_is_in_the_record() -> None:
    script = Script()
    script.direct("correct", position=START.text, turn="W", why="the camera can't see it yet")
    script.view(START, script.white("3-1"))
    assert kinds(script.view(MADE)) == ["play"]
    assert [entry.play for entry in told(script).games[0].entries] == ["8/5 6/5"]


def test_the_next_game_is_not_begun_by_who_lost_the_last() -> None:
    near = position("W 1:2 | B 1:2")
    script = Script({"match": "points 3"})
    script.begin("6-5", near)
    script.view(position("W off:15 | B 1:2"))
    script.direct("correct", position=START.text, why="set up again")
    assert script.match.turn.side is None


@pytest.mark.parametrize(("stakes", "values"), [("doubling", [2, 4, 4]), ("arithmetic", [2, 3, 3])])
def test_equal_opening_dice_raise_the_stake_as_often_as_agreed(stakes: str, values: list[int]) -> None:
    script = Script({"automatic-doubles": "2", "stakes": stakes})
    seen = []
    script.view(START)
    for _ in range(3):
        script.view(START, script.white("4-4"))
        seen.append(script.match.turn.cube.value)
        script.view(START)
        script.view(START, script.white("5-5"))
        script.view(START)
        seen.append(script.match.turn.cube.value)
    assert seen[:3] == values
    assert set(seen[3:]) == {values[-1]}


def test_a_played_turn_taken_back_leaves_the_sheet_without_it() -> None:
    script = begun()
    script.view(MADE)
    moved = after(MADE, Side.B, "6-4", "24/14")
    script.view(MADE, script.black("6-4"))
    script.view(moved)
    script.direct("undo")
    assert sheet(script) == ["8/5 6/5"]
