"""Training pictures of the detector: rectified stills warped anew each time, and real dice, many pictures on one."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.evaluate.dice_sets import RealPicture, pictures
from models.train.detector_spec import CLASSES, HEIGHT, MARGIN, WIDTH

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float64]
SEEN = 0.22
"""Least visible share of a thing that is asked for."""
HELD_OUT_FOLD = 0
"""Of the real sets, for their score."""
_GRID = 3
_INSIDE = 0.6
_DIE = CLASSES.index("die")


@dataclass(frozen=True, eq=False)
class Example:
    """A picture HEIGHT×WIDTH×3 BGR with its things: classes N, boxes N×4 (x0, y0, x1, y1 px). `only_dice`: other
    things in it have no labels."""

    image: Image
    classes: npt.NDArray[np.int64]
    boxes: Floats
    only_dice: bool = False


def held_out(path: Path) -> bool:
    """One still in ten, by its number, is never trained on."""
    return path.stem.endswith("9")


def still(path: Path, rng: np.random.Generator | None) -> Example:
    """The rectified still with the label file `path` (`models.synth.flat`, `models.train.board_flatten`) as the
    detector's input; with `rng` its corners are a little off, it is squeezed, mirrored, recoloured."""
    record = json.loads(path.read_text(encoding="utf-8"))
    picture = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
    onto = _onto(record, rng)
    fill = tuple(rng.uniform(0, 255, 3)) if rng is not None and rng.random() < 0.3 else (114, 114, 114)
    image = np.asarray(cv2.warpPerspective(picture, onto, (WIDTH, HEIGHT), borderValue=fill), np.uint8)
    things = [(CLASSES.index(t["kind"]), t["xyxy"]) for t in record["labels"] if t["visible"] >= SEEN]
    if not any(CLASSES[kind] == "hand" for kind, _ in things):
        things += [(CLASSES.index("hand"), box) for box in _hands(path.with_name(f"{path.stem}.hand.png"))]
    corners = np.array([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)] for _, (x0, y0, x1, y1) in things], np.float64)
    seen = cv2.perspectiveTransform(corners.reshape(1, -1, 2), onto)[0].reshape(-1, 4, 2) if things else corners
    boxes = np.hstack([seen.min(1), seen.max(1)]) if things else np.zeros((0, 4))
    kinds, boxes = _within(np.array([kind for kind, _ in things], np.int64), boxes, (WIDTH, HEIGHT))
    return Example(image if rng is None else recoloured(image, rng), kinds, boxes)


def _onto(record: dict[str, Any], rng: np.random.Generator | None) -> Floats:
    """Homography px of the still → px of the input."""
    g, scale, margin = record["geometry"], record["px_per_mm"], MARGIN * record["geometry"]["field_width"]
    field = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * (g["field_width"], g["field_height"])
    source, aspect = (field + record["margin_mm"]) * scale, 1.0
    if rng is not None:
        aspect = float(np.exp(rng.normal(0, 0.03) if rng.random() < 0.7 else rng.uniform(-0.25, 0.25)))
        margin *= float(rng.uniform(0.7, 1.3))
    inner = np.array([g["field_width"] + 2 * margin, g["field_height"] * aspect + 2 * margin])
    zoom = min(WIDTH / inner[0], HEIGHT / inner[1])
    target = (field * (1, aspect) + margin) * zoom + (np.array([WIDTH, HEIGHT]) - inner * zoom) / 2
    if rng is not None:
        target += rng.normal(0, float(rng.choice([0.5, 2.0, 5.0])), (4, 2))
        for axis, size in enumerate((WIDTH, HEIGHT)):
            if rng.random() < 0.5:
                target[:, axis] = size - target[:, axis]
    matrix = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    return np.asarray(matrix, np.float64)


def _hands(path: Path) -> list[list[float]]:
    """Boxes of the hands in a flat still's mask."""
    mask = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE) if path.exists() else None
    if mask is None:
        return []
    count, _, stats, _ = cv2.connectedComponentsWithStats((mask > 127).astype(np.uint8))
    return [[float(x), float(y), float(x + w), float(y + h)] for x, y, w, h, area in stats[1:count] if area >= 200]


def _within(kinds: npt.NDArray[np.int64], boxes: Floats, size: tuple[int, int]) -> tuple[npt.NDArray[np.int64], Floats]:
    """Boxes cut at the picture's edge, without those that lie mostly outside (hands may)."""
    cut = np.clip(boxes, 0, np.array([*size, *size]))
    whole, left = np.prod(boxes[:, 2:] - boxes[:, :2], 1), np.prod(cut[:, 2:] - cut[:, :2], 1)
    large = kinds == CLASSES.index("hand")
    keep = (left > np.where(large, 0.1, _INSIDE) * whole) & (left > 9)
    return kinds[keep], cut[keep]


def recoloured(image: Image, rng: np.random.Generator) -> Image:
    """Other gamma, gain and white balance; now and then less colour, blur, grain."""
    ramp = np.power(np.arange(256) / 255, np.exp(rng.normal(0, 0.25)))[:, None]
    table = ramp * rng.uniform(0.75, 1.25) * np.exp(rng.normal(0, 0.06, 3)) * 255
    out = cv2.LUT(image, np.clip(table, 0, 255).astype(np.uint8)[None])
    if rng.random() < 0.2:
        grey, keep = cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), float(rng.uniform(0, 1.5))
        out = cv2.addWeighted(out, keep, cv2.merge([grey] * 3), 1 - keep, 0)
    if rng.random() < 0.2:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.4, 1.2)))
    if rng.random() < 0.2:
        grain = rng.standard_normal(out.shape[:2], np.float32) * float(rng.uniform(0, 7))
        out = cv2.add(out, cv2.merge([grain] * 3), dtype=cv2.CV_8U)
    return np.asarray(out, np.uint8)


def real_pictures(root: Path) -> list[RealPicture]:
    """The trained folds of the two real sets whose boxes bound whole dice."""
    return [p for name in ("nell-byler", "epanemu") for p in pictures(root, name, HELD_OUT_FOLD, others=True) if p.dice]


def real_dice(pool: list[RealPicture], rng: np.random.Generator) -> Example:
    """Nine cuts of real pictures on one, their dice of 9 to 20 px."""
    image = np.full((HEIGHT, WIDTH, 3), rng.uniform(0, 255, 3), np.uint8)
    boxes: list[Floats] = []
    for cell in range(_GRID**2):
        low = np.array([cell % _GRID * WIDTH, cell // _GRID * HEIGHT]) // _GRID
        size = np.array([WIDTH, HEIGHT]) // _GRID
        part, found = _cut(pool[int(rng.integers(len(pool)))], (int(size[0]), int(size[1])), rng)
        image[low[1] : low[1] + size[1], low[0] : low[0] + size[0]] = part
        boxes.append(found + np.tile(low, 2))
    every = np.concatenate(boxes)
    return Example(recoloured(image, rng), np.full(len(every), _DIE, np.int64), every, only_dice=True)


def _cut(picture: RealPicture, size: tuple[int, int], rng: np.random.Generator) -> tuple[Image, Floats]:
    """A part of the picture of `size` px about one of its dice, with the boxes of dice that lie in it."""
    die = picture.dice[int(rng.integers(len(picture.dice)))]
    zoom = float(np.exp(rng.uniform(np.log(9), np.log(20)))) / die.side
    small = cv2.resize(picture.image, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    middle = np.array([die.x, die.y]) * zoom + rng.uniform(-0.35, 0.35, 2) * size
    shift = np.array(size) / 2 - middle
    matrix = np.array([[1, 0, shift[0]], [0, 1, shift[1]]])
    part = cv2.warpAffine(small, matrix, size, borderValue=tuple(rng.uniform(0, 255, 3)))
    given = np.array([d.box for d in picture.dice if d.box])
    places = np.hstack([given[:, :2] - given[:, 2:] / 2, given[:, :2] + given[:, 2:] / 2]) * zoom + np.tile(shift, 2)
    return np.asarray(part, np.uint8), _within(np.full(len(places), _DIE, np.int64), places, size)[1]
