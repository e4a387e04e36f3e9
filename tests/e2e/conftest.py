"""One chromium for all tests of the session; each test has a table, a server and fresh pages of its own."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from referee.live.app import make_app
from referee.live.server import LiveServer, serve
from tests.referee.live.fake_table import FakeTable

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
TOKEN = "a-token-for-the-browser"

expect.set_options(timeout=20_000)


class Site:
    """A table and its page; the server can be stopped and started again on the same port."""

    def __init__(self) -> None:
        self.table = FakeTable()
        self.server: LiveServer | None = None
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        """Address of the page."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def director_url(self) -> str:
        """The director's link."""
        return f"{self.url}director?token={TOKEN}"

    def asked(self, count: int, within_s: float = 20) -> list[tuple[str, dict[str, Any]]]:
        """What the page asked of the table, once that is `count` things or `within_s` have passed: a click returns
        before its request has arrived."""
        end = time.monotonic() + within_s
        while len(self.table.asked) < count and time.monotonic() < end:
            time.sleep(0.02)
        return self.table.asked

    def start(self) -> None:
        """Serve the table, on the port used before."""
        self.server = serve(make_app(self.table, TOKEN), self.port)
        self.port = self.server.port

    def stop(self) -> None:
        """Stop serving; the table goes on."""
        if self.server:
            self.server.stop()
            self.server = None


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The distribution's chromium."""
    if not CHROMIUM.exists():
        pytest.skip(f"no chromium at {CHROMIUM}: sudo apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def site() -> Iterator[Site]:
    """A fresh table and server."""
    site = Site()
    yield site
    site.stop()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Opens addresses in contexts of their own; a test fails on any script error or refused resource."""
    troubles: list[str] = []
    contexts = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            troubles.append(message.text)

    def opened(url: str, width: int = 1280, height: int = 900, scheme: str = "light") -> Page:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", note)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(url)
        expect(page.get_by_test_id("connection")).to_have_text("Live")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert troubles == []
