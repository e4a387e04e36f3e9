from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.dice import wilson
from models.evaluate.dice_sets import crop, part_of, pictures


def test_a_yolo_box_becomes_a_centre_and_a_side(tmp_path: Path) -> None:
    (tmp_path / "nell-byler/images").mkdir(parents=True)
    (tmp_path / "nell-byler/labels").mkdir()
    for i in range(12):
        cv2.imwrite(str(tmp_path / f"nell-byler/images/{i}.jpg"), np.zeros((200, 400, 3), np.uint8))
        (tmp_path / f"nell-byler/labels/{i}.txt").write_text("3 0.5 0.25 0.1 0.2\n")
    parts = {part: list(pictures(tmp_path, "nell-byler", part)) for part in ("train", "held-out")}
    assert {p.name for p in parts["train"]} | {p.name for p in parts["held-out"]} == {f"{i}.jpg" for i in range(12)}
    assert len(parts["train"]) + len(parts["held-out"]) == 12
    die = parts["train"][0].dice[0]
    assert (die.x, die.y, die.value) == (200, 50, 4)
    assert 20 < die.side < 40


def test_a_missing_set_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nell-byler"):
        next(pictures(tmp_path, "nell-byler", "train"))


def test_crops_of_one_picture_stay_in_one_part() -> None:
    names = [f"DJI_1_{i}_D_detection_{k}.jpg" for i in range(40) for k in (1, 2)]
    assert all(part_of(a) == part_of(b) for a, b in zip(names[::2], names[1::2], strict=True))
    assert {part_of(n) for n in names} == {"train", "held-out"}


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
