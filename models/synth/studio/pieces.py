"""Checkers, dice and the doubling cube."""

from typing import Any

import numpy as np

from models.synth.physics.tabletop import leaning
from models.synth.scene import CheckerLook, CheckerPlace
from models.synth.studio.engine import Finish
from models.synth.studio.frame_of import to_studio
from models.synth.studio.paint import checker_face, cube_atlas, die_atlas, die_relief
from models.synth.studio.putting import Putting
from models.synth.studio.setting import CubeOn, DieOn, Setting
from models.synth.studio.shapes import Floats, lathe, rounded_cube

_GRAINED = 6
"""One set in so many is of leather or cloth."""
_TINTS = 0.05
"""How far two checkers of a set differ in brightness."""


def put_checkers(put: Putting, setting: Setting) -> None:
    """Each checker of the table with its own shade of its set."""
    top, look = setting.top, setting.look
    made = {shade: _kind(put, each, setting) for shade, each in (("L", look.light), ("D", look.dark))}
    rng = np.random.default_rng(setting.look.board.seed + 41)
    for index, place in enumerate(top.checkers):
        mesh, rough, faces, grain = made[place.shade]
        shade = 1 - float(rng.uniform(0, _TINTS if len(faces) == 1 else 3 * _TINTS))
        finish = Finish((shade, shade, shade), roughness=float(np.clip(rough + rng.normal(0, 0.03), 0.06, 1)))
        face = faces[int(rng.integers(len(faces)))]
        thing = put.add("checker", index, mesh, finish=finish, texture=face, relief=grain, name=place.slot or "")
        thing.put(*checker_pose(place, top.geometry.checker_diameter))


def _kind(put: Putting, look: CheckerLook, setting: Setting) -> tuple[Any, float, list[Any], Any]:
    diameter, height = setting.top.geometry.checker_diameter, setting.look.checker_height
    profile = checker_profile(diameter, height, look)
    places = np.minimum(profile[:, 0] / (diameter / 2), 1.0)
    side = (profile[:, 1] < 0.9 * height) & (profile[:, 0] > 0.9 * diameter / 2)
    places[side] = 1.35
    rough = float(np.clip(0.68 - 0.5 * look.gloss, 0.1, 0.9))
    count = 3 if look.material in {"wood", "marble", "pearl"} else 1
    faces = [put.studio.texture(checker_face(look, number)) for number in range(count)]
    grained = look.material == "speckle" or look.seed % _GRAINED == 0
    grain = put.relief("leather" if look.seed % 2 else "cloth") if grained else None
    return put.studio.mesh(lathe(profile, places, smooth=True), grained), rough, faces, grain


def checker_profile(diameter: float, height: float, look: CheckerLook) -> Floats:
    """A checker's cut (K, 2): radius and height, mm, from below: rounded rim, ring groove, hollow face."""
    radius = diameter / 2
    rng = np.random.default_rng(look.seed)
    edge = min(float(rng.uniform(0.06, 0.32)) * height, 0.14 * radius)
    turn = np.linspace(0, np.pi / 2, 4)
    low = [(radius - edge * (1 - np.sin(a)), edge * (1 - np.cos(a))) for a in turn]
    rim = [(0.0, 0.0), *low, *((x, height - z) for x, z in low[::-1])]
    sunk = 0.16 * height * look.dish
    groove, width = radius * look.ring_at, max(radius * look.ring_width, 0.4)
    depth = 0.06 * height * look.ring
    ring = [
        (groove + 1.3 * width, height),
        (groove + 0.5 * width, height + depth),
        (groove - 0.5 * width, height + depth),
    ]
    ring += [(groove - 1.3 * width, height - sunk), (0.4 * (groove - 1.3 * width), height - sunk), (0.0, height - sunk)]
    kept = [point for point in ring if 0.0 <= point[0] < radius - 1.05 * edge]
    return np.array([*rim, *kept])


def checker_pose(place: CheckerPlace, diameter: float) -> tuple[Floats, Floats]:
    """Where a checker's base stands in the studio and how it is turned."""
    cos, sin = np.cos(place.spin), np.sin(place.spin)
    turn = np.array([(cos, -sin, 0.0), (sin, cos, 0.0), (0.0, 0.0, 1.0)])
    if not place.upright:
        return to_studio((place.x, place.y, place.z)), leaning(place) @ turn
    on_edge = np.array([(1.0, 0, 0), (0, 0, 1.0), (0, -1.0, 0)]) @ turn
    return to_studio((place.x, place.y, place.z + diameter / 2)) + on_edge @ (0, 0, -0.5), on_edge


def put_die(put: Putting, index: int, die: DieOn) -> None:
    """A die with pips that are drilled a little into it."""
    mesh = put.studio.mesh(rounded_cube(die.side, die.rounding), relief=True)
    finish = Finish(roughness=die.look.roughness, alpha=die.look.alpha)
    texture = put.studio.texture(die_atlas(die.look))
    relief = put.studio.texture(die_relief(die.look, die.side), relief=True)
    thing = put.add("die", index, mesh, finish=finish, texture=texture, relief=relief)
    thing.put(to_studio(die.centre), np.array(die.axes).T)


def put_cube(put: Putting, cube: CubeOn) -> None:
    """The doubling cube."""
    mesh = put.studio.mesh(rounded_cube(cube.side, cube.rounding))
    atlas = put.studio.texture(cube_atlas(cube.value, cube.body, cube.ink))
    thing = put.add("cube", 0, mesh, finish=Finish(roughness=0.4), texture=atlas)
    cos, sin = np.cos(cube.yaw), np.sin(cube.yaw)
    thing.put(to_studio(cube.centre), np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)]))
