"""How a board is built: what its rails are of, how it folds, what is sewn and screwed to it."""

from dataclasses import dataclass

import numpy as np

from models.synth.physics.tabletop import Tabletop
from models.synth.scene import Bgr, BoardLook
from models.synth.studio.grain import Stuff
from models.synth.texture import Rng

BRASS: Bgr = (90.0, 175.0, 215.0)
STEEL: Bgr = (185.0, 185.0, 185.0)
SHEET_MARGIN = 22.0
"""Paper round the field of a printed sheet, mm."""


@dataclass(frozen=True)
class Make:
    """The build of a board; lengths mm.

    `gap` is between the halves of a folding board (0: made of one piece). `hinge` is the colour of metal hinges, None
    for none; so are `latch` and `pads` (cloth pads on the bar). `stitch` is the colour of seams. `dividers` cross each
    tray. `gloss` is the roughness of the field's surface.
    """

    rails: Stuff
    field: Stuff
    edge: float
    corner: float
    gap: float
    hinge: Bgr | None
    pads: Bgr | None
    stitch: Bgr | None
    latch: Bgr | None
    dividers: int
    tray: Bgr
    gloss: float


def make_of(look: BoardLook, top: Tabletop) -> Make:
    """A build that goes with a look; the same look is built the same."""
    rng = np.random.default_rng(look.seed + 11)
    field: Stuff = "plastic" if look.material == "plain" else look.material
    rails = _rails(field, rng)
    folding = look.hinge and top.bar_height > 0 and top.bar_height == top.rail_height
    metal = BRASS if rng.random() < 0.65 else STEEL
    gap = float(rng.uniform(0.6, 3.0)) if folding else 0.0
    seam = float(rng.uniform(0.4, 1.6))
    return Make(
        rails=rails, field=field, gap=gap,
        edge=float(rng.uniform(0.5, 2.0) if rails == "wood" else rng.uniform(1.5, 4.5)),
        corner=float(rng.uniform(1, 5) if rails == "wood" else rng.uniform(3, 14)),
        hinge=metal if look.hinge else None,
        pads=_darker(look.field, 0.8) if look.bar_pads else None,
        stitch=_seam(look.rail, seam) if rails == "leather" and rng.random() < 0.6 else None,
        latch=metal if rng.random() < 0.3 and top.floor > 12 else None,
        dividers=int(rng.integers(0, 5)),
        tray=look.field if rng.random() < 0.5 else _darker(look.rail, 0.75),
        gloss=_gloss(field, rng),
    )  # fmt: skip


def _rails(field: Stuff, rng: Rng) -> Stuff:
    if field in {"wood", "marble"}:
        return "wood"
    choice = {"felt": (0.45, 0.45, 0.1), "leather": (0.2, 0.8, 0.0), "print": (0.75, 0.05, 0.2)}.get(
        field, (0.2, 0.4, 0.4)
    )
    kinds: tuple[Stuff, ...] = ("wood", "leather", "plastic")
    return kinds[int(rng.choice(3, p=choice))]


def _gloss(field: Stuff, rng: Rng) -> float:
    low, high = {
        "wood": (0.22, 0.6), "leather": (0.4, 0.65), "felt": (0.92, 1.0), "cloth": (0.9, 1.0), "marble": (0.12, 0.35),
        "print": (0.3, 0.75), "plastic": (0.35, 0.65),
    }[field]  # fmt: skip
    return float(rng.uniform(low, high))


def _darker(colour: Bgr, factor: float) -> Bgr:
    return colour[0] * factor, colour[1] * factor, colour[2] * factor


def _seam(colour: Bgr, factor: float) -> Bgr:
    b, g, r = (float(np.clip(c * factor + (40 if factor > 1 else 0), 8, 245)) for c in colour)
    return b, g, r
