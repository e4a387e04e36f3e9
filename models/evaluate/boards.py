"""What the board reader sees on studio stills that it never saw: points by how many stand there, and centres of dice.

python -m models.evaluate boards play --most 100 [--mirrors 1] [--weights RUN]

The field's corners are the truth's. A rendered score that says nothing about photographs.
"""

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from models.evaluate.cases import Case, slot_claims, still_cases
from models.evaluate.photos import EvaluationError
from models.registry import RegistryError
from vision.checkers import CheckerReading, read_checkers
from vision.detector import BoardReader, OnnxDetector

PILES = ((0, 0), (1, 5), (6, 8), (9, 15))
FLOORS = (0.1, 0.2, 0.3, 0.5)
"""Scores from which a die's centre is believed."""
_SEEN = 0.35
"""Least visible share of a die that is asked for."""


@dataclass
class Scores:
    """`points` and `right` by the true count's place in `PILES`; `boards` and `exact`; dice asked for, found by floor
    and false centres by floor."""

    points: Counter[int] = field(default_factory=Counter)
    right: Counter[int] = field(default_factory=Counter)
    boards: int = 0
    exact: int = 0
    dice: int = 0
    found: Counter[float] = field(default_factory=Counter)
    false: Counter[float] = field(default_factory=Counter)

    def summary(self) -> dict[str, Any]:
        """Shares right by pile, in all, boards exact; recall of dice and false centres a picture by floor."""
        whole, boards = sum(self.points.values()), max(1, self.boards)
        piles = {f"{low}-{high}": self.right[i] / max(1, self.points[i]) for i, (low, high) in enumerate(PILES)}
        return {
            "boards": self.boards,
            "exact": self.exact,
            "points": whole,
            "right": round(sum(self.right.values()) / max(1, whole), 4),
            "by pile": {name: round(share, 3) for name, share in piles.items()},
            "dice": self.dice,
            "dice found": {floor: round(self.found[floor] / max(1, self.dice), 3) for floor in FLOORS},
            "false a picture": {floor: round(self.false[floor] / boards, 2) for floor in FLOORS},
        }


def score(cases: Sequence[Case], reader: BoardReader) -> Scores:
    """Read every case with true corners."""
    scores = Scores()
    for case in cases:
        image = case.picture()
        reading = read_checkers(image, case.view(image), reader)
        _points(case, reading, scores)
        _dice(case, reading, scores)
    return scores


def _points(case: Case, reading: CheckerReading, scores: Scores) -> None:
    """A point under a seen hand that was not read is not asked; one taken for hidden that is not counts as wrong."""
    asked = [name for name in case.slots if reading.slots[name].best is not None or not case.truth["hidden"]]
    right = [claim.right for claim in slot_claims(case, reading.slots)]
    read = iter(right)
    got = {name: next(read) for name in case.slots if reading.slots[name].best is not None}
    for name in asked:
        count = int(case.slots[name][1:] or 0)
        pile = next(i for i, (low, high) in enumerate(PILES) if low <= count <= high)
        scores.points[pile] += 1
        scores.right[pile] += got.get(name, False)
    scores.boards += 1
    scores.exact += all(got.get(name, False) for name in asked)


def _dice(case: Case, reading: CheckerReading, scores: Scores) -> None:
    true = [t for t in case.truth["things"] if t["kind"] == "die" and _inside(case, t["centre"])]
    boxes = [box for box in reading.boxes if box.kind == "die"]
    for die in true:
        size = math.sqrt(max(die["area"], 1) / max(die["visible"], 0.1))
        near = [box.score for box in boxes if math.dist(box.centre, die["centre"]) < 0.6 * size]
        if die["visible"] >= _SEEN:
            scores.dice += 1
            scores.found.update(floor for floor in FLOORS if max(near, default=0) >= floor)
    for box in boxes:
        far = all(math.dist(box.centre, t["centre"]) > math.sqrt(max(t["area"], 1)) for t in true)
        scores.false.update(floor for floor in FLOORS if far and box.score >= floor)


def _inside(case: Case, centre: Sequence[float]) -> bool:
    """Over the field, as the corners have it."""
    x, y = centre
    corners = np.array(case.corners)
    along, to = np.roll(corners, -1, axis=0) - corners, np.array([x, y]) - corners
    return bool((along[:, 0] * to[:, 1] - along[:, 1] * to[:, 0] > 0).all())


def main(argv: Sequence[str] | None = None) -> int:
    """Print the scores of each folder; returns 0, or 2 where there are no stills."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluate boards", description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="folders of `python -m models.synth stills`")
    parser.add_argument("--most", type=int, help="stills of each folder at most")
    parser.add_argument("--held-out", action="store_true", help="only stills that no training sees")
    parser.add_argument("--mirrors", type=int, default=4, choices=(1, 2, 4), help="sides each picture is seen from")
    parser.add_argument("--weights", type=Path, help="folder with board.onnx and points.onnx, not the bundled ones")
    arguments = parser.parse_args(argv)
    run = arguments.weights
    try:
        board, points = (run / "board.onnx", run / "points.onnx") if run else (None, None)
        reader = OnnxDetector(1, board, points, arguments.mirrors)
        for folder in arguments.folders:
            cases = still_cases(folder, arguments.most, held_out=arguments.held_out)
            print(json.dumps({"folder": str(folder), **score(cases, reader).summary()}))
    except (EvaluationError, RegistryError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
