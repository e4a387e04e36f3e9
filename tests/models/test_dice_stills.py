import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.view import View
from models.evaluate.dice_throws import Thrown, Throws, match, table, thrown
from models.train.dice_spec import GROUNDS, IGNORED, NONE, POOL_SIDE, POOL_SIZE, UNREADABLE
from models.train.dice_stills import Spot, cut, dice_of, die_kind, empty_of, ground_of, sides_of, still_pool
from vision.observation import DieReading

CORNERS = [(100, 60), (570, 60), (570, 460), (100, 460)]
SIZE = (680, 520)
VIEW = View.from_corners([(float(x), float(y)) for x, y in CORNERS], SIZE)


def die(**other: Any) -> dict[str, Any]:
    return {
        "xy": [200.0, 160.0], "value": 3, "tilt": 0.1, "flat": True, "where": "left-half", "on_checker": False,
        "rests_on": ["field"], "touches": ["field"], "moving": False,
    } | other  # fmt: skip


def label(*dice: dict[str, Any]) -> dict[str, Any]:
    things = [
        {"kind": "die", "box": [0, 0, 9, 9], "visible": 1.0, "centre": d["xy"], "mm": [100.0, 100.0, 7.0]} for d in dice
    ]
    cube = {"kind": "cube", "box": [0, 0, 9, 9], "visible": 1.0, "centre": [400.0, 300.0], "mm": [300.0, 240.0, 10.0]}
    return {
        "dice": list(dice),
        "things": [*things, cube],
        "corners": CORNERS,
        "geometry": {"field_width": 470.0, "bar_width": 40.0},
    }


@pytest.mark.parametrize(
    ("given", "seen", "kind"),
    [
        ({}, 1.0, 3),
        ({"tilt": 12.0}, 1.0, 3),
        ({"tilt": 25.0}, 1.0, IGNORED),
        ({"tilt": 40.0}, 1.0, UNREADABLE),
        ({"moving": True}, 1.0, UNREADABLE),
        ({}, 0.4, IGNORED),
    ],
    ids=["flat", "cocked", "between", "steep", "spinning", "half hidden"],
)
def test_a_die_is_asked_for_what_a_person_could_tell(given: dict[str, Any], seen: float, kind: int) -> None:
    assert die_kind(die(**given), seen) == kind


@pytest.mark.parametrize(
    ("rests", "ground"),
    [(["field"], "field"), (["checker", "field"], "checker"), (["bar", "die"], "die"), ([], "table")],
)
def test_what_carries_a_die_above_the_board_comes_first(rests: list[str], ground: str) -> None:
    assert GROUNDS[ground_of(die(rests_on=rests))] == ground


def test_a_die_on_a_checker_is_as_large_as_the_other_of_its_throw() -> None:
    things = [{"mm": [0, 0, z]} for z in (7.0, 18.0, 6.0, 6.0)]
    dice = [die(), die(rests_on=["checker"]), die(), die()]
    assert sides_of(things, dice, 13.0) == [14.0, 14.0, 12.0, 12.0]


def test_dice_get_place_side_and_labels_and_nothing_else_lies_on_them() -> None:
    given = label(die(), die(xy=[300.0, 200.0], tilt=30.0, flat=False, value=None, rests_on=["checker"]))
    flat, steep = dice_of(given, VIEW)
    assert (flat.kind, flat.tilted, GROUNDS[flat.ground]) == (3, 0, "field")
    assert (steep.kind, steep.tilted, GROUNDS[steep.ground]) == (UNREADABLE, 1, "checker")
    assert flat.side == pytest.approx(14.0)
    assert np.hypot(flat.x - 100, flat.y - 100) < 8
    empties = empty_of(np.random.default_rng(1), given, VIEW, [flat, steep], 12)
    assert len(empties) > 5
    assert {spot.kind for spot in empties} == {NONE}
    assert all(np.hypot(e.x - d.x, e.y - d.y) > 0.7 * d.side for e in empties for d in (flat, steep))


def test_a_crop_shows_the_die_at_its_size_in_the_middle() -> None:
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    cv2.rectangle(image, (193, 153), (206, 166), (255, 255, 255), -1)
    x, y = VIEW.to_mm([(200, 160)])[0]
    shown = cut(image, VIEW, Spot(float(x), float(y), 14.0, 3))
    crop, slope = shown.image, shown.lean
    lit = crop[..., 0] > 127
    rows, columns = np.nonzero(lit)
    assert slope < 0.7
    assert abs(rows.mean() - POOL_SIZE / 2) < 1.5
    assert abs(columns.mean() - POOL_SIZE / 2) < 1.5
    assert lit.sum() == pytest.approx(POOL_SIDE**2, rel=0.2)


def test_stills_whose_number_ends_in_9_are_kept_for_validation(tmp_path: Path) -> None:
    for number in (8, 9):
        cv2.imwrite(str(tmp_path / f"00000{number}.jpg"), np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
        (tmp_path / f"00000{number}.json").write_text(json.dumps(label(die(value=number - 5))))
    (tmp_path / "truth.json").write_text("{}")
    for validation, value in ((False, 3), (True, 4)):
        pool = still_pool(tmp_path, validation, 1)
        assert set(pool.classes[pool.classes > 0]) == {value}
        assert pool.images.shape[1:] == (POOL_SIZE, POOL_SIZE, 3)
    with pytest.raises(FileNotFoundError, match="stills"):
        still_pool(tmp_path / "nothing", True, 1)


def reading(x: float, value: int | None = 3, *, flat: bool | None = True) -> DieReading:
    return DieReading((x, 160.0), None, value, 0.9, "left-half", flat, size_px=14.0, rests_on="field")


def test_each_reading_counts_for_one_die_and_the_nearest() -> None:
    one, other = thrown(label(die(), die(xy=[214.0, 160.0])))
    found, left = match([one, other], [reading(203.0), reading(215.0, 5), reading(400.0)])
    assert [r.value if r else None for r in found] == [3, 5]
    assert [r.xy[0] for r in left] == [400.0]


def test_the_table_counts_right_wrong_and_leaning_dice() -> None:
    flat, steep = (
        Thrown((0, 0), 1.0, 3, 0.0, False, "left-half", "field"),
        Thrown((0, 0), 1.0, 2, 20.0, False, "rail", "rail"),
    )
    throws = Throws(
        [
            (flat, replace(reading(0), on_checker=False)),
            (flat, reading(0, 4)),
            (steep, reading(0, None, flat=False)),
            (flat, None),
        ]
    )
    lines = {line[:26].strip(): line[26:].split()[:3] for line in table(throws)[1:]}
    assert lines["found at all"] == ["3", "of", "4"]
    assert lines["value right of reported"] == ["1", "of", "2"]
    assert lines["not flat (8 up) found"] == ["1", "of", "1"]
    assert lines["flat called not flat"] == ["0", "of", "2"]
    assert lines["on what right"] == ["2", "of", "3"]
    assert lines["place right"] == ["2", "of", "3"]
    assert (lines["on a checker told"], lines["right of told"]) == (["1", "of", "3"], ["1", "of", "1"])
