"""Writing over HTTP: only with the token, only what makes sense, always with a line that says why not."""

from typing import Any

import httpx
import pytest

from referee.live.app import make_app
from referee.live.directing import ACTIONS
from tests.referee.live.conftest import AS_DIRECTOR, TOKEN
from tests.referee.live.fake_table import AFTER_31, FakeTable

ROUTES = [f"/api/director/{action}" for action in ACTIONS] + ["/api/calibration/corners"]
WHOLE = [[10, 10], [630, 12], [625, 390], [8, 385]]


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": f"Basic {TOKEN}"}])
def test_no_write_without_the_token(client: httpx.Client, table: FakeTable, path: str, headers: dict[str, str]) -> None:
    answer = client.post(path, headers=headers, json={"side": "W", "why": "x", "dice": [1, 2], "corners": WHOLE})
    assert answer.status_code == 401
    assert "token" in answer.json()["error"]
    assert TOKEN not in answer.text
    assert (table.asked, table.corners) == ([], None)


@pytest.mark.parametrize(("action", "body"), [
    ("accept", {}),
    ("accept", {"choice": 1}),
    ("demand", {"why": "played a four"}),
    ("correct", {"position": AFTER_31, "why": "misread"}),
    ("correct", {"dice": [3, 1], "why": "misread"}),
    ("pause", {}),
    ("resume", {}),
    ("undo", {}),
    ("press", {"side": "B"}),
    ("cube", {"action": "double"}),
])  # fmt: skip
def test_action_reaches_the_table_and_becomes_an_event(
    client: httpx.Client, table: FakeTable, action: str, body: dict[str, Any]
) -> None:
    answer = client.post(f"/api/director/{action}", headers=AS_DIRECTOR, json=body)
    assert answer.status_code == 200
    assert table.asked == [(action, body)]
    assert answer.json()["seq"] == 1
    assert answer.json()["by"] == "director"


@pytest.mark.parametrize(("action", "body", "words"), [
    ("correct", b'{"position": "W 24:2"}', "why"),
    ("correct", b'{"position": "W 24:2", "why": "  "}', "why"),
    ("correct", b'{"why": "because"}', "at least one"),
    ("press", b"{}", "side"),
    ("accept", b"[1]", "JSON object"),
    ("accept", b"{", "not JSON"),
    ("pause", b'{"why": "\xff"}', "not JSON"),
])  # fmt: skip
def test_nonsense_is_refused(client: httpx.Client, table: FakeTable, action: str, body: bytes, words: str) -> None:
    answer = client.post(f"/api/director/{action}", headers=AS_DIRECTOR, content=body)
    assert answer.status_code == 400
    assert words in answer.json()["error"]
    assert table.asked == []


def test_tables_refusal_is_passed_on(client: httpx.Client, table: FakeTable) -> None:
    table.refuse = "there is nothing to accept: no turn is flagged"
    answer = client.post("/api/director/accept", headers=AS_DIRECTOR)
    assert answer.status_code == 409
    assert answer.json() == {"error": table.refuse}


def test_overlong_body_and_unknown_action(client: httpx.Client, table: FakeTable) -> None:
    long = client.post("/api/director/pause", headers=AS_DIRECTOR, content=b" " * 70_000)
    assert long.status_code == 413
    unknown = client.post("/api/director/explode", headers=AS_DIRECTOR)
    assert unknown.status_code == 404
    assert "accept, demand, correct" in unknown.json()["error"]
    assert table.asked == []


def test_corners_are_taken(client: httpx.Client, table: FakeTable) -> None:
    assert client.post("/api/calibration/corners", headers=AS_DIRECTOR, json={"corners": WHOLE}).status_code == 200
    assert table.corners == [(10, 10), (630, 12), (625, 390), (8, 385)]


@pytest.mark.parametrize("corners", [
    None,
    "left",
    [[1, 2], [3, 4]],
    [[0, 0], [1, 0], [1, 1], [0]],
    [[0, 0], [100, 0], [0, 100], [100, 100]],
    [[0, 0], [0, 100], [100, 100], [100, 0]],
    [[5, 5], [5, 5], [5, 5], [5, 5]],
    [[0, 0], ["nan", 0], [100, 100], [0, 100]],
], ids=str)  # fmt: skip
def test_impossible_corners_are_refused(client: httpx.Client, table: FakeTable, corners: object) -> None:
    answer = client.post("/api/calibration/corners", headers=AS_DIRECTOR, json={"corners": corners})
    assert answer.status_code == 400
    assert "corners" in answer.json()["error"]
    assert table.corners is None


def test_empty_token_is_refused() -> None:
    with pytest.raises(ValueError, match="token"):
        make_app(FakeTable(), "")
