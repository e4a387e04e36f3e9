"""Is a live camera still showing the present? Trusts the progress of timestamps and pictures, not the driver's word.

After an unplug some drivers go on delivering the last picture and report success.
"""

import zlib
from dataclasses import dataclass, replace

import numpy as np

from vision.frame import Image


@dataclass(frozen=True)
class Glimpse:
    """What one attempt to take a picture gave: the device's time (ns, None where it has no clock) and the picture's
    digest."""

    t_ns: int | None
    digest: int


@dataclass(frozen=True)
class Watch:
    """Progress of a camera. Times are on the host's monotonic clock, ns."""

    last: Glimpse | None = None
    picture_changed_ns: int | None = None
    time_advanced_ns: int | None = None
    lost: str = ""

    @property
    def ok(self) -> bool:
        """Whether it shows the present as far as known."""
        return not self.lost


def digest(image: Image) -> int:
    """A number that differs between any two pictures of a real camera (sensor noise sees to that)."""
    return zlib.crc32(np.ascontiguousarray(image[::4, ::4]).tobytes())


def look(watch: Watch, seen: Glimpse | None, now_ns: int, stuck_after_ns: int) -> tuple[Watch, bool]:
    """Take one attempt (`seen` None: no picture came) into account; also says whether the picture is a new one.

    A camera is lost (`Watch.lost` says why) when for `stuck_after_ns` no picture came, its timestamps stood still or it
    repeated one picture; it is back when both time and picture advance again.
    """
    changed_ns = watch.picture_changed_ns if watch.picture_changed_ns is not None else now_ns
    advanced_ns = watch.time_advanced_ns if watch.time_advanced_ns is not None else now_ns
    if seen is None:
        why = "gives no pictures" if now_ns - advanced_ns >= stuck_after_ns else ""
        return replace(
            watch, picture_changed_ns=changed_ns, time_advanced_ns=advanced_ns, lost=watch.lost or why
        ), False
    new_picture = watch.last is None or seen.digest != watch.last.digest
    new_time = _advances(watch.last, seen, new_picture)
    changed_ns = now_ns if new_picture else changed_ns
    advanced_ns = now_ns if new_time else advanced_ns
    lost = watch.lost
    if new_picture and new_time:
        lost = ""
    elif now_ns - changed_ns >= stuck_after_ns:
        lost = lost or "repeats one picture"
    elif now_ns - advanced_ns >= stuck_after_ns:
        lost = lost or "has a clock that stands still"
    return Watch(seen, changed_ns, advanced_ns, lost), new_time and not lost


def reopened(watch: Watch) -> Watch:
    """The device was opened anew: its clock may start anywhere, the stuck picture is still known."""
    last = Glimpse(None, watch.last.digest) if watch.last else None
    return replace(watch, last=last)


def _advances(before: Glimpse | None, seen: Glimpse, new_picture: bool) -> bool:
    if before is None:
        return True
    if seen.t_ns is None or before.t_ns is None:
        return new_picture
    return seen.t_ns > before.t_ns
