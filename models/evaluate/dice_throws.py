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
from vision.checkers import read_checkers
from vision.detector import BoardReader
from vision.dice import read_dice
from vision.dice_judge import DiceReader
from vision.observation import DieReading
from vision.still import die_places, discs_of

Image = npt.NDArray[np.uint8]
FLAT_BELOW, TILTED_FROM, SEEN = 1.0, 8.0, 0.5
"""Degrees of tilt of a flat die, and of one that is not; least share of a die to be seen for it to be asked for."""
BANDS = ((8, 20), (20, 30), (30, 91))
"""Degrees of tilt that leaning dice are told apart by in the table."""
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
    stills: Iterable[tuple[Image, View, dict[str, Any]]], reader: DiceReader, detector: BoardReader
) -> Throws:
    """Read the dice of stills with the board's sizes and checkers as the board reader sees them, at the places that it
    and the finder propose. Unlike in the program any number is told of, and the board reader, which was not taught
    heaps of dice, need not see them too."""
    out = Throws()
    for image, view, label in stills:
        board = read_checkers(image, view, detector)
        began = time.process_time()
        seen = view.with_geometry(board.geometry)
        discs, places = discs_of(board, seen), die_places(board.boxes, None)
        readings = read_dice(image, seen, reader=reader, discs_mm=discs, detector_boxes=places, most=10**6)
        out.seconds += time.process_time() - began
        out.stills += 1
        dice = thrown(label)
        found, left = match(dice, readings)
        out.pairs += list(zip(dice, found, strict=True))
        out.false += left
    return out


def _band(pairs: Iterable[tuple[Thrown, DieReading]], low: float, high: float) -> str:
    """How many of the dice that lean so much are called not flat."""
    there = [r for t, r in pairs if low <= t.tilt < high and not t.moving]
    return f"{low} to {high}: {sum(r.flat is False for r in there)} of {len(there)}"


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
    on = [(t.ground == "checker", r.on_checker) for t, r in pairs if r.on_checker is not None]
    wrong = Counter(f"{t.ground} taken for {r.rests_on}" for t, r in pairs if t.ground != r.rests_on)
    return [
        f"{throws.stills} stills, {len(asked)} dice at least half seen on the board or its rail and trays",
        "found at all               " + share_line(len(pairs), len(asked)),
        "value right of reported    " + share_line(sum(t.value == r.value for t, r in told), len(told)),
        "value reported of flat     " + share_line(len(told), len(flat)),
        "not flat (8 up) found      " + share_line(sum(r.flat is False for r in steep), len(steep)),
        "  by degrees               " + ", ".join(_band(pairs, low, high) for low, high in BANDS),
        "  of them called flat      " + share_line(sum(r.flat is True for r in steep), len(steep)),
        "flat called not flat       " + share_line(sum(r.flat is False for r in level), len(level)),
        "1 to 8 called not flat     " + share_line(sum(r.flat is False for r in between), len(between)),
        "half right                 " + share_line(sum(t.where == r.place for t, r in halves), len(halves)),
        "place right                " + share_line(sum(t.where == r.place for t, r in pairs), len(pairs)),
        "on what right              " + share_line(sum(t.ground == r.rests_on for t, r in pairs), len(pairs)),
        "  " + ", ".join(f"{name}: {count}" for name, count in wrong.most_common(8)),
        "on a checker told          " + share_line(len(on), len(pairs)),
        "  right of told            " + share_line(sum(truth is told for truth, told in on), len(on)),
        f"valued where there is no die: {sum(r.value is not None for r in throws.false)}",
        f"{1000 * throws.seconds / max(1, throws.stills):.0f} ms of one core a still for the dice",
    ]
