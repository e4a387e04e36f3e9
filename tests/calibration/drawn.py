"""Small drawn boards for the tests, as a camera over them would see them."""

from dataclasses import dataclass, field
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry

Image: TypeAlias = npt.NDArray[np.uint8]
Floats: TypeAlias = npt.NDArray[np.float64]
Bgr: TypeAlias = tuple[int, int, int]

START = {"top[0]": "L5", "top[4]": "D3", "top[6]": "D5", "top[11]": "L2",
         "bottom[0]": "D5", "bottom[4]": "L3", "bottom[6]": "L5", "bottom[11]": "D2"}  # fmt: skip
SCALE = 2.0
RAIL = 35.0


@dataclass(frozen=True)
class Drawing:
    """What to draw: sizes in mm, colours in BGR, checkers by slot (`L3`, `D5`)."""

    width: float = 470.0
    height: float = 420.0
    bar: float = 40.0
    ground: Bgr = (70, 120, 60)
    points: tuple[Bgr, Bgr] = ((40, 40, 150), (210, 220, 225))
    checkers: dict[str, Bgr] = field(default_factory=lambda: {"L": (235, 240, 240), "D": (60, 30, 25)})
    slots: dict[str, str] = field(default_factory=dict)

    @property
    def geometry(self) -> BoardGeometry:
        return BoardGeometry(self.width, self.height, self.bar, 0.95 * (self.width - self.bar) / 12)


def flat_board(drawing: Drawing) -> Image:
    """The board with a dark rail all round, `SCALE` px a mm, the field's corner at `RAIL` mm."""
    board = drawing.geometry
    size = (round((board.field_width + 2 * RAIL) * SCALE), round((board.field_height + 2 * RAIL) * SCALE))
    image = np.full((size[1], size[0], 3), (30, 45, 70), np.uint8)
    _rectangle(image, (0, 0, board.field_width, board.field_height), drawing.ground)
    length = 0.42 * board.field_height
    for index in range(12):
        x = board.column_x(index)
        for row, base, tip in (("top", 0.0, length), ("bottom", board.field_height, board.field_height - length)):
            corners = [(x - board.point_width / 2, base), (x + board.point_width / 2, base), (x, tip)]
            colour = drawing.points[(index + (row == "bottom")) % 2]
            cv2.fillPoly(image, [np.round((np.array(corners) + RAIL) * SCALE).astype(np.int32)], colour, cv2.LINE_AA)
    if board.bar_width:
        _rectangle(image, (*board.bar_x, 0, board.field_height), (30, 45, 70), bar=True)
    for name, text in drawing.slots.items():
        _checkers(image, board, name, int(text[1:]), drawing.checkers[text[0]])
    return image


def photograph(
    drawing: Drawing, *, tilt: float = 0.0, turn: float = 0.0, heading: float = 90.0, fill: float = 0.75
) -> tuple[Image, Floats]:
    """A 1000×750 picture by a camera `tilt`° from the vertical, leaning to `heading`°; the field's corners 4×2.

    The board is turned by `turn`° in it and fills `fill` of the height or width. The focal length is 1100 px.
    """
    size, focal = (1000, 750), 1100.0
    flat = flat_board(drawing)
    board = drawing.geometry
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], dtype=np.float64)
    field_corners = unit * (board.field_width, board.field_height)
    leaning = np.radians(tilt) * np.array([np.sin(np.radians(heading)), -np.cos(np.radians(heading)), 0.0])
    rotation = cv2.Rodrigues(leaning)[0] @ cv2.Rodrigues(np.array([0.0, 0.0, np.radians(turn)]))[0]
    outer = unit * (board.field_width + 2 * RAIL, board.field_height + 2 * RAIL) - RAIL
    middle = field_corners.mean(axis=0)
    for away in np.geomspace(4000, 400, 200):
        seen = np.column_stack([outer - middle, np.zeros(4)]) @ rotation.T + (0, 0, away)
        placed = focal * seen[:, :2] / seen[:, 2:] + np.array(size) / 2
        extent = np.ptp(placed, axis=0) / size
        if extent.max() > fill:
            break
    matrix = cv2.getPerspectiveTransform(((outer + RAIL) * SCALE).astype(np.float32), placed.astype(np.float32))
    rng = np.random.default_rng(5)
    table = cv2.resize(rng.normal(120, 8, (75, 100, 3)).astype(np.float32), size)
    image = cv2.warpPerspective(flat.astype(np.float32), matrix, size, dst=table, borderMode=cv2.BORDER_TRANSPARENT)
    image = cv2.GaussianBlur(image, (0, 0), 0.8) + rng.normal(0, 2, image.shape)
    corners = cv2.perspectiveTransform(((field_corners + RAIL) * SCALE)[None], matrix)[0]
    return np.clip(image, 0, 255).astype(np.uint8), np.asarray(corners, dtype=np.float64)


def _rectangle(image: Image, sides: tuple[float, float, float, float], colour: Bgr, *, bar: bool = False) -> None:
    x0, y0, x1, y1 = (sides[0], sides[2], sides[1], sides[3]) if bar else sides
    first, last = (tuple(round((v + RAIL) * SCALE) for v in point) for point in ((x0, y0), (x1, y1)))
    cv2.rectangle(image, (first[0], first[1]), (last[0] - 1, last[1] - 1), colour, -1)


def _checkers(image: Image, board: BoardGeometry, name: str, count: int, colour: Bgr) -> None:
    row, number = name.rstrip("]").split("[")
    index = int(number)
    for k in range(count):
        y = (k + 0.5) * board.checker_diameter
        y = y if row == "top" else board.field_height - y
        centre = tuple(round((v + RAIL) * SCALE) for v in (board.column_x(index), y))
        radius = round(board.checker_diameter / 2 * SCALE)
        cv2.circle(image, (centre[0], centre[1]), radius, colour, -1, cv2.LINE_AA)
        cv2.circle(image, (centre[0], centre[1]), radius, (90, 90, 90), 1, cv2.LINE_AA)
