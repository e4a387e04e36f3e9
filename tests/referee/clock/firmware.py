"""The reference firmware compiled for this machine: a clock like the simulated ones, its time the test's."""

import ctypes
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

from referee.clock.device_time import WRAP
from referee.clock.time_control import NS_PER_MS
from referee.rules.side import Side

SKETCH = Path("referee/clock/firmware/zarbiter_clock.ino")
SHIM = Path(__file__).with_name("firmware_shim.cpp")
ROOT = Path(__file__).parents[3]
HELD_NS = 80 * NS_PER_MS
"""How long a player's finger stays on a button, ns."""
_BUTTONS = {"white": 0, "black": 1, "pause": 2}


@cache
def _library() -> Path:
    if shutil.which("g++") is None:
        pytest.skip("no g++ to compile the firmware for this machine")
    folder = Path(tempfile.mkdtemp(prefix="zarbiter-firmware-"))
    built = folder / "firmware.so"
    flags = ["-std=c++11", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover"]
    subprocess.run(["g++", *flags, "-shared", "-fPIC", str(SHIM), "-o", str(built)], check=True, cwd=ROOT)
    return built


class FirmwareDevice:
    """A device of the open protocol, as `referee.clock.simulated.SimulatedClock` is one; each has its own globals."""

    def __init__(self, *, boot: int = 1, starts_ms: int = 0, rate: float = 1.0) -> None:
        copy = Path(tempfile.mkdtemp(dir=_library().parent)) / "firmware.so"
        shutil.copyfile(_library(), copy)
        self._code = ctypes.CDLL(str(copy))
        self._starts_ms, self._rate = starts_ms, rate
        self._released_ns: dict[int, int] = {}
        self._buffer = ctypes.create_string_buffer(4096)
        self._code.firmware_start(ctypes.c_uint32(starts_ms), ctypes.c_uint16(boot))

    def press(self, side: Side, now_ns: int) -> None:
        """A player hits the button of `side`."""
        self._close(0 if side is Side.W else 1, now_ns)

    def push(self, button: str, now_ns: int) -> None:
        """Somebody pushes `pause`."""
        self._close(_BUTTONS[button], now_ns)

    def contact(self, button: str, closed: bool, now_ns: int) -> None:
        """A bare contact closes or opens."""
        self._code.firmware_contact(_BUTTONS[button], closed)
        self._loop(now_ns)

    def time_ms(self, side: Side, now_ns: int) -> int:
        """What the display of `side` shows, ms."""
        self._loop(now_ns)
        return int(self._code.firmware_shown(0 if side is Side.W else 1)) % WRAP

    def light(self, lamp: int) -> bool:
        """Is this LED on (0, 1: a side's time runs; 2 flag; 3 rethrow)?"""
        self._code.firmware_light.restype = ctypes.c_bool
        return bool(self._code.firmware_light(lamp))

    def receive(self, data: bytes, now_ns: int) -> None:
        """Commands of the host."""
        self._code.firmware_hear(data, len(data))
        self._loop(now_ns)

    def send(self, now_ns: int) -> bytes:
        """What the clock has to say by now."""
        for button in [button for button, until in self._released_ns.items() if until <= now_ns]:
            del self._released_ns[button]
            self._code.firmware_contact(button, False)
        self._loop(now_ns)
        size = self._code.firmware_said(self._buffer, len(self._buffer))
        return self._buffer.raw[:size]

    def _close(self, button: int, now_ns: int) -> None:
        self._code.firmware_contact(button, True)
        self._released_ns[button] = now_ns + HELD_NS
        self._loop(now_ns)

    def _loop(self, now_ns: int) -> None:
        own_ms = self._starts_ms + round(now_ns * self._rate) // NS_PER_MS
        self._code.firmware_loop(ctypes.c_uint32(own_ms % WRAP))
