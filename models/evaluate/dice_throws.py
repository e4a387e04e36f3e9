"""The dice reader on rendered throws with the true corners: value, flatness, half, and what each die stands on."""

import json
import math
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.view import View
from models.evaluate.wilson import share_line
from vision.checkers import CHECKER_MM
from vision.detector import Box, OnnxDetector
from vision.dice import AROUND, read_dice
from vision.dice_judge import DiceReader
from vision.dice_place import Disc
from vision.observation import DieReading
from vision.rectify import rectify
from vision.still import SURE_DISC

Image = npt.NDArray[np.uint8]
FLAT_BELOW, TILTED_FROM, SEEN = 1.0, 8.0, 0.5
"""Degrees of tilt of a flat die, and of one that is not; least share of a die to be seen for it to be asked for."""
GROUND_ORDER = ("checker", "die", "rail", "bar", "field")


@dataclass(frozen=True)
class Thrown:
    """A die of a still: where its middle is seen (px), how much of it is, and its truth."""

    xy: tuple[float, float]
    seen: float
    value: int | None
    tilt: float
    moving: bool
    where: str
    ground: str


@dataclass
class Throws:
    """Pairs of truth and reading (None where nothing was found there), and readings of nothing."""

    pairs: list[tuple[Thrown, DieReading | None]] = field(default_factory=list)
    false: list[DieReading] = field(default_factory=list)
    stills: int = 0
    seconds: float = 0.0


def thrown(label: dict[str, Any]) -> list[Thrown]:
    """The dice of a still's label."""
    things = [t for t in label["things"] if t["kind"] == "die" and t["box"]]
    if len(things) != len(label["dice"]):
        return []
    out = []
    for thing, die in zip(things, label["dice"], strict=True):
        ground = next((name for name in GROUND_ORDER if name in die["rests_on"]), "table")
        x, y = die["xy"]
        out.append(Thrown((x, y), thing["visible"], die["value"], die["tilt"], die["moving"], die["where"], ground))
    return out


def stills_of(folder: Path, last: str = "", most: int | None = None) -> Iterator[tuple[Image, View, dict[str, Any]]]:
    """Pictures, views by the true corners, and labels of a folder of stills, of numbers that end in `last`; the first
    `most` of them.

    :raises FileNotFoundError: when there is none.
    """
    paths = [p for p in sorted(folder.glob("[0-9]*.json")) if p.stem.endswith(last)]
    if not paths:
        raise FileNotFoundError(f"no stills in {folder}: make them with `python -m models.synth stills`")
    for path in paths[:most]:
        image = cv2.imread(str(path.with_suffix(".jpg")))
        if image is None:
            raise FileNotFoundError(f"cannot read the picture {path.with_suffix('.jpg')}")
        label = json.loads(path.read_text(encoding="utf-8"))
        corners = [(float(x), float(y)) for x, y in label["corners"]]
        yield np.asarray(image, np.uint8), View.from_corners(corners, (image.shape[1], image.shape[0])), label


def match(dice: Sequence[Thrown], readings: Iterable[DieReading]) -> tuple[list[DieReading | None], list[DieReading]]:
    """For each die the nearest reading within its size, each reading for one die; and the readings left over."""
    left = list(readings)
    found: list[DieReading | None] = [None] * len(dice)
    far = [
        (math.hypot(r.xy[0] - d.xy[0], r.xy[1] - d.xy[1]) / max(r.size_px, 6.0), i, r)
        for i, d in enumerate(dice)
        for r in left
    ]
    for distance, i, reading in sorted(far, key=lambda item: item[0]):
        if distance < 0.9 and found[i] is None and reading in left:
            found[i] = reading
            left.remove(reading)
    return found, left


def read_throws(
    stills: Iterable[tuple[Image, View, dict[str, Any]]],
    reader: DiceReader,
    detector: OnnxDetector,
    reach: float | None = AROUND,
) -> Throws:
    """Read the dice of stills at the places that the board reader's one look proposes and, where `reach` is not None,
    at those that the finder sees."""
    out = Throws()
    for image, view, label in stills:
        flat, scale, margin = rectify(image, view)
        boxes = detector.look(flat).boxes
        began = time.process_time()
        dice = thrown(label)
        places = [_boxed(box.xyxy, view, scale, margin) for box in boxes if box.kind == "die"]
        discs = discs_in([box for box in boxes if box.kind == "checker"], view, scale, margin)
        readings = read_dice(image, view, reader=reader, discs_mm=discs, detector_boxes=places, reach=reach, most=10**6)
        out.seconds += time.process_time() - began
        out.stills += 1
        found, left = match(dice, readings)
        out.pairs += list(zip(dice, found, strict=True))
        out.false += left
    return out


def discs_in(boxes: Sequence[Box], view: View, scale: float, margin: float) -> list[Disc]:
    """The checkers that a look at the rectified picture found: x, y of their base and radius, mm."""
    sure = [box for box in boxes if box.score > SURE_DISC]
    if not sure:
        return []
    tops = np.array([box.centre for box in sure]) / scale - margin
    bases = 2 * tops - view.to_mm(view.lift(tops, CHECKER_MM))
    radius = float(np.median([box.size for box in sure])) / scale / 2
    return [(float(x), float(y), radius) for x, y in bases]


def _boxed(
    xyxy: tuple[float, float, float, float], view: View, scale: float, margin: float
) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = (v / scale - margin for v in xyxy)
    corners = view.to_px(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))
    (a, b), (c, d) = corners.min(0), corners.max(0)
    return float(a), float(b), float(c), float(d)


def table(throws: Throws) -> list[str]:
    """The scores, a line each."""
    asked = [(t, r) for t, r in throws.pairs if t.seen >= SEEN and t.where != "off-board"]
    pairs = [(t, r) for t, r in asked if r is not None]
    steep = [r for t, r in pairs if t.tilt >= TILTED_FROM or t.moving]
    level = [r for t, r in pairs if t.tilt < FLAT_BELOW and not t.moving]
    between = [r for t, r in pairs if FLAT_BELOW <= t.tilt < TILTED_FROM and not t.moving]
    flat = [(t, r) for t, r in pairs if t.tilt < TILTED_FROM and not t.moving and t.value]
    told = [(t, r) for t, r in flat if r.value]
    halves = [(t, r) for t, r in pairs if t.where in ("left-half", "right-half")]
    wrong = Counter(f"{t.ground} taken for {r.rests_on}" for t, r in pairs if t.ground != r.rests_on)
    return [
        f"{throws.stills} stills, {len(asked)} dice at least half seen on the board or its rail and trays",
        "found at all               " + share_line(len(pairs), len(asked)),
        "value right of reported    " + share_line(sum(t.value == r.value for t, r in told), len(told)),
        "value reported of flat     " + share_line(len(told), len(flat)),
        "not flat (8 up) found      " + share_line(sum(r.flat is False for r in steep), len(steep)),
        "  of them called flat      " + share_line(sum(r.flat is True for r in steep), len(steep)),
        "flat called not flat       " + share_line(sum(r.flat is False for r in level), len(level)),
        "1 to 8 called not flat     " + share_line(sum(r.flat is False for r in between), len(between)),
        "half right                 " + share_line(sum(t.where == r.place for t, r in halves), len(halves)),
        "on what right              " + share_line(sum(t.ground == r.rests_on for t, r in pairs), len(pairs)),
        "  " + ", ".join(f"{name}: {count}" for name, count in wrong.most_common(8)),
        f"valued where there is no die: {sum(r.value is not None for r in throws.false)}",
        f"{1000 * throws.seconds / max(1, throws.stills):.0f} ms of one core a still for the dice",
    ]
