"""Files of throws: the same bytes for the same seed, resumable, fair, and summed up rightly."""

from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from models.synth.physics.throws import read_throws, summary_of, throws, write_throws


def test_the_same_seed_gives_the_same_bytes_whether_broken_off_or_not(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    assert write_throws(whole, 60, 11, 0.5) == 60
    write_throws(broken, 31, 11, 0.5)
    broken.write_bytes(broken.read_bytes()[:-40])
    assert write_throws(broken, 60, 11, 0.5) == 30
    assert broken.read_bytes() == whole.read_bytes()
    assert write_throws(whole, 60, 11, 0.5) == 0
    assert len(read_throws(whole)) == 60


def test_another_seed_gives_other_throws() -> None:
    first, second = (next(throws(seed, 0.0))["dice"] for seed in (1, 2))
    assert first != second


def test_a_file_of_another_seed_is_not_mixed_up(tmp_path: Path) -> None:
    write_throws(tmp_path / "a.jsonl", 2, 1, 0.0)
    with pytest.raises(ValueError, match="use another file, or the same --seed and --rare"):
        write_throws(tmp_path / "a.jsonl", 3, 2, 0.0)


@pytest.mark.slow
def test_fair_dice_show_fair_faces() -> None:
    """χ² at 1 % over the flat dice of 600 throws of a fixed seed."""
    summary = summary_of(islice(throws(20, 0.0), 600))
    assert sum(summary.faces.values()) > 1100
    assert summary.is_fair


def _die(**more: Any) -> dict[str, Any]:
    return {"value": 3, "tilt": 0.0, "moving": False, "rests_on": ["field"], "where": "left-half"} | more


@pytest.mark.parametrize(
    ("second", "kind"),
    [
        (_die(), "valid (flat, on the field, one half)"),
        (_die(where="right-half"), "in both halves"),
        (_die(tilt=30.0), "leaning (8° or more)"),
        (_die(tilt=3.0), "askew (1° to 8°)"),
        (_die(rests_on=["checker"]), "on a checker"),
        (_die(rests_on=["die"]), "on the other die"),
        (_die(where="bar", rests_on=["bar"]), "on the bar"),
        (_die(where="rail", rests_on=["rail"]), "on a rail"),
        (_die(where="tray", rests_on=["tray"]), "in a tray"),
        (_die(where="off-board", rests_on=["table"]), "off the board"),
        (_die(moving=True, tilt=30.0), "moving"),
    ],
)
def test_each_kind_is_counted_once(second: dict[str, Any], kind: str) -> None:
    shares = summary_of([{"dice": [_die(), second]}]).shares
    assert [name for name, share in shares.items() if share] == [kind]
