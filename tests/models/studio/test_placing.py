"""Checkers put down by sloppy hands: none stands inside another, each lies where its slot is."""

from dataclasses import replace

import numpy as np
import pytest

from models.synth.physics.tabletop import Tabletop, random_tabletop
from models.synth.scene import CheckerPlace
from models.synth.studio.labels import prisoners_of
from models.synth.studio.placing import placed
from models.synth.studio.standing import Standing, random_standing, standing_of
from referee.rules.position import Position


def made(seed: int) -> tuple[Tabletop, Standing, tuple[CheckerPlace, ...]]:
    rng = np.random.default_rng([3, seed])
    top, standing = random_tabletop(rng), random_standing(rng)
    return top, standing, placed(standing, top, rng)


@pytest.mark.parametrize("seed", range(25))
def test_checkers_do_not_stand_inside_each_other(seed: int) -> None:
    top, _, places = made(seed)
    lying = [place for place in places if not place.upright]
    for index, one in enumerate(lying):
        for other in lying[index + 1 :]:
            if abs(one.z - other.z) < 0.9 * top.checker_height:
                apart = np.hypot(one.x - other.x, one.y - other.y)
                assert apart > top.geometry.checker_diameter - 0.6, (one, other)


@pytest.mark.parametrize("seed", range(25))
def test_all_checkers_of_a_slot_lie_there(seed: int) -> None:
    """In its column, or pushed out of it by a neighbour by less than half a point."""
    top, standing, places = made(seed)
    for name, (shade, count) in standing.slots.items():
        own = [place for place in places if place.slot == name and place.shade == shade]
        assert len(own) == count
        column = top.geometry.column_x(int(name[name.index("[") + 1 : -1]))
        assert all(abs(place.x - column) < 0.5 * top.geometry.point_width for place in own)


def test_a_prisoner_lies_below_its_pinner() -> None:
    """rules.md P1"""
    rng = np.random.default_rng(6)
    top = replace(random_tabletop(rng), checkers=())
    standing = standing_of(Position.parse("W 24:14 13:1p | B 24:12 12:3", "plakoto"), rng)
    places = placed(standing, top, rng)
    ((name, shade),) = standing.pinned.items()
    (prisoner,) = [place for place in places if place.slot == name and place.shade == shade]
    above = [
        place
        for place in places
        if place.shade != shade and np.hypot(place.x - prisoner.x, place.y - prisoner.y) < 0.5 * top.checker_height * 2
    ]
    assert prisoner.z == 0
    assert [place.slot for place in above] == [name]
    assert above[0].z == pytest.approx(top.checker_height, abs=1e-3)
    assert prisoners_of(places) == {name: shade}
