"""Random things about a board, where they do not stand in anything."""

import numpy as np

from models.synth.physics.tabletop import Tabletop
from models.synth.studio.props import REACH
from models.synth.studio.setting import Prop
from models.synth.texture import Rng

_KINDS = (
    "cup", "cup", "cup-lying", "clock", "clock", "scoreboard", "pen", "phone", "paper", "coffee", "can", "cable",
    "mouse", "book",
)  # fmt: skip
_FLAT = {"pen", "phone", "paper", "cup-lying", "cable", "book"}
_FAR = 160.0
_TRIES = 10


def random_props(top: Tabletop, rng: Rng) -> tuple[Prop, ...]:
    """None to five things on the table, near the board."""
    found: list[Prop] = []
    for _ in range(int(rng.choice([0, 1, 2, 3, 5], p=[0.25, 0.25, 0.25, 0.15, 0.1]))):
        kind = str(rng.choice(_KINDS))
        if kind == "clock" and any(prop.kind == "clock" for prop in found):
            continue
        prop = _placed(kind, top, rng, found)
        if prop is not None:
            found.append(prop)
    return tuple(found)


def _placed(kind: str, top: Tabletop, rng: Rng, others: list[Prop]) -> Prop | None:
    outer, reach = top.outer, REACH[kind]
    yaw = float(rng.choice([0, np.pi / 2, np.pi, -np.pi / 2]) + rng.normal(0, 0.5 if kind in _FLAT else 0.15))
    for _ in range(_TRIES):
        away = reach + float(rng.uniform(3, _FAR))
        along = float(rng.uniform(-0.05, 1.05))
        side = int(rng.choice(4, p=[0.32, 0.32, 0.18, 0.18]))
        x = (outer.left - away, outer.right + away, *(outer.left + along * (outer.right - outer.left),) * 2)[side]
        y = (*(outer.top + along * (outer.bottom - outer.top),) * 2, outer.top - away, outer.bottom + away)[side]
        if kind == "clock" and side < 2:
            yaw = float(np.pi / 2 * (1 if side else -1) + rng.normal(0, 0.1))
        if all(np.hypot(x - o.place[0], y - o.place[1]) > 0.8 * (reach + REACH[o.kind]) for o in others) and _clear(
            top, x, y, 0.7 * reach
        ):
            place = (round(float(x), 2), round(float(y), 2), -top.floor)
            return Prop(kind, place, round(yaw, 4), int(rng.integers(1 << 30)))
    return None


def _clear(top: Tabletop, x: float, y: float, reach: float) -> bool:
    """No checker stands beside the board there."""
    radius = top.geometry.checker_diameter / 2
    return all(np.hypot(place.x - x, place.y - y) > reach + radius for place in top.checkers)
