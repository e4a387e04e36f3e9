"""Turns of one game: what ends them, what is ruled, and that nothing is ruled too early."""

import pytest

from referee.inputs import Change
from referee.rules.side import Side
from referee.snapshot import Devices, snapshot
from referee.turn.state import Phase
from tests.referee.observing import die, pair
from tests.referee.script import START, Script, after, kinds, position

MADE = after(START, Side.W, "3-1", "8/5 6/5")
HALF = position("W 24:2 13:5 8:2 6:5 5:1 | B 24:2 13:5 8:3 6:5")
WRONG = position("W 24:2 13:5 8:2 6:5 3:1 | B 24:2 13:5 8:3 6:5")


def begun(**event: object) -> Script:
    script = Script({key.replace("_", "-"): value for key, value in event.items()})
    script.begin()
    return script


def test_a_legal_play_ends_when_the_dice_are_lifted() -> None:
    """rules.md E1; tournament.md 1.3: without a press the lifted dice end the turn."""
    script = begun()
    assert script.view(HALF, script.white("3-1")) == []
    assert script.view(MADE, script.white("3-1")) == []
    (play,) = script.view(MADE)
    assert (play.kind, play.body["side"], play.body["dice"], play.body["play"]) == ("play", "W", "3-1", "8/5 6/5")
    assert play.body["legal"]["is"] is True
    assert script.match.turn.side is Side.B


def test_seen_legal_and_ruled_stand_apart_in_the_record() -> None:
    """rules.md E3: the flag says what was seen and what was legal."""
    script = begun()
    (illegal,) = script.view(WRONG)
    assert illegal.body["seen"]["alternatives"] == [[WRONG.text, 1.0]]
    assert illegal.body["legal"] == {"count": 16, "is": False}
    assert illegal.by == "program"
    assert illegal.body["reasons"]


def test_a_player_may_move_and_take_back_until_the_turn_ends() -> None:
    """rules.md M10."""
    script = begun()
    script.view(WRONG, script.white("3-1"))
    script.view(START, script.white("3-1"))
    script.view(MADE, script.white("3-1"))
    assert kinds(script.view(MADE)) == ["play"]
    assert "illegal" not in script.kinds()


@pytest.mark.parametrize("more", [{"hand": True}, {"still": False}])
def test_nothing_is_decided_while_a_hand_is_over_the_board(more: dict[str, bool]) -> None:
    """rules.md M10, E1."""
    script = begun()
    assert script.view(WRONG, (), **more) == []
    assert script.match.turn.phase is Phase.TO_MOVE
    assert kinds(script.view(MADE)) == ["play"]


def test_a_press_ends_the_turn_at_once_when_nothing_moves() -> None:
    """rules.md E1; tournament.md 1.3."""
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
    """rules.md E1, `turn-ends = clock`."""
    script = begun(turn_ends="clock")
    assert script.view(WRONG) == []
    script.view(MADE)
    assert kinds(script.press(Side.W)) == ["press", "play"]


def test_a_press_of_the_other_side_ends_nothing() -> None:
    """rules.md E1."""
    script = begun()
    script.view(WRONG, script.white("3-1"))
    assert kinds(script.press(Side.B)) == ["press"]
    assert script.match.turn.phase is Phase.TO_MOVE


def test_the_opponents_throw_ends_a_turn_that_was_not_pressed() -> None:
    """rules.md E1; tournament.md 1.3: a throw without a press is logged as such."""
    script = begun(turn_ends="clock")
    script.view(MADE, script.white("3-1"))
    play, throw = script.view(MADE, script.black("6-4"))
    assert (play.body["ended"], throw.body["values"], throw.body["side"]) == ("next-throw", "6-4", "B")


def test_an_illegal_play_put_right_by_the_players() -> None:
    """rules.md E2; tournament.md 1.4."""
    script = begun()
    assert kinds(script.view(WRONG)) == ["illegal"]
    assert script.view(HALF) == []
    decision, play = script.view(MADE)
    assert (decision.by, decision.body["what"], decision.body["who"]) == ("player", "correct", "players")
    assert (play.body["play"], play.body["settles"]) == ("8/5 6/5", "illegal")
    assert script.match.turn.side is Side.B


def test_an_illegal_play_stands_once_the_opponent_has_thrown() -> None:
    """rules.md E2; tournament.md 1.4."""
    script = begun()
    script.view(WRONG)
    decision, throw = script.view(WRONG, script.black("6-4"))
    assert (decision.body["what"], decision.body["position"]) == ("accept", WRONG.text)
    assert (throw.kind, throw.body["side"]) == ("throw", "B")
    assert script.match.turn.hypotheses[0].before == WRONG


def test_an_invalid_throw_does_not_end_the_right_to_correct() -> None:
    """rules.md E2: the throw must be valid; tournament.md 1.4."""
    script = begun()
    script.view(WRONG)
    assert script.view(WRONG, script.black("6-4", flat=False)) == []
    assert kinds(script.view(MADE)) == ["decision", "play"]


def test_with_any_throw_even_an_invalid_one_ends_it() -> None:
    """rules.md E2, `correction-until = any-throw-or-double`."""
    script = begun(correction_until="any-throw-or-double")
    script.view(WRONG)
    assert kinds(script.view(WRONG, script.black("6-4", flat=False))) == ["decision", "rethrow"]


def test_a_throw_is_called_back_once_and_thrown_again() -> None:
    """rules.md T10: both dice again, nothing moves; the reason is written down."""
    script = begun()
    script.view(MADE)
    (rethrow,) = script.view(MADE, script.black("6-4", flat=False))
    assert (rethrow.kind, rethrow.body["reason"]) == ("rethrow", "leaning")
    assert script.view(MADE, script.black("6-4", flat=False)) == []
    script.view(MADE)
    assert kinds(script.view(MADE, script.black("5-2"))) == ["throw"]


def test_a_throw_that_was_not_seen_for_sure_counts_and_says_so() -> None:
    """rules.md T4: what is not sure is neither called back nor hidden."""
    script = begun()
    script.view(MADE)
    (throw,) = script.view(MADE, script.black("6-4", on_checker=None))
    assert (throw.kind, throw.body["values"], throw.body["text"]) == ("throw", "6-4", "A die may stand on a checker.")
    assert snapshot(script.match, [], Devices(), script.now)["note"] == "A die may stand on a checker."


def test_the_first_stationary_reading_is_the_roll_and_slid_dice_are_no_throw() -> None:
    """rules.md T9; tournament.md 1.1: dice may be pushed aside."""
    script = begun()
    script.view(HALF, pair("3-1", (600, 200)))
    script.view(MADE, pair("3-1", (650, 100), place="left-half"))
    assert script.match.turn.phase is Phase.TO_MOVE
    assert kinds(script.view(MADE)) == ["play"]


def test_a_side_that_cannot_move_loses_its_turn() -> None:
    """rules.md M5."""
    shut = position("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 13:3")
    script = Script()
    script.begin("6-5", shut)
    (play,) = script.view(shut)
    assert (play.kind, play.body["play"], play.body["side"]) == ("play", "-", "W")


def test_a_shut_out_side_need_not_throw_but_presses() -> None:
    """tournament.md 1.6: a player who is closed out presses."""
    shut = position("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 13:3")
    script = Script()
    script.view(shut)
    script.direct("correct", turn="W", why="it is White's turn")
    assert kinds(script.press(Side.W)) == ["press", "play"]
    assert script.match.turn.side is Side.B


def test_who_begins_is_told_by_the_first_play() -> None:
    """rules.md §2 opening."""
    script = Script()
    script.view(START)
    (opening,) = script.view(START, script.white("3-1"))
    assert (opening.kind, opening.body["side"], opening.body["tie"]) == ("opening-throw", None, False)
    script.view(MADE, script.white("3-1"))
    (play,) = script.view(MADE)
    assert (play.kind, play.body["side"]) == ("play", "W")


def test_who_begins_is_told_by_the_lower_numbers_press() -> None:
    """rules.md §2 opening; tournament.md 1.6: the lower number presses."""
    script = Script()
    script.view(START)
    script.view(START, script.white("3-1"))
    assert kinds(script.press(Side.W)) == ["press"]
    assert script.match.turn.side is Side.B
    assert script.match.clock.running is Side.B


def test_each_player_throws_one_opening_die_and_the_places_tell_who_begins() -> None:
    """rules.md §2 opening: one die each, the higher begins."""
    script = Script()
    script.view(START)
    assert script.view(START, script.white("2-2")[:1]) == []
    assert script.tick(60) == []
    (opening,) = script.view(START, (*script.white("2-2")[:1], *script.black("5-5")[:1]))
    assert (opening.kind, opening.body["values"], opening.body["side"]) == ("opening-throw", "5-2", "B")
    assert script.match.turn.side is Side.B
    assert kinds(script.press(Side.W)) == ["press"]
    script.view(after(START, Side.B, "5-2", "13/8 13/11"), (*script.white("2-2")[:1], *script.black("5-5")[:1]))
    assert kinds(script.press(Side.B)) == ["press", "play"]


def test_equal_opening_dice_are_thrown_again() -> None:
    """rules.md §2 opening."""
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
    script.begin("6-5", near)
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


def test_each_side_may_have_its_own_dice() -> None:
    script = begun(turn_ends="clock")
    script.view(MADE, script.white("3-1"))
    script.press(Side.W)
    assert kinds(script.view(MADE, (*script.white("3-1"), *script.black("6-4")))) == ["throw"]
    made = after(MADE, Side.B, "6-4", "24/14")
    script.view(made, (*script.white("3-1"), *script.black("6-4")))
    assert script.view(made, script.white("3-1")) == []
    assert kinds(script.press(Side.B)) == ["press", "play"]
