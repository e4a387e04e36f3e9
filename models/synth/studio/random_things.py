"""Random dice, thrown by physics on the very table, and a random cube, hands and other things about the board."""

import numpy as np

from models.synth.flat import die_colours
from models.synth.look import any_colour, named
from models.synth.physics.tabletop import Tabletop
from models.synth.physics.throw import random_dice, random_release, throw
from models.synth.physics.world import World
from models.synth.scene import Bgr, Look
from models.synth.studio.props import REACH
from models.synth.studio.setting import CubeOn, DieLook, DieOn, HandOn, HandPose, Point3, Prop
from models.synth.texture import Rng

CUBE_VALUES = (2, 4, 8, 16, 32, 64, 64, 64)
_POSES: tuple[HandPose, ...] = ("pointing", "holding", "holding", "resting", "gripping")
_TRIES = 12
_THROWS, _LEANING, _LEANS = 14, 0.5, 8.0
"""Throws at most for a rare case, share of them that wait for a die that leans, and how much it leans, degrees."""


def random_dice_on(top: Tabletop, look: Look, rng: Rng, rare: float, most: int = 0) -> tuple[DieOn, ...]:
    """No dice, a pair or two pairs, or with `most` so many pairs that lie clear of each other; a share `rare` of the
    throws is aimed at what seldom happens, and thrown again until a die lies where it does not count.
    """
    dice: tuple[DieOn, ...] = ()
    for _ in range(most or int(rng.choice([0, 1, 2], p=[0.12, 0.74, 0.14]))):
        pair = _thrown(top, look, rng, rare)
        far = [np.linalg.norm(np.subtract(a.centre, b.centre)) > a.side + b.side for a in dice for b in pair]
        dice += pair if all(far) else ()
    return dice


def _thrown(top: Tabletop, look: Look, rng: Rng, rare: float) -> tuple[DieOn, ...]:
    world, is_rare = World(top, random_dice(rng)), bool(rng.random() < rare)
    leaning = is_rare and rng.random() < _LEANING
    truths = throw(world, random_release(top, rng, is_rare), rng)
    for _ in range(_THROWS if is_rare else 0):
        if any(truth.tilt > _LEANS if leaning else not truth.is_valid_surface for truth in truths):
            break
        truths = throw(world, random_release(top, rng, rare=True), rng)
    first = random_die_look(look, rng)
    second = first if rng.random() < 0.85 else random_die_look(look, rng)
    return tuple(DieOn.thrown(truth, each) for truth, each in zip(truths, (first, second), strict=True))


def random_die_look(look: Look, rng: Rng) -> DieLook:
    """Any two colours that can be told apart; dull, shining or translucent."""
    body, pips = die_colours(rng, look)
    clear = rng.random() < 0.15
    return DieLook(
        body, pips, round(float(rng.uniform(0.08, 0.6)), 3), round(float(rng.uniform(0.6, 0.9)), 3) if clear else 1.0,
        round(float(rng.uniform(0.075, 0.125)), 4), round(float(rng.uniform(0.23, 0.28)), 4),
    )  # fmt: skip


def random_cube(top: Tabletop, dice: tuple[DieOn, ...], rng: Rng) -> CubeOn | None:
    """On the bar, at its ends, in a tray, on the field's edge or beside the board, where nothing else lies."""
    if rng.random() < 0.4:
        return None
    side = round(float(rng.uniform(18, 36)), 2)
    body, ink = _cube_colours(rng)
    value = None if rng.random() < 0.08 else int(rng.choice(CUBE_VALUES))
    yaw = float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2, rng.uniform(0, 2 * np.pi)]) + rng.normal(0, 0.06))
    for _ in range(_TRIES):
        x, y, floor = _cube_spot(top, side, rng)
        centre = (round(x, 2), round(y, 2), round(floor + side / 2, 2))
        if _is_free(top, dice, centre, side):
            return CubeOn(centre, round(yaw, 4), value, side, body, ink)
    return None


def _cube_colours(rng: Rng) -> tuple[Bgr, Bgr]:
    if rng.random() < 0.6:
        return named(rng, "white", "ivory", "cream", "sand"), named(rng, "black", "red", "navy", "brown")
    return named(rng, "black", "red", "brown", "navy", "bottle", "walnut"), named(rng, "white", "ivory", "yellow")


def _cube_spot(top: Tabletop, side: float, rng: Rng) -> tuple[float, float, float]:
    """x, y and the height of what it stands on, mm."""
    size, (left, right), outer = top.geometry, top.geometry.bar_x, top.outer
    y = float(rng.choice([0.5, 0.06, 0.94, rng.uniform(0.05, 0.95)])) * size.field_height + float(rng.normal(0, 4))
    kind = rng.random()
    if kind < 0.5:
        return (left + right) / 2 + float(rng.normal(0, 2)), y, top.bar_height if right > left else 0.0
    sides = [number for number in range(2) if top.trays[number]]
    if kind < 0.7 and sides:
        own = sides[int(rng.integers(len(sides)))]
        middle = top.inner.left - top.rail - top.tray_width / 2, top.inner.right + top.rail + top.tray_width / 2
        return middle[own], y, 0.0
    if kind < 0.8:
        return float(rng.uniform(0.05, 0.95)) * size.field_width, size.field_height / 2, 0.0
    gap = side * 0.7 + float(rng.uniform(5, 60))
    return float(rng.choice([outer.left - gap, outer.right + gap])), y, -top.floor


def _is_free(top: Tabletop, dice: tuple[DieOn, ...], centre: Point3, side: float) -> bool:
    reach = 0.72 * side
    bodies = [
        ((place.x, place.y, place.z + top.checker_height / 2), top.geometry.checker_diameter / 2, top.checker_height)
        for place in top.checkers
    ] + [(die.centre, 0.8 * die.side, die.side) for die in dice]
    return not any(
        np.hypot(at[0] - centre[0], at[1] - centre[1]) < reach + radius and abs(at[2] - centre[2]) < (side + height) / 2
        for at, radius, height in bodies
    ) and not _in_a_rail(top, centre, reach)


def _in_a_rail(top: Tabletop, centre: Point3, reach: float) -> bool:
    left, right = top.geometry.bar_x
    if centre[2] > max(top.bar_height, top.rail_height):
        return False
    edges = (top.inner.left, top.inner.right, *((left, right) if top.bar_height else ()))
    inside = top.inner.left < centre[0] < top.inner.right
    return inside and any(abs(centre[0] - edge) < reach for edge in edges) and top.rail_height > 0


def random_hands(top: Tabletop, dice: tuple[DieOn, ...], rng: Rng) -> tuple[HandOn, ...]:
    """Now and then a hand over the board, seldom two: at a checker, at a die or anywhere."""
    if rng.random() < 0.84:
        return ()
    return tuple(_hand(top, dice, rng) for _ in range(1 if rng.random() < 0.8 else 2))


def _hand(top: Tabletop, dice: tuple[DieOn, ...], rng: Rng) -> HandOn:
    x, y, z = _target(top, dice, rng)
    nearer = 1.0 if y > top.outer.centre[1] else -1.0
    side = nearer if rng.random() < 0.7 else -nearer
    tone = float(rng.uniform(0.3, 1.05))
    return HandOn(
        tip=(round(x, 2), round(y, 2), round(z + float(rng.choice([1.0, rng.uniform(1, 70)])), 2)),
        towards=round(-side * np.pi / 2 + float(rng.normal(0, 0.45)), 4),
        pose=_POSES[int(rng.integers(len(_POSES)))],
        dip=round(float(rng.uniform(0.15, 0.6)), 4),
        skin=(150 * tone * float(rng.uniform(0.85, 1.1)), 175 * tone, 225 * tone),
        sleeve=any_colour(rng) if rng.random() < 0.7 else None,
        left=bool(rng.random() < 0.4),
        seed=int(rng.integers(1 << 30)),
    )


def _target(top: Tabletop, dice: tuple[DieOn, ...], rng: Rng) -> Point3:
    """What the fingertips are at."""
    kind = rng.random()
    if kind < 0.55 and top.checkers:
        place = top.checkers[int(rng.integers(len(top.checkers)))]
        return place.x, place.y, place.z + top.checker_height
    if kind < 0.75 and dice:
        x, y, z = dice[int(rng.integers(len(dice)))].centre
        return x, y, z + 5.0
    outer = top.outer
    return float(rng.uniform(outer.left, outer.right)), float(rng.uniform(outer.top, outer.bottom)), top.bar_height


def apart_from(props: tuple[Prop, ...], dice: tuple[DieOn, ...], cube: CubeOn | None) -> tuple[Prop, ...]:
    """Those of the props that stand in no die and not in the cube."""
    spots = [(die.centre, die.side) for die in dice] + ([(cube.centre, cube.side)] if cube else [])
    return tuple(
        prop
        for prop in props
        if all(np.hypot(at[0] - prop.place[0], at[1] - prop.place[1]) > REACH[prop.kind] + side for at, side in spots)
    )
