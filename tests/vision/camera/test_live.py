"""Live sources with a simulated camera: one that is stuck or unplugged is reported lost, and comes back."""

from collections.abc import Iterator
from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.vision.pictures import board
from vision.camera import webcam
from vision.camera.live import Device, Grab, LiveFeed, LiveSource
from vision.camera.source import CameraChange, DeviceError
from vision.camera.watch import Glimpse, Watch, look, reopened

SECOND = 1_000_000_000


class Clock:
    """Host time that passes only when somebody waits or takes a picture."""

    def __init__(self) -> None:
        self.ns = 100 * SECOND

    def __call__(self) -> int:
        return self.ns

    def wait(self, seconds: float) -> None:
        self.ns += round(seconds * SECOND)


class Camera:
    """Gives a new picture every 100 ms; `stuck` repeats the last with success, `unplugged` gives none."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.count, self.opened = clock, 0, 0
        self.mode = "good"
        self.heals_at = 3
        self.last: Grab | None = None

    def grab(self) -> Grab | None:
        self.clock.wait(0.1)
        if self.mode == "unplugged":
            return None
        if self.mode == "stuck-clock-runs" and self.last:
            return Grab(self.last.image, self.clock.ns)
        if self.mode == "good" or self.last is None:
            self.count += 1
            self.last = Grab(board(self.count), self.clock.ns)
        return self.last

    def close(self) -> None:
        pass

    def open(self) -> Device:
        self.opened += 1
        if self.opened > self.heals_at:
            self.mode = "good"
        if self.mode == "unplugged":
            raise DeviceError("there is no camera 0")
        return self


def watched(camera: Camera, changes: list[CameraChange], give_up_s: float | None = None) -> LiveSource:
    clock = camera.clock
    return LiveSource(camera.open, on_change=changes.append, now_ns=clock, wait=clock.wait, give_up_s=give_up_s)


def test_a_good_camera_gives_frames_with_its_own_times() -> None:
    camera = Camera(Clock())
    changes: list[CameraChange] = []
    source = watched(camera, changes)
    frames = [frame for frame, _ in zip(source, range(5), strict=False)]
    assert [frame.number for frame in frames] == [0, 1, 2, 3, 4]
    steps = {later.t_mono_ns - earlier.t_mono_ns for earlier, later in pairwise(frames)}
    assert steps == {SECOND // 10}
    assert changes == []


@pytest.mark.parametrize(
    ("mode", "why"),
    [("stuck", "repeats one picture"), ("stuck-clock-runs", "repeats one picture"), ("unplugged", "gives no pictures")],
)
def test_a_camera_without_progress_is_lost_once_and_comes_back(mode: str, why: str) -> None:
    camera = Camera(Clock())
    changes: list[CameraChange] = []
    frames = iter(watched(camera, changes))
    next(frames)
    camera.mode = mode
    before = camera.clock.ns
    while not any(change.state == "back" for change in changes):
        frame = next(frames)
    assert [change.state for change in changes] == ["lost", "back"]
    assert why in changes[0].why
    assert 3.5 * SECOND < changes[0].t_mono_ns - before < 6 * SECOND
    assert frame.t_mono_ns >= changes[1].t_mono_ns - SECOND
    assert camera.opened > 1


def test_a_camera_that_repeats_one_picture_for_ever_ends_with_a_clear_line() -> None:
    camera = Camera(Clock())
    changes: list[CameraChange] = []
    source = watched(camera, changes, give_up_s=30)
    camera.mode, camera.heals_at = "stuck", 1000
    with pytest.raises(DeviceError, match="repeats one picture for 30 s: check the cable"):
        list(source)
    assert [change.state for change in changes] == ["lost"]
    assert 20 < camera.opened < 40


def test_a_camera_without_a_first_picture_does_not_open() -> None:
    camera = Camera(Clock())

    def opened() -> Device:
        camera.mode = "unplugged"
        return camera

    with pytest.raises(DeviceError, match="gives no pictures"):
        LiveSource(opened, now_ns=camera.clock, wait=camera.clock.wait)


def test_a_clock_that_starts_again_after_reopening_does_not_run_backwards() -> None:
    watch = Watch()
    watch, _ = look(watch, Glimpse(50 * SECOND, 1), 0, 4 * SECOND)
    watch, _ = look(watch, None, 5 * SECOND, 4 * SECOND)
    assert watch.lost
    watch, fresh = look(reopened(watch), Glimpse(0, 1), 6 * SECOND, 4 * SECOND)
    assert not fresh
    assert watch.lost
    watch, fresh = look(watch, Glimpse(1, 2), 7 * SECOND, 4 * SECOND)
    assert fresh
    assert watch.ok


def test_a_standing_clock_is_not_trusted_even_with_new_pictures() -> None:
    watch = Watch()
    for second in range(8):
        watch, _ = look(watch, Glimpse(7, second), second * SECOND, 4 * SECOND)
    assert watch.lost == "has a clock that stands still"


class ShortCamera:
    def __init__(self, pictures: int) -> None:
        self.left = pictures

    def grab(self) -> Grab | None:
        if self.left == 0:
            raise DeviceError("the cable was pulled")
        self.left -= 1
        return Grab(board(self.left), None)

    def close(self) -> None:
        pass


def test_the_feed_drops_the_oldest_counts_them_and_passes_the_error_on() -> None:
    feed = LiveFeed(LiveSource(lambda: ShortCamera(10)), depth=3)
    frames = iter(feed)
    numbers = [next(frames).number]
    with pytest.raises(DeviceError, match="cable was pulled"):
        numbers.extend(frame.number for frame in frames)
    assert numbers == sorted(numbers)
    assert numbers[-1] == 9
    assert len(numbers) + feed.dropped == 10


class FakeCapture:
    """What V4L2 does, with a switch for a camera that refuses manual exposure."""

    def __init__(self, obeys: bool = True) -> None:
        self.obeys, self.calls = obeys, [(0, 0.0)]
        self.props: dict[int, float] = {cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_AUTO_EXPOSURE: webcam.AUTO}
        self.count = 0
        self.released = False

    def read(self) -> tuple[bool, cv2.typing.MatLike | None]:
        self.count += 1
        if self.props[cv2.CAP_PROP_AUTO_EXPOSURE] == webcam.AUTO:
            self.props[cv2.CAP_PROP_EXPOSURE] = 240.0
        return True, board(self.count)

    def get(self, prop: int) -> float:
        return self.count * 100.0 if prop == cv2.CAP_PROP_POS_MSEC else self.props.get(prop, 0.0)

    def set(self, prop: int, value: float) -> bool:
        self.calls.append((prop, value))
        if self.obeys or prop != cv2.CAP_PROP_AUTO_EXPOSURE:
            self.props[prop] = value
        return True

    def release(self) -> None:
        self.released = True


def test_exposure_is_found_by_the_camera_then_held_and_read_back() -> None:
    capture = FakeCapture()
    lock = webcam.lock_exposure(capture)
    assert lock.locked
    assert lock.value == 240.0
    exposure = [call for call in capture.calls if call[0] in (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE)]
    assert exposure == [
        (cv2.CAP_PROP_AUTO_EXPOSURE, 3.0),
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0),
        (cv2.CAP_PROP_EXPOSURE, 240.0),
    ]


def test_a_camera_that_refuses_the_lock_is_found_out() -> None:
    assert not webcam.lock_exposure(FakeCapture(obeys=False)).locked


def test_automatics_that_come_back_are_switched_off_again() -> None:
    capture = FakeCapture()
    camera = webcam.Webcam(capture, recheck=5)
    capture.props[cv2.CAP_PROP_AUTO_EXPOSURE] = webcam.AUTO
    for _ in range(5):
        camera.grab()
    assert capture.props[cv2.CAP_PROP_AUTO_EXPOSURE] == webcam.MANUAL


def test_a_webcam_gives_the_drivers_time() -> None:
    camera = webcam.Webcam(FakeCapture())
    times = [grab.t_ns for grab in grabs(camera, 3)]
    assert all(t is not None for t in times)
    assert np.diff([t or 0 for t in times]).tolist() == [SECOND // 10, SECOND // 10]


def grabs(device: Device, count: int) -> Iterator[Grab]:
    for _ in range(count):
        grab = device.grab()
        assert grab is not None
        yield grab


def test_a_missing_camera_is_named_with_what_to_do() -> None:
    with pytest.raises(DeviceError, match=r"there is no camera /dev/nothing-here .* plug it in"):
        webcam.open_capture("/dev/nothing-here")
