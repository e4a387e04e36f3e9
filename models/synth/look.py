"""Random looks: boards and checkers of every make, seen or not."""

import colorsys
from dataclasses import replace

import numpy as np

from models.synth.scene import Bgr, BoardLook, CheckerLook, Look
from models.synth.texture import Rng

_NAMED: dict[str, Bgr] = {
    "black": (28, 26, 26),
    "charcoal": (58, 54, 52),
    "white": (238, 240, 242),
    "cream": (190, 222, 238),
    "ivory": (170, 205, 222),
    "red": (40, 35, 175),
    "burgundy": (40, 25, 95),
    "brown": (35, 60, 105),
    "walnut": (38, 55, 82),
    "tan": (110, 160, 195),
    "maple": (130, 185, 220),
    "oak": (80, 130, 175),
    "orange": (30, 105, 225),
    "yellow": (60, 190, 230),
    "green": (70, 115, 40),
    "bottle": (45, 62, 22),
    "lime": (80, 190, 130),
    "blue": (160, 80, 30),
    "navy": (75, 42, 25),
    "sky": (220, 175, 110),
    "teal": (130, 130, 25),
    "grey": (135, 135, 135),
    "silver": (195, 195, 195),
    "purple": (120, 45, 90),
    "pink": (170, 140, 225),
    "mahogany": (30, 40, 105),
    "sand": (140, 185, 205),
    "slate": (105, 90, 75),
}
_CHECKER_PAIRS = (
    ("white", "black"),
    ("white", "black"),
    ("cream", "black"),
    ("ivory", "brown"),
    ("maple", "walnut"),
    ("maple", "mahogany"),
    ("white", "red"),
    ("cream", "red"),
    ("red", "black"),
    ("orange", "black"),
    ("white", "green"),
    ("cream", "green"),
    ("white", "blue"),
    ("cream", "blue"),
    ("yellow", "blue"),
    ("silver", "charcoal"),
    ("oak", "walnut"),
    ("tan", "walnut"),
    ("orange", "navy"),
    ("ivory", "burgundy"),
    ("sky", "navy"),
    ("cream", "brown"),
    ("yellow", "red"),
    ("white", "purple"),
    ("lime", "bottle"),
    ("red", "navy"),
    ("maple", "black"),
    ("white", "walnut"),
    ("oak", "black"),
    ("cream", "navy"),
    ("green", "black"),
    ("blue", "black"),
    ("tan", "mahogany"),
    ("orange", "green"),
    ("white", "orange"),
)


def _vary(colour: Bgr, rng: Rng, hue: float = 0.02, spread: float = 0.12) -> Bgr:
    b, g, r = (min(1.0, max(0.0, c / 255)) for c in colour)
    h, s, v = colorsys.rgb_to_hsv(r, g, b)
    s = min(1.0, max(0.0, s * float(rng.uniform(0.75, 1.2)) + float(rng.normal(0, 0.02))))
    v = min(0.98, max(0.03, v * float(rng.uniform(1 - spread, 1 + spread)) + float(rng.normal(0, 0.02))))
    r, g, b = colorsys.hsv_to_rgb((h + float(rng.normal(0, hue))) % 1.0, s, v)
    return b * 255, g * 255, r * 255


def named(rng: Rng, *names: str) -> Bgr:
    """One of the named colours, varied; any of them when no name is given."""
    pool = names or tuple(_NAMED)
    return _vary(_NAMED[str(rng.choice(pool))], rng)


def any_colour(rng: Rng) -> Bgr:
    r, g, b = colorsys.hsv_to_rgb(float(rng.random()), float(rng.random()) ** 1.3 * 0.9, float(rng.uniform(0.06, 0.97)))
    return b * 255, g * 255, r * 255


def luminance(colour: Bgr) -> float:
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def _shift(colour: Bgr, amount: float) -> Bgr:
    b, g, r = (min(250.0, max(6.0, c + amount)) for c in colour)
    return b, g, r


def distance(a: Bgr, b: Bgr) -> float:
    return float(np.linalg.norm(np.subtract(a, b)))


def _checker_colours(rng: Rng) -> tuple[Bgr, Bgr]:
    while True:
        if rng.random() < 0.75:
            pair = _CHECKER_PAIRS[int(rng.integers(len(_CHECKER_PAIRS)))]
            first, second = _vary(_NAMED[pair[0]], rng), _vary(_NAMED[pair[1]], rng)
        else:
            first, second = any_colour(rng), any_colour(rng)
        if luminance(first) < luminance(second):
            first, second = second, first
        gap = luminance(first) - luminance(second)
        if gap > 22 or (gap > 10 and distance(first, second) > 70):
            return first, second


def _point_colours(rng: Rng, field: Bgr, sets: tuple[Bgr, Bgr]) -> tuple[Bgr, Bgr]:
    def one(avoid: Bgr) -> Bgr:
        for _ in range(20):
            draw = rng.random()
            if draw < 0.42:
                colour = _vary(sets[int(rng.integers(2))], rng, 0.03, 0.3)
            elif draw < 0.8:
                colour = named(rng)
            else:
                colour = any_colour(rng)
            if distance(colour, avoid) > 22:
                return colour
        return colour

    first = one(field)
    if rng.random() < 0.05:
        return first, first
    if rng.random() < 0.1:
        return first, _shift(field, float(rng.uniform(-25, 25)))
    second = one(field)
    return first, second


def _checker(rng: Rng, face: Bgr, style: dict[str, float | str]) -> CheckerLook:
    lift = -1 if luminance(face) > 60 and rng.random() < 0.7 else 1
    return CheckerLook(
        seed=int(rng.integers(1 << 30)),
        face=face,
        side=_shift(face, float(rng.uniform(-50, 5))),
        material=str(style["material"]),  # type: ignore[arg-type]
        ring=float(style["ring"]) * lift * float(rng.uniform(0.5, 1.0)),
        ring_at=float(style["ring_at"]),
        ring_width=float(style["ring_width"]),
        ring_colour=any_colour(rng) if style["coloured_ring"] else None,
        centre_colour=_vary(face, rng, 0.05, 0.5) if style["inset"] else None,
        dish=float(style["dish"]),
        emblem=float(style["emblem"]),
        gloss=float(style["gloss"]),
        edge=float(np.clip(float(style["edge"]) + rng.normal(0, 0.08), 0, 1)),
    )


def _checker_style(rng: Rng) -> dict[str, float | str]:
    return {
        "material": str(rng.choice(["plain", "plain", "plain", "wood", "marble", "pearl", "speckle"])),
        "ring": float(rng.choice([0, 0, 0.3, 0.6, 1.0])),
        "ring_at": float(rng.uniform(0.35, 0.92)),
        "coloured_ring": float(rng.random() < 0.1),
        "ring_width": float(rng.uniform(0.025, 0.09) if rng.random() < 0.75 else rng.uniform(0.09, 0.25)),
        "inset": float(rng.random() < 0.12),
        "dish": float(rng.choice([0, 0, 0.4, 0.8, 1.0]) * rng.uniform(0.5, 1)),
        "emblem": float(rng.choice([0, 0, 0, 0.4, 1.0])),
        "gloss": float(rng.choice([0, 0.15, 0.4, 0.9]) * rng.uniform(0.5, 1)),
        "edge": float(rng.choice([0.0, 0.2, 0.45, 0.8]) * rng.uniform(0.6, 1)),
    }


def _board(rng: Rng, sets: tuple[Bgr, Bgr]) -> BoardLook:
    draw = rng.random()
    field = (
        named(rng)
        if draw < 0.75
        else any_colour(rng)
        if draw < 0.93
        else _vary(sets[int(rng.integers(2))], rng, 0.03, 0.25)
    )
    material = str(
        rng.choice(
            ["plain", "wood", "wood", "felt", "felt", "leather", "marble", "print"],
            p=[0.12, 0.2, 0.18, 0.15, 0.12, 0.12, 0.04, 0.07],
        )
    )
    wood = material == "wood"
    frame = (
        named(rng, "walnut", "oak", "mahogany", "brown", "maple", "tan", "black")
        if wood or rng.random() < 0.4
        else named(rng)
    )
    look = BoardLook(
        seed=int(rng.integers(1 << 30)),
        field=field,
        points=_point_colours(rng, field, sets),
        rail=frame,
        bar=frame if rng.random() < 0.55 else field if rng.random() < 0.4 else named(rng),
        material=material,  # type: ignore[arg-type]
        surround=any_colour(rng),
    )
    return _with_body(_with_points(look, rng), rng)


def _with_points(look: BoardLook, rng: Rng) -> BoardLook:
    shapes = ["triangle", "rounded", "keyhole", "ogive", "blunt", "lens"]
    same = rng.random() < 0.6
    return replace(
        look,
        point_material=look.material if same else str(rng.choice(["plain", "wood", "felt", "leather", "print"])),  # type: ignore[arg-type]
        point_shape=str(rng.choice(shapes, p=[0.6, 0.12, 0.08, 0.1, 0.06, 0.04])),  # type: ignore[arg-type]
        point_length=float(rng.uniform(0.33, 0.48)),
        point_width=float(rng.choice([1.0, 1.0, 0.97, rng.uniform(0.68, 0.98)])),
        outline=named(rng) if rng.random() < 0.25 else None,
        outline_mm=float(rng.uniform(0.5, 2.2)),
        tip_disc=float(rng.uniform(0.2, 0.95)) if rng.random() < 0.14 else 0.0,
        inlays=int(rng.integers(1, 4)) if rng.random() < 0.15 else 0,
    )


def _with_body(look: BoardLook, rng: Rng) -> BoardLook:
    rails = float(rng.uniform(4, 30)) if rng.random() < 0.55 else 0.0
    return replace(
        look,
        decoration=float(rng.random()) if rng.random() < 0.35 else 0.0,
        hinge=bool(rng.random() < 0.45),
        bar_pads=bool(rng.random() < 0.15),
        trays=(bool(rng.random() < 0.35), bool(rng.random() < 0.35)),
        rail_mm=float(rng.uniform(4, 34)),
        rail_height=rails,
        bar_height=rails if rng.random() < 0.5 else 0.0,
        inset_mm=float(rng.uniform(1, 14)) if rng.random() < 0.3 else 0.0,
    )


def random_look(rng: Rng) -> Look:
    """A board and two sets of checkers; points are sometimes as dark or as light as a set."""
    sets = _checker_colours(rng)
    style = _checker_style(rng)
    other = style if rng.random() < 0.8 else _checker_style(rng)
    return Look(
        _board(rng, sets), _checker(rng, sets[0], style), _checker(rng, sets[1], other), float(rng.uniform(5.0, 13.0))
    )
