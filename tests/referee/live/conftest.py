"""A scripted table under the real application and server."""

from collections.abc import Iterator

import httpx
import pytest

from referee.live.app import make_app
from referee.live.server import LiveServer, serve
from tests.referee.live.fake_table import FakeTable

TOKEN = "a-token-for-tests"
AS_DIRECTOR = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="session")
def shared_table() -> FakeTable:
    """The table that all tests of a session use in turn."""
    return FakeTable()


@pytest.fixture
def table(shared_table: FakeTable) -> FakeTable:
    """A table in its first state."""
    shared_table.reset()
    return shared_table


@pytest.fixture
def server(table: FakeTable) -> Iterator[LiveServer]:
    """A server of the test's own, on a free port."""
    with serve(make_app(table, TOKEN), 0) as server:
        yield server


@pytest.fixture(scope="session")
def shared_server(shared_table: FakeTable) -> Iterator[LiveServer]:
    """One server for all tests that only ask and answer."""
    with serve(make_app(shared_table, TOKEN), 0) as server:
        yield server


@pytest.fixture
def client(shared_server: LiveServer, table: FakeTable) -> Iterator[httpx.Client]:
    """Talks to the shared server, about a table in its first state."""
    assert table.log == []
    with httpx.Client(base_url=shared_server.url, timeout=10) as client:
        yield client
