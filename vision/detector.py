"""The learned board reader behind one small protocol: a rectified picture in; boxes, column map and counts out."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from models.registry import weights
from vision.frame import Image
from vision.runtime import THREADS, session

FloatArray: TypeAlias = npt.NDArray[np.float32]
Kind: TypeAlias = Literal["checker", "die", "cube", "hand"]
KINDS: tuple[Kind, ...] = ("checker", "die", "cube")

INPUT = (352, 320)
"""Width and height of the network's input, px."""
STRIDE = 4
COUNTS = 16
_FILL = 114
_CENTRE_FLOOR = 0.08
HAND = 0.35
"""Probability above which a cell is taken for a hand: on rendered stills nine of ten such cells are."""
_SAME_THING = 0.55
"""Of two centres of one kind nearer than this share of their mean size only the surer is kept."""


@dataclass(frozen=True)
class Box:
    """A thing in the given picture: box of its top face (x0, y0, x1, y1 px) and score 0–1.

    For a checker `light` is the probability that it is of the lighter set and `upper` that it stands on others; else
    None.
    """

    kind: Kind
    xyxy: tuple[float, float, float, float]
    score: float
    light: float | None = None
    upper: float | None = None

    @property
    def centre(self) -> tuple[float, float]:
        return (self.xyxy[0] + self.xyxy[2]) / 2, (self.xyxy[1] + self.xyxy[3]) / 2

    @property
    def size(self) -> float:
        """Mean of width and height, px."""
        return (self.xyxy[2] - self.xyxy[0] + self.xyxy[3] - self.xyxy[1]) / 2


class Detector(Protocol):
    """Finds checkers, dice, the cube and hands in a picture of the rectified field plus margin (H×W×3 BGR)."""

    def detect(self, image: Image) -> tuple[Box, ...]: ...


@dataclass(frozen=True, eq=False)
class Look:
    """One look of the network at a rectified picture.

    `boxes` in px of the picture. `hand` (H/4×W/4 of the network's input) probability of a hand; `phase` the columns'
    phase as a
    complex number there, and `bar` the probability of the bar. `scale` and `offset`: input px = px·scale + offset.
    """

    boxes: tuple[Box, ...]
    hand: FloatArray
    phase: npt.NDArray[np.complex64]
    bar: FloatArray
    features: tuple[FloatArray, ...]
    """One for each of the reader's mirror images."""
    scale: float
    offset: tuple[float, float]


class BoardReader(Protocol):
    """What reading checkers needs of a learned reader. `from_side`: the same that looks once, at one of four mirror
    images."""

    def look(self, image: Image) -> Look: ...

    def from_side(self, number: int) -> "BoardReader": ...

    def count(
        self, look: Look, columns: Sequence[float], pitch: float, top: float, bottom: float
    ) -> tuple[FloatArray, FloatArray]: ...


def _sigmoid(x: FloatArray) -> FloatArray:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)


def letterbox(image: Image) -> tuple[Image, float, tuple[float, float]]:
    """The picture scaled into the network's input, centred; with scale and offset (px of the input = px·scale +
    offset)."""
    height, width = image.shape[:2]
    scale = min(INPUT[0] / width, INPUT[1] / height)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, size, interpolation=how)
    x, y = (INPUT[0] - size[0]) // 2, (INPUT[1] - size[1]) // 2
    out = np.full((INPUT[1], INPUT[0], 3), _FILL, np.uint8)
    out[y : y + size[1], x : x + size[0]] = small
    return out, scale, (float(x), float(y))


def peaks(heat: FloatArray, floor: float = _CENTRE_FLOOR) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Rows and columns of local maxima (3×3) above `floor`, the highest first."""
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= top) & (heat > floor))
    order = np.argsort(-heat[rows, columns])
    return rows[order], columns[order]


def distinct(boxes: Sequence[Box]) -> list[Box]:
    """Without boxes that sit on a surer one of the same kind."""
    ranked = sorted(boxes, key=lambda b: -b.score)
    if not ranked:
        return []
    centres, sizes = np.array([b.centre for b in ranked]), np.array([b.size for b in ranked])
    kinds = np.array([b.kind for b in ranked])
    apart = np.hypot(*(centres[:, None] - centres[None]).transpose(2, 0, 1))
    same = (apart < _SAME_THING * (sizes[:, None] + sizes) / 2) & (kinds[:, None] == kinds)
    alive = np.ones(len(ranked), bool)
    for i in range(len(ranked)):
        if alive[i]:
            alive[i + 1 :] &= ~same[i, i + 1 :]
    return [box for box, kept in zip(ranked, alive, strict=True) if kept]


def boxes_of(maps: FloatArray, scale: float, offset: tuple[float, float]) -> tuple[Box, ...]:
    """Boxes from the network's maps (see `models.train.board_spec.MAPS`), in px of the picture before `letterbox`."""
    found: list[Box] = []
    for index, kind in enumerate(KINDS):
        heat = _sigmoid(maps[index])
        rows, columns = peaks(heat)
        at = maps[:, rows, columns].astype(np.float64)
        centre = (np.stack([columns, rows]) + 0.5 + at[3:5]) * STRIDE
        half = np.exp(np.clip(at[5:7], -2, 2)) * 16
        shift = np.array(offset)[:, None]
        edges = np.concatenate([centre - half - shift, centre + half - shift]).T / scale
        tags = 1 / (1 + np.exp(-np.clip(at[7:9], -30, 30)))
        for (a, b, c, d), score, light, upper in zip(
            edges.tolist(), heat[rows, columns].tolist(), *tags.tolist(), strict=True
        ):
            found.append(
                Box(kind, (a, b, c, d), score, light, upper) if kind == "checker" else Box(kind, (a, b, c, d), score)
            )
    return tuple(distinct(found))


def hand_boxes(hand: FloatArray, scale: float, offset: tuple[float, float], least: int = 20) -> tuple[Box, ...]:
    """One box for each patch of hand of at least `least` cells."""
    count, _, stats, _ = cv2.connectedComponentsWithStats((hand > HAND).astype(np.uint8))
    found = []
    for x, y, w, h, area in stats[1:count]:
        if area >= least:
            edges = [
                (x * STRIDE - offset[0]) / scale,
                (y * STRIDE - offset[1]) / scale,
                ((x + w) * STRIDE - offset[0]) / scale,
                ((y + h) * STRIDE - offset[1]) / scale,
            ]
            a, b, c, d = (float(v) for v in edges)
            found.append(Box("hand", (a, b, c, d), float(hand[y : y + h, x : x + w].max())))
    return tuple(found)


def unmirror(maps: FloatArray, across: bool, down: bool) -> FloatArray:
    """The 13 maps of a mirrored picture, turned back to the picture's own way round."""
    out = maps.copy()
    if across:
        out = out[:, :, ::-1].copy()
        out[[3, 11]] *= -1
    if down:
        out = out[:, ::-1].copy()
        out[4] *= -1
    return out


MIRRORS = ((False, False), (True, False), (False, True), (True, True))


class OnnxDetector:
    """The project's own weights on onnxruntime. With `mirrors` 4 it looks at each picture from all four sides, with
    1 only once."""

    def __init__(
        self, threads: int = THREADS, board: Path | None = None, points: Path | None = None, mirrors: int = 4
    ) -> None:
        """:raises models.registry.RegistryError: when weights are missing or altered."""
        self._mirrors: tuple[tuple[bool, bool], ...] = MIRRORS[:mirrors]
        self._board = session(board or weights("board"), threads)
        self._points = session(points or weights("points"), threads)

    def from_side(self, number: int) -> "OnnxDetector":
        """The same reader, weights shared, that looks from one side only: mirror image `number`, counted round."""
        other = copy.copy(self)
        other._mirrors = (MIRRORS[number % len(MIRRORS)],)
        return other

    def look(self, image: Image) -> Look:
        """Everything the network sees in a rectified picture of the field plus margin."""
        boxed, scale, offset = letterbox(image)
        tensor = np.ascontiguousarray(boxed[..., ::-1].transpose(2, 0, 1)[None], np.float32) / 255
        seen, features = [], []
        for across, down in self._mirrors:
            turned = tensor[..., :: -1 if down else 1, :: -1 if across else 1]
            found, feature = self._board.run(None, {"image": np.ascontiguousarray(turned)})
            seen.append(unmirror(np.asarray(found[0], np.float32), across, down))
            features.append(np.asarray(feature, np.float32))
        maps = np.asarray(np.mean(seen, axis=0), np.float32)
        hand = _sigmoid(maps[9])
        boxes = boxes_of(maps, scale, offset) + hand_boxes(hand, scale, offset)
        phase = np.asarray(maps[10] + 1j * maps[11], np.complex64)
        return Look(boxes, hand, phase, _sigmoid(maps[12]), tuple(features), scale, offset)

    def detect(self, image: Image) -> tuple[Box, ...]:
        return self.look(image).boxes

    def count(
        self, look: Look, columns: Sequence[float], pitch: float, top: float, bottom: float
    ) -> tuple[FloatArray, FloatArray]:
        """Probabilities of 0 … 15 checkers on each of the 24 points (24×16), and that they are of the lighter set (24).

        `columns` (12 centres), `pitch`, `top` and `bottom` are px of the picture that `look` was taken of.
        """
        x, y = look.offset
        places = np.array([c * look.scale + x for c in columns], np.float32)
        frame = np.array([pitch * look.scale, top * look.scale + y, bottom * look.scale + y], np.float32)
        total = np.zeros((24, COUNTS + 1), np.float32)
        for feature, (across, down) in zip(look.features, self._mirrors, strict=True):
            total += self._count_once(feature, places, frame, across, down)
        logits = np.asarray(total / len(self._mirrors), np.float32)
        spread = np.exp(logits[:, :-1] - logits[:, :-1].max(1, keepdims=True))
        return np.asarray(spread / spread.sum(1, keepdims=True), np.float32), _sigmoid(logits[:, -1])

    def _count_once(
        self, features: FloatArray, places: FloatArray, frame: FloatArray, across: bool, down: bool
    ) -> FloatArray:
        if across:
            places = INPUT[0] - places[::-1]
        if down:
            frame = np.array([frame[0], INPUT[1] - frame[2], INPUT[1] - frame[1]], np.float32)
        inputs = {"features": features, "columns": np.ascontiguousarray(places[None]), "frame": frame[None]}
        rows = np.asarray(self._points.run(None, inputs)[0], np.float32).reshape(2, 12, -1)
        rows = rows[::-1] if down else rows
        return (rows[:, ::-1] if across else rows).reshape(24, -1)


@lru_cache(maxsize=1)
def default_detector() -> OnnxDetector:
    """The project's own weights, loaded once."""
    return OnnxDetector()
