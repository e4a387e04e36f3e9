"""The host's end of a clock: hears presses, keeps the clock in step with the referee, survives a lost link.

Who is right once the link is back: **the clock for the presses it held, and for when each was made; the host for
everything else** — reserves, delay, whose turn it is, pauses. The host's time has gone on meanwhile; presses told late
are booked at their own time, and then the clock is set to what the host says, so both agree within a second.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from referee.clock.families import make_driver
from referee.clock.family import TELL_NS, Driver, Lamp, Pressed, Pushed, Ready, Said, Shown, Trouble
from referee.clock.finding import Finder
from referee.clock.heard import Heard, LinkState, why_silent
from referee.clock.link import Link, LinkError, LinkFullError
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock

__all__ = ["RECORDED", "SILENT_NS", "Heard", "HostClock", "LinkState"]

RETRY_NS, MOST_RETRY_NS = 250 * NS_PER_MS, 2 * NS_PER_S
"""The first wait before a lost port is looked for again, and the longest: each is twice the one before it, ns."""
RECORDED = "recorded"
"""The URL of a clock that is a recording."""
SILENT_NS = 5 * NS_PER_S
"""A clock that has said nothing for so long is lost, ns."""
FULL_NS = 5 * NS_PER_S
"""So long a clock that takes no data is only listened to, ns: a write that fails keeps a press waiting."""
TROUBLE_NS = 2 * TELL_NS
"""A trouble stands beside the clock until so long after it was told last, ns."""
REOPEN_NS = 30 * NS_PER_S
"""A port that stays silent for so long is opened again, ns; sooner would restart boards that reset on opening."""
SAME_NS = NS_PER_S
"""A press numbered no higher than the last one and made no later than this after it, ns, is that press told again;
any later one shows that the clock counts anew.
"""
MOST_STRANGE = 2048
"""Bytes kept of what the driver understands nothing of, to say whose they are."""
_OPEN, _STANDS = "the port is open, the clock has not spoken yet", " (it is silent while it stands)"
MOST_PENDING = 64
"""Presses told that the referee may leave unanswered; of more the oldest are taken as answered."""


@dataclass(frozen=True)
class _Wish:
    """What the referee wants shown, once it has followed the press `serial`."""

    clock: Clock
    lamp: Lamp
    serial: int


class HostClock:
    """One clock behind a link that may break; silent for `silent_ns` it is lost (None: it may be silent for ever).

    `poll` and `flush` belong to one thread; `follow` and `link_state` may be used by any other.

    :raises LinkError: when the link does not open the first time.
    """

    def __init__(
        self,
        url: str,
        opener: Callable[[str], Link],
        silent_ns: int | None = SILENT_NS,
        *,
        renew: Callable[[Driver | None], Driver] | None = None,
        finder: Finder | None = None,
    ) -> None:
        self.url, self._silent_ns, self._opener = url, silent_ns, opener
        self._renew = renew or _open_family(listen_only=url == RECORDED)
        self._finder = finder or Finder(url, tuple, dict)
        self._link: Link | None = opener(url)
        self._finder.remember(url)
        self._driver = self._renew(None)
        self._state = LinkState("ok", port=url)
        self._wish: _Wish | None = None
        self._followed: _Wish | None = None
        self._pending: deque[Heard] = deque(maxlen=MOST_PENDING)
        self._serial = 0
        self._last: tuple[int, int] | None = None
        self._opened_ns: int | None = None
        self._heard_ns: int | None = None
        self._retry_ns, self._wait_ns = 0, RETRY_NS
        self._lost = False
        self._trouble, self._strange, self._trouble_ns, self._full_until_ns = "", b"", 0, 0

    def go_on(self, count: int, at_ns: int | None = None) -> None:
        """The press with this number, made `at_ns`, has been heard already, by the program that wrote the record."""
        self._last = (count, at_ns if at_ns is not None else -(2**63))

    @property
    def link(self) -> Link | None:
        """The open link, None while it is lost."""
        return self._link

    @property
    def link_state(self) -> LinkState:
        """How the link stands."""
        return self._state

    @property
    def is_lost(self) -> bool:
        """Is the clock lost, and not back yet?"""
        return self._lost

    def poll(self, now: Callable[[], int]) -> list[Heard]:
        """What has come since the last call; `now` gives the host's ns. The wait for bytes happens here."""
        if self._link is None:
            return self._search(now())
        try:
            data = self._link.read()
            now_ns = now()
            said = self._driver.hear(data, now_ns)
        except LinkError as error:
            return self._lose(str(error), now())
        self._opened_ns = now_ns if self._opened_ns is None else self._opened_ns
        self._strange = b"" if said else (self._strange + data)[-MOST_STRANGE:]
        spoke = any(not isinstance(each, Trouble) for each in said)
        told = self._spoke(now_ns) if spoke else []
        told += [heard for each in said if (heard := self._tell(each, now_ns))]
        told += self._mended(now_ns) if spoke else self._silence(now_ns)
        return told + self.flush(now_ns)

    def follow(self, clock: Clock, lamp: Lamp = "off", serial: int | None = None) -> None:
        """Bring the device to the referee's clock (host's ns). `serial`: the last press that the referee has followed
        (None: all); those after it are taken as already pressed, so that a slow referee sets no clock back.
        """
        self._wish = _Wish(clock, lamp, self._serial if serial is None else serial)

    def flush(self, now_ns: int) -> list[Heard]:
        """Send what is due."""
        link = self._link
        if link is None or now_ns < self._full_until_ns:
            return []
        self._pass_on(now_ns)
        try:
            data = self._driver.send(now_ns)
            if data:
                link.write(data)
        except LinkFullError as error:
            self._full_until_ns = now_ns + FULL_NS
            told = self._tell(Trouble(str(error)), now_ns)
            return [told] if told else []
        except LinkError as error:
            return self._lose(str(error), now_ns)
        return []

    def fail(self, why: str, now_ns: int) -> list[Heard]:
        """The driver can't go on: as if the link had broken, with a new driver that remembers nothing."""
        self._driver = self._renew(None)
        return self._lose(why, now_ns)

    def close(self) -> None:
        """Free the port."""
        link, self._link = self._link, None
        if link:
            link.close()

    def _pass_on(self, now_ns: int) -> None:
        wish = self._wish
        if wish is None or wish is self._followed:
            return
        while self._pending and self._pending[0].serial <= wish.serial:
            self._pending.popleft()
        clock = wish.clock
        for press in self._pending:
            if press.side and press.at_ns is not None:
                clock = clock.press(press.side, press.at_ns)
        self._driver.follow(clock.as_told, now_ns, wish.lamp)
        self._followed = wish

    def _mended(self, now_ns: int) -> list[Heard]:
        """A trouble that is told no more is over."""
        if self._state.state != "ok" or not self._state.why or now_ns - self._trouble_ns <= TROUBLE_NS:
            return []
        self._state = replace(self._state, why="")
        return [Heard("state")]

    def _tell(self, said: Said, now_ns: int) -> Heard | None:
        match said:
            case Pressed() if not self._is_known(said):
                return self._new_press(said)
            case Pushed(button):
                return Heard("button", why=button)
            case Ready(name, version):
                self._state = replace(self._state, clock=f"{name} {version}".strip())
                return Heard("state")
            case Trouble(why):
                self._trouble, self._trouble_ns = why, now_ns
                self._state = replace(self._state, why=why)
                return Heard("state", why=why)
            case Shown() | _:
                return None

    def _new_press(self, said: Pressed) -> Heard:
        if said.count is not None:
            self._last = (said.count, said.at_ns)
        self._serial += 1
        heard = Heard("press", said.side, said.count or 0, at_ns=said.at_ns, serial=self._serial)
        self._pending.append(heard)
        self._followed = None
        return heard

    def _is_known(self, said: Pressed) -> bool:
        """Was this press heard before? A recording tells all its presses again; a clock may count anew."""
        if self._last is None or said.count is None:
            return False
        count, at_ns = self._last
        return said.count <= count and (self.url == RECORDED or said.at_ns <= at_ns + SAME_NS)

    def _spoke(self, now_ns: int) -> list[Heard]:
        """A lost clock is back when it speaks; that its port opens says nothing."""
        self._heard_ns, self._wait_ns, self._trouble = now_ns, RETRY_NS, ""
        if not self._lost:
            return []
        self._lost = False
        port = self._link.url if self._link else self.url
        self._state = LinkState("ok", now_ns, port=port, clock=self._state.clock)
        moved = "" if port == self.url else f", now at {port}"
        return [Heard("back", why=f"the clock at {self.url} is back{moved}")]

    def _silence(self, now_ns: int) -> list[Heard]:
        stands = self._wish is None or self._wish.clock.state != "running"
        if stands and not self._lost and not self._driver.talks_at_rest:
            self._heard_ns = now_ns
            return []
        heard_ns = self._heard_ns if self._heard_ns is not None else self._opened_ns
        if self._silent_ns is None or heard_ns is None or now_ns - heard_ns <= self._silent_ns:
            return []
        why = self._trouble or why_silent(self.url, self._driver.family, self._strange, self._silent_ns)
        if now_ns - heard_ns > self._silent_ns + REOPEN_NS:
            return self._lose(why, now_ns)
        if self._state.state == "silent":
            return []
        self._state = replace(self._state, state="silent", since_ns=now_ns, why=why)
        return self._tell_loss(why)

    def _lose(self, why: str, now_ns: int) -> list[Heard]:
        self.close()
        if self._heard_ns is None:
            self._wait_ns = min(2 * self._wait_ns, MOST_RETRY_NS)
        self._heard_ns, self._opened_ns, self._retry_ns = None, None, now_ns + self._wait_ns
        self._state = LinkState("lost", now_ns, why, self._state.port, self._state.clock)
        return self._tell_loss(why)

    def _tell_loss(self, why: str) -> list[Heard]:
        told, self._lost = self._lost, True
        return [Heard("state", why=why)] if told else [Heard("lost", why=why)]

    def _search(self, now_ns: int) -> list[Heard]:
        if now_ns < self._retry_ns:
            return []
        try:
            url = self._finder.where()
            if url is None:
                raise LinkError(f"the clock ({self._finder.identity}) is not plugged in: plug it in again")
            self._link = self._opener(url)
        except LinkError as error:
            self._wait_ns = min(2 * self._wait_ns, MOST_RETRY_NS)
            self._retry_ns = now_ns + self._wait_ns
            was, self._state = self._state, replace(self._state, state="searching", why=str(error))
            return [Heard("state", why=str(error))] if was != self._state else []
        self._finder.remember(url)
        self._driver, self._followed = self._renew(self._driver), None
        self._state = replace(
            self._state, state="silent", port=url, why=_OPEN if self._driver.talks_at_rest else _OPEN + _STANDS
        )
        return [Heard("state", why=self._state.why)]


def _open_family(*, listen_only: bool) -> Callable[[Driver | None], Driver]:
    return lambda before: make_driver("open", listen_only=listen_only, before=before)
