"""The detector's training pictures: boxes stay on their things however a still is warped, and are where the reader of
its output looks."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.board import BoardGeometry
from calibration.view import View
from models.evaluate.dice_sets import RealDie, RealPicture
from models.evaluate.yolo import INPUT, KINDS, boxes_of, input_window
from models.train.detector_data import real_dice, still
from models.train.detector_spec import CLASSES, HEIGHT, WIDTH

FIELD = BoardGeometry(400.0, 340.0, 36.0, 28.0)
MARGIN_MM, PX_PER_MM = 48.0, 1.0
BOXES = {
    "checker": (70, 60, 98, 88),
    "die": (200, 200, 215, 216),
    "cube": (240, 210, 262, 232),
    "hand": (300, 90, 380, 200),
}


@pytest.fixture
def flat(tmp_path: Path) -> Path:
    """A grey still with a white rectangle for each thing, and one more checker that is hidden."""
    image = np.full((436, 496, 3), 90, np.uint8)
    labels = []
    for kind, (x0, y0, x1, y1) in BOXES.items():
        image[y0:y1, x0:x1] = 255
        labels.append({"kind": kind, "xyxy": [x0, y0, x1, y1], "visible": 0.9})
    labels.append({"kind": "checker", "xyxy": [100, 300, 128, 328], "visible": 0.1})
    geometry = {"field_width": FIELD.field_width, "field_height": FIELD.field_height}
    record = {"geometry": geometry, "margin_mm": MARGIN_MM, "px_per_mm": PX_PER_MM, "labels": labels}
    (tmp_path / "000001.json").write_text(json.dumps(record), encoding="utf-8")
    cv2.imwrite(str(tmp_path / "000001.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 98])
    return tmp_path / "000001.json"


def test_training_and_evaluation_agree_on_the_input() -> None:
    assert ((WIDTH, HEIGHT), CLASSES) == (INPUT, KINDS)


def test_an_unwarped_still_has_its_boxes_where_the_evaluation_window_puts_them(flat: Path) -> None:
    example = still(flat, None)
    view = View(((0, 0), (400, 0), (400, 340), (0, 340)), FIELD, (400, 340), 800.0)
    onto_mm = input_window(view)
    for kind, box in zip(example.classes, example.boxes, strict=True):
        corners = cv2.perspectiveTransform(box.reshape(1, 2, 2), onto_mm)[0]
        assert corners.ravel() + MARGIN_MM == pytest.approx(np.array(BOXES[CLASSES[kind]], float), abs=0.5)


@pytest.mark.parametrize("seed", range(8))
def test_boxes_hold_their_things_however_the_still_is_warped(flat: Path, seed: int) -> None:
    example = still(flat, np.random.default_rng(seed))
    assert example.image.shape == (HEIGHT, WIDTH, 3)
    assert sorted(example.classes) == sorted(CLASSES.index(kind) for kind in BOXES)
    usual = float(np.median(example.image))
    for x0, y0, x1, y1 in example.boxes.astype(int):
        assert example.image[y0 + 2 : y1 - 2, x0 + 2 : x1 - 2].mean() > usual + 25


def test_real_dice_are_boxed_and_nothing_else_is_claimed() -> None:
    image = np.full((200, 300, 3), 40, np.uint8)
    image[80:120, 130:170] = 220
    picture = RealPicture("a.jpg", image, (RealDie(150, 100, 28, 3, box=(150, 100, 40, 40)),))
    example = real_dice([picture], np.random.default_rng(4))
    assert example.only_dice
    assert len(example.boxes) >= 5
    assert set(example.classes) == {CLASSES.index("die")}
    for x0, y0, x1, y1 in example.boxes.round().astype(int):
        inner = example.image[y0 + 2 : y1 - 2, x0 + 2 : x1 - 2].mean()
        assert abs(inner - example.image[max(0, y0 - 3), x0 : x1 + 1].mean()) > 30


def test_of_two_boxes_of_one_kind_on_one_thing_the_surer_is_kept() -> None:
    found = np.zeros((4 + len(KINDS), 4), np.float32)
    found[:4] = np.array([(50, 50, 20, 20), (51, 50, 20, 20), (51, 50, 20, 20), (200, 50, 20, 20)]).T
    found[4, 0], found[4, 1], found[5, 2], found[4, 3] = 0.6, 0.9, 0.5, 0.01
    got = boxes_of(found, 0.05)
    assert [kind for kind, _, _ in got] == ["checker", "die"]
    assert got[0][1] == pytest.approx((41, 40, 61, 60))
    assert got[0][2] == pytest.approx(0.9)
