"""How far confidences are true: of readings called 99 %, are 99 % right? Tables, calibration errors and diagrams.

python -m models.evaluate reliability --stills play dice --held-out --photos DATA/boards --out diagrams/

Rendered pictures and photographs are kept apart. Corners are the truth's; everything else is read.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.evaluate.cases import Case, Claim, add_stills, asked_stills, die_claims, photo_cases, slot_claims
from models.evaluate.photos import EvaluationError
from vision.frame import Image
from vision.still import StillReader, standard_reader

EDGES = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
"""Bins are narrow near 1, where most readings are."""
LIMIT = 0.02


@dataclass
class Claims:
    """Claims about slots and about dice."""

    slots: list[Claim] = field(default_factory=list)
    dice: list[Claim] = field(default_factory=list)


@dataclass(frozen=True)
class Bin:
    """Claims of like confidence: how many, their mean confidence, the share that was right."""

    count: int
    said: float
    right: float


def bins(claims: Sequence[Claim]) -> list[Bin]:
    """The claims by confidence, without empty bins."""
    said = np.array([claim.confidence for claim in claims])
    right = np.array([claim.right for claim in claims])
    place = np.digitize(said, EDGES[1:-1])
    inside = [place == i for i in range(len(EDGES) - 1)]
    return [Bin(int(m.sum()), float(said[m].mean()), float(right[m].mean())) for m in inside if m.any()]


def calibration_error(claims: Sequence[Claim]) -> float:
    """Expected calibration error: mean distance between what was said and what was right, 0 … 1."""
    if not claims:
        return 0.0
    return sum(one.count * abs(one.said - one.right) for one in bins(claims)) / len(claims)


def collect(cases: Iterable[Case], reader: StillReader) -> Claims:
    """Read every picture with its true corners."""
    claims = Claims()
    for case in cases:
        image = case.picture()
        seen = reader(image, case.view(image))
        claims.slots += slot_claims(case, seen.slots)
        claims.dice += die_claims(case, seen.dice)
    return claims


def table(title: str, claims: Sequence[Claim]) -> str:
    """The bins as text, with the calibration error."""
    lines = [f"{title}: {len(claims)} claims, calibration error {100 * calibration_error(claims):.2f} %"]
    lines += [f"  said {100 * b.said:6.2f} %  right {100 * b.right:6.2f} %  of {b.count}" for b in bins(claims)]
    return "\n".join(lines)


def _scale(share: float) -> float:
    """Where a share lies on an axis that is wide near 1: 0, 0.9, 0.99 and 0.999 are equally far apart."""
    return float(-np.log10(1 - 0.999 * np.clip(share, 0, 1)) / 3)


def diagram(title: str, claims: Sequence[Claim], side: int = 420) -> Image:
    """Right against said, one dot a bin (its area tells how many claims), on axes stretched near 1."""
    left, top = 64, 52
    image: npt.NDArray[np.uint8] = np.full((side + top + 50, side + left + 20, 3), 255, np.uint8)

    def at(x: float, y: float) -> tuple[int, int]:
        return left + round(side * _scale(x)), top + side - round(side * _scale(y))

    def say(text: str, x: int, y: int, size: float = 0.42) -> None:
        cv2.putText(image, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, size, (0, 0, 0), 1, cv2.LINE_AA)

    for share in (0.0, 0.5, 0.9, 0.97, 0.99, 0.997, 1.0):
        x, y = at(share, share)
        cv2.line(image, (x, top), (x, top + side), (225, 225, 225))
        cv2.line(image, (left, y), (left + side, y), (225, 225, 225))
        say(f"{100 * share:g}", x - 12, top + side + 16)
        say(f"{100 * share:g}", left - 40, y + 4)
    cv2.line(image, at(0, 0), at(1, 1), (150, 150, 150), 1, cv2.LINE_AA)
    most = max((one.count for one in bins(claims)), default=1)
    for one in bins(claims):
        cv2.circle(
            image, at(one.said, one.right), 3 + round(14 * (one.count / most) ** 0.5), (180, 90, 20), 1, cv2.LINE_AA
        )
        cv2.circle(image, at(one.said, one.right), 2, (180, 90, 20), -1, cv2.LINE_AA)
    say(f"{title}: {len(claims)} claims, calibration error {100 * calibration_error(claims):.2f} %", 10, 16, 0.5)
    say("said, %", left + side // 2 - 25, top + side + 38)
    say("right, %", 4, top - 8)
    return image


def _sources(args: argparse.Namespace) -> list[tuple[str, Callable[[], list[Case]]]]:
    sources: list[tuple[str, Callable[[], list[Case]]]] = []
    if args.stills:
        sources.append(("rendered", lambda: asked_stills(args)))
    if args.photos:
        sources.append(("photographs", lambda: photo_cases(args.photos)))
    return sources


def main(argv: Sequence[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate reliability",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_stills(parser)
    parser.add_argument("--photos", type=Path, help="folder with truth.json and photos/")
    parser.add_argument("--out", type=Path, help="folder for the diagrams")
    args = parser.parse_args(argv)
    if not args.stills and not args.photos:
        parser.error("give --stills or --photos, or both")
    reader = standard_reader()
    try:
        for name, cases in _sources(args):
            claims = collect(cases(), reader)
            for what, said in (("slots", claims.slots), ("dice", claims.dice)):
                print(table(f"{what}, {name}", said), flush=True)
                if args.out:
                    args.out.mkdir(parents=True, exist_ok=True)
                    cv2.imwrite(str(args.out / f"{what}-{name}.png"), diagram(f"{what}, {name}", said))
    except EvaluationError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
