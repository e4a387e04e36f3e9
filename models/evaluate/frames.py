"""A still picture as a camera would give it several times: the scene stays, noise, light and compression differ."""

from collections.abc import Iterator

import cv2
import numpy as np

from vision.frame import Image

SHIFT, LIGHT, NOISE, QUALITY = 0.4, 0.02, 2.5, 88
"""px of shake, share of exposure, grey levels of noise (standard deviations), and JPEG's quality."""


def frames_of(image: Image, count: int, seed: int) -> Iterator[Image]:
    """`count` pictures of the scene, all different, the same for the same seed."""
    rng = np.random.default_rng(seed)
    height, width = image.shape[:2]
    for _ in range(count):
        move = np.array([[1, 0, rng.normal(0, SHIFT)], [0, 1, rng.normal(0, SHIFT)]])
        moved = cv2.warpAffine(image, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
        grain = rng.normal(0, NOISE, (height, width, 1)).astype(np.float32)
        noisy = moved.astype(np.float32) * np.float32(1 + rng.normal(0, LIGHT)) + grain
        _, data = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        yield np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
