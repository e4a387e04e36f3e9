"""One block with numbers on its faces, a doubling cube or a die, as the camera sees it: ray-traced as dice are."""

import cv2
import numpy as np

from models.cube_input import CLASSES, CUBE_WORDS, DIE_WORDS, OTHER
from models.synth.dice_body import DieShape, DieSprite, Floats, rotation, trace_block
from models.synth.numerals import CELL, sign_face, word_face

_SIGNS, _CUBES = 0.1, 0.72
"""Share of blocks with a sign on top; share of the others that are cubes."""


def draw_cube(rng: np.random.Generator, side: int = 40) -> DieSprite:
    """A random block that lies flat, seen up to 50° from the vertical; `value` is the class of its top face, a number
    of `models.cube_input.CLASSES`."""
    signed = rng.random() < _SIGNS
    words = list(CUBE_WORDS if rng.random() < _CUBES else DIE_WORDS)
    rng.shuffle(words)
    faces = [np.rot90(word_face(rng, word), int(rng.integers(4))) for word in words]
    if signed:
        faces[0] = sign_face(rng)
    value = OTHER if signed else CLASSES.index(words[0])
    turn = rotation(np.append(rng.normal(size=2), 0), float(np.radians(rng.uniform(0, 2))))
    turn = turn @ rotation((0, 0, 1), rng.uniform(0, 2 * np.pi))
    angle, way = np.radians(min(abs(rng.normal(0, 22)), 50)), rng.uniform(0, 2 * np.pi)
    lean = float(np.tan(angle) * np.cos(way)), float(np.tan(angle) * np.sin(way))
    shape = DieShape.draw(rng)
    maps = trace_block(shape, turn, lean, lambda p, _: _ink(p, faces), side)
    return DieSprite(maps, value, (lean[0] * 0.5, lean[1] * 0.5), side)


def top_face(shape: DieShape, face: Floats, side: int) -> Floats:
    """`side`×`side`: the ink that is seen on top of a block with that face (CELL×CELL, 0…1), from straight above."""
    blank = np.zeros((CELL, CELL), np.float32)
    faces = [face, *[blank] * 5]
    maps = trace_block(shape, np.eye(3, dtype=np.float32), (0.0, 0.0), lambda p, _: _ink(p, faces), side)
    edge = (len(maps) - side) // 2
    return np.asarray(maps[edge : edge + side, edge : edge + side, 1] / np.float32(255), np.float32)


def _ink(p: Floats, faces: list[Floats]) -> Floats:
    """Ink at points of the surface, the first face on top (+z), seen from outside."""
    axis = np.abs(p).argmax(axis=-1)
    out = np.zeros(p.shape[:-1], np.float32)
    order = ((2, 1), (2, -1), (0, 1), (0, -1), (1, 1), (1, -1))
    for face, (along, sign) in zip(faces, order, strict=True):
        on = (axis == along) & (np.sign(p[..., along]) == sign)
        u, v = (p[..., i][on] for i in range(3) if i != along)
        u = u * (sign if along != 1 else -sign)
        at = [np.asarray((w + 0.5) * CELL - 0.5, np.float32)[None] for w in (u, v)]
        if on.any():
            out[on] = cv2.remap(np.ascontiguousarray(face), at[0], at[1], cv2.INTER_LINEAR)[0]
    return out
