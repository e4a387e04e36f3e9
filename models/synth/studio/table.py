"""The table's top round the board, and the floor far below."""

from collections.abc import Sequence

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
from models.synth.texture import Canvas, Rng

_RIM = 30.0
_PATTERNED = 0.35
"""Share of tablecloths with stripes or checks."""


def build_table(
    put: Putting, top: Tabletop, *, colour: Bgr, kind: Stuff, seed: int, holds: Sequence[tuple[float, float]] = ()
) -> None:
    """The table's top round the board and round all places (board's frame, mm) that it `holds`; the floor far below."""
    rng = np.random.default_rng(seed + 31)
    x, y = top.outer.centre
    middle: Floats = np.array((x, -y, -top.floor))
    outer = top.outer
    wide = (outer.right - outer.left) / 2 + rng.uniform(180, 900)
    deep = (outer.bottom - outer.top) / 2 + rng.uniform(120, 500)
    for at in holds:
        wide = max(wide, abs(at[0] - middle[0]) + _RIM)
        deep = max(deep, abs(-at[1] - middle[1]) + _RIM)
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
    tile = stuff_tile(kind, colour, rng)
    if kind == "cloth" and rng.random() < _PATTERNED:
        tile *= _pattern(tile.shape[0], rng)
    return put.painted(finish, rgb(tile), kind)


def _pattern(size: int, rng: Rng) -> Canvas:
    """Stripes or checks of a tablecloth, as factors (H, W, 3); they fit the tile without a seam."""
    wave = np.sign(np.sin(np.arange(size) / size * 2 * np.pi * int(rng.integers(1, 6)) + 0.3))
    across, down = wave[None, :, None], wave[:, None, None]
    change = rng.uniform(-0.35, 0.2, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(-0.3, 0.2))
    both = across if rng.random() < 0.4 else (across + down) / 2
    return np.asarray(1 + change * both * np.ones((size, size, 3)), np.float32)


def _floor_colour(rng: Rng) -> Bgr:
    grey = float(rng.uniform(40, 150))
    warm = float(rng.uniform(0.7, 1.0))
    return grey * warm, grey * (1 + warm) / 2, grey
