"""Scores of the die reader, without torch.

python -m models.evaluate.dice sets              held-out parts of the four real sets: crops read at the labelled places
python -m models.evaluate.dice pictures          the same pictures, dice found and read without help
python -m models.evaluate.dice rendered          rendered scenes of a seed that was not trained on
python -m models.evaluate.dice boards --out F    readings of real boards, corners given, for score_photos.py
"""

import argparse
import json
import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.view import View
from models.evaluate.dice_sets import SETS, Image, RealDie, RealPicture, pictures
from models.synth.dice_body import draw_sprite
from models.synth.dice_crops import draw_scene
from vision.dice import DiceReader, judge, read_dice
from vision.dice_find import Candidate, Plane
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


def wilson(right: int, of: int) -> tuple[float, float]:
    """95 % interval of a share."""
    if not of:
        return 0.0, 1.0
    z, share = 1.96, right / of
    middle, spread = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - spread) / (1 + z * z / of), (middle + spread) / (1 + z * z / of)


def _score(dice: Iterable[RealDie], readings: Iterable[DieReading], tally: Tally) -> None:
    left = list(readings)
    for die in dice:
        tally.dice += 1
        near = min(left, key=lambda r: math.hypot(r.xy[0] - die.x, r.xy[1] - die.y), default=None)
        if near is None or math.hypot(near.xy[0] - die.x, near.xy[1] - die.y) > die.side:
            continue
        left.remove(near)
        tally.right += near.value == die.value
        tally.wrong += near.value not in (None, die.value)
    tally.false += sum(r.value is not None for r in left)


def score_sets(root: Path, reader: DiceReader) -> None:
    """Values at the labelled places, by set and over all, at several thresholds."""
    truth: list[int] = []
    chances: list[npt.NDArray[np.float32]] = []
    for name in SETS:
        first = len(truth)
        for picture in pictures(root, name, "held-out"):
            plane = Plane.of_picture(picture.image)
            judged = judge(plane, [Candidate(d.x, d.y, d.side, 1.0) for d in picture.dice], reader)
            truth += [d.value for d in picture.dice]
            chances += [j.chances for j in judged]
        _thresholds(name, truth[first:], chances[first:])
    _thresholds("all", truth, chances)


def _thresholds(name: str, truth: Sequence[int], chances: Sequence[npt.NDArray[np.float32]]) -> None:
    values = np.array(chances)[:, 1:7]
    for threshold in (0.5, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95):
        told = values.max(1) >= threshold
        right = int((values.argmax(1) + 1 == np.array(truth))[told].sum())
        print(f"{name:12} sure ≥ {threshold:.2f}: {Tally(len(truth), right, int(told.sum()) - right).line}", flush=True)


def score_pictures(scenes: Iterable[RealPicture], reader: DiceReader, name: str) -> None:
    """Dice found and read in whole pictures without a board."""
    tally = Tally()
    for scene in scenes:
        began = time.process_time()
        found = read_dice(scene.image, reader=reader)
        tally.seconds += time.process_time() - began
        tally.pictures += 1
        _score(scene.dice, found, tally)
    print(f"{name:12} {tally.line}")


def rendered(seed: int, count: int) -> Iterator[RealPicture]:
    """Rendered scenes 240 px wide; dice that can't be read have value 0, so that any reported value is wrong."""
    rng = np.random.default_rng(seed)
    sprites = [draw_sprite(rng) for _ in range(count)]
    for i in range(count):
        scene = draw_scene(rng, sprites, 240, float(rng.uniform(13, 40)), count=int(rng.integers(0, 4)))
        yield RealPicture(f"{i}", scene.image, tuple(RealDie(d.x, d.y, d.side, d.value or 0) for d in scene.dice))


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
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["sets", "pictures", "rendered", "boards"])
    parser.add_argument("--data", type=Path, default=SHARED, help="folder with dice/ and boards/")
    parser.add_argument("--out", type=Path, default=Path("dice-readings.json"))
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    reader = DiceReader.load()
    if args.what == "sets":
        score_sets(args.data / "dice", reader)
    elif args.what == "pictures":
        for name in SETS[:3]:
            score_pictures(pictures(args.data / "dice", name, "held-out"), reader, name)
    elif args.what == "rendered":
        score_pictures(rendered(12345, 300), reader, "rendered")
    else:
        args.out.write_text(json.dumps(read_boards(args.data / "boards", reader), indent=1), encoding="utf-8")
        print(f"wrote {args.out}")
    return 0


if __name__ == "__main__":
    main()
