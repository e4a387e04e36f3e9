"""Adaptation to one set: learnt from one picture whose position is known, then every other picture of the same set
under the same camera is read with what was learnt.

python -m models.evaluate adapted --photos DATA/boards [--learn-from each]

Photographs: of each `set` with several pictures one teaches and the others are scored (points and bar), by default the
first whose points can teach; with `each` every one teaches in turn. Beside it the same pictures without adaptation.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.view import View
from models.evaluate.cases import Case, photo_cases
from vision.adapt import Adapted, adapt
from vision.checkers import CheckerReading, read_checkers
from vision.observation import SLOTS


@dataclass(frozen=True)
class Result:
    """Slots (points and both bars) asked and right of the pictures read, and pictures all right."""

    pictures: int = 0
    exact: int = 0
    slots: int = 0
    right: int = 0

    def __add__(self, other: "Result") -> "Result":
        mine, theirs = self.__dict__.values(), other.__dict__.values()
        return Result(*(a + b for a, b in zip(mine, theirs, strict=True)))

    @property
    def line(self) -> str:
        """One line for people."""
        return f"pictures exact {self.exact} of {self.pictures}, slots exact {self.right} of {self.slots}"


def sets_of(cases: Sequence[Case]) -> dict[str, list[Case]]:
    """The pictures of each set that has several."""
    count = Counter(case.group for case in cases)
    return {name: [c for c in cases if c.group == name] for name, several in count.items() if several > 1}


def learn(case: Case) -> Adapted:
    """What one picture with known points teaches.

    :raises ValueError: when its points can't teach.
    """
    image = case.picture()
    sides = [sum(int(t[1:]) for t in case.slots.values() if t[:1] == shade) for shade in "LD"]
    bar = case.truth.get("bar") or {}
    whole = {n + int(bar.get(shade) or 0) for n, shade in zip(sides, "LD", strict=True)}
    return adapt(image, case.view(image), case.slots, checkers=whole.pop() if len(whole) == 1 else None)


def scored(case: Case, reading: CheckerReading, *, named: bool) -> Result:
    """A reading against the truth; where the sets are not `named` by a profile their names may be swapped."""
    truth = case.slots | _bar(case)
    got = {name: best.text if (best := reading.slots[name].best) else None for name in SLOTS}
    got |= {f"bar {shade}": str(reading.bar[shade].count) for shade in reading.bar}
    ways = [got] if named else [got, {_swapped(k): _swapped(v) if v else v for k, v in got.items()}]
    right = max(sum(way.get(name) == text for name, text in truth.items()) for way in ways)
    return Result(1, int(right == len(truth)), len(truth), right)


def _bar(case: Case) -> dict[str, str]:
    hidden = "bar" in (case.truth.get("hidden") or ())
    return {} if hidden else {f"bar {shade}": str(n) for shade, n in (case.truth.get("bar") or {}).items()}


def _swapped(text: str) -> str:
    return text.translate(str.maketrans("LD", "DL"))


def read_others(teacher: Case, learnt: Adapted, others: Sequence[Case]) -> Iterator[tuple[Case, Result, Result]]:
    """Each other picture with its score adapted and not adapted; a side has as many checkers as the teacher had."""
    checkers = learnt.habits.checkers or 15
    for case in others:
        image = case.picture()
        plain = View.from_corners(learnt.view.corners, (image.shape[1], image.shape[0]))
        mine = read_checkers(image, learnt.view, None, learnt.colours, checkers, habits=learnt.habits)
        yield case, scored(case, mine, named=True), scored(case, read_checkers(image, plain), named=False)


def score_photos(cases: Sequence[Case], *, every: bool) -> None:
    """Print the score of every set with several pictures."""
    for name, members in sets_of(cases).items():
        adapted, without = Result(), Result()
        for teacher in members:
            try:
                learnt = learn(teacher)
            except ValueError as error:
                print(f"{name}: {teacher.path.name} can't teach: {error}")
                continue
            others = [case for case in members if case is not teacher]
            for case, mine, plain in read_others(teacher, learnt, others):
                adapted, without = adapted + mine, without + plain
                if mine.right < mine.slots:
                    print(f"  {case.path.name} learnt from {teacher.path.name}: {mine.right} of {mine.slots}")
            print(f"{name}, learnt from {teacher.path.name}: {learnt.habits}, still read otherwise: {learnt.wrong}")
            if not every:
                break
        print(f"{name}: adapted {adapted.line}; not adapted {without.line}", flush=True)


def main(argv: Sequence[str]) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate adapted",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--photos", type=Path, required=True, help="folder with truth.json and photos/")
    parser.add_argument("--learn-from", choices=("one", "each"), default="one", help="which pictures teach")
    given = parser.parse_args(argv)
    score_photos(photo_cases(given.photos), every=given.learn_from == "each")
    return 0
