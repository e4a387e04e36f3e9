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
_REACH = 0.4
"""Radius of the looked-at middle, share of a disc's diameter."""
_SPREAD_FLOOR = 6.0
_SURE = 6.0
_PLAIN_GAP = 12.0
"""Difference in (weighted) lightness above which the network's "lighter" and "darker" can be trusted."""
_DISTINCT = 1.5


@dataclass(frozen=True)
class TwoSets:
    """Features of the lighter and the darker set, and how far discs stray from them."""

    light: Floats
    dark: Floats
    spread: float

    def log_odds(self, colours: Floats) -> Floats:
        """Log-odds of disc colours (N × as many features) to be of the lighter set."""
        near = ((colours - self.light) ** 2).sum(1)
        far = ((colours - self.dark) ** 2).sum(1)
        gap = float(np.linalg.norm(self.light - self.dark))
        return np.asarray(np.clip((far - near) / (2 * max(self.spread, 0.25 * gap, 1e-6) ** 2), -_SURE, _SURE))

    @property
    def plain(self) -> float:
        """0 … 1: how far lightness alone tells the sets apart."""
        return float(np.clip((self.light[0] - self.dark[0]) / _PLAIN_GAP - 0.3, 0, 1))


def disc_colours(image: Image, discs: Sequence[Box]) -> Floats:
    """Colours of each disc's middle, N×6: L, a, b (L weighted) of its median, then of its darker half, where glare
    is least."""
    lab = cv2.cvtColor(image.astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    height, width = image.shape[:2]
    found = np.zeros((len(discs), 6))
    for i, disc in enumerate(discs):
        (cx, cy), r = disc.centre, max(1.5, _REACH * disc.size)
        x0, x1 = max(0, int(cx - r)), min(width, int(cx + r) + 1)
        y0, y1 = max(0, int(cy - r)), min(height, int(cy + r) + 1)
        if x1 <= x0 or y1 <= y0:
            continue
        ys, xs = np.mgrid[y0:y1, x0:x1]
        pixels = lab[y0:y1, x0:x1][(xs - cx) ** 2 + (ys - cy) ** 2 <= r * r + 1]
        if len(pixels):
            low, high = np.quantile(pixels[:, 0], (0.1, 0.5))
            dull = pixels[(pixels[:, 0] >= low) & (pixels[:, 0] <= high)]
            found[i] = np.concatenate([np.median(pixels, axis=0), np.median(dull, axis=0)])
    return np.asarray(found * np.tile([_LIGHTNESS_WEIGHT, 1, 1], 2) / np.sqrt(2))


def _from_profile(colours: SetColours) -> TwoSets:
    weight = np.array([_LIGHTNESS_WEIGHT, 1, 1])
    spread = max(_SPREAD_FLOOR, (colours.light_spread + colours.dark_spread) / 2)
    return TwoSets(np.array(colours.light) * weight, np.array(colours.dark) * weight, spread)


def _seeds(colours: Floats, light: Floats, weight: Floats) -> list[npt.NDArray[np.bool_]]:
    """First guesses of which discs are of one set: the network's, and halves along each feature and the main
    direction."""
    centred = colours - np.average(colours, axis=0, weights=weight)
    _, _, axes = np.linalg.svd(centred * np.sqrt(weight)[:, None], full_matrices=False)
    lines = [light, *colours[:, :3].T, centred @ axes[0], centred @ axes[min(1, len(axes) - 1)]]
    guesses: list[npt.NDArray[np.bool_]] = [np.asarray(light > 0.5)]
    for line in lines:
        guesses += [np.asarray(line > (line.min() + line.max()) / 2), np.asarray(line > np.median(line))]
    return [g for g in guesses if g.any() and not g.all()]


def _refine(
    colours: Floats, weight: Floats, groups: npt.NDArray[np.int64], first: npt.NDArray[np.bool_]
) -> tuple[float, npt.NDArray[np.bool_]]:
    """Two means of whole groups from a first guess: weighted squared error and membership."""
    members, error = first, np.inf
    for _ in range(10):
        if min(weight[members].sum(), weight[~members].sum()) <= 0:
            return np.inf, members
        means = [np.average(colours[m], axis=0, weights=weight[m]) for m in (members, ~members)]
        costs = np.stack([np.minimum(((colours - m) ** 2).sum(1), 2500.0) * weight for m in means])
        total = np.stack([np.bincount(groups, c, minlength=int(groups.max()) + 1) for c in costs])
        error, members = float(total.min(0).sum()), (total[0] <= total[1])[groups]
    return error, members


def learn_sets(colours: Floats, light: Floats, weight: Floats, groups: npt.NDArray[np.int64]) -> TwoSets | None:
    """Two sets from N×6 disc colours, N network probabilities, N weights and the group (a point holds one set) of
    each disc.

    None when only one colour is there.
    """
    tries = [_refine(colours, weight, groups, guess) for guess in _seeds(colours, light, weight)]
    tries = [t for t in tries if np.isfinite(t[0]) and t[1].any() and not t[1].all()]
    if not tries:
        return None
    error, members = min(tries, key=lambda t: t[0])
    means = [np.average(colours[m], axis=0, weights=weight[m]) for m in (members, ~members)]
    spread = max(_SPREAD_FLOOR, float(np.sqrt(error / weight.sum())))
    lighter, darker = sorted(means, key=lambda m: -m[0])
    apart = float(np.linalg.norm(lighter - darker))
    return TwoSets(lighter, darker, spread) if apart > _DISTINCT * spread else None


def shade_odds(
    image: Image, discs: Sequence[Box], groups: Sequence[str | None], known: SetColours | None
) -> tuple[Floats, TwoSets | None]:
    """Log-odds of each disc to be of the lighter set, and the two sets (None when their colours could not be told
    apart).

    `groups` name the point each disc is on; those without a name stand for themselves.
    """
    if not discs:
        return np.zeros(0), _from_profile(known) if known else None
    colours = disc_colours(image, discs)
    light = np.array([0.5 if d.light is None else d.light for d in discs])
    weight = np.array([d.score**2 for d in discs])
    names = [group or f"#{i}" for i, group in enumerate(groups)]
    numbers = np.unique(names, return_inverse=True)[1].astype(np.int64)
    sets = learn_sets(colours, light, weight, numbers)
    opinions = [sets.log_odds(colours)] if sets else []
    if known:
        opinions.append(_from_profile(known).log_odds(colours[:, :3] * np.sqrt(2)))
        sets = sets or _from_profile(known)
    network = np.log(np.clip(light, 0.02, 0.98) / np.clip(1 - light, 0.02, 0.98))
    if sets is None:
        return network, None
    return np.asarray(np.mean(opinions, axis=0) + 0.3 * sets.plain * network), sets
