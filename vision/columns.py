"""Where the twelve columns are: the one unknown of a field whose corners are known is the width of its bar."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.board import BoardGeometry
from vision.detector import STRIDE, Box, FloatArray, Look

_SHARES = np.arange(0.0, 0.2001, 0.0025)
"""Bar widths tried, share of the field's width."""
_DISC_WEIGHT = 0.6


@dataclass(frozen=True)
class FieldFrame:
    """The field inside a rectified picture, px: its edges and the bar's share of its width."""

    left: float
    right: float
    top: float
    bottom: float
    bar_share: float

    @property
    def pitch(self) -> float:
        return (self.right - self.left) * (1 - self.bar_share) / 12

    @property
    def columns(self) -> tuple[float, ...]:
        """Centres of the twelve columns, px."""
        bar = (self.right - self.left) * self.bar_share
        return tuple(self.left + (i + 0.5) * self.pitch + (bar if i >= 6 else 0.0) for i in range(12))


def _expected(x: FloatArray, left: float, right: float) -> tuple[FloatArray, FloatArray]:
    """Column phase (rad) at `x` px (n) for each bar width of `_SHARES`, and 1 where `x` lies on a half rather than the
    bar: both shares × n."""
    width, middle, share = right - left, (left + right) / 2, _SHARES[:, None]
    pitch, bar = width * (1 - share) / 12, width * share
    moved = np.where(x > middle, x - bar, x) - left
    outside = (np.abs(x - middle) > bar / 2) & (x > left) & (x < right)
    return np.asarray(2 * np.pi * (moved / pitch - 0.5), np.float32), outside.astype(np.float32)


def _map_scores(look: Look, frame: FieldFrame) -> FloatArray:
    rows, columns = look.bar.shape
    x = (((np.arange(columns) + 0.5) * STRIDE - look.offset[0]) / look.scale).astype(np.float32)
    y = ((np.arange(rows) + 0.5) * STRIDE - look.offset[1]) / look.scale
    inside = (y > frame.top) & (y < frame.bottom)
    phase = look.phase[inside].sum(0) / max(1, inside.sum())
    clear = np.clip(look.bar[inside], 0.02, 0.98)
    bar = np.log(clear / (1 - clear)).sum(0) / max(1, inside.sum())
    angle, half = _expected(x, frame.left, frame.right)
    agree = (np.real(phase * np.exp(-1j * angle)) * half).sum(1) / np.maximum(1.0, half.sum(1))
    middle, width = (frame.left + frame.right) / 2, frame.right - frame.left
    on = (np.abs(x - middle) < width * _SHARES[:, None] / 2).astype(np.float32)
    return np.asarray(agree + 0.5 * (bar * (2 * on - 1) * (x > frame.left) * (x < frame.right)).mean(1), np.float32)


def _disc_scores(discs: Sequence[Box], frame: FieldFrame) -> FloatArray:
    x = np.array([d.centre[0] for d in discs], np.float32)
    weight = np.array([d.score for d in discs], np.float32)
    angle, half = _expected(x, frame.left, frame.right)
    return np.asarray((np.cos(angle) * half * weight).sum(1) / max(1.0, float(weight.sum())), np.float32)


def find_columns(look: Look, discs: Sequence[Box], frame: FieldFrame) -> FieldFrame:
    """`frame` with the bar width that the columns seen in the picture and the discs agree on best."""
    scores = _map_scores(look, frame)
    if discs:
        scores = scores + _DISC_WEIGHT * _disc_scores(discs, frame)
    return FieldFrame(frame.left, frame.right, frame.top, frame.bottom, float(_SHARES[int(np.argmax(scores))]))


def field_in(geometry: BoardGeometry, px_per_mm: float, margin_mm: float, bar_share: float) -> FieldFrame:
    """Where the field lies in a rectified picture with `margin_mm` all round."""
    low = margin_mm * px_per_mm
    return FieldFrame(
        low, low + geometry.field_width * px_per_mm, low, low + geometry.field_height * px_per_mm, bar_share
    )
