"""Adaptation to one set: learnt from one picture whose position is known, then every other picture of the same set
under the same camera is read with what was learnt.

python -m models.evaluate adapted --photos DATA/boards [--learn-from each]
python -m models.evaluate adapted --stills RENDERED/sets

Of each set with several pictures one teaches and the others are scored (points and bar), by default the first that can
teach; with `each` every one teaches in turn. Corners are the teacher's. Beside it the same pictures unadapted, and with
each part of what was learnt alone (all but the first know how many checkers a side has).
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from calibration.colours import SetColours
from calibration.habits import SetHabits
from models.evaluate.cases import Case, photo_cases, still_cases
from vision.adapt import Adapted, adapt
from vision.checkers import CheckerReading, read_checkers
from vision.detector import BoardReader, OnnxDetector
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


def learn(case: Case, reader: BoardReader | None = None) -> Adapted:
    """What one picture with known points teaches.

    :raises ValueError: when its points can't teach.
    """
    image = case.picture()
    sides = [sum(int(t[1:]) for t in case.slots.values() if t[:1] == shade) for shade in "LD"]
    bar = case.truth.get("bar") or {}
    whole = {n + int(bar.get(shade) or 0) for n, shade in zip(sides, "LD", strict=True)}
    return adapt(image, case.view(image), case.slots, reader, whole.pop() if len(whole) == 1 else None)


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


def ways(learnt: Adapted) -> dict[str, tuple[SetColours | None, SetHabits | None]]:
    """What is kept of what was learnt: nothing, each part alone, everything."""
    checkers = learnt.habits.checkers
    return {
        "nothing": (None, SetHabits(checkers=checkers)),
        "colours": (learnt.colours, SetHabits(checkers=checkers)),
        "bar": (None, SetHabits(known_bar=True, checkers=checkers)),
        "all": (learnt.colours, learnt.habits),
    }


def score_set(teacher: Case, learnt: Adapted, others: Sequence[Case], reader: BoardReader) -> dict[str, Result]:
    """How well the other pictures are read with each of `ways`, and `unadapted`: nothing known."""
    totals = dict.fromkeys(("unadapted", *ways(learnt)), Result())
    for case in others:
        image = case.picture()
        plain = read_checkers(image, teacher.view(image), reader)
        totals["unadapted"] += scored(case, plain, named=False)
        for name, (colours, habits) in ways(learnt).items():
            checkers = learnt.habits.checkers or 15
            reading = read_checkers(image, learnt.view, reader, colours, checkers, habits=habits)
            result = scored(case, reading, named=colours is not None)
            totals[name] += result
            if name == "all" and result.right < result.slots:
                print(f"  {case.path.name} learnt from {teacher.path.name}: {result.right} of {result.slots}")
    return totals


def score_sets(cases: Sequence[Case], *, every: bool, mirrors: int = 4) -> None:
    """Print the score of every set with several pictures, and of all of them."""
    reader = OnnxDetector(2, mirrors=mirrors)
    whole: dict[str, Result] = {}
    for name, members in sets_of(cases).items():
        for teacher in members:
            began = time.process_time()
            try:
                learnt = learn(teacher, reader)
            except ValueError as error:
                print(f"set {name}: {teacher.path.name} can't teach: {error}")
                continue
            seconds = time.process_time() - began
            totals = score_set(teacher, learnt, [case for case in members if case is not teacher], reader)
            whole = {way: whole.get(way, Result()) + result for way, result in totals.items()}
            print(
                f"set {name}, learnt from {teacher.path.name} in {seconds:.1f} s: {totals['all'].line}; unadapted "
                f"{totals['unadapted'].right}"
                + (f"; still read otherwise: {', '.join(learnt.wrong)}" if learnt.wrong else ""),
                flush=True,
            )
            if not every:
                break
    for way, result in whole.items():
        print(f"{way:10} {result.line}")


def main(argv: Sequence[str]) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate adapted",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--photos", type=Path, help="folder with truth.json and photos/")
    parser.add_argument("--stills", type=Path, help="folder of `python -m models.synth stills --same 5`")
    parser.add_argument("--learn-from", choices=("one", "each"), default="one", help="which pictures teach")
    parser.add_argument("--mirrors", type=int, default=4, choices=(1, 2, 4), help="sides each picture is seen from")
    given = parser.parse_args(argv)
    if not given.photos and not given.stills:
        parser.error("give --photos or --stills")
    cases = photo_cases(given.photos) if given.photos else still_cases(given.stills)
    score_sets(cases, every=given.learn_from == "each", mirrors=given.mirrors)
    return 0
