"""Starting and stopping: a busy port is one clear line, a stopped one is free again."""

import socket

import httpx
import pytest

from referee.live.app import make_app
from referee.live.server import LiveServer, ServeError, own_address, serve
from tests.referee.live.conftest import TOKEN
from tests.referee.live.fake_table import FakeTable


def test_busy_port_is_said_in_one_line(server: LiveServer) -> None:
    with pytest.raises(ServeError, match=rf"port {server.port} .*--port") as caught:
        serve(make_app(FakeTable(), TOKEN), server.port)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("port", [-1, 70_000])
def test_port_that_cannot_be(port: int) -> None:
    with pytest.raises(ServeError, match="--port"):
        serve(make_app(FakeTable(), TOKEN), port)


def test_port_is_free_after_a_stop() -> None:
    with serve(make_app(FakeTable(), TOKEN), 0) as first:
        assert httpx.get(f"{first.url}healthz").json()["status"] == "ok"
    with serve(make_app(FakeTable(), TOKEN), first.port) as again:
        assert httpx.get(f"{again.url}healthz").status_code == 200


def test_only_this_machine_unless_told_otherwise(server: LiveServer) -> None:
    assert server.url == f"http://127.0.0.1:{server.port}/"
    with socket.create_connection(("127.0.0.1", server.port), 2) as connection:
        assert connection.getpeername()[1] == server.port


def test_a_page_for_the_room_is_named_by_an_address_others_can_reach() -> None:
    with serve(make_app(FakeTable(), TOKEN), 0, "0.0.0.0") as server:
        assert "0.0.0.0" not in server.url
        assert "[" not in server.url
        assert httpx.get(f"{server.url}healthz").status_code == 200


def test_without_a_network_the_page_is_at_localhost(monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(*_: object) -> None:
        raise OSError("Network is unreachable")

    with monkeypatch.context() as patch:
        patch.setattr(socket.socket, "connect", unreachable)
        assert own_address() == "localhost"
