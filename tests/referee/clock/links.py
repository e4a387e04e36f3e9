"""Links and drivers for tests: bytes are put in by hand, and a driver says what was written down."""

from collections.abc import Callable, Sequence

from referee.clock.family import Driver, Lamp, Pressed, Pushed, Ready, Said, Shown, Trouble
from referee.clock.link import LinkError, LinkFullError
from referee.clock.time_control import NS_PER_MS, Clock
from referee.rules.side import Side


class FakeLink:
    """Gives what was put in `data`; raises once `broken`, takes nothing while `full`."""

    def __init__(self, url: str = "fake") -> None:
        self.url = url
        self.data = b""
        self.broken = self.full = False
        self.written = b""

    def read(self) -> bytes:
        if self.broken:
            raise LinkError("unplugged")
        data, self.data = self.data, b""
        return data

    def write(self, data: bytes) -> None:
        if self.broken:
            raise LinkError("unplugged")
        if self.full:
            raise LinkFullError("it takes no data")
        self.written += data

    def close(self) -> None:
        self.broken = True


class LineDriver:
    """`P W 3 120` is press 3 of White at 120 ms, `S` a Shown, `R box` Ready, `B pause` a button, `T why` a Trouble."""

    family = "lines"
    baud = 9600
    talks_at_rest = True

    def __init__(self, before: Driver | None = None) -> None:
        self.before = before
        self.followed: list[tuple[Clock, Lamp]] = []
        self.out = b""

    def hear(self, data: bytes, now_ns: int) -> Sequence[Said]:
        return [self._said(line.split(" ", 1)) for line in data.decode().splitlines()]

    def follow(self, clock: Clock, now_ns: int, lamp: Lamp = "off") -> None:
        self.followed.append((clock, lamp))

    def send(self, now_ns: int) -> bytes:
        out, self.out = self.out, b""
        return out

    @staticmethod
    def _said(words: list[str]) -> Said:
        if words[0] == "P":
            side, count, at_ms = words[1].split()
            return Pressed(Side(side), int(at_ms) * NS_PER_MS, int(count) if count != "-" else None)
        others: dict[str, Callable[[], Said]] = {
            "S": lambda: Shown(0, 0, None),
            "R": lambda: Ready(words[1]),
            "B": lambda: Pushed(words[1]),
            "T": lambda: Trouble(words[1]),
        }
        return others[words[0]]()


class Bench:
    """A clock's host whose links and drivers are made here; `refuse` keeps the port away."""

    def __init__(self) -> None:
        self.links: list[FakeLink] = []
        self.drivers: list[LineDriver] = []
        self.opened: list[str] = []
        self.refuse: str = ""

    def open(self, url: str) -> FakeLink:
        self.opened.append(url)
        if self.refuse:
            raise LinkError(self.refuse)
        self.links.append(FakeLink(url))
        return self.links[-1]

    def renew(self, before: Driver | None) -> Driver:
        self.drivers.append(LineDriver(before))
        return self.drivers[-1]

    @property
    def link(self) -> FakeLink:
        return self.links[-1]

    @property
    def driver(self) -> LineDriver:
        return self.drivers[-1]
