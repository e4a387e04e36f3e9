"""The field from above, at the resolution that the board reader's network takes."""

import cv2
import numpy as np
import numpy.typing as npt

from calibration.view import View
from vision.detector import INPUT
from vision.frame import Image

MARGIN = 0.06
"""Room around the field in the rectified picture, share of the field's width: tops of checkers lean out of it."""
_SLACK = 0.35
"""So much smaller than a px of the picture may a px of the rectified one be without being averaged."""
Floats = npt.NDArray[np.float64]


def rectify(image: Image, view: View) -> tuple[Image, float, float]:
    """The field plus margin from above at the network's resolution; with px per mm and the margin in mm.

    :raises ValueError: when the picture's size is not the view's.
    """
    if (image.shape[1], image.shape[0]) != view.size:
        raise ValueError(
            f"expected a picture of {view.size[0]}×{view.size[1]} px, got {image.shape[1]}×{image.shape[0]}"
        )
    g = view.geometry
    margin = MARGIN * g.field_width
    scale = min(INPUT[0] / (g.field_width + 2 * margin), INPUT[1] / (g.field_height + 2 * margin))
    size = (round((g.field_width + 2 * margin) * scale), round((g.field_height + 2 * margin) * scale))
    sides = np.linalg.norm(np.diff(np.array([*view.corners, view.corners[0]]), axis=0), axis=1)
    shrink = sides / (np.tile([g.field_width, g.field_height], 2) * scale)
    coarse = int(np.clip(shrink.min(), 1, 8))
    fine = int(np.clip(np.ceil(shrink.max() / coarse - _SLACK), 1, 4))
    part, onto = _shrunk(image, view, coarse, margin)
    target = np.array([[scale, 0, margin * scale], [0, scale, margin * scale], [0, 0, 1 / fine]]) * fine
    flat = cv2.warpPerspective(part, target @ view.inverse @ onto, (size[0] * fine, size[1] * fine))
    if fine > 1:
        flat = cv2.resize(flat, size, interpolation=cv2.INTER_AREA)
    return np.asarray(flat, np.uint8), scale, margin


def _shrunk(image: Image, view: View, factor: int, margin: float) -> tuple[Image, Floats]:
    """The part of the picture that shows the field plus margin, `factor` times smaller; and the homography from its px
    to the picture's."""
    if factor == 1:
        return image, np.eye(3)
    w, h = view.geometry.field_width + margin, view.geometry.field_height + margin
    rim = view.to_px([(-margin, -margin), (w, -margin), (w, h), (-margin, h)])
    low = np.clip(np.floor(rim.min(0)), 0, np.array(view.size) - factor).astype(int)
    high = np.clip(np.ceil(rim.max(0)), low + factor, view.size).astype(int)
    cells = (high - low) // factor
    part = image[low[1] : low[1] + cells[1] * factor, low[0] : low[0] + cells[0] * factor]
    small = cv2.resize(part, (int(cells[0]), int(cells[1])), interpolation=cv2.INTER_AREA)
    middle = (factor - 1) / 2
    onto = np.array([[factor, 0, low[0] + middle], [0, factor, low[1] + middle], [0, 0, 1.0]])
    return np.asarray(small, np.uint8), onto
