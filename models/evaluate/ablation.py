"""What each part of reading the checkers is worth: the same pictures without it.

python -m models.evaluate ablation --stills play --held-out [--photos DATA/boards]

Rendered pictures and photographs are kept apart; corners are the truth's. "Fused" is what `zarbiter run` sees: four
pictures of one still board, each looked at from another side (the picture again with fresh noise, light and
compression). "Adapted": colours learnt from another picture of the same set, photographs only.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import vision.checkers
from models.evaluate.cases import Case, Claim, photo_cases, slot_claims, still_cases
from models.evaluate.classical import Circles
from models.evaluate.frames import frames_of
from models.evaluate.photos import EvaluationError
from models.evaluate.reliability import calibration_error
from vision.checkers import read_checkers
from vision.conserve import Evidence, conserve, pool, unsettled
from vision.detector import BoardReader, OnnxDetector
from vision.frame import Image
from vision.observation import SLOTS, UNREAD, SlotReading

Slots = Mapping[str, SlotReading]
TURNS = 4


@dataclass
class Row:
    """Claims of one way of reading, and how many boards it read without a fault."""

    claims: list[Claim] = field(default_factory=list)
    boards: int = 0
    exact: int = 0

    def add(self, case: Case, slots: Slots) -> None:
        """Count one picture."""
        claims = slot_claims(case, slots)
        self.claims += claims
        self.boards += 1
        self.exact += all(claim.right for claim in claims)

    @property
    def line(self) -> str:
        right = sum(claim.right for claim in self.claims)
        share = 100 * right / max(1, len(self.claims))
        error = 100 * calibration_error(self.claims)
        points = f"{right:6d} of {len(self.claims):6d}  {share:6.2f} %"
        return f"{points}   {self.exact:4d} of {self.boards:4d}   {error:5.2f} %"


def whole(evidence: Evidence, settle: Callable[[Evidence], dict[str, SlotReading]] = conserve) -> Slots:
    """A reading of every point; those under a hand unread."""
    return dict.fromkeys(SLOTS, UNREAD) | settle(evidence)


@contextmanager
def trusting(network: float, discs: float) -> Iterator[None]:
    """Other weights for the two opinions on a count while the block runs."""
    before = vision.checkers._NETWORK, vision.checkers._DISCS
    vision.checkers._NETWORK, vision.checkers._DISCS = network, discs
    try:
        yield
    finally:
        vision.checkers._NETWORK, vision.checkers._DISCS = before


def _evidence(case: Case, image: Image, reader: BoardReader) -> Evidence:
    return read_checkers(image, case.view(image), reader).evidence


def readings(case: Case, eyes: OnnxDetector, two: OnnxDetector, seed: int) -> Iterator[tuple[str, Slots]]:
    """The picture read in each way."""
    image = case.picture()
    frames = list(frames_of(image, TURNS, seed))
    turned = [_evidence(case, frame, eyes.from_side(turn)) for turn, frame in enumerate(frames)]
    yield "fused: 4 pictures, each from another side", whole(pool(turned))
    yield "fused, as if independent", whole(pool(turned, 0.0))
    yield "fused, number of checkers not asked", whole(pool(turned), unsettled)
    yield "fused: 2 pictures", whole(pool(turned[:2]))
    same = [_evidence(case, frame, eyes.from_side(0)) for frame in frames]
    yield "fused: 4 pictures from one side", whole(pool(same))
    yield "no fusion: 1 picture, 1 side", whole(turned[0])
    four = _evidence(case, image, eyes)
    yield "1 picture, 4 sides (zarbiter read)", whole(four)
    yield "1 picture, 2 sides", whole(_evidence(case, image, two))
    yield "1 picture, 4 sides, number not asked", whole(four, unsettled)
    with trusting(1.0, 0.0):
        yield "1 picture, 4 sides, no discs counted", whole(_evidence(case, image, eyes))
    with trusting(0.0, 1.0):
        yield "1 picture, 4 sides, discs only", whole(_evidence(case, image, eyes))
    yield "classical only: circles and colours", whole(_evidence(case, image, Circles()))


def rows(cases: Sequence[Case]) -> dict[str, Row]:
    """Every way of reading over all cases."""
    eyes, two = OnnxDetector(1), OnnxDetector(1, mirrors=2)
    found: dict[str, Row] = {}
    for seed, case in enumerate(cases):
        for name, slots in readings(case, eyes, two, seed):
            found.setdefault(name, Row()).add(case, slots)
    return found


def show(title: str, cases: Sequence[Case]) -> None:
    """Print the table of one kind of picture."""
    print(f"{title}, {len(cases)} pictures{'':12} points right                boards exact  calibration error")
    for name, row in rows(cases).items():
        print(f"{name:44} {row.line}", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate ablation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--stills", type=Path, nargs="*", default=[], help="folders of rendered stills")
    parser.add_argument("--held-out", action="store_true", help="only stills whose number ends in 9")
    parser.add_argument("--most", type=int, help="how many stills of a folder at most")
    parser.add_argument("--photos", type=Path, help="folder with truth.json and photos/")
    args = parser.parse_args(argv)
    if not args.stills and not args.photos:
        parser.error("give --stills or --photos, or both")
    try:
        if args.stills:
            show("rendered", [c for f in args.stills for c in still_cases(f, args.most, held_out=args.held_out)])
        if args.photos:
            show("photographs", photo_cases(args.photos))
    except EvaluationError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
