"""What is in a picture, exactly: a box and a mask for each thing, the counts, and the truth in the form that
readings have."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.physics.tabletop import leaning
from models.synth.physics.truth import where_at
from models.synth.scene import CheckerPlace, Shade
from models.synth.studio.lens import seen_at
from models.synth.studio.pieces import checker_profile
from models.synth.studio.putting import Kind, Labelled
from models.synth.studio.setting import DieOn, Setting, Viewpoint
from models.synth.studio.shapes import Floats, rounded_cube

_SHADES: tuple[Shade, ...] = ("L", "D")
READABLE = 0.35
"""Least share of a die that is seen for its value to be read."""
_TO_BOARD = (1.0, -1.0, 1.0)
FLAT = 1.0
"""Most tilt of a die that is called flat, degrees."""
Mask = npt.NDArray[np.int32]
Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Label:
    """A labelled thing in the picture: its number in the mask, box px (None when wholly hidden) and px seen.

    `centre` is where the middle of its upper face (the whole of a die) would be seen, px; `visible` the share of its
    outline that is seen.
    """

    number: int
    kind: Kind
    index: int
    name: str
    box: Box | None
    area: int
    centre: tuple[float, float]
    visible: float


def labels_of(setting: Setting, view: Viewpoint, numbers: Mask, labelled: dict[int, Labelled]) -> tuple[Label, ...]:
    """One label for each thing that has a body of known place: checkers, dice, the cube; hands and props by mask."""
    boxes = _boxes(numbers)
    found = []
    for number, thing in labelled.items():
        box, area = boxes.get(number, (None, 0))
        outline = _outline(setting, thing)
        if outline is None:
            centre = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) if box else (-1.0, -1.0)
            visible = 1.0 if box else 0.0
        else:
            middle, body = outline
            x, y = seen_at(view, middle[None])[0]
            hull = cv2.convexHull(seen_at(view, body).astype(np.float32))
            centre, visible = (float(x), float(y)), min(1.0, area / max(float(cv2.contourArea(hull)), 1.0))
        found.append(Label(number, thing.kind, thing.index, thing.name, box, area, centre, visible))
    return tuple(found)


def _boxes(numbers: Mask) -> dict[int, tuple[Box, int]]:
    """Number → (box, px seen); a box holds whole pixels, right and bottom edges included."""
    found: dict[int, tuple[Box, int]] = {}
    rows, columns = np.nonzero(numbers > 1)
    seen = numbers[rows, columns]
    order = np.argsort(seen, kind="stable")
    seen, rows, columns = seen[order], rows[order], columns[order]
    starts = np.flatnonzero(np.r_[True, np.diff(seen) > 0]) if len(seen) else np.empty(0, int)
    for start, end in zip(starts, np.r_[starts[1:], len(seen)], strict=True):
        x, y = columns[start:end], rows[start:end]
        box = (float(x.min()), float(y.min()), float(x.max() + 1), float(y.max() + 1))
        found[int(seen[start])] = (box, int(end - start))
    return found


def _outline(setting: Setting, thing: Labelled) -> tuple[Floats, Floats] | None:
    """The middle of the upper face and points that span the body, board's frame, mm; None for hands and props."""
    if thing.kind == "checker":
        return _checker(setting, thing.index)
    if thing.kind == "die":
        die = setting.dice[thing.index]
        body = rounded_cube(die.side, die.rounding).points @ np.array(die.axes)
        return np.array(die.centre), die.centre + body * (1, -1, 1)
    if thing.kind == "cube" and setting.cube:
        cube = setting.cube
        cos, sin = np.cos(cube.yaw), np.sin(cube.yaw)
        turn = np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)])
        body = rounded_cube(cube.side, cube.rounding).points @ turn.T
        return np.array(cube.centre), cube.centre + body * (1, -1, 1)
    return None


def _checker(setting: Setting, index: int) -> tuple[Floats, Floats]:
    place, diameter = setting.top.checkers[index], setting.top.geometry.checker_diameter
    shade = setting.look.light if place.shade == "L" else setting.look.dark
    height = setting.look.checker_height
    angles = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    rings = [
        np.stack([np.cos(angles) * radius, np.sin(angles) * radius, np.full(40, z)], 1)
        for radius, z in checker_profile(diameter, height, shade)
        if radius > 0.4 * diameter
    ]
    foot, body = np.array([place.x, place.y, place.z]), np.concatenate(rings)
    if place.upright:
        middle = foot + np.array([0.0, 0.0, diameter / 2])
        return middle, middle + np.stack([body[:, 0], body[:, 2] - height / 2, body[:, 1]], 1)
    turn = leaning(place) * np.outer(_TO_BOARD, _TO_BOARD)
    return foot + turn @ (0.0, 0.0, height), foot + body @ turn.T


def corners_of(setting: Setting, view: Viewpoint) -> Floats:
    """Where the field's corners tl, tr, br, bl are seen, (4, 2) px."""
    size = setting.top.geometry
    field = [(0, 0, 0), (size.field_width, 0, 0), (size.field_width, size.field_height, 0), (0, size.field_height, 0)]
    return seen_at(view, field)


def truth_of(
    setting: Setting, view: Viewpoint, covered: Collection[str] = (), labels: Iterable[Label] = ()
) -> dict[str, Any]:
    """The picture's truth in the form of a reading: corners, slots, bar, borne off, dice and cube.

    A point's prisoner is counted under `pinned` and not in its slot, as no camera sees it; slots that are `covered` by
    a hand are named under `hidden`. With `labels`, a die that is hardly seen has no value that could be read, and what
    is not seen at all is left out.
    """
    pinned = prisoners_of(setting.top.checkers)
    slots = Counter((place.slot, place.shade) for place in setting.top.checkers)

    def slot(name: str) -> str:
        shades = (shade for shade in _SHADES if slots[name, shade] and pinned.get(name) != shade)
        return next((f"{shade}{slots[name, shade]}" for shade in shades), "")

    seen = {(label.kind, label.index): label.visible for label in labels}
    shown = [(die, seen.get(("die", index), 1.0)) for index, die in enumerate(setting.dice)]
    dice = [_die_truth(setting, die, view, visible) for die, visible in shown if visible > 0]
    cube = setting.cube if seen.get(("cube", 0), 1.0) > 0 else None
    cube_truth = cube and {"xy": _xy(view, cube.centre), "value": cube.value}
    return {
        "corners": [[round(float(v), 2) for v in corner] for corner in corners_of(setting, view)],
        "top": [slot(f"top[{i}]") for i in range(12)],
        "bottom": [slot(f"bottom[{i}]") for i in range(12)],
        "bar": {shade: slots["bar", shade] for shade in ("L", "D")},
        "off": {shade: slots["off", shade] for shade in ("L", "D")},
        "dice": dice,
        "cube": cube_truth,
        "pinned": {name: f"{shade}1" for name, shade in sorted(pinned.items())},
        "hand_over_board": bool(setting.hands),
        "hidden": sorted(covered),
    }


def prisoners_of(checkers: Iterable[CheckerPlace]) -> dict[str, Shade]:
    """Slot → shade of the checker that lies under the other side's there: the one alone, or of two the lower."""
    heights: dict[str, dict[Shade, list[float]]] = defaultdict(lambda: defaultdict(list))
    for place in checkers:
        if place.slot and place.slot not in {"bar", "off"}:
            heights[place.slot][place.shade].append(place.z)
    return {
        name: min(sides, key=lambda shade: (len(sides[shade]), min(sides[shade])))
        for name, sides in heights.items()
        if len(sides) > 1
    }


def _die_truth(setting: Setting, die: DieOn, view: Viewpoint, visible: float) -> dict[str, Any]:
    truth = die.truth
    if truth is None:
        raise ValueError("a die without a throw's truth can't be labelled: throw it with models.synth.physics")
    return {
        "xy": _xy(view, die.centre),
        "value": truth.value if truth.tilt < 45 and visible >= READABLE and not truth.moving else None,
        "tilt": truth.tilt,
        "flat": truth.tilt < FLAT and not truth.moving,
        "where": where_at(setting.top, die.centre[0], die.centre[1]),
        "on_checker": "checker" in truth.rests_on,
        "rests_on": list(truth.rests_on),
        "touches": list(truth.touches),
        "moving": truth.moving,
    }


def _xy(view: Viewpoint, place: tuple[float, float, float]) -> list[float]:
    x, y = seen_at(view, [place])[0]
    return [round(float(x), 2), round(float(y), 2)]
