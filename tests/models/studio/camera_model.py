"""OpenCV's own camera model of a viewpoint, to prove the studio's against."""

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.studio.setting import Viewpoint

Floats = npt.NDArray[np.float64]


def _pose(view: Viewpoint) -> tuple[Floats, Floats, Floats, Floats]:
    """Turn (rows right, down, ahead) and place of the camera, its matrix and its distortion."""
    place, aim = np.array(view.place), np.array(view.aim)
    ahead = (aim - place) / np.linalg.norm(aim - place)
    north = np.array([0.0, -1.0, 0.0]) if abs(ahead[1]) < 0.98 else np.array([0.0, 0.0, 1.0])
    level = np.cross(north, ahead)
    level /= np.linalg.norm(level)
    up = np.cos(view.roll) * np.cross(ahead, level) + np.sin(view.roll) * level
    turn = np.stack([np.cross(up, ahead), -up, ahead])
    x, y = np.array(view.size) / 2
    matrix = np.array([(view.focal_px, 0, x), (0, view.focal_px, y), (0, 0, 1)], float)
    return turn, place, matrix, np.array([view.k1, view.k2, 0, 0], float)


def seen(view: Viewpoint, places: npt.ArrayLike) -> Floats:
    """Places (N, 3), mm, → (N, 2) px."""
    turn, place, matrix, bend = _pose(view)
    points = np.asarray(places, float).reshape(-1, 3)
    found, _ = cv2.projectPoints(points, turn, -turn @ place, matrix, bend)
    return np.asarray(found[:, 0], float)


def on_plane(view: Viewpoint, points: npt.ArrayLike, height: float) -> Floats:
    """(N, 2) px → places (N, 2), mm, that are seen there at a height above the field."""
    turn, place, matrix, bend = _pose(view)
    flat = cv2.undistortPoints(np.asarray(points, float).reshape(-1, 1, 2), matrix, bend)[:, 0]
    rays = np.column_stack([flat, np.ones(len(flat))]) @ turn
    return np.asarray((place + rays * ((height - place[2]) / rays[:, 2])[:, None])[:, :2], float)
