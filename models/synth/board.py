"""Draws the empty board, rectified: field, points, bar, rails, trays, decoration."""

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import BoardGeometry
from models.synth.scene import Bgr, BoardLook
from models.synth.texture import Canvas, Mask, Rng, blend, flat, polygon, surface

_WORDS = (
    "BACKGAMMON",
    "Gammon",
    "CLUB",
    "OPEN",
    "1",
    "64",
    "Cup",
    "NARDY",
    "2",
    "Tavli",
    "XXIV",
    "*",
    "&",
    "Championship",
    "B",
    "o",
)
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)


class Sheet:
    """A canvas with the board's frame: mm in, px out."""

    def __init__(self, geometry: BoardGeometry, margin_mm: float, px_per_mm: float, colour: Bgr) -> None:
        self.geometry, self.margin, self.scale = geometry, margin_mm, px_per_mm
        width, height = geometry.field_width + 2 * margin_mm, geometry.field_height + 2 * margin_mm
        self.size = (round(height * px_per_mm), round(width * px_per_mm))
        self.canvas: Canvas = flat(self.size, colour)

    def px(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """(N, 2) mm to px."""
        return (np.asarray(points, np.float64) + self.margin) * self.scale

    def area(self, x0: float, y0: float, x1: float, y1: float) -> Mask:
        return polygon(self.size, self.px([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]))


def draw_board(geometry: BoardGeometry, look: BoardLook, margin_mm: float, px_per_mm: float) -> Canvas:
    """The empty board with `margin_mm` around the field; the same look draws the same board."""
    rng = np.random.default_rng(look.seed)
    sheet = Sheet(geometry, margin_mm, px_per_mm, look.surround)
    w, h = geometry.field_width, geometry.field_height
    sheet.canvas = surface(sheet.size, look.surround, str(rng.choice(["plain", "wood", "felt"])), rng, px_per_mm)
    _frame(sheet, look, rng)
    half = surface(sheet.size, look.field, look.material, rng, px_per_mm)
    room = look.inset_mm
    blend(sheet.canvas, sheet.area(-room, -room, w + room, h + room), half)
    if look.decoration > 0 and rng.random() < 0.5:
        draw_decoration(sheet, look, rng)
    draw_points(sheet, look, rng)
    if look.decoration > 0:
        draw_decoration(sheet, look, rng)
    _bar(sheet, look, rng)
    _edges(sheet, look, rng)
    return np.clip(sheet.canvas, 0, 255)


def _frame(sheet: Sheet, look: BoardLook, rng: Rng) -> None:
    g, r = sheet.geometry, look.rail_mm
    left = r * 2 + g.checker_diameter * 1.2 if look.trays[0] else r
    right = r * 2 + g.checker_diameter * 1.2 if look.trays[1] else r
    wood = "wood" if look.material == "wood" or rng.random() < 0.5 else look.material
    blend(
        sheet.canvas,
        sheet.area(-left, -r, g.field_width + right, g.field_height + r),
        surface(sheet.size, look.rail, wood, rng, sheet.scale),
    )
    for side, there in enumerate(look.trays):
        if there:
            inner = -r if side == 0 else g.field_width + r
            outer = inner + (-1 if side == 0 else 1) * g.checker_diameter * 1.2
            floor = tuple(c * 0.8 for c in look.field)
            for y0, y1 in ((0.0, 0.45), (0.55, 1.0)):
                blend(sheet.canvas, sheet.area(inner, y0 * g.field_height, outer, y1 * g.field_height), floor)  # type: ignore[arg-type]


def outline(shape: str, width: float, length: float) -> npt.NDArray[np.float64]:
    """A point's outline about its base centre, standing up along +y: (N, 2) mm."""
    half = width / 2
    if shape == "rounded":
        t = np.linspace(0, np.pi, 16)
        tip = np.stack([np.cos(t) * half * 0.35, length - half * 0.35 + np.sin(t) * half * 0.35], 1)
        return np.vstack([[(half, 0.0)], tip, [(-half, 0.0)]])
    if shape == "keyhole":
        t = np.linspace(-0.35 * np.pi, 1.35 * np.pi, 24)
        head = half * 0.55
        ring = np.stack([np.cos(t) * head, length - head + np.sin(t) * head], 1)
        return np.vstack([[(half, 0.0)], ring, [(-half, 0.0)]])
    if shape == "ogive":
        t = np.linspace(0, 1, 16)
        side = np.stack([half * np.sqrt(1 - t**2), t * length], 1)
        return np.vstack([side, side[::-1] * (-1, 1)])
    if shape == "blunt":
        return np.array([(half, 0), (half * 0.3, length), (-half * 0.3, length), (-half, 0)], np.float64)
    if shape == "lens":
        t = np.linspace(0, 1, 16)
        side = np.stack([half * np.sin(np.pi * (0.25 + 0.75 * t)), t * length], 1)
        return np.vstack([side, side[::-1] * (-1, 1)])
    return np.array([(half, 0), (0, length), (-half, 0)], np.float64)


def draw_points(sheet: Sheet, look: BoardLook, rng: Rng) -> None:
    g = sheet.geometry
    sheets = [surface(sheet.size, c, look.point_material, rng, sheet.scale) for c in look.points]
    shape = outline(look.point_shape, g.point_width * look.point_width, look.point_length * g.field_height)
    swap = int(rng.integers(2))
    mirrored = bool(rng.random() < 0.25)
    for column in range(12):
        for row in range(2):
            base = np.array([g.column_x(column), 0.0 if row == 0 else g.field_height])
            place = base + shape * (1, 1 if row == 0 else -1)
            which = (column + swap + (row if not mirrored else 0)) % 2
            mask = polygon(sheet.size, sheet.px(place))
            blend(sheet.canvas, mask, sheets[which])
            if look.outline is not None:
                _stroke(sheet, place, look.outline, look.outline_mm)
            if look.inlays:
                _inlay(sheet, look, base, row, which)
            if look.tip_disc > 0:
                _tip_disc(sheet, look, base, row, which)


def _stroke(sheet: Sheet, place: npt.NDArray[np.float64], colour: Bgr, width_mm: float) -> None:
    mask = np.zeros(sheet.size, np.uint8)
    thick = max(1, round(width_mm * sheet.scale))
    cv2.polylines(mask, [np.round(sheet.px(place) * 16).astype(np.int32)], True, 255, thick, cv2.LINE_AA, 4)
    blend(sheet.canvas, mask.astype(np.float32) / np.float32(255), colour)


def _inlay(sheet: Sheet, look: BoardLook, base: npt.NDArray[np.float64], row: int, which: int) -> None:
    g = sheet.geometry
    for level in range(look.inlays):
        shrink = 0.75 - 0.22 * level
        shape = outline(
            look.point_shape,
            g.point_width * look.point_width * shrink,
            look.point_length * g.field_height * (shrink + 0.12),
        )
        place = base + shape * (1, 1 if row == 0 else -1)
        colour = look.points[(which + 1 + level) % 2] if level % 2 == 0 else look.field
        if level == look.inlays - 1 and look.outline is not None:
            _stroke(sheet, place, colour, look.outline_mm)
        else:
            blend(sheet.canvas, polygon(sheet.size, sheet.px(place)), colour)


def _tip_disc(sheet: Sheet, look: BoardLook, base: npt.NDArray[np.float64], row: int, which: int) -> None:
    g = sheet.geometry
    detail = np.random.default_rng(look.seed + 7)
    at_tip = detail.random() < 0.7
    radius = look.tip_disc * g.point_width / 2
    along = look.point_length * g.field_height if at_tip else radius + detail.uniform(0, 10)
    sides = int(detail.choice([4, 6, 32, 32]))
    t = np.linspace(0, 2 * np.pi, sides, endpoint=False)
    place = base + (0, along if row == 0 else -along) + radius * np.stack([np.cos(t), np.sin(t)], 1)
    colour = (
        look.points[which] if detail.random() < 0.4 else look.points[1 - which] if detail.random() < 0.6 else look.rail
    )
    blend(sheet.canvas, polygon(sheet.size, sheet.px(place)), colour)
    if detail.random() < 0.5:
        _stroke(sheet, place, look.outline or look.rail, 1.2)


def draw_decoration(sheet: Sheet, look: BoardLook, rng: Rng) -> None:
    g = sheet.geometry
    for _ in range(int(rng.integers(1, 2 + round(4 * look.decoration)))):
        colour = (
            tuple(float(v) for v in rng.uniform(10, 245, 3))
            if rng.random() < 0.4
            else look.points[int(rng.integers(2))]
        )
        at = (
            float(rng.choice([0.25, 0.5, 0.75, rng.random()])) * g.field_width,
            float(rng.choice([0.5, 0.5, rng.random()])) * g.field_height,
        )
        kind = rng.random()
        mask = np.zeros(sheet.size, np.uint8)
        x, y = (round(v) for v in sheet.px([at])[0])
        if kind < 0.45:
            cv2.putText(
                mask,
                str(rng.choice(_WORDS)),
                (x - round(30 * sheet.scale), y),
                int(rng.choice(_FONTS)),
                float(rng.uniform(0.4, 2.2)) * sheet.scale,
                255,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
        else:
            _medallion(mask, (x, y), float(rng.uniform(0.3, 2.2)) * g.point_width * sheet.scale, rng)
        blend(sheet.canvas, mask.astype(np.float32) / 255 * float(rng.uniform(0.4, 1)), colour)  # type: ignore[arg-type]


def _medallion(mask: npt.NDArray[np.uint8], centre: tuple[int, int], radius: float, rng: Rng) -> None:
    r = max(2, round(radius))
    if rng.random() < 0.5:
        cv2.circle(mask, centre, r, 255, int(rng.choice([-1, 1, 2, 3])), cv2.LINE_AA)
        if rng.random() < 0.5:
            cv2.circle(
                mask,
                centre,
                max(1, round(r * 0.6)),
                int(rng.choice([0, 255])),
                int(rng.choice([-1, 1, 2])),
                cv2.LINE_AA,
            )
        return
    corners = int(rng.integers(3, 9))
    t = np.linspace(0, 2 * np.pi, 2 * corners, endpoint=False) + rng.random()
    reach = np.where(np.arange(2 * corners) % 2 == 0, 1.0, rng.uniform(0.3, 1.0)) * r
    star = np.stack([centre[0] + np.cos(t) * reach, centre[1] + np.sin(t) * reach], 1)
    cv2.fillPoly(mask, [np.round(star).astype(np.int32)], 255, cv2.LINE_AA)


def _bar(sheet: Sheet, look: BoardLook, rng: Rng) -> None:
    g = sheet.geometry
    left, right = g.bar_x
    mid, h = (left + right) / 2, g.field_height
    if right - left > 1:
        over = float(rng.choice([0.0, look.rail_mm]))
        material = "wood" if look.material == "wood" else str(rng.choice(["plain", "leather", "felt"]))
        blend(
            sheet.canvas,
            sheet.area(left, -over, right, h + over),
            surface(sheet.size, look.bar, material, rng, sheet.scale),
        )
        for x in (left, right):
            shade = float(rng.uniform(0.4, 0.95))
            blend(sheet.canvas, sheet.area(x - 0.8, 0, x + 0.8, h) * 0.7, tuple(c * shade for c in look.bar))  # type: ignore[arg-type]
        if look.bar_pads:
            inset = (right - left) * float(rng.uniform(0.05, 0.2))
            y0, y1 = sorted(float(v) for v in rng.uniform(0.05, 0.95, 2) * h)
            blend(sheet.canvas, sheet.area(left + inset, y0, right - inset, y1), any_or(rng, look.field))
    if look.hinge:
        gap = float(rng.uniform(0.3, 2.5))
        blend(
            sheet.canvas,
            sheet.area(mid - gap, -look.rail_mm, mid + gap, h + look.rail_mm),
            _darker(look.bar, 0.25),
        )
        for y in (0.2, 0.8):
            reach, tall = float(rng.uniform(4, 14)), float(rng.uniform(8, 25))
            metal: Bgr = (90.0, 160.0, 190.0) if rng.random() < 0.6 else (150.0, 150.0, 150.0)
            blend(sheet.canvas, sheet.area(mid - reach, y * h - tall, mid + reach, y * h + tall), metal)
            blend(sheet.canvas, sheet.area(mid - 1, y * h - tall, mid + 1, y * h + tall), tuple(c * 0.5 for c in metal))  # type: ignore[arg-type]


def _darker(colour: Bgr, factor: float) -> Bgr:
    return colour[0] * factor, colour[1] * factor, colour[2] * factor


def any_or(rng: Rng, colour: Bgr) -> Bgr:
    """`colour` or, half the time, one of its own."""
    if rng.random() < 0.5:
        return colour
    b, g, r = rng.uniform(10, 200, 3)
    return float(b), float(g), float(r)


def _edges(sheet: Sheet, look: BoardLook, rng: Rng) -> None:
    g = sheet.geometry
    shade, reach = float(rng.uniform(0.25, 0.9)), float(rng.uniform(0.5, 8))
    dark = sheet.canvas * shade
    sides = (
        (0.0, 0.0, g.field_width, reach),
        (0.0, 0.0, reach, g.field_height),
        (0.0, g.field_height - reach, g.field_width, g.field_height),
        (g.field_width - reach, 0.0, g.field_width, g.field_height),
    )
    for side in sides:
        if rng.random() < 0.5:
            soft = cv2.GaussianBlur(sheet.area(*side), (0, 0), max(0.6, reach * sheet.scale / 3))
            blend(sheet.canvas, np.asarray(soft, np.float32) * float(rng.uniform(0.3, 1)), dark)
