"""Throws whose outcome is asked for: physics throws until one ends so, and its faces are numbered to show the values.

A die's numbering does not change how it flies, so the flight is a real one whatever is asked for.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import permutations, product

import numpy as np

from models.synth.game.kit import Kit
from models.synth.game.script import ScriptError, Throw, Way
from models.synth.physics.tabletop import Tabletop
from models.synth.physics.throw import LOOK_S, WATCHES, Release, settle, throw
from models.synth.physics.truth import DieTruth, upper_face
from models.synth.physics.world import World
from models.synth.scene import CheckerPlace
from models.synth.studio.shapes import Floats
from models.synth.texture import Rng
from referee.rules.side import Side

_MOST = 600
"""Throws that are tried."""
_CLEAR = 4.0
"""Least room between a valid die and a checker, mm."""
_LEANING, _TELLTALE = 12.0, 40.0
"""Tilt of a cocked die, degrees: enough to be seen, and so that one face is still the upper one."""


@dataclass(frozen=True, eq=False)
class Flight:
    """Both dice from leaving the hand to lying still: `times` (N,) s from the release, `places` (2, N, 3) mm, `turns`
    (2, N, 3, 3) with the dice's own axes as columns in the studio's frame; `truths` of the dice at rest.
    """

    times: Floats
    places: Floats
    turns: Floats
    truths: tuple[DieTruth, DieTruth]


def flight_of(act: Throw, kit: Kit, places: tuple[CheckerPlace, ...], seed: int) -> Flight:
    """A throw as the act asks for, among these checkers.

    :raises ScriptError: when none of many throws ends so.
    """
    top = replace(kit.top, checkers=places)
    world = World(top, (kit.die, kit.die))
    fits = _FITS[act.how]
    for attempt in range(_MOST):
        rng = np.random.default_rng([seed, attempt])
        seen: list[tuple[tuple[Floats, Floats], tuple[Floats, Floats]]] = []

        def watch(now: World, seen: list[tuple[tuple[Floats, Floats], tuple[Floats, Floats]]] = seen) -> None:
            seen.append((now.pose(0), now.pose(1)))

        if act.how == "cocked":
            world.reset()
            _lean(world, act, rng)
            truths = settle(world, watch)
        else:
            truths = throw(world, _release(act, top, rng), rng, watch)
        if not any(truth.moving for truth in truths) and fits(truths, top, act.side):
            return _numbered(seen, truths, act.values, rng)
    raise ScriptError(f"none of {_MOST} throws of {act.side.colour} ended {act.how}: ask for another way or seed")


def _release(act: Throw, top: Tabletop, rng: Rng) -> Release:
    size, (left, right) = top.geometry, top.geometry.bar_x
    near, away = (size.field_height, -1.0) if act.side is Side.W else (0.0, 1.0)
    towards = away * np.pi / 2 + float(rng.normal(0, 0.3))
    height, speed, spin = float(rng.uniform(45, 80)), float(rng.uniform(150, 450)), float(rng.uniform(8, 25))
    if act.how == "on-checker":
        own = [each for each in _lying(top, act.side) if each.z == 0]
        checker = own[int(rng.integers(len(own)))]
        over = (checker.x, checker.y + away * 0.4 * size.checker_diameter)
        return Release(over, float(towards), 0.2 * speed, 0.5 * height, 0.3 * spin)
    own_right = (right, size.field_width) if act.side is Side.W else (0.0, left)
    other = (0.0, left) if act.side is Side.W else (right, size.field_width)
    low, high = {"wrong-half": other, "split": (left - 40, right + 40)}.get(act.how, own_right)
    over = (
        float(rng.normal((low + high) / 2, 0.14 * (high - low))),
        near + away * float(rng.uniform(0.3, 0.5)) * size.field_height,
    )
    if act.how == "off-board":
        outwards, edge = (0.0, top.outer.right) if act.side is Side.W else (np.pi, top.outer.left)
        inwards = -float(np.cos(outwards)) * float(rng.uniform(5, 25))
        return Release((edge + inwards, over[1]), outwards + np.pi / 2, 0.3 * speed, height, 0.3 * spin)
    return Release(over, float(towards), speed, height, spin)


def _lean(world: World, act: Throw, rng: Rng) -> None:
    """One die is dropped into the gap between a checker and the rail, the other thrown towards the middle."""
    top, size = world.top, world.top.geometry
    d, middle = size.checker_diameter, size.field_height / 2
    own = [each for each in _lying(top, act.side) if abs(abs(each.y - middle) - middle) < 0.7 * d]
    checker = own[int(rng.integers(len(own)))]
    edge, inwards = (0.0, 1.0) if checker.y < middle else (size.field_height, -1.0)
    beside = float(rng.choice([-1, 1])) * float(rng.uniform(0.25, 0.6)) * d
    first = np.array((checker.x + beside, edge + inwards * float(rng.uniform(2, 14)), float(rng.uniform(38, 55))))
    aside, above = float(rng.normal(0, 3)), float(rng.uniform(0, 8))
    second = first + np.array((aside, inwards * 1.8 * world.dice[0].side, above))
    ahead = np.array((float(rng.normal(0, 120)), inwards * float(rng.uniform(350, 900)), -100.0))
    for number, (centre, speed) in enumerate(((first, np.array((0.0, 0.0, -150.0))), (second, ahead))):
        turn = rng.normal(size=4)
        spin = rng.normal(0, 6.0 if number == 0 else 15.0, 3)
        world.place(number, centre, turn / np.linalg.norm(turn), speed=speed, spin=spin)


def _lying(top: Tabletop, side: Side) -> list[CheckerPlace]:
    """The checkers on the points of a side's own right half.

    :raises ScriptError: when there is none.
    """
    own = [each for each in top.checkers if each.slot not in {"bar", "off"} and _is_in_half(top, side, each.x)]
    if not own:
        raise ScriptError(f"no checker lies in {side.colour}'s right half: no die can lie on one")
    return own


def _is_in_half(top: Tabletop, side: Side, x: float) -> bool:
    return (x > top.geometry.bar_x[1]) == (side is Side.W)


def _half(side: Side) -> str:
    return "right-half" if side is Side.W else "left-half"


def _is_clear(truth: DieTruth, top: Tabletop) -> bool:
    reach = top.geometry.checker_diameter / 2 + 0.71 * truth.side + _CLEAR
    x, y, _ = truth.centre
    room = 0.71 * truth.side + _CLEAR
    left, right = top.geometry.bar_x
    free = all(np.hypot(x - each.x, y - each.y) > reach for each in top.checkers)
    return free and not left - room < x < right + room and top.inner.left + room < x < top.inner.right - room


def _are_flat(truths: tuple[DieTruth, DieTruth], top: Tabletop) -> bool:
    first, second = truths
    apart = float(np.hypot(first.centre[0] - second.centre[0], first.centre[1] - second.centre[1]))
    flat = all(truth.is_valid_surface and truth.tilt < 0.5 and _is_clear(truth, top) for truth in truths)
    return flat and apart > 1.6 * first.side


def _is_valid(truths: tuple[DieTruth, DieTruth], top: Tabletop, side: Side) -> bool:
    return _are_flat(truths, top) and all(truth.where == _half(side) for truth in truths)


def _is_in_wrong_half(truths: tuple[DieTruth, DieTruth], top: Tabletop, side: Side) -> bool:
    return _are_flat(truths, top) and all(truth.where == _half(side.other) for truth in truths)


def _is_split(truths: tuple[DieTruth, DieTruth], top: Tabletop, _: Side) -> bool:
    return _are_flat(truths, top) and truths[0].where != truths[1].where


def _one_odd(odd: Callable[[DieTruth], bool]) -> Callable[[tuple[DieTruth, DieTruth], Tabletop, Side], bool]:
    """One die as asked for, the other flat in the thrower's half."""

    def fits(truths: tuple[DieTruth, DieTruth], top: Tabletop, side: Side) -> bool:
        fine = [truth.is_valid_surface and truth.where == _half(side) and _is_clear(truth, top) for truth in truths]
        return any(odd(truths[k]) and fine[1 - k] for k in range(2))

    return fits


def _is_cocked(truth: DieTruth) -> bool:
    return "checker" in truth.rests_on and _LEANING < truth.tilt < _TELLTALE and truth.where.endswith("half")


def _is_on_checker(truth: DieTruth) -> bool:
    return truth.rests_on == ("checker",) and truth.tilt < 1


_ON_BOARD = ({"left-half"}, {"right-half"}, {"tray"}, {"rail"})
_FITS: dict[Way, Callable[[tuple[DieTruth, DieTruth], Tabletop, Side], bool]] = {
    "valid": _is_valid,
    "wrong-half": _is_in_wrong_half,
    "split": _is_split,
    "cocked": _one_odd(_is_cocked),
    "on-checker": _one_odd(_is_on_checker),
    "off-board": lambda truths, top, side: {truth.where for truth in truths} - {"off-board"} in _ON_BOARD,
}


def _numbered(
    seen: list[tuple[tuple[Floats, Floats], tuple[Floats, Floats]]],
    truths: tuple[DieTruth, DieTruth], values: tuple[int, int], rng: Rng,
) -> Flight:  # fmt: skip
    """The flight with each die's numbers put on its faces so that the wanted one is up in the end."""
    places, turns, told = [], [], []
    for die, (truth, value) in enumerate(zip(truths, values, strict=True)):
        axes = np.array(truth.axes)
        fitting = [turn for turn in CUBE_TURNS if upper_face(turn @ axes)[0] == value]
        turn = fitting[int(rng.integers(len(fitting)))]
        rows = [turn @ pose[die][1] for pose in seen] + [turn @ axes]
        places.append([pose[die][0] for pose in seen] + [np.array(truth.centre)])
        turns.append([row.T for row in rows])
        first, second, third = ((float(a), float(b), float(c)) for a, b, c in rows[-1])
        told.append(replace(truth, value=value, axes=(first, second, third)))
    times = np.array([LOOK_S / WATCHES * look for look in range(len(seen) + 1)], float)
    return Flight(times, np.array(places, float), np.array(turns, float), (told[0], told[1]))


def _cube_turns() -> tuple[Floats, ...]:
    """The 24 turns that bring a cube onto itself."""
    found = []
    for order, signs in product(permutations(range(3)), product((-1, 1), repeat=3)):
        matrix = np.zeros((3, 3))
        matrix[range(3), order] = signs
        if np.linalg.det(matrix) > 0:
            found.append(matrix)
    return tuple(found)


CUBE_TURNS = _cube_turns()
"""The turns that bring a cube onto itself, as matrices that take rows of axes."""
