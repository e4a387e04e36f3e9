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
Members: TypeAlias = npt.NDArray[np.bool_]

_LIGHTNESS_WEIGHT = 0.7
"""Lightness varies more over a board than hue does."""
_REACH = 0.4
"""Radius of the looked-at middle, share of a disc's diameter."""
_SPREAD_FLOOR = 6.0
_SURE = 6.0
_PLAIN_GAP = 12.0
"""Difference in (weighted) lightness above which the network's "lighter" and "darker" can be trusted."""
_DISTINCT = 1.5
_GRID = np.stack(np.meshgrid(np.linspace(-1, 1, 13), np.linspace(-1, 1, 13)), -1).reshape(-1, 2)
_SPOTS: Floats = _GRID[np.hypot(*_GRID.T) <= 1]
"""Places looked at in a disc of radius 1."""
_DULL = slice(len(_SPOTS) // 10, (len(_SPOTS) + 1) // 2)
"""Of the places sorted by lightness: the darker half without the darkest, which may be shadow."""
_ROUNDS, _FAR = 10, 2500.0
"""Rounds of two-means at most, and the squared distance beyond which a disc counts as no farther."""


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
    is least; 0 for discs outside the picture."""
    height, width = image.shape[:2]
    centres = np.array([disc.centre for disc in discs]).reshape(-1, 1, 2)
    radii = np.array([max(1.5, _REACH * disc.size) for disc in discs]).reshape(-1, 1, 1)
    at = np.rint(centres + radii * _SPOTS).astype(int)
    x, y = np.clip(at[..., 0], 0, width - 1), np.clip(at[..., 1], 0, height - 1)
    lab = cv2.cvtColor(image[y, x].astype(np.float32) / np.float32(255), cv2.COLOR_BGR2LAB)
    order = np.argsort(lab[..., 0], axis=1)
    dull = np.take_along_axis(lab, order[:, _DULL, None], axis=1)
    found = np.concatenate([np.median(lab, axis=1), np.median(dull, axis=1)], axis=1)
    centres, radii = centres[:, 0], radii[:, 0]
    outside = ((centres + radii < 0) | (centres - radii > (width, height))).any(1)
    found[outside] = 0
    return np.asarray(found * np.tile([_LIGHTNESS_WEIGHT, 1, 1], 2) / np.sqrt(2), np.float64)


def lab_of(colours: Floats) -> Floats:
    """N×6 colours of discs → N×3 medians in CIE L*a*b*."""
    return np.asarray(colours[:, :3] * np.sqrt(2) / [_LIGHTNESS_WEIGHT, 1, 1])


def _from_profile(colours: SetColours) -> TwoSets:
    weight = np.array([_LIGHTNESS_WEIGHT, 1, 1])
    spread = max(_SPREAD_FLOOR, (colours.light_spread + colours.dark_spread) / 2)
    return TwoSets(np.array(colours.light) * weight, np.array(colours.dark) * weight, spread)


def _seeds(colours: Floats, light: Floats, weight: Floats) -> Members:
    """First guesses (G×N) of which discs are of one set: the network's, and halves along each feature and the main
    direction."""
    centred = colours - np.average(colours, axis=0, weights=weight)
    _, _, axes = np.linalg.svd(centred * np.sqrt(weight)[:, None], full_matrices=False)
    lines = [light, *colours[:, :3].T, centred @ axes[0], centred @ axes[min(1, len(axes) - 1)]]
    guesses = [light > 0.5]
    for line in lines:
        guesses += [line > (line.min() + line.max()) / 2, line > np.median(line)]
    unlike = {g.tobytes(): g for g in guesses if g.any() and not g.all()}
    return np.array([unlike[key] for key in sorted(unlike)], bool).reshape(-1, len(light))


def _refine(colours: Floats, weight: Floats, groups: npt.NDArray[np.int64], first: Members) -> tuple[Floats, Members]:
    """Two means of whole groups from G first guesses (G×N): weighted squared errors (G, infinite where one set is
    empty) and members."""
    members, errors = first, np.full(len(first), np.inf)
    inside = np.eye(int(groups.max()) + 1)[groups]
    for _ in range(_ROUNDS):
        shares = np.stack([members, ~members]) * weight
        total = shares.sum(2, keepdims=True)
        means = shares @ colours / np.maximum(total, 1e-12)
        apart = ((colours[None, None] - means[:, :, None]) ** 2).sum(3)
        costs = (np.minimum(apart, _FAR) * weight) @ inside
        errors = np.where((total > 0).all(0)[:, 0], costs.min(0).sum(1), np.inf)
        moved = np.where(np.isfinite(errors)[:, None], (costs[0] <= costs[1])[:, groups], members)
        if (moved == members).all():
            break
        members = moved
    return errors, members


def learn_sets(colours: Floats, light: Floats, weight: Floats, groups: npt.NDArray[np.int64]) -> TwoSets | None:
    """Two sets from N×6 disc colours, N network probabilities, N weights and the group (a point holds one set) of
    each disc.

    None when only one colour is there.
    """
    errors, tries = _refine(colours, weight, groups, _seeds(colours, light, weight))
    whole = np.where(tries.any(1) & ~tries.all(1), errors, np.inf)
    if not np.isfinite(whole).any():
        return None
    error, members = float(whole.min()), tries[int(np.argmin(whole))]
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

    `groups` name the point each disc is on; those without a name stand for themselves. Known colours that are too alike
    say nothing.
    """
    if known and known.alike:
        known = None
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
