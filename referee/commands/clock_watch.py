"""Watching a clock, and driving it from the keyboard or by options: what it says as lines."""

import json
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace

from referee.clock.families import make_driver, recognise
from referee.clock.family import Driver, Lamp, Pressed, Pushed, Ready, Said, Shown, Trouble
from referee.clock.link import Link
from referee.clock.time_control import NS_PER_MS, NS_PER_S, Clock, Kind, TimeControl
from referee.commands.keyboard import Keyboard, keyboard
from referee.rules.side import Side

STRANGE_NS = 4 * NS_PER_S
"""So long a clock may take to say who it is."""
OTHER_NS = 1_500 * NS_PER_MS
"""After so long one that speaks as another family does is that."""
QUIET_NS = 5 * NS_PER_S
"""A clock that has told nothing for so long is said to be silent."""
_KEPT = 4096
_NAMES = {Side.W: "White", Side.B: "Black"}
HELP = "Keys: w and b start White's and Black's time, p pauses and resumes, n neutral, f and r lamps, q ends it."


class StrangeClockError(Exception):
    """Another kind of clock is at the other end, or none; one line that says what was heard."""


@dataclass(frozen=True)
class Wish:
    """What the clock is to show at the start; nothing is told to it while `control` is None."""

    family: str
    left: Side | None
    control: TimeControl | None = None
    run: Side | None = None
    as_json: bool = False


class Watch:
    """One clock watched until the deadline (s, monotonic), q, or Ctrl-C."""

    def __init__(self, link: Link, wish: Wish, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._link, self._wish, self._now_ns = link, wish, now_ns
        self._driver: Driver = make_driver(wish.family, left=wish.left)
        self._began_ns = now_ns()
        self._clock = Clock.start(wish.control) if wish.control else None
        if self._clock and wish.run:
            self._clock = self._clock.run(wish.run, self._began_ns)
        self._lamp: Lamp = "off"
        self._shown: Shown | None = None
        self._heard = b""
        self._known = False
        self._spoke_ns: int | None = self._began_ns

    def run(self, deadline: float | None) -> None:
        """Print what the clock says, do what the keys say.

        :raises LinkError: when the clock is lost.
        :raises StrangeClockError: when it is no clock of this family.
        """
        try:
            with keyboard() as keys:
                if keys.number is not None and sys.stdin.isatty() and not self._wish.as_json:
                    _say(HELP)
                while deadline is None or time.monotonic() < deadline:
                    if not self._keys(keys):
                        return
                    self._turn()
        except KeyboardInterrupt:
            return
        if not self._known:
            raise StrangeClockError(self._strange())

    def _turn(self) -> None:
        data = self._link.read()
        now_ns = self._now_ns()
        if not data and self._link.url == "simulated":
            time.sleep(0.02)
        self._heard = (self._heard + data)[-_KEPT:]
        for said in self._driver.hear(data, now_ns):
            self._tell(said, now_ns)
        if not self._known and self._is_strange(now_ns - self._began_ns):
            raise StrangeClockError(self._strange())
        self._silence(now_ns)
        self._follow(now_ns)
        due = self._driver.send(now_ns)
        if due:
            self._link.write(due)

    def _silence(self, now_ns: int) -> None:
        """Once, until it speaks again: the clock says nothing."""
        if self._spoke_ns is None or now_ns - self._spoke_ns < QUIET_NS:
            return
        self._spoke_ns = None
        if self._known and not self._driver.talks_at_rest:
            return
        why = "is it switched on?" if self._driver.talks_at_rest else "such a clock is silent while it stands: start it"
        text = f"nothing heard for {QUIET_NS // NS_PER_S} s: {why}"
        self._print(now_ns, text, {"kind": "silent", "why": text})

    def _follow(self, now_ns: int) -> None:
        clock = self._clock
        if clock is None:
            return
        fallen = clock.fall(now_ns)
        for side in fallen.flagged - clock.flagged:
            self._lamp = "flag"
            self._print(now_ns, f"{_NAMES[side]}'s flag has fallen", {"kind": "flag", "side": side.value})
        self._clock = fallen
        self._driver.follow(fallen.as_told, now_ns, self._lamp)

    def _tell(self, said: Said, now_ns: int) -> None:
        if not isinstance(said, Trouble):
            self._known, self._spoke_ns = True, now_ns
        match said:
            case Pressed(side, at_ns, count):
                if self._clock:
                    self._clock = self._clock.press(side, at_ns)
                body = {"kind": "pressed", "side": side.value, "at": self._since(at_ns), "count": count}
                self._print(now_ns, f"{_NAMES[side]} pressed at {self._since(at_ns):.2f} s", body)
            case Shown():
                self._show(said, now_ns)
            case Pushed(button):
                self._print(now_ns, f"button {button}", {"kind": "button", "button": button})
            case Ready(name, version):
                self._print(now_ns, f"ready: {name} {version}".rstrip(), {"kind": "ready", **asdict(said)})
            case Trouble(why):
                self._print(now_ns, f"trouble: {why}", {"kind": "trouble", "why": why})

    def _show(self, shown: Shown, now_ns: int) -> None:
        """A line when something has changed but time has only gone on."""
        last, self._shown = self._shown, shown
        seconds = [(each.white_ms // 1000, each.black_ms // 1000) for each in (shown, last) if each]
        if last and seconds[0] == seconds[1] and (last.running, last.flag) == (shown.running, shown.flag):
            return
        faces = f"White {_face(shown.white_ms)}  Black {_face(shown.black_ms)}"
        going = f"  {_NAMES[shown.running]}'s time goes" if shown.running else ""
        flag = f"  {_NAMES[shown.flag]}'s flag" if shown.flag else ""
        self._print(now_ns, faces + going + flag, {"kind": "shown", **asdict(shown)})

    def _keys(self, keys: Keyboard) -> bool:
        for key in keys.pressed():
            if key == "q":
                return False
            self._key(key, self._now_ns())
        return True

    def _key(self, key: str, now_ns: int) -> None:
        clock = self._clock or self._as_shown()
        lamps: dict[str, Lamp] = {"f": "flag", "r": "rethrow"}
        if key in lamps:
            self._lamp = "off" if self._lamp == lamps[key] else lamps[key]
        elif key in "wb":
            clock = clock.run(Side.W if key == "w" else Side.B, now_ns)
        elif key == "p":
            clock = clock.resume(now_ns) if clock.paused else clock.pause(now_ns)
        elif key == "n":
            clock = clock.neutral(now_ns)
        else:
            return
        self._clock = clock

    def _as_shown(self) -> Clock:
        """What the clock shows, as a clock without delay."""
        white, black = (self._shown.white_ms, self._shown.black_ms) if self._shown else (0, 0)
        start = Clock.start(TimeControl(Kind.PLAIN))
        return replace(start, white_ns=white * NS_PER_MS, black_ns=black * NS_PER_MS)

    def _is_strange(self, gone_ns: int) -> bool:
        if gone_ns > STRANGE_NS:
            return bool(self._heard)
        return gone_ns > OTHER_NS and recognise(self._heard) not in (None, self._wish.family)

    def _strange(self) -> str:
        url, family = self._link.url, self._wish.family
        if not self._heard:
            return f"the clock at {url} has said nothing: is it switched on, and does it speak {family}?"
        other = recognise(self._heard)
        if other and other != family:
            return f"the clock at {url} speaks {other}: use --family {other}"
        start = self._heard[:12].hex(" ")
        return (
            f"{len(self._heard)} bytes came from {url} that no clock of family {family} sends ({start} …): "
            "check --family and that it is a clock"
        )

    def _since(self, at_ns: int) -> float:
        return round((at_ns - self._began_ns) / NS_PER_S, 3)

    def _print(self, now_ns: int, text: str, body: Mapping[str, object]) -> None:
        at = self._since(now_ns)
        _say(json.dumps({"t": at, **body}) if self._wish.as_json else f"{at:9.2f} s  {text}")


def _face(ms: int) -> str:
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes}:{seconds:02d}"


def _say(text: str) -> None:
    print(text)
    sys.stdout.flush()
