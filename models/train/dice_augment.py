"""A pooled crop made new for every training step."""

import cv2
import numpy as np
import numpy.typing as npt

from models.dice_input import Sight
from models.synth.dice_crops import degrade
from models.train.dice_dress import dressed
from models.train.dice_spec import NONE, POOL_SIDE, POOL_SIZE

Image = npt.NDArray[np.uint8]
Matrix = npt.NDArray[np.float64]

UPRIGHT_SPREAD = 14.0
"""Degrees by which a crop of an oblique view is turned about its lean."""
OFF_CENTRE = 0.095
"""Sides by which a crop is off its middle, one standard deviation."""
SPUN, SPUN_BY, BLURRED_FROM = 0.06, (16.0, 120.0), 50.0
"""Share of crops with a die that are smeared as if it spun; by how many degrees; from how many its value is gone."""
STRETCHED, MIXED, DRESSED, GREY = 0.2, 0.12, 0.18, 0.08
"""Share of crops that are stretched; whose colours are mixed; dressed anew (see `dice_dress`); of which one colour is
shown alone, as the reader looks at dice that it can't read."""
DEGRADED, PEPPERED = 0.35, 0.1
"""Share of crops that are made worse as cameras do, and that are specked."""


def worsen(rng: np.random.Generator, image: Image, move: Matrix, sight: Sight) -> Image:
    """A pooled crop moved (see `moved`) into the reader's sight, recoloured and degraded."""
    shown = cv2.warpAffine(image, move[:2], (sight.size, sight.size), borderMode=cv2.BORDER_REFLECT_101)
    out = np.asarray(shown, np.uint8)
    if rng.random() < DRESSED:
        out = dressed(rng, out, sight.side)
    out = _recoloured(rng, out)
    if rng.random() < DEGRADED:
        out = degrade(rng, np.ascontiguousarray(out), sight.side)
    if rng.random() < PEPPERED:
        out = _peppered(rng, out)
    if rng.random() < GREY:
        out = np.repeat(out[..., int(rng.integers(3)), None], 3, axis=2)
    return np.asarray(out, np.uint8)


def moved(
    rng: np.random.Generator, upright: bool, sight: Sight, spread: float = 0.12, *, mirrored: bool = True
) -> Matrix:
    """How a pooled crop is turned, shifted, resized (`spread` of the logarithm) and stretched, half of them `mirrored`
    too: 3×3, its px → px of the reader's input."""
    scale = float(np.exp(rng.normal(0, spread))) * sight.side / POOL_SIDE
    turn = rng.normal(0, UPRIGHT_SPREAD) if upright else rng.uniform(0, 360)
    middle = (POOL_SIZE - 1) / 2
    matrix = cv2.getRotationMatrix2D((middle, middle), turn, scale)
    if mirrored and rng.random() < 0.5:
        matrix = np.column_stack([matrix[:, 0] * -1, matrix[:, 1], matrix[:, 2] + matrix[:, 0] * (POOL_SIZE - 1)])
    off = OFF_CENTRE * sight.side * rng.normal(0, 1, (2, 1))
    matrix = matrix + np.array([[0, 0, 1]]) * ((sight.size - POOL_SIZE) / 2 + off)
    out = np.vstack([matrix, (0.0, 0.0, 1.0)])
    return _stretched(rng, sight.size) @ out if rng.random() < STRETCHED else out


def _stretched(rng: np.random.Generator, size: int) -> Matrix:
    """Wider or narrower about the middle, as pictures squeezed into another shape are."""
    x, y = np.exp(rng.normal(0, 0.13) * np.array([1, -1]))
    middle = (size - 1) / 2
    return np.array([[x, 0, middle * (1 - x)], [0, y, middle * (1 - y)], [0, 0, 1]])


def _recoloured(rng: np.random.Generator, image: Image) -> Image:
    if rng.random() < 0.5:
        image = image[..., rng.permutation(3)]
    if rng.random() < 0.12:
        image = 255 - image
    if rng.random() < MIXED:
        image = _mixed(rng, image)
    if rng.random() < 0.3:
        table = (np.linspace(0, 1, 256) ** np.exp(rng.normal(0, 0.35)) * 255).astype(np.uint8)
        image = np.asarray(cv2.LUT(np.ascontiguousarray(image), table), np.uint8)
    return image


def _mixed(rng: np.random.Generator, image: Image) -> Image:
    """Other hues, and stronger or weaker ones: greys stay about grey."""
    mix = np.eye(3) + rng.normal(0, 0.45, (3, 3))
    mix += (1 - mix.sum(axis=1, keepdims=True)) / 3
    return np.asarray(np.clip(cv2.transform(image.astype(np.float32), mix), 0, 255), np.uint8)


def _peppered(rng: np.random.Generator, image: Image) -> Image:
    """With black and white specks, of up to 3 px as where a few px of the camera were enlarged."""
    height, width = image.shape[:2]
    large = rng.uniform(0.7, 3)
    spots = rng.random((max(2, round(height / large)), max(2, round(width / large))))
    share = rng.uniform(0.003, 0.03) / large
    specks = np.where(spots < share, -255.0, np.where(spots > 1 - share, 255.0, 0.0))
    way = int(rng.choice([cv2.INTER_NEAREST, cv2.INTER_LINEAR]))
    laid = cv2.resize(specks, (width, height), interpolation=way)[..., None]
    return np.asarray(np.clip(image + laid, 0, 255), np.uint8)


def spun(rng: np.random.Generator, image: Image, angle: float) -> Image:
    """A crop whose die turned by so many degrees while it was exposed."""
    middle = (POOL_SIZE - 1) / 2 + rng.normal(0, 0.1 * POOL_SIDE, 2)
    steps = [
        cv2.warpAffine(image, cv2.getRotationMatrix2D((middle[0], middle[1]), a, 1.0), (POOL_SIZE, POOL_SIZE))
        for a in np.linspace(-angle / 2, angle / 2, 9)
    ]
    smeared = np.mean(steps, axis=0)
    grid = np.arange(POOL_SIZE) - (POOL_SIZE - 1) / 2
    near = np.clip(1.5 - np.hypot(grid[None], grid[:, None]) / (0.75 * POOL_SIDE), 0, 1)[..., None] ** 0.5
    return np.asarray(image * (1 - near) + smeared * near, np.uint8)


def may_spin(kind: int) -> bool:
    """Whether a crop of this class shows a die that can be read."""
    return NONE < kind < 7
