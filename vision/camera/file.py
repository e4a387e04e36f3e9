"""A recorded video, with the capture times that stand in it."""

import itertools
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import av
import av.container
import av.error
import numpy as np

from vision.camera.source import SourceError
from vision.frame import Frame, Image

CUT_OFF_S = 1.5
"""A video whose last picture comes this much before its recorded end was cut off."""


def upright(picture: av.VideoFrame) -> Image:
    """A decoded picture as H×W×3 BGR, turned as its display matrix asks (phone videos)."""
    image = picture.to_ndarray(format="bgr24")
    quarter_turns = round(picture.rotation / 90) % 4
    return np.ascontiguousarray(np.rot90(image, quarter_turns), np.uint8)


def picture_time_ns(picture: av.VideoFrame, number: int, rate: Fraction | None) -> int | None:
    """Presentation time, ns; where the file holds none, from the frame rate; None when it has neither."""
    if picture.pts is not None and picture.time_base is not None:
        return round(picture.pts * picture.time_base * 1_000_000_000)
    return round(number * 1_000_000_000 / rate) if rate else None


def promised_end(container: av.container.InputContainer, stream: av.VideoStream) -> float | None:
    """End of the video by its own header, s; None where the header does not say."""
    if stream.duration is not None and stream.time_base is not None:
        return float(((stream.start_time or 0) + stream.duration) * stream.time_base)
    if container.duration is None or len(container.streams) > 1:
        return None
    return (container.duration + (container.start_time or 0)) / 1e6


class VideoSource:
    """A video file.

    :raises SourceError: when it can't be opened or holds no picture; while iterating, when it is damaged on the way.
    """

    live = False
    settled = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self.dropped = 0
        self._closed = False
        try:
            self._container = av.open(str(path))
        except (av.error.FFmpegError, OSError) as error:
            raise SourceError(
                f"{path} can't be played ({reason(error)}): give a video file that a player opens"
            ) from error
        self._pictures = self._decode()
        try:
            self._first = next(self._pictures)
        except StopIteration:
            self._container.close()
            raise SourceError(
                f"the video {path} holds no pictures: it is empty or was cut off while recording"
            ) from None

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures, px."""
        return self._first.size

    def __iter__(self) -> Iterator[Frame]:
        return itertools.chain((self._first,), self._pictures)

    def _decode(self) -> Iterator[Frame]:
        if not self._container.streams.video:
            self._container.close()
            raise SourceError(f"{self.path} has no video in it: give a video file")
        stream = self._container.streams.video[0]
        stream.thread_type = "SLICE"
        last_ns = -1
        try:
            for number, picture in enumerate(self._container.decode(stream)):
                if self._closed:
                    return
                t_ns = picture_time_ns(picture, number, stream.average_rate)
                if t_ns is None:
                    raise SourceError(
                        f"the video {self.path} holds no times: convert it to mp4 or webm, e.g. with ffmpeg"
                    )
                if t_ns <= last_ns or picture.is_corrupt:
                    self.dropped += 1
                    continue
                last_ns = t_ns
                yield Frame(upright(picture), number, t_ns)
            self._check_end(stream, last_ns)
        except av.error.FFmpegError as error:
            where = f"after {last_ns / 1e9:.1f} s" if last_ns >= 0 else "from its first picture on"
            raise SourceError(f"the video {self.path} is damaged {where}: {reason(error)}") from error
        finally:
            if self._closed:
                self._container.close()

    def _check_end(self, stream: av.VideoStream, last_ns: int) -> None:
        end_s = promised_end(self._container, stream)
        if last_ns >= 0 and end_s is not None and end_s - last_ns / 1e9 > CUT_OFF_S:
            raise SourceError(
                f"the video {self.path} is damaged after {last_ns / 1e9:.1f} s: "
                f"{end_s:.1f} s were recorded, the rest is missing"
            )

    def close(self) -> None:
        self._closed = True


def reason(error: Exception) -> str:
    """FFmpeg's or the system's words for an error, without its number and file name."""
    text = getattr(error, "strerror", None) or str(error)
    return str(text).strip().rstrip(".")
