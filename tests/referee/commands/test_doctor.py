"""The doctor says what is wrong and how to mend it."""

import importlib.metadata
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from calibration.colours import SetColours
from calibration.profile import BoardProfile, Seats, save_profile
from calibration.view import View
from referee.commands import doctor


def findings(folder: Path, weights: dict[str, str | None] | None = None) -> dict[str, doctor.Finding]:
    return {finding.what: finding for finding in doctor.examine(folder, lambda: weights or {})}


def test_a_damaged_weight_is_a_fault_with_a_remedy(tmp_path: Path) -> None:
    found = findings(tmp_path, {"checkers": "checksum differs", "dice": None})
    assert found["weights checkers"].state == "fault"
    assert "git checkout" in found["weights checkers"].mend
    assert found["weights dice"].state == "ok"


def test_a_full_disk_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "MINIMUM_FREE_BYTES", 10**18)
    assert findings(tmp_path)["disk"].state == "fault"


def test_a_record_folder_that_does_not_exist_yet_is_judged_by_its_parent(tmp_path: Path) -> None:
    assert str(tmp_path) in findings(tmp_path / "a" / "b")["disk"].detail


def test_a_missing_package_names_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PACKAGES", ("no-such-package-zarbiter",))
    assert "bootstrap" in findings(tmp_path)["no-such-package-zarbiter"].mend


def test_the_doctor_names_this_programs_version(tmp_path: Path) -> None:
    assert findings(tmp_path)["zarbiter"].detail == importlib.metadata.version("zarbiter")


def test_a_usb_port_that_may_be_used_is_told_with_what_tries_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = tmp_path / "ttyUSB0"
    port.touch()
    found = SimpleNamespace(vid=0x2341, device=str(port), description="Uno")
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [found])
    clock = findings(tmp_path)["clock Uno"]
    assert (clock.state, clock.detail) == ("ok", f"{port}: `zarbiter clock {port}` shows what it says")


def test_a_set_whose_sides_are_alike_is_told_before_the_match(tmp_path: Path) -> None:
    grey, ground = (50.0, 0.0, 0.0), (60.0, 20.0, 20.0)
    colours = SetColours((80.0, 0.0, 0.0), grey, ((20.0, 40.0, 0.0), (30.0, -40.0, 0.0)), ground, 3.0, 3.0)
    alike = replace(colours, light=(54.0, 0.0, 2.0))
    view = View.from_corners(((100.0, 60.0), (840.0, 60.0), (840.0, 690.0), (100.0, 690.0)), (940, 800))
    states = {}
    for name, known in (("plain", colours), ("alike", alike), ("unlearnt", None)):
        save_profile(BoardProfile(view, known, Seats(), "a test"), tmp_path / f"{name}.toml")
        found = doctor.examine(tmp_path, dict, tmp_path / f"{name}.toml")
        states[name] = next((f.state, f.detail) for f in found if f.what == "set")
    assert states["plain"][0] == "ok"
    assert states["alike"][0] == states["unlearnt"][0] == "warning"
    assert "look alike" in states["alike"][1]
    assert "not learnt" in states["unlearnt"][1]


def test_a_profile_that_cannot_be_read_is_a_fault(tmp_path: Path) -> None:
    found = doctor.examine(tmp_path, dict, tmp_path / "nowhere.toml")
    assert [f.state for f in found if f.what == "profile"] == ["fault"]
