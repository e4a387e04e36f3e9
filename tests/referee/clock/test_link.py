"""Ports: a pty, a socket, and what people read when one does not open."""

import os
import pty
import socket
import tty
from pathlib import Path

import pytest

from referee.clock.link import LinkError, SerialLink, open_link
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


@pytest.mark.parametrize(
    ("url", "words"), [("/dev/no-such-clock", "there is no clock"), ("nonsense://x", "no clock URL")]
)
def test_what_does_not_open_says_what_to_do(url: str, words: str) -> None:
    with pytest.raises(LinkError, match=words):
        open_link(url)


def test_no_permission_names_the_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> object:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("serial.serial_for_url", refuse)
    with pytest.raises(LinkError, match="dialout"):
        open_link(str(tmp_path / "ttyUSB0"))
