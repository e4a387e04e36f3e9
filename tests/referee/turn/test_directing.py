"""What the director does, and what it makes of the clock."""

import pytest

from referee.rules.position import Position
from referee.rules.side import Side
from referee.turn.stakes import DirectorError
from referee.turn.state import Phase
from tests.referee.script import START, Script, after, kinds, position
from tests.referee.turn.test_machine import HALF, MADE, WRONG, begun


def flagged(**event: object) -> Script:
    """White has played 3-1 wrongly and pressed."""
    script = begun(turn_ends="clock", **event)
    script.direct("press", side="B")
    script.view(WRONG, script.white("3-1"))
    assert kinds(script.press(Side.W)) == ["press", "illegal"]
    return script


def knocked_over() -> tuple[Script, Position]:
    """White has played 3-1, the director has corrected the position to the one given, and Black has thrown 6-4."""
    script = begun()
    script.view(MADE)
    other = position("W 24:2 13:5 8:2 6:4 5:2 | B 24:2 13:4 8:4 6:5")
    script.direct("correct", position=other.text, why="a checker was knocked over")
    script.view(other, script.black("6-4"))
    return script, other


def test_a_flag_stops_the_clock_and_keeps_it_for_whoever_moves_next() -> None:
    script = flagged()
    assert script.match.clock.state == "paused"


def test_a_silent_referee_stops_nothing() -> None:
    """tournament.md 1.4: `audience = silent` only writes down."""
    script = flagged(audience="silent")
    assert script.match.clock.running is Side.B


def test_accepted_the_play_stands_and_the_opponents_time_runs() -> None:
    """rules.md E2, E3: the decision is recorded, the checkers stay where the players put them."""
    script = flagged()
    (decision,) = script.direct("accept")
    assert (decision.by, decision.body["who"], decision.body["what"]) == ("director", "director", "accept")
    assert decision.body["position"] == WRONG.text
    assert (script.match.clock.running, script.match.clock.state) == (Side.B, "running")
    assert script.match.turn.side is Side.B


def test_demanded_the_movers_time_runs_until_it_is_put_right() -> None:
    """rules.md E2, E3."""
    script = flagged()
    (decision,) = script.direct("demand")
    assert (decision.body["what"], decision.body["side"]) == ("demand", "W")
    assert (script.match.clock.running, script.match.clock.state) == (Side.W, "running")
    assert kinds(script.view(MADE, script.white("3-1"))) == ["decision", "play"]
    assert script.match.turn.side is Side.B


def test_a_corrected_position_ends_the_flag() -> None:
    script = flagged()
    correction, decision = script.direct("correct", position=MADE.text, why="it was read wrongly")
    assert (correction.kind, correction.body["why"]) == ("correction", "it was read wrongly")
    assert (decision.body["what"], decision.body["play"]) == ("correct", "8/5 6/5")
    assert script.match.turn.position == MADE


def test_corrected_dice_are_judged_anew() -> None:
    script = begun()
    played = after(START, Side.W, "5-1", "13/8 6/5")
    script.view(played, script.white("3-1"))
    assert kinds(script.view(played)) == ["illegal"]
    _, play = script.direct("correct", dice="5-1", why="it was a five")
    assert (play.kind, play.body["dice"], play.body["play"]) == ("play", "5-1", "13/8 6/5")


def test_corrected_dice_in_the_turn_are_those_it_is_judged_by() -> None:
    script = begun()
    script.direct("correct", dice=[5, 1], why="it was a five")
    (play,) = script.view(after(START, Side.W, "5-1", "13/8 6/5"))
    assert play.body["dice"] == "5-1"


def test_dice_can_be_named_before_they_are_seen() -> None:
    script = begun()
    script.view(MADE)
    correction, throw = script.direct("correct", dice="6-4", why="they fell in the shadow")
    assert (correction.kind, throw.kind, throw.body["values"]) == ("correction", "throw", "6-4")
    assert kinds(script.view(after(MADE, Side.B, "6-4", "24/14"))) == []
    assert kinds(script.press(Side.B)) == ["press", "play"]


def test_nothing_is_decided_while_paused() -> None:
    script = begun()
    assert kinds(script.direct("pause", why="a die on the floor")) == ["pause"]
    assert script.view(WRONG) == []
    script.view(START, script.white("3-1"))
    assert kinds(script.direct("resume")) == ["resume"]
    assert kinds(script.view(MADE)) == ["play"]


def test_undo_takes_a_ruling_back_and_does_not_make_it_again() -> None:
    script = begun()
    script.view(MADE)
    (undone,) = script.direct("undo", why="the dice were cocked")
    assert (undone.kind, undone.body["undo"], undone.body["turn"]) == ("correction", True, True)
    assert script.match.turn.phase is Phase.FLAGGED
    assert script.view(MADE) == []
    assert kinds(script.direct("accept")) == ["decision"]
    assert script.match.turn.side is Side.B


def test_undo_goes_back_step_by_step() -> None:
    script = begun()
    script.view(WRONG)
    script.direct("accept")
    script.direct("undo")
    assert script.match.turn.flag is not None
    assert script.match.turn.flag.judged.kind == "illegal"
    assert script.match.turn.turns == (0, 0)


def test_a_double_taken_and_one_dropped() -> None:
    script = begun(match="points 5")
    script.view(MADE)
    assert kinds(script.direct("cube", action="double")) == ["double"]
    (take,) = script.direct("cube", action="take")
    assert (take.body["side"], take.body["value"]) == ("W", 2)
    assert (script.match.turn.cube.value, script.match.turn.cube.owner) == (2, Side.W)
    script.view(MADE, script.black("6-4"))
    script.view(after(MADE, Side.B, "6-4", "24/14"))
    script.direct("cube", action="double", side="W")
    drop, game = script.direct("cube", action="drop")
    assert (drop.body["side"], game.body["winner"], game.body["points"]) == ("B", "W", 2)


def test_a_double_ends_the_right_to_correct() -> None:
    """rules.md E2: the right ends with a double."""
    script = begun()
    script.view(WRONG)
    assert kinds(script.direct("cube", action="double", side="B")) == ["decision", "double"]
    assert script.match.turn.position == WRONG


@pytest.mark.parametrize(
    ("action", "body", "words"),
    [
        ("accept", {}, "nothing to accept"),
        ("demand", {}, "no turn is flagged"),
        ("resume", {}, "not paused"),
        ("press", {"side": "X"}, "W or B"),
        ("correct", {"position": "W 25:1 | B 1:1", "why": "x"}, "25"),
        ("correct", {"dice": "7-1", "why": "x"}, "1 to 6"),
        ("correct", {"cube": {"value": "two"}, "why": "x"}, "whole number"),
        ("correct", {"score": [1], "why": "x"}, "a score is"),
        ("cube", {"action": "take", "side": "W"}, "offered no double"),
        ("cube", {"action": "drop"}, "there is no double to drop: nobody has offered one"),
        ("cube", {"action": "steal", "side": "W"}, "double, take, drop"),
        ("cube", {"action": "double", "side": "B"}, "own throw"),
        ("dance", {}, "no action"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(action: str, body: dict[str, object], words: str) -> None:
    script = begun()
    before = script.match.turn
    with pytest.raises(DirectorError, match=words):
        script.direct(action, **body)
    assert script.match.turn == before


def test_a_flag_without_choices_takes_none() -> None:
    script = begun()
    made = after(START, Side.W, "3-1", "8/5 6/5")
    script.view(made, script.white("3-1"))
    script.view(made)
    script.direct("undo", why="a test")
    assert script.match.turn.flag is not None
    with pytest.raises(DirectorError, match="this flag has none"):
        script.direct("accept", choice=0)


def test_a_choice_is_taken_by_its_number() -> None:
    script = begun()
    script.view(HALF, script.white("3-1"))
    (question,) = script.end()
    with pytest.raises(DirectorError, match="no choice"):
        script.direct("accept", choice=9)
    (decision,) = script.direct("accept", choice=0)
    assert decision.body["choice"]["text"] == question.body["choices"][0]["text"]
    assert decision.body["position"] == HALF.text


def test_score_and_cube_are_corrected() -> None:
    script = begun(match="points 5")
    script.direct("correct", score={"W": 2, "B": 3}, cube={"value": 4, "owner": "B"}, why="the sheet says so")
    turn = script.match.turn
    assert (turn.score.white, turn.score.black, turn.cube.value, turn.cube.owner) == (2, 3, 4, Side.B)


def test_a_position_corrected_between_turns_is_the_one_judged_from() -> None:
    script, other = knocked_over()
    (play,) = script.view(after(other, Side.B, "6-4", "24/14"))
    assert (play.kind, play.body["before"]) == ("play", other.text)
