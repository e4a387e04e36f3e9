"""Pixels to millimetres of the board and back, for one camera that looks at one board.

Frames of reference: *px* is the original picture (x right, y down, origin at the top left); *mm* is the board's, see
`calibration.board`. The camera is taken as a pinhole with square pixels, its principal point in the picture's centre.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry, Point2
from calibration.camera import Pose, estimate_camera, pose_of, stretch_of

Image: TypeAlias = npt.NDArray[np.uint8]
Points: TypeAlias = npt.NDArray[np.float64]

NOMINAL_WIDTH = 470.0
"""Width of the field of a common tournament board, mm; sets the scale that no picture shows."""
NOMINAL_BAR = 0.09
"""Width of the bar where nothing better is known, as a share of the field's width."""
NOMINAL_CHECKER = 0.95
"""Diameter of a checker where nothing better is known, as a share of a point's width."""


def _points(values: npt.ArrayLike) -> Points:
    points = np.asarray(values, dtype=np.float64)
    if points.ndim != 2 or points.shape[1] != 2:
        raise ValueError(f"expected N×2 points, got an array of shape {points.shape}")
    return points


def _map(matrix: Points, points: Points) -> Points:
    if not len(points):
        return points
    mapped = cv2.perspectiveTransform(points[None], matrix)[0]
    return np.asarray(mapped, dtype=np.float64)


def check_corners(corners: Sequence[Point2]) -> tuple[Point2, Point2, Point2, Point2]:
    """The four corners as floats.

    :raises ValueError: unless they are four points of a convex quadrilateral, tl, tr, br, bl (clockwise as seen).
    """
    points = np.asarray(corners, dtype=np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        raise ValueError(f"expected four corners [x, y] in px, got {corners!r}")
    sides = np.roll(points, -1, axis=0) - points
    turns = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
    if (turns <= 1e-6).any():
        raise ValueError(
            "expected the corners of a convex field clockwise: top left, top right, bottom right, bottom left"
        )
    tl, tr, br, bl = ((float(x), float(y)) for x, y in points)
    return tl, tr, br, bl


@dataclass(frozen=True)
class View:
    """Where one board lies in the pictures of one camera.

    `corners`: tl, tr, br, bl of the playing field in px, ordered so that points hang from the top edge; `size`:
    width and height of the pictures in px; `focal`: focal length in px, a weak estimate where the view is nearly from
    straight above.

    :raises ValueError: when the corners are not a convex quadrilateral in that order, or a size is not positive.
    """

    corners: tuple[Point2, Point2, Point2, Point2]
    geometry: BoardGeometry
    size: tuple[int, int]
    focal: float

    def __post_init__(self) -> None:
        check_corners(self.corners)
        if min(self.size) <= 0 or self.focal <= 0:
            raise ValueError(f"expected a positive picture size and focal length, got {self.size} and {self.focal}")

    @classmethod
    def from_corners(
        cls, corners: Sequence[Point2], size: tuple[int, int], geometry: BoardGeometry | None = None
    ) -> "View":
        """The view with the field's `corners` (px) in pictures of `size` (w, h) px.

        Without `geometry` the field's aspect is recovered from the quadrilateral, its width is `NOMINAL_WIDTH`, and bar
        and checkers are nominal; refine those with `with_geometry`.
        """
        checked = check_corners(corners)
        camera = estimate_camera(np.array(checked), size)
        if geometry is None:
            geometry = nominal_geometry(camera.aspect)
        return cls(checked, geometry, size, camera.focal)

    def with_geometry(self, geometry: BoardGeometry) -> "View":
        """The same view of a board of other sizes."""
        return replace(self, geometry=geometry)

    @cached_property
    def matrix(self) -> Points:
        """Homography mm → px, 3×3."""
        width, height = self.geometry.field_width, self.geometry.field_height
        board = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)
        return np.asarray(cv2.getPerspectiveTransform(board, np.array(self.corners, np.float32)), dtype=np.float64)

    @cached_property
    def inverse(self) -> Points:
        """Homography px → mm, 3×3."""
        return np.asarray(np.linalg.inv(self.matrix), dtype=np.float64)

    @cached_property
    def pose(self) -> Pose:
        """Where the camera stands, in the board's frame."""
        return pose_of(self.matrix, self.focal, self.size)

    @cached_property
    def stretch(self) -> float:
        """How much longer the field's height looks than perspective explains, 1 where it explains it: otherwise the
        picture was squeezed or cut, or the camera stood lower, and farther off, than the corners tell."""
        return stretch_of(self.matrix, self.focal, self.size)

    def to_mm(self, points: npt.ArrayLike) -> Points:
        """N×2 px → N×2 mm on the board's surface."""
        return _map(self.inverse, _points(points))

    def to_px(self, points: npt.ArrayLike) -> Points:
        """N×2 mm on the board's surface → N×2 px."""
        return _map(self.matrix, _points(points))

    def lift(self, points: npt.ArrayLike, height_mm: float) -> Points:
        """N×2 mm → N×2 px of what is `height_mm` above those places (the top of a pile shifts from the camera)."""
        places = _points(points)
        shift = self.pose.project(places, height_mm, self.size) - self.pose.project(places, 0.0, self.size)
        return self.to_px(places) + shift

    def rectify(self, image: Image, px_per_mm: float, margin_mm: float = 0.0) -> Image:
        """The field as seen from above with `margin_mm` all round; a place in mm is at (mm + margin)·px_per_mm there.

        :raises ValueError: when the picture's size is not the view's.
        """
        if (image.shape[1], image.shape[0]) != self.size:
            raise ValueError(
                f"expected a picture of {self.size[0]}×{self.size[1]} px, got {image.shape[1]}×{image.shape[0]}"
            )
        scale = np.array([[px_per_mm, 0, margin_mm * px_per_mm], [0, px_per_mm, margin_mm * px_per_mm], [0, 0, 1]])
        width = round((self.geometry.field_width + 2 * margin_mm) * px_per_mm)
        height = round((self.geometry.field_height + 2 * margin_mm) * px_per_mm)
        return np.asarray(cv2.warpPerspective(image, scale @ self.inverse, (width, height)), dtype=np.uint8)

    def turned(self) -> "View":
        """The same field read from the opposite side (half a turn)."""
        tl, tr, br, bl = self.corners
        return replace(self, corners=(br, bl, tl, tr))


def nominal_geometry(aspect: float) -> BoardGeometry:
    """A common board whose field is `aspect` times as wide as high."""
    bar = NOMINAL_BAR * NOMINAL_WIDTH
    return BoardGeometry(NOMINAL_WIDTH, NOMINAL_WIDTH / aspect, bar, NOMINAL_CHECKER * (NOMINAL_WIDTH - bar) / 12)
