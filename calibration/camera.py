"""Single-view metrology: focal length, aspect and pose from the picture of one rectangle.

Square pixels, principal point in the picture's centre. One rectangle gives the focal length only where both pairs of
its sides converge, so the estimate is the most probable one under weak beliefs about lenses and boards.
"""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]

TYPICAL_FOCAL = 1.1
"""Focal length of common webcams and phones, in long sides of the picture."""
FOCAL_SPREAD = 0.4
"""How far lenses differ from that, as a standard deviation of the logarithm."""
TYPICAL_ASPECT = 1.15
"""Width by height of a field twelve checkers and a bar wide, and about twelve checkers high."""
ASPECT_SPREAD = 0.2
PLAUSIBLE_ASPECT = (0.85, 1.75)
RIGHT_ANGLE_SPREAD = 0.01
"""Error of the recovered right angle that corners a few px off cause, as a cosine."""


@dataclass(frozen=True)
class CameraEstimate:
    """`focal` in px; `aspect` the rectangle's width by its height."""

    focal: float
    aspect: float


@dataclass(frozen=True, eq=False)
class Pose:
    """A pinhole camera over the board: picture px ~ K·(rotation·[x, y, z] + translation), z in mm *into* the board.

    `rotation` 3×3 and `translation` (3,) map the board's mm to the camera's; `focal` in px.
    """

    rotation: Floats
    translation: Floats
    focal: float

    @property
    def centre(self) -> Floats:
        """The camera's place (3,) in the board's frame, mm: x, y and the height above the board."""
        place: Floats = -self.rotation.T @ self.translation
        return np.array([place[0], place[1], -place[2]])

    @property
    def tilt(self) -> float:
        """Angle between the optical axis and the vertical, degrees."""
        return float(np.degrees(np.arccos(np.clip(self.rotation[2, 2], -1.0, 1.0))))

    def project(self, points: Floats, height_mm: float, size: tuple[int, int]) -> Floats:
        """N×2 mm, all `height_mm` above the board → N×2 px in a picture of `size` (w, h)."""
        board = np.column_stack([points, np.full(len(points), -height_mm)])
        seen = board @ self.rotation.T + self.translation
        centre = np.array(size) / 2.0
        projected: Floats = self.focal * seen[:, :2] / seen[:, 2:] + centre
        return projected


def estimate_camera(corners: Floats, size: tuple[int, int]) -> CameraEstimate:
    """Most probable camera over a rectangle with `corners` (4×2 px: tl, tr, br, bl), picture `size` (w, h) px."""
    centred = corners - np.array(size) / 2.0
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(square, centred.astype(np.float32)), dtype=np.float64)
    long_side = float(max(size))
    focals = long_side * np.geomspace(0.4, 6.0, 200)
    weights = np.stack([1 / focals**2, 1 / focals**2, np.ones_like(focals)])
    across, down = matrix[:, 0:1], matrix[:, 1:2]
    across_length = np.sqrt((across * across * weights).sum(axis=0))
    down_length = np.sqrt((down * down * weights).sum(axis=0))
    cosine = (across * down * weights).sum(axis=0) / (across_length * down_length)
    aspect = across_length / down_length
    cost = (
        (cosine / RIGHT_ANGLE_SPREAD) ** 2
        + (np.log(focals / (TYPICAL_FOCAL * long_side)) / FOCAL_SPREAD) ** 2
        + (np.log(aspect / TYPICAL_ASPECT) / ASPECT_SPREAD) ** 2
    )
    best = int(np.argmin(cost))
    low, high = PLAUSIBLE_ASPECT
    return CameraEstimate(float(focals[best]), float(np.clip(aspect[best], low, high)))


def _rays(matrix: Floats, focal: float, size: tuple[int, int]) -> Floats:
    """The columns of a homography mm → px (3×3) as the camera's rotation (two of them) and place have them, scaled."""
    to_ray = np.array([[1 / focal, 0, -size[0] / 2 / focal], [0, 1 / focal, -size[1] / 2 / focal], [0, 0, 1]])
    return np.asarray(to_ray @ matrix)


def stretch_of(matrix: Floats, focal: float, size: tuple[int, int]) -> float:
    """How much longer the board's y looks than its x beyond what perspective explains; 1 where the camera explains
    the homography mm → px (3×3)."""
    columns = _rays(matrix, focal, size)
    return float(np.linalg.norm(columns[:, 1]) / np.linalg.norm(columns[:, 0]))


def pose_of(matrix: Floats, focal: float, size: tuple[int, int]) -> Pose:
    """The pose behind a homography mm → px (3×3), with the rotation made exact."""
    columns = _rays(matrix, focal, size)
    scale = 2.0 / (np.linalg.norm(columns[:, 0]) + np.linalg.norm(columns[:, 1]))
    if columns[2, 2] < 0:
        scale = -scale
    first, second, translation = (columns * scale).T
    u, _, vt = np.linalg.svd(np.column_stack([first, second, np.cross(first, second)]))
    rotation = u @ np.diag([1.0, 1.0, float(np.linalg.det(u @ vt))]) @ vt
    return Pose(rotation, translation, focal)
