"""`python -m models.evaluate …`: the scores that the readers' cards state."""

import argparse
import json
import sys
from pathlib import Path

from models.evaluate.photos import EvaluationError, load_truth, read_photos
from models.evaluate.stills import score_stills
from models.registry import RegistryError
from vision.detector import OnnxDetector


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.evaluate", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    photos = commands.add_parser(
        "photos",
        help="read photographs with given corners, for score_photos.py",
        epilog="example: python -m models.evaluate photos truth.json photos/ --out readings.json",
    )
    photos.add_argument("truth", type=Path, help="JSON map from file name to an object with corners")
    photos.add_argument("folder", type=Path, help="where the photographs lie")
    photos.add_argument("--out", type=Path, required=True, help="readings, in the truth's form")
    stills = commands.add_parser(
        "stills",
        help="score the reader on rendered stills",
        epilog="example: python -m models.evaluate stills validation/ --most 200",
    )
    stills.add_argument("folder", type=Path, help="a folder of `python -m models.synth flat`")
    stills.add_argument("--most", type=int, default=200, help="how many stills at most")
    for command in (photos, stills):
        command.add_argument(
            "--weights", type=Path, help="folder with board.onnx and points.onnx instead of the bundled ones"
        )
    return parser


def main() -> int:
    arguments = _parser().parse_args()
    try:
        folder = arguments.weights
        detector = OnnxDetector(2, folder / "board.onnx", folder / "points.onnx") if folder else OnnxDetector()
        if arguments.command == "photos":
            readings = read_photos(load_truth(arguments.truth), arguments.folder, detector)
            arguments.out.write_text(json.dumps(readings), encoding="utf-8")
            print(f"read {len(readings)} photographs into {arguments.out}")
        else:
            print(json.dumps(score_stills(arguments.folder, arguments.most, detector)))
    except (EvaluationError, RegistryError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
