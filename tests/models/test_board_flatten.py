"""A still made by hand, seen from straight above: where its things lie in the rectified picture is plain arithmetic."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from models.synth.studio.lens import seen_at
from models.synth.studio.setting import Viewpoint
from models.train.board_flatten import MARGIN, WIDTH, flatten, hand_mask, write_flattened
from models.train.board_targets import load_sample

FIELD = (450.0, 400.0)
VIEW = Viewpoint((225.0, 200.0, 900.0), (225.0, 200.0, 0.0), 1000.0)
HEIGHT, DIAMETER = 9.0, 32.0
SCALE = WIDTH / (FIELD[0] * (1 + 2 * MARGIN))


def checker(number: int, x: float, y: float, layer: int = 0) -> dict[str, Any]:
    z = HEIGHT * layer
    (seen,) = seen_at(VIEW, [(x, y, z + HEIGHT)])
    return {
        "number": number, "kind": "checker", "class": "checker-light", "box": [0, 0, 1, 1], "area": 1, "visible": 1.0,
        "centre": [float(v) for v in seen], "shade": "L", "slot": "top[0]", "upright": False,
        "mm": [x, y, z], "tilt": 0.0,
    }  # fmt: skip


def block(number: int, kind: str) -> dict[str, Any]:
    return {"number": number, "kind": kind, "class": kind, "visible": 0.9}


def still(things: list[dict[str, Any]]) -> dict[str, Any]:
    w, h = FIELD
    return {
        "file": "000001.jpg",
        "corners": seen_at(VIEW, [(0, 0, 0), (w, 0, 0), (w, h, 0), (0, h, 0)]).tolist(),
        "top": ["L2", *[""] * 11], "bottom": [""] * 12, "bar": {"L": 0, "D": 0}, "hidden": ["bottom[3]"],
        "geometry": {"field_width": w, "field_height": h, "bar_width": 40.0, "checker_diameter": DIAMETER},
        "heights": {"checker": HEIGHT, "bar": 12.0}, "things": things,
        "view": {
            "place": VIEW.place, "aim": VIEW.aim, "focal_px": 1000.0, "size": [1280, 720],
            "roll": 0.0, "k1": 0.0, "k2": 0.0,
        },
    }  # fmt: skip


def mask_with(things: list[dict[str, Any]]) -> npt.NDArray[np.uint16]:
    """The mask of lying checkers drawn in order."""
    mask = np.zeros((720, 1280), np.uint16)
    for thing in (t for t in things if t["kind"] == "checker"):
        x, y = thing["centre"]
        radius = DIAMETER / 2 * 1000 / (900 - thing["mm"][2] - HEIGHT)
        cv2.circle(mask, (round(x), round(y)), round(radius), thing["number"], -1)
    return mask


def middle(label: dict[str, Any]) -> tuple[float, float]:
    x0, y0, x1, y1 = label["xyxy"]
    return (x0 + x1) / 2, (y0 + y1) / 2


def lifted(x: float, y: float, z: float) -> tuple[float, float]:
    """Where a place `z` mm up is seen in the rectified picture."""
    grown = 900 / (900 - z)
    margin = MARGIN * FIELD[0]
    return (225 + (x - 225) * grown + margin) * SCALE, (200 + (y - 200) * grown + margin) * SCALE


def test_upper_faces_lean_away_from_the_camera_and_piles_more() -> None:
    things = [checker(2, 40, 20), checker(3, 44, 22, layer=1)]
    record, picture = flatten(still(things), np.zeros((720, 1280, 3), np.uint8), mask_with(things))
    low, high = record["labels"]
    assert picture.shape[1] == WIDTH
    assert middle(low) == pytest.approx(lifted(40, 20, HEIGHT), abs=0.6)
    assert middle(high) == pytest.approx(lifted(44, 22, 2 * HEIGHT), abs=0.6)
    assert (low["layer"], high["layer"]) == (0, 1)
    assert high["xyxy"][2] - high["xyxy"][0] == pytest.approx(DIAMETER * SCALE * 900 / (900 - 2 * HEIGHT), abs=0.6)


def test_what_lies_under_another_is_seen_less() -> None:
    things = [checker(2, 40, 20), checker(3, 44, 22, layer=1), checker(4, 40, 100)]
    record, _ = flatten(still(things), np.zeros((720, 1280, 3), np.uint8), mask_with(things))
    below, above, alone = (label["visible"] for label in record["labels"])
    assert below < 0.3
    assert above > 0.9
    assert alone > 0.9


def test_dice_and_hands_are_boxed_as_the_mask_shows_them_and_props_are_left_out() -> None:
    mask = np.zeros((720, 1280), np.uint16)
    mask[350:370, 630:650], mask[100:300, 300:400], mask[400:420, 700:720] = 5, 6, 7
    things = [block(5, "die"), block(6, "hand"), {**block(7, "prop"), "class": "pen"}]
    source = still(things)
    record, picture = flatten(source, np.zeros((720, 1280, 3), np.uint8), mask)
    die, hand = record["labels"]
    assert (die["kind"], hand["kind"]) == ("die", "hand")
    assert middle(die) == pytest.approx(lifted(225, 200, 0), abs=1)
    covered = hand_mask(source, record, mask)
    assert covered.shape == picture.shape[:2]
    x, y = middle(hand)
    assert covered[int(y), int(x)] == 255
    assert covered[-1, -1] == 0


def test_a_flattened_still_is_learnt_from_and_hidden_points_are_not_asked(tmp_path: Path) -> None:
    things = [checker(2, 40, 20), checker(3, 40, 52)]
    stills, out = tmp_path / "stills", tmp_path / "flat"
    stills.mkdir()
    (stills / "000001.json").write_text(json.dumps(still(things)), encoding="utf-8")
    cv2.imwrite(str(stills / "000001.jpg"), np.full((720, 1280, 3), 90, np.uint8))
    cv2.imwrite(str(stills / "000001.mask.png"), mask_with(things))
    assert write_flattened(stills, out) == 1
    assert write_flattened(stills, out) == 0
    sample = load_sample(out / "000001.json", None)
    assert list(sample.counts) == [2, *[0] * 11, *[0] * 3, -1, *[0] * 8]
    assert list(sample.shades[:2]) == [1, -1]
    assert sample.shades[15] == -1
    assert [int(kind) for kind in sample.centres[:, 0]] == [0, 0]
