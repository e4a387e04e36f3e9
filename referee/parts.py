"""What a table is made of."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from calibration.view import View
from referee.clock.host import HostClock
from referee.record.store import Store
from vision.camera.source import Source
from vision.frame import Frame
from vision.observation import Observation


class Eyes(Protocol):
    """Frames → observations (`vision.observer.Observer`)."""

    def see(self, frame: Frame) -> Observation | None: ...
    def reset(self) -> None: ...
    def look_at(self, view: View) -> None: ...


@dataclass(frozen=True)
class Parts:
    """What a table is made of. `view` is for the overlay; `threaded_clock`: the clock's bytes come in their own time
    (a port),
    otherwise it is asked before each picture. `pace`: pictures of a recording come at the speed at which they were
    taken. `keep_view` writes down where the board lies when that is set anew."""

    source: Source
    eyes: Eyes
    view: View
    store: Store
    clock: HostClock | None = None
    threaded_clock: bool = False
    pace: bool = False
    keep_view: Callable[[View], None] = lambda view: None
