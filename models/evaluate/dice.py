"""Scores of the die reader, without torch.

python -m models.evaluate dice folds --weights W   the four real sets, whole pictures, no board: each fold read by
                                                 networks that never saw it (`python -m models.train dice folds`)
python -m models.evaluate dice pictures            the same by the bundled networks, which learnt from these pictures
python -m models.evaluate dice throws --stills F   dice of rendered stills, the true corners given
python -m models.evaluate dice boards --out F      readings of real boards, corners given, for score_photos.py
"""

import argparse
import json
import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.view import View
from models.evaluate.dice_sets import FOLDS, SETS, Image, RealDie, RealPicture, pictures
from models.evaluate.dice_throws import read_throws, stills_of, table
from models.evaluate.wilson import wilson
from vision.detector import OnnxDetector
from vision.dice import read_dice
from vision.dice_judge import DiceReader
from vision.observation import DieReading

SHARED = Path(__file__).resolve().parents[3] / "shared/data"


@dataclass
class Tally:
    """Counts of one set."""

    dice: int = 0
    right: int = 0
    wrong: int = 0
    false: int = 0
    seconds: float = 0.0
    pictures: int = 0

    @property
    def line(self) -> str:
        """Precision of reported values with its 95 % Wilson interval, share reported, false dice."""
        told = self.right + self.wrong
        low, high = wilson(self.right, told)
        return (
            f"dice {self.dice:5} right {self.right:5} wrong {self.wrong:3} unread {self.dice - told:4} "
            f"false {self.false:3}   "
            f"right of reported {100 * self.right / max(1, told):6.2f} % [{100 * low:.2f}, {100 * high:.2f}]   "
            f"unreported {100 * (1 - told / max(1, self.dice)):5.1f} %   "
            f"{1000 * self.seconds / max(1, self.pictures):.0f} ms a picture"
        )


def _score(dice: Iterable[RealDie], readings: Iterable[DieReading], tally: Tally) -> None:
    left = list(readings)
    for die in dice:
        tally.dice += 1
        near = min(left, key=lambda r: math.hypot(r.xy[0] - die.x, r.xy[1] - die.y), default=None)
        if near is None or math.hypot(near.xy[0] - die.x, near.xy[1] - die.y) > 0.75 * die.side:
            continue
        left.remove(near)
        tally.right += near.value == die.value
        tally.wrong += near.value not in (None, die.value)
    tally.false += sum(r.value is not None for r in left)


def score_pictures(scenes: Iterable[RealPicture], reader: DiceReader, tally: Tally) -> None:
    """Dice found and read in whole pictures without a board, as `zarbiter dice` does."""
    for scene in scenes:
        began = time.process_time()
        found = read_dice(scene.image, reader=reader)
        tally.seconds += time.process_time() - began
        tally.pictures += 1
        _score(scene.dice, found, tally)


def score_folds(root: Path, weights: Path) -> None:
    """Every picture of the four sets read by the networks of its fold, `weights`/fold-N."""
    readers = [DiceReader.load(weights / f"fold-{fold}") for fold in range(FOLDS)]
    for name in SETS:
        tally = Tally()
        for fold, reader in enumerate(readers):
            score_pictures(pictures(root, name, fold), reader, tally)
        print(f"{name:12} {tally.line}", flush=True)


def read_boards(folder: Path, reader: DiceReader) -> dict[str, object]:
    """Readings of the photographs of `truth.json`: only its corners are used."""
    out: dict[str, object] = {}
    for name, truth in json.loads((folder / "truth.json").read_text(encoding="utf-8")).items():
        image = load(folder / "photos" / name)
        view = View.from_corners([(float(x), float(y)) for x, y in truth["corners"]], (image.shape[1], image.shape[0]))
        dice = [
            {
                "xy": d.xy,
                "value": d.value,
                "where": d.place,
                "flat": d.flat,
                "confidence": d.confidence,
                "side": d.size_px,
            }
            for d in read_dice(image, view, reader=reader)
        ]
        nothing = [None] * 12
        out[name] = {
            "corners": truth["corners"],
            "top": nothing,
            "bottom": nothing,
            "bar": {},
            "dice": dice,
            "cube": None,
        }
    return out


def load(path: Path) -> Image:
    """A picture as H×W×3 uint8 BGR.

    :raises FileNotFoundError: when it can't be read.
    """
    image = cv2.imread(str(path))
    if image is None:
        raise FileNotFoundError(f"cannot read the picture {path}")
    return np.asarray(image, dtype=np.uint8)


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["folds", "pictures", "throws", "boards"])
    parser.add_argument("--data", type=Path, default=SHARED, help="folder with dice/ and boards/")
    parser.add_argument("--weights", type=Path, default=Path("build/dice"), help="folder with fold-0, fold-1, …")
    parser.add_argument("--stills", type=Path, default=Path("build/throws"), help="folder of rendered stills")
    parser.add_argument("--most", type=int, help="how many of them at most")
    parser.add_argument("--out", type=Path, default=Path("dice-readings.json"))
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    if args.what == "folds":
        score_folds(args.data / "dice", args.weights)
        return 0
    reader = DiceReader.load()
    if args.what == "pictures":
        for name in SETS:
            tally = Tally()
            score_pictures(pictures(args.data / "dice", name), reader, tally)
            print(f"{name:12} {tally.line}", flush=True)
    elif args.what == "throws":
        print("\n".join(table(read_throws(stills_of(args.stills, most=args.most), reader, OnnxDetector(1)))))
    else:
        args.out.write_text(json.dumps(read_boards(args.data / "boards", reader), indent=1), encoding="utf-8")
        print(f"wrote {args.out}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
