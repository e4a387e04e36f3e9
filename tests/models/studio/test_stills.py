"""A folder of stills: made once, gone on with, the same bytes, in forms that others read."""

import hashlib
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.photos import load_truth
from models.synth.studio import yolo
from models.synth.studio.labels import Label
from models.synth.studio.random_setting import Wish, random_setting
from models.synth.studio.stills import HEADER, TRUTH, Batch, StillsError, write_stills

WISH = Wish((320, 180))
NUMBERS = (0, 1)


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("stills") / "new"
    assert write_stills(Batch(out, 21, WISH, yolo=True), NUMBERS) == len(NUMBERS)
    return out


def test_each_still_has_its_files(folder: Path) -> None:
    made = {path.name for path in folder.iterdir()}
    each = {f"00000{number}{end}" for number in NUMBERS for end in (".jpg", ".json", ".mask.png", ".txt")}
    assert made == each | {HEADER, TRUTH, "data.yaml", "pictures.txt"}
    assert (folder / "pictures.txt").read_text() == "./000000.jpg\n./000001.jpg\n"
    assert np.asarray(cv2.imread(str(folder / "000000.jpg"))).shape == (180, 320, 3)


def test_a_broken_run_goes_on_and_gives_the_same_bytes(folder: Path) -> None:
    """A labels file cut off in the middle, a picture lost: that still is made again, the other is not touched."""
    before = digests(folder)
    untouched = (folder / "000000.jpg").stat().st_mtime_ns
    labels = folder / "000001.json"
    labels.write_bytes(labels.read_bytes()[:100])
    (folder / "000001.jpg").unlink()
    assert write_stills(Batch(folder, 21, WISH, yolo=True), NUMBERS) == 1
    assert digests(folder) == before
    assert (folder / "000000.jpg").stat().st_mtime_ns == untouched


def test_stills_of_other_options_are_not_mixed(folder: Path) -> None:
    with pytest.raises(StillsError, match="use another folder, or the same --seed"):
        write_stills(Batch(folder, 22, WISH, yolo=True), NUMBERS)


def test_the_truth_is_in_the_form_of_a_reading(folder: Path) -> None:
    truth = load_truth(folder / TRUTH)
    assert set(truth) == {"000000.jpg", "000001.jpg"}
    for entry in truth.values():
        assert [len(entry[row]) for row in ("corners", "top", "bottom")] == [4, 12, 12]
        texts = [text for row in ("top", "bottom") for text in entry[row] if text]
        assert all(text[0] in "LD" and 0 < int(text[1:]) <= 15 for text in texts)
        assert set(entry["bar"]) == {"L", "D"}
        for die in entry["dice"]:
            assert die["where"] in {"left-half", "right-half", "bar", "rail", "tray", "off-board"}
            assert die["value"] in {None, 1, 2, 3, 4, 5, 6}
            assert {"xy", "flat", "on_checker", "tilt", "rests_on", "touches"} <= set(die)


def test_masks_and_boxes_and_yolo_lines_tell_the_same(folder: Path) -> None:
    names = [line.split(": ")[1] for line in (folder / "data.yaml").read_text().splitlines() if line.startswith("  ")]
    for number in NUMBERS:
        mask = np.asarray(cv2.imread(str(folder / f"00000{number}.mask.png"), cv2.IMREAD_UNCHANGED))
        assert mask.dtype == np.uint16
        things = json.loads((folder / f"00000{number}.json").read_text())["things"]
        boxes = set()
        for thing in things:
            rows, columns = np.nonzero(mask == thing["number"])
            assert thing["area"] == len(rows)
            if len(rows) >= 6 and thing["visible"] >= 0.05:
                box = (columns.min(), rows.min(), columns.max() + 1, rows.max() + 1)
                boxes.add((names.index(thing["class"]), *(float(v) for v in box)))
        assert boxes == {yolo_box(line) for line in (folder / f"00000{number}.txt").read_text().splitlines()}
        assert set(np.unique(mask)) <= {0, *(thing["number"] for thing in things)}


def yolo_box(line: str) -> tuple[int, float, float, float, float]:
    kind, x, y, w, h = line.split()
    middle, size = np.array([float(x), float(y)]) * (320, 180), np.array([float(w), float(h)]) * (320, 180)
    low, high = np.round(middle - size / 2, 2), np.round(middle + size / 2, 2)
    return int(kind), float(low[0]), float(low[1]), float(high[0]), float(high[1])


def test_a_thing_hardly_seen_gets_no_yolo_line() -> None:
    """In `yolo.lines` a hidden checker has no box to learn from."""
    top = random_setting(21, 0, WISH)[0].top
    seen = Label(2, "checker", 0, "", (10.0, 10.0, 30.0, 20.0), 150, (20.0, 15.0), 0.9)
    hidden = Label(3, "checker", 1, "", (10.0, 10.0, 12.0, 11.0), 2, (20.0, 15.0), 0.01)
    assert len(yolo.lines((seen, hidden), top, (320, 180), yolo.CLASSES).splitlines()) == 1
