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
    return comb / 12


def search(lean: Lean) -> CombField | None:
    """The best field whose points hang from above and stand below, None where the picture is too small for any."""
    turned = Lean(np.flipud(lean.left), np.flipud(lean.right), np.flipud(lean.level))
    side = max(lean.right.shape)
    best: CombField | None = None
    for pitch in (p * side for p in PITCHES):
        if 12 * pitch > lean.right.shape[1] or HEIGHTS[0] * pitch > lean.right.shape[0]:
            break
        for length in LENGTHS:
            hang = half_row(lean, pitch, length)
            stand = np.flipud(half_row(turned, pitch, length))
            found = _best_pair(hang, stand, pitch, length)
            if best is None or found.score > best.score:
                best = found
    return best


def _best_pair(hang: Map, stand: Map, pitch: float, length: float) -> CombField:
    """The best bar, height and place for rows of one pitch and length."""
    near = np.ones((3, 3), np.uint8)
    hang, stand = cv2.dilate(hang, near), cv2.dilate(stand, near)
    best = CombField(0, 0, pitch, 0, 0, length * pitch, -1.0)
    for bar in BARS:
        over = (6 + bar) * pitch
        top = (hang + shifted(hang, over))[::2, ::2]
        bottom = (stand + shifted(stand, over))[::2, ::2]
        for height in HEIGHTS:
            step = round(height * pitch / 2)
            if step >= len(top) or height < 2 * length:
                continue
            total = top[: len(top) - step] + bottom[step:]
            k = int(total.argmax())
            y, x = divmod(k, total.shape[1])
            score = float(total[y, x]) / 4 * (length / LENGTHS[1]) ** LONGER
            if score > best.score:
                best = CombField(2.0 * x, 2.0 * y, pitch, bar * pitch, 2.0 * step, length * pitch, score)
    return best
