"""A whole table with a clock of any family on a cable; all time is the test's."""

from pathlib import Path

import numpy as np

from referee.clock.families import make_driver
from referee.clock.host import HostClock
from referee.clock.link import SerialLink
from referee.clock.time_control import NS_PER_MS
from referee.inputs import Directed
from referee.record.events import Event
from referee.record.store import Store
from referee.rules.position import Position
from referee.rules.side import Side
from referee.table import Parts, Table
from tests.referee.clock.cable import Cable, Device
from tests.referee.observing import observe_position
from tests.referee.tables import SIZE, VIEW, PreparedEyes, PreparedSource, setup
from vision.frame import Frame
from vision.observation import DieReading, Observation

STEP_NS = 40 * NS_PER_MS


class Sitting:
    """Players, cable and table, step by step. `cable` may be one that another sitting has left, with its clock."""

    def __init__(
        self, folder: Path, family: str, device: Device, event: dict[str, object], cable: Cable | None = None
    ) -> None:
        self.device = device
        self.cable = cable or Cable(device)
        self.now_ns = 0
        self.told: list[Event] = []
        self._views: dict[int, Observation] = {}
        self._number = 0
        self._deaf_until = 0
        self.host = HostClock(
            self.cable.names[-1],
            lambda url: SerialLink(url, wait_s=0),
            renew=lambda before: make_driver(family, left=Side.W, before=before),
            finder=self.cable.finder(),
        )
        parts = Parts(PreparedSource([]), PreparedEyes(self._views), VIEW, Store(folder), self.host)
        self.table = Table(parts, setup({"turn-ends": "clock", **event}), self.told.append)

    def go(self, span_ns: int) -> None:
        """Let time pass."""
        end = self.now_ns + span_ns
        while self.now_ns < end:
            self.now_ns += STEP_NS
            self.cable.step(self.now_ns)
            if self.now_ns >= self._deaf_until:
                self._look()

    def see(self, position: Position, dice: tuple[DieReading, ...] = ()) -> None:
        """A settled view, now."""
        self._views[self._number] = observe_position(position, dice, self._number)
        self._look()

    def press(self, side: Side) -> None:
        """A player hits the button."""
        self.device.press(side, self.now_ns)

    def direct(self, what: str, **body: object) -> None:
        """The director acts, now."""
        self.table._take(Directed(self.now_ns, what, body))

    def be_deaf(self, span_ns: int) -> None:
        """The host's thread does not run for a while."""
        self._deaf_until = self.now_ns + span_ns

    def close(self) -> None:
        """End the program; the clock and its cable stay."""
        self.table.close()

    def presses(self) -> list[Event]:
        """The players' presses in the log."""
        return [event for event in self.told if event.kind == "press" and event.by == "player"]

    def _look(self) -> None:
        number, self._number = self._number, self._number + 1
        view = self._views.get(number)
        if view is not None:
            self._views[number] = Observation(**{**view.__dict__, "t_mono_ns": self.now_ns})
        self.table._see(Frame(np.zeros((SIZE[1], SIZE[0], 3), np.uint8), number, self.now_ns))
