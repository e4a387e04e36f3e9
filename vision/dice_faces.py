"""Tops told from sides: what is seen above a side is its die's top.

On a board the reader is told how far what stands up leans, and hardly takes a side for a top. Without a board it is not
known how oblique the view is; and a single picture of a board that is cropped, or put together, may show none of it.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.view import View
from models.dice_input import Floats
from vision.dice_find import Candidate, Plane
from vision.dice_judge import GROUNDS, VALUE_SURE, DiceReader, Judged, judge
from vision.dice_look import upwards
from vision.dice_place import lean_at

ASKED = 0.5
"""Probability of a value from which a place may be a side, or the top above one."""
ABOVE = (0.75, 1.0)
"""How far above the middle of a side that of its top is looked for, in the side's sides."""
ALONG, ASIDE = (0.6, 1.2), 0.3
"""How far above it, and how far beside that, a face is one of the same die, in the side's sides."""
STEEP = 0.3
"""Tangent of the viewing angle below which a view says that hardly any side is to be seen."""


def tops(plane: Plane, judged: Sequence[Judged], reader: DiceReader) -> list[Judged]:
    """What was judged and what is seen above it, without those below a face that is surer and shows another value."""
    above = [_above(j.candidate, far) for j in judged if j.sure >= ASKED for far in ABOVE]
    seen = [*judged, *judge(plane, above, reader)]
    return [one for one in seen if not any(_is_side(one, other) for other in seen)]


def raised(plane: Plane, judged: Sequence[Judged], reader: DiceReader, view: View) -> list[Judged]:
    """Dice of a single picture of a board, where the view says that they are seen from straight above: one that, were
    that not known, would hardly show its value, below a face that then would surely show another, is told that."""
    doubted = [j for j in judged if j.die >= ASKED and _from_above(j.candidate, view)]
    again = {j.candidate: j for j in judge(plane, [j.candidate for j in doubted], reader, view, blind=True)}
    sides = [j for j in doubted if not (blind := again.get(j.candidate)) or blind.chances[j.likely] < ASKED]
    places = [_higher(j.candidate, view, far) for j in sides for far in ABOVE]
    found = {j.candidate: j for j in judge(plane, places, reader, view, blind=True) if j.sure >= VALUE_SURE}
    out = list(judged)
    for one in sides:
        above = [found[p] for far in ABOVE if (p := _higher(one.candidate, view, far)) in found]
        top = max(above, key=lambda j: j.sure, default=None)
        if top and top.likely != one.likely:
            out[out.index(one)] = Judged(top.candidate, _on(top, one))
    return out


def _from_above(candidate: Candidate, view: View) -> bool:
    return float(np.hypot(*lean_at(view, candidate.x, candidate.y, candidate.side))) < STEEP


def _higher(side: Candidate, view: View, far: float) -> Candidate:
    x, y = upwards(side, view)
    return replace(side, x=side.x + far * side.side * x, y=side.y + far * side.side * y)


def _on(top: Judged, side: Judged) -> Floats:
    """A top's probabilities, of what it stands on those of its side."""
    out = top.chances.copy()
    out[-len(GROUNDS) :] = side.grounds
    return out


def _above(side: Candidate, far: float) -> Candidate:
    return replace(side, y=side.y - far * side.side)


def _is_side(one: Judged, other: Judged) -> bool:
    """Whether `other` is the top of the die of which `one` is a side."""
    if other.sure < max(ASKED, one.sure) or other.likely == one.likely:
        return False
    side, top = one.candidate, other.candidate
    along, aside = (side.y - top.y) / side.side, abs(side.x - top.x) / side.side
    return ALONG[0] < along < ALONG[1] and aside < ASIDE
