"""One picture with its capture time and number."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Frame:
    """A colour picture as it came from a source.

    `image` is H×W×3 uint8 in BGR order. `number` counts pictures of the source from 0, gaps are dropped
    pictures. `t_mono_ns` is the capture time on the source's monotonic clock in nanoseconds (a camera's own clock,
    a video's presentation time, a folder's name order times its interval).

    :raises ValueError: when the image is not H×W×3 uint8.
    """

    image: Image
    number: int
    t_mono_ns: int

    def __post_init__(self) -> None:
        if self.image.dtype != np.uint8 or self.image.ndim != 3 or self.image.shape[2] != 3:
            raise ValueError(f"expected an H×W×3 uint8 picture, got {self.image.shape} {self.image.dtype}")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in px."""
        return self.image.shape[1], self.image.shape[0]
