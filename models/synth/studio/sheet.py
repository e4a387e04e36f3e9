"""The playing surface painted: field, points, seams and prints, and its relief."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry
from models.synth.board import Sheet, draw_decoration, draw_points, outline
from models.synth.scene import Bgr, BoardLook
from models.synth.studio.grain import TILE_MM, TILE_PX, Picture, bumps, relief_of, stuff_tile, wood
from models.synth.studio.make import SHEET_MARGIN, Make
from models.synth.texture import Canvas, Mask, Rng, blend

_APPLIED = {"leather": 0.35, "felt": 0.25, "wood": 0.02, "plastic": 0.05, "marble": 0.02, "print": 0.0, "cloth": 0.2}
"""How far points stand out of the field, mm."""


def field_canvas(geometry: BoardGeometry, look: BoardLook, make: Make, margin: float, scale: float) -> Canvas:
    """The field with `margin` mm round it, BGR, `scale` px per mm."""
    rng = np.random.default_rng(look.seed)
    if look.point_material == "print":
        look = replace(look, point_material="plain")
    sheet = Sheet(geometry, margin, scale, look.field)
    sheet.canvas = _covered(sheet.size, look.field, make, rng, scale)
    early = rng.random() < 0.5
    if look.decoration > 0 and early:
        draw_decoration(sheet, look, rng)
    draw_points(sheet, look, rng)
    if make.stitch is not None and look.point_material in {"leather", "felt"}:
        _seams(sheet, look, make.stitch)
    if look.decoration > 0 and not early:
        draw_decoration(sheet, look, rng)
    if margin >= SHEET_MARGIN:
        _printed_frame(sheet, look, rng)
    return np.asarray(np.clip(sheet.canvas, 0, 255), np.float32)


def _covered(size: tuple[int, int], colour: Bgr, make: Make, rng: Rng, scale: float) -> Canvas:
    if make.field == "wood":
        upright = rng.random() < 0.6
        canvas = wood(size[::-1] if upright else size, colour, rng, scale)
        return np.ascontiguousarray(canvas.transpose(1, 0, 2)) if upright else canvas
    tile = stuff_tile(make.field, colour, rng)
    px = max(8, round(TILE_MM * scale))
    tile = np.asarray(cv2.resize(tile, (px, px), interpolation=cv2.INTER_AREA), np.float32)
    return _repeated(tile, size)


def _repeated(tile: npt.NDArray[np.float32], size: tuple[int, int]) -> npt.NDArray[np.float32]:
    across, down = -(-size[1] // tile.shape[1]), -(-size[0] // tile.shape[0])
    grown = np.tile(tile, (down, across, 1) if tile.ndim == 3 else (down, across))
    return np.ascontiguousarray(grown[: size[0], : size[1]])


def _each_point(sheet: Sheet, look: BoardLook, shrink: float = 1.0) -> list[npt.NDArray[np.float64]]:
    size = sheet.geometry
    shape = outline(look.point_shape, size.point_width * look.point_width, look.point_length * size.field_height)
    shape = (shape - (0, 4)) * shrink + (0, 4)
    return [
        np.array([size.column_x(column), size.field_height * row]) + shape * (1, 1 - 2 * row)
        for column in range(12)
        for row in range(2)
    ]


def _seams(sheet: Sheet, look: BoardLook, colour: Bgr) -> None:
    """Dashes along the edges of sewn points."""
    mask = np.zeros(sheet.size, np.uint8)
    for place in _each_point(sheet, look, 0.9):
        ring = np.vstack([place, place[:1]])
        far = np.r_[0, np.cumsum(np.linalg.norm(np.diff(ring, axis=0), axis=1))]
        at = np.arange(0, far[-1], 3.4)
        ends = [np.stack([np.interp(at + more, far, ring[:, k]) for k in (0, 1)], 1) for more in (0, 2.2)]
        for a, b in zip(*(np.round(sheet.px(end) * 16).astype(int) for end in ends), strict=True):
            cv2.line(mask, a.tolist(), b.tolist(), 255, max(1, round(0.5 * sheet.scale)), cv2.LINE_AA, 4)
    blend(sheet.canvas, np.asarray(mask * np.float32(0.8 / 255), np.float32), colour)


def _printed_frame(sheet: Sheet, look: BoardLook, rng: Rng) -> None:
    """The lines round the field of a printed sheet."""
    size, near = sheet.geometry, float(rng.uniform(0, 4))
    wide = float(rng.uniform(1.5, 8))
    colour = look.rail if rng.random() < 0.6 else (25.0, 25.0, 25.0)
    for grow, fill in ((near + wide, colour), (near, None)):
        mask = sheet.area(-grow, -grow, size.field_width + grow, size.field_height + grow)
        if fill is not None:
            hole = sheet.area(-near, -near, size.field_width + near, size.field_height + near)
            blend(sheet.canvas, np.asarray(np.clip(mask - hole, 0, 1), np.float32), fill)
    left, right = size.bar_x
    if right > left:
        for x in (left, right):
            blend(sheet.canvas, sheet.area(x - 0.4, 0, x + 0.4, size.field_height), colour)


def field_relief(geometry: BoardGeometry, look: BoardLook, make: Make, margin: float) -> Picture:
    """Normals of the same surface: its grain, and points that stand out of it or are let into it."""
    scale = TILE_PX / TILE_MM / 1.5
    sheet = Sheet(geometry, margin, scale, look.field)
    px = round(TILE_MM * scale)
    tile = np.asarray(cv2.resize(bumps(make.field), (px, px), interpolation=cv2.INTER_AREA), np.float32)
    height: Mask = _repeated(tile, sheet.size)
    raised = _APPLIED[make.field]
    if raised:
        mask = np.zeros(sheet.size, np.uint8)
        for place in _each_point(sheet, look):
            cv2.fillPoly(mask, [np.round(sheet.px(place) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        height += np.asarray(cv2.GaussianBlur(mask, (0, 0), 0.9), np.float32) * np.float32(raised / 255)
    return relief_of(height, scale)
