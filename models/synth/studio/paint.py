"""What is painted on things, as RGB pictures: the board's sheet, checkers' faces, the six faces of dice and cube."""

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry
from models.synth.board import draw_board
from models.synth.checkers import make_sprite
from models.synth.physics.truth import STANDARD_FACES
from models.synth.scene import Bgr, BoardLook, CheckerLook
from models.synth.studio.setting import DieLook
from models.synth.studio.shapes import FACES
from models.synth.texture import surface

Picture = npt.NDArray[np.uint8]
BOARD_PX_PER_MM = 2.6
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


def board_sheet(geometry: BoardGeometry, look: BoardLook, margin: float) -> Picture:
    """The field, points, bar and printed frame, with `margin` mm around the field."""
    return rgb(draw_board(geometry, look, margin, BOARD_PX_PER_MM))


def piece(colour: Bgr, material: str, seed: int, size: int = 256) -> Picture:
    """A piece of wood, felt, leather…, 200 mm square."""
    return rgb(surface((size, size), colour, material, np.random.default_rng(seed), size / 200))


def checker_face(look: CheckerLook) -> Picture:
    """A checker's face; the corners outside the disc have the colour of its side."""
    sprite = make_sprite(look, 0.0)
    paint = cv2.resize(sprite.paint, (_FACE, _FACE), interpolation=cv2.INTER_CUBIC)
    axis = np.linspace(-1, 1, _FACE)
    outside = np.hypot(*np.meshgrid(axis, axis)) > 1.02
    paint[outside] = look.side
    return rgb(paint)


def die_atlas(look: DieLook) -> Picture:
    """The six faces of a die, in the order of FACES."""
    values = {(axis, sign): value for axis, sign, value in STANDARD_FACES}
    canvas = np.empty((2 * _CELL, 3 * _CELL, 3), np.float32)
    canvas[:] = look.body
    for cell, face in enumerate(FACES):
        middle = np.array([cell % 3 + 0.5, cell // 3 + 0.5]) * _CELL
        mask = np.zeros(canvas.shape[:2], np.uint8)
        for x, y in _PIPS[values[face]]:
            at = middle + np.array([x, y]) * look.pip_place * _CELL
            cv2.circle(mask, (round(16 * at[0]), round(16 * at[1])), round(16 * look.pip_size * _CELL), 255, -1, 16, 4)
        weight = (mask.astype(np.float32) / 255)[..., None]
        canvas += weight * (np.asarray(look.pips, np.float32) - canvas)
    return rgb(canvas)


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
