"""What the clock's thread costs while nothing happens: `python -m tests.referee.clock.idle_run [--seconds 20]`.

A clock of each family stands at the other end of a pty in a process of its own; the share of one core that the host's
thread takes is printed, and once more while the clock is unplugged and looked for.
"""

import argparse
import json
import multiprocessing
import os
import pty
import select
import threading
import time
import tty
from collections.abc import Callable
from typing import Any

from referee.clock.dgt_device import DgtDevice
from referee.clock.families import make_driver
from referee.clock.finding import Finder, by_id_links
from referee.clock.host import HostClock
from referee.clock.hourglass_device import HourglassDevice
from referee.clock.link import open_link, serial_ports
from referee.clock.simulated import SimulatedClock
from referee.clock.time_control import NS_PER_S, Clock, Kind, TimeControl
from referee.feeding import Feed
from referee.rules.side import Side
from tests.referee.clock.cable import Device
from tests.referee.test_feeding import NoSource

DEVICES: dict[str, Callable[[], Device]] = {
    "open": SimulatedClock,
    "dgt": lambda: DgtDevice(left=Side.W),
    "hourglass": lambda: HourglassDevice(left=Side.W),
}


def be_a_clock(family: str, master: int) -> None:
    """The far end, for ever."""
    device = DEVICES[family]()
    while True:
        ready, _, _ = select.select([master], [], [], 0.02)
        if ready:
            device.receive(os.read(master, 4096), time.monotonic_ns())
        if data := device.send(time.monotonic_ns()):
            os.write(master, data)


def share(thread: threading.Thread, seconds: float) -> float:
    """The part of one core that a thread takes."""
    assert thread.ident is not None
    meter = time.pthread_getcpuclockid(thread.ident)
    before, began = time.clock_gettime(meter), time.monotonic()
    time.sleep(seconds)
    return (time.clock_gettime(meter) - before) / (time.monotonic() - began)


def measure(family: str, seconds: float) -> dict[str, str]:
    """CPU of the clock's thread: clock at rest, clock running, clock unplugged."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    far = multiprocessing.get_context("fork").Process(target=be_a_clock, args=(family, master), daemon=True)
    far.start()
    url = os.ttyname(slave)
    clock = HostClock(
        url,
        open_link,
        renew=lambda before: make_driver(family, left=Side.W, before=before),
        finder=Finder(url, serial_ports, by_id_links),
    )
    source: Any = NoSource()
    feed = Feed(source, clock, threaded=True, pace=False)
    feed.start(-1)
    thread = next(each for each in threading.enumerate() if each.name == "clock")
    neutral = Clock.start(TimeControl(Kind.SIMPLE_DELAY, 600 * NS_PER_S, 12 * NS_PER_S))
    clock.follow(neutral)
    time.sleep(3)
    figures = {"at_rest": share(thread, seconds)}
    clock.follow(neutral.run(Side.W, time.monotonic_ns()))
    figures["running"] = share(thread, seconds)
    far.terminate()
    far.join()
    os.close(master)
    os.close(slave)
    figures["unplugged"] = share(thread, seconds)
    feed.stop()
    feed.join(5)
    clock.close()
    return {"family": family, **{key: f"{100 * value:.2f} %" for key, value in figures.items()}}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    seconds = parser.parse_args().seconds
    for family in DEVICES:
        print(json.dumps(measure(family, seconds)), flush=True)


if __name__ == "__main__":
    main()
