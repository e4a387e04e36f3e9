"""How readings of the cube are counted."""

from pathlib import Path

import pytest

from models.evaluate.cube import Shown, main, report
from models.evaluate.photos import EvaluationError
from vision.observation import CubeReading


def told(value: int | None) -> CubeReading:
    return CubeReading((10.0, 10.0), value, 0.9)


def test_cubes_found_read_rightly_wrongly_and_where_there_is_none_are_counted() -> None:
    pictures = [
        Shown("right", True, 16, told(16), True, 0),
        Shown("wrong", True, 2, told(4), True, 0),
        Shown("not said", True, 8, told(None), True, 0),
        Shown("logo", True, None, told(None), True, 0),
        Shown("missed", True, 64, None, False, 0),
        Shown("elsewhere", True, 32, told(32), False, 1),
        Shown("none there", False, None, told(None), False, 2),
        Shown("nothing", False, None, None, False, 0),
    ]
    lines = report(pictures)
    assert lines[0] == "8 pictures, 6 cubes, 5 with a number up"
    assert "4 of      6" in lines[1]
    assert "1 of      2" in lines[2]
    assert "2 of      5" in lines[3]
    assert lines[4] == "a cube told elsewhere: 2, with a value: 1"
    assert lines[5] == "dice with numbers told of: 3"


def test_without_pictures_or_weights_it_says_what_to_give(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="--stills FOLDER"):
        main([])
    with pytest.raises(EvaluationError, match="no such file"):
        main(["--photos", str(tmp_path), "--weights", str(tmp_path / "none.onnx")])
