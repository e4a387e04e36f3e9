"""The pinhole camera in the rectified frame: what stands above the field is shifted away from the camera's foot
point."""

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry, Point2
from models.synth.scene import Camera

Array = npt.NDArray[np.float64]


def lift(points: npt.ArrayLike, z: npt.ArrayLike, camera: Camera) -> Array:
    """Where points (N, 2) mm at height `z` mm appear on the field's plane, mm.

    :raises ValueError: when a point is not below the camera.
    """
    height = np.asarray(z, np.float64)
    if np.any(height >= camera.height):
        raise ValueError(
            f"expected things below the camera at {camera.height} mm, got one at {float(np.max(height))} mm"
        )
    foot = np.asarray(camera.foot, np.float64)
    scale = camera.height / (camera.height - height)
    return foot + (np.asarray(points, np.float64) - foot) * np.reshape(scale, (-1, 1))


def zoom(z: float, camera: Camera) -> float:
    """How much larger a thing at height `z` appears than on the field."""
    return camera.height / (camera.height - z)


def pinhole_corners(
    geometry: BoardGeometry, foot: Point2, height: float, field_px: float, roll: float = 0.0, *, border: float = 1.12
) -> tuple[tuple[Point2, Point2, Point2, Point2], tuple[int, int]]:
    """Where the field's corners tl, tr, br, bl fall for a camera that looks at the field's middle, and the
    photograph's size.

    `field_px` is the longest side of the field in the photograph, `roll` turns the camera (rad), `border` is the
    room around.
    """
    w, h = geometry.field_width, geometry.field_height
    position = np.array([*foot, height])
    forward = np.array([w / 2, h / 2, 0.0]) - position
    forward /= np.linalg.norm(forward)
    right = np.cross(forward, [0.0, -1.0, 0.0])
    right = np.cross([0.0, 1.0, 0.0], forward) if np.linalg.norm(right) < 1e-6 else right
    down = np.array([0.0, 1.0, 0.0]) - forward * forward[1]
    down /= np.linalg.norm(down)
    right = np.cross(down, forward)
    if right[0] < 0:
        right = -right
    spin = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    corners = np.array([(0, 0, 0), (w, 0, 0), (w, h, 0), (0, h, 0)], np.float64) - position
    flat = np.stack([corners @ right, corners @ down], 1) / (corners @ forward)[:, None]
    flat = flat @ spin.T
    sides = np.linalg.norm(flat - np.roll(flat, -1, 0), axis=1)
    flat *= field_px / float(sides.max())
    low, high = flat.min(0), flat.max(0)
    room = (high - low) * (border - 1) / 2 + 2
    flat = flat - low + room
    size = np.ceil(high - low + 2 * room).astype(int)
    a, b, c, d = ((float(x), float(y)) for x, y in flat)
    return (a, b, c, d), (int(size[0]), int(size[1]))


def field_to_photo(geometry: BoardGeometry, corners: npt.ArrayLike, margin_mm: float, px_per_mm: float) -> Array:
    """Homography (3, 3) from px of the rectified rendering to px of the photograph."""
    w, h = geometry.field_width, geometry.field_height
    mm = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
    source = ((mm + margin_mm) * px_per_mm).astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(source, np.asarray(corners, np.float32)), np.float64)
