"""What players say about the stake, entered by the director: doubles and their answers, resignations (rules.md §5)."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from referee.record.events import Draft
from referee.rules.score import dropped, resign_levels, resigned
from referee.rules.side import Side
from referee.turn.flag import let_stand
from referee.turn.next import end_game
from referee.turn.state import Phase, Setup, Step, TurnState
from referee.turn.throw import take_offer

Body = Mapping[str, Any]


class DirectorError(ValueError):
    """An action that makes no sense now: one line that says why."""


def side_of(given: object) -> Side | None:
    """The side that a request names, None if none. Raises DirectorError."""
    if given is None or given == "":
        return None
    try:
        return Side(str(given))
    except ValueError:
        raise DirectorError(f"a side is W or B, not {given!r}") from None


def turn_cube(setup: Setup, state: TurnState, body: Body) -> Step:
    """A double or an answer to one: `{"action": "double", "side": "W"}`. Raises DirectorError, CubeError."""
    what = str(body.get("action", ""))
    side = side_of(body.get("side")) or _cube_side(state, what)
    if what not in CUBE_ACTIONS:
        raise DirectorError(f"the cube can be turned by {', '.join(CUBE_ACTIONS)}, not {what!r}")
    if side is None and what != "double":
        raise DirectorError(f"there is no double to {what}: nobody has offered one")
    if side is None:
        raise DirectorError(f'say who: {{"action": "{what}", "side": "W"}}')
    return CUBE_ACTIONS[what](setup, state, side)


def _cube_side(state: TurnState, what: str) -> Side | None:
    if what == "double":
        return state.side
    return state.offer.by.other if state.offer else None


def _double(setup: Setup, state: TurnState, side: Side) -> Step:
    notes: tuple[Draft, ...] = ()
    if state.flag is not None and state.seen is not None:
        state, notes = let_stand(setup, state, state.seen, "players", "The opponent has doubled.")
    stakes = state.stakes.double(side, setup.options, state.score)
    if state.phase is not Phase.TO_THROW or state.side not in (side, None):
        raise DirectorError(f"{side.colour} can't double now: a double comes before the own throw.")
    offer = stakes.offer
    assert offer is not None
    body = {"side": side.value, "value": offer.cube.value, "of": offer.kind}
    return replace(state.on_the_sheet(), offer=offer), (*notes, Draft("double", body, "director"))


def _beaver(setup: Setup, state: TurnState, side: Side) -> Step:
    offer = state.stakes.beaver(side, setup.options).offer
    assert offer is not None
    body = {"side": side.value, "value": offer.cube.value}
    return replace(state.on_the_sheet(), offer=offer), (Draft("beaver", body, "director"),)


def _take(_: Setup, state: TurnState, side: Side) -> Step:
    taken, body = take_offer(state, side)
    return taken, (Draft("take", body, "director"),)


def _drop(setup: Setup, state: TurnState, side: Side) -> Step:
    result = dropped(state.stakes, side)
    ended, drafts = end_game(setup, state.on_the_sheet(), result, state.position)
    return ended, (Draft("drop", {"side": side.value, "value": result.points}, "director"), *drafts)


CUBE_ACTIONS: dict[str, Callable[[Setup, TurnState, Side], Step]] = {
    "double": _double,
    "take": _take,
    "drop": _drop,
    "beaver": _beaver,
}


def resign(setup: Setup, state: TurnState, body: Body) -> Step:
    """A side gives the game up: `{"side": "W", "level": "gammon"}`, by a name of the event's scoring, the cheapest if
    none is given. Raises DirectorError, ScoreError.
    """
    side, position = side_of(body.get("side")), state.position
    if side is None:
        raise DirectorError('say who resigns: {"side": "W"}')
    if position is None or state.phase in (Phase.WAITING, Phase.OVER):
        raise DirectorError("there is no game to resign now")
    if state.offer is not None:
        raise DirectorError(f"{state.offer.by.other.colour} has to answer the {state.offer.kind} first: take or drop")
    offered = resign_levels(side, position, state.cube, setup.options)
    if not offered:
        raise DirectorError(f"{side.colour} has borne off all its checkers and can't lose: nothing to resign")
    level = str(body.get("level") or offered[0])
    result = resigned(side, level, position, state.cube, setup.options)
    ended, drafts = end_game(setup, state.on_the_sheet(), result, position)
    return ended, (Draft("resign", {"side": side.value, "level": level}, "director"), *drafts)
