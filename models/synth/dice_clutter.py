"""What a die reader sees where there is no die: points, checkers, cubes with digits, hinges, letters, clocks, glare.

Everything is drawn in px with one die side as the unit of size, so that clutter has its true size relative to dice.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
Colour: TypeAlias = tuple[float, float, float]
Draw: TypeAlias = Callable[[np.random.Generator, Image, float], None]


@dataclass(frozen=True, eq=False)
class Backdrop:
    """A picture without dice (H×W×3 uint8 BGR); `die` is the px that a die's side would have in it, None for any."""

    image: Image
    die: float | None = None


_GLYPHS = "ABCDEFGHKMNPRSTWXYZ&@#*%0123456789"


def colour(rng: np.random.Generator) -> Colour:
    """A BGR colour: wood, felt, grey or anything."""
    kind = rng.random()
    if kind < 0.3:
        hsv = (rng.uniform(5, 25), rng.uniform(40, 200), rng.uniform(30, 240))
    elif kind < 0.5:
        hsv = (0.0, rng.uniform(0, 30), rng.uniform(5, 255))
    else:
        hsv = (rng.uniform(0, 180), rng.uniform(30, 255), rng.uniform(20, 255))
    b, g, r = cv2.cvtColor(np.array([[hsv]], np.uint8), cv2.COLOR_HSV2BGR)[0, 0]
    return float(b), float(g), float(r)


def near(rng: np.random.Generator, base: Colour, spread: float) -> Colour:
    """The same colour, a little lighter or darker."""
    shift = rng.normal(0, spread)
    b, g, r = (float(np.clip(c + shift, 0, 255)) for c in base)
    return b, g, r


def _spot(rng: np.random.Generator, image: Image) -> tuple[int, int]:
    return int(rng.integers(image.shape[1])), int(rng.integers(image.shape[0]))


def _polygon(image: Image, points: npt.ArrayLike, fill: Colour) -> None:
    cv2.fillPoly(image, [np.round(np.asarray(points) * 16).astype(np.int32)], fill, cv2.LINE_AA, 4)


def _disc(image: Image, centre: tuple[int, int], radius: float, fill: Colour) -> None:
    cv2.circle(image, centre, max(1, int(radius)), fill, -1, cv2.LINE_AA)


def _square(centre: tuple[int, int], side: float, angle: float, aspect: float = 1.0) -> npt.NDArray[np.float64]:
    corners = np.array([(-1, -aspect), (1, -aspect), (1, aspect), (-1, aspect)]) * side / 2
    turn = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    return np.asarray(corners @ turn + centre, dtype=np.float64)


def grain(rng: np.random.Generator, shape: tuple[int, int], stretch: float) -> npt.NDArray[np.float32]:
    """Noise of several sizes, stretched along one axis (wood) or not (felt, leather), mean 0, deviation about 1."""
    out: Floats = np.zeros(shape, np.float32)
    for octave in range(3):
        coarse = rng.normal(size=(max(2, shape[0] >> octave), max(2, int(shape[1] / stretch) >> octave))).astype(
            np.float32
        )
        fine = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
        out = np.asarray(out + fine / 1.7, dtype=np.float32)
    return np.asarray(out.T if rng.random() < 0.5 and shape[0] == shape[1] else out, dtype=np.float32)


def _points(rng: np.random.Generator, image: Image, die: float) -> None:
    width, length = die * rng.uniform(2.2, 4), die * rng.uniform(8, 16)
    fills = colour(rng), colour(rng)
    x, base = rng.uniform(-width, 0), rng.uniform(-0.6, 0.6) * image.shape[0]
    blunt = rng.choice([0.0, 0.0, 0.1, 0.3])
    for i in range(int(image.shape[1] / width) + 2):
        middle, tip = x + i * width, base + length
        _polygon(image, [(middle - width / 2, base), (middle + width / 2, base),
                         (middle + width * blunt, tip), (middle - width * blunt, tip)], fills[i % 2])  # fmt: skip
        if blunt > 0.05 or rng.random() < 0.1:
            _disc(image, (int(middle), int(tip)), width * max(blunt, 0.1), near(rng, fills[i % 2], 30))


def _checkers(rng: np.random.Generator, image: Image, die: float) -> None:
    radius, body = die * rng.uniform(1.2, 1.9), colour(rng)
    rings = rng.uniform(0.1, 0.95, size=rng.integers(0, 4))
    glyph = str(rng.choice(list(_GLYPHS))) if rng.random() < 0.2 else ""
    x, y = _spot(rng, image)
    step = np.array([0, 2 * radius]) if rng.random() < 0.7 else rng.normal(0, 2 * radius, 2)
    for i in range(int(rng.integers(1, 5))):
        centre = int(x + i * step[0]), int(y + i * step[1])
        _disc(image, (int(centre[0] + radius * 0.08), int(centre[1] + radius * 0.1)), radius * 1.05, (15, 15, 15))
        _disc(image, centre, radius, body)
        for share in rings:
            line = int(rng.choice([1, 1, 2, -1]))
            cv2.circle(image, centre, max(1, int(radius * share)), near(rng, body, 45), line, cv2.LINE_AA)
        if glyph:
            _text(rng, image, centre, radius, glyph)
        if rng.random() < 0.3:
            aside = int(centre[0] + radius * rng.uniform(-0.5, 0.5))
            _disc(image, (aside, centre[1]), radius * 0.2, (255.0, 255.0, 255.0))


def _text(rng: np.random.Generator, image: Image, centre: tuple[int, int], height: float, text: str) -> None:
    size = max(8, int(height * 3))
    tile = np.zeros((size, size * 2), np.uint8)
    font = int(
        rng.choice(
            [cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX]
        )
    )
    (w, h), _ = cv2.getTextSize(text, font, height / 22, max(1, int(height / 8)))
    cv2.putText(
        tile, text, (size - w // 2, size // 2 + h // 2), font, height / 22, 255, max(1, int(height / 8)), cv2.LINE_AA
    )
    spin = cv2.getRotationMatrix2D((size, size / 2), rng.uniform(0, 360), 1)
    spin[:, 2] += np.array((centre[0] - size, centre[1] - size / 2), np.float64)
    mask = cv2.warpAffine(tile, spin, image.shape[1::-1])[..., None] / 255
    image[:] = (image * (1 - mask) + np.array(colour(rng)) * mask).astype(np.uint8)


def _cube(rng: np.random.Generator, image: Image, die: float) -> None:
    side, centre = die * rng.uniform(0.9, 2.4), _spot(rng, image)
    body = (240.0, 240.0, 240.0) if rng.random() < 0.4 else colour(rng)
    angle = rng.uniform(0, np.pi)
    _polygon(image, _square((centre[0] + int(side * 0.1), centre[1] + int(side * 0.1)), side, angle), (20, 20, 20))
    _polygon(image, _square(centre, side, angle), body)
    if rng.random() < 0.8:
        _text(
            rng,
            image,
            centre,
            side * rng.uniform(0.4, 0.75),
            str(rng.choice(["2", "4", "8", "16", "32", "64", "1", "T", "GO", "6"])),
        )


def _dots(rng: np.random.Generator, image: Image, die: float) -> None:
    """Screws, studs, inlaid dots: single or in rows, never as a die's face."""
    x, y = _spot(rng, image)
    radius, fill = max(1.0, die * rng.uniform(0.05, 0.5)), colour(rng)
    step = rng.normal(0, die * 1.5, 2)
    for i in range(int(rng.integers(1, 6))):
        spot = int(x + i * step[0]), int(y + i * step[1])
        cv2.circle(image, spot, int(radius), fill, -1, cv2.LINE_AA)
        if rng.random() < 0.4:
            cv2.line(
                image,
                (spot[0] - int(radius), spot[1]),
                (spot[0] + int(radius), spot[1]),
                near(rng, fill, 60),
                1,
                cv2.LINE_AA,
            )


def _bars(rng: np.random.Generator, image: Image, die: float) -> None:
    """Rails, the bar, hinges: long rectangles with lighter or darker edges."""
    angle = float(rng.choice([0, np.pi / 2])) + rng.normal(0, 0.05)
    for _ in range(int(rng.integers(1, 3))):
        centre, width = _spot(rng, image), die * rng.uniform(0.3, 4)
        fill = colour(rng)
        _polygon(
            image, _square(centre, die * rng.uniform(6, 30), angle, 0.1 * rng.uniform(0.3, 3)), near(rng, fill, 50)
        )
        _polygon(image, _square(centre, width, angle, rng.uniform(0.3, 6)), fill)


def _plate(rng: np.random.Generator, image: Image, die: float) -> None:
    """Labels, clock displays, watch faces, keys: small shapes with writing."""
    centre, side = _spot(rng, image), die * rng.uniform(0.8, 5)
    if rng.random() < 0.6:
        _polygon(image, _square(centre, side, rng.uniform(0, np.pi), rng.uniform(0.3, 1)), colour(rng))
    else:
        cv2.circle(image, centre, int(side / 2), colour(rng), -1, cv2.LINE_AA)
    words = ["12:34", "0:59", "".join(rng.choice(list(_GLYPHS), size=int(rng.integers(1, 6))))]
    _text(rng, image, centre, die * rng.uniform(0.3, 1.2), str(rng.choice(words)))


_SEGMENTS = (
    ((0, 0), (1, 0)), ((1, 0), (1, 1)), ((1, 1), (1, 2)), ((0, 2), (1, 2)), ((0, 1), (0, 2)), ((0, 0), (0, 1)),
    ((0, 1), (1, 1)),
)  # fmt: skip
"""Ends of a digit's segments a…g, a wide and two high."""
_LIT = ("abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg")


def display(rng: np.random.Generator, image: Image, centre: tuple[int, int], die: float) -> None:
    """A clock's display: seven-segment digits on a plate, one of them at `centre`, now and then square keys beside."""
    high = die * rng.uniform(0.35, 1.4)
    wide, turn = high * rng.uniform(0.45, 0.6), float(rng.choice([0, 0.5, 1, 1.5])) * np.pi + rng.normal(0, 0.12)
    ink, count = colour(rng), int(rng.integers(1, 6))
    first = -int(rng.integers(count)) * 1.5 * wide
    across = np.array([np.cos(turn), np.sin(turn)])
    down = np.array([-np.sin(turn), np.cos(turn)])
    middle = np.array(centre) + across * (first + 0.75 * wide * (count - 1))
    _polygon(image, _square((int(middle[0]), int(middle[1])), 1.5 * wide * (count + 0.4), turn), colour(rng))
    for number in range(count):
        corner = np.array(centre) + across * (first + 1.5 * wide * number - wide / 2) - down * high / 2
        for name in _LIT[int(rng.integers(10))]:
            ends = [corner + across * x * wide + down * y * high / 2 for x, y in _SEGMENTS["abcdefg".index(name)]]
            (a, b), (c, d) = (np.round(end * 16).astype(int).tolist() for end in ends)
            cv2.line(image, (a, b), (c, d), ink, max(1, int(high / 7)), cv2.LINE_AA, 4)
    if rng.random() < 0.5:
        key = middle + down * high * rng.uniform(1.1, 2.0) * rng.choice([-1, 1])
        _polygon(image, _square((int(key[0]), int(key[1])), die * rng.uniform(0.5, 1.2), turn), colour(rng))


def _display(rng: np.random.Generator, image: Image, die: float) -> None:
    display(rng, image, _spot(rng, image), die)


def _glare(rng: np.random.Generator, image: Image, die: float) -> None:
    mask = np.zeros(image.shape[:2], np.float32)
    axes = int(die * rng.uniform(0.2, 2)) + 1, int(die * rng.uniform(0.1, 1)) + 1
    cv2.ellipse(mask, _spot(rng, image), axes, rng.uniform(0, 180), 0, 360, 1, -1, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), die * rng.uniform(0.05, 0.5) + 0.3)[..., None] * rng.uniform(0.3, 1)
    tint = 255.0 if rng.random() < 0.7 else 0.0
    image[:] = (image * (1 - mask) + tint * mask).astype(np.uint8)


_DRAWS: tuple[tuple[Draw, float], ...] = (
    (_bars, 0.35), (_points, 0.6), (_dots, 0.2), (_checkers, 0.6), (_checkers, 0.3), (_cube, 0.25), (_plate, 0.2),
    (_display, 0.15), (_glare, 0.25),
)  # fmt: skip


def clutter(rng: np.random.Generator, size: int, die: float, backdrops: Sequence[Backdrop] = ()) -> Image:
    """A size×size BGR picture without dice, to the scale of dice of `die` px; now and then on a cut of a backdrop."""
    if backdrops and rng.random() < 0.5:
        backdrop = backdrops[int(rng.integers(len(backdrops)))]
        image = _cut(rng, backdrop, size, die)
        busy = 0.15 if backdrop.die else 0.4
        draws = [d for d, chance in _DRAWS if rng.random() < chance * busy]
    else:
        image = np.full((size, size, 3), colour(rng), np.uint8)
        draws = [d for d, chance in _DRAWS if rng.random() < chance]
    for draw in draws:
        draw(rng, image, die)
    texture = grain(rng, (size, size), float(rng.choice([1, 1, 6, 15])))[..., None] * rng.choice([0, 2, 5, 10])
    slope = (
        np.add.outer(np.linspace(-1, 1, size) * rng.normal(), np.linspace(-1, 1, size) * rng.normal())[..., None] * 0.15
    )
    return np.asarray(np.clip((image + texture) * (1 + slope), 0, 255), dtype=np.uint8)


def _cut(rng: np.random.Generator, backdrop: Backdrop, size: int, die: float) -> Image:
    photo = backdrop.image
    zoom = backdrop.die / die * rng.uniform(0.8, 1.25) if backdrop.die else rng.uniform(0.5, 2.5)
    side = int(min(photo.shape[0], photo.shape[1], size * zoom))
    y, x = rng.integers(photo.shape[0] - side + 1), rng.integers(photo.shape[1] - side + 1)
    way = cv2.INTER_AREA if side > size else cv2.INTER_LINEAR
    cut = cv2.resize(photo[y : y + side, x : x + side], (size, size), interpolation=way)
    return np.asarray(np.rot90(cut, int(rng.integers(4))), dtype=np.uint8).copy()
