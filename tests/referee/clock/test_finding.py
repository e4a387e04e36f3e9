"""A clock plugged in again under another name is the same clock; a stranger under its old name is not."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from referee.clock.finding import Finder, by_id_links


@dataclass(frozen=True)
class Port:
    device: str
    vid: int | None = 0x2341
    pid: int | None = 0x0043
    serial_number: str | None = "75833353"
    location: str | None = "1-1.2"


CLOCK = Port("/dev/ttyACM0")
NO_SERIAL = Port("/dev/ttyUSB0", 0x1A86, 0x7523, None, "1-1.3")
GPS = Port("/dev/ttyACM0", 0x1546, 0x01A7, None, "1-1.2")
BY_ID = "/dev/serial/by-id/usb-clock-if00"


class Machine:
    """What is plugged in, which a test may change."""

    def __init__(self, *ports: Port, links: dict[str, str] | None = None) -> None:
        self.ports = list(ports)
        self.links = links or {}

    def finder(self, url: str) -> Finder:
        finder = Finder(url, lambda: self.ports, lambda: self.links)
        finder.remember(url)
        return finder


@pytest.mark.parametrize("clock", [CLOCK, NO_SERIAL])
def test_it_is_found_under_another_name(clock: Port) -> None:
    machine = Machine(clock, Port("/dev/ttyUSB7", 1, 2, "other"))
    finder = machine.finder(clock.device)
    assert finder.where() == clock.device
    machine.ports = [Port("/dev/ttyUSB7", 1, 2, "other")]
    assert finder.where() is None
    machine.ports.append(replace(clock, device="/dev/ttyUSB3", location="2-4"))
    assert finder.where() == "/dev/ttyUSB3"


def test_another_device_under_the_old_name_is_not_the_clock() -> None:
    machine = Machine(CLOCK)
    finder = machine.finder("/dev/ttyACM0")
    machine.ports = [GPS, replace(CLOCK, device="/dev/ttyACM1")]
    assert finder.where() == "/dev/ttyACM1"


def test_a_like_clock_of_another_table_is_not_the_clock() -> None:
    machine = Machine(CLOCK, replace(CLOCK, device="/dev/ttyACM1", serial_number="999", location="1-1.4"))
    finder = machine.finder("/dev/ttyACM0")
    machine.ports = [replace(CLOCK, device="/dev/ttyACM0", serial_number="999")]
    assert finder.where() is None


def test_of_adapters_without_a_serial_number_the_one_in_the_same_socket_is_taken() -> None:
    machine = Machine(NO_SERIAL)
    finder = machine.finder("/dev/ttyUSB0")
    machine.ports = [
        replace(NO_SERIAL, device="/dev/ttyUSB1", location="9-9"),
        replace(NO_SERIAL, device="/dev/ttyUSB2"),
    ]
    assert finder.where() == "/dev/ttyUSB2"
    machine.ports[1] = replace(NO_SERIAL, device="/dev/ttyUSB2", location="8-8")
    assert finder.where() is None


def test_without_a_serial_number_the_by_id_path_tells() -> None:
    machine = Machine(NO_SERIAL, links={BY_ID: "/dev/ttyUSB0"})
    finder = machine.finder(BY_ID)
    assert finder.identity is not None
    machine.ports = [replace(NO_SERIAL, device=f"/dev/ttyUSB{i}", location=f"{i}-{i}") for i in (4, 5)]
    machine.links = {BY_ID: "/dev/ttyUSB5"}
    assert finder.where() == "/dev/ttyUSB5"


@pytest.mark.parametrize("url", ["socket://table7:7000", "/dev/pts/9"])
def test_what_is_no_usb_port_stays_where_it_was(url: str) -> None:
    assert Machine(CLOCK).finder(url).where() == url


def test_by_id_links_of_this_machine(tmp_path: Path) -> None:
    (tmp_path / "ttyUSB0").write_text("")
    (tmp_path / "by-id").mkdir()
    (tmp_path / "by-id" / "usb-clock").symlink_to(tmp_path / "ttyUSB0")
    assert by_id_links(tmp_path / "by-id") == {str(tmp_path / "by-id" / "usb-clock"): str(tmp_path / "ttyUSB0")}
    assert by_id_links(tmp_path / "none") == {}
