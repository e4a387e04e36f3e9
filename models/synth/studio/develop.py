"""From light to a camera's picture: white balance, vignette, mains bands, blur, resolution, noise, sharpening, JPEG."""

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.studio.setting import Sensor
from models.synth.texture import Rng

Picture = npt.NDArray[np.uint8]
_BANDS = 3.5
"""Dark bands of mains light in a picture's height."""


def develop(drawn: Picture, sensor: Sensor, rng: Rng) -> Picture:
    """An RGB picture (H, W, 3) of the studio as the camera gives it, BGR."""
    code = np.frombuffer(jpeg_of(drawn, sensor, rng), np.uint8)
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def jpeg_of(drawn: Picture, sensor: Sensor, rng: Rng) -> bytes:
    """The same as the JPEG file that the camera writes."""
    image = drawn[..., ::-1].astype(np.float32)
    height, width = image.shape[:2]
    image *= np.asarray(sensor.gains, np.float32)
    if sensor.vignette > 0:
        y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        image *= (1 - sensor.vignette * (x**2 + y**2) / 2)[..., None].astype(np.float32)
    if sensor.flicker > 0:
        rows = np.arange(height) / height * 2 * np.pi * _BANDS + rng.uniform(0, 2 * np.pi)
        image *= (1 - sensor.flicker * (0.5 + 0.5 * np.sin(rows)))[:, None, None].astype(np.float32)
    image = _resolved(image, sensor)
    if sensor.noise > 0:
        strength = sensor.noise * np.sqrt(0.3 + np.clip(image, 0, 255) / 180)
        fine, coarse = rng.standard_normal((2, height, width, 3), np.float32)
        image += strength * (0.8 * fine + 0.6 * cv2.GaussianBlur(coarse, (0, 0), 1.0) * 2)
    if sensor.sharpen > 0:
        image += sensor.sharpen * (image - cv2.GaussianBlur(image, (0, 0), 1.2))
    picture = np.clip(image, 0, 255).astype(np.uint8)
    _, code = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg])
    return code.tobytes()


def _resolved(image: npt.NDArray[np.float32], sensor: Sensor) -> npt.NDArray[np.float32]:
    height, width = image.shape[:2]
    if sensor.blur_px > 0.2:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), sensor.blur_px), np.float32)
    if sensor.detail < 1:
        size = (max(8, round(width * sensor.detail)), max(8, round(height * sensor.detail)))
        small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    return image
