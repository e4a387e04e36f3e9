"""Which slots a hand covers, by what the picture's mask shows."""

from collections import defaultdict
from collections.abc import Sequence

import cv2
import numpy as np

from models.synth.scene import CheckerPlace
from models.synth.studio.labels import Label, Mask
from models.synth.studio.lens import seen_at
from models.synth.studio.setting import Setting, Viewpoint

COVERED = 0.3
"""A slot is hidden when a hand covers more than this share of where its checkers lie or, empty, would lie first."""
_FIRST = 2.0
"""So many checkers long is what is looked at of an empty point."""


def covered_slots(setting: Setting, view: Viewpoint, numbers: Mask, labels: Sequence[Label]) -> tuple[str, ...]:
    """Names of the points under hands, and `bar`."""
    hands = [label.number for label in labels if label.kind == "hand" and label.area]
    if not hands:
        return ()
    hand = np.isin(numbers, hands)
    standing: dict[str, list[CheckerPlace]] = defaultdict(list)
    for place in setting.top.checkers:
        standing[place.slot or ""].append(place)
    names = [name for name in setting.top.geometry.regions() if not name.startswith("tray")]
    return tuple(name for name in names if _share(view, hand, _spots(setting, name, standing[name])) > COVERED)


def is_over_field(setting: Setting, view: Viewpoint, numbers: Mask, labels: Sequence[Label]) -> bool:
    """Is any part of a hand seen over the field?"""
    hands = [label.number for label in labels if label.kind == "hand" and label.area]
    size = setting.top.geometry
    field = [(x, y, 0.0) for x in (0.0, size.field_width) for y in (0.0, size.field_height)]
    return bool(hands) and _share(view, np.isin(numbers, hands), np.array(field)) > 0


def _spots(
    setting: Setting, name: str, places: list[CheckerPlace]
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """Corners of what counts of a slot, (N, 3) mm."""
    top = setting.top
    half, high = top.geometry.checker_diameter / 2, top.checker_height
    if places:
        return np.array(
            [(p.x + i * half, p.y + j * half, p.z + high) for p in places for i in (-1, 1) for j in (-1, 1)]
        )
    region = top.geometry.regions()[name]
    if name == "bar":
        return np.array([(x, y, top.bar_height) for x, y in region.corners])
    deep = _FIRST * top.geometry.checker_diameter
    near = (0.0, deep) if name.startswith("top") else (top.geometry.field_height - deep, top.geometry.field_height)
    return np.array([(x, y, 0.0) for x in (region.left, region.right) for y in near])


def _share(
    view: Viewpoint, hand: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
    spots: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> float:  # fmt: skip
    area = np.zeros(hand.shape, np.uint8)
    hull = cv2.convexHull(seen_at(view, spots).astype(np.float32))
    cv2.fillConvexPoly(area, np.rint(hull).astype(np.int32), 1)
    size = int(np.count_nonzero(area))
    return float(np.count_nonzero(hand & (area > 0))) / size if size else 0.0
