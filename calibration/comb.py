"""Search of a flattened picture for two rows of points that face each other.

The sides of the twelve points of a row are a comb: twelve edges that lean one way and twelve that lean the other, at one
pitch, six and six with the bar's gap between. The search runs over pitch, length of the points, bar, height and place.
"""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.flatten import Lean

Map: TypeAlias = npt.NDArray[np.float32]

LENGTHS = (3.3, 4.1, 5.1, 6.3)
"""Lengths of points tried, in pitches."""
LONGER = 0.4
"""Short points fit inside long ones: the score grows with this power of the length."""
BARS = tuple(float(b) for b in np.arange(0.0, 2.41, 0.3))
"""Widths of the bar tried, in pitches."""
HEIGHTS = tuple(float(h) for h in np.arange(7.6, 15.6, 0.5))
"""Heights of the field tried, in pitches."""
PITCHES = tuple(float(1 / 40 * 1.055**k) for k in range(24))
"""Pitches tried, in sides of the flattened picture."""


@dataclass(frozen=True)
class CombField:
    """A field in a flattened picture: left, top, pitch, bar, height, length of points in px there; `score` 0…1 or so."""

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


def shear_mean(edges: Map, slope: float, length: int) -> Map:
    """Mean of `edges` along lines from each px downwards, `length` px long, running `slope` px sideways per px."""
    height, width = edges.shape
    pad = int(abs(slope) * height) + 2
    offset = float(pad) if slope > 0 else 0.0
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    shear = np.array([[1, slope, -offset], [0, 1, 0]])
    sheared = cv2.warpAffine(edges, shear, (width + pad, height), flags=flags)
    total = np.vstack([np.zeros((1, width + pad), np.float32), np.cumsum(sheared, axis=0, dtype=np.float32)])
    end = np.minimum(np.arange(height) + length, height)
    mean = np.ascontiguousarray((total[end] - total[:height]) / length)
    back = np.array([[1, -slope, offset], [0, 1, 0]])
    return np.asarray(cv2.warpAffine(mean, back, (width, height), flags=flags), np.float32)


def shifted(values: Map, by: float, axis: int = 1) -> Map:
    """`values` read `by` px further along an axis, 0 outside."""
    step = round(by)
    out = np.zeros_like(values)
    n = values.shape[axis]
    if abs(step) >= n:
        return out
    to = slice(0, n - step) if step >= 0 else slice(-step, n)
    of = slice(step, n) if step >= 0 else slice(0, n + step)
    if axis == 1:
        out[:, to] = values[:, of]
    else:
        out[to] = values[of]
    return out


def half_row(lean: Lean, pitch: float, length: float) -> Map:
    """How well six points hang with their left base corner at each px: mean over 12 sides of edge on less edge between."""
    slope = 0.5 / length
    depth = max(4, round(0.9 * length * pitch))
    right = np.minimum(shear_mean(lean.right, slope, depth), 0.4)
    left = np.minimum(shear_mean(lean.left, -slope, depth), 0.4)
    comb = np.zeros_like(right)
    for k in range(6):
        comb += shifted(right, k * pitch) + shifted(left, (k + 1) * pitch)
        comb -= shifted(right, (k + 0.5) * pitch) + shifted(left, (k + 0.5) * pitch)
    return np.asarray(comb / 12, np.float32)


def search(lean: Lean, floor: float = 0.0, *, quick: bool = False) -> CombField | None:
    """The best field whose points hang from above and stand below, None where none scores above `floor`.

    `quick` tries half the pitches and lengths.
    """
    turned = Lean(np.flipud(lean.left), np.flipud(lean.right), np.flipud(lean.level))
    side = max(lean.right.shape)
    best: CombField | None = None
    for pitch in (p * side for p in PITCHES[:: 2 if quick else 1]):
        if 12 * pitch > lean.right.shape[1] or HEIGHTS[0] * pitch > lean.right.shape[0]:
            break
        for length in LENGTHS[1 if quick else 0 :: 2 if quick else 1]:
            hang = half_row(lean, pitch, length)
            stand = np.flipud(half_row(turned, pitch, length))
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
        over = (6 + bar) * pitch
        top = (hang + shifted(hang, over))[::2, ::2]
        bottom = (stand + shifted(stand, over))[::2, ::2]
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
