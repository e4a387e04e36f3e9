"""The ring of pictures behind a flag."""

import io

import av
import cv2
import numpy as np

from tests.vision.pictures import board, with_disc
from vision.evidence import Evidence
from vision.frame import Frame, Image

MS = 1_000_000


def filled(count: int, every_ms: int, **settings: float) -> Evidence:
    ring = Evidence(**settings)  # type: ignore[arg-type]
    for number in range(count):
        ring.add(Frame(with_disc(board(number), (100 + number, 240)), number, number * every_ms * MS))
    return ring


def decoded(jpeg: bytes | None) -> Image:
    assert jpeg is not None
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return np.asarray(image, np.uint8)


def disc_x(jpeg: bytes | None) -> float:
    return float(np.mean(np.nonzero(decoded(jpeg)[240, :, 0] > 180)[0]))


def test_the_picture_nearest_to_a_moment_is_found() -> None:
    ring = filled(100, 200)
    assert abs(disc_x(ring.picture(50 * 200 * MS)) - 150) < 2
    assert abs(disc_x(ring.picture()) - 199) < 2


def test_old_pictures_go_and_quick_ones_are_left_out() -> None:
    assert len(filled(300, 200, seconds=10, per_s=5)) == 50
    assert len(filled(20, 20, per_s=5)) == 2


def test_a_settled_view_is_always_kept() -> None:
    ring = filled(1, 20)
    ring.add(Frame(with_disc(board(5), (400, 240)), 1, 20 * MS), keep=True)
    assert abs(disc_x(ring.picture()) - 400) < 2


def test_wide_pictures_are_made_smaller() -> None:
    ring = Evidence(width=320)
    ring.add(Frame(board(), 0, 0))
    assert decoded(ring.picture()).shape == (240, 320, 3)


def test_a_clip_plays_the_span_in_true_time() -> None:
    data = filled(30, 200).clip(1000 * MS, 3000 * MS)
    assert data is not None
    with av.open(io.BytesIO(data), "r") as container:
        times = [picture.time for picture in container.decode(video=0)]
    assert len(times) == 11
    assert times[-1] == 2.0


def test_nothing_kept_gives_nothing() -> None:
    assert Evidence().picture() is None
    assert filled(3, 200).clip(5000 * MS, 9000 * MS) is None
