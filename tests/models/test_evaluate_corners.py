"""The measure of the finder: truth moves with a warped copy, half turns are free, the totals are right."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.corners import Outcome, corner_error, main, report, warped
from tests.calibration.drawn import Drawing, photograph

SQUARE = np.array([[0.0, 0.0], [300.0, 0.0], [300.0, 400.0], [0.0, 400.0]])


def test_error_is_the_worst_corner_by_the_diagonal_and_half_turns_are_free() -> None:
    off = SQUARE.copy()
    off[2] += (3, 4)
    assert corner_error(SQUARE, off) == pytest.approx(5 / 500)
    assert corner_error(SQUARE, np.roll(off, 2, axis=0)) == pytest.approx(5 / 500)
    assert corner_error(SQUARE, np.roll(SQUARE, 1, axis=0)) > 0.5


def test_warped_copies_keep_truth_on_the_board() -> None:
    image, corners = photograph(Drawing())
    for seed in range(6):
        marked = image.copy()
        for k, (x, y) in enumerate(corners):
            cv2.circle(marked, (round(x), round(y)), 9, (255, 0, 255) if k else (0, 255, 255), -1)
        copy, moved = warped(marked, corners, np.random.default_rng(seed))
        for x, y in moved:
            assert 0 <= x < copy.shape[1]
            assert 0 <= y < copy.shape[0]
            near = copy[round(y) - 2 : round(y) + 3, round(x) - 2 : round(x) + 3].reshape(-1, 3).mean(axis=0)
            assert near[2] > 200
            assert min(near[0], near[1]) < 60
        sides = np.roll(moved, -1, axis=0) - moved
        turns = sides[:, 0] * np.roll(sides, -1, axis=0)[:, 1] - sides[:, 1] * np.roll(sides, -1, axis=0)[:, 0]
        assert (turns > 0).all()


def test_totals_tell_found_wrong_and_none_apart(capsys: pytest.CaptureFixture[str]) -> None:
    report("set", [Outcome("a", 0.01, 1.0, 0.5), Outcome("b", 0.2, 0.4, 0.7), Outcome("c", None, 0.0, 0.6)])
    assert "found 1/3, wrong 1, none 1" in capsys.readouterr().out


def test_the_command_measures_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image, corners = photograph(Drawing(slots={"top[0]": "L2", "bottom[6]": "D4"}), tilt=15)
    cv2.imwrite(str(tmp_path / "one.png"), image)
    (tmp_path / "truth.json").write_text(json.dumps({"one.png": {"corners": corners.tolist()}}), encoding="utf-8")
    assert main([str(tmp_path / "truth.json"), str(tmp_path)]) == 0
    assert "pictures: found 1/1" in capsys.readouterr().out


def test_a_missing_picture_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "truth.json").write_text(json.dumps({"gone.png": {"corners": SQUARE.tolist()}}), encoding="utf-8")
    assert main([str(tmp_path / "truth.json"), str(tmp_path)]) == 2
    assert "gone.png" in capsys.readouterr().err
