"""From the board's frame (y down) to the studio's (y up), and cameras from one to the other."""

import numpy as np
import numpy.typing as npt

from models.synth.studio.eye import Eye
from models.synth.studio.setting import Point3, Viewpoint
from models.synth.studio.shapes import Floats


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


def _three(values: Floats) -> Point3:
    x, y, z = (float(v) for v in values)
    return x, y, z
