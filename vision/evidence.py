"""The last seconds of pictures, kept small, so that a flag can show what was seen."""

import io
from collections import deque
from dataclasses import dataclass
from fractions import Fraction

import av
import cv2
import numpy as np

from vision.frame import Frame, Image


@dataclass(frozen=True)
class Kept:
    """A picture as JPEG with its time on the source's clock, ns."""

    t_mono_ns: int
    jpeg: bytes


def jpeg_of(image: Image, quality: int = 85) -> bytes:
    """A picture as JPEG."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise ValueError(f"a picture of shape {image.shape} can't be written as JPEG")
    return data.tobytes()


class Evidence:
    """A ring of pictures: at most `per_s` a second for `seconds`, no wider than `width` px, oldest dropped first."""

    def __init__(self, seconds: float = 20.0, per_s: float = 5.0, width: int = 960) -> None:
        self._ring: deque[Kept] = deque(maxlen=max(1, round(seconds * per_s)))
        self._gap_ns, self._width = round(1e9 / per_s), width

    def __len__(self) -> int:
        return len(self._ring)

    def add(self, frame: Frame, keep: bool = False) -> None:
        """Remember a frame; those that come too soon after the last are left out unless `keep` (a settled view)."""
        if self._ring and not keep and frame.t_mono_ns - self._ring[-1].t_mono_ns < self._gap_ns:
            return
        width, height = frame.size
        image = frame.image
        if width > self._width:
            small = (self._width, round(height * self._width / width))
            image = np.asarray(cv2.resize(image, small, interpolation=cv2.INTER_AREA), np.uint8)
        self._ring.append(Kept(frame.t_mono_ns, jpeg_of(image)))

    def picture(self, t_mono_ns: int | None = None) -> bytes | None:
        """The JPEG nearest to a time (the newest without one); None while nothing is kept."""
        if not self._ring:
            return None
        if t_mono_ns is None:
            return self._ring[-1].jpeg
        return min(self._ring, key=lambda kept: abs(kept.t_mono_ns - t_mono_ns)).jpeg

    def clip(self, from_ns: int, to_ns: int) -> bytes | None:
        """The pictures between two times as a WebM (VP9) in true time; None when fewer than two are kept there."""
        kept = [one for one in self._ring if from_ns <= one.t_mono_ns <= to_ns]
        return webm_of(kept) if len(kept) >= 2 else None


def webm_of(kept: list[Kept]) -> bytes:
    """Pictures as a WebM film that plays at the speed at which they were taken."""
    target = io.BytesIO()
    with av.open(target, "w", format="webm") as container:
        first = cv2.imdecode(np.frombuffer(kept[0].jpeg, np.uint8), cv2.IMREAD_COLOR)
        assert first is not None
        stream = container.add_stream("libvpx-vp9", rate=30, options={"deadline": "realtime", "cpu-used": "8"})
        stream.width, stream.height = first.shape[1] & ~1, first.shape[0] & ~1
        stream.pix_fmt = "yuv420p"
        stream.bit_rate = 800_000
        stream.codec_context.time_base = Fraction(1, 1000)
        for one in kept:
            image = cv2.imdecode(np.frombuffer(one.jpeg, np.uint8), cv2.IMREAD_COLOR)
            assert image is not None
            image = image[: stream.height, : stream.width]
            picture = av.VideoFrame.from_ndarray(np.ascontiguousarray(image, np.uint8), format="bgr24")
            picture.pts = (one.t_mono_ns - kept[0].t_mono_ns) // 1_000_000
            picture.time_base = Fraction(1, 1000)
            container.mux(stream.encode(picture))
        container.mux(stream.encode(None))
    return target.getvalue()
