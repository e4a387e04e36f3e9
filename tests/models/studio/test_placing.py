"""Checkers put down by sloppy hands: none stands inside another, each lies where its slot is."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from models.synth.physics.tabletop import Tabletop, random_tabletop
from models.synth.scene import CheckerPlace
from models.synth.studio.labels import prisoners_of
from models.synth.studio.leaning import leaned
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
            leaning = one.slot == other.slot and (one.tilt or other.tilt)
            if abs(one.z - other.z) < 0.9 * top.checker_height and not leaning:
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


def test_the_prisoner_is_the_one_alone_though_a_row_of_pinners_starts_on_the_board() -> None:
    """The second pinner of a row lies as low as the prisoner: the pinners' side was called the prisoner's."""
    lying = [(20, 20, "D", 0), (20, 20, "L", 9), (20, 52, "L", 0)]
    row = [CheckerPlace(x, y, "D" if shade == "D" else "L", z, slot="top[0]") for x, y, shade, z in lying]
    assert prisoners_of(row) == {"top[0]": "D"}
    assert prisoners_of(row[:2]) == {"top[0]": "D"}


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


def test_a_row_like_fallen_dominoes_lies_on_itself() -> None:
    """The second's underside passes over the first's edge, each further one lies a checker's height above the last."""
    top, row = leaning_row()
    size, height = top.geometry.checker_diameter, top.checker_height
    first, second, *others = row
    assert first.tilt == 0
    under = np.tan(second.tilt) * (abs(second.y - first.y) + size / 2 * np.cos(second.tilt) - size / 2)
    assert under == pytest.approx(height, abs=0.01)
    for before, after in pairwise([second, *others]):
        assert after.tilt == before.tilt
        assert abs(after.y - before.y) * np.sin(after.tilt) == pytest.approx(height, abs=0.01)
    for place in row[1:]:
        low = place.z - size / 2 * np.sin(place.tilt)
        assert low == pytest.approx(0, abs=1e-6)
        rail = -1 if str(place.slot).startswith("top") else 1
        assert np.sin(place.raised) == rail


def leaning_row() -> tuple[Tabletop, list[CheckerPlace]]:
    for seed in range(1000):
        rng = np.random.default_rng([2, seed])
        top = random_tabletop(rng)
        row = leaned("bottom[3]", ("L", 4), top, True, rng)
        if row:
            return top, row
    raise AssertionError("no row leans")


def test_a_lone_checker_leans_on_the_rail_s_wall() -> None:
    """Its raised edge at the wall and below the rail's top, its lower edge on the field."""
    found = 0
    for seed in range(1000):
        rng = np.random.default_rng([2, seed])
        top = random_tabletop(rng)
        places = leaned("top[3]", ("D", 1), top, False, rng)
        if places:
            (place,), radius = places, top.geometry.checker_diameter / 2
            assert place.y - radius * np.cos(place.tilt) == pytest.approx(top.inner.top)
            assert place.z - radius * np.sin(place.tilt) == pytest.approx(0)
            assert place.z + radius * np.sin(place.tilt) < top.rail_height
            found += 1
    assert found > 3
