"""What the clock's buttons mean in the match (tournament.md 1.1, 1.3, 1.6)."""

from referee.clock.time_control import NS_PER_MS
from referee.rules.side import Side
from referee.turn.state import Phase
from tests.referee.clocked import CLOCK, MADE, begun, left, press, running
from tests.referee.observing import SECOND
from tests.referee.script import START, Script, after, kinds, position

SHUT = position("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 13:3")

# The opening


def test_the_clock_stays_neutral_through_ties_until_the_lower_roller_presses() -> None:
    """tournament.md 1.6: each rolls one die; tie: again, still neutral; the lower roller presses."""
    script = Script(CLOCK)
    script.view(START)
    script.view(START, (*script.white("4-4")[:1], *script.black("4-4")[:1]))
    assert script.match.clock.state == "neutral"
    script.view(START)
    script.view(START, (*script.white("5-5")[:1], *script.black("2-2")[:1]))
    assert script.match.clock.state == "neutral"
    script.press(Side.B)
    assert running(script) is Side.W


def test_where_the_winner_throws_afresh_the_lower_roller_presses_too() -> None:
    """tournament.md 1.6 with `opening = throw-again`."""
    script = Script({**CLOCK, "opening": "throw-again"})
    script.view(START)
    script.view(START, script.white("5-2"))
    assert kinds(script.press(Side.B)) == ["press"]
    assert script.match.turn.side is Side.W
    assert running(script) is Side.W


# Turns


def test_every_press_ends_a_turn_and_gives_the_other_a_new_delay() -> None:
    """tournament.md 1.6: roll, move and press own button; nothing is pressed after rolling."""
    script = begun()
    script.tick(20)
    script.view(MADE, script.white("3-1"))
    assert kinds(script.press(Side.W)) == ["press", "play"]
    assert left(script, Side.W) == 600 - (22 - 12)
    assert script.match.clock.face(Side.B, script.now).delay_ns == 12 * SECOND


def test_a_dance_is_pressed_and_so_is_being_shut_out() -> None:
    """tournament.md 1.6: dance / closed out must still press."""
    barred = position("W bar:1 6:14 | B 6:2 5:2 4:2 2:2 1:2 13:5")
    script = Script(CLOCK)
    script.view(barred)
    script.direct("correct", turn="W", why="White is on turn")
    script.direct("press", side="B")
    script.view(barred, script.white("6-5"))
    press_note, play = script.press(Side.W)
    assert (press_note.kind, play.kind, play.body["play"]) == ("press", "play", "-")
    assert running(script) is Side.B
    script = Script(CLOCK)
    script.view(SHUT)
    script.direct("correct", turn="W", why="White is on turn")
    assert kinds(script.press(Side.W)) == ["press", "play"]


def test_a_forgotten_press_is_noted_and_the_clock_is_not_corrected() -> None:
    """tournament.md 1.3: the mover's clock is still running; roll without press is logged."""
    script = begun()
    script.view(MADE, script.white("3-1"))
    play, throw = script.view(MADE, script.black("6-4"))
    assert (play.body["ended"], play.body["missing_press"]) == ("next-throw", True)
    assert throw.body["side"] == "B"
    assert running(script) is Side.W
    moved = after(MADE, Side.B, "6-4", "24/18 13/9")
    script.view(moved, script.black("6-4"))
    assert kinds(script.press(Side.B)) == ["press", "play"]
    assert running(script) is Side.W


def test_without_a_clock_no_press_is_missing() -> None:
    script = Script({"turn-ends": "either"})
    script.begin()
    script.view(MADE, script.white("3-1"))
    play, _ = script.view(MADE, script.black("6-4"))
    assert "missing_press" not in play.body


# Both buttons


def test_both_buttons_before_a_checker_moved_are_a_new_delay_and_no_turns() -> None:
    """tournament.md 1.1: pressing both sides in turn resets the delay after cocked dice."""
    script = begun()
    script.tick(20)
    assert kinds(press(script, Side.W, 100)) == ["press", "illegal"]
    press_note, correction = press(script, Side.B, 600)
    assert (press_note.kind, correction.kind, correction.body["side"]) == ("press", "correction", "W")
    assert (script.match.turn.phase, script.match.turn.side) == (Phase.TO_MOVE, Side.W)
    assert (script.match.clock.state, script.match.clock.running) == ("running", Side.W)
    assert script.match.clock.face(Side.W, script.now + 600 * NS_PER_MS).delay_ns == 12 * SECOND
    script.view(MADE, script.white("3-1"))
    assert kinds(script.press(Side.W)) == ["press", "play"]
    assert script.match.turn.written == 1


def test_both_buttons_with_a_hand_over_the_board_wait_until_it_has_gone() -> None:
    """tournament.md 1.1."""
    script = begun()
    script.hand()
    assert kinds(press(script, Side.W, 100)) == ["press"]
    assert kinds(press(script, Side.B, 200)) == ["press"]
    assert script.view(START, script.white("3-1")) == []
    assert script.match.turn.phase is Phase.TO_MOVE
    script.hand()
    press(script, Side.W, 100)
    press(script, Side.B, 200)
    assert kinds(script.view(MADE, script.white("3-1"))) == ["play"]


def test_both_buttons_after_a_play_leave_the_play_and_are_one_turn() -> None:
    script = begun()
    script.view(MADE, script.white("3-1"))
    assert kinds(press(script, Side.W, 100)) == ["press", "play"]
    assert kinds(press(script, Side.B, 200)) == ["press"]
    assert script.match.turn.side is Side.B
    assert running(script) is Side.W


def test_a_throw_called_back_and_both_buttons_leave_the_throw_to_come() -> None:
    """tournament.md 1.1: after cocked dice it is still the same side's throw."""
    script = begun()
    script.view(MADE, script.white("3-1"))
    script.press(Side.W)
    script.view(MADE, script.black("6-4", flat=False))
    assert kinds(press(script, Side.B, 100)) == ["press"]
    assert kinds(press(script, Side.W, 500)) == ["press"]
    assert (script.match.turn.phase, script.match.turn.side) == (Phase.TO_THROW, Side.B)
    assert running(script) is Side.B


def test_who_is_shut_out_may_press_at_once() -> None:
    """tournament.md 1.6: a closed-out player needn't roll, but presses."""
    before = position("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:1 7:1 13:3")
    closed = position("W bar:1 6:14 | B 6:2 5:2 4:2 3:2 2:2 1:2 13:2 12:1")
    script = Script(CLOCK)
    script.view(before)
    script.direct("correct", turn="B", why="Black is on turn")
    script.view(before, script.black("6-1"))
    script.view(closed, script.black("6-1"))
    assert kinds(press(script, Side.B, 100)) == ["press", "play"]
    assert kinds(press(script, Side.W, 200)) == ["press", "play"]
    assert script.match.turn.side is Side.B


def test_presses_a_second_apart_are_two_turns_of_their_own() -> None:
    script = begun()
    script.tick(1)
    assert kinds(press(script, Side.W, 0)) == ["press", "illegal"]
    assert kinds(press(script, Side.B, 1000)) == ["press"]
    assert script.match.turn.phase is Phase.FLAGGED


# Presses told late


def test_a_press_told_late_ends_the_turn_and_is_booked_when_it_was_made() -> None:
    """The rule after a lost link: the clock is right about its presses and when they were made."""
    script = begun()
    script.view(MADE, script.white("3-1"))
    script.tick(30)
    note, play = press(script, Side.W, -10_000, 0)
    assert (note.body["at_ns"], play.kind) == (script.now - 10 * SECOND, "play")
    assert left(script, Side.W) == 600 - (21 - 12)
    assert script.match.clock.face(Side.B, script.now).delay_ns == 2 * SECOND


def test_a_press_made_before_the_present_turn_ends_nothing() -> None:
    script = begun()
    script.view(MADE, script.white("3-1"))
    script.view(MADE, script.black("6-4"))
    moved = after(MADE, Side.B, "6-4", "24/18 13/9")
    script.view(moved, script.black("6-4"))
    script.view(moved, script.white("5-2"))
    assert script.match.turn.side is Side.W
    assert kinds(press(script, Side.W, -3_000, 0)) == ["press"]
    assert script.match.turn.phase is Phase.TO_MOVE
    assert running(script) is Side.B
    assert left(script, Side.B) == 600


def test_a_flag_that_fell_meanwhile_is_taken_back_by_a_press_made_in_time() -> None:
    """tournament.md 1.6: a flag is reported; one that did not fall is called back."""
    script = begun({"reserve": "10 s"})
    script.view(MADE, script.white("3-1"))
    assert kinds(script.tick(30)) == ["flag-fall"]
    assert kinds(press(script, Side.W, -15_000, 0)) == ["press", "correction", "play"]
    assert script.last("correction")["what"] == "flag-fall"
    assert script.match.clock.flagged == frozenset()


def test_a_flag_is_reported_and_the_match_goes_on() -> None:
    """tournament.md 1.6: the program reports the flag, it never awards the match."""
    script = begun({"reserve": "10 s"})
    script.view(MADE, script.white("3-1"))
    (flag,) = script.tick(30)
    assert (flag.kind, flag.body["side"]) == ("flag-fall", "W")
    assert kinds(script.press(Side.W)) == ["press", "play"]
    assert script.match.turn.score.winner is None


def test_both_flags_are_reported() -> None:
    """tournament.md 1.6: both at zero is for the director."""
    script = begun({"reserve": "10 s"})
    script.view(MADE, script.white("3-1"))
    script.tick(30)
    script.press(Side.W)
    assert kinds(script.tick(30)) == ["flag-fall"]
    assert script.match.clock.flagged == {Side.W, Side.B}


def test_overtime_comes_once_then_the_flag() -> None:
    """tournament.md 1.6, option `flag-fall = overtime`."""
    script = begun({"reserve": "10 s", "flag-fall": "overtime", "overtime": "1 min"})
    assert kinds(script.tick(30)) == ["overtime"]
    assert left(script, Side.W) == 10 + 12 + 60 - 30
    assert kinds(script.tick(60)) == ["flag-fall"]
