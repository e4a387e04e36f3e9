from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.dice_sets import FOLDS, crop, fold_of, pictures
from models.evaluate.wilson import share_line, wilson


def test_a_yolo_box_becomes_a_centre_and_a_side(tmp_path: Path) -> None:
    (tmp_path / "nell-byler/images").mkdir(parents=True)
    (tmp_path / "nell-byler/labels").mkdir()
    for i in range(12):
        cv2.imwrite(str(tmp_path / f"nell-byler/images/{i}.jpg"), np.zeros((200, 400, 3), np.uint8))
        (tmp_path / f"nell-byler/labels/{i}.txt").write_text("3 0.5 0.25 0.1 0.2\n")
    every = list(pictures(tmp_path, "nell-byler"))
    assert {p.name for p in every} == {f"{i}.jpg" for i in range(12)}
    die = every[0].dice[0]
    assert (die.x, die.y, die.value) == (200, 50, 4)
    assert 20 < die.side < 40


def test_a_missing_set_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nell-byler"):
        next(pictures(tmp_path, "nell-byler"))


def test_each_picture_is_in_one_fold_and_left_out_of_the_others(tmp_path: Path) -> None:
    (tmp_path / "matteop65").mkdir()
    for i in range(60):
        cv2.imwrite(str(tmp_path / f"matteop65/six_{i}.jpg"), np.zeros((48, 64, 3), np.uint8))
        (tmp_path / f"matteop65/six_{i}.txt").write_text("5 0.5 0.5 0.1 0.1\n")
    inside = [{p.name for p in pictures(tmp_path, "matteop65", fold)} for fold in range(FOLDS)]
    outside = [{p.name for p in pictures(tmp_path, "matteop65", fold, others=True)} for fold in range(FOLDS)]
    assert sum(len(names) for names in inside) == len(set().union(*inside)) == 60
    assert all(len(a) + len(b) == 60 and not a & b for a, b in zip(inside, outside, strict=True))


def test_what_was_taken_together_stays_in_one_fold() -> None:
    pairs = [(f"DJI_1_{i}_D_detection_1.jpg", f"DJI_1_{i}_D_detection_2.jpg") for i in range(40)]
    pairs += [(f"six_{i}0.jpg", f"six_{i}9.jpg") for i in range(1, 9)]
    pairs += [("IMG_20191208_112301.jpg", "IMG_20191208_112359.jpg")]
    assert all(fold_of(a) == fold_of(b) for a, b in pairs)
    assert {fold_of(a) for a, _ in pairs} == set(range(FOLDS))


@pytest.mark.parametrize("scale", [1.0, 0.25])
def test_a_crop_keeps_its_place_in_the_middle(scale: float) -> None:
    image = np.zeros((400, 400, 3), np.uint8)
    reach = int(4 / scale)
    image[200 - reach : 200 + reach, 120 - reach : 120 + reach] = 255
    out = crop(image, 120, 200, scale, 40)
    ys, xs = np.nonzero(out[..., 0] > 128)
    assert abs(xs.mean() - 20) < 1.2
    assert abs(ys.mean() - 20) < 1.2
    assert 6 <= np.ptp(xs) + 1 <= 10


def test_wilson_interval_of_a_perfect_score_is_not_certainty() -> None:
    low, high = wilson(100, 100)
    assert 0.96 < low < 0.97
    assert high == pytest.approx(1)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_share_is_told_with_its_counts_and_interval() -> None:
    assert share_line(95, 100).split() == ["95", "of", "100", "95.00", "%", "[88.82,", "97.85]"]
