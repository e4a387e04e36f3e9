"""A picture of what calibration understood: corners, numbered points, bar and learnt colours."""

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.colours import Lab
from calibration.profile import BoardProfile, Seats
from calibration.view import View

Image: TypeAlias = npt.NDArray[np.uint8]
Bgr: TypeAlias = tuple[float, float, float]

FIELD: Bgr = (80, 220, 80)
BAR: Bgr = (60, 180, 250)
CORNER: Bgr = (80, 80, 250)


def white_number(seats: Seats, row: str, index: int) -> int:
    """The number that White gives a point of the rectified picture: home is 1 to 6, forwards is 24 → 1."""
    edge, side = seats.white_home.split("-")
    along = 12 - index if side == "right" else index + 1
    return along if row == edge else 25 - along


def seats_words(seats: Seats) -> str:
    """Who sits where, in words."""
    shade = "lighter" if seats.white_shade == "L" else "darker"
    return f"White has the {shade} checkers, sits at the {seats.white_edge}, home {seats.white_home.replace('-', ' ')}"


def draw_profile(image: Image, profile: BoardProfile) -> Image:
    """The picture (H×W×3) with field, bar, White's point numbers, swatches of the colours and who sits where."""
    drawn = image.copy()
    view = profile.view
    scale = max(image.shape[:2]) / 1000
    cv2.polylines(drawn, [_outline(view, 0.0, view.geometry.field_width)], True, FIELD, _thick(2 * scale), cv2.LINE_AA)
    left, right = view.geometry.bar_x
    if right > left:
        cv2.polylines(drawn, [_outline(view, left, right)], True, BAR, _thick(2 * scale), cv2.LINE_AA)
    for name, (x, y) in zip(("tl", "tr", "br", "bl"), view.corners, strict=True):
        cv2.circle(drawn, (round(x), round(y)), _thick(6 * scale), CORNER, -1, cv2.LINE_AA)
        _text(drawn, name, (x, y - 10 * scale), 0.5 * scale)
    for row in ("top", "bottom"):
        for index in range(12):
            y = (0.36 if row == "top" else 0.64) * view.geometry.field_height
            place = view.to_px([[view.geometry.column_x(index), y]])[0]
            _text(drawn, str(white_number(profile.seats, row, index)), (float(place[0]), float(place[1])), 0.55 * scale)
    _swatches(drawn, profile, scale)
    _line(drawn, f"{seats_words(profile.seats)}; the numbers are White's", image.shape[0] - 14 * scale, scale)
    return drawn


def _outline(view: View, left: float, right: float) -> npt.NDArray[np.int32]:
    height = view.geometry.field_height
    return np.round(view.to_px([[left, 0], [right, 0], [right, height], [left, height]])).astype(np.int32)


def _thick(value: float) -> int:
    return max(1, round(value))


def _text(image: Image, text: str, centre: tuple[float, float], scale: float) -> None:
    scale, thick = max(scale, 0.4), 1
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    x, y, rim = round(centre[0] - width / 2), round(centre[1] + height / 2), _thick(2 * scale)
    around = [(dx, dy) for dx in (-rim, 0, rim) for dy in (-rim, 0, rim)]
    black, white = (0.0, 0.0, 0.0), (255.0, 255.0, 255.0)
    for (dx, dy), colour in [*((at, black) for at in around), ((0, 0), white)]:
        cv2.putText(image, text, (x + dx, y + dy), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)


def _line(image: Image, text: str, y: float, scale: float) -> None:
    """A line of words across the middle, on a dark ground."""
    half = round(13 * scale)
    band = image[max(0, round(y) - half) : round(y) + half]
    band[:] = band // 4
    widest = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 1)[0][0]
    _text(image, text, (image.shape[1] / 2, y), min(0.5 * scale, 0.94 * image.shape[1] / widest))


def _swatches(image: Image, profile: BoardProfile, scale: float) -> None:
    colours = profile.colours
    if colours is None:
        _line(image, "colours not learnt: the starting position was not seen", 14 * scale, scale)
        return
    named = [
        ("light", colours.light),
        ("dark", colours.dark),
        ("point", colours.points[0]),
        ("point", colours.points[1]),
    ]
    side = _thick(34 * scale)
    for k, (name, lab) in enumerate([*named, ("field", colours.field)]):
        x = _thick(10 * scale) + k * (side + _thick(26 * scale))
        y = _thick(8 * scale)
        cv2.rectangle(image, (x, y), (x + side, y + side), _bgr(lab), -1)
        cv2.rectangle(image, (x, y), (x + side, y + side), (255.0, 255.0, 255.0), 1)
        _text(image, name, (x + side / 2, y + side + 10 * scale), 0.4 * scale)


def _bgr(lab: Lab) -> Bgr:
    pixel = cv2.cvtColor(np.array([[lab]], dtype=np.float32), cv2.COLOR_Lab2BGR)[0, 0]
    blue, green, red = (float(np.clip(255 * v, 0, 255)) for v in pixel)
    return blue, green, red
