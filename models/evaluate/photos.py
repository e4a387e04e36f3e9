"""Reads photographs whose corners are known and writes the readings in the truth's form, for `score_photos.py`."""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.view import View
from vision.checkers import CheckerReading, read_checkers
from vision.detector import BoardReader, OnnxDetector
from vision.observation import SLOTS


class EvaluationError(Exception):
    """A file of the evaluation is missing or unreadable: one line that says which."""


def load_truth(path: Path) -> dict[str, dict[str, Any]]:
    """A truth file: file name → object with at least `corners`.

    :raises EvaluationError: when it can't be read.
    """
    try:
        truth = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as error:
        raise EvaluationError(f"{path}: {error}; expected a JSON map from file name to truth") from error
    return {str(name): dict(entry) for name, entry in truth.items()}


def as_truth(reading: CheckerReading, corners: list[list[float]]) -> dict[str, object]:
    """A reading in the form of a truth file, with confidences."""
    texts = [None if (best := reading.slots[name].best) is None else best.text for name in SLOTS]
    confidence = [reading.slots[name].confidence for name in SLOTS]
    return {
        "corners": corners,
        "top": texts[:12],
        "bottom": texts[12:],
        "dice": [],
        "cube": None,
        "bar": {shade: count.count for shade, count in reading.bar.items()},
        "off": {shade: count.count for shade, count in reading.off.items()},
        "confidence": {
            "top": confidence[:12],
            "bottom": confidence[12:],
            "bar": {s: c.confidence for s, c in reading.bar.items()},
        },
    }


def read_photos(
    truth: dict[str, dict[str, Any]], folder: Path, detector: BoardReader | None = None
) -> dict[str, dict[str, object]]:
    """Read every photograph of `truth` in `folder` with the truth's corners and nothing else of it.

    :raises EvaluationError: when a photograph is missing.
    """
    readings: dict[str, dict[str, object]] = {}
    for name, entry in truth.items():
        image = cv2.imread(str(folder / name))
        if image is None:
            raise EvaluationError(f"{folder / name}: no such picture, or not one that can be read")
        view = View.from_corners([(float(x), float(y)) for x, y in entry["corners"]], (image.shape[1], image.shape[0]))
        readings[name] = as_truth(read_checkers(np.asarray(image, np.uint8), view, detector), entry["corners"])
    return readings


def add_weights(parser: argparse.ArgumentParser) -> None:
    """The option of a board reader other than the bundled one."""
    parser.add_argument(
        "--weights", type=Path, help="folder with board.onnx and points.onnx instead of the bundled ones"
    )


def board_reader(weights: Path | None) -> OnnxDetector:
    """The bundled board reader, or the one in the folder `weights`."""
    return OnnxDetector(2, weights / "board.onnx", weights / "points.onnx") if weights else OnnxDetector()


def main(argv: Sequence[str]) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(prog="python -m models.evaluate photos", description=__doc__)
    parser.add_argument("truth", type=Path, help="JSON map from file name to an object with corners")
    parser.add_argument("folder", type=Path, help="where the photographs lie")
    parser.add_argument("--out", type=Path, required=True, help="readings, in the truth's form")
    add_weights(parser)
    given = parser.parse_args(argv)
    readings = read_photos(load_truth(given.truth), given.folder, board_reader(given.weights))
    given.out.write_text(json.dumps(readings), encoding="utf-8")
    print(f"read {len(readings)} photographs into {given.out}")
    return 0
