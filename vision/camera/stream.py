"""A network camera's stream (rtsp, http …), decoded by FFmpeg."""

from collections.abc import Iterator

import av
import av.error

from vision.camera.file import picture_time_ns, reason, upright
from vision.camera.live import Grab, Opener
from vision.camera.source import DeviceError


class Stream:
    """An opened stream; `timeout_s` bounds both connecting and waiting for a picture.

    :raises DeviceError: when it can't be reached or carries no video.
    """

    def __init__(self, url: str, timeout_s: float = 5.0) -> None:
        options = {"rtsp_transport": "tcp"} if url.startswith("rtsp") else {}
        try:
            self._container = av.open(url, options=options, timeout=(timeout_s, timeout_s))
        except (av.error.FFmpegError, OSError, ValueError) as error:
            raise DeviceError(
                f"the stream {url} does not open ({reason(error)}): check the address and the network"
            ) from error
        if not self._container.streams.video:
            self._container.close()
            raise DeviceError(f"the stream {url} carries no video: check the address")
        self._stream = self._container.streams.video[0]
        self._pictures: Iterator[av.VideoFrame] = self._container.decode(self._stream)
        self._number = -1

    def grab(self) -> Grab | None:
        """The next picture with its presentation time; None when the stream broke off."""
        try:
            picture = next(self._pictures, None)
        except (av.error.FFmpegError, OSError):
            return None
        if picture is None:
            return None
        self._number += 1
        return Grab(upright(picture), picture_time_ns(picture, self._number, None))

    def close(self) -> None:
        self._container.close()


def opener(url: str) -> Opener:
    """How to open (and reopen) the stream at `url`."""
    return lambda: Stream(url)
