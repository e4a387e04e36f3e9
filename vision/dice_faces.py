"""Tops told from sides in pictures without a board: what is seen above a side is its die's top.

On a board the reader is told how far what stands up leans, and hardly takes a side for a top; here
it is not known how oblique the view is.
"""

from collections.abc import Sequence
from dataclasses import replace

from vision.dice_find import Candidate, Plane
from vision.dice_judge import DiceReader, Judged, judge

ASKED = 0.5
"""Probability of a value from which a place may be a side, or the top above one."""
ABOVE = (0.75, 1.0)
"""How far above the middle of a side that of its top is looked for, in the side's sides."""
ALONG, ASIDE = (0.6, 1.2), 0.3
"""How far above it, and how far beside that, a face is one of the same die, in the side's sides."""


def tops(plane: Plane, judged: Sequence[Judged], reader: DiceReader) -> list[Judged]:
    """What was judged and what is seen above it, without those below a face that is surer and shows another value."""
    above = [_above(j.candidate, far) for j in judged if j.sure >= ASKED for far in ABOVE]
    seen = [*judged, *judge(plane, above, reader)]
    return [one for one in seen if not any(_is_side(one, other) for other in seen)]


def _above(side: Candidate, far: float) -> Candidate:
    return replace(side, y=side.y - far * side.side)


def _is_side(one: Judged, other: Judged) -> bool:
    """Whether `other` is the top of the die of which `one` is a side."""
    if other.sure < max(ASKED, one.sure) or other.likely == one.likely:
        return False
    side, top = one.candidate, other.candidate
    along, aside = (side.y - top.y) / side.side, abs(side.x - top.x) / side.side
    return ALONG[0] < along < ALONG[1] and aside < ASIDE
