"""Between turns: the dice are thrown, a throw counts or is called back (rules.md §2)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.judge import Hypothesis
from referee.record.events import Draft
from referee.rules.dice import Dice
from referee.rules.side import Side
from referee.seen import Seen
from referee.throw import (
    NONE,
    Change,
    Throw,
    assess,
    assess_opening,
    change,
    described,
    fresh,
    is_credible,
    stays,
    without_doubtful,
)
from referee.turn.begin import first_thrower, is_opening, is_rearranged, opening_throw
from referee.turn.state import Phase, Setup, Standing, Step, TurnState
from vision.observation import DieReading

SURE_CHANGE = 0.85
ONE_DIE_NS = 4_000_000_000
"""So long one die alone is given the time for the other to come, ns."""
MOST_STANDING = 3
MOST_BACKGROUND = 12


def dice_in_play(state: TurnState, seen: Seen) -> tuple[DieReading, ...]:
    """The dice seen, without those that lay there from the start and what may be no die at all."""
    taking_part = (die for die in seen.dice if stays(die, state.background) is None)
    return without_doubtful([die for die in taking_part if is_credible(die) or stays(die, state.lying)])


def await_throw(setup: Setup, state: TurnState, seen: Seen) -> Step:
    """A settled view while a throw is awaited."""
    if state.phase is not Phase.TO_THROW:
        return state, ()
    state, notes = _moved_between(state, seen)
    dice = dice_in_play(state, seen)
    what = change(state.lying, dice)
    state = replace(state, lifted=lifted_after(state, what))
    if what == "slid" and not state.lifted:
        return replace(state, lying=dice), notes
    new = dice if state.lifted else fresh(dice, state.lying)
    state, drafts = _thrown(setup, state, seen, new)
    if state.phase is Phase.TO_MOVE:
        left = tuple(die for die in dice if die not in new)
        state = replace(state, background=(*state.background, *left)[-MOST_BACKGROUND:])
    return state, (*notes, *drafts)


def lifted_after(state: TurnState, what: Change) -> bool:
    """Have the dice of the last throw been gone? Dice that lie where they lay, unchanged, were only not seen for a
    while.
    """
    return what in ("lifted", "none") or (state.lifted and what != "same")


def _moved_between(state: TurnState, seen: Seen) -> Step:
    """Checkers that change without a throw are reported once; from then on they count as a way the turn may have begun.
    Before the first turn of a game players may be setting the board up.

    A die that was seen before they changed is a throw, if only half read.
    """
    best, first = seen.best, state.standing[0]
    if best is None or state.partial_ns is not None or (state.turns == (0, 0) and is_rearranged(first.position, best)):
        return state, ()
    if best == first.position:
        back = seen.confidence >= SURE_CHANGE
        return (replace(state, standing=(first,), told=None) if back else state), ()
    if (
        seen.probability(first.position) > 1 - SURE_CHANGE
        or best == state.told
        or any(one.position == best for one in state.standing)
    ):
        return state, ()
    standing = (first, *state.standing[1 : MOST_STANDING - 1], Standing(best, None))
    choices = [
        {"text": "as it stood", "position": first.position.text},
        {"text": "as it is seen", "position": best.text},
    ]
    body = {
        "what": "position",
        "why": "The checkers changed although no throw was seen.",
        "text": "The checkers changed although no throw was seen.",
        "before": first.position.text,
        "position": best.text,
        "choices": choices,
        "confidence": round(seen.confidence, 4),
    }
    return replace(state, standing=standing, told=best), (Draft("unsure", body),)


def _thrown(setup: Setup, state: TurnState, seen: Seen, dice: tuple[DieReading, ...]) -> Step:
    opening = is_opening(setup, state, dice)
    state = state if opening or not dice else first_thrower(setup, state)
    thrower = state.side
    throw = assess_opening(dice, setup.options) if opening else assess(dice, thrower, setup.seating, setup.options)
    body = {"dice": described(dice), "side": thrower.value if thrower else None, "observation": seen.number}
    if throw.status == "none":
        return replace(state, partial_ns=None), ()
    if throw.status == "rethrow":
        told = replace(state, lying=dice, lifted=False, throw=throw, partial_ns=None)
        return told, (
            Draft("rethrow", {**body, "reason": throw.reason, "text": f"{throw.why} Throw both dice again."}),
        )
    if throw.reason == "one-die" and opening and seen.best in (None, state.position):
        return state, ()
    if throw.reason == "one-die" and _may_wait(state, seen):
        return replace(state, partial_ns=state.partial_ns or seen.t_ns), ()
    if opening and throw.dice is not None:
        return _opening(setup, state, dice, throw, body)
    state, taken = taken_by_throwing(state)
    moving, drafts = start_turn(state, dice, throw, body)
    return moving, (*taken, *drafts)


def taken_by_throwing(state: TurnState) -> Step:
    """A throw after a double that nobody has answered shows that it was taken (tournament.md 1.5: acts count)."""
    if state.offer is None:
        return state, ()
    taken, body = take_offer(state, state.offer.by.other)
    text = f"The throw shows that the {body['of']} was taken."
    return taken, (Draft("take", {**body, "text": text}, "player"),)


def take_offer(state: TurnState, side: Side) -> tuple[TurnState, dict[str, Any]]:
    """`side` takes what it was offered, a double or a beaver; with the body of the event. Raises CubeError."""
    was, stakes = state.offer, state.stakes.take(side)
    taken = replace(state.on_the_sheet(), cube=stakes.cube, offer=None)
    return taken, {"side": side.value, "value": stakes.cube.value, "of": was.kind if was else ""}


def _opening(
    setup: Setup, state: TurnState, lying: tuple[DieReading, ...], throw: Throw, body: Mapping[str, Any]
) -> Step:
    opened, drafts = opening_throw(setup, state, lying, throw, body)
    if throw.dice is None or throw.dice.is_double or setup.options.opening == "throw-again":
        return opened, drafts
    moving, _ = start_turn(opened, lying, throw, body)
    return moving, drafts


def _may_wait(state: TurnState, seen: Seen) -> bool:
    """May the other die still come? Not once the checkers move, nor for ever."""
    since = state.partial_ns if state.partial_ns is not None else seen.t_ns
    return seen.best in (None, state.position) and seen.t_ns - since < ONE_DIE_NS


def start_turn(state: TurnState, dice: tuple[DieReading, ...], throw: Throw, body: Mapping[str, Any]) -> Step:
    """The throw counts, or is doubtful with every throw it may be: the turn begins."""
    throws = (throw.dice,) if throw.dice else throw.options
    moving = replace(
        state,
        phase=Phase.TO_MOVE,
        hypotheses=hypotheses_of(state.standing, throws),
        throw=throw,
        lying=dice,
        lifted=False,
        ending="",
        partial_ns=None,
        offer=None,
    )
    if throw.dice is None:
        doubt = {**body, "what": "dice", "why": throw.why, "text": throw.why, "choices": [str(each) for each in throws]}
        return moving, (Draft("unsure", doubt),)
    doubt = {"text": throw.doubt} if throw.doubt else {}
    return moving, (Draft("throw", {**body, "values": str(throw.dice), **doubt}),)


def hypotheses_of(standing: tuple[Standing, ...], throws: tuple[Dice, ...]) -> tuple[Hypothesis, ...]:
    """Every way the turn may have begun, likeliest first."""
    return tuple(Hypothesis(one.position, side, dice) for one in standing for side in one.sides for dice in throws)


def new_throw(setup: Setup, state: TurnState, seen: Seen) -> Throw:
    """Dice that may be the opponent's throw while a turn has not ended."""
    thrower = state.side.other if state.side else None
    dice = dice_in_play(state, seen)
    return assess(dice, thrower, setup.seating, setup.options) if len(dice) >= 2 else NONE
