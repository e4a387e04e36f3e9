"""Sloppy hands put a position's checkers down: on points, in piles, on prisoners, on the bar, in trays or beside."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from models.synth.physics.tabletop import Tabletop
from models.synth.positions import Habit, place_bar, place_slot, place_tray, random_habit
from models.synth.scene import CheckerPlace, Shade
from models.synth.studio.leaning import leaned
from models.synth.studio.standing import Standing
from models.synth.texture import Rng

_OTHER: dict[Shade, Shade] = {"L": "D", "D": "L"}
_ROUNDS = 60
_BESIDE = 60.0
"""How far from the board borne-off checkers lie at most where it has no tray, mm."""


def placed(standing: Standing, top: Tabletop, rng: Rng) -> tuple[CheckerPlace, ...]:
    """The checkers of a position on a board; those that lie no deeper than another lie beside it, not in it."""
    wanted = random_habit(rng)
    habit, pressing = _solid(wanted, standing, top), wanted.pile == "press" or wanted.lap > 0
    places: list[CheckerPlace] = []
    for name, (shade, count) in standing.slots.items():
        prisoner = standing.pinned.get(name)
        pile = None if prisoner else leaned(name, (shade, count), top, pressing, rng)
        pile = pile or place_slot(name, shade, count, top.geometry, top.checker_height, habit, rng)
        places += _with_prisoner(pile, prisoner, top, rng)
    places += place_bar(dict(standing.bar), top.geometry, top.checker_height, rng, top.bar_height)
    first: Shade = "L" if rng.random() < 0.5 else "D"
    for side, own in enumerate((first, _OTHER[first])):
        places += _borne_off(side, own, standing.off.get(own, 0), top, rng)
    return _apart(places, top)


def _solid(habit: Habit, standing: Standing, top: Tabletop) -> Habit:
    """A habit that real checkers allow: a row runs on beyond the middle only where the point across leaves room."""
    size = top.geometry
    across = [
        standing.slots.get(f"top[{i}]", ("L", 0))[1] + standing.slots.get(f"bottom[{i}]", ("L", 0))[1]
        for i in range(12)
    ]
    room = size.field_height / (size.checker_diameter * (1 + habit.gap)) - 2 * abs(habit.first_gap) - 1
    fits = max(across, default=0) <= room
    return replace(habit, pile="run" if habit.pile == "run" and fits else "stack", lap=0.0)


def _with_prisoner(pile: list[CheckerPlace], prisoner: Shade | None, top: Tabletop, rng: Rng) -> list[CheckerPlace]:
    """The prisoner lies below the first checker of its point; whoever lies over it is lifted."""
    if prisoner is None or not pile:
        return pile
    first, size = pile[0], top.geometry.checker_diameter
    x, y = first.x + float(rng.normal(0, 0.04)) * size, first.y + float(rng.normal(0, 0.04)) * size
    below = CheckerPlace(x, y, prisoner, 0.0, float(rng.uniform(0, 2 * np.pi)), first.slot)
    lifted = [
        replace(place, z=place.z + top.checker_height) if np.hypot(place.x - x, place.y - y) < 0.6 * size else place
        for place in pile
    ]
    return [below, *lifted]


def _borne_off(side: int, shade: Shade, count: int, top: Tabletop, rng: Rng) -> list[CheckerPlace]:
    if not count:
        return []
    if top.trays[side]:
        return place_tray(
            side, count, shade, top.geometry, rail=top.rail + top.inset, height=top.checker_height, rng=rng
        )
    return _beside(side, shade, count, top, rng) if rng.random() < 0.5 else []


def _beside(side: int, shade: Shade, count: int, top: Tabletop, rng: Rng) -> list[CheckerPlace]:
    """In stacks on the table next to the board."""
    size, outer = top.geometry.checker_diameter, top.outer
    high = int(rng.integers(1, 6))
    away = size * 0.6 + float(rng.uniform(2, _BESIDE))
    x = outer.left - away if side == 0 else outer.right + away
    y = float(rng.uniform(outer.top, outer.bottom))
    towards = 1.0 if y < (outer.top + outer.bottom) / 2 else -1.0
    places = []
    for index in range(count):
        stack, level = divmod(index, high)
        at = (x + float(rng.normal(0, 0.03)) * size, y + towards * stack * 1.12 * size)
        z = level * top.checker_height - top.floor
        places.append(CheckerPlace(*at, shade, z, float(rng.uniform(0, 2 * np.pi)), "off"))
    return places


def _apart(places: list[CheckerPlace], top: Tabletop) -> tuple[CheckerPlace, ...]:
    """Push checkers of one height apart until none stands inside another or in a rail."""
    at = np.array([(place.x, place.y) for place in places]).reshape(-1, 2)
    z = np.array([place.z for place in places])
    lying = np.array([not place.upright for place in places], bool)
    level = (np.abs(z[:, None] - z) < 0.9 * top.checker_height) & lying[:, None] & lying & ~np.eye(len(at), dtype=bool)
    slots, flat = (
        np.array([place.slot or "" for place in places]),
        np.array([place.tilt == 0 for place in places], bool),
    )
    level &= (slots[:, None] != slots) | (flat[:, None] & flat)
    on_field = flat & lying & np.array([place.slot != "off" for place in places], bool)
    for _ in range(_ROUNDS):
        at = _within(at + _push(at, level, top.geometry.checker_diameter), on_field, top)
    return tuple(
        replace(place, x=round(float(x), 4), y=round(float(y), 4), z=round(place.z, 4))
        for place, (x, y) in zip(places, at, strict=True)
    )


def _push(at: npt.NDArray[np.float64], level: npt.NDArray[np.bool_], diameter: float) -> npt.NDArray[np.float64]:
    """How far each checker gives way to those that it overlaps, mm."""
    apart = at[:, None] - at
    far = np.linalg.norm(apart, axis=2)
    deep = np.where(level, np.clip(diameter + 0.05 - far, 0, None), 0.0)
    return np.asarray((apart / np.maximum(far, 1e-6)[..., None] * deep[..., None]).sum(1) * 0.5)


def _within(at: npt.NDArray[np.float64], on_field: npt.NDArray[np.bool_], top: Tabletop) -> npt.NDArray[np.float64]:
    inner, half = top.inner, top.geometry.checker_diameter / 2
    low, high = (inner.left + half, inner.top + half), (inner.right - half, inner.bottom - half)
    return np.where(on_field[:, None], np.clip(at, low, high), at) if top.rail_height > 0 else at
