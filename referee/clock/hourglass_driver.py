"""The host's end of an Hourglass DIY clock. It can be set to whole minutes only, tells which side runs once a second,
and is silent while it stands; so the host keeps the time and its faces are a help: they count the delay as well.
"""

from collections.abc import Sequence

from referee.clock import hourglass_protocol as protocol
from referee.clock.family import TELL_NS, Lamp, Pressed, Pushed, Ready, Said, Shown, Trouble
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock
from referee.rules.side import Side

START_NS = 2 * NS_PER_S
"""An Arduino restarts when its port is opened and hears nothing meanwhile."""
SETTLE_NS = 1_200 * NS_PER_MS
"""So long the clock waits for more digits of what it was told."""
LINE_NS = NS_PER_S
"""How often the clock tells whose time goes: a press is taken to have been made in the middle between two lines."""
SILENT_NS = 3 * NS_PER_S
"""A clock that runs and from which nothing has come for so long, not even noise, does not run."""
FAR_MS = 60_000
"""A face further off is set again when the side changes."""
_LEVER = "the clock's lever stands for {0}, the referee's clock runs for {1}: push it over"


class HourglassDriver:
    """`referee.clock.family.Driver` of the Hourglass clock. `left` is player one's side, whose lamp is on the left;
    `before` the driver of the same clock on its former link.
    """

    family = "hourglass"
    baud = 9600
    talks_at_rest = False

    def __init__(self, *, left: Side, before: "HourglassDriver | None" = None) -> None:
        self._decoder = protocol.Decoder()
        self._left = left
        self._active: Side | None = before._active if before else None
        self._faces: dict[Side, int] = {}
        self._wanted: Clock | None = None
        self._runs = False
        self._ready = False
        self._fit = False
        self._not_before: int | None = None
        self._heard_ns = 0
        self._told_ns = 0
        self._wrong_since: int | None = None

    def hear(self, data: bytes, now_ns: int) -> Sequence[Said]:
        """What these bytes say."""
        said: list[Said] = []
        if data:
            self._heard_ns = now_ns
        for message in self._decoder.feed(data):
            if not self._ready:
                self._ready = True
                said.append(Ready("Hourglass"))
            match message:
                case protocol.Going(player, left_ms):
                    said += self._going(self._left if player == 1 else self._left.other, left_ms, now_ns)
                case protocol.Sign(word):
                    said.append(Pushed(word))
                    self._pushed(word, now_ns)
        return said

    def follow(self, clock: Clock, now_ns: int, lamp: Lamp = "off") -> None:
        """Keep in mind what the clock is to show; it has no lamps."""
        self._wanted = clock

    def send(self, now_ns: int) -> bytes:
        """What is due by now."""
        if self._not_before is None:
            self._not_before = now_ns + START_NS
        clock = self._wanted
        if clock is None or now_ns < self._not_before:
            return b""
        if not self._fit:
            return self._setup(clock, now_ns)
        if self._runs and now_ns - max(self._heard_ns, self._told_ns) > SILENT_NS:
            self._runs = False
        if self._runs != (clock.state == "running"):
            self._runs = not self._runs
            self._not_before, self._told_ns = now_ns + SETTLE_NS, now_ns
            return protocol.TOGGLE
        return b""

    def _setup(self, clock: Clock, now_ns: int) -> bytes:
        minutes = {side: -(-clock.face(side, now_ns).reserve_ns // (60 * NS_PER_S)) for side in Side}
        whole = {side: min(max(1, left), 999) for side, left in minutes.items()}
        self._faces = {side: left * 60_000 for side, left in whole.items()}
        self._fit, self._runs = True, clock.state == "running"
        self._not_before, self._told_ns = now_ns + SETTLE_NS, now_ns
        names = {Side.W: "White", Side.B: "Black"}
        one, two = self._left, self._left.other
        setup = protocol.encode_setup(protocol.Setup(names[one], names[two], whole[one], whole[two]))
        return setup + (protocol.TOGGLE if self._runs else b"")

    def _going(self, side: Side, left_ms: int, now_ns: int) -> list[Said]:
        said: list[Said] = []
        if not self._runs and now_ns - self._told_ns > SETTLE_NS:
            self._runs = True
        self._faces[side] = left_ms
        if self._active is not None and side is not self._active:
            said.append(Pressed(side.other, now_ns - LINE_NS // 2))
            self._fit = self._fit and not self._is_far(now_ns)
        self._active = side
        said += self._lever(side, now_ns)
        if len(self._faces) == len(Side):
            said.append(Shown(self._faces[Side.W], self._faces[Side.B], side))
        return said

    def _is_far(self, now_ns: int) -> bool:
        clock = self._wanted
        if clock is None:
            return False
        return any(
            abs(clock.face(side, now_ns).reserve_ns // NS_PER_MS - left) > FAR_MS for side, left in self._faces.items()
        )

    def _lever(self, side: Side, now_ns: int) -> list[Said]:
        """Trouble when the lever stands for the wrong side for long: nobody but the players can change it."""
        wanted = self._wanted.running if self._wanted and self._wanted.state == "running" else None
        if wanted in (None, side):
            self._wrong_since = None
            return []
        if self._wrong_since is None:
            self._wrong_since = now_ns
        if now_ns - self._wrong_since < SILENT_NS or wanted is None:
            return []
        self._wrong_since = now_ns + TELL_NS - SILENT_NS
        names = {Side.W: "White", Side.B: "Black"}
        return [Trouble(_LEVER.format(names[side], names[wanted]))]

    def _pushed(self, word: str, now_ns: int) -> None:
        if word == "reset":
            self._runs = self._fit = False
            return
        self._runs = self._runs and word != "pause"
        self._not_before = now_ns + SETTLE_NS
