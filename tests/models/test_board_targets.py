"""What training asks for is what the detector understands: targets go through the decoder and come out as the
labels."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from models.synth.flat import write_flat
from models.train.board_spec import HEIGHT, MAPS, STRIDE, WIDTH
from models.train.board_targets import Sample, load_sample
from vision.detector import INPUT, Box, boxes_of, letterbox


@pytest.fixture(scope="module")
def stills(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("stills")
    write_flat(folder, 6, 99)
    return folder


def perfect_maps(sample: Sample) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    """The maps of a network without fault."""
    maps = np.full((len(MAPS), HEIGHT // STRIDE, WIDTH // STRIDE), -9.0, np.float32)
    for kind, row, column, dx, dy, w, h, tags in sample.centres:
        place = (int(row), int(column))
        maps[(int(kind), *place)] = 6.0
        for name, value in (("dx", dx), ("dy", dy), ("w", w), ("h", h), ("shade", 6.0 if tags % 2 else -6.0)):
            maps[(MAPS[name], *place)] = value
    return maps


def record_of(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("number", range(6))
def test_targets_decode_to_the_labels(stills: Path, number: int) -> None:
    path = stills / f"{number:06d}.json"
    image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
    _, scale, offset = letterbox(image)
    found = boxes_of(perfect_maps(load_sample(path, None)), scale, offset)
    wanted = [
        v for v in record_of(path)["labels"] if v["kind"] == "checker" and v["visible"] > 0.95 and v["layer"] == 0
    ]
    for label in wanted:
        x, y = (label["xyxy"][0] + label["xyxy"][2]) / 2, (label["xyxy"][1] + label["xyxy"][3]) / 2
        if not (8 < x < image.shape[1] - 8 and 8 < y < image.shape[0] - 8):
            continue
        checkers = [b for b in found if b.kind == "checker"]
        nearest: Box = min(checkers, key=lambda b: float(np.hypot(b.centre[0] - x, b.centre[1] - y)))
        assert nearest.centre == pytest.approx((x, y), abs=1.5)
        assert nearest.size == pytest.approx(label["xyxy"][2] - label["xyxy"][0], rel=0.05)
        assert nearest.light is not None
        assert (nearest.light > 0.5) == (label["shade"] == "L")


def test_the_network_s_input_is_the_detector_s() -> None:
    assert (WIDTH, HEIGHT) == INPUT


def test_mirroring_moves_counts_with_the_picture(stills: Path) -> None:
    path = stills / "000001.json"
    record = record_of(path)
    plain = [int(t[1:]) if t else 0 for t in [*record["top"], *record["bottom"]]]
    seen = set()
    for seed in range(12):
        counts = [int(c) for c in load_sample(path, np.random.default_rng(seed)).counts]
        top, bottom = plain[:12], plain[12:]
        turned = {
            "as it is": top + bottom,
            "left-right": top[::-1] + bottom[::-1],
            "upside down": bottom + top,
            "half turn": bottom[::-1] + top[::-1],
        }
        matches = [
            name for name, want in turned.items() if all(c in (w, -1) for c, w in zip(counts, want, strict=True))
        ]
        assert matches
        seen.update(matches)
    assert len(seen) >= 3


def test_a_hidden_checker_is_not_asked_for(stills: Path) -> None:
    path = stills / "000002.json"
    record = record_of(path)
    before = len(load_sample(path, None).centres)
    for label in record["labels"]:
        label["visible"] = 0.15
    copy = stills / "hidden.json"
    copy.write_text(json.dumps(record), encoding="utf-8")
    path.with_suffix(".jpg").rename(stills / "hidden.jpg")
    sample = load_sample(copy, None)
    (stills / "hidden.jpg").rename(path.with_suffix(".jpg"))
    copy.unlink()
    assert before > 0
    assert len(sample.centres) == 0
    assert (sample.care == 0).any()
