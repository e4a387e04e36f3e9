"""The host's end of a DGT board with a clock (DGT.md). The clock knows no delay, so the host keeps it: while the delay
runs the clock stands at the reserve.
"""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from referee.clock import dgt_commands as commands
from referee.clock import dgt_protocol as protocol
from referee.clock.dgt_commands import Command, Order, Request
from referee.clock.dgt_faces import DgtFaces
from referee.clock.family import TELL_NS, Lamp, Pressed, Pushed, Ready, Said, Shown, Trouble
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock
from referee.rules.side import Side

ANSWER_NS = 2 * NS_PER_S
"""A command without its acknowledgement by then is sent again."""
OBEYS_NS = 150 * NS_PER_MS
"""A clock confirms a command within so long of obeying it; one confirmed later was obeyed later."""
MOST_TRIES = 3
REST_NS = 5 * NS_PER_S
"""So long a clock that does not obey is left alone."""
APART_NS = 100 * NS_PER_MS
"""Time the board needs between two of its own commands."""
ASK_NS = NS_PER_S
"""A clock that has told nothing for so long is asked for its times."""
POLL_NS = 400 * NS_PER_MS
"""How often the board asks its clock: a press is taken to have been made in the middle between two questions."""
REPEAT_NS = NS_PER_S
"""So long an acknowledgement may come again over Bluetooth."""
BEEP = 8
"""Length of the beep with a lamp's text, in units of 64 ms."""
DGT_3000 = 2
"""Major version from which a clock shows text."""
_TEXTS: dict[Lamp, str] = {"flag": "FLAG", "rethrow": "RETHROW", "paused": "PAUSED"}
_NO_BOARD = "nothing answers as a DGT board does: check the cable and that the board is switched on"
_NO_CLOCK = "the DGT board has no clock: plug the clock into the board and switch it on"
_DEAF = "the DGT clock does not confirm commands: check its cable to the board, then switch it off and on"
LEVER_NS = 3 * NS_PER_S
"""So long a lever that stands for the wrong side is no trouble: the referee may be about to follow."""
_LEVER = "the clock's lever is down for {0}, whose time runs: push it over"
_MODE = "the DGT clock takes no times: switch it off, choose option 23 (on a DGT 3000: option 25) and start it"


@dataclass
class _Sent:
    """A command on its way."""

    command: Command
    at_ns: int
    tries: int = 1


class DgtDriver:
    """`referee.clock.family.Driver` of DGT boards. `left` is the side at the clock's left; `before` the driver of the
    same clock on its former link: a lever that stands elsewhere since then is a press.
    """

    family = "dgt"
    baud = 9600
    talks_at_rest = True

    def __init__(self, *, left: Side, before: "DgtDriver | None" = None) -> None:
        self._decoder = protocol.Decoder()
        self._left = left
        self._faces = DgtFaces(left)
        self._right_high: bool | None = before._right_high if before else None
        self._version: tuple[int, int] | None = None
        self._board = False
        self._greetings: deque[tuple[int, Request]] = deque()
        self._greeted_ns: int | None = None
        self._tries = 0
        self._asked_ns = 0
        self._empty = False
        self._heard_ns = 0
        self._sent: _Sent | None = None
        self._not_before = 0
        self._pushed: dict[str, int] = {}
        self._stuck_ns: int | None = None
        self._lamp: Lamp = "off"
        self._shown_lamp: Lamp = before._shown_lamp if before else "off"
        self._told: dict[str, int] = {}
        self._troubles: list[Said] = []

    def hear(self, data: bytes, now_ns: int) -> Sequence[Said]:
        """What these bytes say."""
        said: list[Said] = []
        for message in self._decoder.feed(data):
            self._heard_ns = now_ns
            match message:
                case protocol.Version():
                    self._board = True
                case protocol.Ack():
                    said += self._acknowledged(message, now_ns)
                case protocol.BoardTime():
                    said += self._read(message, now_ns)
        said, self._troubles = said + self._troubles, []
        return said

    def follow(self, clock: Clock, now_ns: int, lamp: Lamp = "off") -> None:
        """Keep in mind what the clock is to show."""
        self._faces.wanted = clock
        self._lamp = lamp

    def send(self, now_ns: int) -> bytes:
        """What is due by now: one command at a time."""
        if not self._board:
            return self._greeting(now_ns)
        if self._sent:
            return self._again(now_ns) if now_ns - self._sent.at_ns >= ANSWER_NS else b""
        command = self._next(now_ns) if now_ns >= self._not_before else None
        if command:
            self._sent = _Sent(command, now_ns)
            return commands.encode(command)
        if now_ns - max(self._heard_ns, self._asked_ns) >= ASK_NS:
            self._asked_ns = now_ns
            return bytes([Request.SEND_CLOCK])
        return b""

    def _greeting(self, now_ns: int) -> bytes:
        if self._greeted_ns is None or now_ns - self._greeted_ns >= ANSWER_NS:
            self._greeted_ns = now_ns
            self._greetings = deque([(now_ns, Request.PUSH_CHANGES), (now_ns + APART_NS, Request.VERSION)])
            self._tries += 1
            if self._tries > MOST_TRIES:
                self._complain(_NO_BOARD, now_ns)
        due = b""
        while self._greetings and self._greetings[0][0] <= now_ns:
            due += bytes([self._greetings.popleft()[1]])
        return due

    def _next(self, now_ns: int) -> Command | None:
        if self._version is None:
            return commands.Plain(Order.VERSION)
        times = self._faces.due(now_ns)
        if times or self._lamp == self._shown_lamp:
            return times
        text = _TEXTS.get(self._lamp)
        if text is None:
            return commands.Plain(Order.END_TEXT)
        return commands.Text(text, BEEP) if self._version[0] >= DGT_3000 else commands.Beep(BEEP)

    def _again(self, now_ns: int) -> bytes:
        """Send what was not confirmed once more; give up after MOST_TRIES and begin anew later."""
        sent = self._sent
        if sent is None:
            return b""
        if sent.tries >= MOST_TRIES:
            self._complain(_DEAF, now_ns)
            self._give_up(now_ns)
            return b""
        fresh = self._faces.due(now_ns) if isinstance(sent.command, commands.SetRun) else sent.command
        self._sent = _Sent(fresh or sent.command, now_ns, sent.tries + 1)
        return commands.encode(self._sent.command)

    def _give_up(self, now_ns: int) -> None:
        self._sent, self._not_before = None, now_ns + REST_NS

    def _acknowledged(self, ack: protocol.Ack, now_ns: int) -> list[Said]:
        if ack.mode_23:
            self._told.pop(_MODE, None)
            self._not_before = now_ns
            self._faces.forget()
        elif ack.button:
            if now_ns - self._pushed.get(ack.button, -REPEAT_NS) < REPEAT_NS:
                return []
            self._pushed[ack.button] = now_ns
            return [Pushed(ack.button)]
        elif self._sent and commands.order_of(self._sent.command) == ack.about:
            return self._obeyed(self._sent.command, ack, now_ns)
        elif self._sent and not ack.ok and isinstance(self._sent.command, commands.SetRun):
            self._refused(now_ns)
        return []

    def _obeyed(self, command: Command, ack: protocol.Ack, now_ns: int) -> list[Said]:
        if not ack.ok:
            self._refused(now_ns)
            return []
        sent_ns = self._sent.at_ns if self._sent else now_ns
        self._sent = None
        match command:
            case commands.SetRun():
                self._faces.told(command, max(sent_ns, now_ns - OBEYS_NS))
                self._told.clear()
            case commands.Plain(Order.VERSION):
                self._version = ack.high >> 4, ack.high & 0x0F
                name = "DGT 3000" if self._version[0] >= DGT_3000 else "DGT clock"
                return [Ready(name, "{}.{}".format(*self._version))]
            case commands.Plain(Order.END_TEXT):
                self._shown_lamp = "off"
            case commands.Text(text):
                self._shown_lamp = next((lamp for lamp, word in _TEXTS.items() if word == text), "off")
            case commands.Beep():
                self._shown_lamp = self._lamp
        return []

    def _refused(self, now_ns: int) -> None:
        if self._sent and isinstance(self._sent.command, commands.SetRun):
            self._complain(_MODE, now_ns)
        self._give_up(now_ns)

    def _read(self, time: protocol.BoardTime, now_ns: int) -> list[Said]:
        if time.no_clock:
            self._complain(_NO_CLOCK, now_ns)
            self._right_high, self._version = None, None
            self._faces.forget()
            return []
        if self._is_nothing(time) or not self._faces.believes(time, now_ns, busy=self._sent is not None):
            return []
        self._told.pop(_NO_CLOCK, None)
        said: list[Said] = []
        if self._right_high is not None and time.right_high != self._right_high:
            side = self._left if time.right_high else self._left.other
            said.append(Pressed(side, now_ns - POLL_NS // 2))
        self._right_high = time.right_high
        self._check_lever(self._left if time.right_high else self._left.other, now_ns)
        return [*said, self._shown(time)]

    def _check_lever(self, down: Side, now_ns: int) -> None:
        """Whose lever is down (a press in a pause, or before the game) can't press it once his time runs."""
        wanted = self._faces.wanted
        if wanted is None or wanted.state != "running" or wanted.running is not down:
            self._stuck_ns = None
        elif self._stuck_ns is None:
            self._stuck_ns = now_ns
        elif now_ns - self._stuck_ns >= LEVER_NS:
            self._complain(_LEVER.format(down.colour), now_ns)

    def _is_nothing(self, time: protocol.BoardTime) -> bool:
        """Has the clock nothing to tell? One that was told to stand at 0 tells the same: it is asked again at once."""
        again, self._empty = self._empty, time == _NOTHING
        if not self._empty or (again and self._faces.shows_nothing):
            return False
        if self._faces.shows_nothing:
            self._heard_ns = self._asked_ns = -ASK_NS
        return True

    def _shown(self, time: protocol.BoardTime) -> Shown:
        left, right = self._left, self._left.other
        faces = {left: time.left, right: time.right}
        running = (left if time.left_turn else right if time.right_turn else None) if time.running else None
        flag = next((side for side, face in faces.items() if face.flag or face.fallen), None)
        return Shown(faces[Side.W].ms, faces[Side.B].ms, running, flag)

    def _complain(self, why: str, now_ns: int) -> None:
        if now_ns - self._told.get(why, -TELL_NS) >= TELL_NS:
            self._told[why] = now_ns
            self._troubles.append(Trouble(why))


_NOTHING = protocol.BoardTime(protocol.Face(0, 0, 0), protocol.Face(0, 0, 0))
"""What a clock sends that has nothing to tell: all bytes zero."""
