"""Draws dice and the doubling cube as boxes seen by the pinhole camera."""

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.checkers import fill
from models.synth.project import Array, lift
from models.synth.scene import Bgr, Camera, CubePlace, DiePlace
from models.synth.texture import Canvas

_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}
_SIDES = {1: (2, 3), 2: (1, 3), 3: (1, 2), 4: (1, 2), 5: (1, 3), 6: (2, 3)}


def faces(value: int) -> dict[str, int]:
    """The values of a die's six faces with `value` on top; opposite faces add up to seven."""
    a, b = _SIDES[value]
    return {"+z": value, "-z": 7 - value, "+x": a, "-x": 7 - a, "+y": b, "-y": 7 - b}


def _axes(yaw: float, tilt: float) -> Array:
    c, s = np.cos(yaw), np.sin(yaw)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    ct, st = np.cos(tilt), np.sin(tilt)
    lean = np.array([[ct, 0, st], [0, 1, 0], [-st, 0, ct]])
    return np.asarray(turn @ lean)


def box(x: float, y: float, z: float, side: float, *, yaw: float, tilt: float) -> tuple[Array, Array]:
    """Centre (3,) and axes (3, 3) of a box that stands on its lowest corner at height `z`."""
    axes = _axes(yaw, tilt)
    corners = np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * side / 2
    lowest = float((corners @ axes.T)[:, 2].min())
    return np.array([x, y, z - lowest]), axes


def outline(x: float, y: float, z: float, side: float, *, yaw: float, tilt: float, camera: Camera) -> Array:
    """Hull (N, 2) mm on the field's plane of a box as seen."""
    centre, axes = box(x, y, z, side, yaw=yaw, tilt=tilt)
    corners = centre + np.array([(i, j, k) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]) * side / 2 @ axes.T
    seen = lift(corners[:, :2], corners[:, 2], camera)
    return np.asarray(cv2.convexHull(seen.astype(np.float32))[:, 0], np.float64)


def _visible(centre: Array, axes: Array, side: float, camera: Camera) -> list[tuple[str, Array, Array, Array]]:
    eye = np.array([*camera.foot, camera.height])
    found = []
    for index, name in enumerate("xyz"):
        for sign in (1, -1):
            normal = axes[:, index] * sign
            middle = centre + normal * side / 2
            if float(normal @ (eye - middle)) > 0:
                u, v = axes[:, (index + 1) % 3], axes[:, (index + 2) % 3]
                found.append((("+" if sign > 0 else "-") + name, middle, u, v))
    return found


def _quad(middle: Array, u: Array, v: Array, reach: float, round_off: float) -> Array:
    cut = reach * round_off
    ring = []
    for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        corner = middle + u * a * (reach - cut) + v * b * (reach - cut)
        start = np.arctan2(b, a) - np.pi / 4
        for t in np.linspace(start, start + np.pi / 2, 4):
            ring.append(corner + (u * np.cos(t) + v * np.sin(t)) * cut)
    return np.array(ring)


def _brightness(name: str, axes: Array, direction: float) -> float:
    normal = axes[:, "xyz".index(name[1])] * (1 if name[0] == "+" else -1)
    light = np.array([np.cos(direction) * 0.6, np.sin(direction) * 0.6, 0.8])
    return float(0.55 + 0.45 * max(0.0, float(normal @ light)))


def draw_die(canvas: Canvas, die: DiePlace, camera: Camera, to_px: "ToPx", light_direction: float) -> None:
    """Paint a die in place."""
    centre, axes = box(die.x, die.y, die.z, die.side, yaw=die.yaw, tilt=die.tilt)
    values = faces(die.value)
    body, reach = np.asarray(die.body, np.float32), die.side / 2
    hull = outline(
        die.x, die.y, die.z, die.side * (1 - 0.15 * die.roundness), yaw=die.yaw, tilt=die.tilt, camera=camera
    )
    fill(canvas, to_px(hull), body * 0.62)
    for name, middle, u, v in sorted(_visible(centre, axes, die.side, camera), key=lambda f: float(f[1][2])):
        gain = _brightness(name, axes, light_direction)
        shape = _quad(middle, u, v, reach * (1 - 0.06 * die.roundness), 0.1 + die.roundness)
        fill(canvas, to_px(lift(shape[:, :2], shape[:, 2], camera)), body * gain)
        t = np.linspace(0, 2 * np.pi, 14, endpoint=False)
        for a, b in _PIPS[values[name]]:
            at = middle + u * a * reach * 0.5 + v * b * reach * 0.5
            dot = at + (np.cos(t)[:, None] * u + np.sin(t)[:, None] * v) * die.side * 0.09
            fill(canvas, to_px(lift(dot[:, :2], dot[:, 2], camera)), np.asarray(die.pips, np.float32) * gain)


def draw_cube(canvas: Canvas, cube: CubePlace, camera: Camera, to_px: "ToPx", light_direction: float) -> None:
    """Paint the doubling cube in place."""
    centre, axes = box(cube.x, cube.y, cube.z, cube.side, yaw=cube.yaw, tilt=0.0)
    for name, middle, u, v in sorted(_visible(centre, axes, cube.side, camera), key=lambda f: float(f[1][2])):
        gain = _brightness(name, axes, light_direction)
        shape = _quad(middle, u, v, cube.side / 2, 0.12)
        fill(canvas, to_px(lift(shape[:, :2], shape[:, 2], camera)), np.asarray(cube.body, np.float32) * gain)
        text = "*" if cube.value is None else str(cube.value if name == "+z" else 2)
        square = np.array(
            [middle + (u * a + v * b) * cube.side * 0.46 for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        )
        _write(canvas, to_px(lift(square[:, :2], square[:, 2], camera)), text, cube.ink, gain)


def _write(canvas: Canvas, corners: Array, text: str, ink: Bgr, gain: float) -> None:
    low = np.maximum(np.floor(corners.min(0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(corners.max(0)).astype(int) + 2, (canvas.shape[1], canvas.shape[0]))
    if np.any(high <= low):
        return
    label = np.zeros((64, 64), np.uint8)
    size = 1.7 if len(text) == 1 else 1.2
    cv2.putText(label, text, (32 - 15 * len(text), 48), cv2.FONT_HERSHEY_DUPLEX, size, 255, 4, cv2.LINE_AA)
    source = np.array([(0, 0), (64, 0), (64, 64), (0, 64)], np.float32)
    onto = cv2.getPerspectiveTransform(source, (corners - low).astype(np.float32))
    mask = cv2.warpPerspective(label, onto, (int(high[0] - low[0]), int(high[1] - low[1])))
    weight = (mask.astype(np.float32) / 255)[..., None]
    target = canvas[low[1] : high[1], low[0] : high[0]]
    target *= 1 - weight
    target += weight * np.asarray(ink, np.float32) * gain


class ToPx:
    """mm on the field's plane to px of the rendering."""

    def __init__(self, margin_mm: float, px_per_mm: float) -> None:
        self.margin, self.scale = margin_mm, px_per_mm

    def __call__(self, points: npt.ArrayLike) -> Array:
        return (np.asarray(points, np.float64) + self.margin) * self.scale
