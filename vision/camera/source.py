"""One protocol for every place pictures come from."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from vision.frame import Frame


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
