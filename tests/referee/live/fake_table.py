"""A scripted table for tests of the live page: no camera, no rules, every state set by hand."""

import copy
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from referee.live.api import DirectorError

START = "W 24:2 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5"
AFTER_31 = "W 24:2 13:5 8:2 6:4 5:2 | B 24:2 13:5 8:3 6:5"


@dataclass(frozen=True)
class FakeEvent:
    """One entry of the scripted log."""

    seq: int
    kind: str
    body: dict[str, Any] = field(default_factory=dict)
    by: str = "program"
    game: int = 1
    clock: dict[str, Any] = field(default_factory=dict)
    t_mono_ns: int = 0
    t_wall: str = "2026-11-29T20:00:00Z"


def face(reserve_s: float, delay_s: float = 12.0, running: bool = False) -> dict[str, Any]:
    """One side's clock."""
    return {"reserve_ms": round(reserve_s * 1000), "delay_ms": round(delay_s * 1000), "running": running}


def first_state() -> dict[str, Any]:
    """White is to throw in the first game of a match to seven."""
    return {
        "seq": 0,
        "game": "backgammon",
        "position": START,
        "slots": None,
        "seats": {"white_shade": "L", "white_edge": "bottom", "white_home": "bottom-right"},
        "dice": {"values": [], "status": "none", "reason": None},
        "cube": {"value": 1, "owner": None},
        "score": {"W": 2, "B": 3, "length": 7},
        "names": {"W": "Ada Nikolaou", "B": "Boris Virtanen"},
        "turn": "W",
        "clocks": {"W": face(754, running=True), "B": face(691), "state": "running"},
        "phase": "to-throw",
        "flag": None,
        "last": [],
        "camera": "ok",
        "clock_link": "simulated",
        "paused": False,
        "pips": {"W": 167, "B": 167},
        "audience": "players",
        "pip_counts": "spectators",
    }


def picture(text: str, size: tuple[int, int] = (640, 400)) -> bytes:
    """A small JPEG with a word on it; size is width, height, px."""
    image = np.full((size[1], size[0], 3), (70, 90, 60), np.uint8)
    cv2.rectangle(image, (60, 50), (size[0] - 60, size[1] - 50), (40, 60, 110), 8)
    cv2.putText(image, text, (90, size[1] // 2), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (230, 230, 230), 2)
    return cv2.imencode(".jpg", image)[1].tobytes()


class FakeTable:
    """Holds a state and a log; `change` scripts the next state."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.reset()

    def reset(self) -> None:
        """Back to the first state, with an empty log."""
        self.state = first_state()
        self.log: list[FakeEvent] = []
        self.asked: list[tuple[str, dict[str, Any]]] = []
        self.corners: list[tuple[float, float]] | None = None
        self.pictures: dict[int, bytes] = {}
        self.view: bytes | None = picture("table 1")
        self.exports: dict[str, str] = {"mat": " 7 point match\n", "json": '{"events": []}'}
        self.refuse: str | None = None
        self._since = time.monotonic()

    def change(
        self, kind: str | None = None, body: dict[str, Any] | None = None, by: str = "program", **state: Any
    ) -> int:
        """Set parts of the state and, with `kind`, add an event; returns the last event's number."""
        with self._changed:
            if kind:
                self.log.append(FakeEvent(len(self.log) + 1, kind, body or {}, by))
            self.state = {**self.state, **state, "seq": len(self.log)}
            self._since = time.monotonic()
            self._changed.notify_all()
            return len(self.log)

    def flag(
        self, text: str = "White played a 4 instead of a 3.", reasons: tuple[str, ...] = ("wrong-distance",)
    ) -> int:
        """Script an illegal play with evidence; the clocks stop."""
        seq = len(self.log) + 1
        self.pictures[seq] = picture(f"evidence {seq}")
        clocks = {"W": face(741.4, 0), "B": face(691), "state": "paused"}
        flag = {"seq": seq, "kind": "illegal", "text": text, "reasons": list(reasons), "choices": []}
        return self.change("illegal", {"reasons": list(reasons)}, flag=flag, clocks=clocks, phase="flagged")

    def snapshot(self) -> dict[str, Any]:
        """The state, with the running clock counted down."""
        with self._changed:
            state, gone = copy.deepcopy(self.state), round((time.monotonic() - self._since) * 1000)
        for side in "WB":
            clock = state["clocks"][side]
            if clock["running"]:
                late = max(0, gone - clock["delay_ms"])
                clock.update(delay_ms=max(0, clock["delay_ms"] - gone), reserve_ms=max(0, clock["reserve_ms"] - late))
        return state

    def events_after(self, seq: int) -> list[FakeEvent]:
        """Events with a greater number."""
        return [event for event in self.log if event.seq > seq]

    def wait_event(self, timeout_s: float) -> bool:
        """Wait for a change."""
        with self._changed:
            return self._changed.wait(timeout_s)

    def director(self, action: str, body: dict[str, Any]) -> FakeEvent:
        """Note what was asked; the usual consequence follows."""
        self.asked.append((action, body))
        if self.refuse:
            raise DirectorError(self.refuse)
        running = {"W": face(741.4, 12, running=True), "B": face(691), "state": "running"}
        if action in {"accept", "demand"}:
            self.change("decision", {"decision": action}, "director", flag=None, clocks=running, phase="playing")
        elif action == "correct":
            known: dict[str, Any] = {key: body[key] for key in ("position", "cube", "score") if key in body}
            if "dice" in body:
                known["dice"] = {"values": body["dice"], "status": "valid", "reason": None}
            self.change("correction", body, "director", **known)
        elif action in {"pause", "resume"}:
            clocks = running if action == "resume" else {"W": face(741.4), "B": face(691), "state": "paused"}
            self.change(action, body, "director", paused=action == "pause", clocks=clocks)
        else:
            self.change(action, body, "director")
        return self.log[-1]

    def view_jpeg(self) -> bytes | None:
        """The camera picture."""
        return self.view

    def evidence(self, seq: int) -> bytes | None:
        """The picture kept with an event."""
        return self.pictures.get(seq)

    def export(self, fmt: str) -> str | None:
        """The scripted record."""
        if self.refuse:
            raise ValueError(self.refuse)
        return self.exports.get(fmt)

    def set_corners(self, corners: list[tuple[float, float]]) -> None:
        """Note the corners."""
        if self.refuse:
            raise DirectorError(self.refuse)
        self.corners = corners
