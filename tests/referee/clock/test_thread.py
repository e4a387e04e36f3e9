"""The clock's own thread in real time: a cable that is pulled and plugged in under another name."""

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.clock.heard import Heard
from referee.clock.host import HostClock
from referee.clock.link import open_link
from referee.clock.simulated import SimulatedClock
from referee.feeding import Feed
from referee.rules.side import Side
from tests.referee.clock.cable import Cable
from tests.referee.test_feeding import NoSource


class LivingCable:
    """A cable whose far end lives in a thread of its own."""

    def __init__(self) -> None:
        self.device = SimulatedClock()
        self.cable = Cable(self.device)
        self.lock = threading.Lock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._live, name="far end")
        self._thread.start()

    def _live(self) -> None:
        while not self._ended.wait(0.005):
            with self.lock:
                self.cable.step(time.monotonic_ns())

    def close(self) -> None:
        self._ended.set()
        self._thread.join()
        self.cable.pull()


@pytest.fixture
def living() -> Iterator[LivingCable]:
    cable = LivingCable()
    yield cable
    cable.close()


def open_files() -> set[str]:
    return {str(each.resolve()) for each in Path("/proc/self/fd").iterdir() if "/dev/pts/" in str(each.resolve())}


def test_pulled_and_plugged_in_elsewhere_with_a_press_held_meanwhile(living: LivingCable) -> None:
    clock = HostClock(living.cable.names[0], open_link, finder=living.cable.finder())
    source: Any = NoSource()
    feed = Feed(source, clock, threaded=True, pace=False)
    feed.start(-1)
    items = (item for item in feed.items() if isinstance(item, Heard) and item.what != "state")
    with living.lock:
        living.device.press(Side.W, time.monotonic_ns())
    assert next(items).side is Side.W
    with living.lock:
        living.cable.pull()
    assert next(items).what == "lost"
    pressed_ns = time.monotonic_ns()
    with living.lock:
        living.device.press(Side.B, pressed_ns)
        living.cable.plug()
    back, press = next(items), next(items)
    assert (back.what, living.cable.names[1] in back.why) == ("back", True)
    assert press.side is Side.B
    assert press.at_ns == pytest.approx(pressed_ns, abs=1_000_000_000)
    feed.stop()
    feed.join(5)
    clock.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "clock"]
    living.close()
    assert not open_files() & set(living.cable.names)
