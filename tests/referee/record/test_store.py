"""The record folder: append-only, one writer, and clear words when it can't be written."""

import sqlite3
import threading
from pathlib import Path

import pytest

from referee.inputs import Input, Press, Tick
from referee.officiate import Ruled
from referee.record.events import Draft, Event
from referee.record.store import INPUTS, LOG, RecordError, Store, read_events, read_inputs
from referee.rules.side import Side


def ruled(kind: str = "press", **body: object) -> Ruled:
    return Ruled(Draft(kind, body), 5, 1, {"state": "neutral"})


def test_events_are_numbered_and_read_back(tmp_path: Path) -> None:
    store = Store(tmp_path / "new" / "folder")
    first = store.append([ruled(side="W"), ruled("pause", why="tea")])
    second = store.append([ruled(side="B")])
    store.close()
    assert [event.seq for event in (*first, *second)] == [1, 2, 3]
    assert read_events(tmp_path / "new" / "folder") == [*first, *second]
    assert first[1].t_wall.endswith("Z")
    again = Store(tmp_path / "new" / "folder")
    assert [event.seq for event in again.append([ruled()])] == [4]
    assert again.read(2) == again.events[2:]
    again.close()


def test_the_log_is_durable_and_append_only(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.append([ruled()])
    assert store._log.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._log.execute("PRAGMA synchronous").fetchone() == (2,)
    store.close()
    log = sqlite3.connect(tmp_path / LOG)
    for statement in ("DELETE FROM events", "UPDATE events SET kind = 'x'"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            log.execute(statement)
    log.close()


def test_an_unknown_kind_of_event_is_refused() -> None:
    with pytest.raises(ValueError, match="no kind of event 'chat'"):
        Draft("chat")


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(RecordError, match="being written by another"):
        Store(tmp_path)
    assert read_events(tmp_path) == []
    store.close()
    Store(tmp_path).close()


def test_inputs_come_back_and_a_torn_line_is_cut_off(tmp_path: Path) -> None:
    store = Store(tmp_path)
    events: list[Input] = [Press(1, Side.W, 3), Tick(2)]
    assert [store.note(event) for event in events] == events
    store.close()
    with (tmp_path / INPUTS).open("a") as lines:
        lines.write('{"input":"press","t_ns"')
    assert read_inputs(tmp_path) == events
    again = Store(tmp_path)
    assert again.inputs() == events
    again.note(Tick(3))
    again.close()
    assert read_inputs(tmp_path) == [*events, Tick(3)]


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.note(Tick(1))
    store.close()
    with (tmp_path / INPUTS).open("a") as lines:
        lines.write("what?\n")
    with pytest.raises(RecordError, match=r"observations\.jsonl:2"):
        read_inputs(tmp_path)


def test_waiting_ends_with_an_event_or_the_time(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.wait(0.01) is False
    writer = threading.Timer(0.05, lambda: store.append([ruled()]))
    writer.start()
    assert store.wait(5.0) is True
    writer.join()
    store.close()


def test_evidence_is_named_by_its_event(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.keep_evidence(7, b"picture")
    assert (store.evidence(7), store.evidence(8)) == (b"picture", None)
    store.close()
    assert (tmp_path / "evidence" / "7.jpg").read_bytes() == b"picture"


def test_a_place_that_is_no_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="record folder") as error:
        Store(tmp_path / "file" / "match")
    assert "\n" not in str(error.value)
    with pytest.raises(RecordError, match="no record folder"):
        read_events(tmp_path)


@pytest.mark.parametrize(
    ("number", "words", "status"), [(30, "can't be written", 2), (13, "can't be written", 2), (28, "is full", 3)]
)
def test_a_read_only_and_a_full_folder_say_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str, status: int
) -> None:
    store = Store(tmp_path)

    def refuse(_: int) -> None:
        raise OSError(number, "refused")

    monkeypatch.setattr("referee.record.store.os.fsync", refuse)
    with pytest.raises(RecordError, match=words) as error:
        store.note(Tick(1))
    assert error.value.status == status
    store.close()


def test_a_full_disk_while_an_event_is_written_writes_none_of_them(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.append([ruled()])
    store._log.execute("PRAGMA max_page_count = 1")
    with pytest.raises(RecordError, match="is full") as error:
        store.append([ruled(), ruled(why="x" * 100_000)])
    assert error.value.status == 3
    assert len(store.read()) == 1
    store.close()
    assert len(read_events(tmp_path)) == 1


def test_evidence_lies_there_before_anybody_can_read_its_event(tmp_path: Path) -> None:
    store = Store(tmp_path)
    known: list[int] = []

    def picture_of(event: Event) -> bytes:
        known.append(len(store.read()))
        return b"a picture"

    (event,) = store.append([ruled()], picture_of)
    assert known == [0]
    assert store.evidence(event.seq) == b"a picture"
    store.close()
