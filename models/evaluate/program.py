"""Photographs read as the program reads them: corners found, points, bar and dice, held against the truth.

python -m models.evaluate program DATA/boards [--verbose]

A board counts as found when no corner is off by more than 2.5 % of the field's diagonal (half turns allowed). Its
points may have the sets' names swapped; those of boards not found are not right. `mean over sets` takes the pictures of
one board under one camera as one.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration.session import found_view
from models.evaluate.cases import Case, paired, photo_cases
from models.evaluate.corners import TOLERANCE, Floats, corner_error
from vision.corners import find_board
from vision.observation import SLOTS, DieReading
from vision.still import StillReader, StillReading, standard_reader


@dataclass(frozen=True)
class Outcome:
    """One picture: found, slots asked (points and both bars) and right; dice right, wrong, left unread and false."""

    name: str
    group: str
    found: bool
    slots: int
    right: int
    dice: tuple[int, int, int, int]

    @property
    def exact(self) -> bool:
        return self.found and self.right == self.slots


def read(case: Case, reader: StillReader) -> Outcome:
    """Find, read and score one picture."""
    image, truth = case.picture(), slots_asked(case)
    found = find_board(image)
    corners = np.array(found.corners) if found else None
    if found is None or corners is None or corner_error(np.array(case.corners), corners) > TOLERANCE:
        return Outcome(case.path.name, case.group, False, len(truth), 0, dice_of(case, ()))
    reading = reader(image, found_view(found, (image.shape[1], image.shape[0])))
    got = texts_of(reading, turned=_turned(np.array(case.corners), corners))
    ways = (got, {_swapped(name): text and _swapped(text) for name, text in got.items()})
    right = max(sum(way.get(name) == text for name, text in truth.items()) for way in ways)
    return Outcome(case.path.name, case.group, True, len(truth), right, dice_of(case, reading.dice))


def slots_asked(case: Case) -> dict[str, str]:
    """Points and bars of the truth that are scored."""
    bar = {} if "bar" in (case.truth.get("hidden") or ()) else case.truth.get("bar") or {}
    return case.slots | {f"bar {shade}": str(count) for shade, count in bar.items()}


def texts_of(reading: StillReading, *, turned: bool) -> dict[str, str | None]:
    """What was read on each point and bar; `turned`: seen from the other side."""
    texts = [best.text if (best := reading.slots[name].best) else None for name in SLOTS]
    named = dict(zip(SLOTS, texts[::-1] if turned else texts, strict=True))
    return named | {f"bar {shade}": str(count.count) for shade, count in reading.bar.items()}


def _turned(truth: Floats, corners: Floats) -> bool:
    straight, turned = (np.linalg.norm(truth - way, axis=1).max() for way in (corners, np.roll(corners, 2, axis=0)))
    return bool(turned < straight)


def _swapped(text: str) -> str:
    return text.translate(str.maketrans("LD", "DL"))


def dice_of(case: Case, dice: Sequence[DieReading]) -> tuple[int, int, int, int]:
    """Dice right, wrong, unread and false; a die whose value nobody knows is not asked for."""
    right = wrong = unread = false = 0
    for die, reading in paired(case, dice):
        value = reading.value if reading else None
        if die is None:
            false += value is not None
        elif die.get("value"):
            right += value == die["value"]
            unread += value is None
            wrong += value not in (None, die["value"])
    return right, wrong, unread, false


def report(outcomes: Sequence[Outcome]) -> str:
    """The totals, by set and over all."""
    groups = sorted({outcome.group for outcome in outcomes})
    lines, shares = [], []
    for group in groups:
        members = [outcome for outcome in outcomes if outcome.group == group]
        asked, right = sum(o.slots for o in members), sum(o.right for o in members)
        shares.append(right / max(1, asked))
        exact, found = sum(o.exact for o in members), sum(o.found for o in members)
        lines.append(f"set {group:28} found {found} of {len(members)}, exact {exact}, slots {right} of {asked}")
    seen = [outcome for outcome in outcomes if outcome.found]
    asked, right = sum(o.slots for o in seen), sum(o.right for o in seen)
    dice = np.array([outcome.dice for outcome in outcomes]).sum(0)
    lines += [
        f"boards found {len(seen)} of {len(outcomes)}, exact {sum(o.exact for o in outcomes)}; slots of boards found "
        f"{right} of {asked} ({100 * right / max(1, asked):.2f} %); mean over {len(groups)} sets "
        f"{100 * float(np.mean(shares)):.2f} %",
        f"dice right {dice[0]}, wrong {dice[1]}, unread {dice[2]}, false {dice[3]}",
    ]
    return "\n".join(lines)


def main(argv: Sequence[str]) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate program",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("boards", type=Path, help="folder with truth.json and photos/")
    parser.add_argument("--verbose", action="store_true", help="one line a picture")
    given = parser.parse_args(argv)
    reader, outcomes = standard_reader(), []
    for case in photo_cases(given.boards):
        outcomes.append(read(case, reader))
        if given.verbose:
            one = outcomes[-1]
            print(f"{one.name:44} found={one.found!s:5} slots {one.right} of {one.slots}, dice {one.dice}", flush=True)
    print(report(outcomes))
    return 0
