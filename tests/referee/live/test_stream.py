"""The event stream over a real connection: order, resuming, secrecy, heartbeats, and an end when the server ends."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from referee.live import sse
from referee.live.server import LiveServer
from tests.referee.live.conftest import AS_DIRECTOR
from tests.referee.live.fake_table import FakeTable


def messages(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """Messages of a stream: id, event, data; a comment comes as {"comment": …}."""
    message: dict[str, Any] = {}
    for line in lines:
        name, _, value = line.partition(": ")
        if not line and "data" in message:
            yield message
            message = {}
        elif line.startswith(":"):
            yield {"comment": line[1:].strip()}
        elif line and name != "retry":
            message[name] = json.loads(value) if name == "data" else value


def read(server: LiveServer, count: int, path: str = "", **headers: str) -> list[dict[str, Any]]:
    """The first `count` messages of a stream."""
    with httpx.stream("GET", f"{server.url}api/events{path}", headers=headers, timeout=10) as answer:
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        stream = messages(answer.iter_lines())
        return [next(stream) for _ in range(count)]


def test_log_comes_from_the_beginning_in_order(server: LiveServer, table: FakeTable) -> None:
    for kind in ("match-start", "game-start", "throw"):
        table.change(kind)
    got = read(server, 3)
    assert [message["id"] for message in got] == ["1", "2", "3"]
    assert [message["data"]["kind"] for message in got] == ["match-start", "game-start", "throw"]
    assert set(got[0]["data"]) == {"seq", "t_mono_ns", "t_wall", "game", "kind", "clock", "by", "body"}


def test_stream_resumes_after_the_last_event_seen(server: LiveServer, table: FakeTable) -> None:
    for _ in range(5):
        table.change("throw")
    assert [message["id"] for message in read(server, 2, **{"Last-Event-ID": "3"})] == ["4", "5"]
    assert [message["id"] for message in read(server, 1, "?after=4")] == ["5"]


def test_number_from_another_record_starts_over(server: LiveServer, table: FakeTable) -> None:
    table.change("match-start")
    assert read(server, 1, **{"Last-Event-ID": "900"})[0]["id"] == "1"


def test_last_event_id_must_be_a_number(server: LiveServer) -> None:
    answer = httpx.get(f"{server.url}api/events", headers={"Last-Event-ID": "x"})
    assert answer.status_code == 400
    assert "Last-Event-ID" in answer.json()["error"]


def test_new_event_arrives_while_connected(server: LiveServer, table: FakeTable) -> None:
    with httpx.stream("GET", f"{server.url}api/events?table=1", timeout=10) as answer:
        stream = messages(answer.iter_lines())
        assert next(stream)["data"]["seq"] == 0
        threading.Timer(0.05, lambda: table.flag("Six points too far.")).start()
        by_name: dict[str, dict[str, Any]] = {}
        while len(by_name) < 2:
            message = next(stream)
            by_name[message.get("event", "log")] = message
    assert by_name["log"]["data"]["kind"] == "illegal"
    assert by_name["table"]["data"]["flag"]["text"] == "Six points too far."
    assert "id" not in by_name["table"]


def test_director_only_events_need_the_token(server: LiveServer, table: FakeTable) -> None:
    table.change("throw", audience="director-only")
    table.flag()
    table.change("play")
    assert [message["data"]["kind"] for message in read(server, 2)] == ["throw", "play"]
    assert [message["data"]["kind"] for message in read(server, 3, **AS_DIRECTOR)] == ["throw", "illegal", "play"]


def test_silence_is_filled_with_heartbeats(
    server: LiveServer, table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "HEARTBEAT_S", 0.05)
    table.change("throw")
    assert read(server, 2)[1] == {"comment": "alive"}


def test_streams_end_when_the_server_stops(server: LiveServer, table: FakeTable) -> None:
    table.change("throw")
    with httpx.stream("GET", f"{server.url}api/events", timeout=10) as answer:
        lines = answer.iter_lines()
        assert any(line.startswith("id: 1") for line in lines)
        stopper = threading.Thread(target=server.stop)
        stopper.start()
        rest = list(lines)
        stopper.join(5)
    assert not stopper.is_alive()
    assert not any(line.startswith("data") and '"seq":2' in line for line in rest)
