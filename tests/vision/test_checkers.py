"""The reading of checkers with a reader made of paper: what the network would say is written down."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from calibration.board import BoardGeometry
from calibration.view import View
from models.evaluate.photos import load_truth, read_photos
from vision.checkers import alike, read_checkers, true_shape
from vision.columns import FieldFrame, find_columns
from vision.detector import INPUT, STRIDE, Box, FloatArray, Look, boxes_of, distinct, hand_boxes, letterbox, unmirror
from vision.rectify import MARGIN, rectify

GEOMETRY = BoardGeometry(470, 400, 47, 33)
SIZE = (940, 800)
CORNERS = [(100.0, 60.0), (840.0, 60.0), (840.0, 690.0), (100.0, 690.0)]
ROWS, COLUMNS = INPUT[1] // STRIDE, INPUT[0] // STRIDE


class Paper:
    """Says what it is told; `counts` by slot number, boxes in mm of the board."""

    def __init__(
        self, counts: dict[int, int], boxes: Sequence[tuple[str, float, float, float]], bar: float = 0.1
    ) -> None:
        self.counts, self.boxes, self.bar = counts, boxes, bar
        self.asked: tuple[float, ...] = ()
        self.score = 0.95

    def from_side(self, number: int) -> "Paper":
        return self

    def look(self, image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Look:
        _, scale, offset = letterbox(image)
        margin = MARGIN * GEOMETRY.field_width
        px = image.shape[1] / (GEOMETRY.field_width + 2 * margin)
        boxes = []
        for kind, x, y, light in self.boxes:
            cx, cy, r = (x + margin) * px, (y + margin) * px, 16.5 * px
            boxes.append(Box(kind, (cx - r, cy - r, cx + r, cy + r), self.score, light, 0.0))  # type: ignore[arg-type]
        x_mm = ((np.arange(COLUMNS) + 0.5) * STRIDE - offset[0]) / scale / px - margin
        width = GEOMETRY.field_width
        pitch, gap = width * (1 - self.bar) / 12, width * self.bar
        moved = np.where(x_mm > width / 2, x_mm - gap, x_mm)
        phase = np.tile(np.exp(2j * np.pi * (moved / pitch - 0.5)), (ROWS, 1)).astype(np.complex64)
        on_bar = np.tile((np.abs(x_mm - width / 2) < gap / 2).astype(np.float32), (ROWS, 1))
        return Look(tuple(boxes), np.zeros((ROWS, COLUMNS), np.float32), phase, on_bar, (), scale, offset)

    def count(
        self, look: Look, columns: Sequence[float], pitch: float, top: float, bottom: float
    ) -> tuple[FloatArray, FloatArray]:
        self.asked = tuple(columns)
        chances = np.full((24, 16), 0.001, np.float32)
        for slot in range(24):
            chances[slot, self.counts.get(slot, 0)] = 0.98
        return chances, np.full(24, 0.5, np.float32)


def picture() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)


def view() -> View:
    return View.from_corners(CORNERS, SIZE, GEOMETRY)


def at(slot: int, index: int = 0) -> tuple[float, float]:
    y = 17 + 33 * index
    return GEOMETRY.column_x(slot % 12), y if slot < 12 else GEOMETRY.field_height - y


def test_discs_and_counts_become_slots() -> None:
    boxes = [("checker", *at(0, i), 0.95) for i in range(3)] + [("checker", *at(13, i), 0.05) for i in range(2)]
    reading = read_checkers(picture(), view(), Paper({0: 3, 13: 2}, boxes))
    texts = {name: s.best.text for name, s in reading.slots.items() if s.best and s.best.text}
    assert texts == {"top[0]": "L3", "bottom[1]": "D2"}
    assert reading.slots["top[0]"].confidence > 0.9
    assert reading.geometry.bar_width == pytest.approx(47, abs=2)


@pytest.mark.parametrize("bar", [0.0, 0.04, 0.1, 0.16])
def test_the_bar_is_measured(bar: float) -> None:
    paper = Paper({}, [], bar)
    reading = read_checkers(picture(), view(), paper)
    assert reading.geometry.bar_width / 470 == pytest.approx(bar, abs=0.005)


def test_a_known_bar_is_not_looked_for() -> None:
    assert read_checkers(picture(), view(), Paper({}, [], 0.0), known_bar=True).geometry.bar_width == 47


def test_checkers_on_the_bar_are_counted_by_shade_and_a_cube_there_is_not() -> None:
    boxes = [
        ("checker", 235.0, 150.0, 0.95),
        ("checker", 235.0, 260.0, 0.05),
        ("checker", 235.0, 30.0, 0.5),
        ("cube", 235.0, 30.0, 0.5),
    ]
    paper = Paper({}, boxes[:2])
    assert {s: c.count for s, c in read_checkers(picture(), view(), paper).bar.items()} == {"L": 1, "D": 1}


def test_a_doubtful_disc_on_the_bar_counts_only_while_the_side_has_one_left() -> None:
    boxes = [("checker", *at(0, i), 0.95) for i in range(5)] + [("checker", 235.0, 150.0, 0.95)]
    doubtful = Paper({0: 5}, boxes)
    doubtful.score = 0.6
    assert read_checkers(picture(), view(), doubtful, checkers=6).bar["L"].count == 1
    assert read_checkers(picture(), view(), doubtful, checkers=5).bar["L"].count == 0
    assert read_checkers(picture(), view(), Paper({0: 5}, boxes), checkers=5).bar["L"].count == 1


def test_lying_checkers_beyond_the_rail_are_on_no_point() -> None:
    reading = read_checkers(picture(), view(), Paper({}, [("checker", 495.0, 200.0, 0.95)]))
    assert not any(s.best and s.best.count for s in reading.slots.values())
    assert reading.off["L"].count is None


def test_a_picture_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a picture of 940×800"):
        read_checkers(picture()[:100], view(), Paper({}, []))


def test_rectifying_a_large_picture_does_not_alias() -> None:
    stripes = np.zeros((1600, 1880, 3), np.uint8)
    stripes[:, ::2] = 255
    large = View.from_corners([(200, 120), (1680, 120), (1680, 1380), (200, 1380)], (1880, 1600), GEOMETRY)
    flat, _, _ = rectify(stripes, large)
    assert flat[40:-40, 40:-40].std() < 25


def test_columns_are_found_from_discs_alone() -> None:
    look = Paper({}, [], 0.1).look(picture())
    blind = Look(
        look.boxes, look.hand, look.phase * 0, np.full_like(look.bar, 0.5), look.features, look.scale, look.offset
    )
    frame = FieldFrame(20.0, 320.0, 20.0, 280.0, 0.12)
    discs = [Box("checker", (x - 10, 30, x + 10, 50), 0.9) for x in frame.columns]
    assert find_columns(blind, discs, FieldFrame(20.0, 320.0, 20.0, 280.0, 0.0)).bar_share == pytest.approx(
        0.12, abs=0.005
    )


def test_maps_become_boxes_in_the_picture() -> None:
    maps = np.full((13, ROWS, COLUMNS), -9.0, np.float32)
    maps[0, 10, 20] = 4.0
    maps[3:7, 10, 20] = (0.25, 0.0, 0.0, 0.0)
    (box,) = boxes_of(maps, 0.5, (0.0, 8.0))
    assert box.kind == "checker"
    assert box.centre == pytest.approx((20.75 * 4 / 0.5, (10.5 * 4 - 8) / 0.5))
    assert box.size == pytest.approx(64)


@pytest.mark.parametrize(("across", "down"), [(True, False), (False, True), (True, True)])
def test_a_mirrored_look_finds_the_box_in_the_same_place(across: bool, down: bool) -> None:
    maps = np.full((13, ROWS, COLUMNS), -9.0, np.float32)
    maps[0, 10, 20] = 4.0
    maps[3:7, 10, 20] = (0.25, -0.1, 0.0, 0.0)
    mirrored = maps[:, :: -1 if down else 1, :: -1 if across else 1].copy()
    mirrored[3] *= -1 if across else 1
    mirrored[4] *= -1 if down else 1
    (want,), (got,) = boxes_of(maps, 1, (0, 0)), boxes_of(unmirror(mirrored, across, down), 1, (0, 0))
    assert got.xyxy == pytest.approx(want.xyxy)


def test_checkers_that_are_not_round_correct_the_field_s_height() -> None:
    wide = [Box("checker", (40.0 * i, 0, 40.0 * i + 36, 30), 0.9) for i in range(8)]
    assert true_shape(view(), wide).geometry.field_height == pytest.approx(480)
    assert true_shape(view(), wide[:3]) == view()
    assert true_shape(view(), [Box("checker", (40.0 * i, 0, 40.0 * i + 30.5, 30), 0.9) for i in range(8)]) == view()


def test_a_thing_of_another_size_than_the_discs_is_doubted() -> None:
    discs = [Box("checker", (40.0 * i, 0, 40.0 * i + 30, 30), 0.9) for i in range(6)]
    die = Box("checker", (300, 0, 315, 15), 0.6)
    *kept, doubted = alike([*discs, die])
    assert doubted.score < 0.1
    assert [box.score for box in kept] == [0.9] * 6
    assert alike([die]) == (die,)


def test_one_disc_is_reported_once() -> None:
    sure, echo = Box("checker", (0, 0, 30, 30), 0.9), Box("checker", (4, 0, 34, 30), 0.4)
    neighbour = Box("checker", (30, 0, 60, 30), 0.8)
    assert distinct([echo, sure, neighbour]) == [sure, neighbour]


def test_letterbox_keeps_the_shape() -> None:
    boxed, scale, (x, y) = letterbox(np.full((100, 400, 3), 255, np.uint8))
    assert boxed.shape == (INPUT[1], INPUT[0], 3)
    white = np.argwhere(boxed[..., 0] == 255)
    assert (white.max(0) - white.min(0) + 1).tolist() == [round(100 * scale), round(400 * scale)]
    assert (y, x) == (white[0][0], white[0][1])


@pytest.mark.shared
@pytest.mark.slow
def test_real_photographs_are_read_above_the_floor(shared_data: Path) -> None:
    """The floor of a crude detector was 92 % of the points; twelve photographs keep the test short."""
    truth = dict(list(load_truth(shared_data / "boards" / "truth.json").items())[::3])
    readings = read_photos(truth, shared_data / "boards" / "photos")
    right = total = 0
    for name, entry in truth.items():
        want = [*entry["top"], *entry["bottom"]]
        got = [*readings[name]["top"], *readings[name]["bottom"]]  # type: ignore[misc]
        swapped = [t and t.translate(str.maketrans("LD", "DL")) for t in got]
        right += max(sum(a == b for a, b in zip(want, g, strict=True)) for g in (got, swapped))
        total += 24
    assert right / total > 0.92


def test_points_under_a_hand_are_not_read() -> None:
    class Covered(Paper):
        def look(self, image: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Look:
            look = super().look(image)
            hand = look.hand.copy()
            hand[ROWS // 2 :, : COLUMNS // 3] = 0.9
            boxes = (*look.boxes, *hand_boxes(hand, look.scale, look.offset))
            return Look(boxes, hand, look.phase, look.bar, look.features, look.scale, look.offset)

    reading = read_checkers(picture(), view(), Covered({12: 3, 11: 2}, []))
    assert reading.slots["bottom[0]"].best is None
    assert reading.slots["top[11]"].best is not None
    assert reading.slots["top[11]"].best.count == 2
