"""Training pictures for the die reader: rendered dice of any material on clutter, as a board camera would show them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.dice_body import DieSprite
from models.synth.dice_clutter import Backdrop, Colour, clutter, colour

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]

MARBLED, DRILLED = 0.18, 0.4
"""Share of dice whose body is marbled; whose pips have rims that shine."""


@dataclass(frozen=True)
class DieTruth:
    """A die in a picture: centre of its top face and side in px; value, None where it can't be read (leaning, moving).

    `body` is the centre of the whole die in px.
    """

    x: float
    y: float
    side: float
    value: int | None
    body: tuple[float, float] = (np.nan, np.nan)

    @property
    def flank(self) -> tuple[float, float]:
        """Middle of the side that faces the camera, px; the top face's own where it is seen from straight above."""
        away = np.array([self.x, self.y]) - self.body
        reach = float(np.hypot(*away))
        x, y = np.array(self.body) - 0.5 * self.side * away / reach if reach > 1e-6 else (self.x, self.y)
        return float(x), float(y)


@dataclass(frozen=True, eq=False)
class DieScene:
    """A picture (H×W×3 uint8 BGR) and the dice in it."""

    image: Image
    dice: tuple[DieTruth, ...]


@dataclass(frozen=True)
class Material:
    """Body and pip colour (BGR, 0…255), how clear the body is (0 opaque … 1), how shiny, a second colour swirled into
    the body."""

    body: Colour
    pip: Colour
    clear: float
    gloss: float
    vein: Colour | None = None


def draw_material(rng: np.random.Generator) -> Material:
    """White, black, plain coloured, wooden, marbled or translucent; pips that stand out from the body by brightness,
    or at least by colour."""
    kind = rng.random()
    clear = 0.0
    if kind < 0.3:
        body: Colour = (rng.uniform(190, 255), rng.uniform(200, 255), rng.uniform(205, 255))
    elif kind < 0.5:
        body = (rng.uniform(5, 60), rng.uniform(5, 55), rng.uniform(5, 60))
    else:
        body = colour(rng)
        clear = rng.uniform(0.3, 0.85) if kind > 0.75 else 0.0
    while True:
        pip: Colour = (
            (245.0, 245.0, 245.0) if rng.random() < 0.45 else (20.0, 20.0, 20.0) if rng.random() < 0.6 else colour(rng)
        )
        brightness = abs(np.dot(np.subtract(pip, body), (0.11, 0.59, 0.3)))
        if brightness > 75 or (np.ptp(np.subtract(pip, body)) > 110 and rng.random() < 0.5):
            vein = colour(rng) if rng.random() < MARBLED else None
            return Material(body, pip, clear, rng.uniform(0, 0.6), vein)


def _marbled(rng: np.random.Generator, material: Material, size: int) -> Floats:
    """The body's colour at each px (or 1×1): the second colour in soft swirls."""
    body = np.array(material.body, np.float32)
    if material.vein is None:
        return body[None, None]
    coarse = rng.normal(size=(int(rng.integers(6, 16)), int(rng.integers(6, 16))))
    swirl = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
    share = 1 / (1 + np.exp(-rng.uniform(1.5, 6) * swirl))[..., None]
    return np.asarray(body * (1 - share) + np.array(material.vein) * share, np.float32)


def _rims(rng: np.random.Generator, pip: Floats) -> Floats:
    """Bright and dark arcs where light falls into drilled pips, H×W×1."""
    way = rng.uniform(0, 2 * np.pi)
    slope = [cv2.Sobel(np.ascontiguousarray(pip[..., 0]), cv2.CV_32F, x, 1 - x) for x in (1, 0)]
    towards = slope[0] * np.cos(way) + slope[1] * np.sin(way)
    return np.asarray(np.clip(towards * rng.uniform(15, 60), -60, 150)[..., None], np.float32)


def _light(rng: np.random.Generator, maps: Floats, material: Material, behind: Floats) -> Floats:
    """Colour of the die's pixels before coverage: lit body over what shows through it, pips, gleam."""
    pip, ghost, normal = maps[..., 1:2], maps[..., 2:3], np.dstack([maps[..., 3:5] * 2 - 1, maps[..., 5]])
    sun = np.append(rng.normal(0, 0.6, 2), 1)
    lambert = np.clip(normal @ (sun / np.linalg.norm(sun)), 0, 1)[..., None]
    ambient = rng.uniform(0.35, 0.8)
    shade = ambient + (1 - ambient) * lambert
    body = _marbled(rng, material, len(maps))
    inner = cv2.GaussianBlur(behind, (0, 0), 3) * (body / 255 + 0.15) * (1 - 0.5 * ghost)
    inner += ghost * np.array(material.pip) * rng.uniform(0, 0.25)
    rim = (1 - maps[..., 5:6]) ** 2 * rng.uniform(0, 0.6)
    solid = body * shade * (1 - material.clear) + inner * material.clear + rim * material.clear * 160
    lit = solid * (1 - pip) + np.array(material.pip) * (0.25 + 0.75 * shade) * pip
    if rng.random() < DRILLED:
        lit += _rims(rng, pip)
    lamp = rng.normal(0, 0.3, 3) + np.array([0, 0, 1])
    mirror = np.clip(normal @ (lamp / np.linalg.norm(lamp)), 0, 1)[..., None]
    gleam = mirror ** int(rng.choice([8, 30, 90]))
    return np.asarray(lit + 255 * material.gloss * gleam * (rng.random() < 0.5), dtype=np.float32)


@dataclass(frozen=True)
class Lay:
    """How a die lies in a picture: centre of its top face and side in px, turned by `angle`; `squash` foreshortens the
    picture along the direction `way` (a camera's picture, not rectified); `spin` is the angle turned while exposed."""

    x: float
    y: float
    side: float
    angle: float = 0.0
    squash: float = 1.0
    way: float = 0.0
    spin: float = 0.0

    @classmethod
    def draw(cls, rng: np.random.Generator, x: float, y: float, side: float) -> "Lay":
        """Turned any way, sometimes foreshortened, sometimes spinning."""
        squash, way = (rng.uniform(0.65, 1), rng.uniform(0, np.pi)) if rng.random() < 0.3 else (1.0, 0.0)
        spin = rng.uniform(0.5, 1.8) if rng.random() < 0.06 else 0.0
        return cls(x, y, side, rng.uniform(0, 2 * np.pi), squash, way, spin)


def _placed(sprite: DieSprite, size: int, lay: Lay) -> tuple[Floats, tuple[float, float]]:
    """Sprite maps laid into a size×size picture; and where the die's own centre is."""
    turn = np.array([(np.cos(lay.angle), -np.sin(lay.angle)), (np.sin(lay.angle), np.cos(lay.angle))])
    axis = np.array([np.cos(lay.way), np.sin(lay.way)])
    matrix = (np.eye(2) - (1 - lay.squash) * np.outer(axis, axis)) @ turn * lay.side / sprite.side
    middle = np.full(2, sprite.maps.shape[0] / 2)
    offset = np.array([lay.x, lay.y]) - matrix @ (middle + np.array(sprite.top) * sprite.side)
    full = np.column_stack([matrix, offset])
    half = [cv2.warpAffine(np.ascontiguousarray(sprite.maps[..., i : i + 3]), full, (size, size)) for i in (0, 3)]
    own = matrix @ middle + offset
    return np.asarray(np.dstack(half) / np.float32(255), dtype=np.float32), (float(own[0]), float(own[1]))


def put_die(rng: np.random.Generator, canvas: Floats, sprite: DieSprite, lay: Lay, material: Material) -> DieTruth:
    """Draw one die with its shadow on the canvas (H×W×3 float32, H = W, changed in place)."""
    size = canvas.shape[0]
    steps = np.linspace(0, lay.spin, 7) if lay.spin else np.zeros(1)
    layers = [_placed(sprite, size, replace(lay, angle=lay.angle + float(step))) for step in steps]
    maps = np.asarray(np.mean([layer for layer, _ in layers], axis=0), dtype=np.float32)
    cover = maps[..., :1]
    cast = np.roll(cover[..., 0], np.round(rng.normal(0, lay.side * 0.2, 2)).astype(int), (0, 1))
    shadow = cv2.GaussianBlur(cast, (0, 0), lay.side * rng.uniform(0.05, 0.3))[..., None]
    canvas *= 1 - rng.uniform(0, 0.7) * shadow
    canvas[:] = canvas * (1 - cover) + _light(rng, maps, material, canvas.copy()) * cover
    if sprite.value and not lay.spin:
        return DieTruth(lay.x, lay.y, lay.side, sprite.value, layers[0][1])
    return DieTruth(*layers[0][1], lay.side, None, layers[0][1])


def degrade(rng: np.random.Generator, image: Image, die: float) -> Image:
    """Blur, low resolution, sharpening halos, noise, JPEG, exposure and colour cast, kept mild where the die has few
    px."""
    out: Floats = image.astype(np.float32)
    if rng.random() < 0.4:
        out = np.asarray(cv2.GaussianBlur(out, (0, 0), die * rng.uniform(0.005, 0.05) + 0.05), dtype=np.float32)
    if rng.random() < 0.35:
        lowered = max(10.0, die * rng.uniform(0.45, 1)) / die
        if lowered < 1:
            small = cv2.resize(out, None, fx=lowered, fy=lowered, interpolation=cv2.INTER_AREA)
            way = int(rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
            out = np.asarray(cv2.resize(small, image.shape[1::-1], interpolation=way), dtype=np.float32)
    halo = rng.uniform(0.3, 1.5) if rng.random() < 0.3 else 0.0
    exposure = (1 + rng.normal(0, 0.08, 3)) * rng.uniform(0.55, 1.25)
    noise = rng.normal(0, 8) + rng.normal(0, rng.choice([0, 2, 6, 10]), out.shape)
    sharp = out + halo * (out - cv2.GaussianBlur(out, (0, 0), 1.2))
    shown = np.asarray(np.clip(sharp * exposure + noise, 0, 255), dtype=np.uint8)
    if rng.random() < 0.5:
        coded = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 95))])[1]
        shown = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return np.asarray(shown, dtype=np.uint8)


def _spots(rng: np.random.Generator, size: int, side: float, count: int, centred: bool) -> list[tuple[float, float]]:
    """Places of dice that do not cover each other; a pair often lies close; the first in the middle where asked for."""
    spots: list[tuple[float, float]] = [(size / 2, size / 2)] if centred and count else []
    for _ in range(40):
        if len(spots) == count:
            break
        if spots and rng.random() < 0.6:
            way, gap = rng.uniform(0, 2 * np.pi), side * rng.uniform(1.05, 2)
            x, y = spots[0][0] + gap * np.cos(way), spots[0][1] + gap * np.sin(way)
        else:
            x, y = rng.uniform(side / 2, size - side / 2, 2)
        inside = side / 4 < min(x, y) and max(x, y) < size - side / 4
        if inside and all(np.hypot(x - a, y - b) > 1.15 * side for a, b in spots):
            spots.append((float(x), float(y)))
    return spots


def draw_scene(
    rng: np.random.Generator,
    sprites: Sequence[DieSprite],
    size: int,
    die: float,
    *,
    count: int,
    backdrops: Sequence[Backdrop] = (),
    centred: bool = False,
) -> DieScene:
    """`count` dice with sides of `die` px on clutter, size×size px. `centred` puts the first in the middle.

    Drawn at twice the size and reduced, then degraded.
    """
    canvas = clutter(rng, 2 * size, 2 * die, backdrops).astype(np.float32)
    material = draw_material(rng)
    dice = []
    for x, y in _spots(rng, 2 * size, 2 * die, count, centred):
        if rng.random() < 0.4:
            material = draw_material(rng)
        sprite = sprites[int(rng.integers(len(sprites)))]
        truth = put_die(rng, canvas, sprite, Lay.draw(rng, x, y, 2 * die), material)
        dice.append(DieTruth(truth.x / 2, truth.y / 2, die, truth.value, (truth.body[0] / 2, truth.body[1] / 2)))
    small = cv2.resize(np.clip(canvas, 0, 255).astype(np.uint8), (size, size), interpolation=cv2.INTER_AREA)
    return DieScene(degrade(rng, np.asarray(small, dtype=np.uint8), die), tuple(dice))
