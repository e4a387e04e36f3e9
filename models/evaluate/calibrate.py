"""How sure the reader of checkers may be: the constants of `vision.conserve` that make its confidences true.

python -m models.evaluate calibrate --stills play dice --held-out

Fitted on rendered stills that no training saw, never on photographs: first `SHARPNESS` on one picture seen from one
side and from four, then `TOGETHER` on four pictures fused. The least mean negative log-likelihood of
what truly stood there decides; the calibration error is printed beside it.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np

import vision.conserve
from models.evaluate.cases import Case, Claim, add_stills, asked_stills, slot_claims
from models.evaluate.frames import frames_of
from models.evaluate.photos import EvaluationError
from models.evaluate.reliability import calibration_error
from vision.checkers import read_checkers
from vision.conserve import Evidence, conserve, pool, tempered
from vision.detector import OnnxDetector
from vision.observation import SLOTS, UNREAD, SlotReading

SHARPNESSES = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0, 1.1, 1.2, 1.35)
TOGETHERS = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
TURNS = 4
_LEAST = 1e-4


@dataclass(frozen=True, eq=False)
class Seen:
    """One still: what four pictures of it, each from another side, say, and one from all sides."""

    case: Case
    turned: tuple[Evidence, ...]
    whole: Evidence


@contextmanager
def as_said() -> Iterator[None]:
    """Evidence as the networks say it while the block runs."""
    before = vision.conserve.SHARPNESS
    vision.conserve.SHARPNESS = 1.0
    try:
        yield
    finally:
        vision.conserve.SHARPNESS = before


def look_at(cases: Iterable[Case]) -> list[Seen]:
    """Read every case as the networks say it."""
    eyes, found = OnnxDetector(1), []
    with as_said():
        for seed, case in enumerate(cases):
            image = case.picture()
            view = case.view(image)
            turned = [
                read_checkers(frame, view, eyes.from_side(turn)).evidence
                for turn, frame in enumerate(frames_of(image, TURNS, seed))
            ]
            found.append(Seen(case, tuple(turned), read_checkers(image, view, eyes).evidence))
    return found


def softened(evidence: Evidence, sharpness: float) -> Evidence:
    """The evidence with another sharpness."""
    points = {name: tempered(p, sharpness) for name, p in evidence.points.items()}
    return Evidence(points, evidence.bar, evidence.checkers)


def loss(pairs: Iterable[tuple[Case, Evidence]]) -> tuple[float, list[Claim]]:
    """Mean negative log-likelihood of what truly stood on each point, and the claims."""
    total: list[float] = []
    claims: list[Claim] = []
    for case, evidence in pairs:
        slots = dict.fromkeys(SLOTS, UNREAD) | conserve(evidence)
        claims += slot_claims(case, slots)
        truth = _named(case, slots)
        for name, text in truth.items():
            if slots[name].alternatives:
                chance = next((p for stack, p in slots[name].alternatives if stack.text == text), 0.0)
                total.append(-float(np.log(max(chance, _LEAST))))
    return float(np.mean(total)), claims


def _named(case: Case, slots: dict[str, SlotReading]) -> dict[str, str]:
    """The truth, its two sets named as the reading names them."""
    truth = case.slots
    other = {name: text.translate(str.maketrans("LD", "DL")) for name, text in truth.items()}

    def agree(named: dict[str, str]) -> int:
        return sum((best := slots[name].best) is not None and best.text == text for name, text in named.items())

    return max((truth, other), key=agree)


def _best(name: str, tries: Sequence[float], way: Callable[[float], list[tuple[Case, Evidence]]]) -> float:
    scores = []
    for value in tries:
        cost, claims = loss(way(value))
        scores.append((cost, value))
        error = 100 * calibration_error(claims)
        print(f"{name} {value}: loss {cost:.5f}, calibration error {error:.2f} %", flush=True)
    return min(scores)[1]


def calibrate(seen: Sequence[Seen]) -> None:
    """Print every try and the constants to be written into `vision/conserve.py`."""

    def single(sharpness: float) -> list[tuple[Case, Evidence]]:
        return [(one.case, softened(evidence, sharpness)) for one in seen for evidence in (one.turned[0], one.whole)]

    sharpness = _best("SHARPNESS", SHARPNESSES, single)

    def fused(together: float) -> list[tuple[Case, Evidence]]:
        return [(one.case, pool([softened(e, sharpness) for e in one.turned], together)) for one in seen]

    together = _best("TOGETHER", TOGETHERS, fused)
    print(f"SHARPNESS = {sharpness}\nTOGETHER = {together}")


def main(argv: Sequence[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate calibrate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_stills(parser, required=True)
    args = parser.parse_args(argv)
    try:
        calibrate(look_at(asked_stills(args)))
    except EvaluationError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
