"""The board as a solid: rails round a sunk field, bar or hinge, trays, what is screwed and sewn on; the table below."""

import numpy as np

from calibration.board import Region
from models.synth.physics.tabletop import Tabletop
from models.synth.scene import Bgr, BoardLook
from models.synth.studio.engine import Finish
from models.synth.studio.grain import Picture, Stuff, stuff_tile, wood
from models.synth.studio.make import SHEET_MARGIN, Make
from models.synth.studio.moulding import DEEP_MM, GRAIN_MM, Area, bevelled, frame
from models.synth.studio.paint import rgb
from models.synth.studio.putting import Paint, Putting, plain_colour
from models.synth.studio.shapes import Shape, joined, quad, slab
from models.synth.studio.sheet import field_canvas, field_relief
from models.synth.texture import Rng

TILE = 120.0
_RAIL_PX_PER_MM = 1.6
_BELOW = 1.5
"""How far below the field the board's floor is, mm."""
ROUGH: dict[Stuff, float] = {
    "wood": 0.42, "leather": 0.55, "felt": 0.97, "cloth": 0.95, "plastic": 0.4, "marble": 0.2, "print": 0.5,
}  # fmt: skip


def build_board(put: Putting, top: Tabletop, look: BoardLook, make: Make, px_per_mm: float) -> None:
    """Put up the board of a look; its field is painted with `px_per_mm`."""
    _field(put, top, look, make, px_per_mm)
    if top.rail <= 0:
        return
    rng = np.random.default_rng(look.seed + 21)
    paint = rail_paint(put, look.rail, make, rng)
    shapes = _frames(top, make)
    shapes += _partitions(top, make)
    put.plain(joined(shapes), paint)
    put.plain(_floor(top), paint)
    _bar(put, top, look, make, paint)
    _trays(put, top, make, paint)
    _metal(put, top, make)


def _floor(top: Tabletop) -> Shape:
    """What is below field and trays: they throw no shadow, it does."""
    outer, within = top.outer, 0.5 * top.rail
    return slab(
        (outer.left + within, -outer.bottom + within, -0.9 * top.floor),
        (outer.right - within, -outer.top - within, -_BELOW),
    )


def _field(put: Putting, top: Tabletop, look: BoardLook, make: Make, px_per_mm: float) -> None:
    size, margin = top.geometry, max(top.inset, 0.0) if top.rail > 0 else SHEET_MARGIN
    canvas = field_canvas(size, look, make, margin, px_per_mm)
    finish = Finish(roughness=make.gloss)
    relief = put.studio.texture(field_relief(size, look, make, margin), relief=True)
    area = _area(Region(-margin, -margin, size.field_width + margin, size.field_height + margin))
    put.plain(level(area, 0.0), Paint(finish, put.studio.texture(rgb(canvas)), relief), shadow=False)
    if top.rail <= 0:
        edge = tuple(float(v) for v in canvas[2, 2])
        body = slab((area.left, area.near, -top.floor), (area.right, area.far, -0.05))
        put.plain(body, plain_colour((edge[0], edge[1], edge[2]), 0.7))


def level(area: Area, height: float, times: tuple[float, float] = (1.0, 1.0)) -> Shape:
    """A flat piece seen from above, its texture upright as the board's picture is."""
    corners = [(area.left, area.near), (area.right, area.near), (area.right, area.far), (area.left, area.far)]
    places = np.array([(0, 1), (1, 1), (1, 0), (0, 0)], float) * times
    return quad(np.column_stack([np.array(corners), np.full(4, height)]), places)


def _area(region: Region) -> Area:
    return Area(region.left, -region.bottom, region.right, -region.top)


def rail_paint(put: Putting, colour: Bgr, make: Make, rng: Rng) -> Paint:
    """What rails are of: wood along them, sewn leather, or plastic."""
    finish = Finish(roughness=float(np.clip(ROUGH[make.rails] + rng.normal(0, 0.08), 0.15, 0.95)))
    return put.painted(finish, _rail_picture(colour, make, rng), make.rails if make.rails == "plastic" else None)


def _rail_picture(colour: Bgr, make: Make, rng: Rng) -> Picture:
    size = (round(DEEP_MM * _RAIL_PX_PER_MM), round(GRAIN_MM * _RAIL_PX_PER_MM))
    if make.rails == "wood":
        return rgb(wood(size, colour, rng, _RAIL_PX_PER_MM))
    tile = stuff_tile(make.rails, colour, rng)
    canvas = np.tile(tile, (1, -(-size[1] // tile.shape[1]), 1))[: size[0], : size[1]].copy()
    if make.stitch is not None:
        dash, row = np.arange(size[1]) % round(4.5 * _RAIL_PX_PER_MM) < 3 * _RAIL_PX_PER_MM, size[0] // 6
        for at in (row, 3 * row, 5 * row):
            canvas[at : at + 1, dash] = make.stitch
    return rgb(canvas)


def _frames(top: Tabletop, make: Make) -> list[Shape]:
    """The outer rails; a folding board is two boxes with a gap between them."""
    inner, outer, rail = top.inner, top.outer, top.rail
    within = Region(outer.left + rail, inner.top, outer.right - rail, inner.bottom)
    if make.gap <= 0:
        return [frame(_area(within), (rail,) * 4, -top.floor, top.rail_height, edge=make.edge, corner=make.corner)]
    left, right = top.geometry.bar_x
    half = (right - left - make.gap) / 2
    first = Region(within.left, within.top, left, within.bottom)
    second = Region(right, within.top, within.right, within.bottom)
    build = {"edge": make.edge, "corner": min(make.corner, 0.45 * half)}
    return [
        frame(_area(first), (rail, rail, half, rail), -top.floor, top.rail_height, **build),
        frame(_area(second), (half, rail, rail, rail), -top.floor, top.rail_height, **build),
    ]


def _partitions(top: Tabletop, make: Make) -> list[Shape]:
    """Rails between field and trays, and what divides a tray."""
    inner, shapes = top.inner, []
    height = max(top.rail_height, 0.3)
    for side, has in enumerate(top.trays):
        if not has:
            continue
        x0, x1 = (inner.left - top.rail, inner.left) if side == 0 else (inner.right, inner.right + top.rail)
        shapes.append(_beam(x0, inner.top, x1, inner.bottom, top=height, edge=make.edge))
        left, right = (top.outer.left + top.rail, x0) if side == 0 else (x1, top.outer.right - top.rail)
        for share in _free_shares(top, make.dividers, left, right):
            y = inner.top + share * (inner.bottom - inner.top)
            shapes.append(_beam(left, y - 4, right, y + 4, top=0.8 * height, edge=make.edge))
    return shapes


def _free_shares(top: Tabletop, count: int, left: float, right: float) -> list[float]:
    """Where along a tray dividers stand, as shares of it: where no borne-off checker lies."""
    reach = top.geometry.checker_diameter / 2 + 4
    taken = [place.y for place in top.checkers if left - reach < place.x < right + reach]
    height = top.inner.bottom - top.inner.top
    shares = [(index + 1) / (count + 1) for index in range(count)]
    return [share for share in shares if all(abs(top.inner.top + share * height - y) > reach for y in taken)]


def _beam(x0: float, y0: float, x1: float, y1: float, *, top: float, edge: float) -> Shape:
    return bevelled((x0, -y1, -0.2), (x1, -y0, top), edge)


def _bar(put: Putting, top: Tabletop, look: BoardLook, make: Make, rails: Paint) -> None:
    inner, (left, right) = top.inner, top.geometry.bar_x
    if right - left < 1:
        return
    rng = np.random.default_rng(look.seed + 22)
    paint = rails if look.bar == look.rail else rail_paint(put, look.bar, make, rng)
    height = top.bar_height
    if make.gap <= 0:
        put.plain(_beam(left, inner.top, right, inner.bottom, top=max(height, 0.15), edge=make.edge), paint)
    if look.hinge and make.gap <= 0:
        _crack(put, top, max(height, 0.15))
    if make.pads is not None:
        felt = put.painted(Finish(roughness=0.97), rgb(stuff_tile("felt", make.pads, rng)), "felt")
        wide, tall = 0.92 * (right - left), 0.16 * top.geometry.field_height
        for share in (0.2, 0.8):
            y = share * top.geometry.field_height
            x = (left + right) / 2
            low = (x - wide / 2, -y - tall / 2, height - 0.05)
            put.plain(bevelled(low, (x + wide / 2, -y + tall / 2, height + 0.7), 0.4, 2.0), felt)


def _crack(put: Putting, top: Tabletop, height: float) -> None:
    """Where a board with a flat bar folds."""
    x, inner = float(np.mean(top.geometry.bar_x)), top.inner
    line = slab((x - 0.5, -inner.bottom, 0), (x + 0.5, -inner.top, height + 0.06))
    put.plain(line, plain_colour((14.0, 14.0, 14.0), 0.9))


def _trays(put: Putting, top: Tabletop, make: Make, rails: Paint) -> None:
    rng = np.random.default_rng(len(make.rails))
    lining: Stuff = "felt" if make.field in {"felt", "leather", "print", "plastic"} else "wood"
    paint = put.painted(Finish(roughness=ROUGH[lining]), rgb(stuff_tile(lining, make.tray, rng)), lining)
    for side, has in enumerate(top.trays):
        if has:
            x0, x1 = (
                (top.outer.left + top.rail, top.inner.left - top.rail)
                if side == 0
                else (top.inner.right + top.rail, top.outer.right - top.rail)
            )
            area = _area(Region(x0, top.inner.top, x1, top.inner.bottom))
            put.plain(level(area, -0.02, ((x1 - x0) / TILE, (area.far - area.near) / TILE)), paint, shadow=False)


def _metal(put: Putting, top: Tabletop, make: Make) -> None:
    """Hinges on the bar and latches on the outer walls."""
    height, middle = top.geometry.field_height, float(np.mean(top.geometry.bar_x))
    shapes: list[Shape] = []
    if make.hinge is not None:
        rng = np.random.default_rng(round(make.edge * 1e6))
        reach, tall = float(rng.uniform(5, 12)), float(rng.uniform(9, 22))
        reach = min(reach, 0.45 * (top.geometry.bar_width or 12))
        above = max(top.bar_height, 0.15)
        for share in (0.18, 0.82):
            y = -share * height
            shapes += _hinge(middle, y, reach, tall, above)
        put.plain(joined(shapes), plain_colour(make.hinge, 0.32, 1.0))
        screws = [
            _plate(middle + dx, dy - share * height, above + 0.75, 1.0)
            for share in (0.18, 0.82)
            for dx in (-0.62 * reach, 0.62 * reach)
            for dy in (-0.65 * tall, 0.65 * tall)
        ]
        put.plain(joined(screws), plain_colour((60.0, 70.0, 75.0), 0.5, 1.0))
    if make.latch is not None:
        low = -0.6 * top.floor
        boxes = [
            bevelled((x - 4, -share * height - 14, low), (x + 4, -share * height + 14, 0.4 * top.rail_height), 1, 1)
            for x in (top.outer.left, top.outer.right)
            for share in (0.25, 0.75)
        ]
        put.plain(joined(boxes), plain_colour(make.latch, 0.3, 1.0))


def _plate(x: float, y: float, top: float, half: float) -> Shape:
    return bevelled((x - half, y - half, top - 1), (x + half, y + half, top), 0.1, 0.9 * half)


def _hinge(x: float, y: float, reach: float, tall: float, above: float) -> list[Shape]:
    plate = 0.6
    leaves = [
        bevelled((x + a, y - tall, above - 0.1), (x + b, y + tall, above + plate), 0.2, 1.2)
        for a, b in ((-reach, -0.4), (0.4, reach))
    ]
    return [*leaves, bevelled((x - 1.6, y - tall, above - 0.1), (x + 1.6, y + tall, above + 1.7), 1.4, 0.3)]
