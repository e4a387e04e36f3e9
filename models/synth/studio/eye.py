"""The pinhole camera in the studio's frame."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from models.synth.studio.shapes import Floats


@dataclass(frozen=True)
class Eye:
    """A pinhole camera in the studio's frame: place and aim in mm, `up` roughly, focal length px, size (w, h) px."""

    place: tuple[float, float, float]
    aim: tuple[float, float, float]
    up: tuple[float, float, float]
    focal_px: float
    size: tuple[int, int]

    def axes(self) -> Floats:
        """Rows: right, up, forward."""
        forward = np.subtract(self.aim, self.place)
        forward = forward / np.linalg.norm(forward)
        right = np.cross(forward, self.up)
        right /= np.linalg.norm(right)
        return np.stack([right, np.cross(right, forward), forward])

    def project(self, points: npt.ArrayLike) -> Floats:
        """(N, 3) mm of the studio's frame → (N, 2) px from the picture's top left corner."""
        seen = (np.asarray(points, float) - self.place) @ self.axes().T
        flat = seen[:, :2] / seen[:, 2:] * (self.focal_px, -self.focal_px)
        return np.asarray(flat + np.array(self.size) / 2)

    def smaller(self, factor: float) -> "Eye":
        """The same view in a smaller picture."""
        width, height = (max(16, round(side * factor)) for side in self.size)
        return Eye(self.place, self.aim, self.up, self.focal_px * width / self.size[0], (width, height))
