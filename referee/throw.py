"""Does the throw count, and if not why? (rules.md §2, tournament.md 1.1); and is it a new throw at all?"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Literal, TypeAlias

from referee.rules.dice import Dice
from referee.rules.options import Options
from referee.rules.side import Side
from referee.seating import Seating
from vision.observation import DieReading

Change: TypeAlias = Literal["none", "same", "lifted", "part", "slid", "conflict", "new"]
Status: TypeAlias = Literal["none", "valid", "rethrow", "unsure"]

SURE = 0.5
"""Least confidence of a die's value that is called out."""
MAY_LEAN = 0.5
"""Probability of leaning from which a valid throw is told to be doubtful: likelier than not. Of 415 flat rendered dice
told a value 4 seem to lean so much, of 24 that leaned by 8 degrees and more 8."""
LEAST_STEP_PX = 6.0
ELSEWHERE = ("tray", "off-board", "rail")


@dataclass(frozen=True)
class Throw:
    """What lies there as a throw: `dice` when valid, `reason` (a code of interfaces.md) with `why` in words otherwise.

    `options` are the throws it may be when unsure; `doubt` is what people may want to look at in a valid one.
    """

    status: Status
    dice: Dice | None = None
    reason: str = ""
    why: str = ""
    options: tuple[Dice, ...] = ()
    doubt: str = ""


NONE = Throw("none")


def assess(dice: Sequence[DieReading], thrower: Side | None, seating: Seating, options: Options) -> Throw:
    """Judge dice that have come to rest. With an unknown thrower only what is wrong for both sides is called."""
    if fault := _fault(dice, options):
        return fault
    halves = {die.place for die in dice if die.place in ("left-half", "right-half")}
    if len(halves) == 2:
        return Throw("rethrow", reason="split-halves", why="The dice lie in both halves of the board.")
    if halves and options.zone != "one-half" and thrower is not None:
        right = options.zone == "right-half"
        wanted = seating.right_half(thrower) if right else seating.home_half(thrower)
        if wanted not in halves:
            which = "right half" if right else "own half"
            return Throw("rethrow", reason="wrong-half", why=f"The dice must lie in the thrower's {which}.")
    return _doubted(_values(dice), dice, options)


def assess_opening(dice: Sequence[DieReading], options: Options) -> Throw:
    """Judge the opening throw, one die a player, each from the own place: any half will do (rules.md §2)."""
    return _fault(dice, options) or _doubted(_values(dice), dice, options)


def opening_winner(dice: Sequence[DieReading], seating: Seating) -> Side | None:
    """Who threw the higher number, each into the own right half; None when the places don't tell."""
    thrown = {die.place: die.value for die in dice if die.value}
    white, black = (thrown.get(seating.right_half(side)) for side in Side)
    if not white or not black or white == black:
        return None
    return Side.W if white > black else Side.B


def _fault(dice: Sequence[DieReading], options: Options) -> Throw | None:
    """What is wrong wherever the dice were to lie, None when nothing is."""
    if not dice:
        return NONE
    if len(dice) > 2:
        return Throw("rethrow", reason="three-dice", why="More than two dice were thrown.")
    for reason, is_so, why in _FAULTS:
        if any(is_so(die, options) for die in dice):
            return Throw("rethrow", reason=reason, why=why)
    return None


_FAULTS: tuple[tuple[str, Callable[[DieReading, Options], bool], str], ...] = (
    ("off-board", lambda die, _: die.place in ("off-board", "tray"), "A die left the board."),
    ("on-rail", lambda die, _: die.place == "rail", "A die lies on the rail."),
    ("on-bar", lambda die, _: die.place == "bar", "A die lies on the bar."),
    (
        "on-checker",
        lambda die, options: die.on_checker is True and options.dice_on_checkers == "invalid",
        "A die lies on a checker.",
    ),
    ("leaning", lambda die, _: die.flat is False, "A die does not lie flat."),
    (
        "touching-checker",
        lambda die, options: die.touching is True and options.touching_checker == "rethrow",
        "A die touches a checker.",
    ),
)


def _values(dice: Sequence[DieReading]) -> Throw:
    numbers = [die.value if die.value and die.confidence >= SURE else None for die in dice]
    numbers += [None] * (2 - len(numbers))
    if numbers[0] and numbers[1]:
        return Throw("valid", Dice(numbers[0], numbers[1]))
    known = numbers[0] or numbers[1]
    possible = [Dice(known or a, b) for a in range(1, 7) for b in range(1, 7)]
    options = tuple(sorted(set(possible)))
    why = "Only one die is seen." if len(dice) == 1 else "A die can't be read for sure."
    return Throw("unsure", reason="one-die" if len(dice) == 1 else "", why=why, options=options)


def _doubted(throw: Throw, dice: Sequence[DieReading], options: Options) -> Throw:
    """A valid throw with what was not seen for sure: it is played, and whoever sees more may call it back
    (tournament.md 1.1)."""
    doubts = (words for words, is_so in _DOUBTS if any(is_so(die, options) for die in dice))
    return replace(throw, doubt=next(doubts, "")) if throw.status == "valid" else throw


_DOUBTS: tuple[tuple[str, Callable[[DieReading, Options], bool]], ...] = (
    (
        "A die may stand on a checker.",
        lambda die, options: die.on_checker is None and options.dice_on_checkers == "invalid",
    ),
    ("A die may lean.", lambda die, _: die.flat is None and (die.tilted or 0.0) >= MAY_LEAN),
    (
        "A die may touch a checker.",
        lambda die, options: die.touching is None and options.touching_checker == "rethrow",
    ),
)


def is_credible(die: DieReading) -> bool:
    """Is this a die for sure? One whose number can't be read may be a shadow or a logo."""
    return die.value is not None or die.confidence >= SURE or die.flat is False


def without_doubtful(dice: Sequence[DieReading]) -> tuple[DieReading, ...]:
    """Of more than two dice, two of them read, what has no number and does not lean is a logo or a shadow."""
    told = tuple(die for die in dice if die.value or die.flat is False)
    return told if len(dice) > 2 and sum(bool(die.value) for die in told) >= 2 else tuple(dice)


def stays(die: DieReading, others: Sequence[DieReading]) -> DieReading | None:
    """The die among `others` that lies where `die` lies, if any."""
    reach = max(0.5 * die.size_px, LEAST_STEP_PX)
    near = [other for other in others if hypot(other.xy[0] - die.xy[0], other.xy[1] - die.xy[1]) <= reach]
    return near[0] if near else None


def fresh(dice: Sequence[DieReading], lying: Sequence[DieReading]) -> tuple[DieReading, ...]:
    """The dice that do not lie where one of `lying` lay."""
    return tuple(die for die in dice if stays(die, lying) is None)


def change(lying: Sequence[DieReading], now: Sequence[DieReading]) -> Change:
    """What became of the dice of a throw: `new` only when both lie elsewhere with other, or unknown, numbers.

    `same` place and numbers, `slid` both elsewhere with the same numbers, `conflict` same place but another number
    read,
    `part` anything between, `lifted` none is seen.
    """
    if not lying:
        return "none"
    if not now:
        return "lifted"
    partners = [stays(die, now) for die in lying]
    if all(partners):
        pairs = zip(lying, partners, strict=True)
        differ = any(a.value and b and b.value and a.value != b.value for a, b in pairs)
        return "conflict" if differ else "same"
    if any(partners) or len(now) < 2 or len(lying) < 2:
        return "part"
    known = all(die.value for die in (*lying, *now))
    return "slid" if known and _numbers(lying) == _numbers(now) else "new"


def merge(lying: Sequence[DieReading], now: Sequence[DieReading]) -> tuple[DieReading, ...]:
    """The same dice read again: the known place of each with its newest reading, and what was missing before."""
    return tuple(stays(die, now) or die for die in lying) + (fresh(now, lying) if len(lying) < 2 else ())


def described(dice: Sequence[DieReading]) -> list[dict[str, object]]:
    """Dice for the record, in the form of a truth file."""
    return [
        {
            "xy": [round(die.xy[0], 1), round(die.xy[1], 1)],
            "value": die.value,
            "where": die.place,
            "flat": die.flat,
            "on_checker": die.on_checker,
            "confidence": round(die.confidence, 3),
        }
        for die in dice
    ]


def _numbers(dice: Sequence[DieReading]) -> list[int]:
    return sorted(die.value or 0 for die in dice)
