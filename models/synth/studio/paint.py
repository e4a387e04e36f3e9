"""What is painted on things, as RGB pictures: the board's sheet, checkers' faces, the six faces of dice and cube."""

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.checkers import make_sprite
from models.synth.physics.truth import STANDARD_FACES
from models.synth.scene import Bgr, CheckerLook
from models.synth.studio.grain import relief_of
from models.synth.studio.setting import DieLook
from models.synth.studio.shapes import FACES
from models.synth.texture import surface

Picture = npt.NDArray[np.uint8]
_CELL = 96
_FACE = 160
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_CUBE_WORDS = ("2", "4", "8", "16", "32", "64")


def rgb(canvas: npt.ArrayLike) -> Picture:
    """A float BGR canvas as an RGB picture."""
    return np.ascontiguousarray(np.clip(np.asarray(canvas), 0, 255).astype(np.uint8)[..., ::-1])


def piece(colour: Bgr, material: str, seed: int, size: int = 256) -> Picture:
    """A piece of wood, felt, leather…, 200 mm square."""
    return rgb(surface((size, size), colour, material, np.random.default_rng(seed), size / 200))


def checker_face(look: CheckerLook, number: int = 0) -> Picture:
    """A checker's face; the corners outside the disc have the colour of its side. `number` is one of several pieces of
    wood or marble.
    """
    sprite = make_sprite(replace(look, seed=look.seed + number) if number else look, 0.0)
    paint = cv2.resize(sprite.paint, (_FACE, _FACE), interpolation=cv2.INTER_CUBIC)
    axis = np.linspace(-1, 1, _FACE)
    outside = np.hypot(*np.meshgrid(axis, axis)) > 1.02
    paint[outside] = look.side
    return rgb(paint)


def die_atlas(look: DieLook) -> Picture:
    """The six faces of a die, in the order of FACES."""
    canvas = np.empty((2 * _CELL, 3 * _CELL, 3), np.float32)
    canvas[:] = look.body
    canvas += _pips(look)[..., None] * (np.asarray(look.pips, np.float32) - canvas)
    return rgb(canvas)


def die_relief(look: DieLook, side: float) -> Picture:
    """Normals of the same six faces: pips a little sunk."""
    sunk = np.asarray(cv2.GaussianBlur(_pips(look), (0, 0), 1.6), np.float32)
    return relief_of(-0.05 * side * sunk * look.pip_size / 0.1, _CELL / side)


def _pips(look: DieLook) -> npt.NDArray[np.float32]:
    values = {(axis, sign): value for axis, sign, value in STANDARD_FACES}
    mask = np.zeros((2 * _CELL, 3 * _CELL), np.uint8)
    for cell, face in enumerate(FACES):
        middle = np.array([cell % 3 + 0.5, cell // 3 + 0.5]) * _CELL
        for x, y in _PIPS[values[face]]:
            at = middle + np.array([x, y]) * look.pip_place * _CELL
            cv2.circle(mask, (round(16 * at[0]), round(16 * at[1])), round(16 * look.pip_size * _CELL), 255, -1, 16, 4)
    return mask.astype(np.float32) / np.float32(255)


def cube_atlas(value: int | None, body: Bgr, ink: Bgr) -> Picture:
    """The six faces of a doubling cube with `value` on the upper one, a star where None."""
    top = "*" if value is None else str(value)
    others = [word for word in _CUBE_WORDS if word != top]
    canvas = np.empty((2 * _CELL, 3 * _CELL, 3), np.float32)
    canvas[:] = body
    for cell, (axis, sign) in enumerate(FACES):
        word = top if (axis, sign) == (2, 1) else others[cell % len(others)]
        mask = np.zeros(canvas.shape[:2], np.uint8)
        scale = 2.0 if len(word) == 1 else 1.6
        (width, height), _ = cv2.getTextSize(word, cv2.FONT_HERSHEY_DUPLEX, scale, 4)
        at = (round((cell % 3 + 0.5) * _CELL - width / 2), round((cell // 3 + 0.5) * _CELL + height / 2))
        cv2.putText(mask, word, at, cv2.FONT_HERSHEY_DUPLEX, scale, 255, 4, cv2.LINE_AA)
        weight = (mask.astype(np.float32) / 255)[..., None]
        canvas += weight * (np.asarray(ink, np.float32) - canvas)
    return rgb(canvas)
