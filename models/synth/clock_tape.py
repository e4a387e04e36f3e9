"""What a tournament clock on the simulated table sends: lines of the open clock protocol, each with its own time.

The clock counts a simple delay. It knows nothing of the game: it only runs, and reports presses and its faces. It
says that it has no abilities, so a host asks and tells it nothing.
"""

import binascii
from collections.abc import Sequence
from dataclasses import dataclass, replace

REPORT_MS = 1000


@dataclass(frozen=True)
class Press:
    """A clock press at `t_s`."""

    t_s: float
    side: str


@dataclass(frozen=True)
class TapeClock:
    """Both reserves (ms), the delay of a turn (ms), whose time runs (`-` none) and since when (ms)."""

    white_ms: int
    black_ms: int
    delay_ms: int
    running: str = "-"
    since_ms: int = 0

    def at(self, t_ms: int) -> "TapeClock":
        """The faces at a time, the turn's delay taken off first; `since_ms` stays."""
        spent = max(0, t_ms - self.since_ms - self.delay_ms)
        if self.running == "W":
            return replace(self, white_ms=max(0, self.white_ms - spent))
        return replace(self, black_ms=max(0, self.black_ms - spent)) if self.running == "B" else self

    def pressed(self, side: str, t_ms: int) -> "TapeClock":
        """After a press of `side` the other side's time runs."""
        return replace(self.at(t_ms), running="B" if side == "W" else "W", since_ms=t_ms)

    def report(self, t_ms: int) -> bytes:
        """The line that tells both faces."""
        now = self.at(t_ms)
        state = "neutral" if self.running == "-" else "running"
        left = max(0, self.delay_ms - (t_ms - self.since_ms)) if self.running != "-" else self.delay_ms
        lever = {"W": "B", "B": "W"}.get(self.running, "-")
        return line(f"ZC2 TIME {now.white_ms} {now.black_ms} {left} {self.running} {state} {t_ms} {lever} - off")


def line(body: str) -> bytes:
    """A line of the protocol: body, `*`, CRC-16/XMODEM in four hexadecimal digits, line feed."""
    data = body.encode("ascii")
    return data + b"*%04X\n" % binascii.crc_hqx(data, 0)


def tape(presses: Sequence[Press], length_s: float, reserve_ms: int, delay_ms: int) -> bytes:
    """All lines from 0 to `length_s`, in order of time."""
    clock = TapeClock(reserve_ms, reserve_ms, delay_ms)
    due = sorted((round(press.t_s * 1000), press.side) for press in presses)
    lines, count = [line("ZC2 HELLO demo-clock 1 - 0 0")], 0
    end_ms = round(length_s * 1000)
    for t_ms in (*range(0, end_ms, REPORT_MS), end_ms):
        while count < len(due) and due[count][0] <= t_ms:
            pressed_ms, side = due[count]
            count += 1
            clock = clock.pressed(side, pressed_ms)
            lines += [line(f"ZC2 PRESS {side} {count} {pressed_ms}"), clock.report(pressed_ms)]
        lines.append(clock.report(t_ms))
    return b"".join(lines)
