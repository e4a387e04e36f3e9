"""Scores the whole reader on rendered stills that it was not trained on."""

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.view import View
from models.evaluate.photos import add_weights, board_reader
from vision.checkers import CheckerReading, read_checkers
from vision.detector import BoardReader
from vision.observation import SLOTS


def score_stills(folder: Path, most: int, detector: BoardReader | None = None) -> dict[str, float]:
    """Shares of points exact, occupied points exact, boards exact (points under a hand left out), and the bar's mean
    error.

    Each still is read as a photograph with given corners; shades may be swapped for a whole board. `brier` is the
    mean squared error of the stated confidences, `unread` the share of points left out.
    """
    tally: Counter[str] = Counter()
    errors, brier = [], []
    for path in sorted(folder.glob("*.json"))[:most]:
        record = json.loads(path.read_text(encoding="utf-8"))
        reading = _read(path, record, detector)
        truth = [*record["top"], *record["bottom"]]
        got = _texts(reading, truth)
        right = [a == b for a, b in zip(truth, got, strict=True)]
        read = [t is not None for t in got]
        tally["boards"] += 1
        tally["exact"] += all(r or not s for r, s in zip(right, read, strict=True))
        tally["points"] += sum(read)
        tally["right"] += sum(right)
        tally["occupied"] += sum(bool(t) and s for t, s in zip(truth, read, strict=True))
        tally["occupied_right"] += sum(bool(t) and r for t, r in zip(truth, right, strict=True))
        bar = record["geometry"]["bar_width"] / record["geometry"]["field_width"]
        errors.append(abs(reading.geometry.bar_width / reading.geometry.field_width - bar))
        brier += [(reading.slots[n].confidence - r) ** 2 for n, r, s in zip(SLOTS, right, read, strict=True) if s]
    return {
        "boards": tally["boards"],
        "points_exact": tally["right"] / tally["points"],
        "occupied_exact": tally["occupied_right"] / tally["occupied"],
        "boards_exact": tally["exact"] / tally["boards"],
        "bar_error": float(np.mean(errors)),
        "brier": float(np.mean(brier)),
        "unread": 1 - tally["points"] / (24 * tally["boards"]),
    }


def _read(path: Path, record: dict[str, Any], detector: BoardReader | None) -> CheckerReading:
    image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
    w, h = record["geometry"]["field_width"], record["geometry"]["field_height"]
    corners = (np.array([(0, 0), (w, 0), (w, h), (0, h)]) + record["margin_mm"]) * record["px_per_mm"]
    view = View.from_corners([(float(x), float(y)) for x, y in corners], (image.shape[1], image.shape[0]))
    return read_checkers(image, view, detector)


def _texts(reading: CheckerReading, truth: list[str]) -> list[str | None]:
    """What was read, with the two sets named as fits the truth best."""
    best = [reading.slots[name].best for name in SLOTS]
    texts = [None if b is None else b.text for b in best]
    swapped = [t and t.translate(str.maketrans("LD", "DL")) for t in texts]
    return max((texts, swapped), key=lambda g: sum(a == b for a, b in zip(truth, g, strict=True)))


def main(argv: Sequence[str]) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluate stills", description=__doc__)
    parser.add_argument("folder", type=Path, help="a folder of `python -m models.synth flat`")
    parser.add_argument("--most", type=int, default=200, help="how many stills at most")
    add_weights(parser)
    given = parser.parse_args(argv)
    print(json.dumps(score_stills(given.folder, given.most, board_reader(given.weights))))
    return 0
