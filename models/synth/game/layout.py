"""Where each checker of a pile lies, mm: the same place whenever the same number of checkers lie below it."""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from models.synth.game.kit import Kit
from models.synth.game.standing import SHADE, Checkers, Spot, spot_of
from models.synth.physics.tabletop import Tabletop
from models.synth.positions import Habit, place_slot
from models.synth.scene import CheckerPlace
from referee.rules.side import Side

HABIT = Habit(sideways=0.02, along=0.01, gap=0.015, first_gap=0.02, layer=5, pile="stack")
_MOST = 15
_ASTRIDE = 0.5
"""How far along a second layer lies from the one below, in diameters."""
_LEANS = 0.6
"""What lies nearer to a prisoner than this, in diameters, lies on it."""
_ROW = 5
"""Borne-off checkers and those on the bar side by side before the next layer."""


def places_of(checkers: Checkers, kit: Kit, seed: int) -> dict[int, CheckerPlace]:
    """Every checker's place."""
    return {
        number: place_in(checkers, spot, rank, kit=kit, seed=seed)
        for spot, pile in checkers.piles.items()
        for rank, number in enumerate(pile)
    }


def place_in(checkers: Checkers, spot: Spot, rank: int, *, kit: Kit, seed: int) -> CheckerPlace:
    """The place of the checker that was put down as number `rank` at a spot."""
    pile = checkers.piles[spot]
    side, name, top = checkers.sides[pile[rank]], spot[0], kit.top
    if name == "bar":
        return _on_bar(top, side, rank)
    if name == "off":
        return _borne_off(top, checkers.game, side, rank)
    over_prisoner = len(pile) > 1 and checkers.sides[pile[0]] is not checkers.sides[pile[1]]
    row = _row(name, top, seed)
    if not over_prisoner or rank == 0:
        return _as(row[rank], side)
    place, prisoner = row[rank - 1], row[0]
    near = np.hypot(place.x - prisoner.x, place.y - prisoner.y) < _LEANS * top.geometry.checker_diameter
    return _as(place, side, top.checker_height if near else 0.0)


@lru_cache(maxsize=256)
def _row(name: str, top: Tabletop, seed: int) -> tuple[CheckerPlace, ...]:
    rng = np.random.default_rng([seed, *name.encode()])
    first = place_slot(name, "L", HABIT.layer, top.geometry, top.checker_height, HABIT, rng)
    astride = _ASTRIDE * top.geometry.checker_diameter * (1 if name.startswith("top") else -1)
    return tuple(
        replace(
            first[index], x=first[index].x + float(rng.normal(0, 0.3)), y=first[index].y + astride * (level % 2),
            z=level * top.checker_height, spin=first[index].spin + level,
        )
        for level in range(-(-_MOST // HABIT.layer))
        for index in range(HABIT.layer)
    )  # fmt: skip


def _as(place: CheckerPlace, side: Side, lift: float = 0.0) -> CheckerPlace:
    return CheckerPlace(
        round(place.x, 3), round(place.y, 3), SHADE[side], round(place.z + lift, 3), round(place.spin, 4), place.slot
    )


def _on_bar(top: Tabletop, side: Side, rank: int) -> CheckerPlace:
    size, (left, right) = top.geometry, top.geometry.bar_x
    level, index = divmod(rank, _ROW)
    away = (0.8 + 1.04 * index) * size.checker_diameter
    y = size.field_height / 2 + (away if side is Side.W else -away)
    return CheckerPlace(
        (left + right) / 2, round(y, 3), SHADE[side], top.bar_height + level * top.checker_height, 0.3 * rank, "bar"
    )


def _borne_off(top: Tabletop, game: str, side: Side, rank: int) -> CheckerPlace:
    """In the tray beside the side's home, from the board's edge towards the middle; on the table without one."""
    size, home = top.geometry, spot_of(game, side, 1)[0]
    right, above = int(home[home.index("[") + 1 : -1]) >= 6, home.startswith("top")
    level, index = divmod(rank, _ROW)
    if top.trays[int(right)]:
        away, floor = top.rail + top.tray_width / 2, 0.0
    else:
        away, floor = top.rail + 0.8 * size.checker_diameter, -top.floor
    x = top.inner.right + away if right else top.inner.left - away
    near = (0.56 + 1.03 * index) * size.checker_diameter
    y = near if above else size.field_height - near
    return CheckerPlace(
        round(x, 3), round(y, 3), SHADE[side], floor + level * top.checker_height, round(0.7 * rank, 4), "off"
    )
