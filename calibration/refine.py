"""Sharpening a rough field: its corners, bar and points are fitted to the sides of the points.

Everything happens in a flattened picture of the rough field, `PITCH` px a point. A model of the board (`Model`)
predicts where the 48 sides of the points run; the strongest edge near each is measured in bands along it; a damped
least-squares fit moves the model there. A few rounds converge from about a third of a pitch away.
"""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.flatten import Lean, lean_edges, warp

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]

PITCH = 24.0
MARGIN = 2.0
"""Room round the rough field, in pitches."""
BANDS = 4
HALF_BASE = 0.485
"""Usual half width of a point at its base, in pitches."""
HALF_BASE_SPREAD = 0.05
ROWS = 10
"""Rows sampled in each band."""
UNIT_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float32)


@dataclass(frozen=True, eq=False)
class Model:
    """A board in flattened px: `corners` 4×2, `bar` in pitches, `length` of the points as a share of the field's
    height, `half_base` of a point in pitches."""

    corners: Floats
    bar: float
    length: float
    half_base: float

    def vector(self) -> Floats:
        """All parameters in one (11,) array."""
        return np.concatenate([self.corners.ravel(), [self.bar, self.length, self.half_base]])

    @classmethod
    def of(cls, vector: Floats) -> "Model":
        bar, length, half_base = (float(v) for v in vector[8:])
        return cls(vector[:8].reshape(4, 2), bar, length, half_base)

    def place(self, share: Floats) -> Floats:
        """N×2 shares of the field's width and height → N×2 flattened px."""
        if not len(share):
            return share
        matrix = cv2.getPerspectiveTransform(UNIT_SQUARE, self.corners.astype(np.float32))
        return np.asarray(cv2.perspectiveTransform(share[None].astype(np.float64), matrix)[0], dtype=np.float64)

    def sides(self) -> tuple[Floats, Floats]:
        """Base and tip (48, 2) px of the sides: for each row, twelve left sides of points, then twelve right ones."""
        columns = np.arange(12) + 0.5
        centre = columns + np.where(columns > 6, self.bar, 0.0)
        base, tip = [], []
        for edge, length in ((0.0, self.length), (1.0, -self.length)):
            for lean in (-self.half_base, self.half_base):
                base.append(np.column_stack([(centre + lean) / (12 + self.bar), np.full(12, edge)]))
                tip.append(np.column_stack([centre / (12 + self.bar), np.full(12, edge + length)]))
        return self.place(np.concatenate(base)), self.place(np.concatenate(tip))


@dataclass(frozen=True, eq=False)
class Fit:
    """A fitted field: `corners` 4×2 px of the picture, `model` in flattened px.

    `score` is the mean strength of its sides, `share` how many of the 48 show.
    """

    corners: Floats
    model: Model
    score: float
    share: float


def refine(image: Image, corners: Floats, bar: float, length: float, height: float, *, slack: float) -> Fit:
    """Fit a board to the picture (H×W×3), starting from `corners` (4×2 px: tl, tr, br, bl).

    `bar`, `length` of the points and `height` of the field are rough, in pitches. The top and bottom edge stay where
    they start give or take `slack` pitches; where that is little, the width of the points' bases gives way instead.
    """
    size = np.array([12 + bar, height]) * PITCH
    low = np.array([MARGIN, MARGIN]) * PITCH
    box = low + UNIT_SQUARE.astype(np.float64) * size
    matrix = cv2.getPerspectiveTransform(box.astype(np.float32), corners.astype(np.float32))
    width, tall = (int(v) for v in np.ceil(size + 2 * low))
    flat = warp(image, np.asarray(matrix, dtype=np.float64), (width, tall))
    lean = lean_edges(flat)
    share = length / height
    model = Model(box, bar, share, HALF_BASE)
    for reach in (0.42, 0.42, 0.25, 0.25, 0.25):
        model = _fit_once(model, lean, reach, box, slack)
    strength = side_strength(model, lean)
    seen = strength > 0.08
    placed = cv2.perspectiveTransform(model.corners[None], matrix)[0]
    return Fit(np.asarray(placed, np.float64), model, float(strength.mean()), float(seen.mean()))


def _rows_of(model: Model, first: float, last: float, count: int) -> tuple[Floats, Floats]:
    """x and y (48, count) px along the sides from share `first` of the way to the tip to `last`."""
    base, tip = model.sides()
    share = np.linspace(first, last, count)
    x = base[:, :1] + (tip[:, :1] - base[:, :1]) * share
    y = base[:, 1:] + (tip[:, 1:] - base[:, 1:]) * share
    return x, y


def _strips(lean: Lean, x: Floats, y: Floats, offsets: Floats) -> Floats:
    """Edge strength (48, rows, offsets) beside each side, sideways by `offsets` px; by the way that the side leans."""
    map_x = (x[:, :, None] + offsets).astype(np.float32)
    map_y = np.repeat(y[:, :, None], len(offsets), axis=2).astype(np.float32)
    out = np.zeros(map_x.shape)
    for channel, picks in ((lean.right, (0, 3)), (lean.left, (1, 2))):
        for group in picks:
            part = slice(12 * group, 12 * group + 12)
            maps = [m[part].reshape(-1, len(offsets)) for m in (map_x, map_y)]
            out[part] = cv2.remap(channel, maps[0], maps[1], cv2.INTER_LINEAR).reshape(12, -1, len(offsets))
    return out


def side_strength(model: Model, lean: Lean) -> Floats:
    """(48,) mean edge strength on each side, less that half a pitch beside it."""
    x, y = _rows_of(model, 0.08, 0.9, BANDS * ROWS)
    offsets = np.array([-0.5 * PITCH, -1.0, 0.0, 1.0, 0.5 * PITCH])
    strips = _strips(lean, x, y, offsets).mean(axis=1)
    return np.asarray(strips[:, 1:4].max(axis=1) - strips[:, [0, 4]].mean(axis=1), dtype=np.float64)


def _measure(model: Model, lean: Lean, reach: float) -> tuple[Floats, Floats, Floats]:
    """Per band of each side: its row y, the sideways miss of the strongest edge, px, and a weight; each (48·BANDS,)."""
    x, y = _rows_of(model, 0.06, 0.86, BANDS * ROWS)
    half = int(reach * PITCH)
    offsets = np.arange(-half, half + 1, dtype=np.float64)
    bands = _strips(lean, x, y, offsets).reshape(48, BANDS, ROWS, -1).mean(axis=2)
    bands = np.asarray(cv2.GaussianBlur(bands.reshape(48 * BANDS, -1), (5, 1), 1.0))
    peak = np.clip(bands.argmax(axis=1), 1, len(offsets) - 2)
    at = np.arange(len(bands))
    before, top, after = bands[at, peak - 1], bands[at, peak], bands[at, peak + 1]
    bend = before - 2 * top + after
    shift = np.where(bend < -1e-9, 0.5 * (before - after) / np.where(bend < -1e-9, bend, -1.0), 0.0)
    weight = np.clip(top - np.median(bands, axis=1) - 0.03, 0.0, 0.3)
    rows = y.reshape(48, BANDS, ROWS).mean(axis=2).ravel()
    return rows, offsets[peak] + np.clip(shift, -1, 1), weight


def _fit_once(model: Model, lean: Lean, reach: float, start: Floats, slack: float) -> Model:
    """One damped Gauss–Newton step towards the measured sides; the edges are held near the corners in `start` (4×2)."""
    rows, miss, weight = _measure(model, lean, reach)
    vector = model.vector()

    def predict(values: Floats) -> Floats:
        base, tip = Model.of(values).sides()
        slope = np.repeat((tip[:, 0] - base[:, 0]) / (tip[:, 1] - base[:, 1]), BANDS)
        return np.asarray(
            np.repeat(base[:, 0], BANDS) + slope * (rows - np.repeat(base[:, 1], BANDS)), dtype=np.float64
        )

    steps = np.array([0.5] * 8 + [0.01, 0.005, 0.01])
    now = predict(vector)
    jacobian = np.column_stack([(predict(vector + np.eye(11)[k] * steps[k]) - now) / steps[k] for k in range(11)])
    robust = weight / 0.1 / (1 + (miss / 2.0) ** 2)
    doubt = np.concatenate([np.tile([0.6, slack], 4) * PITCH, [0.4, 0.06, HALF_BASE_SPREAD]])
    prior = np.zeros(11)
    prior[1:8:2] = start[:, 1] - model.corners[:, 1]
    prior[10] = HALF_BASE - model.half_base
    normal = jacobian.T @ (robust[:, None] * jacobian) + np.diag(1 / doubt**2)
    values = vector + np.linalg.solve(normal, jacobian.T @ (robust * miss) + prior / doubt**2)
    values[8:] = np.clip(values[8:], [0.0, 0.2, 0.25], [3.0, 0.5, 0.52])
    return Model.of(values)
