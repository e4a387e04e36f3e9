"""A stream from a server on this machine."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.vision.pictures import board, with_disc, write_video
from vision.camera.live import LiveFeed, LiveSource
from vision.camera.source import CameraChange, DeviceError
from vision.camera.stream import Stream, opener


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    write_video(
        tmp_path / "board.mkv", [with_disc(board(i), (100 + 10 * i, 200)) for i in range(6)], list(range(0, 600, 100))
    )
    (tmp_path / "page.html").write_text("<p>no video here</p>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path))) as http:
        thread = threading.Thread(target=http.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{http.server_address[1]}"
        http.shutdown()


def test_pictures_come_with_their_times_until_it_breaks_off(server: str) -> None:
    stream = Stream(f"{server}/board.mkv")
    grabs = [stream.grab() for _ in range(7)]
    stream.close()
    assert [round((grab.t_ns or 0) / 1e6) for grab in grabs if grab] == [0, 100, 200, 300, 400, 500]
    assert grabs[6] is None


@pytest.mark.parametrize("name", ["page.html", "missing.mkv"])
def test_what_carries_no_video_is_a_device_error(server: str, name: str) -> None:
    with pytest.raises(DeviceError, match=f"{name} (does not open|carries no video)"):
        Stream(f"{server}/{name}")


def test_a_stream_that_broke_off_is_opened_again(server: str) -> None:
    changes: list[CameraChange] = []
    source = LiveSource(opener(f"{server}/board.mkv"), on_change=changes.append, stuck_after_s=0.2, retry_s=0.05)
    feed = LiveFeed(source, depth=100)
    frames = iter(feed)
    times = [next(frames).t_mono_ns for _ in range(9)]
    feed.close()
    assert times == sorted(set(times))
    assert [change.state for change in changes][:2] == ["lost", "back"]
