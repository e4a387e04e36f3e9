"""Samples of the corner finder: the truth moves with the picture, and boards that are gone are not asked for."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from models.train.corners_data import STRAIGHT, Sources, held_back, sample, targets
from models.train.corners_spec import MAPS, SIDE, STRIDE

SQUARE = np.array([[60.0, 40.0], [260.0, 40.0], [260.0, 240.0], [60.0, 240.0]])


@pytest.fixture
def stills(tmp_path: Path) -> Path:
    """Three pictures of a field in magenta on green; the number of one keeps it back."""
    corners = np.array([[400, 150], [900, 180], [950, 600], [350, 570]])
    image = np.full((720, 1280, 3), (0, 200, 0), np.uint8)
    cv2.fillPoly(image, [corners], (255, 0, 255))
    for number in (10, 11, 19):
        cv2.imwrite(str(tmp_path / f"{number:06}.jpg"), image)
        (tmp_path / f"{number:06}.json").write_text(json.dumps({"corners": corners.tolist()}), encoding="utf-8")
    return tmp_path


def test_each_map_is_strongest_where_it_should_be() -> None:
    maps = targets(SQUARE)
    assert maps.shape == (len(MAPS), SIDE // STRIDE, SIDE // STRIDE)
    cells = np.round((SQUARE + 0.5) / STRIDE - 0.5).astype(int)
    for k, (x, y) in enumerate(cells):
        assert maps[k % 2, y, x] > 0.8
        assert maps[1 - k % 2, y, x] < 0.05
    assert maps[2, 10, 40] > 0.7, "the top edge is a base line"
    assert maps[2, 35, 15] < 0.05
    assert maps[3, 35, 15] > 0.7, "the left edge is a side line"
    assert maps[4, 35, 40] == 1
    assert maps[4, 70, 40] == 0


def test_half_a_turn_asks_for_the_same_maps_and_a_quarter_does_not() -> None:
    assert np.allclose(targets(SQUARE), targets(np.roll(SQUARE, 2, axis=0)))
    assert not np.allclose(targets(SQUARE), targets(np.roll(SQUARE, 1, axis=0)), atol=0.5)


def test_stills_for_validation_are_not_trained_on(stills: Path) -> None:
    sources = Sources.of([stills])
    assert [path.stem for path in sources.stills] == ["000010", "000011"]
    assert held_back(stills / "000019.json")
    with pytest.raises(FileNotFoundError, match=r"models\.synth stills"):
        Sources.of([stills / "none"])


def test_the_field_on_the_maps_is_where_the_picture_shows_it(stills: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("models.train.corners_data._photometric", lambda image, rng: image)
    monkeypatch.setattr("models.train.corners_data._covered", lambda image, corners, rng: image)
    assert 0 < STRAIGHT < 1
    sources, rng = Sources.of([stills]), np.random.default_rng(4)
    boards = 0
    for _ in range(40):
        picture, maps = sample(sources, rng)
        assert picture.shape == (SIDE, SIDE, 3)
        field = cv2.resize(maps[4], (SIDE, SIDE), interpolation=cv2.INTER_LINEAR)
        colours = picture.astype(int)
        magenta = (colours[..., 2] > 180) & (colours[..., 0] > 180) & (colours[..., 1] < 80)
        if field.any():
            boards += 1
            wrong = (magenta != (field > 0.5)) & ((field < 0.02) | (field > 0.98))
            assert wrong.mean() < 0.03
    assert 20 < boards < 40
