"""`zarbiter clock` as a newcomer tries it: one terminal is a clock, the other watches and drives it."""

import json
import os
import pty
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee.cli import app
from referee.clock.faults import FaultyDevice
from referee.clock.open_protocol import Decoder, Hello, Times, encode
from referee.clock.time_control import NS_PER_S
from referee.commands.clock import _device
from referee.commands.clock_simulate import PtyPlug
from referee.commands.clock_watch import Watch
from referee.commands.clock_watch import Wish as WatchWish
from referee.rules.side import Side
from tests.referee.clock.links import FakeLink

PATIENCE_S = 20.0


class Terminal:
    """A program at a terminal of its own: keys go in, lines come out."""

    def __init__(self, *arguments: str) -> None:
        self._master, slave = pty.openpty()
        command = [sys.executable, "-c", "from referee.main import main; main()", *arguments]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, start_new_session=True)
        os.close(slave)
        self.text = ""

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def until(self, words: str) -> str:
        """What is printed up to the first line with these words, that line included."""
        deadline = time.monotonic() + PATIENCE_S
        while words not in self.text or "\n" not in self.text[self.text.index(words) :]:
            assert time.monotonic() < deadline, f"no {words!r} in {self.text!r}"
            self._read(0.1)
        end = self.text.index("\n", self.text.index(words)) + 1
        seen, self.text = self.text[:end], self.text[end:]
        return seen

    def end(self) -> int:
        """Wait for its end; the exit status."""
        deadline = time.monotonic() + PATIENCE_S
        while self.process.poll() is None and time.monotonic() < deadline:
            self._read(0.05)
        self._read(0)
        return self.process.wait(1)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._master)

    def _read(self, wait_s: float) -> None:
        if select.select([self._master], [], [], wait_s)[0]:
            try:
                self.text += os.read(self._master, 65536).decode()
            except OSError:
                return


@contextmanager
def zarbiter(*arguments: str) -> Iterator[Terminal]:
    terminal = Terminal(*arguments)
    try:
        yield terminal
    finally:
        terminal.close()


def port_in(line: str) -> str:
    return line.rsplit(" at ", maxsplit=1)[-1].split("\n", maxsplit=1)[0].strip()


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["clock", *arguments], catch_exceptions=False)


def event(text: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(text.splitlines()[-1])
    return found


@pytest.mark.parametrize("family", ["open", "dgt", "hourglass"])
def test_one_terminal_is_a_clock_the_other_drives_it(family: str) -> None:
    with zarbiter("clock", "simulate", "--family", family, "--left", "white") as clock:
        url = port_in(clock.until("A clock of family"))
        assert "q ends it" in clock.until("Keys:")
        options = ["--family", family, "--left", "white", "--set", "22:00", "--delay", "12", "--run", "black", "--json"]
        with zarbiter("clock", url, *options) as watch:
            assert event(watch.until('"ready"'))["name"]
            watch.until('"shown"')
            for key, name, side in (("w", "White", "W"), ("b", "Black", "B")):
                clock.type(key)
                assert f"{name} presses" in clock.until("presses")
                assert event(watch.until('"kind": "pressed"'))["side"] == side
            watch.type("q")
            assert watch.end() == 0
        clock.type("q")
        assert clock.end() == 0


def test_keys_start_pause_and_light_lamps_and_lines_are_for_people() -> None:
    with (
        zarbiter("clock", "simulate") as clock,
        zarbiter("clock", port_in(clock.until("A clock")), "--set", "5:00") as watch,
    ):
        assert "p pauses" in watch.until("Keys:")
        watch.until("ready: zarbiter-simulated 1.0")
        assert "Black 5:00" in watch.until("White 5:00")
        watch.type("w")
        watch.until("White 4:58  Black 5:00  White's time goes")
        watch.type("p")
        line = watch.until("White 4:")
        while "time goes" in line.splitlines()[-1]:
            line = watch.until("White 4:")
        clock.type("p")
        watch.until("button pause")
        watch.type("q")
        assert watch.end() == 0


def test_a_clock_at_a_tcp_port() -> None:
    with zarbiter("clock", "simulate", "--listen", "127.0.0.1:0") as clock:
        url = port_in(clock.until("A clock of family"))
        assert url.startswith("socket://127.0.0.1:")
        with zarbiter("clock", url) as watch:
            watch.until("ready:")
            clock.type("b")
            watch.until("Black pressed")
            watch.type("q")
            assert watch.end() == 0
        with zarbiter("clock", url) as again:
            again.until("ready:")


def test_an_unplugged_clock_is_one_line_and_comes_back_under_another_name(tmp_path: Path) -> None:
    name = tmp_path / "clock"
    with zarbiter("clock", "simulate", "--link", str(name)) as clock:
        assert str(name) in clock.until("A clock of family")
        with zarbiter("clock", str(name)) as watch:
            watch.until("ready:")
            clock.type("u")
            clock.until("unplugged")
            assert watch.end() == 3
            assert "plug it in again" in watch.text
            assert "Traceback" not in watch.text
        clock.type("u")
        clock.until("is now at")
        with zarbiter("clock", str(name)) as watch:
            watch.until("ready:")
    assert not name.exists()


@pytest.mark.parametrize(
    ("is_family", "taken_for", "words"),
    [
        ("open", "dgt", "speaks open: use --family open"),
        ("dgt", "open", "speaks dgt: use --family dgt"),
        ("open", "hourglass", "speaks open: use --family open"),
    ],
)
def test_a_clock_of_another_family_is_recognised(is_family: str, taken_for: str, words: str) -> None:
    with zarbiter("clock", "simulate", "--family", is_family) as clock:
        url = port_in(clock.until("A clock of family"))
        result = run(url, "--family", taken_for, "--left", "white", "--seconds", "10")
        assert result.exit_code == 3
        assert words in result.stderr
        assert result.stderr.count("\n") == 1


def test_what_is_no_clock_is_told_by_its_bytes_or_its_silence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"socket://127.0.0.1:{server.getsockname()[1]}"
        silent = run(url, "--seconds", "0.3")
        assert (silent.exit_code, "has said nothing" in silent.stderr) == (3, True)
        server.accept()[0].close()

        def greet() -> None:
            peer, _ = server.accept()
            with peer:
                peer.recv(100)
                peer.sendall(b"220 mail.example ready\r\n")
                while peer.recv(100):
                    pass

        threading.Thread(target=greet, daemon=True).start()
        strange = run(url, "--seconds", "1")
        assert strange.exit_code == 3
        assert "24 bytes came" in strange.stderr
        assert "32 32 30 20 6d 61 69 6c" in strange.stderr


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["foo://x"], 2, "is no clock URL"),
        (["/dev/no-such-clock"], 3, "there is no clock"),
        (["socket://127.0.0.1:1"], 3, "no clock answers"),
        (["simulated", "--family", "sundial"], 2, "use dgt, open, hourglass"),
        (["simulated", "--family", "dgt"], 2, "left"),
        (["simulate", "--family", "sundial"], 2, "use dgt, open, hourglass"),
        (["simulate", "--faults", "rain"], 2, "drop=0.01"),
        (["simulate", "--listen", "everywhere"], 2, "socket://HOST:PORT"),
    ],
)
def test_what_cannot_be_is_one_line(arguments: list[str], status: int, words: str) -> None:
    result = run(*arguments, "--seconds", "0.1")
    assert result.exit_code == status
    assert words in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--set", "soon"],
        ["--run", "white"],
        ["--left", "up"],
        ["--control", "sand"],
        ["--delay", "12"],
        *(["--set", "1:00", "--delay", delay] for delay in ("-1", "nan", "inf", "1e30")),
        *(["--seconds", seconds] for seconds in ("0", "-1", "nan")),
        *(["--faults", "split"], ["--rate", "2"], ["--link", "clock"], ["--listen", "4001"]),
    ],
)
def test_a_wrong_option_is_status_2(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["clock", "simulated", "--seconds", "0.1", *arguments])
    assert (result.exit_code, arguments[-2] in result.stderr) == (2, True)


@pytest.mark.parametrize("arguments", [["--set", "1:00"], ["--run", "white"], ["--json"], ["--delay", "2"]])
def test_what_only_the_watcher_can_do_is_not_swallowed_by_a_simulated_clock(arguments: list[str]) -> None:
    result = CliRunner().invoke(app, ["clock", "simulate", "--seconds", "0.1", *arguments])
    text = " ".join(result.stderr.replace("│", " ").split())
    assert (result.exit_code, "the terminal that watches" in text) == (2, True)


def test_a_pty_s_name_and_a_tcp_port_are_not_both() -> None:
    result = CliRunner().invoke(app, ["clock", "simulate", "--seconds", "0.1", "--link", "x", "--listen", "4001"])
    assert (result.exit_code, "--link" in result.stderr) == (2, True)


def test_a_silent_clock_is_said_to_be_silent_once_until_it_speaks_again(capsys: pytest.CaptureFixture[str]) -> None:
    link, now = FakeLink(), [0]
    watch = Watch(link, WatchWish("open", None), lambda: now[0])
    line = encode(Hello("box")) + encode(Times(0, 0, 0, None, "neutral", 0))
    for second, data in [(3, b""), (6, b""), (9, b""), (10, line), (14, b""), (16, b""), (30, b"")]:
        now[0], link.data = second * NS_PER_S, data
        watch._turn()
    told = [text.split(maxsplit=2)[0] for text in capsys.readouterr().out.splitlines() if "nothing heard" in text]
    assert told == ["6.00", "16.00"]


def test_an_hourglass_clock_that_stands_is_silent_by_nature(capsys: pytest.CaptureFixture[str]) -> None:
    link, now = FakeLink(), [0]
    watch = Watch(link, WatchWish("hourglass", Side.W), lambda: now[0])
    for second, data in [(6, b""), (7, b"1 21:59 0\r\n"), (20, b"")]:
        now[0], link.data = second * NS_PER_S, data
        watch._turn()
    (told,) = (text for text in capsys.readouterr().out.splitlines() if "nothing heard" in text)
    assert "silent while it stands" in told


def test_a_simulated_clock_without_keys_says_why_it_ends() -> None:
    command = [sys.executable, "-c", "from referee.main import main; main()", "clock", "simulate"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=True)
    assert "Standard input has ended" in done.stdout


def test_each_start_of_a_simulated_clock_has_another_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """OPEN_PROTOCOL.md 2: `boot` is different at each start."""

    def boot_of(device: FaultyDevice) -> int:
        (hello, *_) = Decoder().feed(device.send(0))
        assert isinstance(hello, Hello)
        return hello.boot

    device = _device("open", Side.W, "reset", 1.0)
    boots = [boot_of(device)]
    device.opened()
    boots.append(boot_of(device))
    later_s = time.time() + 60
    monkeypatch.setattr("time.time", lambda: later_s)
    boots.append(boot_of(_device("open", Side.W, "", 1.0)))
    assert len(set(boots)) == 3


def test_the_name_of_a_clock_that_took_it_over_stays(tmp_path: Path) -> None:
    name = tmp_path / "clock"
    first = PtyPlug(name)
    second = PtyPlug(name)
    first.close()
    assert name.is_char_device()
    second.close()
    assert not name.is_symlink()


def test_a_busy_port_and_one_without_permission_are_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    try:
        with zarbiter("clock", os.ttyname(slave)) as watch:
            os.read(master, 1)
            busy = run(os.ttyname(slave))
            assert (busy.exit_code, busy.stderr.count("\n"), "is busy" in busy.stderr) == (3, 1, True)
            assert watch.process.poll() is None
    finally:
        os.close(slave)
        os.close(master)

    def refuse(*_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("serial.serial_for_url", refuse)
    refused = run("/dev/ttyUSB0")
    assert (refused.exit_code, refused.stderr.count("\n"), "dialout" in refused.stderr) == (3, 1, True)


def test_a_taken_tcp_port_is_a_failed_device() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        result = run("simulate", "--listen", f"127.0.0.1:{server.getsockname()[1]}", "--seconds", "0.1")
    assert (result.exit_code, "choose another port" in result.stderr) == (3, True)
