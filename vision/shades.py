"""Which of the two sets a disc belongs to: its colour against the two sets' colours, and the network's opinion."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.colours import SetColours
from vision.detector import Box
from vision.frame import Image

Floats: TypeAlias = npt.NDArray[np.float64]

_LIGHTNESS_WEIGHT = 0.7
"""Lightness varies more over a board than hue does."""
_NETWORK_WEIGHT = 0.5
_SPREAD_FLOOR = 6.0
_SURE = 4.0


@dataclass(frozen=True)
class TwoSets:
    """Colours (L, a, b; L weighted) of the lighter and the darker set, and how far discs stray from them."""

    light: Floats
    dark: Floats
    spread: float

    def log_odds(self, colours: Floats) -> Floats:
        """Log-odds of N×3 disc colours to be of the lighter set."""
        near = np.linalg.norm(colours - self.light, axis=1)
        far = np.linalg.norm(colours - self.dark, axis=1)
        gap = max(1e-6, float(np.linalg.norm(self.light - self.dark)))
        return np.asarray(np.clip((far**2 - near**2) / (2 * max(self.spread, 0.25 * gap) ** 2), -_SURE, _SURE))


def disc_colours(image: Image, discs: Sequence[Box]) -> Floats:
    """Median colour (L, a, b; L weighted) of each disc's middle without its brightest fifth; N×3."""
    lab = cv2.cvtColor(image.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    height, width = image.shape[:2]
    found = np.zeros((len(discs), 3))
    for i, disc in enumerate(discs):
        (cx, cy), r = disc.centre, max(1.5, 0.32 * disc.size)
        x0, x1 = max(0, int(cx - r)), min(width, int(cx + r) + 1)
        y0, y1 = max(0, int(cy - r)), min(height, int(cy + r) + 1)
        if x1 <= x0 or y1 <= y0:
            continue
        ys, xs = np.mgrid[y0:y1, x0:x1]
        pixels = lab[y0:y1, x0:x1][(xs - cx) ** 2 + (ys - cy) ** 2 <= r * r + 1]
        if len(pixels):
            dull = pixels[pixels[:, 0] <= np.quantile(pixels[:, 0], 0.8)]
            found[i] = np.median(dull, axis=0) * (_LIGHTNESS_WEIGHT, 1, 1)
    return found


def _from_profile(colours: SetColours) -> TwoSets:
    weight = np.array([_LIGHTNESS_WEIGHT, 1, 1])
    spread = max(_SPREAD_FLOOR, (colours.light_spread + colours.dark_spread) / 2)
    return TwoSets(np.array(colours.light) * weight, np.array(colours.dark) * weight, spread)


def learn_sets(colours: Floats, light: Floats, weight: Floats) -> TwoSets | None:
    """Two sets from N×3 disc colours, N network probabilities `light` and N weights; None when only one colour is
    there."""
    share = np.clip(light, 0.02, 0.98)
    for turn in range(12):
        first, second = share * weight, (1 - share) * weight
        if min(first.sum(), second.sum()) < 0.6:
            return None
        means = (first[:, None] * colours).sum(0) / first.sum(), (second[:, None] * colours).sum(0) / second.sum()
        away = np.minimum(np.linalg.norm(colours - means[0], axis=1), np.linalg.norm(colours - means[1], axis=1))
        spread = max(_SPREAD_FLOOR, float(np.sqrt(np.average(away**2, weights=weight + 1e-9))))
        sets = TwoSets(means[0], means[1], spread)
        fade = _NETWORK_WEIGHT * 0.8**turn
        odds = sets.log_odds(colours) + fade * np.log(np.clip(light, 0.02, 0.98) / np.clip(1 - light, 0.02, 0.98))
        share = 1 / (1 + np.exp(-odds))
    if sets.light[0] < sets.dark[0]:
        sets = TwoSets(sets.dark, sets.light, sets.spread)
    apart = float(np.linalg.norm(sets.light - sets.dark))
    return sets if apart > 1.5 * _SPREAD_FLOOR else None


def shade_odds(image: Image, discs: Sequence[Box], known: SetColours | None) -> tuple[Floats, TwoSets | None]:
    """Log-odds of each disc to be of the lighter set, and the two sets (None when their colours could not be told
    apart)."""
    if not discs:
        return np.zeros(0), _from_profile(known) if known else None
    colours = disc_colours(image, discs)
    light = np.array([0.5 if d.light is None else d.light for d in discs])
    weight = np.array([d.score**2 for d in discs])
    sets = _from_profile(known) if known else learn_sets(colours, light, weight)
    network = np.log(np.clip(light, 0.02, 0.98) / np.clip(1 - light, 0.02, 0.98))
    if sets is None:
        return network, None
    return sets.log_odds(colours) + _NETWORK_WEIGHT * 0.5 * network, sets
