"""How often and how well the finder finds the field: truth against photographs and warped copies of them.

python -m models.evaluate.corners TRUTH PHOTOS_DIR [--warped 100 --seed 1] [--by both|lines|network] [--verbose]

TRUTH is a file that maps picture names to objects with `corners`, such as the truth.json of `models.synth stills`.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.finder import Finder, Found, find_field
from models.registry import RegistryError
from vision.corners import CornerFinder

Floats: TypeAlias = npt.NDArray[np.float64]
Image: TypeAlias = npt.NDArray[np.uint8]

TOLERANCE = 0.025
"""A corner further off than this share of the field's diagonal makes the board not found."""
MOST_TILT = 30.0
"""Steepest turn of a warped copy against its photograph, degrees."""


@dataclass(frozen=True)
class Outcome:
    """One picture: worst corner's miss as a share of the diagonal (None: no board found), confidence, seconds."""

    name: str
    error: float | None
    confidence: float
    seconds: float

    @property
    def found(self) -> bool:
        return self.error is not None and self.error <= TOLERANCE


def corner_error(truth: Floats, corners: Floats) -> float:
    """Worst corner's miss as a share of the field's diagonal; half turns are allowed."""
    diagonal = math.dist(truth[0], truth[2])
    turns = (corners, np.roll(corners, 2, axis=0))
    return float(min(np.linalg.norm(truth - c, axis=1).max() for c in turns) / diagonal)


def warped(image: Image, corners: Floats, rng: np.random.Generator) -> tuple[Image, Floats]:
    """A randomly turned, flipped and warped copy (image, corners 4×2), as from another camera, field inside."""
    height, width = image.shape[:2]
    if rng.random() < 0.5:
        image = np.ascontiguousarray(image[:, ::-1])
        corners = ((width - 1, 0) + corners * (-1, 1))[[1, 0, 3, 2]]
    focal = 1.2 * max(width, height)
    centre = corners.mean(axis=0)
    tilt, heading, angle = np.radians(rng.uniform(0, MOST_TILT)), rng.uniform(0, 2 * np.pi), rng.uniform(0, 2 * np.pi)
    lean = cv2.Rodrigues(np.array([np.cos(heading), np.sin(heading), 0.0]) * tilt)[0]
    spin = cv2.Rodrigues(np.array([0.0, 0.0, angle]))[0]
    rays = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, focal]])
    matrix = np.diag([focal, focal, 1.0]) @ lean @ spin @ rays
    placed = cv2.perspectiveTransform(corners[None], matrix)[0]
    border = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    frame = cv2.perspectiveTransform(border[None], matrix)[0]
    low, high = placed.min(axis=0), placed.max(axis=0)
    room = 0.15 * (high - low)
    low, high = np.maximum(low - room, frame.min(axis=0)), np.minimum(high + room, frame.max(axis=0))
    scale = max(width, height) / float((high - low).max())
    final = np.array([[scale, 0, -low[0] * scale], [0, scale, -low[1] * scale], [0, 0, 1]]) @ matrix
    across, down = (int(v) for v in np.ceil((high - low) * scale))
    fill = tuple(float(v) for v in rng.uniform(0, 255, 3))
    copy = cv2.warpPerspective(image, final, (across, down), flags=cv2.INTER_AREA, borderValue=fill)
    return np.asarray(copy, np.uint8), np.asarray(cv2.perspectiveTransform(corners[None], final)[0], np.float64)


def finder_by(means: str, network: Path | None = None) -> Finder:
    """The finder by `lines` alone, by the `network` alone (another one's file may be given), or by `both`.

    :raises RegistryError: when the bundled network is missing or altered.
    """
    if means == "lines":
        return find_field
    propose = CornerFinder(network)
    if means == "both":
        return lambda image: find_field(image, propose)

    def proposed(image: Image) -> Found | None:
        proposals = propose(image)
        return Found(proposals[0].corners, proposals[0].score, 1.0) if proposals else None

    return proposed


def measure(name: str, image: Image, truth: Floats, finder: Finder = find_field) -> Outcome:
    """Run a finder on one picture (H×W×3) with true corners 4×2 px."""
    start = time.perf_counter()
    found = finder(image)
    seconds = time.perf_counter() - start
    if found is None:
        return Outcome(name, None, 0.0, seconds)
    return Outcome(name, corner_error(truth, np.array(found.corners)), found.confidence, seconds)


def report(title: str, outcomes: Sequence[Outcome]) -> None:
    """Print the totals."""
    found = sum(o.found for o in outcomes)
    missed = sum(o.error is None for o in outcomes)
    seconds = sorted(o.seconds for o in outcomes)
    errors = sorted(o.error for o in outcomes if o.found and o.error is not None)
    middle = f", median miss {100 * errors[len(errors) // 2]:.2f} % of the diagonal" if errors else ""
    print(
        f"{title}: found {found}/{len(outcomes)}, wrong {len(outcomes) - found - missed}, none {missed}{middle}, "
        f"{seconds[len(seconds) // 2]:.2f} s a picture (slowest {seconds[-1]:.2f} s)"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate.corners", description="How well the finder finds the field."
    )
    parser.add_argument("truth", type=Path, help="file that maps picture names to objects with `corners`")
    parser.add_argument("photos", type=Path, help="folder of the pictures")
    parser.add_argument("--warped", type=int, default=0, help="also so many turned, flipped and warped copies")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--by", choices=("both", "lines", "network"), default="both", help="means of finding the field")
    parser.add_argument("--network", type=Path, help="corners.onnx instead of the bundled one")
    parser.add_argument("--ending", default="", help="only pictures whose number ends so: 9 for stills held back")
    parser.add_argument("--verbose", action="store_true", help="one line a picture")
    options = parser.parse_args(argv)
    truth = json.loads(options.truth.read_text(encoding="utf-8"))
    names = sorted(name for name in truth if Path(name).stem.endswith(options.ending))
    try:
        finder = finder_by(options.by, options.network)
    except RegistryError as fault:
        print(fault, file=sys.stderr)
        return 3
    rng = np.random.default_rng(options.seed)
    plain = [(name, False) for name in names]
    copies = [(names[k], True) for k in rng.integers(0, len(names), options.warped)]
    for title, work in (("pictures", plain), ("warped copies", copies)):
        outcomes = []
        for name, warp in work:
            image = cv2.imread(str(options.photos / name))
            if image is None:
                print(f"{options.photos / name}: can't be read as a picture", file=sys.stderr)
                return 2
            picture, corners = np.asarray(image, np.uint8), np.array(truth[name]["corners"], dtype=np.float64)
            if warp:
                picture, corners = warped(picture, corners, rng)
            outcomes.append(measure(name, picture, corners, finder))
            if options.verbose:
                last = outcomes[-1]
                error = "none" if last.error is None else f"{last.error:.4f}"
                print(
                    f"{name:40} found={last.found!s:5} error={error} "
                    f"confidence={last.confidence:.2f} {last.seconds:.2f} s"
                )
        if outcomes:
            report(title, outcomes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
