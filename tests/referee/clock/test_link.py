"""Ports: a pty, a socket, and what people read when one does not open."""

import os
import pty
import socket
import termios
import tty
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.clock.link import ClockUrlError, LinkError, LinkFullError, SerialLink, open_link
from referee.clock.open_protocol import Decoder, Press, encode
from referee.clock.simulated import SimulatedLink
from referee.rules.side import Side

PRESS = Press(Side.W, 1, 10)


def read_until(link: SerialLink) -> list[object]:
    decoder, got = Decoder(), []
    for _ in range(40):
        got += decoder.feed(link.read())
        if got:
            break
    return list(got)


def test_a_press_comes_over_a_pty_and_a_busy_port_is_named() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    link = SerialLink(os.ttyname(slave))
    try:
        os.write(master, encode(PRESS))
        assert read_until(link) == [PRESS]
        with pytest.raises(LinkError, match="busy"):
            SerialLink(os.ttyname(slave))
    finally:
        link.close()
        os.close(slave)
        os.close(master)


def test_a_press_comes_over_a_socket_and_a_closed_one_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        link = SerialLink(f"socket://127.0.0.1:{server.getsockname()[1]}")
        peer, _ = server.accept()
        with peer:
            peer.sendall(encode(PRESS))
            assert read_until(link) == [PRESS]
        with pytest.raises(LinkError, match="is gone"):
            read_until(link)
        link.close()


def test_simulated_needs_no_port() -> None:
    assert isinstance(open_link("simulated"), SimulatedLink)


@pytest.mark.parametrize("url", ["", "foo://x", "socket://host", "socket://host:0", "socket://host:99999"])
def test_what_can_be_no_clock_is_bad_input(url: str) -> None:
    with pytest.raises(ClockUrlError, match="no clock URL"):
        open_link(url)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("/dev/no-such-clock", "there is no clock"),
        ("COM77", "there is no clock"),
        ("socket://127.0.0.1:1", "no clock answers"),
        ("/dev/null", "no serial port"),
        ("/", "no serial port"),
    ],
)
def test_what_does_not_open_says_what_to_do(url: str, words: str) -> None:
    with pytest.raises(LinkError, match=words) as refused:
        open_link(url)
    assert not isinstance(refused.value, ClockUrlError)
    assert "\n" not in str(refused.value)


def test_no_permission_names_the_usual_group_where_the_port_tells_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("serial.serial_for_url", refuse)
    with pytest.raises(LinkError, match=r"group dialout \(sudo usermod -aG dialout"):
        open_link(str(tmp_path / "ttyUSB0"))


def test_closing_does_not_drop_dtr() -> None:
    """A board that resets when DTR rises again would lose the presses it holds."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    link = SerialLink(os.ttyname(slave))
    try:
        assert not termios.tcgetattr(slave)[2] & termios.HUPCL
    finally:
        link.close()
        os.close(slave)
        os.close(master)


def test_an_unplugged_port_is_gone_for_reading_and_writing() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    link = SerialLink(os.ttyname(slave))
    os.close(slave)
    os.close(master)
    with pytest.raises(LinkError, match="is gone"):
        link.read()
    with pytest.raises(LinkError, match="takes no data"):
        link.write(b"x")
    link.close()


@pytest.mark.parametrize(
    ("mode", "group", "words"),
    [
        (0o660, 20, "sudo usermod -aG uucp $USER"),
        (0o600, 20, "sudo chmod a+rw /dev/ttyUSB0"),
        (0o660, 0, "sudo chmod a+rw /dev/ttyUSB0"),
    ],
)
def test_advice_for_a_forbidden_port_is_what_would_help(
    mode: int, group: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is sent into root's group, nor into one that may not use the port either."""

    def refuse(*_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("serial.serial_for_url", refuse)
    monkeypatch.setattr("pathlib.Path.stat", lambda _: os.stat_result((mode, 0, 0, 1, 0, group, 0, 0, 0, 0)))
    monkeypatch.setattr("grp.getgrgid", lambda _: SimpleNamespace(gr_name="uucp"))
    with pytest.raises(LinkError) as refused:
        open_link("/dev/ttyUSB0")
    assert words in str(refused.value)


def test_a_port_that_takes_no_data_is_not_gone() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    link = SerialLink(os.ttyname(slave))
    try:
        with pytest.raises(LinkFullError, match="takes no data"):
            link.write(bytes(1_000_000))
        os.write(master, encode(PRESS))
        assert read_until(link) == [PRESS]
    finally:
        link.close()
        os.close(slave)
        os.close(master)
