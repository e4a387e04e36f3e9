"""Pools of training pictures for the die finder and the die reader: rendered scenes and cuts of the real sets."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.dice_input import LEAN_UNKNOWN, NO_PLAN
from models.evaluate.dice_sets import RealPicture, crop
from models.synth.dice_body import DieSprite, draw_sprite
from models.synth.dice_clutter import Backdrop, clutter, display
from models.synth.dice_crops import DieScene, DieTruth, draw_scene
from models.synth.flat import random_scene
from models.synth.render import render
from models.train.dice_spec import FIND_SIZE, IGNORED, NONE, POOL_SIDE, POOL_SIZE, UNREADABLE, ReadPool

Image = npt.NDArray[np.uint8]

FROM_ABOVE = ("nell-byler", "chase")
"""The sets that are seen from above, so that their dice may be turned any way; in the others the camera stands below
the picture's lower edge."""


def load_photos(folder: Path) -> list[Backdrop]:
    """Environment maps (*.hdr) as 8-bit pictures, at most 1024 px wide."""
    out = []
    for path in sorted(folder.glob("*.hdr")):
        radiance = cv2.imread(str(path), cv2.IMREAD_ANYDEPTH | cv2.IMREAD_COLOR)
        if radiance is not None:
            shown = (np.clip(radiance / (np.percentile(radiance, 90) + 1e-6), 0, 1) ** 0.45 * 255).astype(np.uint8)
            scale = min(1.0, 1024 / shown.shape[1])
            small = cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            out.append(Backdrop(np.asarray(small, dtype=np.uint8)))
    return out


def draw_boards(seed: int, count: int, width: int = 900) -> list[Backdrop]:
    """Rendered boards of the simulated table with their dice taken off, `width` px wide."""
    out = []
    for i in range(count):
        rng = np.random.default_rng((seed, i))
        scene = replace(random_scene(rng, width), dice=())
        out.append(Backdrop(render(scene, rng).image, 13.0 * scene.px_per_mm))
    return out


def draw_sprites(seed: int, count: int) -> list[DieSprite]:
    """`count` rendered dice of random form and pose."""
    rng = np.random.default_rng(seed)
    return [draw_sprite(rng) for _ in range(count)]


def find_scenes(
    rng: np.random.Generator, sprites: list[DieSprite], backdrops: list[Backdrop], count: int
) -> list[DieScene]:
    """Rendered 96 px scenes with 0–4 dice of 7.5–20 px."""
    counts = rng.choice([0, 1, 2, 2, 3, 4], size=count)
    return [draw_scene(rng, sprites, FIND_SIZE, _side(rng), count=int(n), backdrops=backdrops) for n in counts]


def _side(rng: np.random.Generator) -> float:
    """A die's side for the finder, 7.5…20 px, each ratio as likely."""
    return float(np.exp(rng.uniform(np.log(7.5), np.log(20))))


def _window(rng: np.random.Generator, picture: RealPicture, scale: float) -> DieScene:
    focus = picture.dice[int(rng.integers(len(picture.dice)))] if picture.dice and rng.random() < 0.8 else None
    height, width = picture.image.shape[:2]
    x, y = (focus.x, focus.y) if focus else (rng.uniform(0, width), rng.uniform(0, height))
    x, y = np.array([x, y]) + rng.uniform(-0.45, 0.45, 2) * FIND_SIZE / scale
    reach = FIND_SIZE / 2 / scale
    x, y = (
        np.clip(x, min(reach, width / 2), max(width - reach, width / 2)),
        np.clip(y, min(reach, height / 2), max(height - reach, height / 2)),
    )
    half = FIND_SIZE / 2
    dice = [
        DieTruth((d.x - x) * scale + half, (d.y - y) * scale + half, d.side * scale if d.sized else 0.0, d.value)
        for d in picture.dice
    ]
    return DieScene(crop(picture.image, x, y, scale, FIND_SIZE), tuple(dice))


def real_find_scenes(rng: np.random.Generator, shots: Iterable[RealPicture], each: int) -> list[DieScene]:
    """Cuts of whole pictures, `each` a picture, dice of 7.5–20 px; side 0 means unknown."""
    out = []
    for picture in shots:
        usual = float(np.median([d.side for d in picture.dice])) if picture.dice else 40.0
        out += [_window(rng, picture, _side(rng) / usual) for _ in range(each)]
    return out


def read_scene(rng: np.random.Generator, sprites: list[DieSprite], backdrops: list[Backdrop]) -> tuple[Image, int]:
    """One rendered crop and its class: three in five with a die in the middle."""
    if rng.random() < 0.62:
        scene = draw_scene(
            rng, sprites, POOL_SIZE, POOL_SIDE, count=int(rng.integers(1, 4)), backdrops=backdrops, centred=True
        )
        return scene.image, scene.dice[0].value or UNREADABLE
    while True:
        count, side = int(rng.choice([0, 0, 0, 1, 2, 3])), POOL_SIDE * rng.uniform(0.7, 1.4)
        scene = draw_scene(rng, sprites, POOL_SIZE, side, count=count, backdrops=backdrops)
        if all(np.hypot(d.x - POOL_SIZE / 2, d.y - POOL_SIZE / 2) > 0.85 * POOL_SIDE for d in scene.dice):
            return scene.image, NONE


def side_crops(rng: np.random.Generator, sprites: list[DieSprite], backdrops: list[Backdrop], count: int) -> ReadPool:
    """Crops with an oblique die's side in the middle, of class "no die": values come from the top face only."""
    oblique = [s for s in sprites if s.value and np.hypot(*s.top) > 0.22]
    images: list[Image] = []
    while len(images) < count:
        scene = draw_scene(rng, oblique, 2 * POOL_SIZE, POOL_SIDE, count=1, backdrops=backdrops, centred=True)
        x, y = scene.dice[0].flank
        if scene.dice[0].value and np.hypot(x - POOL_SIZE, y - POOL_SIZE) > 0.55 * POOL_SIDE:
            images.append(crop(scene.image, x, y, 1.0, POOL_SIZE))
    return _plain(images, np.full(count, NONE, np.int64))


def read_scenes(rng: np.random.Generator, sprites: list[DieSprite], backdrops: list[Backdrop], count: int) -> ReadPool:
    """`count` rendered crops."""
    drawn = [read_scene(rng, sprites, backdrops) for _ in range(count)]
    return _plain([image for image, _ in drawn], np.array([kind for _, kind in drawn], np.int64))


def display_crops(rng: np.random.Generator, count: int) -> ReadPool:
    """Crops of clocks' digits and keys, which are as square and as dark on light as dice: of class "no die"."""
    images = []
    for _ in range(count):
        image = clutter(rng, POOL_SIZE, POOL_SIDE)
        x, y = rng.normal(POOL_SIZE / 2, 0.3 * POOL_SIDE, 2)
        display(rng, image, (int(x), int(y)), POOL_SIDE)
        images.append(image)
    return _plain(images, np.full(count, NONE, np.int64))


def stacked(images: Sequence[Image]) -> Image:
    """Crops as one array, also of none."""
    return np.stack(images) if len(images) else np.zeros((0, POOL_SIZE, POOL_SIZE, 3), np.uint8)


def without_board(
    images: Sequence[Image], classes: npt.NDArray[np.int64], tilted: npt.NDArray[np.int64] | int, upright: bool
) -> ReadPool:
    """Crops of pictures without a board: what a die stands on, how far it leans and the ground's plan are not known."""
    count = len(classes)
    grounds, leans = np.full(count, IGNORED, np.int64), np.full(count, LEAN_UNKNOWN, np.float32)
    leaning = np.broadcast_to(np.asarray(tilted, np.int64), count)
    return ReadPool(
        stacked(images), classes, leaning, grounds, np.full(count, upright), leans, np.tile(NO_PLAN, (count, 1))
    )


def _plain(images: Sequence[Image], classes: npt.NDArray[np.int64]) -> ReadPool:
    """Crops that may be turned any way and of which no more is known than the class."""
    return without_board(images, classes, IGNORED, upright=False)


def _framed(rng: np.random.Generator, picture: RealPicture) -> Image:
    """A close crop (chase) laid on clutter, since the reader sees what is around a die."""
    height, width = picture.image.shape[:2]
    scale = POOL_SIDE / picture.dice[0].side
    small = cv2.resize(picture.image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    ground = clutter(rng, POOL_SIZE, POOL_SIDE)
    if rng.random() < 0.5:
        ground[:] = np.median(np.concatenate([picture.image[0], picture.image[-1]]), axis=0)
    top, left = (POOL_SIZE - small.shape[0]) // 2, (POOL_SIZE - small.shape[1]) // 2
    ground[top : top + small.shape[0], left : left + small.shape[1]] = small
    return ground


def _real_crops(rng: np.random.Generator, picture: RealPicture, name: str) -> Iterator[tuple[Image, int]]:
    for die in picture.dice:
        if name == "chase":
            yield _framed(rng, picture), die.value
        else:
            yield crop(picture.image, die.x, die.y, POOL_SIDE / die.side, POOL_SIZE), die.value
    if name != "chase" and picture.dice:
        for x, y, side in _empty(rng, picture):
            yield crop(picture.image, x, y, POOL_SIDE / side, POOL_SIZE), NONE


def _empty(rng: np.random.Generator, picture: RealPicture) -> list[tuple[float, float, float]]:
    """Places and sides without a die: anywhere, and beside dice or half on them."""
    height, width = picture.image.shape[:2]
    dice = picture.dice
    spots = [(rng.uniform(0, width), rng.uniform(0, height)) for _ in range(4)]
    for die in [dice[i] for i in rng.permutation(len(dice))[:4]]:
        way, far = rng.uniform(0, 2 * np.pi), die.side * rng.uniform(0.75, 1.3)
        spots.append((die.x + far * np.cos(way), die.y + far * np.sin(way)))
    side = dice[0].side * float(np.exp(rng.normal(0, 0.2)))
    return [(x, y, side) for x, y in spots if all(np.hypot(d.x - x, d.y - y) > 0.7 * d.side for d in dice)]


def real_read_crops(rng: np.random.Generator, shots: Iterable[RealPicture], name: str) -> ReadPool:
    """Every labelled die of a set's pictures, and places without one; all lie flat."""
    drawn = [item for picture in shots for item in _real_crops(rng, picture, name)]
    classes = np.array([kind for _, kind in drawn], np.int64)
    tilted = np.where(classes == NONE, IGNORED, 0)
    return without_board([image for image, _ in drawn], classes, tilted, upright=name not in FROM_ABOVE)
