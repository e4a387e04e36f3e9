"""The table's top round the board, and the floor far below."""

import numpy as np

from models.synth.physics.tabletop import Tabletop
from models.synth.scene import Bgr
from models.synth.studio.board_solid import ROUGH, TILE, level
from models.synth.studio.engine import Finish
from models.synth.studio.grain import Stuff, stuff_tile, wood
from models.synth.studio.moulding import Area, bevelled
from models.synth.studio.paint import rgb
from models.synth.studio.putting import Paint, Putting
from models.synth.studio.shapes import Floats, Shape
from models.synth.texture import Rng


def build_table(put: Putting, top: Tabletop, *, colour: Bgr, kind: Stuff, seed: int) -> None:
    """The table's top round the board, and the floor far below."""
    rng = np.random.default_rng(seed + 31)
    x, y = top.outer.centre
    middle: Floats = np.array((x, -y, -top.floor))
    outer = top.outer
    wide = (outer.right - outer.left) / 2 + rng.uniform(180, 900)
    deep = (outer.bottom - outer.top) / 2 + rng.uniform(120, 500)
    area = Area(middle[0] - wide, middle[1] - deep, middle[0] + wide, middle[1] + deep)
    put.plain(_table_top(area, -top.floor, kind), _table_paint(put, area, colour, kind, rng), shadow=False)
    ground = put.painted(Finish(roughness=0.8), rgb(stuff_tile("cloth", _floor_colour(rng), rng)))
    put.plain(level(area.grown(9000), -top.floor - 740, (110.0, 110.0)), ground, shadow=False)


def _table_top(area: Area, height: float, kind: Stuff) -> Shape:
    body = bevelled((area.left, area.near, height - 30), (area.right, area.far, height), 2, 6)
    places = body.points[:, :2] - (area.left, area.near)
    places = places / (max(area.right - area.left, area.far - area.near) if kind == "wood" else TILE)
    return Shape(body.points, body.normals, places, body.triangles)


def _table_paint(put: Putting, area: Area, colour: Bgr, kind: Stuff, rng: Rng) -> Paint:
    finish = Finish(roughness=float(np.clip(ROUGH[kind] + rng.normal(0, 0.1), 0.15, 1.0)))
    if kind == "wood":
        longest = max(area.right - area.left, area.far - area.near)
        return put.painted(finish, rgb(wood((640, 640), colour, rng, 640 / longest)))
    return put.painted(finish, rgb(stuff_tile(kind, colour, rng)), kind)


def _floor_colour(rng: Rng) -> Bgr:
    grey = float(rng.uniform(40, 150))
    warm = float(rng.uniform(0.7, 1.0))
    return grey * warm, grey * (1 + warm) / 2, grey
