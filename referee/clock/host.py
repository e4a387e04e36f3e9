"""The host's end of a clock: hears presses, keeps the clock in step with the referee, survives a lost link."""

from collections.abc import Callable
from dataclasses import dataclass

from referee.clock import open_protocol as protocol
from referee.clock.link import Link, LinkError
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock
from referee.rules.side import Side

RETRY_NS = 2 * NS_PER_S
RECORDED = "recorded"
"""The URL of a clock that is a recording."""
SILENT_NS = 5 * NS_PER_S
"""A clock that has reported nothing for so long is lost, ns."""


@dataclass(frozen=True)
class Heard:
    """What came from the clock: `press` of `side`, or the link `lost` or `back`."""

    what: str
    side: Side | None = None
    count: int = 0
    why: str = ""


class HostClock:
    """One clock behind a link that may break; silent for `silent_ns` it is lost (None: it may be silent for ever).

    `poll` by one thread and `follow` by another is allowed.

    :raises LinkError: when the link does not open the first time.
    """

    def __init__(self, url: str, opener: Callable[[str], Link], silent_ns: int | None = SILENT_NS) -> None:
        self.url, self._silent_ns = url, silent_ns
        self._opener = opener
        self._link: Link | None = opener(url)
        self._decoder = protocol.Decoder()
        self._device: tuple[Side | None, bool] | None = None
        self._count: int | None = None
        self._retry_ns = 0
        self._heard_ns: int | None = None
        self._lost = False

    def go_on(self, count: int) -> None:
        """The press with this number has been heard already, by the program that wrote the record."""
        self._count = count

    @property
    def link(self) -> Link | None:
        """The open link, None while it is lost."""
        return self._link

    def poll(self, now_ns: int) -> list[Heard]:
        """What has come since the last call."""
        link = self._link
        if link is None:
            return self._reopen(now_ns)
        try:
            messages = self._decoder.feed(link.read())
        except LinkError as error:
            return self._lose(str(error), now_ns)
        if messages or self._heard_ns is None:
            self._heard_ns = now_ns
        elif self._silent_ns is not None and now_ns - self._heard_ns > self._silent_ns:
            return self._lose(f"the clock at {self.url} has said nothing for {self._silent_ns // NS_PER_S} s", now_ns)
        return self._greeted(bool(messages)) + [heard for message in messages if (heard := self._hear(message))]

    def follow(self, clock: Clock, now_ns: int) -> None:
        """Bring the device to the referee's clock, if something other than its own press has changed it."""
        wanted = (clock.running, clock.paused)
        link = self._link
        if link is None or self._device == wanted:
            return
        white, black = (clock.face(side, now_ns).reserve_ns // NS_PER_MS for side in Side)
        delay = clock.control.delay_ns // NS_PER_MS
        commands: list[protocol.Message] = [protocol.SetTimes(white, black, delay, clock.control.kind.value)]
        if clock.running:
            commands.append(protocol.Run(clock.running))
        if clock.paused:
            commands.append(protocol.Pause())
        try:
            link.write(b"".join(protocol.encode(command) for command in commands))
        except LinkError:
            return
        self._device = wanted

    def close(self) -> None:
        """Free the port."""
        if self._link:
            self._link.close()

    def _hear(self, message: protocol.Message) -> Heard | None:
        if not isinstance(message, protocol.Press) or self._is_known(message.count):
            return None
        self._count = message.count
        if self._device and not self._device[1] and self._device[0] is not message.side.other:
            self._device = (message.side.other, False)
        return Heard("press", message.side, message.count)

    def _is_known(self, count: int) -> bool:
        """Was this press heard before? A recording tells all its presses again; a clock may count anew from 1."""
        if self._count is None:
            return False
        return count <= self._count if self.url == RECORDED else count == self._count

    def _lose(self, why: str, now_ns: int) -> list[Heard]:
        if self._link:
            self._link.close()
        self._link, self._device, self._heard_ns = None, None, None
        self._decoder, self._retry_ns = protocol.Decoder(), now_ns + RETRY_NS
        told, self._lost = self._lost, True
        return [] if told else [Heard("lost", why=why)]

    def _reopen(self, now_ns: int) -> list[Heard]:
        if now_ns < self._retry_ns:
            return []
        try:
            link = self._opener(self.url)
            link.write(protocol.encode(protocol.Hello("zarbiter")))
            self._link = link
        except LinkError:
            self._retry_ns = now_ns + RETRY_NS
        return []

    def _greeted(self, spoke: bool) -> list[Heard]:
        """A lost clock is back when it speaks; that its port opens says nothing."""
        if not (spoke and self._lost):
            return []
        self._lost = False
        return [Heard("back", why=f"the clock at {self.url} is back")]
