"""What this set looks like: colours of checkers, points and field in CIE L*a*b* (L 0–100, a and b about ±127).

The starting position gives free labels: which points are occupied, by which side, and which are bare, is known before
looking. Any other position serves as well where its points are given.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.view import View

Lab: TypeAlias = tuple[float, float, float]
Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]

THICKNESS = 0.27
"""Thickness of a checker as a share of its diameter."""
ALIKE = 12.0
"""Colours nearer than this in L*a*b* are hard to tell apart under changing light."""
MOST_AGREE, EACH_AGREES = 0.8, 0.5
"""Share of the pixels where checkers should lie that must have their side's colour: over all points, and on each."""
START = (("top", 0), ("top", 11), ("bottom", 4), ("bottom", 6)), (("bottom", 0), ("bottom", 11), ("top", 4), ("top", 6))
"""Points of either side in the starting position, one side's home at the bottom right; two checkers or more each."""


@dataclass(frozen=True)
class SetColours:
    """Colours of one set as one camera sees it, medians in CIE L*a*b*.

    `light` and `dark` are the two sides' checkers, `points` the two colours of the points (the first is the one of
    `top[0]`), `field` the ground between them. `light_spread` and `dark_spread` say how far the pixels of a side's
    checkers stray from its median (Euclidean in Lab).
    """

    light: Lab
    dark: Lab
    points: tuple[Lab, Lab]
    field: Lab
    light_spread: float
    dark_spread: float

    @property
    def alike(self) -> bool:
        """Are the two sides' checkers too near each other in colour to be told apart by it?"""
        apart = distance(self.light, self.dark)
        return apart < ALIKE or apart < self.light_spread + self.dark_spread

    def warnings(self) -> tuple[str, ...]:
        """What will make this set hard to read, in words; empty where nothing does."""
        apart = distance(self.light, self.dark)
        said = []
        if self.alike:
            said.append(
                f"the two sides' checkers look alike (colours {apart:.0f} apart): improve the light or use another set"
            )
        for name, checker in (("light", self.light), ("dark", self.dark)):
            nearest = min(distance(checker, point) for point in self.points)
            if nearest < ALIKE / 2:
                said.append(f"the {name} checkers are as {name} as some points (colours {nearest:.0f} apart)")
        return tuple(said)


def distance(one: Lab, other: Lab) -> float:
    """Euclidean distance of two colours (CIE 1976)."""
    return float(np.linalg.norm(np.subtract(one, other)))


def to_lab(image: Image) -> npt.NDArray[np.float32]:
    """H×W×3 BGR → H×W×3 CIE L*a*b*."""
    return np.asarray(cv2.cvtColor(image.astype(np.float32) / 255.0, cv2.COLOR_BGR2Lab), dtype=np.float32)


def start_slots(image: Image, view: View) -> dict[str, str] | None:
    """The points of the starting position where it stands in the picture (H×W×3), None where it doesn't.

    Maps slot names such as `top[0]` to `L2` or `D2` (the two checkers nearest the edge) and to an empty text for bare
    points. Either side may sit at either edge and either way round.
    """
    lab = to_lab(image)
    best: tuple[float, dict[str, str]] | None = None
    for mirrored in (False, True):
        sides = [[(row, 11 - i if mirrored else i) for row, i in places] for places in START]
        seen = [np.array([_checker_pixels(lab, view, row, i, 2) for row, i in places]) for places in sides]
        middles = [np.median(pixels.reshape(-1, 3), axis=0) for pixels in seen]
        apart = float(np.linalg.norm(middles[0] - middles[1]))
        near = np.array([np.linalg.norm(p - m, axis=-1) < apart / 2 for p, m in zip(seen, middles, strict=True)])
        agree, weakest = float(near.mean()), float(near.mean(axis=(2, 3)).min())
        if apart < ALIKE / 2 or agree < MOST_AGREE or weakest < EACH_AGREES or (best and agree <= best[0]):
            continue
        lighter = 0 if middles[0][0] >= middles[1][0] else 1
        slots = {f"{row}[{i}]": "" for row in ("top", "bottom") for i in range(12)}
        for k, places in enumerate(sides):
            slots.update({f"{row}[{i}]": "L2" if k == lighter else "D2" for row, i in places})
        best = agree, slots
    return best[1] if best else None


def learn_colours(image: Image, view: View, slots: Mapping[str, str]) -> SetColours:
    """The set's colours from a picture (H×W×3) whose points hold `slots`: names → `""`, `L3`, `D5`.

    :raises ValueError: when a side has no checker in `slots`, or no point is bare.
    """
    lab = to_lab(image)
    checkers: dict[str, list[Floats]] = {"L": [], "D": []}
    points: tuple[list[Floats], list[Floats]] = ([], [])
    for name, text in slots.items():
        row, index = name.split("[")[0], int(name.split("[")[1].rstrip("]"))
        if text:
            checkers[text[0]].append(_checker_pixels(lab, view, row, index, min(int(text[1:]), 5)).reshape(-1, 3))
        else:
            points[(index + (row == "bottom")) % 2].append(_point_pixels(lab, view, row, index))
    for shade, word in (("L", "light"), ("D", "dark")):
        if not checkers[shade]:
            raise ValueError(f"no {word} checker is given, so the set's colours can't be learnt")
    if not points[0] or not points[1]:
        raise ValueError("no bare point of each colour is given, so the points' colours can't be learnt")
    light, light_spread = _middle(checkers["L"])
    dark, dark_spread = _middle(checkers["D"])
    field = _middle([_ground_pixels(lab, view)])[0]
    return SetColours(light, dark, (_middle(points[0])[0], _middle(points[1])[0]), field, light_spread, dark_spread)


def _middle(samples: Sequence[Floats]) -> tuple[Lab, float]:
    """Median colour of pixels, and how far the middle half of them strays."""
    pixels = np.concatenate([s.reshape(-1, 3) for s in samples])
    lightness, a, b = (float(v) for v in np.median(pixels, axis=0))
    spread = float(np.median(np.linalg.norm(pixels - (lightness, a, b), axis=1)))
    return (lightness, a, b), max(spread, 0.1)


def _read(lab: npt.NDArray[np.float32], places: Floats) -> Floats:
    """Colours (N, 3) at N×2 px of the picture, nearest px inside it."""
    limit = np.array([lab.shape[1], lab.shape[0]]) - 1
    at = np.clip(np.round(places), 0, limit).astype(int)
    return np.asarray(lab[at[:, 1], at[:, 0]], dtype=np.float64)


def _checker_pixels(lab: npt.NDArray[np.float32], view: View, row: str, index: int, count: int) -> Floats:
    """Colours (count, 37, 3) on the tops of the `count` checkers nearest the edge of a point."""
    board = view.geometry
    radius = board.checker_diameter / 2
    ring = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    disc = np.array([[0.0, 0.0]] + [[r * np.cos(t), r * np.sin(t)] for r in (0.3, 0.55, 0.8) for t in ring]) * radius
    samples = []
    for k in range(count):
        y = (2 * k + 1) * radius
        centre = np.array([board.column_x(index), y if row == "top" else board.field_height - y])
        samples.append(_read(lab, view.lift(centre + disc, THICKNESS * board.checker_diameter)))
    return np.array(samples)


def _point_pixels(lab: npt.NDArray[np.float32], view: View, row: str, index: int) -> Floats:
    """Colours (N, 3) inside a bare point, away from its sides."""
    board = view.geometry
    length = 0.4 * board.field_height
    along, across = np.meshgrid(np.linspace(0.1, 0.6, 12), np.linspace(-0.25, 0.25, 7), indexing="ij")
    x = board.column_x(index) + across.ravel() * (1 - along.ravel()) * board.point_width
    y = along.ravel() * length
    return _read(lab, view.to_px(np.column_stack([x, y if row == "top" else board.field_height - y])))


def _ground_pixels(lab: npt.NDArray[np.float32], view: View) -> Floats:
    """Colours (N, 3) of the ground along the field's middle, bar left out."""
    board = view.geometry
    low, high = board.bar_x
    width = board.field_width
    x = np.concatenate(
        [np.linspace(0.03 * width, low - 0.03 * width, 40), np.linspace(high + 0.03 * width, 0.97 * width, 40)]
    )
    y = np.linspace(0.46, 0.54, 8) * board.field_height
    grid = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    return _read(lab, view.to_px(grid))
