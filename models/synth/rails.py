"""Rails and bar that stand above the field: an oblique camera sees their inner walls, and they hide what lies behind
them."""

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry
from models.synth.blocks import ToPx
from models.synth.project import Array, lift, zoom
from models.synth.scene import Bgr, BoardLook, Camera
from models.synth.texture import Canvas, Mask, blend, polygon

_WALL = 0.55
"""How light a wall is, share of its top."""


def _rectangle(x0: float, y0: float, x1: float, y1: float) -> Array:
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float64)


def _inner(geometry: BoardGeometry, look: BoardLook) -> Array:
    room = look.inset_mm
    return _rectangle(-room, -room, geometry.field_width + room, geometry.field_height + room)


def _outer(geometry: BoardGeometry, look: BoardLook) -> Array:
    room = look.inset_mm + look.rail_mm
    return _rectangle(-room, -room, geometry.field_width + room, geometry.field_height + room)


def _bar(geometry: BoardGeometry, look: BoardLook) -> Array:
    left, right = geometry.bar_x
    return _rectangle(left, -look.inset_mm, right, geometry.field_height + look.inset_mm)


def _lifted(points: Array, height: float, camera: Camera) -> Array:
    return lift(points, np.full(len(points), height), camera)


def _dark(colour: Bgr) -> Bgr:
    return colour[0] * _WALL, colour[1] * _WALL, colour[2] * _WALL


def draw_walls(canvas: Canvas, geometry: BoardGeometry, look: BoardLook, camera: Camera, to_px: ToPx) -> None:
    """Paint the walls of rails and bar in place, before anything is put on the board."""
    size = (canvas.shape[0], canvas.shape[1])
    if look.rail_height > 0:
        inner = _inner(geometry, look)
        beyond = polygon(size, to_px(_lifted(inner, look.rail_height, camera)))
        blend(canvas, np.clip(beyond - polygon(size, to_px(inner)), 0, 1), _dark(look.rail))
    if look.bar_height > 0:
        bar = _bar(geometry, look)
        both = np.vstack([bar, _lifted(bar, look.bar_height, camera)]).astype(np.float32)
        blend(canvas, polygon(size, to_px(cv2.convexHull(both)[:, 0])), _dark(look.bar))


def _top(canvas: Canvas, board: Canvas, mask: Mask, height: float, *, camera: Camera, to_px: ToPx) -> None:
    scale = zoom(height, camera)
    foot = to_px([camera.foot])[0]
    affine = np.array([[scale, 0, foot[0] * (1 - scale)], [0, scale, foot[1] * (1 - scale)]])
    raised = cv2.warpAffine(board, affine, (board.shape[1], board.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    blend(canvas, mask, np.asarray(raised, np.float32))


def draw_bar_top(
    canvas: Canvas, board: Canvas, geometry: BoardGeometry, look: BoardLook, *, camera: Camera, to_px: ToPx
) -> npt.NDArray[np.bool_]:
    """Paint the top of a raised bar in place from the flat `board`; returns what it covers."""
    size = (canvas.shape[0], canvas.shape[1])
    if look.bar_height <= 0:
        return np.zeros(size, np.bool_)
    mask = polygon(size, to_px(_lifted(_bar(geometry, look), look.bar_height, camera)))
    _top(canvas, board, mask, look.bar_height, camera=camera, to_px=to_px)
    return np.asarray(mask > 0.5)


def draw_rail_tops(
    canvas: Canvas, board: Canvas, geometry: BoardGeometry, look: BoardLook, *, camera: Camera, to_px: ToPx
) -> npt.NDArray[np.bool_]:
    """Paint the tops of raised rails in place from the flat `board`; returns what they cover."""
    size = (canvas.shape[0], canvas.shape[1])
    if look.rail_height <= 0:
        return np.zeros(size, np.bool_)
    outer = polygon(size, to_px(_lifted(_outer(geometry, look), look.rail_height, camera)))
    inner = polygon(size, to_px(_lifted(_inner(geometry, look), look.rail_height, camera)))
    mask = np.clip(outer - inner, 0, 1)
    _top(canvas, board, mask, look.rail_height, camera=camera, to_px=to_px)
    return np.asarray(mask > 0.5)
