"""Recorded bytes of a clock, heard again at their own times: a link without a port."""

from collections.abc import Callable

from referee.clock import open_protocol as protocol
from referee.clock.time_control import NS_PER_MS


class ScriptedLink:
    """Lines of the open protocol; each is sent once the time has come that it carries (`t_ms`).

    Lines without a time follow the one before them. What the host writes is ignored: a recording can't obey.
    """

    def __init__(self, data: bytes, now_ns: Callable[[], int], url: str = "recorded") -> None:
        self.url = url
        self._now_ns = now_ns
        self._waiting = _timed(data)

    def read(self) -> bytes:
        """The lines that are due."""
        now_ms = self._now_ns() // NS_PER_MS
        due = [line for t_ms, line in self._waiting if t_ms <= now_ms]
        self._waiting = self._waiting[len(due) :]
        return b"".join(due)

    def write(self, data: bytes) -> None:
        """Nobody hears it."""

    def close(self) -> None:
        """Nothing to free."""


def _timed(data: bytes) -> list[tuple[int, bytes]]:
    timed, t_ms = [], 0
    for line in data.splitlines(keepends=True):
        message = protocol.decode_line(line.rstrip(b"\r\n"))
        t_ms = max(t_ms, message.t_ms if isinstance(message, protocol.Press | protocol.Times) else t_ms)
        timed.append((t_ms, line))
    return timed
