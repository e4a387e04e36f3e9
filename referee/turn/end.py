"""The end of a turn: what ends it, and the ruling (rules.md §4)."""

from dataclasses import replace
from typing import Any

from referee.judge import Hypothesis, Judged, judge
from referee.record.events import Draft
from referee.rules.dice import Dice
from referee.seen import Seen
from referee.throw import NONE, Change, Throw, assess, change, described, merge
from referee.turn.flag import let_stand
from referee.turn.next import next_turn
from referee.turn.state import Flag, Phase, Setup, Standing, Step, TurnState
from referee.turn.throw import dice_in_play, hypotheses_of, lifted_after, new_throw
from referee.wording import judged_body, remedy
from vision.observation import DieReading

MOST_DOUBTS = 24
PREMATURE = {
    "void": "the throw does not count.",
    "stands": "the throw stands, and {mover} plays on knowing it.",
    "opponent-chooses": "{mover} says whether it stands, and may play another move.",
}
"""What becomes of a throw before the opponent's turn has ended, by option `premature-throw` (tournament.md 1.2)."""
SURE_DIE = 0.8
BOTH = "both"
"""What ends a turn when both buttons were pressed within a second: it ends it only if a checker has moved."""


def await_end(setup: Setup, state: TurnState, seen: Seen) -> Step:
    """A settled view while a side moves: has the turn ended, and if so, was it played by the rules?"""
    if state.phase is not Phase.TO_MOVE:
        return state, ()
    dice = dice_in_play(state, seen)
    what = change(state.lying, dice)
    state, notes = _read_again(setup, state, seen)
    if state.lying:
        was_lifted, state = state.lifted and what != "same", replace(state, lifted=lifted_after(state, what))
    else:
        was_lifted, state = not _are_named(state, dice), replace(state, lying=dice if _are_named(state, dice) else ())
    new = new_throw(setup, state, seen) if was_lifted or what == "new" else NONE
    ended = state.ending or _ended(setup, state, new, what)
    if not ended:
        return state, notes
    judged = judge(state.hypotheses, seen, setup.options, state.first_turn)
    unmoved = all(each.before == seen.best for each in state.hypotheses)
    if ended == BOTH and unmoved:
        return replace(state, ending=""), notes
    ended = "press" if ended == BOTH else ended
    if _is_premature(setup, state, judged, new, unmoved):
        state, drafts = _thrown_early(setup, state, seen, dice, new)
        return state, (*notes, *drafts)
    unread = not all(die.value for die in (*state.lying, *dice))
    if what == "new" and unread and not unmoved and judged.kind != "legal" and not state.ending:
        return replace(state, lying=dice), notes
    if new.status != "none" and unmoved and judged.kind != "legal" and ended != "press":
        state, drafts = _second_throw(setup, state, seen)
    else:
        state, drafts = rule(setup, state, seen, judged, ended)
    return state, (*notes, *drafts)


def _are_named(state: TurnState, dice: tuple[DieReading, ...]) -> bool:
    """Are these the dice that the director named before they were seen?"""
    values = [die.value for die in dice if die.value]
    return len(values) == 2 and state.dice == Dice(values[0], values[1])


def _ended(setup: Setup, state: TurnState, new: Throw, what: Change) -> str:
    """What the dice say about the end of the turn (option `turn-ends`); dice thrown anew were lifted before."""
    if new.status == "valid":
        return "next-throw"
    by_dice = setup.options.turn_ends in ("dice-lifted", "either")
    return "dice-lifted" if (state.lifted or what == "new") and by_dice else ""


def _is_premature(setup: Setup, state: TurnState, judged: Judged, new: Throw, unmoved: bool) -> bool:
    """Has the opponent thrown before a clocked turn was pressed or played to its end (rules.md T8)?

    In `zone = one-half` dice thrown before a checker moved may be the mover's own.
    """
    own = unmoved and setup.options.zone == "one-half"
    clocked = setup.options.turn_ends == "clock"
    return clocked and new.status == "valid" and not state.ending and judged.kind == "illegal" and not own


def _thrown_early(setup: Setup, state: TurnState, seen: Seen, dice: tuple[DieReading, ...], new: Throw) -> Step:
    """The turn goes on whatever becomes of the throw (option `premature-throw`). Void dice are no throw for as long as
    they lie there; others count once the turn has ended, if they still lie there then.
    """
    assert state.side is not None
    thrower, regime = state.side.other, setup.options.premature_throw
    what = PREMATURE[regime].format(mover=state.side.colour)
    text = f"{thrower.colour} threw before {state.side.colour}'s turn had ended: {what}"
    body = {"dice": described(dice), "side": thrower.value, "observation": seen.number, "text": text}
    early = replace(state, lying=dice, lifted=False, early=regime != "void")
    if regime == "void":
        return early, (Draft("rethrow", {**body, "reason": "premature"}),)
    if regime == "stands":
        return early, (Draft("throw", {**body, "values": str(new.dice), "premature": True}),)
    doubt = {"what": "throw", "why": text, "choices": ["the throw stands", "both dice are thrown again"]}
    return early, (Draft("unsure", {**body, **doubt}),)


def _read_again(setup: Setup, state: TurnState, seen: Seen) -> Step:
    """The same dice read once more: a doubtful throw may become sure, a sure one that reads differently becomes
    doubtful.
    """
    dice = dice_in_play(state, seen)
    what = "none" if state.early else change(state.lying, dice)
    if state.throw.dice is None and what in ("same", "part"):
        both = merge(state.lying, dice)
        throw = assess(both, state.side, setup.seating, setup.options)
        if throw.dice in {each.dice for each in state.hypotheses}:
            fitting = tuple(each for each in state.hypotheses if each.dice == throw.dice)
            side = state.side.value if state.side else None
            body = {"dice": described(both), "values": str(throw.dice), "side": side, "observation": seen.number}
            return replace(state, hypotheses=fitting, throw=throw, lying=both), (Draft("throw", body),)
    if what == "conflict" and all(die.confidence >= SURE_DIE for die in dice):
        throw = assess(dice, state.side, setup.seating, setup.options)
        if throw.dice and throw.dice not in {each.dice for each in state.hypotheses}:
            return _doubt(state, throw, seen, "The dice read differently although they have not moved.")
    return state, ()


def _second_throw(setup: Setup, state: TurnState, seen: Seen) -> Step:
    """Dice thrown again before a checker moved: whether the first throw counts is for people to say; both are kept."""
    lying = dice_in_play(state, seen)
    again = replace(state, lying=lying, lifted=False)
    throw = assess(lying, None, setup.seating, setup.options)
    if throw.dice is None:
        return again, ()
    return _doubt(again, throw, seen, "The dice were thrown again before a checker was moved.")


def _doubt(state: TurnState, throw: Throw, seen: Seen, why: str) -> Step:
    assert throw.dice is not None
    more = hypotheses_of(tuple(dict.fromkeys(_begun(each) for each in state.hypotheses)), (throw.dice,))
    hypotheses = tuple(dict.fromkeys((*state.hypotheses, *more)))[:MOST_DOUBTS]
    choices = [str(dice) for dice in dict.fromkeys(each.dice for each in hypotheses)]
    body = {"what": "dice", "why": why, "text": why, "choices": choices, "observation": seen.number}
    return replace(state, hypotheses=hypotheses), (Draft("unsure", {**body, "dice": described(seen.dice)}),)


def _begun(hypothesis: Hypothesis) -> Standing:
    return Standing(hypothesis.before, hypothesis.side)


def rule(setup: Setup, state: TurnState, seen: Seen, judged: Judged, ended: str) -> Step:
    """Write the ruling down. A turn that the opponent's throw has ended stands at once (rules.md E2)."""
    body = judged_body(judged, seen, ended)
    if judged.kind == "legal" and judged.hypothesis and judged.position:
        after, drafts = next_turn(setup, state, judged.position, judged.hypothesis.side)
        return after, (Draft("play", body), *drafts)
    flag = Flag(judged, state.hypotheses, ended)
    flagged = replace(state, phase=Phase.FLAGGED, flag=flag, ending="", past=state.remembered())
    more: dict[str, Any] = {"what": "play", "why": judged.words} if judged.kind == "unsure" else {}
    if judged.kind == "illegal" and ended != "next-throw":
        more = {"rule": setup.options.illegal_play, "remedy": remedy(judged, setup.options.illegal_play)}
    drafts = (Draft(judged.kind, {**body, **more}),)
    if ended != "next-throw":
        return flagged, drafts
    stands, decided = let_stand(setup, flagged, seen, "players", "The opponent has thrown.")
    return stands, (*drafts, *decided)
