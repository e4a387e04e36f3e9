"""The door that opens a source by its name."""

import re
from pathlib import Path
from typing import Literal, TypeAlias

from vision.camera import file, folder, live, stream, webcam
from vision.camera.source import OnChange, Source, SourceError

Kind: TypeAlias = Literal["camera", "stream", "folder", "video", "record"]


def source_kind(spec: str) -> Kind:
    """What a source's name means: `0`, `/dev/…` a camera, `rtsp://…` a stream, else by what lies at the path.

    :raises SourceError: when nothing lies there.
    """
    if re.fullmatch(r"\d+", spec) or spec.startswith("/dev/"):
        return "camera"
    if re.match(r"[a-z][a-z0-9+.-]+://", spec, re.IGNORECASE):
        return "stream"
    path = Path(spec)
    if path.is_dir():
        return "record" if (path / "log.sqlite").exists() else "folder"
    if path.exists():
        return "video"
    raise SourceError(
        f"there is no source {spec!r}: give a camera (0, /dev/v4l/by-path/…), a video, a folder of pictures "
        "or a stream URL"
    )


def open_source(spec: str, interval_s: float = 1.0, on_change: OnChange | None = None) -> Source:
    """Open the source named by `spec`.

    `interval_s` is the time between the pictures of a folder, s. `on_change` is called from the capturing thread when
    a live source is lost or back.

    :raises SourceError: with a line that says what is wrong; `DeviceError` when a camera or stream does not open.
    """
    kind = source_kind(spec)
    if kind == "folder":
        return folder.FolderSource(Path(spec), interval_s)
    if kind == "video":
        return file.VideoSource(Path(spec))
    if kind == "record":
        raise SourceError(
            f"{spec} is a record folder, which holds no pictures: judge it again with `zarbiter replay {spec}`"
        )
    opener = webcam.opener(spec) if kind == "camera" else stream.opener(spec)
    return live.LiveFeed(live.LiveSource(opener, on_change=on_change))
