"""`zarbiter run --clock …`: what is refused at the start, and a match with a clock on a real port."""

import json
import os
import pty
import threading
import time
import tty
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from referee.clock.simulated import SimulatedClock
from tests.referee.commands.test_run import given, kinds, run

__all__ = ["given"]


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--clock", "foo://x"], 2, "no clock URL"),
        (["--clock", "socket://nowhere"], 2, "no clock URL"),
        (["--clock", "/dev/no-such-clock"], 3, "there is no clock"),
        (["--clock", "socket://127.0.0.1:1"], 3, "no clock answers"),
        (["--clock", "/dev/null"], 3, "no serial port"),
        (["--clock", "/dev/null", "--clock-family", "sundial"], 2, "sundial"),
        (["--clock", "/dev/null", "--clock-family", "dgt"], 2, "left"),
        (["--clock", "/dev/null", "--clock-family", "dgt", "--clock-left", "west"], 2, "white or black"),
    ],
)
def test_a_clock_that_can_not_be_is_refused_before_a_record_is_begun(
    given: Mapping[str, Path], words: list[str], status: int, says: str
) -> None:
    result = run(given, *words)
    assert (result.exit_code, says in result.stderr) == (status, True)
    assert "Traceback" not in result.stderr
    assert not given["record"].exists()


@pytest.fixture
def port() -> Iterator[str]:
    """An open clock at the far end of a pty, served in a thread of its own; the lower roller has pressed."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    device, ended = SimulatedClock(), threading.Event()

    def serve() -> None:
        while not ended.wait(0.005):
            with suppress(BlockingIOError):
                device.receive(os.read(master, 4096), time.monotonic_ns())
            with suppress(BlockingIOError):
                os.write(master, device.send(time.monotonic_ns()))

    thread = threading.Thread(target=serve)
    thread.start()
    yield os.ttyname(slave)
    ended.set()
    thread.join()
    os.close(slave)
    os.close(master)


def test_a_match_with_a_clock_on_a_port_leaves_no_thread(given: Mapping[str, Path], port: str) -> None:
    result = run(given, "--json", "--clock", port)
    assert result.exit_code == 0
    assert "clock-lost" not in kinds(result.stdout)
    assert json.loads(result.stdout.splitlines()[0])["kind"] == "match-start"
    assert not [thread for thread in threading.enumerate() if thread.name == "clock"]
