"""Random positions, and where the checkers of a position stand on a real, sloppy board."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from calibration.board import BoardGeometry
from models.synth.scene import CheckerPlace, Shade
from models.synth.texture import Rng

Slots: TypeAlias = dict[str, tuple[Shade, int]]
"""What stands on each occupied point by its name `top[0]`…`bottom[11]`."""


def path() -> list[str]:
    """The 24 points in order along the board, from bottom right round to top right."""
    return [f"bottom[{11 - i}]" for i in range(12)] + [f"top[{i}]" for i in range(12)]


def _start(rng: Rng) -> Slots:
    order = path()
    own = {5: 5, 7: 3, 12: 5, 23: 2}
    first: Shade = "L" if rng.random() < 0.5 else "D"
    second: Shade = "D" if first == "L" else "L"
    slots: Slots = {order[i]: (first, n) for i, n in own.items()}
    slots.update({order[23 - i]: (second, n) for i, n in own.items()})
    return slots


def _spread(total: int, places: int, rng: Rng, clump: float) -> list[int]:
    weights = rng.dirichlet(np.full(places, clump))
    return [int(v) for v in rng.multinomial(total, weights)]


def random_slots(rng: Rng, checkers: int) -> Slots:
    """A position of one of the usual kinds: start, middle game, race, long nardy's heads, tall piles."""
    kind = rng.random()
    if kind < 0.12:
        slots = _start(rng)
    elif kind < 0.2:
        order = path()
        slots = {order[23]: ("L", checkers), order[11]: ("D", checkers)}
    else:
        slots = _middle(rng, checkers, 0.35 if kind < 0.4 else 1.2 if kind < 0.85 else 4.0)
    if kind < 0.2 and rng.random() < 0.6:
        slots = _shuffle(slots, rng, int(rng.integers(1, 12)))
    order = path()
    turn = dict(zip(order, order[::-1], strict=True)) if rng.random() < 0.5 else {n: n for n in order}
    return {turn[name]: content for name, content in slots.items()}


def _middle(rng: Rng, checkers: int, clump: float) -> Slots:
    order = list(rng.permutation(path()))
    taken = int(rng.integers(6, 20))
    split = int(np.clip(rng.normal(taken / 2, 1.5), 1, taken - 1))
    slots: Slots = {}
    sides: tuple[tuple[Shade, list[str]], ...] = (("L", order[:split]), ("D", order[split:taken]))
    for shade, names in sides:
        on_board = checkers if rng.random() < 0.6 else int(rng.integers(1, checkers + 1))
        for name, count in zip(names, _spread(on_board, len(names), rng, clump), strict=True):
            if count:
                slots[str(name)] = (shade, count)
    return slots


def _shuffle(slots: Slots, rng: Rng, moves: int) -> Slots:
    order = path()
    slots = dict(slots)
    for _ in range(moves):
        source = str(rng.choice(list(slots)))
        shade, count = slots[source]
        target = order[int(np.clip(order.index(source) + rng.integers(-6, 7), 0, 23))]
        there = slots.get(target)
        if target == source or (there is not None and there[0] != shade):
            continue
        slots[target] = (shade, (there[1] if there else 0) + 1)
        if count == 1:
            del slots[source]
        else:
            slots[source] = (shade, count - 1)
    return slots


@dataclass(frozen=True)
class Habit:
    """How tidily the players put their checkers down; shares of a checker's diameter."""

    sideways: float
    along: float
    gap: float
    first_gap: float
    layer: int
    """Checkers of a pile before the next layer begins."""
    pile: str
    """`stack` a second layer, `press` overlapping, `run` straight on beyond the middle."""
    lap: float = 0.0
    """How much each checker leans on the one before it."""


def random_habit(rng: Rng) -> Habit:
    return Habit(
        sideways=float(rng.choice([0.015, 0.04, 0.09]) * rng.uniform(0.5, 1.3)),
        along=float(rng.choice([0.0, 0.01, 0.04])),
        gap=float(rng.choice([0.0, 0.0, 0.01, 0.04, 0.12]) * rng.uniform(0.5, 1.2)),
        first_gap=float(rng.choice([0, 0.02, 0.1, 0.3, -0.12, -0.35]) * rng.uniform(0, 1)),
        layer=int(rng.choice([4, 5, 5, 5, 5, 6, 6, 7])),
        pile=str(rng.choice(["stack", "stack", "press", "press", "run"])),
        lap=float(rng.uniform(0.05, 0.35)) if rng.random() < 0.1 else 0.0,
    )


def place_slot(  # noqa: PLR0917
    name: str, shade: Shade, count: int, geometry: BoardGeometry, height: float, habit: Habit, rng: Rng
) -> list[CheckerPlace]:
    """Where `count` checkers on the point `name` stand."""
    row, column = name[:3] == "top", int(name[name.index("[") + 1 : -1])
    d, x = geometry.checker_diameter, geometry.column_x(column)
    room = geometry.field_height * (0.5 if habit.pile != "run" else 0.9)
    fits = max(1, int((room - habit.first_gap * d) / (d * (1 + habit.gap))))
    layer = fits if habit.pile == "run" else min(habit.layer, fits)
    pitch = d * (1 + habit.gap) * (1 - habit.lap)
    if habit.pile == "press" and count > layer:
        pitch = max(0.35 * d, (room - d) / max(1, count - 1))
        layer = count
    lean, places = float(rng.normal(0, habit.sideways * 0.5)), []
    start = habit.first_gap * d * float(rng.uniform(0.3, 1.2))
    y, last_level = start + d / 2, 0
    shift = float(rng.choice([0.0, 0.5, rng.uniform(0, 0.5)]))
    for i in range(count):
        level, index = divmod(i, layer)
        if level != last_level or i == 0:
            y, last_level = start + d / 2 + (shift * d if level else 0.0), level
        across = x + (lean * index + float(rng.normal(0, habit.sideways))) * d
        z = level * height + ((0.12 + 0.5 * habit.lap) * height * index if pitch < 0.97 * d and level == 0 else 0.0)
        at = y + float(rng.normal(0, habit.along)) * d * 0.3
        places.append(
            CheckerPlace(across, at if row else geometry.field_height - at, shade, z, float(rng.uniform(0, 6.28)), name)
        )
        y += pitch + abs(float(rng.normal(0, habit.along))) * d
    return places


def place_bar(
    counts: dict[Shade, int], geometry: BoardGeometry, height: float, rng: Rng, floor: float = 0.0
) -> list[CheckerPlace]:
    """Checkers on the bar (its top `floor` mm above the field): near the middle, or each side's towards an edge,
    side by side or piled."""
    left, right = geometry.bar_x
    mid, d, h = (left + right) / 2, geometry.checker_diameter, geometry.field_height
    places: list[CheckerPlace] = []
    spread = float(rng.choice([0.06, 0.25, 0.4]))
    up = 1 if rng.random() < 0.5 else -1
    piled = rng.random() < 0.25
    for shade, sign in (("L", up), ("D", -up)):
        y = h / 2 + sign * max(d * 0.55, spread * h * float(rng.uniform(0.6, 1.1)))
        for i in range(counts.get(shade, 0)):  # type: ignore[call-overload]
            x = mid + float(rng.normal(0, 0.04)) * d
            z = floor + (i * height if piled else 0.0)
            at = y if piled else y + sign * i * d * float(rng.uniform(1.0, 1.1))
            if d * 0.5 < at < h - d * 0.5:
                places.append(CheckerPlace(x, at, shade, z, float(rng.uniform(0, 6.28)), "bar"))  # type: ignore[arg-type]
    return places


def place_tray(
    side: int, count: int, shade: Shade, geometry: BoardGeometry, *, rail: float, height: float, rng: Rng
) -> list[CheckerPlace]:
    """Borne-off checkers in a tray left (0) or right (1) of the field: on edge, or lying flat in a row."""
    d, h = geometry.checker_diameter, geometry.field_height
    x = -rail - d * 0.6 if side == 0 else geometry.field_width + rail + d * 0.6
    upright = bool(rng.random() < 0.6)
    top, pitch = bool(rng.random() < 0.5), height * 1.02 if upright else d * 1.03
    places = []
    for i in range(count):
        y = pitch * (i + 0.7) if top else h - pitch * (i + 0.7)
        if d / 2 < y < h - d / 2:
            places.append(CheckerPlace(x, y, shade, 0.0, float(rng.uniform(0, 6.28)), "off", upright))
    return places
