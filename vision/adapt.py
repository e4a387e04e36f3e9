"""This set under this camera, learnt from one picture whose position somebody confirmed: colours and
sizes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.board import BoardGeometry
from calibration.colours import Lab, SetColours, learn_colours
from calibration.habits import SetHabits
from calibration.view import View
from vision.checkers import SHADES, Disc, Survey, read_checkers, survey
from vision.detector import BoardReader, default_detector
from vision.frame import Image
from vision.observation import SLOTS
from vision.shades import disc_colours, lab_of

_SURE, _ENOUGH = 0.3, 3
"""A disc surer than this shows its side's colour; with fewer of a side the picture's plain pixels say it."""


@dataclass(frozen=True)
class Adapted:
    """What was learnt: the view with the board's sizes as seen, colours, and how it is read. `wrong` are the slots that
    the reader, with all this, still reads otherwise than was confirmed."""

    view: View
    colours: SetColours
    habits: SetHabits
    wrong: tuple[str, ...]


def adapt(
    image: Image, view: View, slots: Mapping[str, str], detector: BoardReader | None = None, checkers: int | None = None
) -> Adapted:
    """Learn from a picture (H×W×3 BGR of the view's size) whose points hold `slots`: names → `""`, `L3`, `D5`.

    Points that are not named are not asked. `checkers` is how many a side has, where known.

    :raises ValueError: when a side has no checker in `slots`, no point of each colour is bare, or a slot is unknown.
    :raises models.registry.RegistryError: when the project's weights are missing or altered.
    """
    if unknown := [name for name in slots if name not in SLOTS]:
        raise ValueError(f"no point is called {unknown[0]!r}; they are top[0] to top[11] and bottom[0] to bottom[11]")
    reader = detector or default_detector()
    plain = learn_colours(image, view, slots)
    found = survey(image, view, reader, plain)
    seen = view.with_geometry(_sizes(view.geometry, found, slots))
    colours = _colours(plain, found, slots)
    habits = SetHabits(known_bar=True, checkers=checkers)
    reading = read_checkers(image, seen, reader, colours, checkers or _most(slots), habits=habits)
    got = {name: best.text if (best := reading.slots[name].best) else None for name in slots}
    return Adapted(seen, colours, habits, tuple(name for name, text in slots.items() if got[name] != text))


def _most(slots: Mapping[str, str]) -> int:
    return max(1, *(sum(int(text[1:]) for text in slots.values() if text[:1] == shade) for shade in SHADES))


def _sizes(board: BoardGeometry, found: Survey, slots: Mapping[str, str]) -> BoardGeometry:
    sizes = [d.box.size / found.seen.scale for d in found.discs if slots.get(d.place) and d.box.score > _SURE]
    diameter = float(np.median(sizes)) if len(sizes) >= _ENOUGH else board.checker_diameter
    width = board.field_width
    return BoardGeometry(width, board.field_height, found.frame.bar_share * width, diameter)


def _colours(plain: SetColours, found: Survey, slots: Mapping[str, str]) -> SetColours:
    """The colours of the discs' middles, as the reader takes them, in place of those of plain pixels."""
    light, dark = (_seen_colour(found, [d for d in found.discs if slots.get(d.place, "")[:1] == s]) for s in SHADES)
    if light is not None:
        plain = replace(plain, light=light[0], light_spread=light[1])
    if dark is not None:
        plain = replace(plain, dark=dark[0], dark_spread=dark[1])
    return plain


def _seen_colour(found: Survey, discs: Sequence[Disc]) -> tuple[Lab, float] | None:
    sure = [disc.box for disc in discs if disc.box.score > _SURE]
    if len(sure) < _ENOUGH:
        return None
    colours = lab_of(disc_colours(found.seen.flat, sure))
    lightness, a, b = (float(v) for v in np.median(colours, axis=0))
    spread = float(np.median(np.linalg.norm(colours - (lightness, a, b), axis=1)))
    return (lightness, a, b), max(spread, 0.1)
