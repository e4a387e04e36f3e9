"""What the live page needs of a table. Any object with these methods can be shown."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from referee.turn.stakes import DirectorError

__all__ = ["DirectorError", "EventLike", "TableApi"]


class EventLike(Protocol):
    """One entry of the log (interfaces.md, Events)."""

    @property
    def seq(self) -> int: ...
    @property
    def t_mono_ns(self) -> int: ...
    @property
    def t_wall(self) -> object: ...
    @property
    def game(self) -> object: ...
    @property
    def kind(self) -> str: ...
    @property
    def clock(self) -> object: ...
    @property
    def by(self) -> str: ...
    @property
    def body(self) -> Mapping[str, Any]: ...


class TableApi(Protocol):
    """One table, seen from the page. The methods are called from several threads."""

    def snapshot(self) -> Mapping[str, Any]:
        """The present state as JSON values; `seq` is the last event it includes."""

    def events_after(self, seq: int) -> Sequence[EventLike]:
        """Events with a greater number than `seq`, in order."""

    def wait_event(self, timeout_s: float) -> object:
        """Block until an event is added or the time (s) is over."""

    def director(self, action: str, body: dict[str, Any]) -> EventLike:
        """Carry out an action of the director and return the event it became.

        :raises DirectorError: when the action makes no sense now.
        """

    def view_jpeg(self) -> bytes | None:
        """The latest camera picture with overlay, None before the first."""

    def evidence(self, seq: int) -> bytes | None:
        """Picture or clip kept with event `seq`, None where there is none."""

    def export(self, fmt: str) -> str | bytes | None:
        """The match record as `mat`, `sgf` or `json`; None where this table doesn't offer that."""

    def set_corners(self, corners: list[tuple[float, float]]) -> object:
        """Take the playing field's corners, tl tr br bl: image points, px of the picture that `view_jpeg` shows.

        :raises DirectorError: when no board can have these corners.
        """
