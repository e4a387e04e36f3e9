"""What the director does, as changes of the match's state (rules.md E3, interfaces.md)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeGuard

from referee.judge import Judged, judge
from referee.record.events import Draft
from referee.rules.cube import Cube
from referee.rules.dice import Dice
from referee.rules.errors import RulesError
from referee.rules.match import MatchScore, next_game
from referee.rules.position import Position
from referee.rules.result import Points, exact
from referee.rules.side import Side
from referee.throw import Throw
from referee.turn.begin import score_body, start_game, start_side
from referee.turn.end import rule
from referee.turn.flag import flag_dice, flag_play, let_stand
from referee.turn.next import awaiting, next_turn
from referee.turn.stakes import Body, DirectorError, resign, side_of, turn_cube
from referee.turn.state import Flag, Phase, Setup, Standing, Step, TurnState
from referee.turn.throw import start_turn, taken_by_throwing

Action = Callable[[Setup, TurnState, Body], Step]
MOST_SECONDS = 86_400
"""Time that is taken off or added at once, s."""


def direct(setup: Setup, state: TurnState, action: str, body: Body) -> Step:
    """Carry out an action. Raises DirectorError."""
    if action not in ACTIONS:
        raise DirectorError(f"there is no action {action!r}: use one of {', '.join(ACTIONS)}")
    try:
        return ACTIONS[action](setup, state, body)
    except RulesError as error:
        raise DirectorError(str(error)) from error


def _accept(setup: Setup, state: TurnState, body: Body) -> Step:
    flag = _flagged(state, "accept")
    choices, number = flag.judged.choices, body.get("choice")
    if number is not None and (not isinstance(number, int) or not 0 <= number < len(choices)):
        known = f"give 0 to {len(choices) - 1}" if choices else "this flag has none, leave it out"
        raise DirectorError(f"there is no choice {number!r}: {known}")
    seen = state.seen
    if seen is None:
        raise DirectorError("nothing has been seen yet")
    choice = choices[number] if number is not None else None
    return let_stand(setup, state, seen, "director", str(body.get("why", "")), choice=choice)


def _demand(_: Setup, state: TurnState, body: Body) -> Step:
    flag = _flagged(state, "demand")
    sides = {each.side for each in flag.hypotheses}
    side = next(iter(sides)).value if len(sides) == 1 else None
    demanded = replace(state, flag=replace(flag, demanded=True))
    note = {"who": "director", "what": "demand", "side": side, "why": str(body.get("why", "")), "was": flag.judged.kind}
    return demanded, (Draft("decision", note, "director"),)


def _flagged(state: TurnState, what: str) -> Flag:
    if state.flag is None:
        raise DirectorError(f"there is nothing to {what}: no turn is flagged")
    return state.flag


def _correct(setup: Setup, state: TurnState, body: Body) -> Step:
    position, dice, side = _position(setup, body), _dice(body), side_of(body.get("turn"))
    changed = state
    if "cube" in body:
        changed = replace(changed, cube=_cube(body["cube"]))
    if "score" in body:
        changed = replace(changed, score=_score(changed, body["score"]))
    if side is not None:
        changed = start_side(changed, side)
    given = {key: body[key] for key in ("position", "dice", "cube", "score", "turn") if key in body}
    note = Draft("correction", {**given, "why": str(body.get("why", "")), "phase": state.phase.value}, "director")
    changed = replace(changed, past=state.remembered())
    if position is not None:
        changed, drafts = _correct_position(setup, changed, position, side)
    elif dice is not None:
        changed, drafts = _correct_dice(setup, changed, dice)
    else:
        drafts = ()
    if "score" in body:
        changed, more = _match_decided(setup, changed)
        drafts += more
    return changed, (note, *drafts)


def _match_decided(setup: Setup, state: TurnState) -> Step:
    """A corrected score may end the match, or take its end back: then the next game is awaited."""
    winner, after = state.score.winner, next_game(state.score, setup.options, None, state.began)
    if winner is None:
        return (awaiting(setup, state, after) if after and state.phase is Phase.OVER else state), ()
    if state.phase is Phase.OVER:
        return state, ()
    body = {"winner": winner.value, "score": score_body(state), "text": f"{winner.colour} has won the match."}
    over = replace(state, phase=Phase.OVER, hypotheses=(), flag=None, offer=None)
    return over, (Draft("match-end", body),)


def _correct_position(setup: Setup, state: TurnState, position: Position, turn: Side | None) -> Step:
    if state.flag is not None:
        sides = {each.side for each in state.flag.hypotheses}
        mover = next(iter(sides)) if len(sides) == 1 else None
        note = {
            "who": "director",
            "what": "correct",
            "was": state.flag.judged.kind,
            "ended": state.flag.ended,
            "side": mover.value if mover else None,
            "dice": flag_dice(state.flag),
            "play": flag_play(setup, state, position),
            "position": position.text,
        }
        after, drafts = next_turn(setup, state, position, mover)
        return after, (Draft("decision", note, "director"), *drafts)
    if state.phase is Phase.WAITING:
        return start_game(setup, state, position, state.initial or position, turn)
    hypotheses = tuple(dict.fromkeys(replace(each, before=position) for each in state.hypotheses))
    standing = (Standing(position, state.side),)
    return replace(state, standing=standing, hypotheses=hypotheses, told=None), ()


def _correct_dice(setup: Setup, state: TurnState, dice: Dice) -> Step:
    if state.phase is Phase.TO_THROW:
        side = state.side
        named: Body = {"dice": [], "side": side.value if side else None, "why": "The director named the dice."}
        state, taken = taken_by_throwing(state)
        moving, drafts = start_turn(state, state.seen.dice if state.seen else (), Throw("valid", dice), named)
        return moving, (*taken, *drafts)
    if state.phase is Phase.TO_MOVE:
        hypotheses = tuple(dict.fromkeys(replace(each, dice=dice) for each in state.hypotheses))
        return replace(state, hypotheses=hypotheses, throw=Throw("valid", dice)), ()
    if state.flag is not None and state.seen is not None:
        hypotheses = tuple(dict.fromkeys(replace(each, dice=dice) for each in state.flag.hypotheses))
        again = replace(state, hypotheses=hypotheses, flag=None, phase=Phase.TO_MOVE, throw=Throw("valid", dice))
        judged = judge(hypotheses, state.seen, setup.options, state.first_turn)
        return rule(setup, again, state.seen, judged, state.flag.ended)
    raise DirectorError("dice can't be corrected before a game has begun")


def _position(setup: Setup, body: Body) -> Position | None:
    if "position" not in body:
        return None
    return Position.parse(str(body["position"]), setup.options.game, setup.options.checkers)


def _dice(body: Body) -> Dice | None:
    if "dice" not in body:
        return None
    given = body["dice"]
    return Dice.parse("-".join(map(str, given)) if isinstance(given, list) else str(given))


def _cube(given: Any) -> Cube:
    value, owner = (given.get("value"), given.get("owner")) if isinstance(given, Mapping) else (given, None)
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 4096:
        raise DirectorError('a cube is {"value": 2, "owner": "W"}; its value is a whole number from 1')
    return Cube(value, side_of(owner), value > 1)


def _score(state: TurnState, given: Any) -> MatchScore:
    white, black = (given.get("W"), given.get("B")) if isinstance(given, Mapping) else (None, None)
    if not (_are_points(white) and _are_points(black)):
        raise DirectorError('a score is {"W": 2, "B": 0}; half points end in .5')
    return replace(state.score, white=exact(white), black=exact(black))


def _are_points(given: object) -> TypeGuard[Points]:
    return isinstance(given, int | float) and not isinstance(given, bool) and given >= 0 and (2 * given) % 1 == 0


def _pause(_: Setup, state: TurnState, body: Body) -> Step:
    if state.paused:
        raise DirectorError("the match is paused already")
    return replace(state, paused=True), (Draft("pause", {"why": str(body.get("why", ""))}, "director"),)


def _resume(setup: Setup, state: TurnState, body: Body) -> Step:
    if not state.paused:
        raise DirectorError("the match is not paused")
    held = state.flag is not None and state.flag.judged.kind == "illegal" and not state.flag.demanded
    note = {"why": str(body.get("why", "")), "held": held and setup.options.audience == "players"}
    return replace(state, paused=False), (Draft("resume", note, "director"),)


def _undo(_: Setup, state: TurnState, body: Body) -> Step:
    """The last ruling is taken back; its turn waits for people, so that it is not ruled the same way again at once."""
    if not state.past:
        raise DirectorError("there is nothing to take back")
    before = state.past[0]
    words = "The director took the last ruling back."
    seen = state.seen if state.present == before.present else before.seen
    flag = before.flag
    played = before.turns != state.turns or before.score.game != state.score.game
    if flag is None and before.hypotheses and (played or state.flag is not None):
        position = seen.best if seen else None
        flag = Flag(Judged("unsure", position, None, words=words, probability=1.0), before.hypotheses, "undo")
    kept = replace(
        before,
        past=state.past[1:],
        flag=flag,
        phase=Phase.FLAGGED if flag else before.phase,
        seen=seen,
        lying=state.lying,
        lifted=state.lifted,
        calm=state.calm,
        paused=state.paused,
    )
    standing = kept.position
    note = {
        "undo": True,
        "turn": played,
        "entries": state.written - before.written,
        "why": str(body.get("why", "")),
        "text": words,
        "position": standing.text if standing else None,
    }
    return kept, (Draft("correction", note, "director"),)


def _penalty(_: Setup, state: TurnState, body: Body) -> Step:
    """Time off (seconds below 0) or added, or the delay of a turn lost, as for dice lifted too early."""
    side, what, seconds = side_of(body.get("side")), body.get("what", "time"), body.get("seconds", 0)
    if side is None:
        raise DirectorError('say whose clock: {"side": "W", "seconds": -60}')
    if what not in ("time", "delay"):
        raise DirectorError(f"a penalty is 'time' or 'delay', not {what!r}")
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if what == "time" and not (number and 0 < abs(seconds) <= MOST_SECONDS):
        raise DirectorError(f"give the seconds, below 0 to take time off, {MOST_SECONDS} at most: not {seconds!r}")
    verb = "loses its delay" if what == "delay" else f"{'gets' if seconds > 0 else 'loses'} {abs(seconds):g} s"
    text = f"{side.colour} {verb}."
    note = {"side": side.value, "what": what, "why": str(body.get("why", "")), "text": text}
    return state, (Draft("penalty", note | ({"seconds": seconds} if what == "time" else {}), "director"),)


ACTIONS: dict[str, Action] = {
    "accept": _accept,
    "demand": _demand,
    "correct": _correct,
    "pause": _pause,
    "resume": _resume,
    "undo": _undo,
    "penalty": _penalty,
    "cube": turn_cube,
    "resign": resign,
}
"""What can be asked for by name; `press` is a press like any other (`turn.py`)."""
