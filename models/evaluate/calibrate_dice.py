"""How sure the die reader may be: a straight line from the log-odds it states to those that were true.

python -m models.evaluate calibrate-dice --stills play dice --held-out

Fitted on the values reported in rendered stills that no training saw, never on photographs; beside it the calibration
error of all claims as they are and made true, the latter for each fifth of the pictures by a line fitted on the others.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from models.evaluate.cases import Case, Claim, add_stills, asked_stills, die_claims
from models.evaluate.photos import EvaluationError
from models.evaluate.reliability import calibration_error
from vision.still import StillReader, standard_reader

Line = tuple[float, float]
FOLDS, STEPS = 5, 30
_EDGE, _RIDGE = 1e-4, 8.0
"""Nothing is surer than this is short of 1; how strongly the line is held to the one that changes nothing."""


def log_odds(chances: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """Of probabilities kept off 0 and 1."""
    p = np.clip(np.asarray(chances, np.float64), _EDGE, 1 - _EDGE)
    return np.asarray(np.log(p / (1 - p)))


def line_of(claims: Sequence[Claim]) -> Line:
    """Slope and offset of the likeliest line (logistic regression by Newton's steps)."""
    x = np.stack([log_odds([c.confidence for c in claims]), np.ones(len(claims))], axis=1)
    right, wanted = np.array([c.right for c in claims], np.float64), np.array([1.0, 0.0])
    line = wanted.copy()
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-x @ line))
        slope = x.T @ (right - p) - _RIDGE * (line - wanted)
        line = line + np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + _RIDGE * np.eye(2), slope)
    return float(line[0]), float(line[1])


def trued(claims: Iterable[Claim], line: Line) -> list[Claim]:
    """The claims as sure as the line says."""
    told = list(claims)
    odds = line[0] * log_odds([c.confidence for c in told]) + line[1]
    return [replace(c, confidence=float(1 / (1 + np.exp(-o)))) for c, o in zip(told, odds, strict=True)]


def crossed(pictures: Sequence[Sequence[Claim]]) -> list[Claim]:
    """Every claim made true by a line fitted on the other folds' pictures."""
    out: list[Claim] = []
    for fold in range(FOLDS):
        others = [claim for i, claims in enumerate(pictures) if i % FOLDS != fold for claim in claims]
        mine = [claim for i, claims in enumerate(pictures) if i % FOLDS == fold for claim in claims]
        out += trued(mine, line_of(others)) if mine and others else mine
    return out


def read(cases: Iterable[Case], reader: StillReader) -> list[list[Claim]]:
    """The reported values of each picture, read with its true corners."""
    found = []
    for case in cases:
        image = case.picture()
        found.append(die_claims(case, reader(image, case.view(image)).dice))
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate calibrate-dice",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_stills(parser, required=True)
    args = parser.parse_args(argv)
    try:
        cases = asked_stills(args)
    except EvaluationError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    pictures = read(cases, standard_reader())
    claims = [claim for one in pictures for claim in one]
    if not claims:
        print("error: no value was reported in these pictures, so nothing can be fitted", file=sys.stderr)
        return 2
    wrong = sum(not claim.right for claim in claims)
    print(f"{len(claims)} values reported, {wrong} wrong; calibration error {100 * calibration_error(claims):.2f} %")
    print(f"made true by the other folds' line: {100 * calibration_error(crossed(pictures)):.2f} %")
    slope, offset = line_of(claims)
    print(f"slope, offset = {slope:.3f}, {offset:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
