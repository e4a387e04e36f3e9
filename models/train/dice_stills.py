"""Crops for the die reader from stills of the simulated table (`models.synth.stills`, see `stills.md` there)."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.session import with_bar
from calibration.view import View
from models.dice_input import PLAN_NUMBERS, plan_numbers, window_about
from models.synth.dice_crops import DieScene, DieTruth
from models.train.dice_pools import stacked
from models.train.dice_spec import FIND_SIZE, GROUNDS, IGNORED, NONE, POOL_SIDE, POOL_SIZE, UNREADABLE, ReadPool

Image = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]

READ_BELOW, LEANS_FROM = 20.0, 30.0
"""Degrees of tilt up to which a value is asked for, and from which a die can't be read; between them nothing is."""
FLAT_BELOW, TILTED_FROM = 3.0, 8.0
OBLIQUE = 0.12
"""Tangent of the viewing angle from which the direction of the lean is worth turning a crop by."""
USUAL_DIE = 13.0


@dataclass(frozen=True)
class Spot:
    """A place to cut: centre of the top face and side in mm of the view's board, and what is to be seen there."""

    x: float
    y: float
    side: float
    kind: int
    tilted: int = IGNORED
    ground: int = IGNORED


def die_kind(die: dict[str, Any], seen: float) -> int:
    """The class a die is to be given: its value, unreadable, or ignored where two people would differ."""
    if die["moving"] or die["tilt"] >= LEANS_FROM:
        return UNREADABLE
    if die["tilt"] >= READ_BELOW or seen < 0.5:
        return IGNORED
    return int(die["value"]) if die["value"] else UNREADABLE


def ground_of(die: dict[str, Any]) -> int:
    """What carries the die, as a number of `GROUNDS`: a checker or a die before the board itself."""
    for name in ("checker", "die", "rail", "bar", "field"):
        if name in die["rests_on"]:
            return GROUNDS.index(name)
    return GROUNDS.index("table")


def sides_of(things: Sequence[dict[str, Any]], dice: Sequence[dict[str, Any]], usual: float) -> list[float]:
    """Side of each die in true mm: twice its centre's height where it lies flat on the field; the other die of its
    throw where that does; else `usual`."""
    known = [
        2 * float(t["mm"][2]) if d["rests_on"] == ["field"] and d["flat"] else None
        for t, d in zip(things, dice, strict=True)
    ]
    found = []
    for index, side in enumerate(known):
        pair = known[index ^ 1] if index ^ 1 < len(known) else None
        found.append(side or pair or next((s for s in known if s), usual))
    return found


def lean_of(view: View, places: Points, height: float) -> Points:
    """How far points above N×2 mm seem to lie from there, a share of their `height` mm."""
    return np.asarray((view.to_mm(view.lift(places, height)) - places) / height)


def dice_of(label: dict[str, Any], view: View) -> list[Spot]:
    """The dice that a person would see."""
    things = [t for t in label["things"] if t["kind"] == "die" and t["box"]]
    pairs = [(t, label["dice"][i]) for i, t in enumerate(things)] if len(things) == len(label["dice"]) else []
    scale = view.geometry.field_width / label["geometry"]["field_width"]
    sides = sides_of([t for t, _ in pairs], [d for _, d in pairs], USUAL_DIE)
    spots = []
    for (thing, die), side in zip(pairs, sides, strict=True):
        size = side * scale
        body = view.to_mm([die["xy"]])
        lean = lean_of(view, body, size)[0] * (0.5 if die["tilt"] < READ_BELOW else 0.0)
        tilted = 1 if die["moving"] or die["tilt"] >= TILTED_FROM else 0 if die["tilt"] < FLAT_BELOW else IGNORED
        if thing["visible"] < 0.5:
            tilted = IGNORED
        x, y = body[0] + lean * size
        spots.append(Spot(float(x), float(y), size, die_kind(die, thing["visible"]), tilted, ground_of(die)))
    return spots


def empty_of(
    rng: np.random.Generator, label: dict[str, Any], view: View, dice: Sequence[Spot], count: int
) -> list[Spot]:
    """Places without a die: on checkers, the cube, hands and things, anywhere, beside dice and on their near sides."""
    side = dice[0].side if dice else USUAL_DIE * rng.uniform(0.8, 1.3)
    wide, high = view.geometry.field_width, view.geometry.field_height
    others = [t["centre"] for t in label["things"] if t["kind"] != "die" and t["box"]]
    cube = [t["centre"] for t in label["things"] if t["kind"] == "cube" and t["box"]]
    picks = [others[i] for i in rng.permutation(len(others))[: count // 2]] + cube
    places = view.to_mm(picks) if picks else np.zeros((0, 2))
    anywhere = rng.uniform((-0.1 * wide, -0.1 * high), (1.1 * wide, 1.1 * high), (count // 3, 2))
    beside = []
    for die in dice[: count // 2]:
        lean = lean_of(view, np.array([(die.x, die.y)]), die.side)[0]
        slope, way = float(np.hypot(*lean)), rng.uniform(0, 2 * np.pi)
        if slope > 0.4 and rng.random() < 0.5:
            beside.append(np.array([die.x, die.y]) - lean / slope * die.side * (0.5 + slope / 2))
        else:
            beside.append(
                np.array([die.x, die.y]) + die.side * rng.uniform(0.9, 1.3) * np.array([np.cos(way), np.sin(way)])
            )
    found = []
    for x, y in [*places, *anywhere, *beside]:
        size = side * float(np.exp(rng.normal(0, 0.2)))
        if all(np.hypot(x - d.x, y - d.y) > 0.7 * d.side for d in dice):
            found.append(Spot(float(x), float(y), size, NONE))
    return found


@dataclass(frozen=True, eq=False)
class Cut:
    """A crop (POOL_SIZE² px), the lean (tangent) of what stands up, and the numbers of its ground plan."""

    image: Image
    lean: float
    plan: npt.NDArray[np.float32]


def cut(image: Image, view: View, spot: Spot) -> Cut:
    """Around a spot, its side POOL_SIDE px, rectified to the board's plane and turned so that what stands up leans
    upwards."""
    lean = lean_of(view, np.array([(spot.x, spot.y)]), spot.side)[0]
    slope = float(np.hypot(*lean))
    angle = float(np.arctan2(lean[1], lean[0])) + np.pi / 2
    window = window_about(spot.x, spot.y, spot.side / POOL_SIDE, angle, POOL_SIZE)
    half = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    out = cv2.warpPerspective(
        image, half @ view.matrix @ window, (POOL_SIZE, POOL_SIZE), flags=flags, borderMode=cv2.BORDER_REPLICATE
    )
    size = view.geometry.field_width, view.geometry.field_height
    return Cut(np.asarray(out, np.uint8), slope, plan_numbers(window, size, view.geometry.bar_x))


def shrunk(image: Image, view: View, spot: Spot) -> tuple[Image, View]:
    """The picture and view halved where dice are so large that cutting would alias."""
    a, b = view.to_px([(spot.x, spot.y), (spot.x + spot.side, spot.y)])
    if float(np.hypot(*(a - b))) < 1.7 * POOL_SIDE:
        return image, view
    half = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    corners = [(x / 2, y / 2) for x, y in view.corners]
    return half, View.from_corners(corners, (half.shape[1], half.shape[0]), view.geometry)


def pictures(folder: Path, validation: bool) -> Iterator[tuple[Image, View, dict[str, Any]]]:
    """Stills of a folder: those with numbers that end in 9 for validation, or the others; in the views the bar is as
    wide as it is, which the board reader sees."""
    for path in sorted(folder.glob("[0-9]*.json")):
        image = cv2.imread(str(path.with_suffix(".jpg")))
        if image is None or (path.stem[-1] == "9") != validation:
            continue
        label = json.loads(path.read_text(encoding="utf-8"))
        view = View.from_corners([(float(x), float(y)) for x, y in label["corners"]], (image.shape[1], image.shape[0]))
        bar, width = label["geometry"]["bar_width"], label["geometry"]["field_width"]
        yield np.asarray(image, np.uint8), with_bar(view, 12 * bar / (width - bar)), label


def still_pool(folder: Path, validation: bool, seed: int, empties: int = 9) -> ReadPool:
    """Crops of every still in a folder.

    :raises FileNotFoundError: when it holds none.
    """
    rng = np.random.default_rng(seed)
    cuts, rows = [], []
    for image, view, label in pictures(folder, validation):
        dice = dice_of(label, view)
        spots = [s for s in dice if s.kind != IGNORED or s.tilted != IGNORED]
        spots += empty_of(rng, label, view, dice, empties)
        if not spots:
            continue
        small, nearer = shrunk(image, view, spots[0])
        for spot in spots:
            cuts.append(cut(small, nearer, spot))
            rows.append((spot.kind, spot.tilted, spot.ground))
    if not cuts:
        raise FileNotFoundError(f"no stills in {folder}: make them with `python -m models.synth stills`")
    return pool_of(cuts, np.array(rows, np.int64))


def pool_of(cuts: Sequence[Cut], rows: npt.NDArray[np.int64]) -> ReadPool:
    """Cuts as a pool; `rows` N×3: class, tilted, ground."""
    kinds, tilted, grounds = rows.reshape(-1, 3).T
    leans = np.array([c.lean for c in cuts], np.float32)
    plans = np.array([c.plan for c in cuts], np.float32).reshape(-1, PLAN_NUMBERS)
    return ReadPool(stacked([c.image for c in cuts]), kinds, tilted, grounds, leans > OBLIQUE, leans, plans)


def still_scenes(folder: Path, seed: int, each: int = 2) -> list[DieScene]:
    """Pictures for the finder, `each` a still of those for training: half as the camera sees, half rectified."""
    rng = np.random.default_rng(seed)
    scenes = []
    for image, view, label in pictures(folder, False):
        dice = dice_of(label, view)
        scenes += [_scene(rng, image, view, dice, bool(i % 2)) for i in range(each)]
    return scenes


def _scene(rng: np.random.Generator, image: Image, view: View, dice: Sequence[Spot], rectified: bool) -> DieScene:
    """FIND_SIZE² px about one of the dice, or of anywhere on the board, with dice of 7.5 to 20 px."""
    matrix = view.matrix if rectified else np.eye(3)
    placed = [_in_plane(view, spot, rectified) for spot in dice]
    wide, high = view.geometry.field_width, view.geometry.field_height
    anywhere = Spot(float(rng.uniform(0.05, 0.95)) * wide, float(rng.uniform(0.05, 0.95)) * high, USUAL_DIE, NONE)
    middle = _in_plane(view, anywhere, rectified)
    x, y, side = placed[int(rng.integers(len(placed)))] if placed and rng.random() < 0.8 else middle
    step = side / float(np.exp(rng.uniform(np.log(7.5), np.log(20))))
    left, top = np.array([x, y]) - step * (FIND_SIZE / 2 + rng.uniform(-0.4, 0.4, 2) * FIND_SIZE)
    factor = 0.5 if step * enlargement(matrix, x, y) > 1.6 else 1.0
    source = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA) if factor < 1 else image
    window = np.array([[step, 0, left], [0, step, top], [0, 0, 1.0]])
    out = cv2.warpPerspective(
        source, np.diag([factor, factor, 1.0]) @ matrix @ window, (FIND_SIZE, FIND_SIZE),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    truth = [DieTruth((a - left) / step, (b - top) / step, s / step, None) for a, b, s in placed]
    return DieScene(np.asarray(out, np.uint8), tuple(truth))


def enlargement(matrix: Points, x: float, y: float) -> float:
    """Mean enlargement of a homography at a place."""
    a, b, c = cv2.perspectiveTransform(np.array([[(x, y), (x + 1, y), (x, y + 1)]], np.float64), matrix)[0]
    return float(np.sqrt(abs((b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0])))


def _in_plane(view: View, spot: Spot, rectified: bool) -> tuple[float, float, float]:
    """Centre and side in mm of the board or in px of the picture."""
    if rectified:
        return spot.x, spot.y, spot.side
    x, y = view.to_px([(spot.x, spot.y)])[0]
    return float(x), float(y), spot.side * enlargement(view.matrix, spot.x, spot.y)
