"""Draws what was understood: over the picture, and as a plain board beside it. Pictures are H×W×3 BGR uint8."""

from collections.abc import Iterable

import cv2
import numpy as np

from calibration.board import BoardGeometry
from calibration.view import View
from vision.frame import Image
from vision.observation import SLOTS, DieReading, Observation, SlotReading
from vision.still import StillReading

Colour = tuple[int, int, int]
SURE, DOUBTFUL, UNREAD_COLOUR = (80, 220, 80), (40, 170, 255), (60, 60, 235)
FRAME, INK, PAPER = (255, 200, 60), (20, 20, 20), (245, 245, 245)
CHECKERS: dict[str, Colour] = {"L": (225, 238, 245), "D": (60, 48, 45)}
POINTS: tuple[Colour, Colour] = (165, 190, 205), (95, 125, 150)
FELT, RAIL = (120, 150, 130), (70, 95, 120)
_FONT = cv2.FONT_HERSHEY_DUPLEX


def overlay(image: Image, view: View, reading: Observation | StillReading) -> Image:
    """The picture with the field's outline, each point's count at its edge (green sure, orange doubtful, `?` unread),
    the bar's at its upper end, dice and cube."""
    canvas = image.copy()
    scale = max(0.35, max(image.shape[:2]) / 1600)
    outline = np.array(view.corners, np.float64).round().astype(np.int32)
    cv2.polylines(canvas, [outline], True, FRAME, max(1, round(2 * scale)), cv2.LINE_AA)
    for name in SLOTS:
        slot = reading.slots[name]
        _tag(
            canvas, view, edge_of(name, view.geometry), slot_text(slot), confidence_colour(slot.confidence), scale=scale
        )
    bars = [(shade, reading.bar[shade]) for shade in ("L", "D") if reading.bar[shade].count]
    if bars:
        words = " ".join(["bar", *(f"{shade}{bar.count}" for shade, bar in bars)])
        colour = confidence_colour(min(bar.confidence for _, bar in bars))
        _tag(canvas, view, (sum(view.geometry.bar_x) / 2, 0.0), words, colour, scale=scale)
    for die in reading.dice:
        _mark_die(canvas, die, scale)
    if reading.cube:
        value = "?" if reading.cube.value is None else str(reading.cube.value)
        _label(canvas, reading.cube.xy, f"cube {value}", confidence_colour(reading.cube.confidence), scale)
    return canvas


def schematic(reading: Observation | StillReading, geometry: BoardGeometry, height: int = 480) -> Image:
    """The reading as a plain board seen from above, `height` px high."""
    rail = 0.06 * geometry.field_height
    scale = height / (geometry.field_height + 2 * rail)
    size = (round((geometry.field_width + 2 * rail) * scale), height)
    canvas: Image = np.full((size[1], size[0], 3), RAIL, np.uint8)
    board = _Board(canvas, geometry, rail, scale)
    board.draw_points()
    for name in SLOTS:
        board.draw_slot(name, reading.slots[name])
    for shade, side in (("D", -1), ("L", 1)):
        for index in range(reading.bar[shade].count or 0):  # type: ignore[index]
            x = sum(geometry.bar_x) / 2
            board.disc(x, geometry.field_height / 2 + side * (index + 1) * geometry.checker_diameter, shade)
    for die in reading.dice:
        if die.mm:
            board.die(die)
    return canvas


def side_by_side(left: Image, right: Image) -> Image:
    """Two pictures beside each other; the right one is brought to the left one's height."""
    height = left.shape[0]
    width = round(right.shape[1] * height / right.shape[0])
    scaled = cv2.resize(right, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(np.hstack([left, scaled]), np.uint8)


def explained(image: Image, view: View, reading: Observation | StillReading) -> Image:
    """Overlay and schematic beside each other."""
    return side_by_side(overlay(image, view, reading), schematic(reading, view.geometry, image.shape[0]))


def slot_text(slot: SlotReading) -> str:
    """`L3` as read, `?` unread, nothing for an empty point that is sure."""
    if slot.best is None:
        return "?"
    return slot.best.text or ("" if slot.confidence >= 0.5 else "0?")


def confidence_colour(confidence: float) -> Colour:
    """Green where it is sure, orange where in doubt, red where not read."""
    return SURE if confidence >= 0.8 else DOUBTFUL if confidence > 0 else UNREAD_COLOUR


def edge_of(slot: str, geometry: BoardGeometry) -> tuple[float, float]:
    """Where a point's base lies, mm."""
    row, column = slot.rstrip("]").split("[")
    return geometry.column_x(int(column)), 0.0 if row == "top" else geometry.field_height


def _tag(canvas: Image, view: View, mm: tuple[float, float], text: str, colour: Colour, *, scale: float) -> None:
    if text:
        x, y = view.to_px([mm])[0]
        _label(canvas, (float(x), float(y)), text, colour, scale)


def _label(canvas: Image, xy: tuple[float, float], text: str, colour: Colour, scale: float) -> None:
    size = 0.9 * scale
    (width, height), _ = cv2.getTextSize(text, _FONT, size, 1)
    x = int(np.clip(xy[0] - width / 2, 2, max(2, canvas.shape[1] - width - 2)))
    y = int(np.clip(xy[1] + height / 2, height + 2, canvas.shape[0] - 4))
    cv2.rectangle(canvas, (x - 2, y - height - 3), (x + width + 2, y + 4), INK, -1)
    cv2.putText(canvas, text, (x, y), _FONT, size, colour, 1, cv2.LINE_AA)


def _mark_die(canvas: Image, die: DieReading, scale: float) -> None:
    colour = confidence_colour(die.confidence if die.value else 0.0)
    half = max(6.0, die.size_px * 0.75)
    x, y = die.xy
    cv2.rectangle(canvas, _corner(x - half, y - half), _corner(x + half, y + half), colour, 2, cv2.LINE_AA)
    words = [str(die.value) if die.value else "?", *die_faults(die)]
    _label(canvas, (x, y - half - 12 * scale), " ".join(words), colour, scale)


def die_faults(die: DieReading) -> Iterable[str]:
    """What is wrong with how a die lies, in words."""
    if die.flat is False:
        yield "leaning"
    if die.on_checker:
        yield "on checker"
    if die.place in ("bar", "rail", "tray", "off-board"):
        yield die.place


def _corner(x: float, y: float) -> tuple[int, int]:
    return round(x), round(y)


class _Board:
    """A canvas with the board's millimetres."""

    def __init__(self, canvas: Image, geometry: BoardGeometry, rail: float, scale: float) -> None:
        self._canvas, self._geometry, self._rail, self._scale = canvas, geometry, rail, scale

    def px(self, x: float, y: float) -> tuple[int, int]:
        return round((x + self._rail) * self._scale), round((y + self._rail) * self._scale)

    def draw_points(self) -> None:
        geometry = self._geometry
        left, right = geometry.bar_x
        for start, end in ((0.0, left), (right, geometry.field_width)):
            cv2.rectangle(self._canvas, self.px(start, 0), self.px(end, geometry.field_height), FELT, -1)
        for name in SLOTS:
            x, y = edge_of(name, geometry)
            tip = geometry.field_height * (0.42 if y == 0 else 0.58)
            half = geometry.point_width / 2
            corners = np.array([self.px(x - half, y), self.px(x + half, y), self.px(x, tip)], np.int32)
            row, column = name.rstrip("]").split("[")
            cv2.fillPoly(self._canvas, [corners], POINTS[(int(column) + (row == "top")) % 2], cv2.LINE_AA)

    def draw_slot(self, name: str, slot: SlotReading) -> None:
        x, y = edge_of(name, self._geometry)
        if slot.best is None:
            self.text(x, y + (15 if y == 0 else -15), "?", UNREAD_COLOUR)
            return
        pitch = min(self._geometry.checker_diameter, 0.46 * self._geometry.field_height / max(1, slot.best.count))
        away = 1 if y == 0 else -1
        for index in range(slot.best.count):
            at = y + away * (self._geometry.checker_diameter / 2 + index * pitch)
            self.disc(x, at, str(slot.best.shade))
        if slot.confidence < 0.8 or slot.best.count > 5:
            self.text(x, y - away * self._rail / 2, str(slot.best.count), confidence_colour(slot.confidence))

    def disc(self, x: float, y: float, shade: str) -> None:
        radius = round(self._geometry.checker_diameter / 2 * self._scale)
        cv2.circle(self._canvas, self.px(x, y), radius, CHECKERS[shade], -1, cv2.LINE_AA)
        cv2.circle(self._canvas, self.px(x, y), radius, INK, 1, cv2.LINE_AA)

    def die(self, die: DieReading) -> None:
        assert die.mm
        x, y = die.mm
        cv2.rectangle(self._canvas, self.px(x - 9, y - 9), self.px(x + 9, y + 9), PAPER, -1, cv2.LINE_AA)
        colour = INK if die.value else UNREAD_COLOUR
        self.text(x, y, str(die.value) if die.value else "?", colour)

    def text(self, x: float, y: float, text: str, colour: Colour) -> None:
        size = 0.028 * self._scale * 13
        (width, height), _ = cv2.getTextSize(text, _FONT, size, 1)
        at = self.px(x, y)
        cv2.putText(self._canvas, text, (at[0] - width // 2, at[1] + height // 2), _FONT, size, colour, 1, cv2.LINE_AA)
