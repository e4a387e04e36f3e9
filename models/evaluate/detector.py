"""The Ultralytics-form detector beside the board reader's own boxes and the dice finder, without torch.

python -m models.evaluate.detector flat-play flat-dice --weights run/detector.onnx [--photos BOARDS]

Stills rectified by `models.train.board_flatten`, those with numbers that end in 9; corners are the truth's. A small
thing is found when its centre is met (0.6 of its size), hands and cups when boxes overlap by 0.3. Only what lies on the
field or within 5.5 % of its width is asked for, and of that what is seen to 22 % at least.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.view import View
from models.evaluate.cases import photo_cases
from models.evaluate.matching import Curve, Thing
from models.evaluate.yolo import KINDS, Yolo
from vision.detector import OnnxDetector
from vision.dice import DIE_MM
from vision.dice_find import Plane, distinct, look_over
from vision.dice_judge import DiceReader
from vision.frame import Image
from vision.rectify import rectify

System: TypeAlias = Callable[[Image, View], list[Thing]]
Floats: TypeAlias = npt.NDArray[np.float64]

SEEN, NEARLY = 0.22, 0.055
"""Least visible share that is asked for; room around the field that is, share of its width."""
_DIE = 0.03
"""A die's size where the truth tells only its centre, share of the field's mean width in the picture."""


@dataclass(frozen=True, eq=False)
class Scene:
    """A picture with its view and its things; kinds that `told` lacks have no truth in it."""

    image: Image
    view: View
    things: tuple[Thing, ...]
    told: tuple[str, ...] = KINDS


def stills(folders: Sequence[Path], most: int) -> Iterator[Scene]:
    """The held-out rectified stills of each folder, at most `most` a folder."""
    for folder in folders:
        paths = sorted(p for p in folder.glob("*.json") if p.stem.endswith("9"))
        if not paths:
            raise FileNotFoundError(f"{folder}: expected rectified stills (NNNNNN.json with numbers that end in 9)")
        for path in paths[:most]:
            record = json.loads(path.read_text(encoding="utf-8"))
            image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
            yield Scene(image, _view(record, image), _things(record))


def _view(record: dict[str, Any], image: Image) -> View:
    g = record["geometry"]
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * (g["field_width"], g["field_height"])
    a, b, c, d = ((float(x), float(y)) for x, y in (unit + record["margin_mm"]) * record["px_per_mm"])
    return View.from_corners((a, b, c, d), (image.shape[1], image.shape[0]))


def _things(record: dict[str, Any]) -> tuple[Thing, ...]:
    found = []
    for label in record["labels"]:
        x0, y0, x1, y1 = (float(v) for v in label["xyxy"])
        found.append(Thing(label["kind"], (x0, y0, x1, y1), asked=label["visible"] >= SEEN))
    return tuple(found)


def photographs(boards: Path) -> Iterator[Scene]:
    """Photographs (`truth.json`, `photos/`) with the centres of their dice and cube."""
    for case in photo_cases(boards):
        image = case.picture()
        a, b, c, d = (np.array(corner) for corner in case.corners)
        half = _DIE / 2 * float(np.linalg.norm(a - b) + np.linalg.norm(c - d)) / 2
        centres = [("die", die["xy"]) for die in case.truth["dice"]]
        centres += [("cube", case.truth["cube"]["xy"])] if case.truth.get("cube") else []
        things = [
            Thing(kind, (x - r, y - r, x + r, y + r))
            for kind, (x, y) in centres
            for r in [half * (2 if kind == "cube" else 1)]
        ]
        yield Scene(image, case.view(image), tuple(things), ("die", "cube"))


def board_boxes(reader: OnnxDetector) -> System:
    """What the board reader boxes."""

    def find(image: Image, view: View) -> list[Thing]:
        flat, scale, margin = rectify(image, view)
        boxes = reader.look(flat).boxes
        return [Thing(b.kind, _onto_picture(b.xyxy, view, scale, margin), b.score) for b in boxes]

    return find


def detector_boxes(yolo: Yolo) -> System:
    """What the detector boxes."""

    def find(image: Image, view: View) -> list[Thing]:
        return [Thing(kind, box, score) for kind, box, score in yolo.find(image, view)]

    return find


def finder_boxes(reader: DiceReader) -> System:
    """Where the dice finder's two passes see dice."""

    def find(image: Image, view: View) -> list[Thing]:
        plane = Plane.of_board(image, view)
        found = [c for side in (DIE_MM, 1.6 * DIE_MM) for c in look_over(plane, reader.finder, side, 0.05)]
        things = []
        for c in distinct(found):
            x, y = (float(v) for v in plane.to_px([(c.x, c.y)])[0])
            half = c.side * plane.px_per_unit(c.x, c.y) / 2
            things.append(Thing("die", (x - half, y - half, x + half, y + half), c.score))
        return things

    return find


def _onto_picture(
    xyxy: tuple[float, float, float, float], view: View, scale: float, margin: float
) -> tuple[float, float, float, float]:
    x0, y0, x1, y1 = xyxy
    corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    seen = view.to_px(corners / scale - margin)
    (a, b), (c, d) = seen.min(0), seen.max(0)
    return float(a), float(b), float(c), float(d)


def _near_field(thing: Thing, view: View) -> bool:
    x, y = view.to_mm([thing.centre])[0]
    g, room = view.geometry, NEARLY * view.geometry.field_width
    return bool(-room <= x <= g.field_width + room and -room <= y <= g.field_height + room)


def compare(scenes: Sequence[Scene], systems: dict[str, System]) -> None:
    """Print a line for each kind and system, and each system's processor time a picture."""
    seconds: dict[str, list[float]] = {name: [] for name in systems}
    curves = {(kind, name): Curve() for kind in KINDS for name in systems}
    for scene in scenes:
        for name, find in systems.items():
            began = time.process_time()
            found = find(scene.image, scene.view)
            seconds[name].append(time.process_time() - began)
            for kind in scene.told:
                near = [t for t in found if t.kind == kind and (kind == "hand" or _near_field(t, scene.view))]
                true = [_asked(t, scene.view) for t in scene.things if t.kind == kind]
                curves[kind, name].add(near, true)
    print(f"{len(scenes)} pictures; shares found: at 95 % precision, at one false a picture; the best threshold")
    for (kind, name), curve in curves.items():
        if curve.asked and curve.scores:
            recall, precision, threshold = curve.best()
            shares = f"{curve.recall_at_precision(0.95):6.1%} {curve.recall_at_false(1.0):6.1%}"
            best = f"recall {recall:6.1%} precision {precision:6.1%} at {threshold:.2f}"
            print(f"{kind:8} {name:16} of {curve.asked:5}: {shares}   {best}")
    for name, times in seconds.items():
        print(
            f"{name:16} {1000 * float(np.median(times)):6.1f} ms of one core a picture, least {1000 * min(times):.1f}"
        )


def _asked(thing: Thing, view: View) -> Thing:
    inside = thing.kind == "hand" or _near_field(thing, view)
    return Thing(thing.kind, thing.box, asked=thing.asked and inside)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate.detector",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("stills", type=Path, nargs="*", help="folders of rectified stills")
    parser.add_argument("--weights", type=Path, required=True, help="detector.onnx of a run")
    parser.add_argument("--board", type=Path, help="folder of another board.onnx and points.onnx")
    parser.add_argument("--most", type=int, default=1000, help="stills a folder")
    parser.add_argument("--photos", type=Path, help="folder with truth.json and photos/")
    a = parser.parse_args(argv)
    cv2.setNumThreads(1)
    board, points = (a.board / "board.onnx", a.board / "points.onnx") if a.board else (None, None)
    systems = {
        "detector": detector_boxes(Yolo(a.weights)),
        "board, 1 look": board_boxes(OnnxDetector(1, board, points, mirrors=1)),
        "board, 4 looks": board_boxes(OnnxDetector(1, board, points, mirrors=4)),
        "dice finder": finder_boxes(DiceReader.load()),
    }
    if a.stills:
        compare(list(stills(a.stills, a.most)), systems)
    if a.photos:
        compare(list(photographs(a.photos)), systems)
    return 0


if __name__ == "__main__":
    sys.exit(main())
