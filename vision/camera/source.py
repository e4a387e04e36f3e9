"""One protocol for every place pictures come from, and the door that opens it by name."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from vision.frame import Frame

Kind: TypeAlias = Literal["camera", "stream", "folder", "video", "record"]


class SourceError(Exception):
    """A source that can't be used; the message is one line that says what to do."""


class DeviceError(SourceError):
    """A camera or stream failed (not a wrong name or a bad file): exit status 3 of `interfaces.md`."""


@dataclass(frozen=True)
class CameraChange:
    """A live source was lost or is back. `t_mono_ns` on the host's monotonic clock; `why` in words for the log."""

    state: Literal["lost", "back"]
    why: str
    t_mono_ns: int


OnChange: TypeAlias = Callable[[CameraChange], None]


class Source(Protocol):
    """Frames in order of capture; their `t_mono_ns` strictly increases.

    `live` tells pictures of now (a camera, a stream) from recorded ones; `settled` says that every picture is one
    settled view (a folder of pictures). Iterating may block; a live source that is lost blocks until it is back,
    telling `on_change`. `close` ends the iteration and may be called from another thread.
    """

    live: bool
    settled: bool

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures, px."""

    def __iter__(self) -> Iterator[Frame]: ...

    def close(self) -> None: ...


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
    from vision.camera import file, folder, live, stream, webcam  # noqa: PLC0415  (they import this module)

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
