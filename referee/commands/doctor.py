"""What is wrong on this machine and how to mend it: camera, clock, weights, disk, versions, permissions."""

import grp
import importlib.metadata
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from serial.tools import list_ports

from calibration.profile import ProfileError, load_profile

State = Literal["ok", "warning", "fault"]
PACKAGES = ("zarbiter", "opencv-python", "numpy", "onnxruntime", "pyserial", "fastapi", "uvicorn", "typer", "av")
MINIMUM_FREE_BYTES = 1_000_000_000


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at; `mend` says what to do and is empty when nothing has to be done."""

    what: str
    state: State
    detail: str
    mend: str = ""


def examine(
    record_folder: Path, verify_weights: Callable[[], dict[str, str | None]], profile: Path | None = None
) -> tuple[Finding, ...]:
    """Look at everything; `verify_weights` maps each weight's name to None or to what is wrong with it; `profile` is
    the board profile to be used, if there is one yet."""
    return (
        *_versions(),
        *_weights(verify_weights()),
        *(_profile(profile) if profile else ()),
        *_cameras(Path("/dev")),
        *_clocks(),
        *_disk(record_folder),
    )


def _profile(path: Path) -> Iterator[Finding]:
    try:
        doubts = load_profile(path).doubts()
    except ProfileError as error:
        yield Finding("profile", "fault", str(error), "make one with `zarbiter calibrate`")
        return
    for doubt in doubts:
        yield Finding("set", "warning", f"{path}: {doubt}", "mend that and calibrate again before the match")
    if not doubts:
        yield Finding("set", "ok", f"{path}: the two sides and the points can be told apart")


def _versions() -> Iterator[Finding]:
    yield Finding("python", "ok", f"{platform.python_version()} on {platform.platform()}")
    for package in PACKAGES:
        try:
            yield Finding(package, "ok", importlib.metadata.version(package))
        except importlib.metadata.PackageNotFoundError:
            yield Finding(package, "fault", "not installed", "set Zarbiter up again: python3 -m referee.bootstrap demo")


def _weights(faults: dict[str, str | None]) -> Iterator[Finding]:
    for name, fault in faults.items():
        if fault is None:
            yield Finding(f"weights {name}", "ok", "file and checksum agree")
        else:
            yield Finding(f"weights {name}", "fault", fault, "fetch the repository again: git checkout -- models")


def _cameras(devices: Path) -> Iterator[Finding]:
    cameras = sorted(devices.glob("video*"))
    if not cameras:
        mend = "plug the webcam in; without one, use a video or a folder of pictures as --source"
        yield Finding("camera", "warning", f"no {devices}/video* found", mend)
    for camera in cameras:
        yield _device(camera, "camera", "video")


def _clocks() -> Iterator[Finding]:
    ports = [port for port in list_ports.comports() if port.vid is not None]
    if not ports:
        yield Finding(
            "clock", "warning", "no USB serial port found", "plug the clock in; without one, use --clock simulated"
        )
    for port in ports:
        found = _device(Path(port.device), f"clock {port.description}", "dialout")
        hint = f"{found.detail}: `zarbiter clock {port.device}` shows what it says"
        yield replace(found, detail=hint) if found.state == "ok" else found


def _device(path: Path, what: str, fallback_group: str) -> Finding:
    if os.access(path, os.R_OK | os.W_OK):
        return Finding(what, "ok", str(path))
    try:
        group = grp.getgrgid(path.stat().st_gid).gr_name
    except (KeyError, OSError):
        group = fallback_group
    return Finding(what, "fault", f"no permission for {path}", f"sudo usermod -aG {group} $USER, then log in again")


def _disk(folder: Path) -> Iterator[Finding]:
    existing = next(p for p in (folder.absolute(), *folder.absolute().parents) if p.exists())
    free = shutil.disk_usage(existing).free
    if not os.access(existing, os.W_OK):
        yield Finding("record folder", "fault", f"{existing} is not writable", "choose another folder with --record")
    elif free < MINIMUM_FREE_BYTES:
        yield Finding(
            "disk", "fault", f"{free / 1e9:.1f} GB free in {existing}", "free some space or choose another --record"
        )
    else:
        yield Finding("disk", "ok", f"{free / 1e9:.0f} GB free in {existing}")
    if sys.platform != "linux":
        yield Finding("system", "warning", f"{sys.platform} is untested", "cameras are driven through V4L2: use Linux")
