"""Numbers, letters and signs as they are printed and engraved on blocks."""

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

CELL = 64
"""px a side of a face's picture."""
_DRAWN = 4 * CELL
_FONTS = ("sans", "italic", "uni")
_SERIFS = tuple(f"/usr/share/fonts/truetype/dejavu/DejaVuSerif{bold}.ttf" for bold in ("", "-Bold"))
_LETTERS = ("A", "B", "BG", "C", "G", "K", "M", "R", "T", "X", "&", "@", "#", "?", "GO", "VIP")


def word_face(rng: np.random.Generator, word: str) -> Floats:
    """CELL×CELL, 0…1: how much ink lies where. The number stands upright in the middle, in any font, narrower or wider,
    slanted, thinner or bolder; sometimes in a ring or a frame, 6 sometimes underlined."""
    ink = _letters(rng, word)
    wide = rng.uniform(0.42, 0.78) if len(word) == 1 else rng.uniform(0.6, 0.88)
    return _fitted(rng, ink, wide, rng.uniform(0.45, 0.8), underlined=word == "6" and rng.random() < 0.25)


def sign_face(rng: np.random.Generator) -> Floats:
    """The same of what is no number: nothing, a letter, a star, a ring, a cross, a maker's blot."""
    kind = rng.random()
    if kind < 0.2:
        return np.zeros((CELL, CELL), np.float32)
    if kind < 0.5:
        return _fitted(rng, _letters(rng, str(rng.choice(_LETTERS))), rng.uniform(0.4, 0.85), rng.uniform(0.4, 0.8))
    canvas = np.zeros((_DRAWN, _DRAWN), np.uint8)
    middle, reach = _DRAWN // 2, _DRAWN * rng.uniform(0.2, 0.42)
    if kind < 0.75:
        points = int(rng.integers(3, 9))
        way = np.arange(2 * points) * np.pi / points + rng.uniform(0, 6)
        far = np.where(np.arange(2 * points) % 2, rng.uniform(0.35, 1), 1) * reach
        star = np.stack([middle + far * np.cos(way), middle + far * np.sin(way)], 1)
        cv2.fillPoly(canvas, [np.round(star).astype(np.int32)], 255, cv2.LINE_AA)
    else:
        for _ in range(int(rng.integers(2, 6))):
            a, b = (int(v) for v in rng.normal(middle, 0.35 * reach, 2))
            axes = (int(reach * rng.uniform(0.1, 0.6)), int(reach * rng.uniform(0.1, 0.6)))
            thick = int(rng.choice([-1, 10, 20]))
            cv2.ellipse(canvas, (a, b), axes, rng.uniform(0, 180), 0, rng.uniform(120, 360), 255, thick, cv2.LINE_AA)
    return _shrunk(canvas)


def _letters(rng: np.random.Generator, word: str) -> npt.NDArray[np.uint8]:
    """Ink on a large canvas, anywhere on it: of a font that OpenCV brings, or a serif of the system's where it has
    one."""
    canvas = np.zeros((_DRAWN, 2 * _DRAWN), np.uint8)
    face = cv2.FontFace(str(rng.choice([*_FONTS, *(path for path in _SERIFS if Path(path).is_file())])))
    cv2.putText(canvas, word, (_DRAWN // 3, 3 * _DRAWN // 4), (255,), face, _DRAWN // 2, int(rng.integers(250, 901)))
    if rng.random() < 0.5:
        brush = np.ones((int(rng.integers(3, 14)), int(rng.integers(3, 14))), np.uint8)
        canvas = np.asarray(cv2.dilate(canvas, brush), np.uint8)
    return _wavering(rng, canvas) if rng.random() < 0.6 else canvas


def _wavering(rng: np.random.Generator, ink: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """As if written by hand: softly bent this way and that."""
    height, width = ink.shape
    strength = rng.uniform(1, 8)
    bends = [
        cv2.resize(rng.normal(0, strength, (6, 12)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)
        for _ in range(2)
    ]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    return np.asarray(cv2.remap(ink, x + bends[0], y + bends[1], cv2.INTER_LINEAR), np.uint8)


def _fitted(
    rng: np.random.Generator, ink: npt.NDArray[np.uint8], wide: float, high: float, *, underlined: bool = False
) -> Floats:
    """Ink moved to the middle of a face, at most `wide` and `high` (shares of it), a little out of shape."""
    x, y, width, height = cv2.boundingRect(ink)
    scale = min(wide * _DRAWN / max(width, 1), high * _DRAWN / max(height, 1))
    stretch, slant = np.exp(rng.normal(0, 0.1)), rng.normal(0, 0.06)
    across, down = scale * min(stretch, 1.0), scale * min(1 / stretch, 1.0)
    form = np.array([(across, slant * across), (0, down)])
    off = rng.normal(0, 0.02, 2) * _DRAWN + _DRAWN / 2
    move = np.column_stack([form, off - form @ (x + width / 2, y + height / 2)])
    canvas = np.asarray(cv2.warpAffine(ink, move, (_DRAWN, _DRAWN), flags=cv2.INTER_AREA), np.uint8)
    if underlined:
        low, half = int(_DRAWN / 2 + 0.55 * high * _DRAWN), int(0.25 * wide * _DRAWN)
        cv2.line(canvas, (_DRAWN // 2 - half, low), (_DRAWN // 2 + half, low), 255, 12, cv2.LINE_AA)
    kind, line = rng.random(), int(rng.integers(3, 12))
    if kind < 0.1:
        cv2.circle(canvas, (_DRAWN // 2, _DRAWN // 2), int(0.46 * _DRAWN), 255, line, cv2.LINE_AA)
    elif kind < 0.2:
        edge = int(rng.uniform(0.03, 0.1) * _DRAWN)
        cv2.rectangle(canvas, (edge, edge), (_DRAWN - edge, _DRAWN - edge), 255, line, cv2.LINE_AA)
    return _shrunk(canvas)


def _shrunk(canvas: npt.NDArray[np.uint8]) -> Floats:
    small = cv2.resize(canvas, (CELL, CELL), interpolation=cv2.INTER_AREA)
    return np.asarray(small.astype(np.float32) / 255, np.float32)
