"""Pictures with true corners to training samples of the corner finder: cut, turned, mirrored, warped. Plain numpy."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from models.train.corners_spec import FILL, MAPS, SIDE, STRIDE

Floats: TypeAlias = npt.NDArray[np.float64]
Map: TypeAlias = npt.NDArray[np.float32]
Image: TypeAlias = npt.NDArray[np.uint8]
Rng: TypeAlias = np.random.Generator

VALIDATION = 9
"""Stills whose number ends in this digit are never trained on."""
PEAK = 1.3
LINE = 0.9
"""Spread of corners and lines on the maps, cells."""
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
SHARES = {"still": 0.62, "flat": 0.25, "none": 0.13}
STRAIGHT = 0.4
"""Share of samples that lie nearly straight, as in the finder's second look."""


@dataclass(frozen=True)
class Sources:
    """Where pictures come from: studio stills, flat stills (rectified fields), and pictures without a board."""

    stills: Sequence[Path]
    flats: Sequence[Path] = ()
    empty: Sequence[Path] = ()

    @classmethod
    def of(cls, stills: Sequence[Path], flats: Sequence[Path] = (), empty: Sequence[Path] = ()) -> "Sources":
        """The label files in folders of stills (less those for validation) and the pictures in folders without boards.

        :raises FileNotFoundError: when there are no stills.
        """
        labelled = [p for folder in stills for p in sorted(folder.glob("[0-9]*.json")) if not held_back(p)]
        if not labelled:
            raise FileNotFoundError(
                f"no stills in {', '.join(map(str, stills))}; render some with `models.synth stills`"
            )
        flat = [p for folder in flats for p in sorted(folder.glob("[0-9]*.json"))]
        return cls(labelled, flat, [p for folder in empty for p in sorted(folder.rglob("*.jpg"))])


def held_back(path: Path) -> bool:
    """Whether a still is for validation only."""
    return int(path.stem) % 10 == VALIDATION


def load_still(path: Path) -> tuple[Image, Floats]:
    """A still (H×W×3 BGR) and its field's corners 4×2 px."""
    label = json.loads(path.read_text(encoding="utf-8"))
    return _read(path.with_suffix(".jpg")), np.array(label["corners"], dtype=np.float64)


def load_flat(path: Path) -> tuple[Image, Floats]:
    """A rectified field and its corners 4×2 px."""
    label = json.loads(path.read_text(encoding="utf-8"))
    size = (label["geometry"]["field_width"], label["geometry"]["field_height"])
    return _read(path.with_suffix(".jpg")), (UNIT * size + label["margin_mm"]) * label["px_per_mm"]


def _read(path: Path) -> Image:
    image = cv2.imread(str(path))
    if image is None:
        raise FileNotFoundError(f"{path}: no such picture, or not one that can be read")
    return np.asarray(image, np.uint8)


def sample(sources: Sources, rng: Rng) -> tuple[Image, Map]:
    """A random training picture (320×320×3 BGR) and its maps (5×80×80)."""
    kind = str(rng.choice(list(SHARES), p=list(SHARES.values())))
    if kind == "flat" and sources.flats:
        image, corners = load_flat(sources.flats[int(rng.integers(len(sources.flats)))])
        picture, corners = _placed(image, corners, rng, _background(sources, rng))
    else:
        image, corners = load_still(sources.stills[int(rng.integers(len(sources.stills)))])
        if kind == "none":
            return _photometric(_without_board(image, corners, sources, rng), rng), np.zeros(_SHAPE, np.float32)
        picture, corners = _placed(image, corners, rng, None)
    return _photometric(_covered(picture, corners, rng), rng), targets(corners)


_SHAPE = (len(MAPS), SIDE // STRIDE, SIDE // STRIDE)


def targets(corners: Floats) -> Map:
    """The maps (5×80×80, 0…1) of a field with these corners (4×2 px of the 320×320 picture; tl, tr, br, bl)."""
    cells = (corners + 0.5) / STRIDE - 0.5
    y, x = np.mgrid[: _SHAPE[1], : _SHAPE[2]].astype(np.float64)
    maps = np.zeros(_SHAPE, np.float32)
    for k in range(4):
        near = (x - cells[k, 0]) ** 2 + (y - cells[k, 1]) ** 2
        maps[k % 2] = np.maximum(maps[k % 2], np.exp(-near / (2 * PEAK**2)))
        along = cells[(k + 1) % 4] - cells[k]
        share = np.clip(((x - cells[k, 0]) * along[0] + (y - cells[k, 1]) * along[1]) / (along @ along), 0, 1)
        far = (x - cells[k, 0] - share * along[0]) ** 2 + (y - cells[k, 1] - share * along[1]) ** 2
        maps[2 + k % 2] = np.maximum(maps[2 + k % 2], np.exp(-far / (2 * LINE**2)))
    inside = np.zeros(_SHAPE[1:], np.uint8)
    cv2.fillPoly(inside, [np.round(cells * 16).astype(np.int32)], 1, shift=4)
    maps[4] = inside
    return maps


def _placed(image: Image, corners: Floats, rng: Rng, background: Image | None) -> tuple[Image, Floats]:
    """The field somewhere in a 320×320 picture, as another camera or crop might show it, and its corners there."""
    if rng.random() < 0.5:
        image = np.ascontiguousarray(image[:, ::-1])
        corners = ((image.shape[1] - 1, 0) + corners * (-1, 1))[[1, 0, 3, 2]]
    if rng.random() < STRAIGHT:
        wanted = UNIT * (1, rng.uniform(0.65, 1.2))
        wanted = np.roll(wanted, int(rng.choice([0, 2])), axis=0)
        extent, jitter = rng.uniform(0.6, 0.9), 0.035
    else:
        shape = _tilted(rng) if background is not None else corners - corners.mean(axis=0)
        angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.15)
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        wanted = (shape @ turn.T) * np.exp(rng.normal(0, 0.07, 2))
        extent, jitter = float(np.exp(rng.uniform(np.log(0.24), np.log(0.99)))), 0.03
    wanted = (wanted - wanted.min(axis=0)) / np.ptp(wanted, axis=0).max()
    wanted = wanted * extent * (SIDE - 8) + rng.normal(0, jitter * extent * SIDE * rng.random(), (4, 2))
    low, high = -wanted.min(axis=0) + 3, SIDE - 3 - wanted.max(axis=0)
    wanted = wanted + low + (high - low) * rng.beta(1.5, 1.5, 2)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), wanted.astype(np.float32))
    shrink = np.ptp(corners, axis=0).max() / np.ptp(wanted, axis=0).max()
    if shrink > 1.4:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.35 * float(shrink)), np.uint8)
    edge = cv2.BORDER_CONSTANT if rng.random() < 0.7 else cv2.BORDER_REPLICATE
    fill = [float(FILL)] * 3 if rng.random() < 0.7 else [float(v) for v in rng.uniform(0, 255, 3)]
    picture = cv2.warpPerspective(image, matrix, (SIDE, SIDE), borderMode=edge, borderValue=fill)
    if background is not None:
        inside = cv2.warpPerspective(np.full(image.shape[:2], 255, np.uint8), matrix, (SIDE, SIDE))
        picture = np.where(inside[..., None] > 127, picture, background)
    return _letterboxed(np.asarray(picture, np.uint8), wanted, rng), wanted


def _tilted(rng: Rng) -> Floats:
    """A field's shape under a camera up to 45° from the vertical, centred."""
    flat = (UNIT - 0.5) * (1, rng.uniform(0.7, 1.05))
    heading, tilt = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(0, 45))
    lean = cv2.Rodrigues(np.array([np.cos(heading), np.sin(heading), 0.0]) * tilt)[0]
    seen = np.column_stack([flat, np.zeros(4)]) @ lean.T + (0, 0, rng.uniform(1.3, 3.5))
    return np.asarray(seen[:, :2] / seen[:, 2:], np.float64)


def _letterboxed(picture: Image, corners: Floats, rng: Rng) -> Image:
    """Sometimes bands above and below or left and right, as where a wide or tall picture is fitted in."""
    if rng.random() < 0.45:
        axis = int(rng.integers(2))
        first, last = corners[:, axis].min(), corners[:, axis].max()
        start, stop = int(rng.uniform(0, max(1.0, first))), int(rng.uniform(min(last + 1, SIDE), SIDE)) + 1
        band = picture if axis else picture.transpose(1, 0, 2)
        band[:start] = FILL
        band[stop:] = FILL
    return picture


def _background(sources: Sources, rng: Rng) -> Image:
    """A table to lay a flat field on: a picture without a board, soft stains, or one colour."""
    choice = rng.random()
    if choice < 0.5 and sources.empty:
        return _cut(_read(sources.empty[int(rng.integers(len(sources.empty)))]), rng)
    stains = rng.uniform(0, 255, 3) + rng.normal(0, 25 if choice < 0.8 else 3, (int(rng.integers(2, 40)),) * 2 + (3,))
    return np.asarray(cv2.resize(np.clip(stains, 0, 255).astype(np.uint8), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC))


def _without_board(image: Image, corners: Floats, sources: Sources, rng: Rng) -> Image:
    """A picture in which no field is to be found: of dice, or a table whose field has been painted over."""
    if sources.empty and rng.random() < 0.5:
        return _cut(_read(sources.empty[int(rng.integers(len(sources.empty)))]), rng)
    picture, placed = _placed(image, corners, rng, None)
    outline = (placed - placed.mean(axis=0)) * 1.02 + placed.mean(axis=0)
    hole = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillPoly(hole, [np.round(outline).astype(np.int32)], 255)
    return np.where(hole[..., None] > 0, _background(sources, rng), picture)


def _cut(image: Image, rng: Rng) -> Image:
    """A random cut of a picture, 320×320."""
    share = rng.uniform(0.5, 1.0)
    height, width = (max(2, int(n * share)) for n in image.shape[:2])
    y, x = int(rng.integers(image.shape[0] - height + 1)), int(rng.integers(image.shape[1] - width + 1))
    return np.asarray(cv2.resize(image[y : y + height, x : x + width], (SIDE, SIDE), interpolation=cv2.INTER_AREA))


def _covered(picture: Image, corners: Floats, rng: Rng) -> Image:
    """Now and then a patch of one colour over part of the field."""
    if rng.random() < 0.25:
        share = rng.uniform(0.0, 1.0, (1, 2))
        matrix = cv2.getPerspectiveTransform(UNIT.astype(np.float32), corners.astype(np.float32))
        x, y = (int(v) for v in cv2.perspectiveTransform(share[None], matrix)[0, 0])
        size = float(np.ptp(corners, axis=0).max())
        axes = (int(size * rng.uniform(0.03, 0.14)), int(size * rng.uniform(0.03, 0.22)))
        colour = tuple(float(v) for v in rng.uniform(0, 255, 3))
        cv2.ellipse(picture, (x, y), axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    return picture


def _photometric(image: Image, rng: Rng) -> Image:
    """Other colours, light, sharpness and grain."""
    if rng.random() < 0.3:
        image = np.ascontiguousarray(image[..., rng.permutation(3)])
    ramp = np.power(np.arange(256) / 255, np.exp(rng.normal(0, 0.35)))[:, None]
    table = ramp * rng.uniform(0.6, 1.3) * np.exp(rng.normal(0, 0.12, 3)) * 255 + rng.normal(0, 8)
    out = cv2.LUT(image, np.clip(table, 0, 255).astype(np.uint8)[None])
    if rng.random() < 0.3:
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        out = cv2.addWeighted(out, share := float(rng.uniform(-0.2, 1)), grey, 1 - share, 0)
    if rng.random() < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.6)))
    if rng.random() < 0.4:
        grain = rng.normal(0, rng.uniform(2, 14), out.shape[:2])[..., None]
        out = np.clip(out + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        out = _packed(np.asarray(out, np.uint8), int(rng.integers(25, 80)))
    return np.asarray(out, np.uint8)


def _packed(image: Image, quality: int) -> Image:
    """What JPEG of a quality 0–100 leaves of a picture."""
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
