"""Which throws count, and what is a new throw."""

import pytest

from referee.rules.dice import Dice
from referee.rules.side import Side
from referee.throw import assess, change, without_doubtful
from tests.referee.observing import die, pair
from tests.referee.tables import setup
from vision.observation import DieReading

BG = setup()


def status(dice: tuple[DieReading, ...], thrower: Side | None = Side.W, **event: str) -> tuple[str, str]:
    given = setup({key.replace("_", "-"): value for key, value in event.items()})
    throw = assess(dice, thrower, given.seating, given.options)
    return throw.status, throw.reason


def test_two_flat_dice_in_the_throwers_right_half_count() -> None:
    """rules.md T1, T2, T3: two dice, flat, in the zone."""
    throw = assess(pair("6-4"), Side.W, BG.seating, BG.options)
    assert (throw.status, throw.dice) == ("valid", Dice(6, 4))


@pytest.mark.parametrize(
    ("dice", "reason"),
    [
        (pair("6-4", flat=False), "leaning"),
        (pair("6-4", on_checker=True), "on-checker"),
        (pair("6-4", place="bar"), "on-bar"),
        (pair("6-4", place="rail"), "on-rail"),
        (pair("6-4", place="off-board"), "off-board"),
        (pair("6-4", place="tray"), "off-board"),
        (pair("6-4", place="left-half"), "wrong-half"),
        ((die(6, (1, 1)), die(4, (90, 1), place="left-half")), "split-halves"),
        ((*pair("6-4"), die(1, (1, 1))), "three-dice"),
    ],
)
def test_a_throw_is_called_back_with_its_reason(dice: tuple[DieReading, ...], reason: str) -> None:
    """rules.md T2, T3, T4, T6, T7, T10: one bad die calls the whole throw back, with its reason; tournament.md 1.1."""
    assert status(dice) == ("rethrow", reason)


@pytest.mark.parametrize(
    ("dice", "event", "expected"),
    [
        (pair("6-4", on_checker=True), {"dice_on_checkers": "valid"}, "valid"),
        (pair("6-4", touching=True), {}, "valid"),
        (pair("6-4", touching=True), {"touching_checker": "rethrow"}, "rethrow"),
        (pair("6-4", place="left-half"), {"zone": "one-half"}, "valid"),
        (pair("6-4", place="left-half"), {"zone": "own-half"}, "rethrow"),
        (pair("6-4", flat=None), {}, "valid"),
    ],
)
def test_options_decide(dice: tuple[DieReading, ...], event: dict[str, str], expected: str) -> None:
    """rules.md T2, T3, T4, T5: the event's options; tournament.md 1.1: a small tilt is not decided on."""
    assert status(dice, Side.W, **event)[0] == expected


@pytest.mark.parametrize(
    ("dice", "event", "doubt"),
    [
        (pair("6-4"), {}, ""),
        (pair("6-4", on_checker=None), {}, "A die may stand on a checker."),
        (pair("6-4", on_checker=None), {"dice_on_checkers": "valid"}, ""),
        (pair("6-4", flat=None, tilted=0.6), {}, "A die may lean."),
        (pair("6-4", flat=None, tilted=0.2), {}, ""),
        (pair("6-4", touching=None), {}, ""),
        (pair("6-4", touching=None), {"touching_checker": "rethrow"}, "A die may touch a checker."),
    ],
)
def test_what_is_not_seen_for_sure_is_said_of_a_throw_that_counts(
    dice: tuple[DieReading, ...], event: dict[str, str], doubt: str
) -> None:
    """rules.md T4, T5; tournament.md 1.1: who sees more may call it back."""
    given = setup({key.replace("_", "-"): value for key, value in event.items()})
    throw = assess(dice, Side.W, given.seating, given.options)
    assert (throw.status, throw.doubt) == ("valid", doubt)


def test_the_right_half_is_the_throwers() -> None:
    """rules.md T2."""
    assert status(pair("6-4", place="left-half"), Side.B)[0] == "valid"
    assert status(pair("6-4", place="right-half"), Side.B) == ("rethrow", "wrong-half")
    assert status(pair("6-4", place="left-half"), None)[0] == "valid"


def test_an_unread_die_leaves_the_throws_it_may_be() -> None:
    """rules.md T1: one die alone is no throw."""
    throw = assess((die(6, (1, 1)), die(None, (90, 1))), Side.W, BG.seating, BG.options)
    assert throw.status == "unsure"
    assert throw.options == tuple(Dice(6, n) for n in range(1, 7))
    assert status((die(6, (1, 1), confidence=0.3), die(4, (90, 1))))[0] == "unsure"
    assert status((die(6, (1, 1)),)) == ("unsure", "one-die")
    assert status(()) == ("none", "")


@pytest.mark.parametrize(
    ("now", "what"),
    [
        ((), "lifted"),
        (pair("6-4", (702, 301)), "same"),
        (pair("6-4", (400, 100)), "slid"),
        (pair("5-3", (400, 100)), "new"),
        (pair("5-4", (702, 301)), "conflict"),
        ((die(6, (700, 300)), die(4, (100, 100))), "part"),
        ((die(6, (700, 300)),), "part"),
        ((die(2, (100, 100)),), "part"),
    ],
)
def test_what_became_of_the_dice(now: tuple[DieReading, ...], what: str) -> None:
    """rules.md T9: dice that are pushed, covered or lifted while the turn lasts are told from a new throw."""
    assert change(pair("6-4", (700, 300)), now) == what


def test_without_a_throw_nothing_became_of_it() -> None:
    assert change((), pair("6-4")) == "none"


def test_a_logo_beside_two_read_dice_is_no_third_die() -> None:
    logo = die(None, (1, 1), confidence=0.6)
    both = pair("6-4")
    assert without_doubtful((*both, logo)) == both
    assert without_doubtful((both[0], logo)) == (both[0], logo)


def test_a_leaning_third_die_is_still_a_third_die() -> None:
    leaning = die(None, (1, 1), flat=False)
    assert len(without_doubtful((*pair("6-4"), leaning))) == 3
