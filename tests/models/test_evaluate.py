import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.photos import EvaluationError, load_truth, read_photos
from models.evaluate.stills import score_stills
from models.synth.flat import write_flat


@pytest.fixture(scope="module")
def stills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stills")
    write_flat(folder, 10, 4711)
    return folder


def test_the_bundled_reader_reads_rendered_boards_it_never_saw(stills: Path) -> None:
    score = score_stills(stills, 10)
    assert score["boards"] == 10
    assert score["points_exact"] > 0.88
    assert score["bar_error"] < 0.03


def test_a_still_without_its_checkers_reads_as_empty(stills: Path) -> None:
    """The score comes from the picture: on blank pictures the same truth is missed."""
    blank = stills / "blank"
    blank.mkdir()
    for label in sorted(stills.glob("*.json"))[:3]:
        image = cv2.imread(str(label.with_suffix(".jpg")))
        cv2.imwrite(str(blank / f"{label.stem}.jpg"), np.full_like(image, 90))
        (blank / label.name).write_text(label.read_text(encoding="utf-8"), encoding="utf-8")
    assert score_stills(blank, 3)["occupied_exact"] < 0.1


def test_readings_have_the_truth_s_form(stills: Path) -> None:
    label = json.loads((stills / "000000.json").read_text(encoding="utf-8"))
    geometry, margin, scale = label["geometry"], label["margin_mm"], label["px_per_mm"]
    w, h = geometry["field_width"], geometry["field_height"]
    corners = [[(x + margin) * scale, (y + margin) * scale] for x, y in ((0, 0), (w, 0), (w, h), (0, h))]
    reading = read_photos({"000000.jpg": {"corners": corners}}, stills)["000000.jpg"]
    assert reading["corners"] == corners
    for row in ("top", "bottom"):
        assert len(reading[row]) == 12  # type: ignore[arg-type]
    assert set(reading["bar"]) == {"L", "D"}  # type: ignore[call-overload]


def test_a_missing_photograph_is_named(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=r"nowhere\.jpg"):
        read_photos({"nowhere.jpg": {"corners": [[0, 0], [9, 0], [9, 9], [0, 9]]}}, tmp_path)


def test_a_broken_truth_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "truth.json").write_text("{", encoding="utf-8")
    with pytest.raises(EvaluationError, match=r"truth\.json"):
        load_truth(tmp_path / "truth.json")
