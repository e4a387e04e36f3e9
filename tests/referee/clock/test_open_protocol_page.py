"""The specification page of the open protocol: what it says is what the program and the firmware do."""

import binascii
import re
from pathlib import Path

from referee.clock import open_protocol as protocol
from referee.clock.time_control import NS_PER_MS, Kind
from referee.rules.side import Side
from tests.referee.clock.firmware import ROOT, FirmwareDevice

PAGE = (ROOT / "referee/clock/OPEN_PROTOCOL.md").read_text()
EXAMPLE = [line.split(maxsplit=2) for line in PAGE.split("```zc2\n")[1].split("```")[0].splitlines()]
STEP_MS = 50


def test_the_example_is_what_the_firmware_says_byte_for_byte() -> None:
    device, now = FirmwareDevice(boot=3), 0
    for ms in sorted({int(ms) for ms, _, _ in EXAMPLE}):
        while now < ms - 1:
            now = min(ms - 1, now + STEP_MS)
            device.send(now * NS_PER_MS)
        now = ms
        for _, what, line in (each for each in EXAMPLE if int(each[0]) == ms):
            if what == "press":
                device.press(Side(line), now * NS_PER_MS)
            elif what == ">":
                device.receive(line.encode() + b"\n", now * NS_PER_MS)
        told = [line for at, what, line in EXAMPLE if int(at) == ms and what == "<"]
        assert device.send(now * NS_PER_MS).decode().splitlines() == told, ms


def test_every_line_of_the_example_is_a_message_and_every_word_occurs() -> None:
    words = set()
    for _, what, line in EXAMPLE:
        if what != "press":
            message = protocol.decode_line(line.encode())
            assert message is not None, line
            assert protocol.encode(message) == line.encode() + b"\n"
            words.add(message.word)
    assert words == set(protocol.WORDS) - {"BUTTON"}


def test_the_tables_name_every_message_with_its_fields() -> None:
    rows = dict(re.findall(r"^\| `([A-Z]+)` \| ([^|]*) \|", PAGE.split("## 2.")[1].split("## 3.")[0], re.MULTILINE))
    host = dict(re.findall(r"^\| `([A-Z]+)` \| ([^|]*) \|", PAGE.split("## 3.")[1].split("## 4.")[0], re.MULTILINE))
    assert rows.keys() | host.keys() == set(protocol.WORDS)
    for word, fields in [*rows.items(), *host.items()]:
        kinds = [field.split()[0] for field in fields.split(",")]
        assert kinds == protocol.WORDS[word].split(), word


def test_the_figures_of_the_page() -> None:
    assert f"CRC of `123456789` is `{binascii.crc_hqx(b'123456789', 0):04X}`" in PAGE
    assert f"A line has {protocol.MOST_BYTES} bytes at most" in PAGE
    assert all(f"| `{kind.value}` |" in PAGE for kind in Kind)


def test_the_firmware_is_named_where_it_lies() -> None:
    assert Path("referee/clock/firmware/zarbiter_clock.ino").name in PAGE
