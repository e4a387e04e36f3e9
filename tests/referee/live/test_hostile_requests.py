"""Requests that no page sends: each is refused in one line, and none ends the match."""

import threading
from pathlib import Path

import httpx
import pytest

from referee import officiate
from referee.live.api import DirectorError
from tests.referee.live.conftest import AS_DIRECTOR
from tests.referee.live.fake_table import FakeTable
from tests.referee.tables import make_table, setup
from tests.referee.test_table import short_game


@pytest.mark.parametrize(
    "body",
    [
        b'{"why": "\\ud800"}',
        b"[" * 30_000,
        b'{"a":' * 10_000,
        b'{"why": NaN}',
        b'{"choice": -Infinity}',
        b'{"choice": ' + b"9" * 5_000 + b"}",
        b"\xff\xfe",
    ],
)
def test_what_can_not_be_written_down_is_refused(client: httpx.Client, table: FakeTable, body: bytes) -> None:
    answer = client.post("/api/director/pause", headers=AS_DIRECTOR, content=body)
    assert (answer.status_code, "not JSON" in answer.json()["error"]) == (400, True)
    assert table.asked == []


@pytest.mark.parametrize("side", [{"W": 1}, ["W"], None, 1])
def test_a_press_of_no_side_is_refused(client: httpx.Client, table: FakeTable, side: object) -> None:
    answer = client.post("/api/director/press", headers=AS_DIRECTOR, json={"side": side})
    assert (answer.status_code, table.asked) == (400, [])


def test_a_request_that_the_referee_stumbles_over_does_not_end_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = make_table(tmp_path, short_game(), setup())
    table.run()
    before = len(table.events_after(0))
    thread = threading.Thread(target=table.idle)
    thread.start()
    try:
        with monkeypatch.context() as broken:
            broken.setattr(officiate, "step", lambda *_: 1 / 0)
            with pytest.raises(DirectorError, match="ZeroDivisionError"):
                table.director("pause", {})
        assert len(table.events_after(0)) == before
        assert table.director("pause", {}).kind == "pause"
    finally:
        table.stop()
        thread.join()
        table.close()
