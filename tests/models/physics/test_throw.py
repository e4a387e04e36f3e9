"""Throws by physics: what is said of a die agrees with where it lies and with the forces that carry it."""

from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from calibration.board import BoardGeometry
from models.synth.physics.tabletop import Tabletop
from models.synth.physics.throw import Release, settle, throw
from models.synth.physics.throws import throws, world_of
from models.synth.physics.truth import DieTruth, upper_face
from models.synth.physics.world import DieBody, World
from models.synth.scene import CheckerPlace

SIDE = 14.0
BOARD = Tabletop(
    BoardGeometry(450.0, 420.0, 40.0, 32.0), rail=20.0, rail_height=25.0, bar_height=25.0, inset=0.0, floor=20.0,
    trays=(False, True), checker_height=10.0, checkers=(CheckerPlace(100.0, 60.0, "L"),),
)  # fmt: skip
FAR = (380.0, 300.0)
STOP = Release((0.0, 0.0), 0.0, 0.0, 0.0, 0.0)


def settled(x: float, y: float, z: float, tilt: float = 0.0, over: tuple[float, float] | None = None) -> DieTruth:
    """A die let go at a place, turned by `tilt` degrees about the y axis; the other lies far away or `over` there."""
    world = World(BOARD, (DieBody(SIDE, 0.0), DieBody(SIDE, 0.0)))

    def put(number: int, at: tuple[float, float, float], degrees: float) -> None:
        half = np.radians(degrees) / 2
        turn = np.array([np.cos(half), 0.0, np.sin(half), 0.0])
        world.place(number, np.array(at), turn, speed=np.zeros(3), spin=np.zeros(3))

    put(0, (x, y, z), tilt)
    put(1, (*(over or FAR), SIDE / 2), 0.0)
    return settle(world)[0]


@pytest.mark.parametrize(
    ("place", "rests_on", "where"),
    [
        ((300.0, 200.0, 8.0), ("field",), "right-half"),
        ((60.0, 200.0, 8.0), ("field",), "left-half"),
        ((100.0, 60.0, 18.0), ("checker",), "left-half"),
        ((225.0, 200.0, 33.0), ("bar",), "bar"),
        ((460.0, 200.0, 33.0), ("rail",), "rail"),
        ((485.0, 200.0, 8.0), ("tray",), "tray"),
        ((700.0, 200.0, -12.0), ("table",), "off-board"),
    ],
)
def test_a_die_put_down_flat_is_flat_and_lies_where_it_was_put(
    place: tuple[float, float, float], rests_on: tuple[str, ...], where: str
) -> None:
    die = settled(*place)
    assert (die.rests_on, die.where, die.moving) == (rests_on, where, False)
    assert die.tilt < 0.5


def test_a_die_on_the_other_die_rests_on_it() -> None:
    die = settled(300.0, 200.0, 1.5 * SIDE + 0.5, over=(302.0, 201.0))
    assert die.rests_on == ("die",)
    assert die.centre[2] == pytest.approx(1.5 * SIDE, abs=0.3)


def test_a_die_that_leans_on_a_rail_is_carried_by_two_and_not_flat() -> None:
    """Between the right rail and the field, at 30 degrees; it may stay or slide down flat: either is said rightly."""
    die = settled(450.0 - 8.5, 200.0, 9.5, tilt=30.0)
    if die.tilt > 1.0:
        assert {"field", "rail"} <= set(die.touches)
    else:
        assert die.rests_on == ("field",)


def test_a_die_half_on_a_checker_leans() -> None:
    """Its one edge on the checker's rim, the other on the field: over 20 degrees, whatever it slides."""
    die = settled(100.0 + 16.0 + 5.0, 60.0, 13.0, tilt=40.0)
    assert ("checker" in die.touches) == (die.tilt > 8.0)


def test_every_face_is_read_by_its_own_axis() -> None:
    up = np.eye(3)
    assert upper_face(up) == (1, 0.0)
    assert upper_face(np.diag([1.0, -1.0, -1.0])) == (6, 0.0)
    tilted = np.array([[np.cos(0.2), 0, np.sin(0.2)], [0, 1, 0], [-np.sin(0.2), 0, np.cos(0.2)]])
    value, tilt = upper_face(tilted)
    assert (value, round(tilt, 6)) == (1, round(float(np.degrees(0.2)), 6))


def test_forces_carry_the_weight_of_a_still_die() -> None:
    world = World(BOARD, (DieBody(SIDE, 0.2), DieBody(SIDE, 0.0)))
    rng = np.random.default_rng(3)
    throw(world, replace(STOP, over=(330.0, 200.0), height=40.0), rng)
    for number, forces in enumerate(world.pressures()):
        carried = sum(force[2] for force in forces.values())
        assert carried == pytest.approx(world.weight(number), rel=0.05)


def test_geometry_agrees_with_the_labels_of_400_throws() -> None:
    """A flat die on one thing only has its centre half a side above that thing's surface."""
    kinds = set()
    tops: dict[int, Tabletop] = {}
    for line in islice(throws(5, 0.7), 400):
        top = tops.setdefault(line["board"], world_of(5, line["board"]).top)
        for die in line["dice"]:
            if die["tilt"] > 0.3 or die["moving"] or len(die["rests_on"]) != 1:
                continue
            part = die["rests_on"][0]
            surfaces = {
                "field": {0.0}, "tray": {0.0}, "rail": {top.rail_height}, "bar": {top.bar_height},
                "table": {-top.floor}, "checker": _tops(top),
            }  # fmt: skip
            if part in surfaces:
                kinds.add(part)
                below = die["centre"][2] - die["side"] / 2
                assert min(abs(below - surface) for surface in surfaces[part]) < 0.25, (part, die)
    assert {"field", "checker", "rail", "bar", "table"} <= kinds


def _tops(top: Tabletop) -> set[float]:
    upright = top.geometry.checker_diameter
    return {checker.z + (upright if checker.upright else top.checker_height) for checker in top.checkers}


def test_every_still_die_is_carried_by_something() -> None:
    for line in islice(throws(6, 0.5), 150):
        for die in line["dice"]:
            assert die["moving"] or die["rests_on"], die


def test_a_leaning_die_is_held_by_two_things_or_by_an_edge() -> None:
    """Whatever leans by more than 8 degrees touches something beside the field."""
    leaning = [
        die for line in islice(throws(7, 1.0), 400) for die in line["dice"] if die["tilt"] > 8 and not die["moving"]
    ]
    assert len(leaning) > 8
    assert all(set(die["touches"]) - {"field"} for die in leaning)
