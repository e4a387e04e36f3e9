"""A flagged turn: what players and the director make of it (rules.md E2)."""

from dataclasses import replace
from typing import Any

from referee.judge import Choice, Judged, judge
from referee.record.events import Draft
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.side import Side
from referee.seen import Seen
from referee.throw import NONE, change
from referee.turn.next import next_turn
from referee.turn.state import Flag, Phase, Setup, Step, TurnState
from referee.turn.throw import SURE_CHANGE, dice_in_play, lifted_after, new_throw
from referee.wording import choice_body, judged_body, remedy


def let_stand(
    setup: Setup,
    state: TurnState,
    seen: Seen,
    who: str,
    why: str,
    *,
    choice: Choice | None = None,
    lay: Position | None = None,
) -> Step:
    """A flagged turn is accepted as it lies (or as it `lay`), or as the `choice` that was taken."""
    assert state.flag is not None
    judged = state.flag.judged
    side = _mover(state.flag, choice)
    lies = lay or (seen.best if seen.confidence >= SURE_CHANGE else None)
    position = choice.position if choice else (lies or judged.position or state.position)
    assert position is not None
    body: dict[str, Any] = {"who": who, "what": "accept", "why": why, "position": position.text}
    body |= {"side": side.value if side else None, "was": judged.kind, "ended": state.flag.ended}
    body |= {"dice": flag_dice(state.flag), "play": flag_play(setup, state, position)}
    body |= {"choice": choice_body(choice)} if choice else {}
    if judged.kind == "illegal":
        body |= {"rule": setup.options.illegal_play}
    others = () if choice else tuple(dict.fromkeys(other.position for other in judged.choices))
    after, drafts = next_turn(setup, state, position, side, others)
    return after, (Draft("decision", body, _by(who)), *drafts)


def _mover(flag: Flag, choice: Choice | None) -> Side | None:
    if choice:
        return choice.hypothesis.side
    choices = flag.judged.choices
    if flag.judged.kind == "unsure" and choices and not any(each.play for each in choices):
        return None
    sides = {each.side for each in flag.hypotheses}
    return next(iter(sides)) if len(sides) == 1 else None


def flag_dice(flag: Flag) -> str | None:
    """The throw of a flagged turn, if it is sure."""
    throws = {each.dice for each in flag.hypotheses}
    return str(next(iter(throws))) if len(throws) == 1 else None


def flag_play(setup: Setup, state: TurnState, position: Position) -> str | None:
    """The legal play of a flagged turn that leads to a position, if one does."""
    hypotheses = state.flag.hypotheses if state.flag else ()
    sets = [
        legal_plays(each.before, each.side, each.dice, setup.options, state.first_turn(each.side))
        for each in hypotheses
    ]
    return next((play.text for plays in sets if (play := plays.reaching(position))), None)


def _by(who: str) -> str:
    return {"players": "player"}.get(who, who)


def await_correction(setup: Setup, state: TurnState, seen: Seen) -> Step:
    """A settled view while a flagged turn waits: players put it right, or the opponent throws and it stands."""
    if state.phase is not Phase.FLAGGED or state.flag is None or seen.best is None:
        return state, ()
    flag = state.flag
    what = change(state.lying, dice_in_play(state, seen))
    was_lifted, state = state.lifted and what != "same", replace(state, lifted=lifted_after(state, what))
    if what == "same" and flag.ended == "dice-lifted":
        return _reopen(state, flag)
    thrown = new_throw(setup, state, seen) if was_lifted or what == "new" else NONE
    judged = judge(flag.hypotheses, seen, setup.options, state.first_turn)
    corrected = judged.kind == "legal" and judged.position != flag.judged.position
    settled = judged.kind == "legal" and flag.judged.kind == "unsure" and flag.judged.hypothesis is None
    any_throw = setup.options.correction_until == "any-throw-or-double" and thrown.status in ("rethrow", "unsure")
    unsure = flag.judged.kind == "unsure"
    result: Step = (state, ())
    if corrected or (settled and seen.confidence > flag.judged.probability):
        result = _put_right(setup, state, seen, judged)
    elif thrown.status == "valid" or any_throw or (unsure and thrown.status == "unsure"):
        result = let_stand(setup, state, seen, "players", "The opponent has thrown.")
    elif unsure and judged.kind == "illegal" and seen.best != flag.judged.position:
        state = replace(state, flag=replace(flag, judged=judged))
        result = state, (Draft("illegal", judged_body(judged, seen, flag.ended)),)
    elif state.ending == "press" and judged.kind == "illegal":
        state = replace(state, ending="", flag=Flag(judged, flag.hypotheses, "press"))
        more = {"rule": setup.options.illegal_play, "remedy": remedy(judged, setup.options.illegal_play)}
        result = state, (Draft("illegal", {**judged_body(judged, seen, "press"), **more}),)
    elif unsure and _went_on(flag, seen):
        result = let_stand(setup, state, seen, "players", "Play has gone on.", lay=flag.judged.position)
    return result


def _went_on(flag: Flag, seen: Seen) -> bool:
    """Have the checkers moved on since the question was asked?"""
    asked = flag.judged.position
    return asked is not None and seen.best != asked and seen.probability(asked) <= 1 - SURE_CHANGE


def _reopen(state: TurnState, flag: Flag) -> Step:
    """The dice that seemed lifted lie where they lay: the turn goes on."""
    words = "The dice still lie there: the turn goes on."
    moving = replace(state, phase=Phase.TO_MOVE, flag=None, hypotheses=flag.hypotheses, past=state.past[1:])
    return moving, (Draft("correction", {"reopened": True, "why": words, "text": words, "was": flag.judged.kind}),)


def _put_right(setup: Setup, state: TurnState, seen: Seen, judged: Judged) -> Step:
    assert state.flag is not None
    assert judged.hypothesis is not None
    assert judged.position is not None
    body = judged_body(judged, seen, state.flag.ended)
    after, drafts = next_turn(setup, state, judged.position, judged.hypothesis.side)
    was = state.flag.judged.kind
    decision = {
        "who": "players",
        "what": "correct",
        "was": was,
        "side": judged.hypothesis.side.value,
        "play": judged.play,
        "position": judged.position.text,
    }
    notes = (Draft("decision", decision, "player"),) if was == "illegal" or state.flag.demanded else ()
    return after, (*notes, Draft("play", {**body, "settles": was}), *drafts)
