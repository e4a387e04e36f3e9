"""A reader without anything learned, to measure the learned ones against: circles, and colours of the circles."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.detector import COUNTS, INPUT, STRIDE, Box, FloatArray, Look
from vision.frame import Image

DISC_SHARE = (0.055, 0.105)
"""A checker's diameter, share of the rectified picture's width."""
SCORE = 0.85


class Circles:
    """Checkers are the circles of a rectified picture (Hough's transform); nothing else is seen, and how many stand on
    a point is only counted."""

    def from_side(self, number: int) -> "Circles":
        return self

    def look(self, image: Image) -> Look:
        width = image.shape[1]
        grey = cv2.medianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), 3)
        low, high = (share * width / 2 for share in DISC_SHARE)
        found = cv2.HoughCircles(
            grey,
            cv2.HOUGH_GRADIENT_ALT,
            1.5,
            1.4 * low,
            param1=200,
            param2=0.8,
            minRadius=int(low),
            maxRadius=int(high),
        )
        boxes = []
        for x, y, r in np.zeros((0, 3)) if found is None else found[0]:
            edges = (float(x - r), float(y - r), float(x + r), float(y + r))
            boxes.append(Box("checker", edges, SCORE, 0.5, 0.0))
        size = (INPUT[1] // STRIDE, INPUT[0] // STRIDE)
        nothing = np.zeros(size, np.float32)
        return Look(tuple(boxes), nothing, nothing.astype(np.complex64), nothing, (), 1.0, (0.0, 0.0))

    def count(
        self, look: Look, columns: Sequence[float], pitch: float, top: float, bottom: float
    ) -> tuple[FloatArray, FloatArray]:
        return np.full((24, COUNTS), 1 / COUNTS, np.float32), np.full(24, 0.5, np.float32)
