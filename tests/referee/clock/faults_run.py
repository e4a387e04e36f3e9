"""Faults of the clock's link during a match: unplugged and plugged in under another name, stalled, noise, a slow host,
a clock that loses its power. Real ports and the whole table; all time is the run's.

`python -m tests.referee.clock.faults_run --all` runs all 500 faults for each family and prints what was lost;
the default is a tenth of them.
"""

import argparse
import gc
import json
import random
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from referee.clock.dgt_device import DgtDevice
from referee.clock.dgt_faces import LATE_NS
from referee.clock.host import SILENT_NS
from referee.clock.hourglass_device import HourglassDevice
from referee.clock.simulated import SimulatedClock
from referee.clock.time_control import NS_PER_MS, NS_PER_S
from referee.record.replay import replay
from referee.rules.position import Position
from referee.rules.side import Side
from tests.referee.clock.cable import Device
from tests.referee.clock.sitting import STEP_NS, Sitting
from tests.referee.observing import SECOND

ALL, A_TENTH = 500, 50
EVENT: dict[str, object] = {"reserve": "9 h"}


@dataclass(frozen=True)
class Family:
    """A family's device, and what it holds of a loss: all its `presses`, or only where its lever stands.

    `wrong_ns`: by how much a press may be dated wrong (a lever shows it only when the clock is back); `settles_ns`: how
    long after it is back both clocks may differ; `apart_ns`: how far its faces may then be off. `signs`: bytes that are
    a message by themselves.
    """

    build: Callable[[], Device]
    holds_all: bool
    wrong_ns: int
    settles_ns: int
    apart_ns: int
    signs: bytes = b""


FAMILIES = {
    "open": Family(SimulatedClock, True, 60 * NS_PER_MS, NS_PER_S, 60 * NS_PER_MS),
    "dgt": Family(lambda: DgtDevice(left=Side.W), False, 30 * NS_PER_S, 6 * NS_PER_S, NS_PER_S + LATE_NS),
    "hourglass": Family(lambda: HourglassDevice(left=Side.W), False, 30 * NS_PER_S, 0, 0, b"~$"),
}


@dataclass
class Outcome:
    """What a run has shown."""

    faults: dict[str, int] = field(default_factory=dict)
    presses: int = 0
    held_and_lost: list[str] = field(default_factory=list)
    phantoms: list[str] = field(default_factory=list)
    wiped: int = 0
    losses: int = 0
    returns: int = 0
    silent_losses: list[str] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)
    worst_apart_ms: int = 0
    worst_date_ms: int = 0
    threads_leaked: int = 0
    files_leaked: int = 0
    replays: bool = False

    @property
    def bad(self) -> list[str]:
        """Everything that must not be."""
        leaks = [f"{self.threads_leaked} threads leaked"] if self.threads_leaked else []
        leaks += [f"{self.files_leaked} files leaked"] if self.files_leaked else []
        leaks += [] if self.replays else ["the record replays differently"]
        return [*self.held_and_lost, *self.phantoms, *self.silent_losses, *self.apart, *leaks]


class Bout(Sitting):
    """One match with faults: the players, the cable and the table, step by step."""

    def __init__(self, folder: Path, family: str, seed: int) -> None:
        self.family, self.rng = FAMILIES[family], random.Random(seed)
        super().__init__(folder, family, self.family.build(), EVENT)
        self.made: list[tuple[Side, int]] = []
        self.wiped: set[int] = set()
        self.out = Outcome()
        self.boot = 1
        self.last_side: Side | None = None
        self.see(Position.start("backgammon"))

    def run(self, faults: int) -> None:
        """Play with so many faults."""
        self.go(4 * NS_PER_S)
        self.start()
        self.go(4 * NS_PER_S)
        kinds = [self.unplug, self.unplug, self.one_way, self.stall, self.noise, self.slow_host]
        if self.family.holds_all:
            kinds.append(self.power_loss)
        for _ in range(faults):
            self.play(self.rng.randrange(3), 3.0)
            fault = self.rng.choice(kinds)
            self.out.faults[fault.__name__] = self.out.faults.get(fault.__name__, 0) + 1
            fault()
            self.come_back()
        self.play(3, 3.0)
        self.go(5 * NS_PER_S)

    def start(self) -> None:
        """White's time runs: Black presses, or the director does for a clock that hears no press while it stands or
        whose lever is down on Black's side.
        """
        if self.family.holds_all:
            self.press(Side.B)
        else:
            self.direct("press", side="B")
            self.last_side = Side.B

    def press(self, side: Side) -> None:
        """A player hits the button."""
        super().press(side)
        self.made.append((side, self.now_ns))
        self.last_side = side

    def play(self, presses: int, longest_s: float) -> None:
        """The players press in turn, at awkward times."""
        shortest = 0.1 if self.family.holds_all else 2.4
        for _ in range(presses):
            side = self.last_side.other if self.last_side else Side.B
            self.press(side)
            self.go(round((shortest + self.rng.random() * longest_s) * NS_PER_S))

    def unplug(self) -> None:
        """The cable is pulled for a while; the players go on."""
        self.cable.pull()
        self.go(round(self.rng.random() * 2 * NS_PER_S))
        self.play_meanwhile()
        self.cable.plug()

    def one_way(self) -> None:
        """What the host says is lost, its acknowledgements too; then the cable is pulled and plugged in again."""
        self.cable.deaf = True
        self.play_meanwhile()
        self.cable.pull()
        self.go(round(self.rng.random() * 2 * NS_PER_S))
        self.cable.deaf = False
        self.cable.plug()

    def stall(self) -> None:
        """The clock says nothing for a while, sometimes so long that it counts as lost."""
        self.cable.stalled = True
        long = self.rng.random() < 0.5
        self.go(SILENT_NS + NS_PER_S if long else round(self.rng.random() * 3 * NS_PER_S))
        self.play_meanwhile()
        self.cable.stalled = False

    def noise(self) -> None:
        """Bytes nobody sent, between the clock's own; none that are a whole message where there is no checksum."""
        for _ in range(self.rng.randrange(1, 6)):
            data = self.rng.randbytes(self.rng.randrange(1, 400))
            self.cable.noise(data.translate(None, self.family.signs))
            self.go(round(self.rng.random() * NS_PER_S / 2))

    def slow_host(self) -> None:
        """The host's thread does not run for a while."""
        until = self.now_ns + round(self.rng.random() * 4 * NS_PER_S)
        self.be_deaf(until - self.now_ns)
        self.play_meanwhile()
        self.go(max(0, until - self.now_ns))

    def power_loss(self) -> None:
        """The clock is switched off and on: what it held is gone, it counts anew, and its time begins again."""
        self.cable.pull()
        if self.rng.random() < 0.5:
            self.play_meanwhile()
        self.boot += 1
        kept = len(self.device._kept) if isinstance(self.device, SimulatedClock) else 0
        self.wiped |= set(range(len(self.made) - kept, len(self.made)))
        self.device = SimulatedClock(boot=self.boot, starts_ms=-self.now_ns // NS_PER_MS)
        self.cable.device = self.device
        self.go(round(self.rng.random() * 3 * NS_PER_S))
        self.cable.plug()

    def play_meanwhile(self) -> None:
        """Presses that the host can't hear: of a clock that holds only its lever at most one."""
        self.play(self.rng.randrange(6) if self.family.holds_all else self.rng.randrange(2), 2.0)

    def come_back(self) -> None:
        """Wait until the clock is back and has settled, then look whether both agree."""
        self.wait()
        self.go(max(self.family.settles_ns, 0 if self.family.holds_all else 2_500 * NS_PER_MS))
        self.wait()
        if self.host.is_lost:
            self.out.silent_losses.append(f"not back at {self.now_ns / 1e9:.2f} s: {self.host.link_state}")
        self.compare()

    def wait(self) -> None:
        """Until the clock is there, 20 s at most."""
        until = self.now_ns + 20 * NS_PER_S
        while (self.host.is_lost or self.host.link is None) and self.now_ns < until:
            self.go(STEP_NS)

    def compare(self) -> None:
        """The faces of both clocks."""
        clock = self.table.match.clock
        for side in Side:
            if isinstance(self.device, HourglassDevice):
                continue
            if isinstance(self.device, SimulatedClock):
                shown = self.device.clock.face(side, self.device.own_ns(self.now_ns)).reserve_ns
            else:
                assert isinstance(self.device, DgtDevice)
                shown = self.device.time_ms(side, self.now_ns) * NS_PER_MS
            apart = abs(shown - clock.face(side, self.now_ns).reserve_ns)
            self.out.worst_apart_ms = max(self.out.worst_apart_ms, apart // NS_PER_MS)
            if apart > self.family.apart_ns:
                self.out.apart.append(f"{side} {apart / 1e9:.3f} s apart at {self.now_ns / 1e9:.2f} s")


def run(family: str, faults: int, seed: int, folder: Path) -> Outcome:
    """One match of a family with faults, and what it has shown."""
    gc.collect()  # what others left open may be closed meanwhile
    files, threads = _open_files(), threading.active_count()
    bout = Bout(folder, family, seed)
    try:
        bout.run(faults)
    finally:
        bout.close()
        bout.cable.pull()
    out = bout.out
    out.presses, out.wiped = len(bout.made), len(bout.wiped)
    _account(bout, out)
    out.losses, out.returns = (sum(each.kind == kind for each in bout.told) for kind in ("clock-lost", "clock-back"))
    if out.losses != out.returns:
        out.silent_losses.append(f"{out.losses} losses and {out.returns} returns are in the log")
    out.replays = not replay(folder).differences
    out.files_leaked, out.threads_leaked = _open_files() - files, threading.active_count() - threads
    return out


def _account(bout: Bout, out: Outcome) -> None:
    """Each press that was made and held stands in the log once, in order, at its own time."""
    logged = [(Side(event.body["side"]), int(event.body.get("at_ns", event.t_mono_ns))) for event in bout.presses()]
    waiting = list(logged)
    for number, (side, at_ns) in enumerate(bout.made):
        found = next((one for one in waiting if one[0] is side and _is_it(bout.family, one[1] - at_ns)), None)
        if found:
            waiting.remove(found)
            out.worst_date_ms = max(out.worst_date_ms, abs(found[1] - at_ns) // NS_PER_MS)
        elif number not in bout.wiped:
            out.held_and_lost.append(f"{side} at {at_ns / 1e9:.3f} s is not in the log")
    out.phantoms += [f"{side} at {at_ns / 1e9:.3f} s was never made" for side, at_ns in waiting]


def _is_it(family: Family, late_ns: int) -> bool:
    """Is a press in the log the one made so long before?"""
    return -min(family.wrong_ns, SECOND) <= late_ns <= family.wrong_ns


def _open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def main() -> None:
    """Run them and print what was shown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help=f"{ALL} faults a family instead of {A_TENTH}")
    parser.add_argument("--family", choices=FAMILIES, help="one family only")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for family in [given.family] if given.family else FAMILIES:
        with tempfile.TemporaryDirectory() as folder:
            out = run(family, ALL if given.all else A_TENTH, given.seed, Path(folder))
        shown = {name: value[:8] if isinstance(value, list) else value for name, value in out.__dict__.items()}
        print(json.dumps({"family": family, **shown, "bad": len(out.bad)}))


if __name__ == "__main__":
    main()
