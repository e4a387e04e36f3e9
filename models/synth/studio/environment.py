"""Light from all round: an HDR panorama, or a room made up, as the cube map the renderer wants.

The cube map is a KTX 1 file with packed floats (R11F G11F B10F), blurred more in each smaller level for rougher
surfaces, and with nine spherical harmonics for the diffuse light (Ramamoorthi and Hanrahan 2001).
"""

import struct
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.texture import Rng

Light = npt.NDArray[np.float32]
SIZE = 64
_LEVELS = 6
_PANORAMA = (128, 256)


_KEY_REACH, _KEY_CAP, _KEY_LEAST = 0.3, 3.0, 0.06
"""The strongest light of a panorama: its reach, rad; what stays of it; the least strength that counts."""


class PanoramaError(ValueError):
    """A panorama that can't be used; one line that says which."""


def room(rng: Rng) -> Light:
    """A made-up room (H, W, 3), linear RGB, height from the zenith down: walls, lamps and windows."""
    height, width = _PANORAMA
    up = np.linspace(1, -1, height, dtype=np.float32)[:, None]
    wall, ceiling, floor = (rng.uniform(0.15, 1.0) * _tint(rng) for _ in range(3))
    canvas = np.where((up > 0.45)[..., None], ceiling, np.where((up < -0.3)[..., None], 0.4 * floor, 0.6 * wall))
    canvas = np.broadcast_to(canvas, (height, width, 3)).astype(np.float32).copy()
    for _ in range(int(rng.integers(1, 5))):
        _window(canvas, rng, (0.0, 0.3), float(rng.uniform(3, 25)))
    for _ in range(int(rng.integers(0, 3))):
        _window(canvas, rng, (0.3, 0.55), float(rng.uniform(2, 12)))
    return np.asarray(cv2.GaussianBlur(canvas, (0, 0), 1.5), np.float32)


def _tint(rng: Rng) -> Light:
    warmth = float(rng.normal(0, 0.15))
    return np.array([1 + warmth, 1.0, 1 - warmth], np.float32)


def _window(canvas: Light, rng: Rng, band: tuple[float, float], strength: float) -> None:
    height, width = _PANORAMA
    x, y = int(rng.integers(width)), int(rng.uniform(*band) * height)
    w, h = int(rng.integers(4, 40)), int(rng.integers(3, 14))
    columns = np.arange(x, x + w) % width
    canvas[y : y + h, columns] = strength * _tint(rng)


def load(path: Path) -> Light:
    """An .hdr panorama (H, W, 3), linear RGB, of mean brightness 1.

    :raises PanoramaError: when the file can't be read.
    """
    image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if image is None or image.dtype != np.float32:
        raise PanoramaError(f"{path} is no HDR panorama: give a folder of .hdr files")
    small = cv2.resize(image[..., ::-1], _PANORAMA[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(small / max(float(small.mean()), 1e-6), np.float32)


def turned(panorama: Light, angle: float) -> Light:
    """The panorama turned about the upright axis by `angle` rad."""
    return np.roll(panorama, round(angle / (2 * np.pi) * panorama.shape[1]), axis=1)


@dataclass(frozen=True)
class Key:
    """The strongest light of a panorama: where it comes from (studio's frame, unit vector), how much it lights a
    surface that faces it (1 is what the whole mean panorama would), colour with a mean of 1, and its angular radius.
    """

    towards: tuple[float, float, float]
    strength: float
    colour: tuple[float, float, float]
    radius: float


def without_key(panorama: Light) -> tuple[Light, Key | None]:
    """A panorama of mean 1 without what shines out of its strongest lamp, window or sun, and that light by itself.

    Light from all round throws no shadows, a lamp does. None where the panorama has no light that stands out.
    """
    directions, solid = _panorama_directions(panorama.shape[0], panorama.shape[1])
    grey = panorama.mean(-1)
    above = directions[..., 2] > 0.12
    peak = int((cv2.GaussianBlur(grey, (0, 0), 2.0) * above).argmax())
    middle = directions.reshape(-1, 3)[peak]
    near = (directions @ middle > np.cos(_KEY_REACH)) & above
    cap = max(_KEY_CAP, 3 * float(np.median(grey)))
    excess = np.where(
        near[..., None], np.clip(panorama - panorama * (cap / np.maximum(grey, 1e-6))[..., None], 0, None), 0
    )
    flux = np.einsum("ijk,ij->k", excess, solid) / np.pi
    strength = float(flux.mean())
    if strength < _KEY_LEAST:
        return panorama, None
    weight = excess.mean(-1) * solid
    towards = np.einsum("ij,ijk->k", weight, directions) / weight.sum()
    towards /= np.linalg.norm(towards)
    spread = np.arccos(np.clip(directions @ towards, -1, 1))
    radius = float((weight * spread).sum() / weight.sum())
    x, y, z = (float(v) for v in towards)
    red, green, blue = (float(v) for v in flux / strength)
    return np.asarray(panorama - excess, np.float32), Key((x, y, z), strength, (red, green, blue), radius)


@lru_cache(maxsize=4)
def _panorama_directions(height: int, width: int) -> tuple[Light, Light]:
    """Unit vectors (H, W, 3) of a panorama's pixels in the studio's frame and their solid angles (H, W)."""
    theta = (np.arange(height) + 0.5) / height * np.pi
    phi = ((np.arange(width) + 0.5) / width - 0.5) * 2 * np.pi
    around = np.sin(theta)[:, None]
    x, y = around * np.sin(phi), np.cos(theta)[:, None] * np.ones(width)
    z = -around * np.cos(phi)
    solid = around * np.ones(width) * (np.pi / height) * (2 * np.pi / width)
    return np.stack([x, -z, y], -1).astype(np.float32), solid.astype(np.float32)


def cube_map(panorama: Light) -> bytes:
    """The KTX file of a panorama; z of the studio's frame is up."""
    levels = []
    for level in range(_LEVELS):
        size = max(1, SIZE >> level)
        blur = 0.0 if level == 0 else 1.2 * 2.0 ** (level - 1)
        soft = np.asarray(cv2.GaussianBlur(panorama, (0, 0), blur) if blur else panorama, np.float32)
        levels.append(b"".join(_packed(_sampled(soft, _directions(face, size))) for face in range(6)))
    words = "\n".join(" ".join(f"{value:.6f}" for value in row) for row in _harmonics(panorama))
    pair = b"sh\0" + words.encode() + b"\n"
    entry = struct.pack("<I", len(pair)) + pair + b"\0" * (-len(pair) % 4)
    head = b"\xabKTX 11\xbb\r\n\x1a\n" + struct.pack(
        "<13I", 0x04030201, 0x8C3A, 1, 0x1907, 0x8C3A, 0x8C3A, SIZE, SIZE, 0, 0, 6, _LEVELS, len(entry)
    )
    return head + entry + b"".join(struct.pack("<I", len(data) // 6) + data for data in levels)


@lru_cache(maxsize=64)
def _directions(face: int, size: int) -> Light:
    """Unit vectors (size, size, 3) of a cube face's pixels in the map's own frame (y up)."""
    axis = (np.arange(size) + 0.5) / size * 2 - 1
    s, t = np.meshgrid(axis, axis)
    one = np.ones_like(s)
    found = {
        0: (one, -t, -s), 1: (-one, -t, s), 2: (s, one, t), 3: (s, -one, -t), 4: (s, -t, one), 5: (-s, -t, -one)
    }[face]  # fmt: skip
    vectors = np.stack(found, -1)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)


def _sampled(panorama: Light, directions: Light) -> Light:
    height, width = panorama.shape[:2]
    x = (np.arctan2(directions[..., 0], -directions[..., 2]) / (2 * np.pi) + 0.5) * width - 0.5
    y = np.arccos(np.clip(directions[..., 1], -1, 1)) / np.pi * height - 0.5
    found = cv2.remap(
        panorama, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP
    )
    return np.asarray(found, np.float32)


def _packed(colours: Light) -> bytes:
    """Packed unsigned floats: 6, 6 and 5 bits of mantissa with 5 of exponent."""
    packed = np.zeros(colours.shape[:2], np.uint32)
    for channel, (bits, shift) in enumerate(((6, 0), (6, 11), (5, 22))):
        half = np.clip(colours[..., channel], 0, 60000).astype(np.float16).view(np.uint16).astype(np.uint32)
        packed |= (half >> (10 - bits)) << shift
    return packed.astype("<u4").tobytes()


def _harmonics(panorama: Light) -> npt.NDArray[np.float64]:
    """Nine RGB coefficients of the irradiance over π, ready for the polynomial of the shader."""
    height, width = panorama.shape[:2]
    theta = (np.arange(height) + 0.5) / height * np.pi
    phi = ((np.arange(width) + 0.5) / width - 0.5) * 2 * np.pi
    weight = (np.sin(theta) * (np.pi / height) * (2 * np.pi / width))[:, None]
    y, around = np.cos(theta)[:, None] * np.ones(width), np.sin(theta)[:, None]
    x, z = around * np.sin(phi), -around * np.cos(phi)
    one = np.ones_like(x)
    terms = (
        (0.282095, one, 1.0), (0.488603, y, 2 / 3), (0.488603, z, 2 / 3), (0.488603, x, 2 / 3),
        (1.092548, x * y, 0.25), (1.092548, y * z, 0.25), (0.315392, 3 * z * z - 1, 0.25),
        (1.092548, z * x, 0.25), (0.546274, x * x - y * y, 0.25),
    )  # fmt: skip
    return np.array(
        [constant**2 * keep * np.einsum("ij,ijk->k", shape * weight, panorama) for constant, shape, keep in terms]
    )
