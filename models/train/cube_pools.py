"""Pools of training pictures for the reader of numbers on blocks: rendered blocks, cubes of stills, what is none."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.view import View
from models.cube_input import CLASSES, NONE, OTHER, WORDS
from models.evaluate.dice_sets import SETS, crop, pictures
from models.synth.cube_body import draw_cube
from models.synth.dice_body import DieSprite
from models.synth.dice_clutter import Backdrop, clutter, display
from models.synth.dice_crops import Lay, degrade, draw_material, draw_scene, put_die
from models.synth.numerals import CELL, sign_face, word_face
from models.train.dice_pools import without_board
from models.train.dice_spec import IGNORED, POOL_SIDE, POOL_SIZE, ReadPool
from models.train.dice_stills import Cut, Spot, cut, dice_of, enlargement, lean_of, pool_of, shrunk
from models.train.dice_stills import pictures as still_pictures

Image = npt.NDArray[np.uint8]
Place = tuple[float, float, float]
Places: TypeAlias = Callable[[Image, View], Sequence[Place]]
"""x, y and side in mm of what a finder marks on a board and about it."""
AS_FOUND = (0.35, 1.5)
"""How far from a cube, in its sides, what the finder marks may be, and how many times larger or smaller, to be read as
it; nothing is asked of what is nearer than BESIDE and does not fit."""
BESIDE = 0.65
GLOSS = 0.25
"""Most that a block's flat top may shine: more would drown what stands on it."""
SEEN = 0.6
"""Least share of a cube to be seen for its number to be asked for."""
STEEP = 0.35
"""Tangent of the viewing angle from which a cube's side is shown as what does not count."""
_STANDS = 1.27
"""Mean width of a square turned any way, in sides."""


def draw_blocks(seed: int, count: int) -> list[DieSprite]:
    """`count` rendered blocks with numbers or signs."""
    rng = np.random.default_rng(seed)
    return [draw_cube(rng) for _ in range(count)]


def block_crops(
    rng: np.random.Generator, blocks: Sequence[DieSprite], backdrops: Sequence[Backdrop], count: int
) -> ReadPool:
    """`count` crops of blocks on clutter."""
    images, kinds = [], []
    for _ in range(count):
        canvas = clutter(rng, 2 * POOL_SIZE, 2 * POOL_SIDE, backdrops).astype(np.float32)
        sprite = blocks[int(rng.integers(len(blocks)))]
        material = draw_material(rng)
        material = replace(material, gloss=min(material.gloss, GLOSS), clear=material.clear * (rng.random() < 0.3))
        put_die(rng, canvas, sprite, _lay(rng), material)
        small = cv2.resize(
            np.clip(canvas, 0, 255).astype(np.uint8), (POOL_SIZE, POOL_SIZE), interpolation=cv2.INTER_AREA
        )
        images.append(degrade(rng, np.asarray(small, np.uint8), POOL_SIDE))
        kinds.append(sprite.value or OTHER)
    return _plain(images, kinds)


def _lay(rng: np.random.Generator) -> Lay:
    lay = Lay.draw(rng, POOL_SIZE, POOL_SIZE, 2 * POOL_SIDE)
    return replace(lay, spin=0.0)


def beside_blocks(
    rng: np.random.Generator,
    blocks: Sequence[DieSprite],
    dice: Sequence[DieSprite],
    backdrops: Sequence[Backdrop],
    count: int,
) -> ReadPool:
    """`count` crops of no block: dice with pips, clutter, clocks' digits, sides of blocks and half of them."""
    images: list[Image] = []
    while len(images) < count:
        kind = rng.random()
        if kind < 0.35:
            images.append(draw_scene(rng, dice, POOL_SIZE, POOL_SIDE, count=1, backdrops=backdrops, centred=True).image)
        elif kind < 0.6:
            side = POOL_SIDE * rng.uniform(0.4, 1.2)
            scene = draw_scene(rng, dice, POOL_SIZE, side, count=int(rng.integers(0, 3)), backdrops=backdrops)
            images.append(scene.image)
        elif kind < 0.75:
            image = clutter(rng, POOL_SIZE, POOL_SIDE)
            x, y = rng.normal(POOL_SIZE / 2, 0.3 * POOL_SIDE, 2)
            display(rng, image, (int(x), int(y)), POOL_SIDE)
            images.append(image)
        else:
            images.append(_beside(rng, blocks, backdrops))
    return _plain(images, [NONE] * count)


def _beside(rng: np.random.Generator, blocks: Sequence[DieSprite], backdrops: Sequence[Backdrop]) -> Image:
    """A block's side, or what lies beside it, in the middle."""
    scene = draw_scene(rng, blocks, 2 * POOL_SIZE, POOL_SIDE, count=1, backdrops=backdrops, centred=True)
    block, way = scene.dice[0], rng.uniform(0, 2 * np.pi)
    x, y = block.flank
    if np.hypot(x - POOL_SIZE, y - POOL_SIZE) < 0.55 * POOL_SIDE:
        far = POOL_SIDE * rng.uniform(0.7, 1.2)
        x, y = POOL_SIZE + far * np.cos(way), POOL_SIZE + far * np.sin(way)
    return crop(scene.image, x, y, 1.0, POOL_SIZE)


def lettered_discs(rng: np.random.Generator, backdrops: Sequence[Backdrop], count: int) -> ReadPool:
    """`count` crops of checkers that bear a number, a letter or a sign: no blocks."""
    images = []
    for _ in range(count):
        canvas = clutter(rng, 2 * POOL_SIZE, 2 * POOL_SIDE, backdrops).astype(np.float32)
        size, radius = 2 * POOL_SIZE, POOL_SIDE * rng.uniform(0.75, 2.2)
        material, rim = draw_material(rng), rng.uniform(0, 0.2) * radius
        at = POOL_SIZE + rng.normal(0, 0.12 * POOL_SIDE, 2)
        squash, way = (rng.uniform(0.6, 1), rng.uniform(0, 180)) if rng.random() < 0.5 else (1.0, 0.0)
        for shift, shade in ((rim, 0.5), (0.0, 1.0)):
            middle = round(at[0]), round(at[1] + shift)
            axes = round(radius), round(radius * squash)
            cv2.ellipse(canvas, middle, axes, way, 0, 360, [c * shade for c in material.body], -1, cv2.LINE_AA)
        face = word_face(rng, str(rng.choice(WORDS))) if rng.random() < 0.5 else sign_face(rng)
        scale, spin = radius * rng.uniform(0.7, 1.6) / CELL, rng.uniform(0, 2 * np.pi)
        turn = scale * np.array([(np.cos(spin), -np.sin(spin)), (np.sin(spin), np.cos(spin))])
        move = np.column_stack([turn, at - turn @ (CELL / 2, CELL / 2)])
        ink = np.asarray(cv2.warpAffine(face, move, (size, size)), np.float32)[..., None]
        canvas = np.asarray(canvas * (1 - ink) + np.array(material.pip) * ink, np.float32)
        small = cv2.resize(
            np.clip(canvas, 0, 255).astype(np.uint8), (POOL_SIZE, POOL_SIZE), interpolation=cv2.INTER_AREA
        )
        images.append(degrade(rng, np.asarray(small, np.uint8), POOL_SIDE))
    return _plain(images, [NONE] * count)


def _plain(images: Sequence[Image], kinds: Sequence[int]) -> ReadPool:
    return without_board(images, np.array(kinds, np.int64), IGNORED, upright=False)


def real_crops(data: Path, seed: int) -> ReadPool:
    """Dice with pips of the real sets, and places beside them: no blocks with numbers."""
    rng = np.random.default_rng(seed)
    images = []
    for name in SETS:
        for picture in pictures(data / "dice", name, None):
            for die in picture.dice if name != "chase" else ():
                scale = POOL_SIDE / die.side / float(np.exp(rng.normal(0, 0.3)))
                off = rng.normal(0, 0.25, 2) * die.side
                images.append(crop(picture.image, die.x + off[0], die.y + off[1], scale, POOL_SIZE))
    return _plain(images, [NONE] * len(images))


def cube_spot(label: dict[str, Any], view: View) -> Spot | None:
    """A still's cube: its top face, with the class of what stands there (IGNORED where too little is seen)."""
    thing = next((t for t in label["things"] if t["kind"] == "cube" and t["box"]), None)
    if thing is None or not label["cube"]:
        return None
    body = view.to_mm([thing["centre"]])
    lean = lean_of(view, body, 26.0)[0]
    area = thing["area"] / max(thing["visible"], 0.1) / enlargement(view.matrix, *body[0]) ** 2
    side = float(np.sqrt(area / (1 + _STANDS * np.hypot(*lean))))
    x, y = body[0] + lean * side / 2
    value = label["cube"]["value"]
    kind = IGNORED if thing["visible"] < SEEN else CLASSES.index(str(value)) if value else OTHER
    return Spot(float(x), float(y), side, kind)


def still_cubes(folder: Path, places: Places, validation: bool, most: int = 10) -> ReadPool:
    """Of every still the cube, as it lies and where a finder puts it, and at most `most` places that it takes for one
    and are none."""
    cuts: list[Cut] = []
    kinds: list[int] = []
    for image, view, label in still_pictures(folder, validation):
        for spot in _spots(image, view, label, places, most):
            cuts.append(cut(*shrunk(image, view, spot), spot))
            kinds.append(spot.kind)
    rows = np.column_stack([kinds, np.full((len(kinds), 2), IGNORED)]) if kinds else np.zeros((0, 3), np.int64)
    return pool_of(cuts, rows)


def _side_of(cube: Spot, view: View) -> Iterator[Spot]:
    """The middle of the side that an oblique view shows, which is not what the cube says."""
    lean = lean_of(view, np.array([(cube.x, cube.y)]), cube.side)[0]
    slope = float(np.hypot(*lean))
    if slope > STEEP:
        x, y = np.array([cube.x, cube.y]) - lean / slope * cube.side * (0.5 + slope / 2)
        yield Spot(float(x), float(y), cube.side, NONE)


def _spots(image: Image, view: View, label: dict[str, Any], places: Places, most: int) -> Iterator[Spot]:
    cube, dice = cube_spot(label, view), dice_of(label, view)
    if cube and cube.kind != IGNORED:
        yield cube
        yield from _side_of(cube, view)
    others = 0
    for x, y, side in places(image, view):
        far = np.hypot(x - cube.x, y - cube.y) / cube.side if cube else np.inf
        ratio = side / cube.side if cube else 1.0
        if cube and far < AS_FOUND[0] and 1 / AS_FOUND[1] < ratio < AS_FOUND[1]:
            if cube.kind != IGNORED:
                yield Spot(x, y, side, cube.kind)
        elif far > BESIDE and others < most:
            others += 1
            yield Spot(x, y, side, NONE)
    for die in dice[:2]:
        if cube is None or np.hypot(die.x - cube.x, die.y - cube.y) > cube.side:
            yield replace(die, kind=NONE)
