"""What each part of reading the checkers is worth: the same pictures without it.

python -m models.evaluate ablation --stills play --held-out [--photos DATA/boards]

Rendered pictures and photographs are kept apart; corners are the truth's. "Fused" is what `zarbiter run` sees: four
pictures of one still board, each looked at from another side (the picture again with fresh noise, light and
compression). "Adapted": colours, bar and habits learnt from the first picture of the set that can teach, for sets with
several pictures. With `--dice` dice are read too.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import vision.checkers
from models.evaluate.adapted import learn, sets_of
from models.evaluate.cases import Case, Claim, add_stills, asked_stills, paired, photo_cases, slot_claims
from models.evaluate.classical import Circles
from models.evaluate.frames import frames_of
from models.evaluate.photos import EvaluationError
from models.evaluate.reliability import calibration_error
from vision.adapt import Adapted
from vision.checkers import read_checkers
from vision.conserve import Evidence, conserve, pool, unsettled
from vision.detector import BoardReader, OnnxDetector
from vision.frame import Image
from vision.fuse import fused_dice
from vision.observation import SLOTS, UNREAD, DieReading, SlotReading
from vision.still import standard_reader

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


def adapted_rows(cases: Sequence[Case]) -> dict[str, Row]:
    """Sets with several pictures, read with and without what the first that can teach did teach."""
    eyes, found = OnnxDetector(1), {"adapted to the set": Row(), "not adapted": Row()}
    for members in sets_of(cases).values():
        taught = next(((case, learnt) for case in members if (learnt := _learnt(case, eyes))), None)
        for case in members:
            if taught and case is not taught[0]:
                image, learnt = case.picture(), taught[1]
                checkers = learnt.habits.checkers or 15
                mine = read_checkers(image, learnt.view, eyes, learnt.colours, checkers, habits=learnt.habits)
                found["adapted to the set"].add(case, mine.slots)
                found["not adapted"].add(case, read_checkers(image, case.view(image), eyes).slots)
    return found if found["not adapted"].boards else {}


def _learnt(case: Case, eyes: BoardReader) -> Adapted | None:
    try:
        return learn(case, eyes)
    except ValueError:
        return None


@dataclass
class DiceRow:
    """Dice with a known value: read right, wrong, not at all; and values read where none is."""

    right: int = 0
    wrong: int = 0
    unread: int = 0
    false: int = 0

    def add(self, case: Case, dice: Sequence[DieReading]) -> None:
        """Count one picture; dice of unknown value are not asked."""
        for die, reading in paired(case, dice):
            value = reading.value if reading else None
            if die is None:
                self.false += value is not None
            elif die.get("value"):
                self.right += value == die["value"]
                self.wrong += value not in (None, die["value"])
                self.unread += value is None

    @property
    def line(self) -> str:
        asked = self.right + self.wrong + self.unread
        return f"right {self.right}, wrong {self.wrong}, unread {self.unread} of {asked}; false {self.false}"


def dice_rows(cases: Sequence[Case]) -> dict[str, DiceRow]:
    """Dice of one picture, and of four fused."""
    reader = standard_reader()
    found = {"dice, fused: 4 pictures": DiceRow(), "dice, 1 picture": DiceRow()}
    for seed, case in enumerate(cases):
        image = case.picture()
        frames = frames_of(image, TURNS, seed)
        views = [reader(frame, case.view(image), turn).dice for turn, frame in enumerate(frames)]
        found["dice, fused: 4 pictures"].add(case, fused_dice(views))
        found["dice, 1 picture"].add(case, views[0])
    return found


def show(title: str, cases: Sequence[Case], *, dice: bool) -> None:
    """Print the tables of one kind of picture."""
    print(f"{title}, {len(cases)} pictures{'':12} points right                boards exact  calibration error")
    tables: list[Mapping[str, Row | DiceRow]] = [rows(cases), adapted_rows(cases), dice_rows(cases) if dice else {}]
    for told in tables:
        for name, row in told.items():
            print(f"{name:44} {row.line}", flush=True)


def main(argv: Sequence[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate ablation",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_stills(parser)
    parser.add_argument("--photos", type=Path, help="folder with truth.json and photos/")
    parser.add_argument("--dice", action="store_true", help="dice too")
    args = parser.parse_args(argv)
    if not args.stills and not args.photos:
        parser.error("give --stills or --photos, or both")
    try:
        if args.stills:
            stills = asked_stills(args)
            show("rendered", stills, dice=args.dice)
        if args.photos:
            show("photographs", photo_cases(args.photos), dice=args.dice)
    except EvaluationError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
