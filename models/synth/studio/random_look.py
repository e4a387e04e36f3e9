"""Random looks as they are made and sold: club boards in cloth or leather, wooden boards, printed sheets; and some that
nobody would buy, so that nothing is learnt from taste alone.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np

from models.synth.look import named, random_look
from models.synth.physics.tabletop import Tabletop
from models.synth.scene import Bgr, BoardLook, CheckerLook, Look
from models.synth.texture import Rng

WILD = 0.22
"""Share of looks in any colours."""
Material: TypeAlias = Literal["plain", "wood", "felt", "leather", "marble", "print"]


@dataclass(frozen=True)
class _Scheme:
    """Names of colours that go together: field, the two sorts of points, rails; and what they are made of."""

    field: str
    points: tuple[str, str]
    rails: tuple[str, ...]
    materials: tuple[Material, ...]
    checkers: tuple[tuple[str, str], ...]


_CLUB: tuple[Material, ...] = ("felt", "leather", "leather", "plain")
_WOOD: tuple[Material, ...] = ("wood",)
_PRINT: tuple[Material, ...] = ("print", "plain")
_DARK = ("black", "charcoal", "brown", "navy", "burgundy")
_BROWN = ("walnut", "mahogany", "oak", "brown", "tan")
_PLAIN_SETS = (("white", "black"), ("white", "black"), ("ivory", "black"), ("cream", "navy"), ("white", "red"))
_WOOD_SETS = (("maple", "walnut"), ("maple", "black"), ("cream", "brown"), ("tan", "mahogany"), ("ivory", "black"))
_SCHEMES = (
    _Scheme("sand", ("red", "black"), ("black", "brown"), _CLUB, (("white", "black"), ("ivory", "burgundy"))),
    _Scheme("cream", ("red", "bottle"), ("burgundy", "red"), _CLUB, (("ivory", "burgundy"), ("white", "red"))),
    _Scheme("bottle", ("white", "black"), ("black", "charcoal"), _CLUB, _PLAIN_SETS),
    _Scheme("green", ("cream", "burgundy"), _DARK, _CLUB, _PLAIN_SETS),
    _Scheme("navy", ("white", "burgundy"), ("navy", "black", "walnut"), _CLUB, (("white", "red"), ("ivory", "red"))),
    _Scheme("blue", ("white", "grey"), _DARK, _CLUB, (("white", "navy"), ("white", "black"))),
    _Scheme("burgundy", ("cream", "black"), _DARK, _CLUB, (("ivory", "black"), ("cream", "burgundy"))),
    _Scheme("grey", ("white", "black"), ("black", "charcoal", "slate"), _CLUB, _PLAIN_SETS),
    _Scheme("grey", ("tan", "brown"), ("brown", "charcoal"), _CLUB, (("silver", "orange"), ("ivory", "brown"))),
    _Scheme("charcoal", ("red", "silver"), ("black", "charcoal"), _CLUB, (("white", "red"), ("silver", "charcoal"))),
    _Scheme(
        "tan", ("brown", "cream"), ("brown", "mahogany", "walnut"), _CLUB, (("ivory", "brown"), ("cream", "black"))
    ),
    _Scheme("black", ("cream", "grey"), ("black", "charcoal"), _CLUB, (("white", "grey"), ("ivory", "burgundy"))),
    _Scheme("maple", ("walnut", "mahogany"), _BROWN, _WOOD, _WOOD_SETS),
    _Scheme("oak", ("walnut", "maple"), _BROWN, _WOOD, _WOOD_SETS),
    _Scheme("walnut", ("maple", "oak"), _BROWN, _WOOD, _WOOD_SETS),
    _Scheme("tan", ("black", "mahogany"), _BROWN, _WOOD, _WOOD_SETS),
    _Scheme("mahogany", ("maple", "black"), ("mahogany", "walnut", "black"), _WOOD, _WOOD_SETS),
    _Scheme("maple", ("red", "black"), _BROWN, _WOOD, (("maple", "black"), ("white", "black"))),
    _Scheme("oak", ("black", "cream"), _BROWN, _WOOD, (("cream", "burgundy"), ("white", "black"))),
    _Scheme("white", ("black", "silver"), ("black", "white"), _PRINT, (("green", "orange"), ("white", "black"))),
    _Scheme("cream", ("brown", "tan"), ("brown", "cream"), _PRINT, _PLAIN_SETS),
    _Scheme("silver", ("charcoal", "white"), ("charcoal", "silver"), _PRINT, _PLAIN_SETS),
)


def random_board_look(top: Tabletop, rng: Rng) -> Look:
    """A look for a table, with that table's sizes."""
    wild = random_look(rng)
    look = wild if rng.random() < WILD else _sold(wild, top, rng)
    board = replace(
        look.board, rail_mm=top.rail, rail_height=top.rail_height, bar_height=top.bar_height, inset_mm=top.inset,
        trays=top.trays,
    )  # fmt: skip
    return replace(look, board=board, checker_height=top.checker_height)


def _sold(wild: Look, top: Tabletop, rng: Rng) -> Look:
    flat = not top.rail
    fitting = [scheme for scheme in _SCHEMES if (scheme.materials == _PRINT) == flat or not flat]
    scheme = fitting[int(rng.integers(len(fitting)))]
    first, second = scheme.checkers[int(rng.integers(len(scheme.checkers)))]
    wooden = scheme.materials == _WOOD
    return Look(
        _board(wild.board, scheme, rng),
        _checker(wild.light, first, wooden, rng),
        _checker(wild.dark, second, wooden, rng),
        wild.checker_height,
    )


def _board(wild: BoardLook, scheme: _Scheme, rng: Rng) -> BoardLook:
    field, rail = named(rng, scheme.field), named(rng, *scheme.rails)
    order = (0, 1) if rng.random() < 0.5 else (1, 0)
    material = scheme.materials[int(rng.integers(len(scheme.materials)))]
    return replace(
        wild,
        field=field,
        points=(named(rng, scheme.points[order[0]]), named(rng, scheme.points[order[1]])),
        rail=rail,
        bar=rail if rng.random() < 0.8 else field,
        material=material,
        point_material=material if rng.random() < 0.85 else "leather",
        outline=None if rng.random() < 0.85 else named(rng, "black", "cream", "brown"),
        tip_disc=wild.tip_disc if rng.random() < 0.4 else 0.0,
        decoration=wild.decoration if rng.random() < 0.5 else 0.0,
    )


def _checker(wild: CheckerLook, colour: str, wooden: bool, rng: Rng) -> CheckerLook:
    face = named(rng, colour)
    darker = float(rng.uniform(0.75, 1.0))
    side: Bgr = (face[0] * darker, face[1] * darker, face[2] * darker)
    return replace(
        wild,
        face=face,
        side=side,
        material="wood" if wooden and rng.random() < 0.7 else wild.material,
        ring_colour=None,
        centre_colour=wild.centre_colour if rng.random() < 0.2 else None,
        dish=float(np.clip(wild.dish, 0, 0.8)),
    )
