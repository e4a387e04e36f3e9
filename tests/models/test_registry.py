import hashlib
from pathlib import Path

import pytest

from models.registry import RegistryError, describe, load_manifest, verify

ENTRY = """
[board]
file = "board.onnx"
sha256 = "{sha}"
licence = "AGPL-3.0-or-later"
classes = ["checker"]
input = [352, 320]
trained_by = "python -m models.train detector"
seed = 1
training_data = ["rendered boards"]
card = "board.md"

[board.scores]
"photographs, slots" = "919 of 928"
"""


def folder_with(tmp_path: Path, content: bytes, sha: str | None = None) -> Path:
    (tmp_path / "board.onnx").write_bytes(content)
    (tmp_path / "manifest.toml").write_text(
        ENTRY.format(sha=sha or hashlib.sha256(content).hexdigest()), encoding="utf-8"
    )
    return tmp_path


def test_a_weight_whose_hash_matches_is_described(tmp_path: Path) -> None:
    entry = describe("board", folder_with(tmp_path, b"weights"))
    assert entry.path.read_bytes() == b"weights"
    assert entry.input == (352, 320)
    assert entry.classes == ("checker",)
    assert entry.training_data == ("rendered boards",)
    assert entry.card == tmp_path / "board.md"
    assert entry.scores == {"photographs, slots": "919 of 928"}


def test_an_altered_weight_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="not those of the manifest"):
        describe("board", folder_with(tmp_path, b"weights", "0" * 64))


def test_a_missing_weight_is_refused(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, b"weights")
    (folder / "board.onnx").unlink()
    with pytest.raises(RegistryError, match="missing"):
        describe("board", folder)


def test_an_unknown_name_lists_what_there_is(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="there are board"):
        describe("cube", folder_with(tmp_path, b"weights"))


def test_an_entry_without_a_hash_is_named(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, b"weights")
    text = (folder / "manifest.toml").read_text(encoding="utf-8")
    (folder / "manifest.toml").write_text(text.replace("sha256", "sha"), encoding="utf-8")
    with pytest.raises(RegistryError, match=r"\[board\].*sha256"):
        load_manifest(folder)


def test_bundled_weights_are_the_manifest_s_and_small() -> None:
    entries = [describe(name) for name in load_manifest()]
    assert {e.name for e in entries} >= {"board", "points"}
    assert all(e.licence and e.training_data and e.trained_by for e in entries)
    assert all(e.card.is_file() and e.scores for e in entries)
    assert sum(e.path.stat().st_size for e in entries) < 12_000_000


def test_the_doctor_is_told_which_weights_are_wrong(tmp_path: Path) -> None:
    good, bad = tmp_path / "good", tmp_path / "bad"
    good.mkdir()
    bad.mkdir()
    assert verify(folder_with(good, b"weights")) == {"board": None}
    fault = verify(folder_with(bad, b"weights", "0" * 64))["board"]
    assert fault is not None
    assert "reinstall" in fault


def test_the_weights_in_the_repository_are_those_of_the_manifest() -> None:
    assert set(verify().values()) == {None}
