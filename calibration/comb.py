"""Search of a flattened picture for two rows of points that face each other.

The sides of the twelve points of a row are a comb: twelve edges that lean one way and twelve that lean the other, at
one pitch, six and six with the bar's gap between. The search runs over pitch, length of the points, bar, height and
place.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.flatten import Lean

Map: TypeAlias = npt.NDArray[np.float32]

LENGTHS = (3.3, 4.1, 5.1, 6.3)
"""Lengths of points tried, in pitches."""
QUICK_LENGTHS = (4.1, 6.0)
LONGER = 0.4
"""Short points fit inside long ones: the score grows with this power of the length."""
BARS = tuple(float(b) for b in np.arange(0.0, 2.41, 0.3))
"""Widths of the bar tried, in pitches."""
HEIGHTS = tuple(float(h) for h in np.arange(7.6, 15.6, 0.5))
"""Heights of the field tried, in pitches."""
CLEAR_SIDE = 0.4
"""Edge strength that counts as a clear side of a point; more counts no more."""


@dataclass(frozen=True)
class CombField:
    """A field in a flattened picture: left, top, pitch, bar, height, length of points in px; `score` 0…0.4 or so."""

    left: float
    top: float
    pitch: float
    bar: float
    height: float
    length: float
    score: float

    @property
    def width(self) -> float:
        return 12 * self.pitch + self.bar


class _Leaning:
    """Edges that lean one way, sheared upright, so that means along them are differences of running sums."""

    def __init__(self, edges: Map, slope: float) -> None:
        height, width = edges.shape
        pad = int(abs(slope) * height) + 2
        offset = float(pad) if slope > 0 else 0.0
        self._shape = (height, width)
        self._back = np.array([[1, -slope, offset], [0, 1, 0]])
        shear = np.array([[1, slope, -offset], [0, 1, 0]])
        sheared = cv2.warpAffine(edges, shear, (width + pad, height), flags=_FLAGS)
        self._sums = np.vstack([np.zeros((1, width + pad), np.float32), np.cumsum(sheared, axis=0, dtype=np.float32)])

    def comb(self, pitch: float, depth: int, first: int) -> Map:
        """Sum over six sides at one pitch, the first `first` pitches to the right of each px, less that between them.

        A side is the mean of the edges from a px on `depth` px downwards.
        """
        height, width = self._shape
        end = np.minimum(np.arange(height) + depth, height)
        mean = np.minimum((self._sums[end] - self._sums[:height]) / depth, CLEAR_SIDE)
        total = np.zeros_like(mean)
        for k in range(6):
            for step, sign in ((round((k + first) * pitch), 1), (round((k + 0.5) * pitch), -1)):
                part = mean[:, step:]
                if sign > 0:
                    total[:, : part.shape[1]] += part
                else:
                    total[:, : part.shape[1]] -= part
        return np.asarray(cv2.warpAffine(total, self._back, (width, height), flags=_FLAGS), np.float32)


_FLAGS = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


class HalfRows:
    """Finds six points that hang side by side, of one length (in pitches)."""

    def __init__(self, lean: Lean, length: float) -> None:
        self._length = length
        self._right = _Leaning(lean.right, 0.5 / length)
        self._left = _Leaning(lean.left, -0.5 / length)

    def at(self, pitch: float) -> Map:
        """How well six points hang with their left base corner at each px: edge on twelve sides less edge between."""
        depth = max(4, round(0.9 * self._length * pitch))
        return (self._right.comb(pitch, depth, 0) + self._left.comb(pitch, depth, 1)) / np.float32(12)


def search(
    lean: Lean, pitches: Sequence[float], lengths: Sequence[float] = LENGTHS, floor: float = 0.0
) -> CombField | None:
    """The best field whose points hang from above and stand below, None where none scores above `floor`.

    `pitches` in px and `lengths` in pitches are tried.
    """
    turned = Lean(np.flipud(lean.left), np.flipud(lean.right), np.flipud(lean.level))
    height, width = lean.right.shape
    best: CombField | None = None
    for length in lengths:
        hanging, standing = HalfRows(lean, length), HalfRows(turned, length)
        for pitch in pitches:
            if 12 * pitch > width or HEIGHTS[0] * pitch > height:
                continue
            hang, stand = hanging.at(pitch), np.flipud(standing.at(pitch))
            found = _best_pair(hang, stand, pitch, length, best.score if best else floor)
            best = found or best
    return best


def _best_pair(hang: Map, stand: Map, pitch: float, length: float, floor: float) -> CombField | None:
    """The best bar, height and place for rows of one pitch and length, None where none scores above `floor`."""
    near = np.ones((3, 3), np.uint8)
    hang, stand = (np.asarray(cv2.dilate(half, near), np.float32) for half in (hang, stand))
    gain = (length / LENGTHS[1]) ** LONGER / 4
    best = None
    for bar in BARS:
        top, bottom = (_whole_row(half, (6 + bar) * pitch) for half in (hang, stand))
        if gain * float(top.max() + bottom.max()) <= floor:
            continue
        for height in HEIGHTS:
            step = round(height * pitch / 2)
            if step >= len(top) or height < 2 * length:
                continue
            total = top[: len(top) - step] + bottom[step:]
            k = int(total.argmax())
            y, x = divmod(k, total.shape[1])
            score = float(total[y, x]) * gain
            if score > floor:
                best = CombField(2.0 * x, 2.0 * y, pitch, bar * pitch, 2.0 * step, length * pitch, score)
                floor = score
    return best


def _whole_row(half: Map, over: float) -> Map:
    """A half row and another `over` px to the right, at every second px."""
    step = round(over)
    both = half[::2, ::2].copy()
    beyond = half[::2, step::2]
    both[:, : beyond.shape[1]] += beyond
    return both
