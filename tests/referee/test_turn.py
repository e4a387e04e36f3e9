"""Turns of one game: what ends them, what is ruled, and that nothing is ruled too early."""

from dataclasses import replace

import pytest

from referee.inputs import Change
from referee.rules.side import Side
from referee.turn_state import Phase
from tests.referee.observing import die, observe_position, pair, stack
from tests.referee.script import LEFT, START, Script, after, kinds, position
from vision.observation import DieReading, Observation, SlotReading

MADE = after(START, Side.W, "3-1", "8/5 6/5")
HALF = position("W 24:2 13:5 8:2 6:5 5:1 | B 24:2 13:5 8:3 6:5")
WRONG = position("W 24:2 13:5 8:2 6:5 3:1 | B 24:2 13:5 8:3 6:5")


def begun(**event: object) -> Script:
    script = Script({key.replace("_", "-"): value for key, value in event.items()})
    script.begin()
    return script


def test_a_legal_play_ends_when_the_dice_are_lifted() -> None:
    script = begun()
    assert script.view(HALF, script.white("3-1")) == []
    assert script.view(MADE, script.white("3-1")) == []
    (play,) = script.view(MADE)
    assert (play.kind, play.body["side"], play.body["dice"], play.body["play"]) == ("play", "W", "3-1", "8/5 6/5")
    assert play.body["legal"]["is"] is True
    assert script.match.turn.side is Side.B


def test_seen_legal_and_ruled_stand_apart_in_the_record() -> None:
    script = begun()
    (illegal,) = script.view(WRONG)
    assert illegal.body["seen"]["alternatives"] == [[WRONG.text, 1.0]]
    assert illegal.body["legal"] == {"count": 16, "is": False}
    assert illegal.by == "program"
    assert illegal.body["reasons"]


def test_a_player_may_move_and_take_back_until_the_turn_ends() -> None:
    script = begun()
    script.view(WRONG, script.white("3-1"))
    script.view(START, script.white("3-1"))
    script.view(MADE, script.white("3-1"))
    assert kinds(script.view(MADE)) == ["play"]
    assert "illegal" not in script.kinds()


@pytest.mark.parametrize("more", [{"hand": True}, {"still": False}])
def test_nothing_is_decided_while_a_hand_is_over_the_board(more: dict[str, bool]) -> None:
    script = begun()
    assert script.view(WRONG, (), **more) == []
    assert script.match.turn.phase is Phase.TO_MOVE
    assert kinds(script.view(MADE)) == ["play"]


def test_a_press_ends_the_turn_at_once_when_nothing_moves() -> None:
    script = begun(turn_ends="clock")
    script.view(MADE, script.white("3-1"))
    assert kinds(script.press(Side.W)) == ["press", "play"]


def test_a_press_with_a_hand_over_the_board_is_judged_when_it_has_gone() -> None:
    script = begun(turn_ends="clock")
    script.view(HALF, script.white("3-1"))
    script.hand()
    assert kinds(script.press(Side.W)) == ["press"]
    assert kinds(script.view(MADE, script.white("3-1"))) == ["play"]


def test_lifted_dice_end_no_turn_where_only_the_clock_does() -> None:
    script = begun(turn_ends="clock")
    assert script.view(WRONG) == []
    script.view(MADE)
    assert kinds(script.press(Side.W)) == ["press", "play"]


def test_a_press_of_the_other_side_ends_nothing() -> None:
    script = begun()
    script.view(WRONG, script.white("3-1"))
    assert kinds(script.press(Side.B)) == ["press"]
    assert script.match.turn.phase is Phase.TO_MOVE


def test_the_opponents_throw_ends_a_turn_that_was_not_pressed() -> None:
    script = begun(turn_ends="clock")
    script.view(MADE, script.white("3-1"))
    play, throw = script.view(MADE, script.black("6-4"))
    assert (play.body["ended"], throw.body["values"], throw.body["side"]) == ("next-throw", "6-4", "B")


def test_an_illegal_play_put_right_by_the_players() -> None:
    script = begun()
    assert kinds(script.view(WRONG)) == ["illegal"]
    assert script.view(HALF) == []
    decision, play = script.view(MADE)
    assert (decision.by, decision.body["what"], decision.body["who"]) == ("player", "correct", "players")
    assert (play.body["play"], play.body["settles"]) == ("8/5 6/5", "illegal")
    assert script.match.turn.side is Side.B


def test_an_illegal_play_stands_once_the_opponent_has_thrown() -> None:
    script = begun()
    script.view(WRONG)
    decision, throw = script.view(WRONG, script.black("6-4"))
    assert (decision.body["what"], decision.body["position"]) == ("accept", WRONG.text)
    assert (throw.kind, throw.body["side"]) == ("throw", "B")
    assert script.match.turn.hypotheses[0].before == WRONG


def test_an_invalid_throw_does_not_end_the_right_to_correct() -> None:
    script = begun()
    script.view(WRONG)
    assert script.view(WRONG, script.black("6-4", flat=False)) == []
    assert kinds(script.view(MADE)) == ["decision", "play"]


def test_with_any_throw_even_an_invalid_one_ends_it() -> None:
    script = begun(correction_until="any-throw-or-double")
    script.view(WRONG)
    assert kinds(script.view(WRONG, script.black("6-4", flat=False))) == ["decision", "rethrow"]


def test_a_throw_is_called_back_once_and_thrown_again() -> None:
    script = begun()
    script.view(MADE)
    (rethrow,) = script.view(MADE, script.black("6-4", flat=False))
    assert (rethrow.kind, rethrow.body["reason"]) == ("rethrow", "leaning")
    assert script.view(MADE, script.black("6-4", flat=False)) == []
    script.view(MADE)
    assert kinds(script.view(MADE, script.black("5-2"))) == ["throw"]


def test_the_first_stationary_reading_is_the_roll_and_slid_dice_are_no_throw() -> None:
    script = begun()
    script.view(HALF, pair("3-1", (600, 200)))
    script.view(MADE, pair("3-1", (650, 100), place="left-half"))
    assert script.match.turn.phase is Phase.TO_MOVE
    assert kinds(script.view(MADE)) == ["play"]


def test_dice_that_were_only_not_seen_for_a_while_reopen_the_turn() -> None:
    script = begun()
    assert kinds(script.view(HALF)) == ["illegal"]
    (reopened,) = script.view(MADE, script.white("3-1"))
    assert reopened.body["reopened"] is True
    assert kinds(script.view(MADE)) == ["play"]


def test_dice_thrown_again_before_a_move_are_a_question() -> None:
    script = begun()
    (doubt,) = script.view(START, pair("6-5", (620, 120)))
    assert (doubt.kind, doubt.body["what"], doubt.body["choices"]) == ("unsure", "dice", ["3-1", "6-5"])
    throw, play = script.view(after(START, Side.W, "6-5", "24/13"))
    assert (throw.kind, throw.body["values"]) == ("throw", "6-5")
    assert (play.kind, play.body["dice"]) == ("play", "6-5")


def test_a_side_that_cannot_move_loses_its_turn() -> None:
    shut = position("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 13:3")
    script = Script()
    script.view(shut)
    script.view(shut, script.white("6-5"))
    script.direct("correct", turn="W", why="White threw")
    (play,) = script.view(shut)
    assert (play.kind, play.body["play"], play.body["side"]) == ("play", "-", "W")


def test_a_shut_out_side_need_not_throw_but_presses() -> None:
    shut = position("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 13:3")
    script = Script()
    script.view(shut)
    script.direct("correct", turn="W", why="it is White's turn")
    assert kinds(script.press(Side.W)) == ["press", "play"]
    assert script.match.turn.side is Side.B


def test_checkers_that_change_without_a_throw_are_reported_once_and_explained_later() -> None:
    script = begun()
    script.view(MADE)
    moved = after(MADE, Side.B, "6-4", "24/14")
    (doubt,) = script.view(moved)
    assert (doubt.kind, doubt.body["what"]) == ("unsure", "position")
    assert script.view(moved) == []
    assert kinds(script.view(moved, script.white("5-2"))) == ["throw"]
    answered = after(moved, Side.W, "5-2", "24/22 13/8")
    (play,) = script.view(answered)
    assert (play.kind, play.body["side"], play.body["before"]) == ("play", "W", moved.text)


def test_one_die_alone_is_given_time_then_it_is_a_question() -> None:
    script = begun()
    script.view(MADE)
    assert script.view(MADE, script.black("6-4")[:1]) == []
    assert script.tick(2) == []
    (doubt,) = script.tick(3)
    assert doubt.body["choices"] == ["6-1", "6-2", "6-3", "6-4", "6-5", "6-6"]
    (throw,) = script.view(MADE, script.black("6-4"))
    assert (throw.kind, throw.body["values"]) == ("throw", "6-4")


def test_an_unread_die_is_settled_by_a_later_look_or_by_the_play() -> None:
    script = begun()
    script.view(MADE)
    unread = (die(6, LEFT, place="left-half"), die(None, (LEFT[0] + 60, LEFT[1]), place="left-half", confidence=0.6))
    assert kinds(script.view(MADE, unread)) == ["unsure"]
    throw, play = script.view(after(MADE, Side.B, "6-4", "24/14"))
    assert (throw.body["values"], throw.body["settled_by"]) == ("6-4", "play")
    assert (play.kind, play.body["dice"], play.body["side"]) == ("play", "6-4", "B")


def test_a_position_that_is_not_read_for_sure_is_a_question_until_it_is() -> None:
    script = begun()
    (question,) = script.look(doubtful(script))
    assert question.kind == "unsure"
    assert {choice["play"] for choice in question.body["choices"]} == {"8/5 6/5", "8/4"}
    (play,) = script.view(MADE)
    assert (play.kind, play.body["settles"]) == ("play", "unsure")


def doubtful(script: Script) -> Observation:
    """8/5 6/5, or was it 8/4? The points 4, 5 and 6 say both."""
    script.number += 1
    view = observe_position(MADE, (), script.number)
    seating = script.match.setup.seating
    either = {6: ("L4", "L5"), 5: ("L2", ""), 4: ("", "L1")}
    slots = dict(view.slots)
    for point, texts in either.items():
        slots[seating.slot(Side.W, point)] = SlotReading(tuple((stack(text), 0.5) for text in texts))
    return replace(view, slots=slots)


def test_who_begins_is_told_by_the_first_play() -> None:
    script = Script()
    script.view(START)
    (opening,) = script.view(START, script.white("3-1"))
    assert (opening.kind, opening.body["side"], opening.body["tie"]) == ("opening-throw", None, False)
    script.view(MADE, script.white("3-1"))
    (play,) = script.view(MADE)
    assert (play.kind, play.body["side"]) == ("play", "W")


def test_who_begins_is_told_by_the_lower_numbers_press() -> None:
    script = Script()
    script.view(START)
    script.view(START, script.white("3-1"))
    assert kinds(script.press(Side.W)) == ["press"]
    assert script.match.turn.side is Side.B
    assert script.match.clock.running is Side.B


def test_equal_opening_dice_are_thrown_again() -> None:
    script = Script()
    script.view(START)
    (tie,) = script.view(START, script.white("4-4"))
    assert (tie.kind, tie.body["tie"]) == ("opening-throw", True)
    script.view(START)
    (opening,) = script.view(START, script.white("6-2"))
    assert (opening.kind, opening.body["tie"]) == ("opening-throw", False)


def test_a_game_may_begin_in_the_middle_and_says_so() -> None:
    script = Script()
    (start,) = script.view(position("W 6:2 | B 18:1"))
    assert (start.body["start"], start.body["text"] != "") == ("as-seen", True)


def test_setting_up_the_board_begins_the_game_anew() -> None:
    script = Script()
    script.view(position("W 6:5 8:3 | B 24:2"))
    (start,) = script.view(START)
    assert (start.kind, start.body["start"]) == ("game-start", "standard")


def test_the_last_checker_ends_the_game_and_the_match() -> None:
    near = position("W 1:2 | B 1:2")
    script = Script({"match": "points 1"})
    script.view(near)
    script.view(near, script.white("6-5"))
    script.direct("correct", turn="W", why="White threw")
    play, game, match = script.view(position("W off:15 | B 1:2"))
    assert (play.body["play"], game.body["points"], game.body["win"]) == ("1/off(2)", 1, "single")
    assert match.body["winner"] == "W"
    assert script.match.turn.phase is Phase.OVER


def test_the_next_game_waits_for_the_board_to_be_set_up() -> None:
    near = position("W 1:2 | B 1:2")
    script = Script({"match": "points 3"})
    script.view(START)
    script.direct("correct", position=near.text, turn="W", why="a test")
    script.view(near)
    script.view(near, script.white("6-5"))
    script.view(position("W off:15 | B 1:2"))
    assert script.view(position("W 6:5 | B 24:2")) == []
    (start,) = script.view(START)
    assert (start.kind, start.body["score"]) == ("game-start", {"W": 1, "B": 0, "length": 3})
    assert script.log[-1].game == 2


def test_pictures_that_end_before_the_turn_does_are_said_to() -> None:
    script = begun()
    script.view(HALF, script.white("3-1"))
    (question,) = script.end()
    assert (question.kind, question.body["ended"]) == ("unsure", "source-end")


def test_a_lost_camera_and_clock_are_written_down() -> None:
    script = begun()
    changes: tuple[Change, ...] = ("camera-lost", "camera-back", "clock-lost", "clock-back")
    for change in changes:
        assert kinds(script.device(change)) == [change]
    script.view(MADE, script.white("3-1"))
    assert kinds(script.view(MADE)) == ["play"]


def test_dice_beside_the_board_take_no_part() -> None:
    script = Script()
    spare = (die(6, (20, 20), place="tray"), die(6, (20, 60), place="tray"))
    script.view(START, spare)
    (opening,) = script.view(START, (*spare, *script.white("3-1")))
    assert (opening.kind, opening.body["values"]) == ("opening-throw", "3-1")


def shadows(*places: tuple[float, float]) -> tuple[DieReading, ...]:
    """What looks a little like dice."""
    return tuple(die(None, place, confidence=0.2, flat=None) for place in places)


def test_shadows_that_look_like_dice_are_no_throw() -> None:
    script = begun()
    script.view(MADE, shadows((10, 10), (90, 400)))
    assert script.view(MADE, shadows((50, 50), (300, 300), (500, 80))) == []
    (throw,) = script.view(MADE, (*script.black("6-4"), *shadows((10, 10))))
    assert (throw.kind, throw.body["values"]) == ("throw", "6-4")


def test_dice_that_lie_there_unreadable_are_not_lifted() -> None:
    script = begun()
    assert script.view(HALF, shadows((700, 300), (760, 320))) == []
    assert script.match.turn.phase is Phase.TO_MOVE


def test_a_question_does_not_hold_the_game_up() -> None:
    script = Script({"turn-ends": "dice-lifted"})
    script.view(START)
    script.view(START, script.white("3-1"))
    assert kinds(script.view(WRONG)) == ["unsure"]
    decision, doubt = script.view(after(WRONG, Side.B, "6-5", "24/13"))
    assert (decision.kind, decision.body["position"]) == ("decision", WRONG.text)
    assert (doubt.kind, doubt.body["what"]) == ("unsure", "position")
    assert script.match.turn.phase is Phase.TO_THROW


def unread(at: tuple[float, float]) -> tuple[DieReading, ...]:
    """Two dice whose numbers can't be read."""
    return tuple(die(None, (at[0] + 70 * i, at[1]), confidence=0.8) for i in range(2))


def test_an_unreadable_throw_ends_the_turn_before_it() -> None:
    script = Script({"turn-ends": "dice-lifted", "zone": "one-half"})
    script.view(START)
    script.view(START, script.white("3-1"))
    script.view(MADE, script.white("3-1"))
    play, doubt = script.view(MADE, unread((100, 100)))
    assert (play.kind, play.body["side"], doubt.kind, doubt.body["what"]) == ("play", "W", "unsure", "dice")


def test_unreadable_dice_that_slide_in_a_half_made_play_are_no_throw() -> None:
    script = begun()
    assert script.view(HALF, unread((100, 100))) == []
    assert kinds(script.view(MADE)) == ["play"]
