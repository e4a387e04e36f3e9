"""A game begins: the board is set up, an opening throw decides who begins, and with which colour (rules.md §2)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from referee.record.events import Draft
from referee.rules.match import white_begins
from referee.rules.position import Position
from referee.rules.result import Points
from referee.rules.side import Side
from referee.seen import Seen
from referee.throw import ELSEWHERE, NONE, Throw, opening_winner
from referee.turn.state import Phase, Setup, Standing, Step, TurnState
from vision.observation import DieReading

SURE_START = 0.5
MOST_MOVED = 8
"""So many checkers of both sides may leave their places in one turn: four moved, four hit."""
HALVES = ("left-half", "right-half")


def is_setting_up(state: TurnState) -> bool:
    """May the checkers still be set up for the game? Until its first turn has been played."""
    return state.turns == (0, 0) and state.phase in (Phase.WAITING, Phase.TO_THROW, Phase.TO_MOVE)


def begin(setup: Setup, state: TurnState, seen: Seen) -> Step:
    """A game begins with the first settled position; a later one when its starting position, or the one that the first
    game of the match had, is set up.
    """
    best = seen.best
    setting_up = state.phase is Phase.TO_THROW and state.turns == (0, 0) and best is not None and best != state.position
    if best is None or seen.confidence < SURE_START or not (state.phase is Phase.WAITING or setting_up):
        return state, ()
    if setting_up and not (is_start(best) and best != state.initial):
        return state, ()
    if state.phase is Phase.WAITING and state.initial is not None and best != state.initial and not is_start(best):
        return state, ()
    background = tuple(die for die in seen.dice if die.place in ELSEWHERE or not die.value)
    return start_game(setup, replace(state, background=background), best, best)


def start_game(setup: Setup, state: TurnState, position: Position, initial: Position, side: Side | None = None) -> Step:
    """A game begins with `position`; `initial` is what later games of the match begin with. `side` begins, otherwise
    who is known to; None until an opening throw has decided it.
    """
    standard = is_start(position)
    begins = side or (state.began if standard else None)
    body = {
        "position": position.text,
        "rules": setup.options.game,
        "names": dict(zip("WB", setup.names, strict=True)),
        "begins": begins.value if begins else None,
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
        standing=(Standing(position, begins),),
        hypotheses=(),
        throw=NONE,
        told=None,
        turns=(0, 0),
        opened=False,
        began=begins,
        standard=standard,
    )
    return begun, (Draft("game-start", body),)


def is_start(position: Position) -> bool:
    """Is this the starting position of its game?"""
    return position == Position.start(position.game, position.checkers)


def is_rearranged(before: Position, now: Position) -> bool:
    """Have more checkers left their places than a turn can move?"""
    places = range(26)
    gone = sum(max(0, before.counts(side)[i] - now.counts(side)[i]) for side in Side for i in places)
    return gone > MOST_MOVED


def score_body(state: TurnState) -> dict[str, Points]:
    """The score before the present game."""
    return {"W": state.score.white, "B": state.score.black, "length": state.score.length}


def is_opening(setup: Setup, state: TurnState, dice: tuple[DieReading, ...]) -> bool:
    """Is the next throw the one die a side that decides who begins? Only a game from its starting position has one.

    Where White begins anyhow and throws afresh, the draw for the colours may have been held before: then the first two
    dice that lie in one half of the board are White's throw.
    """
    open_game = state.turns == (0, 0) and not state.opened and state.side is None
    if not open_game or state.position is None or not is_start(state.position):
        return False
    drawn_before = white_begins(setup.options.game) and setup.options.opening == "throw-again"
    halves = {die.place for die in dice if die.place in HALVES}
    return not (drawn_before and len(dice) == 2 and len(halves) == 1)


def first_thrower(setup: Setup, state: TurnState) -> TurnState:
    """The state before a throw that is no opening throw: in long nardy the first one of a game is White's."""
    unknown = state.standard and state.turns == (0, 0) and state.side is None
    return start_side(state, Side.W) if unknown and white_begins(setup.options.game) else state


def opening_throw(
    setup: Setup, state: TurnState, lying: tuple[DieReading, ...], throw: Throw, body: Mapping[str, Any]
) -> Step:
    """An opening throw that counts: equal numbers are thrown again, the higher begins.

    The state still waits for the throw: with `opening = play-it` it is the one that lies there.
    """
    dice = throw.dice
    assert dice is not None
    told = {**body, "values": str(dice), "side": None, "tie": dice.is_double}
    lain = replace(state, lying=lying, lifted=False, throw=throw)
    if dice.is_double:
        cube = state.cube.automatic(setup.options)
        stake = f" the stake is {cube.value}," if cube != state.cube else ""
        text = f"Equal numbers:{stake} both throw again."
        return replace(lain, cube=cube), (Draft("opening-throw", {**told, "text": text}),)
    winner = opening_winner(lying, setup.seating)
    opened, drafts = let_begin(setup, replace(lain, opened=True, throw=NONE), winner)
    side, present = opened.side, opened.present or setup
    who = present.name(side) if side and winner else "The higher number"
    begins = "takes White, begins" if drafts else "begins"
    does = f"plays {dice}" if setup.options.opening == "play-it" else "throws both dice"
    told |= {"side": side.value if side else None, "text": f"{who} {begins} and {does}."}
    return opened, (Draft("opening-throw", told), *drafts)


def let_begin(setup: Setup, state: TurnState, winner: Side | None) -> Step:
    """It is known who begins. In long nardy that player takes White: then the names change sides, and the game starts
    under them.
    """
    if not white_begins(setup.options.game):
        return start_side(state, winner) if winner else state, ()
    if winner is not Side.B:
        return start_side(state, Side.W), ()
    present = setup.with_names_swapped()
    swapped = replace(state, present=present, score=state.score.swapped())
    assert state.position is not None
    begun, drafts = start_game(present, swapped, state.position, state.initial or state.position, Side.W)
    return replace(begun, opened=True), drafts


def start_side(state: TurnState, side: Side) -> TurnState:
    """It is known who is on turn (the lower number pressed, or the director said so, maybe against what was ruled)."""
    fitting = tuple(each for each in state.hypotheses if each.side is side)
    turned = tuple(dict.fromkeys(replace(each, side=side) for each in state.hypotheses))
    standing = tuple(replace(one, side=side) for one in state.standing)
    return replace(state, standing=standing, hypotheses=fitting or turned)
