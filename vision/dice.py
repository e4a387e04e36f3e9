"""Dice in a picture: where they lie, the value of the top face when it is sure, whether they lie flat, on what.

Two small networks (`models/dice_find.onnx`, `models/dice_read.onnx`) do the seeing: one marks places where a die may
be, the other reads a crop at the camera's full resolution. A value is reported only when crops turned and resized
agree on it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from calibration.view import View
from models.registry import weights
from vision.dice_find import Candidate, Floats, Network, Plane, crops, distinct, look_over, tensor
from vision.dice_place import Disc, lean_at, place_of, rests_on, touches
from vision.frame import Image
from vision.observation import DieReading
from vision.runtime import session

DIE_MM, DIE_RANGE_MM = 13.0, (7.0, 24.0)
"""Side of a common die, and of any, on a board scaled to the nominal width (small boards scale up)."""
VALUE_SURE, DIE_SURE, LOOK_AGAIN = 0.8, 0.5, 0.1
"""Least probability of a reported value; of a reported die; of a die at first glance, to be looked at closely.
The first is where `python -m models.evaluate.dice sets` has the most right of those reported on held-out dice."""
MOST = 8
LEAN_MIN = 0.35
"""Tangent of the viewing angle from the vertical from which a die's side shows enough to be taken for its top."""
_CLOSE = ((0.88, 1.0, 1.14), tuple(np.arange(8) * np.pi / 4 + 0.2))
_GLANCE = ((1.0,), (0.2, 1.77))


def _onnx(path: Path) -> Network:
    network = session(path)

    def run(images: Floats, /) -> Floats:
        return np.asarray(network.run(None, {"image": images})[0], dtype=np.float32)

    return run


@dataclass(frozen=True)
class DiceReader:
    """The two networks. `finder`: N×3×H×W → N×4×H/4×W/4 (centre's logit, log of side/12 px, offset x, y in cells).
    `reader`: N×3×40×40 → N×8 logits (no die, values 1…6, a die that can't be read)."""

    finder: Network
    reader: Network

    @classmethod
    def load(cls) -> "DiceReader":
        """The project's own weights.

        :raises models.registry.RegistryError: when a weight is missing or is not the one the manifest names.
        """
        return cls(_onnx(weights("dice_find")), _onnx(weights("dice_read")))

    def probabilities(self, images: Iterable[Image]) -> Floats:
        """40×40 px crops → N×8 probabilities."""
        logits = self.reader(tensor(images))
        spread = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(spread / spread.sum(axis=1, keepdims=True), dtype=np.float32)


@lru_cache(maxsize=1)
def default_reader() -> DiceReader:
    """The project's own weights, loaded once."""
    return DiceReader.load()


@dataclass(frozen=True)
class Judged:
    """A candidate that was looked at closely: mean probabilities of the eight classes.

    `doubted`: it may be the side of a die whose top face lies farther from the camera's foot.
    """

    candidate: Candidate
    chances: Floats
    doubted: bool = False

    @property
    def die(self) -> float:
        """Probability that it is a die at all."""
        return 1 - float(self.chances[0])

    @property
    def likely(self) -> int:
        """The likeliest top face."""
        return int(self.chances[1:7].argmax()) + 1

    @property
    def value(self) -> int | None:
        """The top face where it is sure."""
        if self.doubted:
            return None
        return self.likely if self.chances[1:7].max() >= VALUE_SURE else None

    @property
    def flat(self) -> bool | None:
        """Whether it lies flat, None when not sure."""
        return False if self.chances[7] > 0.8 else True if self.value else None


def _look(plane: Plane, candidates: Sequence[Candidate], reader: DiceReader) -> list[Judged]:
    """Glance at all, look closely at what may be a die."""
    if not candidates:
        return []
    glances = reader.probabilities(crop for c in candidates for crop in crops(plane, c, *_GLANCE))
    none = glances.reshape(len(candidates), -1, 8)[..., 0].min(axis=1)
    likely = [c for c, chance in zip(candidates, none, strict=True) if chance < 1 - LOOK_AGAIN]
    return judge(plane, likely, reader)


def judge(plane: Plane, candidates: Iterable[Candidate], reader: DiceReader) -> list[Judged]:
    """Look closely at each candidate: crops at several sizes and angles, averaged."""
    return [Judged(c, reader.probabilities(crops(plane, c, *_CLOSE)).mean(axis=0)) for c in candidates]


def _plausible(judged: list[Judged]) -> list[Judged]:
    """Dice of one game are of like size: without those far from the size of the surest, and no more than `MOST`."""
    sure = sorted((j for j in judged if j.die >= DIE_SURE), key=lambda j: -float(j.chances[1:7].max()))
    kept: list[Judged] = []
    for one in sure:
        apart = all(
            np.hypot(one.candidate.x - k.candidate.x, one.candidate.y - k.candidate.y) > 0.8 * k.candidate.side
            for k in kept
        )
        alike = not kept or 0.6 < one.candidate.side / kept[0].candidate.side < 1.65
        if apart and alike:
            kept.append(one)
    return kept[:MOST]


def _doubt(plane: Plane, judged: Judged, view: View, reader: DiceReader) -> Judged:
    """Doubted where an oblique view shows another face at the place where the top face would be if this were a side."""
    c = judged.candidate
    lean = lean_at(view, c.x, c.y, c.side)
    slope = float(np.hypot(*lean))
    if judged.value is None or slope < LEAN_MIN:
        return judged
    above = c.side * 0.5 * (1 / slope + 1) * np.array(lean)
    places = [Candidate(c.x + share * above[0], c.y + share * above[1], c.side, 1.0) for share in (0.8, 1.0)]
    faces = [float(j.chances[1:7].sum()) for j in judge(plane, places, reader)]
    return replace(judged, doubted=max(faces) > 0.5)


def _boxed(boxes: Iterable[tuple[float, float, float, float]], view: View | None) -> list[Candidate]:
    """A detector's boxes (left, top, right, bottom px) as candidates of the plane, only where nothing else found one:
    their sizes are coarse.
    """
    out = []
    for left, top, right, bottom in boxes:
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        plane = view.to_mm(corners) if view else corners
        side = 0.8 * float(np.sqrt(np.prod(plane.max(0) - plane.min(0))))
        out.append(Candidate(float(plane[:, 0].mean()), float(plane[:, 1].mean()), side, 0.0))
    return out


def _placed(reading: DieReading, side: float, view: View, discs: Sequence[Disc] | None) -> DieReading:
    """With place and neighbours, of the footprint: the top face is seen farther from the camera's foot."""
    assert reading.mm is not None
    lean = lean_at(view, *reading.mm, side)
    x, y = reading.mm[0] - lean[0] * side, reading.mm[1] - lean[1] * side
    on = None if discs is None else rests_on(x, y, discs)
    against = None if discs is None else not on and touches(x, y, side, discs)
    return replace(reading, mm=(x, y), place=place_of(x, y, view.geometry), on_checker=on, touching=against)


def _reading(judged: Judged, plane: Plane, view: View | None, discs: Sequence[Disc] | None) -> DieReading:
    c = judged.candidate
    x, y = (float(v) for v in plane.to_px([(c.x, c.y)])[0])
    confidence = float(judged.chances[1:7].max())
    size = c.side * plane.px_per_unit(c.x, c.y)
    reading = DieReading(
        (x, y),
        (c.x, c.y) if view else None,
        judged.value,
        confidence,
        None,
        judged.flat,
        size_px=size,
        likely=judged.likely,
    )
    return _placed(reading, c.side, view, discs) if view else reading


def read_dice(
    image: Image,
    view: View | None = None,
    *,
    reader: DiceReader | None = None,
    discs_mm: Sequence[Disc] | None = None,
    detector_boxes: Iterable[tuple[float, float, float, float]] = (),
) -> tuple[DieReading, ...]:
    """All dice of a picture (H×W×3 uint8 BGR), the surest first.

    With `view` the board and a fifth of its width around it are looked over and readings have mm (the footprint's
    centre, see `calibration.board`) and place; without, the whole picture at several sizes. `discs_mm` are the checkers
    (x, y, radius in mm): without them `on_checker` and `touching` stay None. `detector_boxes` (left, top, right,
    bottom px) are further places to look at.
    """
    eyes = reader or default_reader()
    plane = Plane.of_board(image, view) if view else Plane.of_picture(image)
    sides = (DIE_MM, 1.6 * DIE_MM) if view else _sides(image)
    found = [c for side in sides for c in look_over(plane, eyes.finder, side)]
    low, high = DIE_RANGE_MM if view else (0.0, np.inf)
    fitting = [c for c in found if low <= c.side <= high]
    judged = _plausible(_look(plane, distinct([*_boxed(detector_boxes, view), *fitting]), eyes))
    if view:
        judged = [_doubt(plane, j, view, eyes) for j in judged]
    return tuple(_reading(j, plane, view, discs_mm) for j in judged)


def _sides(image: Image) -> tuple[float, ...]:
    """Sizes to look for without a board, px: from 12 px to a fifth of the picture."""
    longest = max(image.shape[:2])
    return tuple(12.0 * 2.0**i for i in range(5) if 12.0 * 2.0**i <= max(12.0, longest / 5))
