"""The option `illegal-play` tells players what follows; `premature-throw` calls early throws back."""

import pytest

from referee.record.events import Event
from referee.record.replay import as_event
from referee.rules.side import Side
from referee.snapshot import Devices, snapshot
from referee.turn.state import Phase
from tests.referee.observing import pair
from tests.referee.script import START, Script, kinds
from tests.referee.turn.test_directing import flagged
from tests.referee.turn.test_machine import HALF, MADE, WRONG, begun

WORDS = {"legal-moves": "must be corrected", "responsible": "must decide", "condone": "may let it stand"}


def events(script: Script) -> list[Event]:
    return [as_event(seq, each, "2026-11-29T00:00:00Z") for seq, each in enumerate(script.log, start=1)]


@pytest.mark.parametrize(("value", "words"), WORDS.items())
def test_players_are_told_what_follows_from_an_illegal_play(value: str, words: str) -> None:
    """rules.md E2; tournament.md 1.4: must be corrected, must be decided on, may stand."""
    script = flagged(illegal_play=value)
    illegal = script.log[-1].draft
    assert (illegal.body["rule"], words in illegal.body["remedy"]) == (value, True)
    assert "Black" in illegal.body["remedy"]
    flag = snapshot(script.match, events(script), Devices(), script.now)["flag"]
    assert flag["remedy"] == illegal.body["remedy"]
    (decision,) = script.direct("accept")
    assert decision.body["rule"] == value


def early(**event: object) -> Script:
    """White has moved one of two checkers when Black throws."""
    script = begun(turn_ends="clock", **event)
    script.view(HALF, script.white("3-1"))
    return script


def test_a_throw_before_a_clocked_turn_has_ended_is_called_back() -> None:
    """rules.md T8, `premature-throw = void`; tournament.md 1.2."""
    script = early()
    (rethrow,) = script.view(HALF, script.black("6-4"))
    assert (rethrow.kind, rethrow.body["reason"], rethrow.body["side"]) == ("rethrow", "premature", "B")
    assert script.view(MADE, script.black("6-4")) == []
    assert kinds(script.press(Side.W)) == ["press", "play"]
    assert script.view(MADE, script.black("6-4")) == []
    script.view(MADE)
    (throw,) = script.view(MADE, script.black("5-2"))
    assert (throw.kind, throw.body["side"], throw.body["values"]) == ("throw", "B", "5-2")


def test_an_early_throw_before_any_checker_moved_is_called_back() -> None:
    """rules.md T8."""
    script = begun(turn_ends="clock")
    (rethrow,) = script.view(START, script.black("6-4"))
    assert rethrow.body["reason"] == "premature"
    assert script.match.turn.dice is not None
    assert str(script.match.turn.dice) == "3-1"


def test_thrown_early_twice_it_is_called_back_twice() -> None:
    """rules.md T8, T10."""
    script = early()
    script.view(HALF, script.black("6-4"))
    script.view(HALF)
    assert kinds(script.view(HALF, pair("5-2", (200, 100), place="left-half"))) == ["rethrow"]
    assert script.match.turn.phase is Phase.TO_MOVE


def test_an_early_throw_that_stands_is_known_while_the_turn_is_played_and_counts_after_it() -> None:
    """rules.md T8: premature-throw = stands; the mover plays on knowing the throw (tournament.md 1.2)."""
    script = early(premature_throw="stands")
    (told,) = script.view(HALF, script.black("6-4"))
    assert (told.kind, told.body["side"], told.body["values"], told.body["premature"]) == ("throw", "B", "6-4", True)
    assert script.view(MADE, script.black("6-4")) == []
    assert kinds(script.press(Side.W)) == ["press", "play"]
    (throw,) = script.view(MADE, script.black("6-4"))
    assert (throw.kind, throw.body["side"], throw.body["values"]) == ("throw", "B", "6-4")


def test_who_was_thrown_upon_chooses_whether_the_throw_stands() -> None:
    """rules.md T8: premature-throw = opponent-chooses; dice that still lie there after the turn stand."""
    script = early(premature_throw="opponent-chooses")
    (asked,) = script.view(HALF, script.black("6-4"))
    assert (asked.kind, asked.body["what"], len(asked.body["choices"])) == ("unsure", "throw", 2)
    assert "Black has thrown already" in snapshot(script.match, [], Devices(), script.now)["note"]
    script.view(MADE, script.black("6-4"))
    script.press(Side.W)
    assert [each.body["values"] for each in script.view(MADE, script.black("6-4"))] == ["6-4"]
    assert snapshot(script.match, [], Devices(), script.now)["note"] == ""


def test_an_early_throw_that_was_not_to_stand_is_thrown_again() -> None:
    """rules.md T8: premature-throw = opponent-chooses; dice lifted and thrown again after the turn are the throw."""
    script = early(premature_throw="opponent-chooses")
    script.view(HALF, script.black("6-4"))
    script.view(MADE)
    script.press(Side.W)
    assert script.view(MADE) == []
    (throw,) = script.view(MADE, pair("5-2", (200, 100), place="left-half"))
    assert (throw.kind, throw.body["values"]) == ("throw", "5-2")


def test_a_finished_play_that_was_not_pressed_is_ended_by_the_throw() -> None:
    """rules.md E1; tournament.md 1.3."""
    script = begun(turn_ends="clock")
    script.view(MADE, script.white("3-1"))
    assert kinds(script.view(MADE, script.black("6-4"))) == ["play", "throw"]


def test_in_one_half_events_dice_thrown_again_before_a_move_stay_a_question() -> None:
    script = begun(turn_ends="clock", zone="one-half")
    (doubt,) = script.view(START, script.black("6-4"))
    assert (doubt.kind, doubt.body["what"]) == ("unsure", "dice")


def test_a_pressed_illegal_play_is_still_ended_by_the_next_throw() -> None:
    script = flagged()
    assert kinds(script.view(WRONG, script.black("6-4"))) == ["decision", "throw"]
