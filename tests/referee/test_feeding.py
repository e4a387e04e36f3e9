"""The clock's thread beside a table: nothing is lost while the table is busy, and it ends with the table."""

import threading
from collections.abc import Callable, Iterator
from typing import Any, cast

from referee.clock.heard import Heard
from referee.clock.host import HostClock
from referee.feeding import MOST_WAITING, Feed
from referee.rules.side import Side
from vision.frame import Frame

SIDES = (Side.W, Side.B)


class NoSource:
    """A camera that never shows anything until it is closed."""

    live = True
    settled = True
    size = (64, 48)

    def __init__(self) -> None:
        self._closed = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        self._closed.wait()
        return iter(())

    def close(self) -> None:
        self._closed.set()


class BusyClock:
    """Tells `most` presses one by one, as fast as it is asked; fails once before them if `fails`."""

    def __init__(self, most: int, fails: bool = False) -> None:
        self.link: object | None = object()
        self.told, self.most, self.fails = 0, most, fails
        self.faults: list[str] = []

    def poll(self, now: Callable[[], int]) -> list[Heard]:
        if self.fails:
            self.fails = False
            raise ValueError("no such byte")
        if self.told == self.most:
            self.link = None
            return []
        self.told += 1
        return [Heard("press", SIDES[self.told % 2], self.told, at_ns=now(), serial=self.told)]

    def fail(self, why: str, now_ns: int) -> list[Heard]:
        self.faults.append(why)
        return [Heard("lost", why=why)]


def feed_of(clock: BusyClock) -> Feed:
    source: Any = NoSource()
    return Feed(source, cast("HostClock", clock), threaded=True, pace=False)


def heard_by(feed: Feed, most: int) -> list[Heard]:
    heard: list[Heard] = []
    for item in feed.items():
        if isinstance(item, Heard):
            heard.append(item)
        if len(heard) == most:
            break
    return heard


def test_presses_wait_for_a_busy_table_in_order() -> None:
    """More presses than the queue takes: the clock's thread waits, the table is never held up."""
    clock = BusyClock(MOST_WAITING + 100)
    feed = feed_of(clock)
    feed.start(-1)
    heard = heard_by(feed, clock.most)
    feed.stop()
    feed.join(5)
    assert [each.count for each in heard] == list(range(1, clock.most + 1))
    assert not any(thread.name == "clock" for thread in threading.enumerate())


def test_a_full_queue_does_not_keep_the_clocks_thread_from_ending() -> None:
    feed = feed_of(BusyClock(MOST_WAITING * 2))
    feed.start(-1)
    while not feed._inbox.full():
        threading.Event().wait(0.001)
    feed.stop()
    feed.join(5)
    assert not any(thread.name == "clock" for thread in threading.enumerate())


def test_a_driver_that_fails_is_a_lost_clock_and_no_end_of_the_match() -> None:
    clock = BusyClock(1, fails=True)
    feed = feed_of(clock)
    feed.start(-1)
    heard = heard_by(feed, 2)
    feed.stop()
    feed.join(5)
    assert [each.what for each in heard] == ["lost", "press"]
    assert "ValueError: no such byte" in clock.faults[0]
