"""A whole table without a camera: prepared observations behind small grey pictures."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from calibration.profile import Seats
from calibration.view import View
from referee.clock.host import HostClock
from referee.record.events import Event
from referee.record.store import Store
from referee.rules.options import Options
from referee.seating import Seating
from referee.table import Parts, Table
from referee.turn.state import Setup
from tests.referee.observing import SECOND
from vision.frame import Frame
from vision.observation import Observation

SIZE = (64, 48)
VIEW = View.from_corners(((4, 4), (60, 4), (60, 44), (4, 44)), SIZE)


class PreparedSource:
    """As many pictures as there are numbers, a second apart."""

    live = False
    settled = True
    size = SIZE

    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = numbers

    def __iter__(self) -> Iterator[Frame]:
        for number in self._numbers:
            yield Frame(np.full((SIZE[1], SIZE[0], 3), number % 256, np.uint8), number, number * SECOND)

    def close(self) -> None:
        """Nothing to free."""


class PreparedEyes:
    """Sees in picture n what was prepared for n; forgets nothing."""

    def __init__(self, views: Mapping[int, Observation]) -> None:
        self._views = views
        self.resets = 0
        self.view: View | None = None

    def see(self, frame: Frame) -> Observation | None:
        return self._views.get(frame.number)

    def reset(self) -> None:
        self.resets += 1

    def look_at(self, view: View) -> None:
        self.view = view


def setup(event: Mapping[str, object] | None = None, seats: Seats | None = None, game: str = "backgammon") -> Setup:
    options = Options.build(game, {"time-control": "simple-delay", **(event or {})})
    return Setup(options, Seating(seats or Seats(), game), ("Ayla", "Bela"))


def make_table(
    folder: Path,
    views: Sequence[Observation],
    given: Setup,
    clock: HostClock | None = None,
    *,
    until: int | None = None,
    on_event: Callable[[Event], None] | None = None,
) -> tuple[Table, list[Event]]:
    """A table over `views` (the first `until` of them), and the list its events are told to."""
    told: list[Event] = []
    numbers = [view.number for view in views][:until]
    eyes = PreparedEyes({view.number: view for view in views})
    parts = Parts(PreparedSource(numbers), eyes, VIEW, Store(folder), clock)
    return Table(parts, given, on_event or told.append), told
