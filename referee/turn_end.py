"""The end of a turn: what ends it, the ruling, and what people do about a flag (rules.md §4)."""

from dataclasses import replace
from typing import Any

from referee.judge import Choice, Hypothesis, Judged, judge
from referee.record.events import Draft
from referee.rules.cube import Cube
from referee.rules.dice import Dice
from referee.rules.plays import legal_plays
from referee.rules.position import Position
from referee.rules.score import Result, result_of, winner_of
from referee.rules.side import Side
from referee.seen import Seen
from referee.throw import NONE, Change, Throw, assess, change, described, merge
from referee.turn_state import Flag, Phase, Setup, Standing, Step, TurnState
from referee.turn_throw import SURE_CHANGE, dice_in_play, hypotheses_of, lifted_after
from referee.wording import choice_body, judged_body
from vision.observation import DieReading

MOST_DOUBTS = 24
SURE_DIE = 0.8


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
    new = _new_throw(setup, state, seen) if was_lifted or what == "new" else NONE
    ended = state.ending or _ended(setup, state, new, what)
    if not ended:
        return state, notes
    judged = judge(state.hypotheses, seen, setup.options, state.first_turn)
    unmoved = all(each.before == seen.best for each in state.hypotheses)
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


def _new_throw(setup: Setup, state: TurnState, seen: Seen) -> Throw:
    thrower = state.side.other if state.side else None
    dice = dice_in_play(state, seen)
    return assess(dice, thrower, setup.seating, setup.options) if len(dice) >= 2 else NONE


def _read_again(setup: Setup, state: TurnState, seen: Seen) -> Step:
    """The same dice read once more: a doubtful throw may become sure, a sure one that reads differently becomes
    doubtful.
    """
    dice = dice_in_play(state, seen)
    what = change(state.lying, dice)
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
    what = {"what": "play", "why": judged.words} if judged.kind == "unsure" else {}
    drafts = (Draft(judged.kind, {**body, **what}),)
    if ended != "next-throw":
        return flagged, drafts
    stands, decided = let_stand(setup, flagged, seen, "players", "The opponent has thrown.")
    return stands, (*drafts, *decided)


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
    others = () if choice else tuple(dict.fromkeys(other.position for other in judged.choices))
    after, drafts = next_turn(setup, state, position, side, others)
    return after, (Draft("decision", body, _by(who)), *drafts)


def _mover(flag: Flag, choice: Choice | None) -> Side | None:
    if choice:
        return choice.hypothesis.side
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


def next_turn(
    setup: Setup, state: TurnState, position: Position, mover: Side | None, others: tuple[Position, ...] = ()
) -> Step:
    """The opponent of `mover` is to throw; `others` are positions that may stand instead. The game may be over."""
    turns = tuple(count + (mover in (None, side)) for count, side in zip(state.turns, Side, strict=True))
    side = mover.other if mover else None
    standing = tuple(Standing(each, side) for each in dict.fromkeys((position, *others)))
    after = replace(
        state,
        phase=Phase.TO_THROW,
        standing=standing[:3],
        hypotheses=(),
        throw=NONE,
        told=None,
        ending="",
        flag=None,
        turns=(turns[0], turns[1]),
        past=state.remembered(),
    )
    winner = winner_of(position)
    if winner is None:
        return after, ()
    return end_game(setup, after, result_of(position, winner, state.cube, setup.options), position)


def end_game(setup: Setup, state: TurnState, result: Result, position: Position | None) -> Step:
    """The game is won: points, and perhaps the match."""
    score = state.score.after(result.winner, result.points)
    body: dict[str, Any] = {
        "winner": result.winner.value,
        "win": result.name,
        "points": result.points,
        "cube": state.cube.value,
        "score": {"W": score.white, "B": score.black, "length": score.length},
        "position": position.text if position else None,
        "text": f"{setup.names[list(Side).index(result.winner)]} wins {result.points} ({result.name}).",
    }
    drafts = [Draft("game-end", body)]
    over = score.winner is not None
    if over:
        drafts.append(Draft("match-end", {"winner": result.winner.value, "score": body["score"]}))
    phase = Phase.OVER if over else Phase.WAITING
    ended = replace(state, phase=phase, score=score, cube=Cube(), offered_by=None, standing=state.standing)
    return replace(ended, hypotheses=(), flag=None, turns=(0, 0), opened=False), tuple(drafts)


def await_correction(setup: Setup, state: TurnState, seen: Seen) -> Step:
    """A settled view while a flagged turn waits: players put it right, or the opponent throws and it stands."""
    if state.phase is not Phase.FLAGGED or state.flag is None or seen.best is None:
        return state, ()
    flag = state.flag
    what = change(state.lying, dice_in_play(state, seen))
    was_lifted, state = state.lifted and what != "same", replace(state, lifted=lifted_after(state, what))
    if what == "same" and flag.ended == "dice-lifted":
        return _reopen(state, flag)
    thrown = _new_throw(setup, state, seen) if was_lifted or what == "new" else NONE
    judged = judge(flag.hypotheses, seen, setup.options, state.first_turn)
    corrected = judged.kind == "legal" and judged.position != flag.judged.position
    settled = judged.kind == "legal" and flag.judged.kind == "unsure" and flag.judged.hypothesis is None
    any_throw = setup.options.correction_until == "any-throw-or-double" and thrown.status in ("rethrow", "unsure")
    unsure = flag.judged.kind == "unsure"
    result: Step = (state, ())
    if corrected or (settled and seen.confidence > flag.judged.probability):
        result = _put_right(setup, state, seen, judged)
    elif thrown.status == "valid" or any_throw:
        result = let_stand(setup, state, seen, "players", "The opponent has thrown.")
    elif unsure and judged.kind == "illegal" and seen.best != flag.judged.position:
        state = replace(state, flag=replace(flag, judged=judged))
        result = state, (Draft("illegal", judged_body(judged, seen, flag.ended)),)
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
