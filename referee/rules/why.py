"""Why a play was illegal: every reason that applies to the most charitable reading of what was done."""

from collections.abc import Sequence

from referee.rules.board import BAR, OFF, POINTS, Board, Fault, Turn
from referee.rules.distances import distance_faults
from referee.rules.game import Contact
from referee.rules.play_text import play_text
from referee.rules.plays import Way, extensions, undone
from referee.rules.readings import Reading, readings_of
from referee.rules.step_faults import COMMON_CODES


def faults_of(turn: Turn, seen: Board, ways: Sequence[Way]) -> tuple[Fault, ...]:
    """All faults of a change from `turn.before` to `seen`, given the legal ways to play the throw."""
    counting = _count_faults(turn, seen)
    if counting:
        return counting
    wrong_pin = _pin_faults(turn, seen, ways)
    if wrong_pin:
        return wrong_pin
    candidates = [_reading_faults(turn, reading, seen, ways) for reading in readings_of(turn, seen.own)]
    if candidates:
        return min(candidates, key=_weight)
    return (
        *distance_faults(turn, seen),
        *_end_faults(turn, seen),
        *_opponent_faults(turn, _plain_hits(turn, seen), seen.opp),
        *_no_move(turn, ways),
    )


def _weight(faults: Sequence[Fault]) -> tuple[bool, int, int, int]:
    """How heavy a reading is: does it leave the opponent's checkers unexplained, how many rules does it break, how many
    of those that hold in every game?"""
    codes = {fault.code for fault in faults}
    return "opponent-checker-moved" in codes, len(codes), len(codes & COMMON_CODES), len(faults)


def _count_faults(turn: Turn, seen: Board) -> tuple[Fault, ...]:
    before = turn.before
    own_more = before.own[OFF] - seen.own[OFF]
    if sum(seen.own) != sum(before.own) or sum(seen.opp) != sum(before.opp) or own_more > 0:
        who = turn.side.colour
        have = f"{who} has {own_more} more in play than before" if own_more > 0 else "a checker was added or is missing"
        return (Fault("checker-count", f"The number of checkers is wrong: {have}."),)
    return ()


def _reading_faults(turn: Turn, reading: Reading, seen: Board, ways: Sequence[Way]) -> tuple[Fault, ...]:
    faults = (
        *reading.faults,
        *_end_faults(turn, reading.board),
        *_opponent_faults(turn, reading.board.opp, seen.opp),
        *_dice_faults(turn, reading, ways),
        *_duty_faults(turn, reading, ways),
    )
    return tuple(dict.fromkeys(faults))


def _end_faults(turn: Turn, board: Board) -> tuple[Fault, ...]:
    ends = (rule(turn, board) for rule in turn.game.turn_rules)
    return tuple(fault for fault in ends if fault is not None)


def _dice_faults(turn: Turn, reading: Reading, ways: Sequence[Way]) -> tuple[Fault, ...]:
    full, played = len(ways[0].steps), len(reading.steps)
    if full == 0:
        return _no_move(turn, ways) if played else ()
    if played < full:
        return (_unfinished(turn, reading, ways),)
    may_choose = turn.dice.is_double or turn.options.single_die == "either"
    if reading.faults or played > 1 or may_choose or ways[0].steps[0].die == reading.steps[0].die:
        return ()
    example = play_text(ways[0].steps)
    return (
        Fault(
            "larger-die",
            f"Only one of the two numbers can be played, so it must be the larger, the {turn.dice.high}: {example}.",
        ),
    )


def _duty_faults(turn: Turn, reading: Reading, ways: Sequence[Way]) -> tuple[Fault, ...]:
    """What was left undone although a legal play does it; an unfinished play is not asked."""
    if len(reading.steps) < len(ways[0].steps):
        return ()
    faults = undone(turn, reading.board)
    return faults if len(faults) > len(undone(turn, ways[0].board)) else ()


def _pin_faults(turn: Turn, seen: Board, ways: Sequence[Way]) -> tuple[Fault, ...]:
    """Checkers that stand as after a legal play, but with the wrong one marked as pinned (rules.md P1)."""
    if not any(way.board.own == seen.own and way.board.opp == seen.opp for way in ways):
        return ()
    return (
        Fault("pinned-moved", "The wrong checker is pinned: the checker that stood alone on a point lies underneath."),
    )


def _unfinished(turn: Turn, reading: Reading, ways: Sequence[Way]) -> Fault:
    full, played = len(ways[0].steps), len(reading.steps)
    if turn.dice.is_double:
        made, all_of_them = ("was" if played == 1 else "were"), ("both" if full == 2 else f"all {full}")
        what = f"{played} of the {full} playable moves of {turn.dice} {made} made; {all_of_them} must be played"
        code = "double-unfinished"
    else:
        code = "both-dice"
        what = "Both dice must be played" if full == 2 else "A number that can be played must be played"
    return Fault(code, f"{what}: {_completion(turn, reading, ways)}.")


def _completion(turn: Turn, reading: Reading, ways: Sequence[Way]) -> str:
    """A play that completes what was done, or a whole legal play if nothing completes it."""
    full = {way.board for way in ways}
    start = Way(reading.board, reading.left, reading.steps, reading.known)
    missing = len(ways[0].steps) - len(reading.steps)
    if reading.steps and not reading.faults:
        for way in extensions(turn, start, missing):
            if way.board in full:
                return f"{play_text(way.steps[len(reading.steps) :])} completes the play"
    return f"for instance {play_text(ways[0].steps)}"


def _no_move(turn: Turn, ways: Sequence[Way]) -> tuple[Fault, ...]:
    if ways[0].steps:
        return ()
    return (
        Fault(
            "no-move-possible",
            f"{turn.side.colour} cannot move with {turn.dice}: the turn is lost and nothing may move.",
        ),
    )


def _plain_hits(turn: Turn, seen: Board) -> tuple[int, ...]:
    """The opponent's counts if every blot that the mover now stands on, or that went to the bar, was hit."""
    if turn.game.contact is not Contact.HIT:
        return tuple(turn.before.opp)
    before, facing = turn.before.opp, turn.game.facing
    expected = list(before)
    to_bar = seen.opp[BAR] - before[BAR]
    for point in POINTS:
        blot = facing[point]
        landed = seen.own[point] > turn.before.own[point]
        if before[blot] == 1 and (landed or (to_bar > 0 and not seen.opp[blot])):
            expected[blot] = 0
            expected[BAR] += 1
            to_bar -= 1
    return tuple(expected)


def _opponent_faults(turn: Turn, expected: Sequence[int], seen: Sequence[int]) -> tuple[Fault, ...]:
    """What is wrong with the opponent's checkers, in the opponent's own counts."""
    who = turn.side.other.colour
    only = "; it may only be hit" if turn.game.contact is Contact.HIT else ""
    faults = []
    hit = expected[BAR] - turn.before.opp[BAR]
    missing = min(max(expected[BAR] - seen[BAR], 0), hit)
    if missing:
        faults.append(Fault("hit-not-on-bar", f"{who}'s hit checker must be put on the bar."))
    gone = [point for point in POINTS if seen[point] < expected[point]]
    if gone or seen[BAR] != expected[BAR] - missing:
        where = f" from {who}'s {gone[0]}-point" if gone else " from or to the bar"
        faults.append(Fault("opponent-checker-moved", f"A checker of {who} was moved{where}{only}."))
    off = seen[OFF] - expected[OFF]
    if not 0 <= off <= missing:
        change = "fewer" if off > 0 else "more"
        faults.append(Fault("checker-count", f"{who} has {change} checkers in play than before."))
    return tuple(faults)
