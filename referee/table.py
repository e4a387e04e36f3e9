"""One table: builds its objects in order and wires source → observer → referee → record, clock and page."""

import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from typing import Any

from calibration.profile import ProfileError
from calibration.view import View
from referee.asking import asked
from referee.clock.heard import Heard
from referee.feeding import Ask, Feed, Item, NewView
from referee.inputs import Device, Directed, Ended, Input, Look, Tick
from referee.officiate import Match, Ruled
from referee.parts import Eyes, Parts
from referee.picture import Picture
from referee.record.events import Event
from referee.record.export import export_text
from referee.record.input_text import same_view
from referee.record.replay import resumed
from referee.record.store import RecordError
from referee.rulings import ruling_of
from referee.snapshot import Devices, snapshot
from referee.timekeeping import Timekeeper
from referee.turn.stakes import DirectorError
from referee.turn.state import Setup
from vision.evidence import Evidence
from vision.frame import Frame
from vision.observation import Observation

__all__ = ["Eyes", "Parts", "Table"]

JOIN_S = 8.0
"""How long closing waits for the clock's thread, which may be opening a port, s."""


class Table:
    """One table. `run` owns the match and is called in one thread; every other method may be called from any.

    A record that was begun is gone on with: its inputs are judged again and give the state it was in.

    :raises RecordError: when the record can't be gone on with.
    """

    def __init__(self, parts: Parts, setup: Setup, on_event: Callable[[Event], None] = lambda event: None) -> None:
        self._parts, self._on_event = parts, on_event
        self._feed = Feed(parts.source, parts.clock, threaded=parts.threaded_clock, pace=parts.pace)
        self._evidence = Evidence()
        self._picture = Picture(parts.view)
        self._timekeeper = Timekeeper(parts.clock, threaded=parts.threaded_clock, live=parts.source.live)
        self._camera = "ok"
        self._said: Observation | None = None
        self._now_ns = 0
        self._shift_ns = 0
        self._last_number = -1
        self._ended = False
        self._match = self._go_on(setup)

    @property
    def match(self) -> Match:
        """The state of the match."""
        return self._match

    # What the page asks

    def snapshot(self) -> dict[str, Any]:
        """The present state (`GET /api/table`)."""
        now = self.now_ns()
        devices = Devices(self._camera, self._timekeeper.link, self._timekeeper.detail(now))
        return snapshot(self._match, self._parts.store.read(), devices, now)

    def events_after(self, seq: int) -> list[Event]:
        """Events with a greater number than `seq`."""
        return self._parts.store.read(seq)

    def wait_event(self, timeout_s: float) -> bool:
        """Wait until something has changed; False when the time (s) is over."""
        return self._parts.store.wait(timeout_s)

    def director(self, action: str, body: dict[str, Any]) -> Event:
        """Carry out an action of the director and return the event it became.

        :raises DirectorError: when it makes no sense now, or the table does not answer.
        """
        answer: Future[Event] = Future()
        return asked(self._feed, Ask(action, body, answer), answer)

    def view_jpeg(self) -> bytes | None:
        """The latest picture with overlay, None before the first."""
        return self._picture.jpeg()

    def evidence(self, seq: int) -> bytes | None:
        """The picture kept with an event."""
        return self._parts.store.evidence(seq)

    def export(self, fmt: str) -> str | None:
        """The record as `mat`, `sgf` or `json`; None for a form that is not offered.

        :raises ValueError: when the form can't hold the game.
        """
        return export_text(self._parts.store.read(), fmt)

    def set_corners(self, corners: list[tuple[float, float]]) -> object:
        """The field's corners tl, tr, br, bl in px of the pictures, as when camera or board was bumped: the board is
        looked at there from now on, and the profile is written anew.

        :raises DirectorError: when no board can have these corners, or the table does not answer.
        """
        try:
            view = View.from_corners(corners, self._picture.view.size, self._picture.view.geometry)
        except ValueError as error:
            raise DirectorError(str(error)) from error
        answer: Future[Event] = Future()
        return asked(self._feed, NewView(view, answer), answer)

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._feed.stopped.is_set()

    def stop(self) -> None:
        """End `run` soon."""
        self._feed.stop()

    def close(self) -> None:
        """Free source, clock and record; after `run` has returned."""
        self.stop()
        self._feed.join(JOIN_S)
        self._timekeeper.close()
        self._parts.store.close()

    # The thread that owns the match

    def run(self) -> None:
        """Officiate until the source ends or `stop` is called.

        :raises SourceError, ProfileError, RecordError: what ended it before its time.
        """
        self._feed.start(self._last_number)
        self._follow_clock()
        for item in self._feed.items():
            self._handle(item)
        if not self._feed.stopped.is_set() and not self._ended:
            self._take(Ended(self.now_ns()))
        if self._camera == "ok":
            self._camera = "ended"
        self._parts.store.wake()

    def idle(self) -> None:
        """After the source has ended: answer the director until `stop` is called."""
        for item in self._feed.items():
            if item is not None:
                self._handle(item)

    def device_changed(self, change: Any) -> None:
        """The camera was lost or is back (`vision.camera.source.CameraChange`)."""
        kind: Any = f"camera-{change.state}"
        self._feed.put(Device(change.t_mono_ns, kind, change.why))

    def _handle(self, item: Item | None) -> None:
        match item:
            case None if self._parts.source.live:
                self._take(Tick(self.now_ns()))
            case Frame():
                self._see(item)
            case Ask(action=action, body=body, answer=answer):
                self._answer(action, body, answer)
            case NewView(view=view, answer=answer):
                self._turn_to(view, answer)
            case Heard():
                self._hear(item)
            case Device(change=change):
                self._camera = "lost" if change.endswith("lost") else "ok"
                self._parts.eyes.reset()
                self._said = None
                self._take(replace(item, t_ns=self.now_ns()))

    def _see(self, frame: Frame) -> None:
        self._now_ns = max(self._now_ns, frame.t_mono_ns + self._shift_ns)
        self._picture.show(frame)
        for heard in self._timekeeper.poll(self.now_ns):
            self._hear(heard)
        observation = self._parts.eyes.see(frame)
        settled = observation is not None and observation.still
        self._evidence.add(frame, keep=settled)
        if observation is None:
            return
        if settled:
            self._picture.understood(observation)
        if self._said is None or not same_view(self._said, observation):
            self._said = observation
            t_ns = observation.t_mono_ns + self._shift_ns
            self._take(Look(t_ns, replace(observation, t_mono_ns=t_ns)))

    def _hear(self, heard: Heard) -> None:
        event = self._timekeeper.input_of(heard, self.now_ns())
        if event is not None:
            self._take(event)
        self._parts.store.wake()

    def _answer(self, action: str, body: dict[str, Any], answer: "Future[Event]") -> None:
        try:
            event = Directed(self.now_ns(), action, body)
            self._try_out(event)
            written = self._take(event)
            answer.set_result(next(each for each in written if each.by == "director" or each.kind == action))
        except (DirectorError, RecordError) as error:
            answer.set_exception(error)
            if isinstance(error, RecordError):
                raise

    def _turn_to(self, view: View, answer: "Future[Event]") -> None:
        try:
            self._parts.keep_view(view)
        except ProfileError as error:
            answer.set_exception(DirectorError(str(error)))
            return
        self._picture.turn_to(view)
        self._parts.eyes.look_at(view)
        written = self._take(Device(self.now_ns(), "moved", "The director set the board's corners anew."))
        answer.set_result(next(each for each in written if each.kind == "moved"))

    def _try_out(self, event: Directed) -> None:
        """Whatever a request holds, it never ends a match: what can't be carried out is refused before it is noted."""
        try:
            self._match.after(event)
        except DirectorError:
            raise
        except Exception as error:
            raise DirectorError(
                f"that can't be carried out ({type(error).__name__}: {error}): check what was sent"
            ) from error

    def _take(self, event: Input) -> list[Event]:
        """One input: on disk first, then judged, then its events on disk, then its effects."""
        quiet = isinstance(event, Tick)
        if quiet and not self._match.after(event)[1]:
            return []
        noted = self._parts.store.note(event)
        self._match, ruled = self._match.after(noted)
        return self._write(ruled)

    def _write(self, ruled: tuple[Ruled, ...]) -> list[Event]:
        events = self._parts.store.append(ruled, self._picture_of)
        for event in events:
            self._on_event(event)
        self._follow_clock()
        self._parts.store.wake()
        return events

    def _picture_of(self, event: Event) -> bytes | None:
        return self._evidence.picture(event.t_mono_ns - self._shift_ns) if ruling_of(event.kind).picture else None

    def _follow_clock(self) -> None:
        self._timekeeper.follow(self._match, self.now_ns())

    def now_ns(self) -> int:
        """The table's time, monotonic ns: the host's with a live source, else that of the latest picture."""
        return time.monotonic_ns() + self._shift_ns if self._parts.source.live else self._now_ns

    # Going on with a record

    def _go_on(self, setup: Setup) -> Match:
        store = self._parts.store
        if not store.events:
            match = Match.new(setup)
            self._match = match
            self._now_ns = time.monotonic_ns() if self._parts.source.live else 0
            self._write(match.opening(self._now_ns))
            return match
        inputs, match, ruled = resumed(store, setup)
        self._match = match
        self._now_ns = max([event.t_ns for event in inputs] + [store.events[-1].t_mono_ns])
        if self._parts.source.live:
            self._shift_ns = max(0, self._now_ns - time.monotonic_ns())
        else:
            self._last_number = max((each.observation.number for each in inputs if isinstance(each, Look)), default=-1)
            self._ended = bool(inputs) and isinstance(inputs[-1], Ended)
        self._timekeeper.go_on(inputs, self._now_ns, self._shift_ns)
        self._write(tuple(ruled[len(store.events) :]))
        return match
