import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from referee.commands import dice
from vision.observation import DieReading

RUN = CliRunner()


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    """The command with a reader that sees one die, a 5, in pictures that are not black."""

    def seen(image: np.ndarray) -> tuple[DieReading, ...]:
        return (DieReading((10.04, 20.0), None, 5, 0.98765, None, True, size_px=14.0),) if image.any() else ()

    monkeypatch.setattr(dice, "read_dice", seen)
    return dice.app


def picture(path: Path, grey: int) -> Path:
    cv2.imwrite(str(path), np.full((40, 60, 3), grey, np.uint8))
    return path


def test_json_maps_each_picture_to_its_dice(app: typer.Typer, tmp_path: Path) -> None:
    one, two = picture(tmp_path / "one.png", 90), picture(tmp_path / "two.png", 0)
    result = RUN.invoke(app, [str(one), str(two), "--json"])
    assert result.exit_code == 0
    die = {"xy": [10.0, 20.0], "value": 5, "flat": True, "confidence": 0.9877, "size": 14.0}
    assert json.loads(result.stdout) == {"one.png": [die], "two.png": []}


def test_no_die_anywhere_is_a_negative_answer(app: typer.Typer, tmp_path: Path) -> None:
    result = RUN.invoke(app, [str(picture(tmp_path / "black.png", 0))])
    assert result.exit_code == 1
    assert "no dice" in result.stdout


def test_what_hardly_looks_like_a_die_is_left_to_the_json(
    app: typer.Typer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speck = DieReading((30.0, 20.0), None, None, 0.1, None, size_px=9.0)
    monkeypatch.setattr(dice, "read_dice", lambda image: (speck,))
    path = str(picture(tmp_path / "wall.png", 90))
    told, document = RUN.invoke(app, [path]), RUN.invoke(app, [path, "--json"])
    assert "no dice" in told.stdout
    assert told.exit_code == document.exit_code == 1
    assert [die["xy"] for die in json.loads(document.stdout)["wall.png"]] == [[30.0, 20.0]]


def test_pictures_of_one_name_are_told_by_their_paths(app: typer.Typer, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    paths = [picture(tmp_path / "x.png", 9), picture(tmp_path / "a/x.png", 9)]
    assert set(json.loads(RUN.invoke(app, [*map(str, paths), "--json"]).stdout)) == {str(p) for p in paths}


@pytest.mark.parametrize("content", [None, b"", b"not a picture"])
def test_a_bad_picture_is_one_clear_line(app: typer.Typer, tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "bad.jpg"
    if content is not None:
        path.write_bytes(content)
    result = RUN.invoke(app, [str(path)])
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "bad.jpg" in result.stderr
