"""The bundled reader looks at a board from any of its four sides and sees the same."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from models.synth.flat import write_flat
from vision.detector import OnnxDetector
from vision.frame import Image


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Image:
    folder: Path = tmp_path_factory.mktemp("still")
    write_flat(folder, 1, 99, start=0)
    return np.asarray(cv2.imread(str(folder / "000000.jpg")), np.uint8)


def sure(reader: OnnxDetector, board: Image) -> set[tuple[int, int]]:
    """Where checkers are seen plainly, px."""
    boxes = [b for b in reader.detect(board) if b.kind == "checker" and b.score > 0.8]
    return {(round(b.centre[0]), round(b.centre[1])) for b in boxes}


@pytest.mark.parametrize("side", range(4))
def test_each_side_sees_the_checkers_where_all_sides_see_them(board: Image, side: int) -> None:
    reader = OnnxDetector(1)
    together = sure(reader, board)
    boxes = [b for b in reader.from_side(side).detect(board) if b.kind == "checker"]
    assert len(together) > 7
    for x, y in together:
        assert min(np.hypot(b.centre[0] - x, b.centre[1] - y) for b in boxes) < 3


def test_sides_are_counted_round(board: Image) -> None:
    reader = OnnxDetector(1)
    assert reader.from_side(6).detect(board) == reader.from_side(2).detect(board)
    assert reader.from_side(1).detect(board) != reader.from_side(2).detect(board)
