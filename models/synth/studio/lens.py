"""The camera's lens: radial distortion as in OpenCV's model (k1, k2), both ways, for pictures and for places."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.studio.frame_of import eye_of, to_studio
from models.synth.studio.setting import Viewpoint
from models.synth.studio.shapes import Floats

_STEP = 8
_NEWTON = 25
_FARTHEST = 5.0


def seen_at(view: Viewpoint, places: npt.ArrayLike) -> Floats:
    """Places (N, 3), mm of the board's frame, → (N, 2) px in the picture, lens included."""
    return bent(view, eye_of(view).project(to_studio(places)))


def bent(view: Viewpoint, points: npt.ArrayLike) -> Floats:
    """(N, 2) px of the pinhole picture → px of the picture through the lens."""
    middle = np.array(view.size) / 2
    x = (np.asarray(points, float) - middle) / view.focal_px
    r2 = (x**2).sum(-1, keepdims=True)
    return np.asarray(x * (1 + view.k1 * r2 + view.k2 * r2**2) * view.focal_px + middle)


def straight(view: Viewpoint, points: npt.ArrayLike) -> Floats:
    """(N, 2) px of the picture through the lens → px of the pinhole picture.

    :raises ValueError: when the lens is bent so much that the picture folds over.
    """
    middle = np.array(view.size) / 2
    x = (np.asarray(points, float) - middle) / view.focal_px
    far = np.linalg.norm(x, axis=-1, keepdims=True)
    r = far.copy()
    for _ in range(_NEWTON):
        slope = 1 + 3 * view.k1 * r**2 + 5 * view.k2 * r**4
        step = (r * (1 + view.k1 * r**2 + view.k2 * r**4) - far) / np.maximum(slope, 0.05)
        r = np.clip(r - step, 0.0, _FARTHEST)
    off = np.abs(r * (1 + view.k1 * r**2 + view.k2 * r**4) - far)
    if float(off.max(initial=0.0)) * view.focal_px > 0.05:
        raise ValueError(f"k1 = {view.k1} and k2 = {view.k2} fold the picture over: use smaller ones")
    return np.asarray(x * np.where(far > 1e-12, r / np.maximum(far, 1e-12), 1.0) * view.focal_px + middle)


class Lens:
    """How one viewpoint's picture is made from a larger pinhole picture; `eye` draws that larger one."""

    def __init__(self, view: Viewpoint) -> None:
        self.view, self.eye = view, eye_of(view)
        self._columns: npt.NDArray[np.float32] | None = None
        self._rows: npt.NDArray[np.float32] | None = None
        if view.k1 != 0 or view.k2 != 0:
            self._bend()

    def _bend(self) -> None:
        (width, height), middle = self.view.size, np.array(self.view.size) / 2
        xs = np.arange(0, width + _STEP, _STEP, dtype=float)
        ys = np.arange(0, height + _STEP, _STEP, dtype=float)
        grid = np.stack(np.meshgrid(xs, ys), -1)
        source = straight(self.view, grid.reshape(-1, 2) + 0.5).reshape(grid.shape)
        reach = np.ceil(np.abs(source - middle).reshape(-1, 2).max(0)).astype(int) + 2
        size = (int(2 * reach[0]), int(2 * reach[1]))
        self.eye = replace(self.eye, size=size)
        shifted = (source + np.array(size) / 2 - middle - 0.5).astype(np.float32)
        at_x, at_y = np.meshgrid(np.arange(width) / _STEP, np.arange(height) / _STEP)
        across, down = at_x.astype(np.float32), at_y.astype(np.float32)
        self._columns, self._rows = (
            np.asarray(cv2.remap(np.ascontiguousarray(shifted[..., k]), across, down, cv2.INTER_LINEAR), np.float32)
            for k in range(2)
        )

    def picture(self, drawn: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """Bend a drawn picture."""
        if self._columns is None or self._rows is None:
            return drawn
        return np.asarray(cv2.remap(drawn, self._columns, self._rows, cv2.INTER_LINEAR), np.uint8)

    def numbers(self, drawn: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """Bend a mask of numbers without mixing them."""
        if self._columns is None or self._rows is None:
            return drawn
        columns = np.clip(np.rint(self._columns).astype(int), 0, drawn.shape[1] - 1)
        rows = np.clip(np.rint(self._rows).astype(int), 0, drawn.shape[0] - 1)
        return np.asarray(drawn[rows, columns])
