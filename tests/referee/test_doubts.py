"""Turns that are not seen for sure: dice unread, checkers that changed unseen, positions that may be either."""

from dataclasses import replace

from referee.rules.side import Side
from referee.turn.state import Phase
from tests.referee.observing import die, observe_position, pair, stack
from tests.referee.script import LEFT, START, Script, after, kinds
from tests.referee.turn.test_machine import HALF, MADE, WRONG, begun
from vision.observation import DieReading, Observation, SlotReading


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
    (question,) = script.view(after(START, Side.W, "6-5", "24/13"))
    assert (question.kind, question.body["what"]) == ("unsure", "play")
    assert "legal with 6-5" in question.body["text"]


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
    """rules.md T1: both dice in one throw."""
    script = begun()
    script.view(MADE)
    assert script.view(MADE, script.black("6-4")[:1]) == []
    assert script.tick(2) == []
    (doubt,) = script.tick(3)
    assert doubt.body["choices"] == ["6-1", "6-2", "6-3", "6-4", "6-5", "6-6"]
    (throw,) = script.view(MADE, script.black("6-4"))
    assert (throw.kind, throw.body["values"]) == ("throw", "6-4")


def test_an_unread_die_is_never_told_by_the_play_that_would_fit_it() -> None:
    script = begun()
    script.view(MADE)
    unread = (die(6, LEFT, place="left-half"), die(None, (LEFT[0] + 60, LEFT[1]), place="left-half", confidence=0.6))
    assert kinds(script.view(MADE, unread)) == ["unsure"]
    answered = after(MADE, Side.B, "6-4", "24/14")
    (question,) = script.view(answered)
    assert (question.kind, question.body["what"]) == ("unsure", "play")
    assert [choice["play"] for choice in question.body["choices"]] == ["24/14"]
    assert kinds(script.view(answered, script.white("5-2"))) == ["decision", "throw"]
    (play,) = script.view(after(answered, Side.W, "5-2", "24/22 13/8"))
    assert (play.kind, play.body["side"], play.body["before"]) == ("play", "W", answered.text)


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


def test_checkers_that_move_after_one_die_was_seen_move_by_that_throw() -> None:
    script = begun()
    script.view(MADE)
    one = script.black("6-4")[:1]
    script.view(MADE, one)
    half = after(MADE, Side.B, "6-5", "24/18 13/8")
    (doubt,) = script.view(half, one)
    assert (doubt.kind, doubt.body["what"]) == ("unsure", "dice")
    assert {each.before for each in script.match.turn.hypotheses} == {MADE}
    (question,) = script.view(half)
    assert (question.kind, [choice["dice"] for choice in question.body["choices"]]) == ("unsure", ["6-5"])
