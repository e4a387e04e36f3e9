"""Pictures with known truth, rendered or photographed, in one form; and readings held against it."""

import argparse
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.view import View
from models.evaluate.photos import EvaluationError
from vision.frame import Image
from vision.observation import SLOTS, DieReading, SlotReading

DIE_REACH = 0.03
"""Share of the field's diagonal within which a reading is of the die of the truth."""


@dataclass(frozen=True, eq=False)
class Case:
    """One picture: its file, its truth in the form of a truth file, and the set (same board, same camera) it is of."""

    path: Path
    truth: Mapping[str, Any]
    group: str

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """Of the field: tl, tr, br, bl, px."""
        return tuple((float(x), float(y)) for x, y in self.truth["corners"])

    @property
    def diagonal(self) -> float:
        """Of the field in the picture, px."""
        return math.dist(self.corners[0], self.corners[2])

    def picture(self) -> Image:
        """H×W×3 BGR.

        :raises EvaluationError: when it can't be read.
        """
        image = cv2.imread(str(self.path))
        if image is None:
            raise EvaluationError(f"{self.path}: no such picture, or not one that can be read")
        return np.asarray(image, np.uint8)

    def view(self, image: Image) -> View:
        """The view of the true corners."""
        a, b, c, d = self.corners
        return View.from_corners((a, b, c, d), (image.shape[1], image.shape[0]))

    @property
    def slots(self) -> dict[str, str]:
        """What stands on each point that is scored: `"L3"`, `""` …"""
        hidden = set(self.truth.get("hidden") or ())
        texts = (*self.truth["top"], *self.truth["bottom"])
        return {name: text for name, text in zip(SLOTS, texts, strict=True) if name not in hidden}


def photo_cases(boards: Path) -> list[Case]:
    """The photographs of a folder with `truth.json` and `photos/`.

    :raises EvaluationError: when there is none.
    """
    path = boards / "truth.json"
    try:
        truth = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, json.JSONDecodeError) as error:
        raise EvaluationError(f"{path}: {error}; expected a JSON map from file name to truth") from error
    return [Case(boards / "photos" / name, entry, str(entry["set"])) for name, entry in truth.items()]


def still_cases(folder: Path, most: int | None = None, *, held_out: bool = False) -> list[Case]:
    """The stills of a folder of `python -m models.synth stills`; `held_out`: only those whose number ends in 9, which
    no training sees.

    :raises EvaluationError: when there is none.
    """
    paths = [p for p in sorted(folder.glob("[0-9]*.json")) if not held_out or int(p.stem) % 10 == 9]
    if not paths:
        raise EvaluationError(f"{folder}: no stills there; make some with `python -m models.synth stills`")
    found = []
    for path in paths[:most]:
        truth = json.loads(path.read_text(encoding="utf-8"))
        found.append(Case(path.with_suffix(".jpg"), truth, str(truth.get("set", path.stem))))
    return found


def add_stills(parser: argparse.ArgumentParser, *, required: bool = False) -> None:
    """The arguments that say which stills are read."""
    least = "+" if required else "*"
    parser.add_argument(
        "--stills", type=Path, nargs=least, default=[], required=required, help="folders of rendered stills"
    )
    parser.add_argument("--held-out", action="store_true", help="only stills whose number ends in 9")
    parser.add_argument("--most", type=int, help="how many stills of a folder at most")


def asked_stills(given: argparse.Namespace) -> list[Case]:
    """The stills that `add_stills`' arguments ask for.

    :raises EvaluationError: when a folder has none.
    """
    return [case for folder in given.stills for case in still_cases(folder, given.most, held_out=given.held_out)]


@dataclass(frozen=True)
class Claim:
    """What a reader said about one thing: how sure it was, and whether it was right."""

    confidence: float
    right: bool


def slot_claims(case: Case, slots: Mapping[str, SlotReading]) -> list[Claim]:
    """One claim for each scored point; the sets' names may be swapped for the whole board. A point not read is none."""
    truth = case.slots
    texts = {name: best.text if (best := slots[name].best) else None for name in truth}
    other = {name: text and text.translate(str.maketrans("LD", "DL")) for name, text in texts.items()}
    named = max((texts, other), key=lambda said: sum(said[name] == text for name, text in truth.items()))
    return [
        Claim(slots[name].confidence, named[name] == text) for name, text in truth.items() if named[name] is not None
    ]


def paired(case: Case, dice: Sequence[DieReading]) -> Iterator[tuple[Mapping[str, Any] | None, DieReading | None]]:
    """Each die of the truth with the reading of it, nearest pairs first; then readings of nothing."""
    every = list(case.truth.get("dice") or ())
    ways = sorted(
        (math.dist(die["xy"], reading.xy), i, j) for i, die in enumerate(every) for j, reading in enumerate(dice)
    )
    taken: dict[int, int] = {}
    for apart, i, j in ways:
        if apart <= DIE_REACH * case.diagonal and i not in taken and j not in taken.values():
            taken[i] = j
    for i, die in enumerate(every):
        yield die, dice[taken[i]] if i in taken else None
    for j, reading in enumerate(dice):
        if j not in taken.values():
            yield None, reading


def die_claims(case: Case, dice: Sequence[DieReading]) -> list[Claim]:
    """One claim for each reported value, false ones included; a die whose true value nobody knows makes none."""
    claims = []
    for die, reading in paired(case, dice):
        if reading is None or reading.value is None or (die is not None and not die.get("value")):
            continue
        claims.append(Claim(reading.confidence, die is not None and die["value"] == reading.value))
    return claims
