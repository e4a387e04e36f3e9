"""Reading the table over HTTP: what each reader gets, and what they are told when there is nothing."""

import httpx
import pytest

from referee.live.guard import CONTENT_SECURITY_POLICY
from referee.live.server import LiveServer
from tests.referee.live.conftest import AS_DIRECTOR
from tests.referee.live.fake_table import FakeTable


@pytest.mark.parametrize("path", ["/", "/director"])
def test_page_is_served_without_foreign_sources(client: httpx.Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "text/html" in answer.headers["content-type"]
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY_POLICY
    assert "http://" not in answer.text
    assert "https://" not in answer.text


def test_table_is_the_present_state(client: httpx.Client, table: FakeTable) -> None:
    table.change("throw", dice={"values": [3, 1], "status": "valid", "reason": None})
    state = client.get("/api/table").json()
    assert state["seq"] == 1
    assert state["dice"]["values"] == [3, 1]


def test_flag_is_the_directors_alone_when_the_audience_says_so(client: httpx.Client, table: FakeTable) -> None:
    table.change(audience="director-only", last=[{"seq": 1, "side": "W", "text": "a four for a three", "legal": False}])
    seq = table.flag()
    public, private = client.get("/api/table").json(), client.get("/api/table", headers=AS_DIRECTOR).json()
    assert public["flag"] is None
    assert public["last"] == []
    assert private["flag"]["seq"] == seq
    assert private["last"][0]["legal"] is False


def test_hidden_pips_reach_nobody(client: httpx.Client, table: FakeTable) -> None:
    assert client.get("/api/table").json()["pips"] == {"W": 167, "B": 167}
    table.change(pip_counts="hidden")
    assert client.get("/api/table", headers=AS_DIRECTOR).json()["pips"] is None


def test_evidence_of_a_hidden_flag_needs_the_token(client: httpx.Client, table: FakeTable) -> None:
    seq = table.flag()
    picture = client.get(f"/api/evidence/{seq}")
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content == table.pictures[seq]
    table.change(audience="director-only")
    assert client.get(f"/api/evidence/{seq}").status_code == 401
    assert client.get(f"/api/evidence/{seq}", headers=AS_DIRECTOR).content == table.pictures[seq]


@pytest.mark.parametrize(("path", "status", "words"), [
    ("/api/evidence/99", 404, "no event 99"),
    ("/api/evidence/0", 400, "seq"),
    ("/api/evidence/x", 400, "seq"),
    ("/api/events?after=-1", 400, "after"),
    ("/api/match.pdf", 404, "match.mat"),
    ("/api/match.sgf", 404, "match.sgf"),
    ("/nowhere", 404, "/director"),
])  # fmt: skip
def test_what_is_not_there_is_said_in_one_line(client: httpx.Client, path: str, status: int, words: str) -> None:
    answer = client.get(path)
    assert answer.status_code == status
    assert words in answer.json()["error"]
    assert "\n" not in answer.json()["error"]


def test_event_without_picture_says_so(client: httpx.Client, table: FakeTable) -> None:
    seq = table.change("play")
    assert "no evidence" in client.get(f"/api/evidence/{seq}").json()["error"]


def test_view_is_never_cached(client: httpx.Client, table: FakeTable) -> None:
    answer = client.get("/api/view")
    assert answer.content == table.view
    assert answer.headers["cache-control"] == "no-store"
    table.view = None
    assert client.get("/api/view").status_code == 404


def test_exports_follow_the_table_and_the_audience(client: httpx.Client, table: FakeTable) -> None:
    assert client.get("/api/match.mat").text == table.exports["mat"]
    assert client.get("/api/match.json").json() == {"events": []}
    table.change(audience="silent")
    assert client.get("/api/match.mat").status_code == 401
    assert client.get("/api/match.mat", headers=AS_DIRECTOR).text == table.exports["mat"]


def test_a_form_that_cannot_hold_the_game_says_so_in_one_line(client: httpx.Client, table: FakeTable) -> None:
    table.refuse = "SGF can't hold fevga, only games on backgammon's board; export mat or json instead"
    answer = client.get("/api/match.sgf")
    assert (answer.status_code, answer.json()) == (409, {"error": table.refuse})


def test_health_tells_of_a_lost_camera(client: httpx.Client, table: FakeTable) -> None:
    assert client.get("/healthz").json()["status"] == "ok"
    table.change("camera-lost", camera="lost")
    health = client.get("/healthz").json()
    assert (health["status"], health["camera"]) == ("degraded", "lost")


def test_metrics_count_the_directors_requests(server: LiveServer, table: FakeTable) -> None:
    table.flag()
    httpx.post(f"{server.url}api/director/accept")
    httpx.post(f"{server.url}api/director/accept", headers=AS_DIRECTOR)
    text = httpx.get(f"{server.url}metrics").text
    assert 'zarbiter_director_actions_total{action="accept",outcome="unauthorised"} 1\n' in text
    assert 'zarbiter_director_actions_total{action="accept",outcome="done"} 1\n' in text
    assert "zarbiter_event_seq 2\n" in text
    assert "zarbiter_flag_open 0\n" in text
