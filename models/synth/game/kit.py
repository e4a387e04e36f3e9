"""What a clip is played with: board, checkers, dice, light and camera. A seed chooses among kinds of boards that are
made and sold; the sequences of one seed look alike whatever is played."""

from dataclasses import dataclass, replace

import numpy as np

from calibration.board import BoardGeometry
from models.synth.physics.tabletop import Tabletop
from models.synth.physics.world import DieBody
from models.synth.scene import Bgr, BoardLook, CheckerLook, Look
from models.synth.studio.make import Make
from models.synth.studio.setting import DieLook, HandOn, Lamp, Lighting, Sensor, Viewpoint
from referee.rules.side import Side

GEOMETRY = BoardGeometry(470.0, 390.0, 40.0, 34.5)
CHECKER_HEIGHT = 9.0
_AWAY, _FOCAL, _OBLIQUE = 1500.0, 1.72, 0.2
"""Camera: distance, mm; focal length in widths of the picture; rad from straight above."""


@dataclass(frozen=True)
class Kit:
    """`dice` are each side's two, in the order White, Black; `hands` White's, Black's and a passer-by's."""

    top: Tabletop
    look: Look
    make: Make
    view: Viewpoint
    lighting: Lighting
    sensor: Sensor
    die: DieBody
    dice: tuple[DieLook, DieLook]
    hands: tuple[HandOn, HandOn, HandOn]
    table: Bgr


@dataclass(frozen=True)
class _Scheme:
    field: Bgr
    points: tuple[Bgr, Bgr]
    rail: Bgr
    light: Bgr
    dark: Bgr
    dice: tuple[tuple[Bgr, Bgr], tuple[Bgr, Bgr]]
    table: Bgr
    wooden: bool = False


_WHITE, _BLACK, _RED, _NAVY = (238.0, 238.0, 236.0), (34.0, 30.0, 30.0), (60.0, 52.0, 190.0), (105.0, 55.0, 35.0)
_SCHEMES = (
    _Scheme(
        (62.0, 92.0, 58.0), ((58.0, 70.0, 150.0), (175.0, 205.0, 220.0)), (38.0, 58.0, 92.0), (205.0, 232.0, 242.0),
        (52.0, 44.0, 42.0), ((_WHITE, _BLACK), (_RED, _WHITE)), (96.0, 104.0, 112.0),
    ),
    _Scheme(
        (130.0, 165.0, 190.0), ((50.0, 60.0, 120.0), (70.0, 95.0, 75.0)), (45.0, 50.0, 60.0), (215.0, 230.0, 235.0),
        (45.0, 40.0, 105.0), ((_WHITE, _BLACK), (_NAVY, _WHITE)), (120.0, 130.0, 140.0),
    ),
    _Scheme(
        (95.0, 150.0, 195.0), ((35.0, 55.0, 95.0), (150.0, 190.0, 215.0)), (40.0, 70.0, 115.0), (165.0, 205.0, 228.0),
        (38.0, 40.0, 48.0), ((_WHITE, _BLACK), (_RED, _WHITE)), (70.0, 80.0, 90.0), wooden=True,
    ),
)  # fmt: skip
KITS = len(_SCHEMES)


def kit_of(number: int, size: tuple[int, int] = (1280, 720)) -> Kit:
    """Kit `number` (any whole number; they repeat) for pictures of `size` px."""
    scheme, seed = _SCHEMES[number % KITS], 7 + number % KITS
    board = BoardLook(
        seed=seed, field=scheme.field, points=scheme.points, rail=scheme.rail, bar=scheme.rail,
        material="wood" if scheme.wooden else "felt", point_material="wood" if scheme.wooden else "felt",
        point_length=0.43, rail_mm=20.0, rail_height=14.0, bar_height=14.0, trays=(True, True),
    )  # fmt: skip
    look = Look(board, _checker(11, scheme.light), _checker(12, scheme.dark), CHECKER_HEIGHT)
    top = Tabletop(GEOMETRY, 20.0, 14.0, 14.0, 0.0, 25.0, (True, True), CHECKER_HEIGHT)
    rails: Make = Make(
        rails="wood" if scheme.wooden or seed == 7 else "leather", field="wood" if scheme.wooden else "felt", edge=1.2,
        corner=4.0, gap=0.0, hinge=None, pads=None, stitch=None, latch=None, dividers=0, tray=scheme.field, gloss=0.9,
    )  # fmt: skip
    first, second = (DieLook(*colours, roughness=0.35) for colours in scheme.dice)
    return Kit(
        top, look, replace(rails, gloss=0.55) if scheme.wooden else rails, _view(top, size), _light(top),
        Sensor(noise=0.4, jpeg=95, sharpen=0.15), DieBody(15.0, 0.22), (first, second), _hands(), scheme.table,
    )  # fmt: skip


def seat(side: Side) -> int:
    """A side's number among dice and hands."""
    return 0 if side is Side.W else 1


def _checker(seed: int, face: Bgr) -> CheckerLook:
    b, g, r = face
    return CheckerLook(
        seed, face, (0.82 * b, 0.82 * g, 0.82 * r), ring=0.12, ring_at=0.66, dish=0.1, edge=0.3, gloss=0.2
    )


def _view(top: Tabletop, size: tuple[int, int]) -> Viewpoint:
    x, y = top.inner.centre
    away = (0.0, _AWAY * float(np.sin(_OBLIQUE)), _AWAY * float(np.cos(_OBLIQUE)))
    return Viewpoint((x, y + away[1], away[2]), (x, y, 0.0), round(_FOCAL * min(size[0], size[1] * 16 / 9), 2), size)


def _light(top: Tabletop) -> Lighting:
    x, y = top.inner.centre
    lamp = Lamp((x - 350.0, y - 550.0, 1300.0), (x, y, 0.0), 15_000.0, (1.0, 0.97, 0.9), bulb=8.0)
    return Lighting(seed=3, lux=11_000.0, lamps=(lamp,), tone="filmic")


def _hands() -> tuple[HandOn, HandOn, HandOn]:
    away = (0.0, 2000.0, 0.0)
    return (
        HandOn(away, 0.0, "holding", skin=(125.0, 155.0, 210.0), sleeve=(140.0, 90.0, 50.0), seed=1),
        HandOn(away, 0.0, "holding", skin=(85.0, 115.0, 165.0), sleeve=(60.0, 60.0, 70.0), seed=2),
        HandOn(away, 0.0, "resting", skin=(110.0, 140.0, 195.0), sleeve=(60.0, 60.0, 150.0), seed=3),
    )
