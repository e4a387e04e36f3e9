from pathlib import Path

import pytest

from models.registry import describe
from models.train.publish import publish


def test_a_published_run_is_what_the_registry_describes(tmp_path: Path) -> None:
    run, folder = tmp_path / "run", tmp_path / "models"
    run.mkdir()
    folder.mkdir()
    (folder / "dice_find.onnx").write_bytes(b"dice")
    (folder / "manifest.toml").write_text('[dice_find]\nfile = "dice_find.onnx"\nsha256 = "x"\n', encoding="utf-8")
    for turn in (b"first", b"second"):
        (run / "board.onnx").write_bytes(b"board " + turn)
        (run / "points.onnx").write_bytes(b"points " + turn)
        publish(run, "python -m models.train detector", 7, folder)
    text = (folder / "manifest.toml").read_text(encoding="utf-8")
    assert text.count("[board]") == text.count("[points]") == text.count("[dice_find]") == 1
    (folder / "manifest.toml").write_text(text[text.index("[board]") :], encoding="utf-8")
    entry = describe("board", folder)
    assert entry.path.read_bytes() == b"board second"
    assert entry.seed == 7


def test_a_run_without_exports_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        publish(tmp_path, "x", 1, tmp_path)
