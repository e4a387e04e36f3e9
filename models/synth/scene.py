"""What a simulated picture shows: an explicit scene, and what comes out of rendering it.

Frame of reference everywhere: `calibration.board` (origin at the field's top left corner, x right, y down, mm), with
z up from
the field's surface. A clip keeps `geometry`, `look`, `camera` and `light` and only moves checkers, dice, cube and
hands: the same look with the same seed draws the same board and the same checkers.

Make a picture with `models.synth.render.render(scene, rng) -> Rendered`; look values come from
`models.synth.look.random_look(rng)` and whole random scenes from `models.synth.flat.random_scene(rng)`.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry, Point2

Image: TypeAlias = npt.NDArray[np.uint8]
Shade: TypeAlias = Literal["L", "D"]
Bgr: TypeAlias = tuple[float, float, float]
"""Colour as blue, green, red, 0–255."""


@dataclass(frozen=True)
class CheckerPlace:
    """A checker: centre of its base in mm, `z` mm above the field; `slot` is `top[0]`…`bottom[11]`, `bar`, `off` or
    None.

    `upright`: standing on edge in a tray. `tilt` rad: leaning, its side towards `raised` (rad, from x towards y) is
    lifted; the flat renderer draws it lying.
    """

    x: float
    y: float
    shade: Shade
    z: float = 0.0
    spin: float = 0.0
    slot: str | None = None
    upright: bool = False
    tilt: float = 0.0
    raised: float = 0.0


@dataclass(frozen=True)
class DiePlace:
    """A die: centre of its base in mm, `yaw` and `tilt` (leaning, about a horizontal axis) in rad, edge length
    `side` mm."""

    x: float
    y: float
    value: int
    z: float = 0.0
    yaw: float = 0.0
    tilt: float = 0.0
    side: float = 14.0
    body: Bgr = (235.0, 235.0, 235.0)
    pips: Bgr = (30.0, 30.0, 30.0)
    roundness: float = 0.2


@dataclass(frozen=True)
class CubePlace:
    """The doubling cube; `value` None shows a logo."""

    x: float
    y: float
    value: int | None = 64
    z: float = 0.0
    yaw: float = 0.0
    side: float = 26.0
    body: Bgr = (235.0, 235.0, 235.0)
    ink: Bgr = (30.0, 30.0, 30.0)


@dataclass(frozen=True)
class HandPlace:
    """A hand on a forearm that reaches in from outside: `tip` is the middle of the fingers, `elbow` lies off the
    picture, mm."""

    tip: Point2
    elbow: Point2
    skin: Bgr = (120.0, 150.0, 200.0)
    sleeve: Bgr | None = (60.0, 60.0, 60.0)
    seed: int = 0


@dataclass(frozen=True)
class BoardLook:
    """How the board is made; `seed` fixes every random detail of its drawing."""

    seed: int
    field: Bgr
    points: tuple[Bgr, Bgr]
    rail: Bgr
    bar: Bgr
    material: Literal["plain", "wood", "felt", "leather", "marble", "print"] = "felt"
    point_material: Literal["plain", "wood", "felt", "leather", "marble", "print"] = "felt"
    point_shape: Literal["triangle", "rounded", "keyhole", "ogive", "blunt", "lens"] = "triangle"
    point_length: float = 0.42
    """Share of the field's height."""
    point_width: float = 1.0
    """Share of the pitch."""
    outline: Bgr | None = None
    outline_mm: float = 1.0
    tip_disc: float = 0.0
    """Diameter of a disc or diamond at the point's tip or base as a share of the pitch, 0 for none."""
    inlays: int = 0
    decoration: float = 0.0
    """0 … 1: how much is printed in the field (logos, text, medallions, borders)."""
    hinge: bool = False
    bar_pads: bool = False
    trays: tuple[bool, bool] = (False, False)
    rail_mm: float = 18.0
    rail_height: float = 0.0
    """mm above the field."""
    bar_height: float = 0.0
    """mm above the field; what lies on the bar has this `z`."""
    inset_mm: float = 0.0
    """How far the points' bases lie from the rails."""
    surround: Bgr = (80.0, 90.0, 100.0)


@dataclass(frozen=True)
class CheckerLook:
    """How one side's checkers are made."""

    seed: int
    face: Bgr
    side: Bgr
    material: Literal["plain", "wood", "marble", "pearl", "speckle"] = "plain"
    ring: float = 0.0
    """−1 … 1: contrast of a raised or sunk ring, negative is darker."""
    ring_at: float = 0.7
    ring_width: float = 0.05
    """Share of the radius, as `ring_at`."""
    ring_colour: Bgr | None = None
    centre_colour: Bgr | None = None
    """Colour of the face inside the ring where it differs."""
    dish: float = 0.0
    """0 … 1: depth of a hollow face."""
    emblem: float = 0.0
    """0 … 1: contrast of a logo on the face."""
    gloss: float = 0.2
    edge: float = 0.3
    """0 … 1: how dark the rim's contour is."""


@dataclass(frozen=True)
class Look:
    board: BoardLook
    light: CheckerLook
    dark: CheckerLook
    checker_height: float = 10.0
    """mm"""


@dataclass(frozen=True)
class Camera:
    """A pinhole camera above the field: `foot` is the point below it and `height` its distance from the field's
    plane, mm.

    `photo_corners`: where the field's corners tl, tr, br, bl lie in the photograph, px, and `photo_size` its width
    and height;
    None renders the rectified picture only. `sharpness` is px of the photograph per px of the rendering (1 keeps all
    detail).
    """

    foot: Point2
    height: float
    photo_corners: tuple[Point2, Point2, Point2, Point2] | None = None
    photo_size: tuple[int, int] | None = None


@dataclass(frozen=True)
class Light:
    """Light and camera faults. `direction` rad and `elevation` rad of the main light; the rest are strengths, 0 for
    none."""

    direction: float = 0.8
    elevation: float = 1.0
    shadow: float = 0.4
    shadow_blur_mm: float = 3.0
    gradient: float = 0.15
    vignette: float = 0.1
    exposure: float = 1.0
    contrast: float = 1.0
    warmth: float = 0.0
    hot_spots: int = 0
    bands: int = 0
    """Number of fallen shadows and mirrored windows."""
    blur_px: float = 0.0
    detail: float = 1.0
    """Resolution of the simulated sensor as a share of the rendering's; below 1 the picture was upsampled."""
    noise: float = 2.0
    jpeg: int = 90
    overlays: int = 0
    """Number of watermark texts or graphics laid over the picture."""
    seed: int = 0


@dataclass(frozen=True)
class Scene:
    geometry: BoardGeometry
    look: Look
    camera: Camera
    light: Light = Light()
    checkers: tuple[CheckerPlace, ...] = ()
    dice: tuple[DiePlace, ...] = ()
    cube: CubePlace | None = None
    hands: tuple[HandPlace, ...] = ()
    margin_mm: float = 30.0
    px_per_mm: float = 0.85


@dataclass(frozen=True, eq=False)
class Label:
    """One visible thing in the rectified picture: box of its top face, px, and the share of that face that can be
    seen."""

    kind: Literal["checker", "die", "cube"]
    xyxy: tuple[float, float, float, float]
    visible: float
    shade: Shade | None = None
    value: int | None = None
    slot: str | None = None
    layer: int = 0


@dataclass(frozen=True, eq=False)
class Rendered:
    """A rendered scene.

    `image`: rectified field plus `margin_mm` all round, H×W×3 BGR uint8, px = (mm + margin)·px_per_mm. `photo`: the
    same as the camera of the scene sees it (None without `photo_corners`). `hand`: H×W bool mask of hands in `image`.
    """

    image: Image
    labels: tuple[Label, ...]
    hand: npt.NDArray[np.bool_]
    photo: Image | None = None
    top: tuple[str, ...] = field(default=())
    bottom: tuple[str, ...] = field(default=())
    bar: tuple[int, int] = (0, 0)
