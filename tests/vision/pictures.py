"""Small synthetic pictures and videos for the vision tests."""

from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np

from calibration.board import BoardGeometry
from calibration.colours import SetColours
from calibration.profile import BoardProfile, Seats
from calibration.view import View
from vision.frame import Image

SIZE = (640, 480)
CORNERS = ((100.0, 80.0), (540.0, 80.0), (540.0, 420.0), (100.0, 420.0))
GEOMETRY = BoardGeometry(470.0, 360.0, 42.0, 34.0)


def profile(size: tuple[int, int] = SIZE) -> BoardProfile:
    """A board seen straight from above in a `SIZE` picture."""
    grey = (50.0, 0.0, 0.0)
    colours = SetColours(grey, grey, (grey, grey), grey, 5.0, 5.0)
    return BoardProfile(View.from_corners(CORNERS, size, GEOMETRY), colours, Seats(), "made for a test")


def board(seed: int = 0, noise: float = 2.0) -> Image:
    """A quiet grey board with sensor noise."""
    image = np.full((SIZE[1], SIZE[0], 3), 90, np.int16)
    cv2.rectangle(image, (100, 80), (540, 420), (60.0, 120.0, 60.0), -1)
    grain = np.random.default_rng(seed).integers(0, 256, image.size // 64, dtype=np.uint8)
    spread = (grain.astype(np.int16) - 128) * noise / 74
    return np.clip(image + np.resize(spread, image.shape), 0, 255).astype(np.uint8)


def with_disc(image: Image, xy: tuple[int, int], radius: int = 16, grey: int = 230) -> Image:
    """The picture with a checker-like disc."""
    copy = image.copy()
    cv2.circle(copy, xy, radius, (grey, grey, grey), -1)
    return copy


def with_arm(image: Image, tip: tuple[int, int]) -> Image:
    """The picture with an arm from the lower edge up to `tip`."""
    copy = image.copy()
    cv2.line(copy, (tip[0] + 40, SIZE[1] + 40), tip, (150, 180, 220), 50)
    return copy


def write_video(path: Path, images: list[Image], times_ms: list[int], codec: str = "libx264") -> None:
    """A video whose pictures have the given presentation times."""
    with av.open(path, "w") as container:
        stream = container.add_stream(codec, rate=30)
        assert isinstance(stream, av.VideoStream)
        stream.height, stream.width = images[0].shape[:2]
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        for image, t_ms in zip(images, times_ms, strict=True):
            picture = av.VideoFrame.from_ndarray(image, format="bgr24")
            picture.pts, picture.time_base = t_ms, Fraction(1, 1000)
            container.mux(stream.encode(picture))
        container.mux(stream.encode(None))
