"""Two dice shaken out of a cup until they lie still, and the truth about them. The same seed gives the same throw."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from models.synth.physics.tabletop import Part, Tabletop
from models.synth.physics.truth import DieTruth, parts_of, upper_face, where_at
from models.synth.physics.world import DieBody, Floats, World
from models.synth.texture import Rng

Watch = Callable[[World], object]

LONGEST_S = 4.0
LOOK_S = 0.04
WATCHES = 4
STILL_MM, STILL_RAD, STILL_LOOKS = 0.05, 0.004, 3
"""A die is still that moved and turned no more than this between two looks, so many looks in a row."""


@dataclass(frozen=True)
class Release:
    """How the dice leave the cup: over which place of the board, mm, towards where, rad, and how hard, mm/s and rad/s.

    `stacked`: one straight above the other and hardly turning, instead of side by side.
    """

    over: tuple[float, float]
    towards: float
    speed: float
    height: float
    spin: float
    stacked: bool = False


def random_dice(rng: Rng) -> tuple[DieBody, DieBody]:
    """A pair of like dice: sharp precision ones or rounded ones, 10–16 mm."""
    side = float(rng.uniform(10, 16))
    rounding = 0.0 if rng.random() < 0.4 else float(rng.uniform(0.08, 0.4))
    return DieBody(side, rounding), DieBody(side, rounding)


def random_release(top: Tabletop, rng: Rng, rare: bool = False) -> Release:
    """Into one half from its near side; `rare` aims at rails, bar, checkers and at the other die instead."""
    height, spin, speed = float(rng.uniform(50, 140)), float(rng.gamma(4.0, 6.0)), float(rng.gamma(3.0, 160.0))
    if rare:
        over, stacked = _rare_place(top, rng)
        calm = 0.15 if stacked else 0.3
        return Release(over, float(rng.uniform(-np.pi, np.pi)), calm * speed, 0.4 * height, calm * spin, stacked)
    size, (left, right) = top.geometry, top.geometry.bar_x
    half = (0.0, left) if rng.random() < 0.5 else (right, size.field_width)
    towards = float(rng.normal(0, 0.5)) + (np.pi / 2 if rng.random() < 0.5 else -np.pi / 2)
    over = (
        float(rng.normal(np.mean(half), 0.12 * (half[1] - half[0]))),
        size.field_height * (0.5 + float(rng.normal(0.16, 0.08)) * (1 if np.sin(towards) < 0 else -1)),
    )
    return Release(over, towards, speed, height, spin)


def _rare_place(top: Tabletop, rng: Rng) -> tuple[tuple[float, float], bool]:
    inner, (left, right), kind = top.inner, top.geometry.bar_x, rng.random()
    if kind < 0.6 and top.checkers:
        checker = top.checkers[int(rng.integers(len(top.checkers)))]
        angle, reach = float(rng.uniform(0, 2 * np.pi)), float(rng.normal(0.55, 0.15)) * top.geometry.checker_diameter
        return (checker.x + reach * float(np.cos(angle)), checker.y + reach * float(np.sin(angle))), False
    x, y = float(rng.uniform(inner.left, inner.right)), float(rng.uniform(inner.top, inner.bottom))
    if kind < 0.75:
        return (x, y), True
    if kind < 0.93:
        inwards = ((inner.left, 1), (inner.right, -1), (left, -1), (right, 1))
        edge, sign = inwards[int(rng.integers(4))]
        return (edge + sign * float(rng.normal(6, 8)), y), False
    edge, sign = ((inner.top, 1), (inner.bottom, -1))[int(rng.integers(2))]
    return (x, edge + sign * float(rng.normal(6, 8))), False


def throw(world: World, release: Release, rng: Rng, watch: Watch | None = None) -> tuple[DieTruth, DieTruth]:
    """Let two dice fly and lie down; after LONGEST_S what still moves is said to be moving.

    `watch` sees the world as the dice leave the cup and WATCHES times every LOOK_S after that.
    """
    world.reset()
    for number, die in enumerate(world.dice):
        _launch(world, number, die, release, rng)
    return settle(world, watch)


def settle(world: World, watch: Watch | None = None) -> tuple[DieTruth, DieTruth]:
    """Let dice that are in the air come to rest."""
    if watch:
        world.look()
        watch(world)
    still = [0, 0]
    before = [world.pose(number) for number in range(2)]
    while world.time_s < LONGEST_S and min(still) < STILL_LOOKS:
        for _ in range(WATCHES if watch else 1):
            world.run(LOOK_S / (WATCHES if watch else 1))
            if watch:
                watch(world)
        for number in range(2):
            now = world.pose(number)
            still[number] = still[number] + 1 if _is_still(before[number], now) else 0
            before[number] = now
    pressures = world.pressures()
    first, second = (_truth(world, number, pressures[number], still[number] < STILL_LOOKS) for number in range(2))
    return first, second


def _launch(world: World, number: int, die: DieBody, release: Release, rng: Rng) -> None:
    aside = 0.0 if release.stacked else (number - 0.5) * 1.3 * die.side
    across = np.array([-np.sin(release.towards), np.cos(release.towards)])
    place = np.array(release.over) + across * aside + rng.normal(0, 2.0, 2)
    centre = np.array([*place, _height(world.top, number, die, release, place) + float(rng.uniform(0, 0.8)) * die.side])
    ahead = np.array([np.cos(release.towards), np.sin(release.towards)]) * release.speed * float(rng.uniform(0.8, 1.2))
    calm = 0.2 if release.stacked else 1.0
    speed = np.array([*(ahead + calm * rng.normal(0, 60, 2)), -calm * float(rng.uniform(200, 900))])
    spin = rng.normal(0, release.spin, 3)
    turn = _level(rng) if release.stacked else rng.normal(size=4)
    world.place(number, centre, turn / np.linalg.norm(turn), speed=speed, spin=spin)


def _height(top: Tabletop, number: int, die: DieBody, release: Release, place: Floats) -> float:
    """Clear of everything; stacked dice start close above what lies below them, mm."""
    if not release.stacked:
        return release.height + top.rail_height
    reach = top.geometry.checker_diameter / 2 + die.side
    below = [checker.z for checker in top.checkers if np.hypot(checker.x - place[0], checker.y - place[1]) < reach]
    surface = max(below) + top.checker_height if below else top.bar_height
    return surface + (0.8 + 1.9 * number) * die.side


def _level(rng: Rng) -> Floats:
    """A quaternion that turns any face up, about a random upright axis, and a little askew."""
    upright = np.array([np.cos(a := float(rng.uniform(0, np.pi))), 0.0, 0.0, np.sin(a)])
    half = np.sqrt(0.5)
    faces = (
        (1, 0, 0, 0),
        (0, 1, 0, 0),
        (half, half, 0, 0),
        (half, -half, 0, 0),
        (half, 0, half, 0),
        (half, 0, -half, 0),
    )
    w, x, y, z = upright
    v, i, j, k = faces[int(rng.integers(6))]
    turned = (
        w * v - x * i - y * j - z * k, w * i + x * v + y * k - z * j,
        w * j - x * k + y * v + z * i, w * k + x * j - y * i + z * v,
    )  # fmt: skip
    return np.array(turned) + rng.normal(0, 0.03, 4)


def _is_still(before: tuple[Floats, Floats], now: tuple[Floats, Floats]) -> bool:
    moved = float(np.abs(now[0] - before[0]).max())
    turned = float(np.abs(now[1] - before[1]).max())
    return moved <= STILL_MM and turned <= STILL_RAD


def _truth(world: World, number: int, forces: Mapping[Part, Floats], moving: bool) -> DieTruth:
    centre, axes = world.pose(number)
    value, tilt = upper_face(axes)
    touches, carries = parts_of(forces, world.weight(number))
    x, y, z = (round(float(v), 3) for v in centre)
    return DieTruth(
        value, round(tilt, 3), touches, carries, where_at(world.top, x, y), moving, (x, y, z),
        tuple((round(float(a), 5), round(float(b), 5), round(float(c), 5)) for a, b, c in axes),
        round(world.dice[number].side, 3), round(world.dice[number].rounding, 3),
    )  # fmt: skip
