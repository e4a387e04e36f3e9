"""Between turns: the board is set up, the dice are thrown, a throw counts or is called back (rules.md §2)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.judge import Hypothesis
from referee.record.events import Draft
from referee.rules.dice import Dice
from referee.rules.position import Position
from referee.rules.result import Points
from referee.rules.side import Side
from referee.seen import Seen
from referee.throw import (
    ELSEWHERE,
    NONE,
    Change,
    Throw,
    assess,
    assess_opening,
    change,
    described,
    fresh,
    is_credible,
    opening_winner,
    stays,
    without_doubtful,
)
from referee.turn_state import Phase, Setup, Standing, Step, TurnState
from vision.observation import DieReading

SURE_START = 0.5
SURE_CHANGE = 0.85
ONE_DIE_NS = 4_000_000_000
"""So long one die alone is given the time for the other to come, ns."""
MOST_STANDING = 3
MOST_BACKGROUND = 12


def dice_in_play(state: TurnState, seen: Seen) -> tuple[DieReading, ...]:
    """The dice seen, without those that lay there from the start and what may be no die at all."""
    taking_part = (die for die in seen.dice if stays(die, state.background) is None)
    return without_doubtful([die for die in taking_part if is_credible(die) or stays(die, state.lying)])


def begin(setup: Setup, state: TurnState, seen: Seen) -> Step:
    """A game begins with the first settled position; later games when the same position is set up again."""
    best = seen.best
    setting_up = state.phase is Phase.TO_THROW and state.turns == (0, 0) and best is not None and best != state.position
    if best is None or seen.confidence < SURE_START or not (state.phase is Phase.WAITING or setting_up):
        return state, ()
    if setting_up and not (is_start(best) and best != state.initial):
        return state, ()
    if state.phase is Phase.WAITING and state.initial is not None and best != state.initial:
        return state, ()
    background = tuple(die for die in seen.dice if die.place in ELSEWHERE or not die.value)
    return start_game(replace(state, background=background), best, best)


def start_game(state: TurnState, position: Position, initial: Position, side: Side | None = None) -> Step:
    """A game begins with `position`; `initial` is what later games of the match begin with."""
    standard = is_start(position)
    body = {
        "position": position.text,
        "start": "standard" if standard else "as-seen",
        "score": score_body(state),
        "crawford": state.score.is_crawford_game,
        "text": ""
        if standard
        else "The game goes on from the position on the board; it is not the game's starting position.",
    }
    begun = replace(
        state,
        phase=Phase.TO_THROW,
        initial=initial,
        standing=(Standing(position, side),),
        hypotheses=(),
        throw=NONE,
        told=None,
        turns=(0, 0),
        opened=False,
    )
    return begun, (Draft("game-start", body),)


def is_start(position: Position) -> bool:
    """Is this the starting position of its game, with all checkers?"""
    return position == Position.start(position.game)


def score_body(state: TurnState) -> dict[str, Points]:
    """The score before the present game."""
    return {"W": state.score.white, "B": state.score.black, "length": state.score.length}


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

    A die that was seen before they changed is a throw, if only half read.
    """
    best, first = seen.best, state.standing[0]
    if best is None or state.partial_ns is not None:
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
    thrower = state.side
    opening = _is_opening(setup, state)
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
    state, taken = taken_by_throwing(setup, state)
    moving, drafts = start_turn(state, dice, throw, body)
    return moving, (*taken, *drafts)


def taken_by_throwing(setup: Setup, state: TurnState) -> Step:
    """A throw after a double that nobody has answered shows that it was taken (tournament.md 1.5: acts count)."""
    if state.offered_by is None:
        return state, ()
    taker = state.offered_by.other
    cube = state.cube.taken(taker, setup.options)
    text = "The throw shows that the double was taken."
    note = Draft("take", {"side": taker.value, "value": cube.value, "text": text}, "player")
    taken = replace(state, cube=cube, offered_by=None, written=state.written + 1, past=state.remembered())
    return taken, (note,)


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
        offered_by=None,
    )
    if throw.dice is None:
        doubt = {**body, "what": "dice", "why": throw.why, "text": throw.why, "choices": [str(each) for each in throws]}
        return moving, (Draft("unsure", doubt),)
    return moving, (Draft("throw", {**body, "values": str(throw.dice)}),)


def hypotheses_of(standing: tuple[Standing, ...], throws: tuple[Dice, ...]) -> tuple[Hypothesis, ...]:
    """Every way the turn may have begun, likeliest first."""
    return tuple(Hypothesis(one.position, side, dice) for one in standing for side in one.sides for dice in throws)


def _is_opening(setup: Setup, state: TurnState) -> bool:
    """Is the next throw the one die a side that decides who begins? Only a game from its starting position has one."""
    fresh_game = state.turns == (0, 0) and not state.opened and state.side is None
    return fresh_game and state.position is not None and is_start(state.position)


def _opening(
    setup: Setup,
    state: TurnState,
    lying: tuple[DieReading, ...],
    throw: Throw,
    body: Mapping[str, Any],
) -> Step:
    dice = throw.dice
    assert dice is not None
    body = {**body, "values": str(dice), "side": None}
    if dice.is_double:
        text = "Equal numbers: both throw again."
        cube = state.cube
        if state.cube.value < _automatic_limit(setup):
            cube = cube.automatic(setup.options)
            text = f"Equal numbers: the stake is {cube.value}, both throw again."
        again = replace(state, lying=lying, lifted=False, throw=throw, cube=cube)
        return again, (Draft("opening-throw", {**body, "tie": True, "text": text}),)
    if setup.options.opening == "throw-again":
        opened = replace(state, lying=lying, lifted=False, opened=True)
        text = "The higher number begins and throws both dice."
        return opened, (Draft("opening-throw", {**body, "tie": False, "text": text}),)
    winner = opening_winner(lying, setup.seating)
    standing = tuple(replace(one, side=winner) for one in state.standing)
    moving, _ = start_turn(replace(state, opened=True, standing=standing), lying, throw, body)
    begins = setup.names[list(Side).index(winner)] if winner else "The higher number"
    body, text = {**body, "side": winner.value if winner else None}, f"{begins} begins and plays {dice}."
    return moving, (Draft("opening-throw", {**body, "tie": False, "text": text}),)


def _automatic_limit(setup: Setup) -> int:
    """The stake that equal opening dice lead to at most."""
    most = setup.options.automatic_doubles
    return 1 + most if setup.options.stakes == "arithmetic" else 2**most


def start_side(state: TurnState, side: Side) -> TurnState:
    """It is known who is on turn (the lower number pressed, or the director said so, maybe against what was ruled)."""
    fitting = tuple(each for each in state.hypotheses if each.side is side)
    turned = tuple(dict.fromkeys(replace(each, side=side) for each in state.hypotheses))
    standing = tuple(replace(one, side=side) for one in state.standing)
    return replace(state, standing=standing, hypotheses=fitting or turned)


def new_throw(setup: Setup, state: TurnState, seen: Seen) -> Throw:
    """Dice that may be the opponent's throw while a turn has not ended."""
    thrower = state.side.other if state.side else None
    dice = dice_in_play(state, seen)
    return assess(dice, thrower, setup.seating, setup.options) if len(dice) >= 2 else NONE
