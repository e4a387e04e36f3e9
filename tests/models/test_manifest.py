from pathlib import Path

import pytest

from models.registry import describe, load_manifest
from models.train.manifest import Entry, enter


def entry(name: str, **changes: object) -> Entry:
    values: dict[str, object] = {
        "name": name,
        "classes": ("die",),
        "input": (96, 64),
        "output": 'the "centre"',
        "trained_by": "python -m models.train all",
        "seed": 3,
        "training_data": ("rendered dice", "ünïcode MIT"),
        "card": "dice.md",
    }
    return Entry(**(values | changes))  # type: ignore[arg-type]


def test_what_is_entered_is_what_the_registry_describes(tmp_path: Path) -> None:
    (tmp_path / "dice_find.onnx").write_bytes(b"weights")
    enter(entry("dice_find", scores={"real: chase": "25 of 29"}), tmp_path)
    found = describe("dice_find", tmp_path)
    assert (found.classes, found.input, found.seed) == (("die",), (96, 64), 3)
    assert found.training_data == ("rendered dice", "ünïcode MIT")
    assert found.card == tmp_path / "dice.md"
    assert found.scores == {"real: chase": "25 of 29"}


def test_new_weights_take_the_old_one_s_place_and_lose_its_scores(tmp_path: Path) -> None:
    for name in ("dice_find", "dice_read"):
        (tmp_path / f"{name}.onnx").write_bytes(name.encode())
        enter(entry(name, scores={"real: all": name}), tmp_path)
    (tmp_path / "dice_find.onnx").write_bytes(b"better")
    enter(entry("dice_find", seed=4), tmp_path)
    there = load_manifest(tmp_path)
    assert set(there) == {"dice_find", "dice_read"}
    assert there["dice_find"].seed == 4
    assert there["dice_find"].scores == {}
    assert there["dice_read"].scores == {"real: all": "dice_read"}
    describe("dice_find", tmp_path)


def test_a_network_that_is_not_there_is_not_entered(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        enter(entry("dice_find"), tmp_path)
    assert not (tmp_path / "manifest.toml").exists()
