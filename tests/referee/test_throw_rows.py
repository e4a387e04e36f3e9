"""Every way two dice can lie, under every option, held against the rows read one by one."""

from itertools import product
from typing import NamedTuple

import pytest

from referee.rules.game_ids import GAME_IDS
from referee.rules.side import Side
from referee.throw import assess
from tests.referee.observing import die
from tests.referee.tables import setup
from vision.observation import DieReading

PLACES = ("left-half", "right-half", "bar", "rail", "tray", "off-board")
LYING = {
    "flat": {},
    "leaning": {"flat": False},
    "on a checker": {"on_checker": True},
    "touching a checker": {"touching": True},
}
ZONES = ("right-half", "one-half", "own-half")


class Rules(NamedTuple):
    """The options of a throw."""

    zone: str
    dice_on_checkers: str
    touching_checker: str


ALL_RULES = [
    Rules(*each)
    for each in product(ZONES, ("invalid", "valid"), ("valid", "rethrow"))
    if each[1:] != ("valid", "rethrow")
]


def faults(dice: tuple[DieReading, DieReading], rules: Rules, right: str, home: str) -> set[str]:
    """What the rows say is wrong with two dice; `right` is the thrower's right half, `home` the one with the home."""
    found: set[str] = set()
    for each in dice:
        found |= {"leaning"} if each.flat is False else set()
        found |= {"on-checker"} if each.on_checker and rules.dice_on_checkers == "invalid" else set()
        found |= {"touching-checker"} if each.touching and rules.touching_checker == "rethrow" else set()
        found |= {"on-bar"} if each.place == "bar" else set()
        found |= {"on-rail"} if each.place == "rail" else set()
        found |= {"off-board"} if each.place in ("tray", "off-board") else set()
    halves = [each.place for each in dice if each.place in ("left-half", "right-half")]
    if len(set(halves)) == 2:
        found.add("split-halves")
    if (rules.zone == "right-half" and set(halves) - {right}) or (rules.zone == "own-half" and set(halves) - {home}):
        found.add("wrong-half")
    return found


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "plakoto"])
def test_every_way_two_dice_can_lie(rules: Rules, game: str) -> None:
    """rules.md T2, T3, T4, T5, T6, T7: valid exactly when no row is broken; otherwise the reason is one that is."""
    event = {name.replace("_", "-"): value for name, value in rules._asdict().items()}
    given = setup(event, game=game)
    for side in Side:
        right, home = given.seating.right_half(side), given.seating.home_half(side)
        for first, one, second, other in product(PLACES, LYING.values(), PLACES, LYING.values()):
            dice = (die(6, (1, 1), place=first, **one), die(4, (90, 1), place=second, **other))
            throw = assess(dice, side, given.seating, given.options)
            broken = faults(dice, rules, right, home)
            assert (throw.status == "valid") == (not broken), (dice, broken)
            assert throw.reason in (broken or {""}), (dice, broken)
            assert bool(throw.why) == bool(broken)


@pytest.mark.parametrize("game", GAME_IDS)
def test_a_right_hand_is_not_the_other_sides_right_hand(game: str) -> None:
    """rules.md T2: the right half is each thrower's own."""
    seating = setup(game=game).seating
    assert {seating.right_half(side) for side in Side} == {"left-half", "right-half"}


@pytest.mark.parametrize(
    ("game", "zone", "touching"),
    [
        ("backgammon", "rethrow", "valid"),
        ("short-nardy", "rethrow", "rethrow"),
        ("long-nardy", "valid", "rethrow"),
        ("portes", "valid", "valid"),
        ("plakoto", "valid", "valid"),
        ("fevga", "valid", "valid"),
    ],
)
def test_what_counts_by_default(game: str, zone: str, touching: str) -> None:
    """rules.md T2, T4, T5, §7: a throw in the left half, one that touches a checker, one on a checker."""
    given = setup(game=game)

    def status(**more: object) -> str:
        dice = (die(6, (1, 1), **more), die(4, (90, 1), **more))
        return assess(dice, Side.W, given.seating, given.options).status

    assert status(place="left-half") == zone
    assert status(touching=True) == touching
    assert status(on_checker=True) == "rethrow"
    assert status() == "valid"


@pytest.mark.parametrize("how", ["required", "agreed-hand", "baffle-box"])
def test_what_the_dice_come_from_is_the_players_affair(how: str) -> None:
    """rules.md T1: a camera sees dice that lie; it judges them alike, and calls one die or three no throw."""
    given = setup({"cup": how})
    two = (die(6, (1, 1)), die(4, (90, 1)))
    assert assess(two, Side.W, given.seating, given.options).status == "valid"
    assert assess(two[:1], Side.W, given.seating, given.options).reason == "one-die"
    assert assess((*two, die(1, (9, 90))), Side.W, given.seating, given.options).reason == "three-dice"
