"""A record folder: `log.sqlite` (one row an event, append-only), `observations.jsonl` (one line an input),
`evidence/`.
"""

import fcntl
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, TypeAlias

from referee.inputs import Input
from referee.officiate import Ruled
from referee.record.events import Event
from referee.record.input_text import read_input, write_input

PictureOf: TypeAlias = Callable[[Event], bytes | None]
LOG, INPUTS, EVIDENCE = "log.sqlite", "observations.jsonl", "evidence"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY, t_mono_ns INTEGER NOT NULL, t_wall TEXT NOT NULL, game INTEGER NOT NULL,
    kind TEXT NOT NULL, clock TEXT NOT NULL, by TEXT NOT NULL, body TEXT NOT NULL);
CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
"""
_INSERT = "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)"


class RecordError(Exception):
    """A record that can't be used; one line that says what to do. `status` is the exit status of the command line."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


class Store:
    """The record of one match, open for writing by one program at a time. `append` may be called from one thread,
    `read` from any.

    :raises RecordError: when the folder can't be made, written or is in use.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            (folder / EVIDENCE).mkdir(parents=True, exist_ok=True)
            self._inputs: IO[str] = (folder / INPUTS).open("a+", encoding="utf-8")
        except OSError as error:
            raise _refused(folder, error) from error
        try:
            fcntl.flock(self._inputs, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._inputs.close()
            raise RecordError(
                f"{folder} is being written by another zarbiter: close that, or use another --record"
            ) from error
        try:
            self._log = _connect(folder / LOG, writing=True)
            self.events: list[Event] = _all_events(self._log)
        except (sqlite3.Error, OSError) as error:
            self._inputs.close()
            raise _refused(folder, error) from error
        self._lock = threading.Condition()

    def inputs(self) -> list[Input]:
        """All inputs recorded so far; a line torn by a crash is cut off.

        :raises RecordError: when another line is broken.
        """
        return _recorded(self.folder / INPUTS, mend=True)

    def note(self, event: Input) -> Input:
        """Put an input on disk before it is acted on; returns it as a replay will read it.

        :raises RecordError: when the disk takes no more.
        """
        line = write_input(event)
        try:
            self._inputs.write(line + "\n")
            self._inputs.flush()
            os.fsync(self._inputs.fileno())
        except OSError as error:
            raise _refused(self.folder, error) from error
        return read_input(line)

    def append(self, ruled: Sequence[Ruled], picture_of: PictureOf = lambda event: None) -> list[Event]:
        """Write events in one transaction and return them with their numbers.

        `picture_of` gives the evidence (JPEG) to keep with an event; it lies there before anybody can read the event.

        :raises RecordError: when the disk takes no more; then none of them is written.
        """
        if not ruled:
            return []
        seq = self.events[-1].seq if self.events else 0
        wall = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        new = [_event(seq + i, wall, each) for i, each in enumerate(ruled, start=1)]
        try:
            with self._log:
                self._log.executemany(_INSERT, [_row(event) for event in new])
        except sqlite3.Error as error:
            raise _refused(self.folder, error) from error
        for event in new:
            if picture := picture_of(event):
                self.keep_evidence(event.seq, picture)
        with self._lock:
            self.events += new
            self._lock.notify_all()
        return new

    def read(self, after: int = 0) -> list[Event]:
        """Events with a greater number than `after`; numbers are 1, 2, 3 …"""
        with self._lock:
            return self.events[max(after, 0) :]

    def wait(self, timeout_s: float) -> bool:
        """Wait until an event is added; False when the time (s) is over."""
        with self._lock:
            return self._lock.wait(timeout_s)

    def wake(self) -> None:
        """Let those who wait look again, because something beside the log has changed."""
        with self._lock:
            self._lock.notify_all()

    def keep_evidence(self, seq: int, data: bytes, suffix: str = ".jpg") -> None:
        """Keep a picture or clip with event `seq`.

        :raises RecordError: when the disk takes no more.
        """
        path = self.folder / EVIDENCE / f"{seq}{suffix}"
        try:
            path.write_bytes(data)
        except OSError as error:
            with suppress(OSError):
                path.unlink()
            raise _refused(self.folder, error) from error

    def evidence(self, seq: int) -> bytes | None:
        """What is kept with event `seq`."""
        found = sorted((self.folder / EVIDENCE).glob(f"{seq}.*"))
        return found[0].read_bytes() if found else None

    def close(self) -> None:
        """Free the folder. A line that a full disk refused has been reported already."""
        self._log.close()
        with suppress(OSError):
            self._inputs.close()


def read_events(folder: Path) -> list[Event]:
    """The events of a record, also while another program writes it.

    :raises RecordError: when there is none or it is broken.
    """
    if not (folder / LOG).is_file():
        raise RecordError(f"{folder} is no record folder: it has no {LOG}")
    try:
        log = _connect(folder / LOG, writing=False)
        try:
            return _all_events(log)
        finally:
            log.close()
    except sqlite3.Error as error:
        raise RecordError(f"{folder / LOG} can't be read: {error}") from error


def read_inputs(folder: Path) -> list[Input]:
    """The inputs of a record, without changing it; a torn last line is left out.

    :raises RecordError: when there are none or a line is broken.
    """
    return _recorded(folder / INPUTS, mend=False)


def _recorded(path: Path, mend: bool) -> list[Input]:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path} can't be read: {error.strerror or error}") from error
    whole = data[: data.rfind(b"\n") + 1]
    if mend and len(whole) != len(data):
        os.truncate(path, len(whole))
    inputs = []
    for number, line in enumerate(whole.decode("utf-8", errors="replace").splitlines(), start=1):
        try:
            inputs.append(read_input(line))
        except ValueError as error:
            raise RecordError(f"{path}:{number}: {error}") from error
    return inputs


def _connect(path: Path, writing: bool) -> sqlite3.Connection:
    if not writing:
        return sqlite3.connect(f"file:{path.resolve().as_posix()}?mode=ro", uri=True)
    log = sqlite3.connect(path, check_same_thread=False)
    log.execute("PRAGMA journal_mode=WAL")
    log.execute("PRAGMA synchronous=FULL")
    log.executescript(_SCHEMA)
    return log


def _all_events(log: sqlite3.Connection) -> list[Event]:
    rows = log.execute("SELECT seq, t_mono_ns, t_wall, game, kind, clock, by, body FROM events ORDER BY seq")
    return [_stored(row) for row in rows]


def _stored(row: tuple[Any, ...]) -> Event:
    seq, t_mono_ns, t_wall, game, kind, clock, by, body = row
    return Event(seq, t_mono_ns, t_wall, game, kind, json.loads(clock), by, json.loads(body))


def _event(seq: int, wall: str, ruled: Ruled) -> Event:
    draft = ruled.draft
    body: dict[str, Any] = json.loads(json.dumps(dict(draft.body)))
    return Event(seq, ruled.t_ns, wall, ruled.game, draft.kind, ruled.clock, draft.by, body)


def _row(event: Event) -> tuple[object, ...]:
    clock, body = (json.dumps(part, ensure_ascii=False) for part in (dict(event.clock), dict(event.body)))
    return event.seq, event.t_mono_ns, event.t_wall, event.game, event.kind, clock, event.by, body


def _refused(folder: Path, error: Exception) -> RecordError:
    text = str(error).lower()
    if getattr(error, "errno", None) == 28 or "full" in text:
        return RecordError(
            f"the disk of {folder} is full: make room and start again, nothing recorded is lost", status=3
        )
    if getattr(error, "errno", None) in (13, 30) or "readonly" in text or "unable to open" in text:
        return RecordError(
            f"the record folder {folder} can't be written: choose another with --record, or allow writing there"
        )
    if isinstance(error, NotADirectoryError | FileExistsError | IsADirectoryError):
        return RecordError(f"{folder} can't be a record folder, a file is in the way: choose another with --record")
    if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
        return RecordError(f"{folder / LOG} is no log of Zarbiter ({error}): choose another folder with --record")
    return RecordError(f"the record folder {folder} can't be used: {error}", status=3)
