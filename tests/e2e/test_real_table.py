"""The page over the real referee: prepared views go in, the ruling is shown, the director's decision comes back."""

import queue
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import expect

from referee.clock.host import HostClock
from referee.clock.script import ScriptedLink
from referee.live.app import make_app
from referee.live.server import serve
from referee.record.store import Store
from referee.rules.position import Position
from referee.table import Parts, Table
from tests.e2e.conftest import TOKEN, OpenPage
from tests.referee.observing import SECOND, observe_position, pair
from tests.referee.tables import SIZE, VIEW, PreparedEyes, setup
from vision.frame import Frame
from vision.observation import DieReading, Observation

pytestmark = pytest.mark.browser

START = Position.start("backgammon")


class WaitingSource:
    """Gives a picture for each number it is told, a second of the match apart."""

    live = False
    settled = True
    size = SIZE

    def __init__(self) -> None:
        self._numbers: queue.Queue[int | None] = queue.Queue()

    def __iter__(self) -> Iterator[Frame]:
        while (number := self._numbers.get()) is not None:
            yield Frame(np.full((SIZE[1], SIZE[0], 3), 90, np.uint8), number, number * SECOND)

    def show(self, number: int) -> None:
        """Let the next picture come."""
        self._numbers.put(number)

    def close(self) -> None:
        """No more pictures."""
        self._numbers.put(None)


class Sitting:
    """A real table that is fed view by view."""

    def __init__(self, folder: Path) -> None:
        self._views: dict[int, Observation] = {}
        self._source = WaitingSource()
        clock = HostClock("recorded", lambda url: ScriptedLink(b"", self._now_ns, url), None)
        self.table = Table(Parts(self._source, PreparedEyes(self._views), VIEW, Store(folder), clock), setup())
        self._thread = threading.Thread(target=self.table.run)
        self._thread.start()

    def _now_ns(self) -> int:
        return self.table.now_ns()

    def see(self, position: Position, dice: tuple[DieReading, ...] = ()) -> None:
        """The next settled view, a second later."""
        number = len(self._views) + 1
        self._views[number] = observe_position(position, dice, number)
        self._source.show(number)

    def close(self) -> None:
        """End the match."""
        self.table.stop()
        self._thread.join(10)
        self.table.close()


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    """A table with nothing seen yet."""
    sitting = Sitting(tmp_path)
    yield sitting
    sitting.close()


def test_illegal_play_is_flagged_demanded_and_put_right(sitting: Sitting, open_page: OpenPage) -> None:
    throw = pair("3-1")
    wrong = Position.parse("W 24:2 13:5 8:2 6:4 5:1 4:1 | B 24:2 13:5 8:3 6:5", "backgammon")
    right = Position.parse("W 24:2 13:5 8:2 6:4 5:2 | B 24:2 13:5 8:3 6:5", "backgammon")
    with serve(make_app(sitting.table, TOKEN), 0) as server:
        page = open_page(f"{server.url}director?token={TOKEN}", height=1200)
        sitting.see(START)
        expect(page.get_by_test_id("position-text")).to_have_text(START.text)
        page.keyboard.press("2")
        expect(page.get_by_test_id("clockface-W")).to_have_attribute("data-state", "delay")
        sitting.see(START, throw)
        expect(page.get_by_test_id("status")).to_have_text("Thrown: 3-1")
        page.keyboard.press("c")
        page.get_by_test_id("edit-turn").select_option("W")
        page.get_by_test_id("edit-why").fill("White threw the higher number")
        page.get_by_test_id("edit-save").click()
        expect(page.get_by_test_id("status")).to_have_text("Ayla to play 3-1")
        sitting.see(wrong, throw)
        sitting.see(wrong)
        expect(page.get_by_test_id("flag")).to_contain_text("Illegal play")
        expect(page.get_by_test_id("evidence").locator("img")).to_be_visible()
        expect(page.get_by_test_id("plays")).to_contain_text("illegal")
        page.keyboard.press("d")
        expect(page.get_by_test_id("demanded")).to_be_visible()
        expect(page.get_by_test_id("clockface-W")).to_have_attribute("data-state", re.compile("delay|reserve"))
        sitting.see(right, throw)
        sitting.see(right)
        expect(page.get_by_test_id("flag")).to_be_hidden()
        expect(page.get_by_test_id("position-text")).to_have_text(right.text)
        expect(page.get_by_test_id("status")).to_have_text("Bela to throw")
        kinds = [event.kind for event in sitting.table.events_after(0) if event.kind != "seen"]
        assert [kind for kind in kinds if kind in {"illegal", "decision", "play"}] == ["illegal", "decision", "play"]
