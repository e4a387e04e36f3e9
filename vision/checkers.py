"""Checkers on the board: a picture and a view in, a reading of every point, the bar and the trays out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry
from calibration.colours import SetColours
from calibration.habits import SetHabits
from calibration.view import View
from vision.columns import FieldFrame, field_in, find_columns
from vision.conserve import MOST, Conserved, Evidence, over_stacks
from vision.detector import HAND, STRIDE, BoardReader, Box, FloatArray, Look, default_detector
from vision.frame import Image
from vision.observation import SLOTS, CountReading, Shade, SlotReading
from vision.rectify import rectify
from vision.shades import shade_odds
from vision.tally import Floats, combine, disc_counts

CHECKER_MM = 9.0
"""Height of a common checker."""
SHADES: tuple[Shade, ...] = ("L", "D")
_SURE_DISC, _BAR_DISC, _PLAIN_BAR_DISC = 0.4, 0.45, 0.75
_COVERED, _LOOKED_AT = 0.12, (2, 5)
"""Share of a point under a hand from which it is not read; of its length so many checkers are looked at."""
_ENOUGH_DISCS, _ROUND, _ASPECTS = 6, 0.05, (0.85, 1.8)
_NETWORK, _DISCS = 1.0, 0.4
"""Weights of the two opinions on a count. Rendered stills alone would trust the network's count and not need the
discs; the discs are there for boards unlike any rendered one, where a count without its discs is a guess."""
_HIDDEN, _HIDDEN_IN_PILES = 0.05, 0.92
"""Probability that a point holds more than the discs that are seen; and where discs stand on others, or so many are
seen that more would be laid on them (`_ROW`)."""
_ROW, _UPPER = 3.5, 0.3
_SIZE_SPREAD = 0.25
"""How far discs of one picture differ in size, as a standard deviation of the logarithm (with room for piles)."""


@dataclass(frozen=True)
class CheckerReading:
    """`slots` maps every name of `SLOTS`; trays lie outside what is looked at, so `off` is None; `geometry`
    has the bar as seen; `boxes` are all things seen, in px of the original picture (axis-aligned about them)."""

    slots: Mapping[str, SlotReading]
    bar: Mapping[Shade, CountReading]
    off: Mapping[Shade, CountReading]
    geometry: BoardGeometry
    boxes: tuple[Box, ...]
    evidence: Evidence = field(default_factory=Evidence)
    """Each point by itself, before the number of checkers was asked."""


@dataclass(frozen=True)
class Disc:
    """A checker seen: its box in the rectified picture, the slot (or `bar`, `off`) its base is on, and the log-odds of
    its being of the lighter set."""

    box: Box
    place: str
    odds: float


def read_checkers(
    image: Image,
    view: View,
    detector: BoardReader | None = None,
    colours: SetColours | None = None,
    checkers: int | None = None,
    *,
    known_bar: bool = False,
    habits: SetHabits | None = None,
) -> CheckerReading:
    """Read every point, the bar and the trays of a picture (H×W×3 BGR of the view's size).

    `colours` are the two sets' where a profile knows them; `checkers` is how many a side has, None where
    nobody said; `known_bar`: the bar's
    width in `view.geometry` is measured and not to be looked for; `habits` are the set's where a profile knows
    them. Never uses the rules: an impossible position is reported as seen.

    :raises ValueError: when the picture's size is not the view's.
    :raises models.registry.RegistryError: when the project's weights are missing or altered.
    """
    known = habits or SetHabits(known_bar=known_bar)
    found = survey(image, view, detector or default_detector(), colours, known_bar=known.known_bar)
    seen, frame, look, discs = found.seen, found.frame, found.seen.look, found.discs
    chances, lighter = opinions(discs, found.counted, found.trust)
    elsewhere = {shade: sum(_on_points(chances, lighter, shade)) for shade in SHADES}
    bar, hidden = (
        _bar(discs, look, {s: (checkers or MOST) - n for s, n in elsewhere.items()}),
        _covered(look, frame, chances),
    )
    points_seen = {name: over_stacks(p, lighter[name]) for name, p in chances.items() if name not in hidden}
    evidence = Evidence(points_seen, bar, checkers)
    unseen, geometry = CountReading(None, 0.0), _geometry(seen, frame, discs)
    boxes = _to_original(look.boxes, seen)
    return CheckerReading(Conserved(evidence), bar, {"L": unseen, "D": unseen}, geometry, boxes, evidence)


@dataclass(frozen=True, eq=False)
class Survey:
    """A picture looked at, before anything is concluded: the discs and what the network counts on each point (its
    distributions and its opinion of the shade). `trust` weighs that opinion."""

    seen: "Seen"
    frame: FieldFrame
    discs: tuple[Disc, ...]
    counted: tuple[FloatArray, FloatArray]
    trust: float


def survey(
    image: Image, view: View, reader: BoardReader, colours: SetColours | None = None, *, known_bar: bool = False
) -> Survey:
    """Look at a picture; the parameters are those of `read_checkers`."""
    seen = _see(image, view, reader)
    frame, look = seen.frame, seen.look
    bases = _bases(alike(look.boxes), seen)
    if not known_bar:
        frame = find_columns(look, [box for box, _, _ in bases if box.score > _SURE_DISC], frame)
    middles = (*frame.columns, (frame.left + frame.right) / 2)
    places = [_place(x, y, frame, middles) for _, x, y in bases]
    points = [place if place in SLOTS else None for place in places]
    odds, sets = shade_odds(seen.flat, [box for box, _, _ in bases], points, colours)
    discs = tuple(Disc(box, place, float(o)) for (box, _, _), place, o in zip(bases, places, odds, strict=True))
    counted = reader.count(look, frame.columns, frame.pitch, frame.top, frame.bottom)
    return Survey(seen, frame, discs, counted, 1.0 if sets is None else 0.5 * sets.plain)


@dataclass(frozen=True, eq=False)
class Seen:
    """A picture rectified with `view` (px = (mm + margin)·scale there), and what the network sees in it."""

    view: View
    flat: Image
    scale: float
    margin: float
    look: Look

    @property
    def frame(self) -> FieldFrame:
        g = self.view.geometry
        return field_in(g, self.scale, self.margin, g.bar_width / g.field_width)


def _see(image: Image, view: View, reader: BoardReader) -> Seen:
    flat, scale, margin = rectify(image, view)
    look = reader.look(flat)
    shaped = true_shape(view, look.boxes)
    if shaped is not view:
        flat, scale, margin = rectify(image, shaped)
        look = reader.look(flat)
    return Seen(shaped, flat, scale, margin, look)


def true_shape(view: View, boxes: Sequence[Box]) -> View:
    """The view with the field's height corrected so that checkers are round, where they plainly are not: a picture
    that was squeezed, or a crop whose aspect could not be recovered. The same view where all is well."""
    discs = [b for b in boxes if b.kind == "checker" and b.score > _SURE_DISC]
    if len(discs) < _ENOUGH_DISCS:
        return view
    stretch = float(np.median([np.log((b.xyxy[2] - b.xyxy[0]) / (b.xyxy[3] - b.xyxy[1])) for b in discs]))
    if abs(stretch) < _ROUND:
        return view
    g = view.geometry
    height = float(np.clip(g.field_height * np.exp(stretch), g.field_width / _ASPECTS[1], g.field_width / _ASPECTS[0]))
    return view.with_geometry(BoardGeometry(g.field_width, height, g.bar_width, g.checker_diameter))


def alike(boxes: Sequence[Box]) -> tuple[Box, ...]:
    """The boxes with the scores of discs lowered whose size is not that of the other discs."""
    sure = [b.size for b in boxes if b.kind == "checker" and b.score > _SURE_DISC]
    if len(sure) < _ENOUGH_DISCS:
        return tuple(boxes)
    usual = float(np.median(sure))

    def weighed(box: Box) -> Box:
        off = np.log(box.size / usual) / _SIZE_SPREAD
        return replace(box, score=float(box.score * np.exp(-off * off / 2))) if box.kind == "checker" else box

    return tuple(weighed(box) for box in boxes)


def _bases(boxes: Sequence[Box], seen: Seen) -> list[tuple[Box, float, float]]:
    """Checkers with the place of their base in px: tops lean away from the point below the camera."""
    foot_x, foot_y, height = (float(v) for v in seen.view.pose.centre)
    found = []
    for box in boxes:
        if box.kind == "checker":
            top = CHECKER_MM * (2.0 if box.upper is not None and box.upper > 0.5 else 1.0)
            back = max(0.5, (height - top) / height)
            x, y = (c / seen.scale - seen.margin for c in box.centre)
            x, y = foot_x + (x - foot_x) * back, foot_y + (y - foot_y) * back
            found.append((box, (x + seen.margin) * seen.scale, (y + seen.margin) * seen.scale))
    return found


def _place(x: float, y: float, frame: FieldFrame, middles: Sequence[float]) -> str:
    """The slot, `bar` or `off` that a base at (x, y) px is on; `middles` of the columns and of the bar."""
    if not (
        frame.left - 0.5 * frame.pitch < x < frame.right + 0.5 * frame.pitch
        and frame.top - frame.pitch < y < frame.bottom + frame.pitch
    ):
        return "off"
    nearest = min(range(13), key=lambda i: abs(x - middles[i]))
    if nearest == 12:
        return "bar"
    return f"{'top' if y < (frame.top + frame.bottom) / 2 else 'bottom'}[{nearest}]"


def opinions(
    discs: Sequence[Disc], counted: tuple[FloatArray, FloatArray], trust: float
) -> tuple[dict[str, Floats], dict[str, float]]:
    """Each point's distribution of the count, and its log-odds to hold the lighter set."""
    network, network_light = (np.asarray(part, np.float64) for part in counted)
    odds: dict[str, float] = {}
    seen = []
    for index, name in enumerate(SLOTS):
        here = [d for d in discs if d.place == name]
        scores = [d.box.score for d in here]
        upper = sum(d.box.score * d.box.upper for d in here if d.box.upper is not None)
        hidden = _HIDDEN_IN_PILES if upper > _UPPER or sum(scores) > _ROW else _HIDDEN
        seen.append(disc_counts(scores, hidden))
        p = float(np.clip(network_light[index], 0.02, 0.98))
        votes = sum(d.odds * d.box.score for d in here) / np.sqrt(max(1, len(here)))
        odds[name] = float(trust * np.log(p / (1 - p)) + votes)
    chances = combine([(network, _NETWORK), (np.stack(seen), _DISCS)])
    return dict(zip(SLOTS, chances, strict=True)), odds


def _on_points(chances: Mapping[str, Floats], odds: Mapping[str, float], shade: Shade) -> list[int]:
    return [int(np.argmax(p)) for name, p in chances.items() if (odds[name] >= 0) == (shade == "L")]


def _bar(discs: Sequence[Disc], look: Look, room: Mapping[Shade, int]) -> dict[Shade, CountReading]:
    """Checkers on the bar; doubtful ones only while a side has `room` for them."""
    blocks = [b for b in look.boxes if b.kind in ("die", "cube") and b.score > 0.3]
    counts: dict[Shade, list[float]] = {"L": [], "D": []}
    doubt = 1.0
    for disc in discs:
        if disc.place != "bar":
            continue
        x, y = disc.box.centre
        blocked = any(
            np.hypot(x - b.centre[0], y - b.centre[1]) < 0.5 * disc.box.size and b.score > disc.box.score
            for b in blocks
        )
        if disc.box.score > _BAR_DISC and not blocked:
            counts["L" if disc.odds > 0 else "D"].append(disc.box.score)
        else:
            doubt *= 1 - 0.7 * disc.box.score
    for shade, found in counts.items():
        while found and len(found) > room[shade] and min(found) < _PLAIN_BAR_DISC:
            found.remove(min(found))
            doubt *= 0.7
    return {shade: CountReading(len(found), round(float(np.prod(found) * doubt), 4)) for shade, found in counts.items()}


def _covered(look: Look, frame: FieldFrame, chances: Mapping[str, Floats]) -> set[str]:
    """The points where a hand covers part of what stands there, or of where the first checkers would."""
    if not any(box.kind == "hand" for box in look.boxes):
        return set()
    half, hidden = (frame.bottom - frame.top) / 2, set()

    def cell(value: float, axis: int) -> int:
        return max(0, int((value * look.scale + look.offset[axis]) / STRIDE))

    for index, name in enumerate(SLOTS):
        x = frame.columns[index % 12]
        long = min(half, frame.pitch * np.clip(int(np.argmax(chances[name])), *_LOOKED_AT))
        y0, y1 = (frame.top, frame.top + long) if index < 12 else (frame.bottom - long, frame.bottom)
        area: npt.NDArray[np.float32] = look.hand[
            cell(y0, 1) : cell(y1, 1), cell(x - frame.pitch / 2, 0) : cell(x + frame.pitch / 2, 0)
        ]
        if area.size and float((area > HAND).mean()) > _COVERED:
            hidden.add(name)
    return hidden


def _geometry(seen: Seen, frame: FieldFrame, discs: Sequence[Disc]) -> BoardGeometry:
    geometry = seen.view.geometry
    sizes = [d.box.size / seen.scale for d in discs if d.box.score > 0.6]
    diameter = float(np.median(sizes)) if len(sizes) >= 4 else geometry.checker_diameter
    return BoardGeometry(geometry.field_width, geometry.field_height, frame.bar_share * geometry.field_width, diameter)


def _to_original(boxes: Sequence[Box], seen: Seen) -> tuple[Box, ...]:
    if not boxes:
        return ()
    edges = np.array([box.xyxy for box in boxes]) / seen.scale - seen.margin
    corners = seen.view.to_px(edges[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 2)).reshape(-1, 4, 2)
    around = np.concatenate([corners.min(1), corners.max(1)], axis=1).tolist()
    return tuple(replace(box, xyxy=(a, b, c, d)) for box, (a, b, c, d) in zip(boxes, around, strict=True))
