"""Puts a setting up in the studio: every thing with a number of its own, so that each can be labelled and moved."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from models.synth.scene import Bgr, CheckerLook, CheckerPlace
from models.synth.studio import environment
from models.synth.studio.engine import Eye, Finish, Studio, Thing
from models.synth.studio.paint import board_sheet, checker_face, cube_atlas, die_atlas, piece
from models.synth.studio.setting import CubeOn, DieOn, Lighting, Point3, Setting, Viewpoint
from models.synth.studio.shapes import Floats, lathe, quad, rounded_cube, slab

Kind: TypeAlias = Literal["table", "board", "checker", "die", "cube", "hand", "prop"]
_ROOM = 700.0
_PLAIN = 1
CUBE_ROUNDING = 0.15
"""The number of everything that has no label."""


@dataclass(frozen=True)
class Labelled:
    """A thing with a number; `index` counts within its kind, in the setting's order."""

    number: int
    kind: Kind
    index: int
    name: str = ""


def to_studio(place: npt.ArrayLike) -> Floats:
    """Board's frame → studio's frame, mm."""
    return np.asarray(place, float) * (1.0, -1.0, 1.0)


def eye_of(view: Viewpoint) -> Eye:
    """The pinhole camera of a viewpoint, without its lens."""
    place, aim = to_studio(view.place), to_studio(view.aim)
    forward = (aim - place) / np.linalg.norm(aim - place)
    north = np.array([0.0, 1.0, 0.0]) if abs(forward[1]) < 0.98 else np.array([0.0, 0.0, 1.0])
    right = np.cross(forward, north)
    right /= np.linalg.norm(right)
    up = np.cos(view.roll) * np.cross(right, forward) + np.sin(view.roll) * right
    x, y, z = (float(v) for v in up)
    return Eye(_three(place), _three(aim), (x, y, z), view.focal_px, view.size)


class Stage:
    """A setting put up. `things` finds what was put up for a kind and index: it may be moved for the next picture."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.studio = Studio(setting.lighting.exposure, setting.lighting.tone)
        self.labelled: dict[int, Labelled] = {}
        self.things: dict[tuple[Kind, int], Thing] = {}
        self._next = _PLAIN
        self._board()
        self._checkers()
        for index, die in enumerate(setting.dice):
            self._die(index, die)
        if setting.cube:
            self._cube(setting.cube)
        _light(self.studio, setting.lighting)

    def add(self, kind: Kind, index: int, mesh: Any, *, finish: Finish, texture: Any = None, name: str = "") -> Thing:
        """Put up a part of a labelled thing; parts of the same kind and index share its number."""
        known = [each.number for each in self.labelled.values() if (each.kind, each.index) == (kind, index)]
        if known:
            number = known[0]
        else:
            self._next += 1
            number = self._next
            self.labelled[number] = Labelled(number, kind, index, name)
        thing = self.studio.add(mesh, finish, number, texture)
        self.things.setdefault((kind, index), thing)
        return thing

    def _plain(self, mesh: Any, finish: Finish, texture: Any = None) -> None:
        self.studio.add(mesh, finish, _PLAIN, texture)

    def _board(self) -> None:
        top, look = self.setting.top, self.setting.look.board
        outer, studio = top.outer, self.studio
        rng = np.random.default_rng(look.seed + 5)
        ground = piece(self.setting.table, str(rng.choice(["plain", "wood", "felt"])), look.seed)
        middle = to_studio((*outer.centre, -top.floor))
        self._plain(studio.mesh(_sheet(middle, 2 * _ROOM)), Finish(roughness=0.6), studio.texture(ground))
        margin = max(top.geometry.field_width * 0.02, outer.right - top.geometry.field_width, -outer.left, top.rail)
        sheet = studio.texture(board_sheet(top.geometry, look, margin))
        rough = {"marble": 0.25, "print": 0.5, "leather": 0.5}.get(look.material, 0.85)
        low, high = -margin, (top.geometry.field_width + margin, top.geometry.field_height + margin)
        corners = np.array([(low, high[1], 0), (high[0], high[1], 0), (high[0], low, 0), (low, low, 0)], float)
        places = np.array([(0, 1), (1, 1), (1, 0), (0, 0)], float)
        self._plain(studio.mesh(quad(to_studio(corners), places)), Finish(roughness=rough), sheet)
        body = slab(to_studio((low, high[1], -top.floor)), to_studio((high[0], low, -0.2)))
        wood = studio.texture(piece(look.rail, "wood" if rng.random() < 0.6 else look.material, look.seed + 1))
        self._plain(studio.mesh(body), Finish(roughness=0.5), wood)
        self._rails(wood)

    def _rails(self, wood: Any) -> None:
        top, look = self.setting.top, self.setting.look.board
        inner, outer, height = top.inner, top.outer, top.rail_height
        left, right = top.geometry.bar_x
        shine = Finish(roughness=0.35 if look.material == "wood" else 0.6)
        if height > 0:
            pieces = [
                (outer.left, outer.top, outer.right, inner.top),
                (outer.left, inner.bottom, outer.right, outer.bottom),
                (inner.left - top.rail, inner.top, inner.left, inner.bottom),
                (inner.right, inner.top, inner.right + top.rail, inner.bottom),
            ]
            if top.trays[0]:
                pieces.append((outer.left, inner.top, outer.left + top.rail, inner.bottom))
            if top.trays[1]:
                pieces.append((outer.right - top.rail, inner.top, outer.right, inner.bottom))
            for x0, y0, x1, y1 in pieces:
                box = slab(to_studio((x0, y1, -0.1)), to_studio((x1, y0, height)))
                self._plain(self.studio.mesh(box), shine, wood)
        if top.bar_height > 0 and right > left:
            box = slab(to_studio((left, inner.bottom, -0.1)), to_studio((right, inner.top, top.bar_height)))
            colour = self.studio.texture(piece(look.bar, look.material, look.seed + 2))
            self._plain(self.studio.mesh(box), shine, colour)

    def _checkers(self) -> None:
        top, look = self.setting.top, self.setting.look
        made = {shade: self._checker_kind(each) for shade, each in (("L", look.light), ("D", look.dark))}
        for index, place in enumerate(top.checkers):
            mesh, finish, face = made[place.shade]
            thing = self.add("checker", index, mesh, finish=finish, texture=face, name=place.slot or "")
            thing.put(*_checker_pose(place, top.geometry.checker_diameter))

    def _checker_kind(self, look: CheckerLook) -> tuple[Any, Finish, Any]:
        diameter, height = self.setting.top.geometry.checker_diameter, self.setting.look.checker_height
        profile = checker_profile(diameter, height, look)
        places = np.minimum(profile[:, 0] / (diameter / 2), 1.0)
        side = (profile[:, 1] < 0.9 * height) & (profile[:, 0] > 0.9 * diameter / 2)
        places[side] = 1.35
        shape = lathe(profile, places)
        rough = float(np.clip(0.75 - 0.65 * look.gloss, 0.08, 0.9))
        return self.studio.mesh(shape), Finish(roughness=rough), self.studio.texture(checker_face(look))

    def _die(self, index: int, die: DieOn) -> None:
        mesh = self.studio.mesh(rounded_cube(die.side, die.rounding))
        finish = Finish(roughness=die.look.roughness, alpha=die.look.alpha)
        thing = self.add("die", index, mesh, finish=finish, texture=self.studio.texture(die_atlas(die.look)))
        thing.put(to_studio(die.centre), np.array(die.axes).T)

    def _cube(self, cube: CubeOn) -> None:
        mesh = self.studio.mesh(rounded_cube(cube.side, CUBE_ROUNDING))
        atlas = self.studio.texture(cube_atlas(cube.value, cube.body, cube.ink))
        thing = self.add("cube", 0, mesh, finish=Finish(roughness=0.4), texture=atlas)
        cos, sin = np.cos(cube.yaw), np.sin(cube.yaw)
        thing.put(to_studio(cube.centre), np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)]))


def checker_profile(diameter: float, height: float, look: CheckerLook) -> Floats:
    """A checker's cut (K, 2): radius and height, mm, from below: rounded rim, ring groove, hollow face."""
    radius, edge = diameter / 2, min(0.12 * diameter / 2, 0.22 * height)
    sunk = 0.16 * height * look.dish
    groove = radius * look.ring_at
    width = max(radius * look.ring_width, 0.4)
    depth = 0.05 * height * abs(look.ring)
    rim = [(0.0, 0.0), (radius - edge, 0.0), (radius, edge), (radius, height - edge), (radius - edge, height)]
    ring = [(groove + width, height), (groove, height - depth), (groove - width, height - sunk), (0.0, height - sunk)]
    kept = [point for point in ring if point[0] < radius - 1.05 * edge and point[0] >= 0.0]
    return np.array([*rim, *kept])


def _checker_pose(place: CheckerPlace, diameter: float) -> tuple[Floats, Floats]:
    cos, sin = np.cos(place.spin), np.sin(place.spin)
    turn = np.array([(cos, -sin, 0.0), (sin, cos, 0.0), (0.0, 0.0, 1.0)])
    if not place.upright:
        return to_studio((place.x, place.y, place.z)), turn
    return to_studio((place.x, place.y, place.z + diameter / 2)), np.array(
        [(1.0, 0, 0), (0, 0, 1.0), (0, -1.0, 0)]
    ) @ turn


def _sheet(middle: Floats, size: float) -> Any:
    half = size / 2
    corners = middle + np.array([(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)])
    return quad(corners, np.array([(0, 5), (5, 5), (5, 0), (0, 0)], float))


def _light(studio: Studio, lighting: Lighting) -> None:
    path = lighting.environment
    panorama = environment.load(path) if path else environment.room(np.random.default_rng(lighting.seed))
    studio.surround(environment.cube_map(environment.turned(panorama, lighting.turn)), lighting.lux)
    for lamp in lighting.lamps:
        place, aim = to_studio(lamp.place), to_studio(lamp.aim)
        studio.lamp(place, aim, lamp.candela, lamp.colour, bulb_mm=lamp.bulb, shadow=lamp.shadow)


def _three(values: Floats) -> Point3:
    x, y, z = (float(v) for v in values)
    return x, y, z


def bgr_to_rgb(colour: Bgr) -> Point3:
    """0–255 BGR → 0–1 RGB."""
    return colour[2] / 255, colour[1] / 255, colour[0] / 255
