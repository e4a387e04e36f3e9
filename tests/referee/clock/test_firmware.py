"""The reference firmware, its logic compiled for this machine: bounces, the ring, lamps, time that wraps; and for an
AVR.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

from referee.clock.device_time import WRAP
from referee.clock.open_protocol import (
    Ack,
    Button,
    Decoder,
    Done,
    Fail,
    Hello,
    Message,
    Ping,
    Pong,
    Press,
    SetLamp,
    State,
    Times,
    encode,
)
from referee.clock.time_control import NS_PER_MS, Clock, Kind, TimeControl
from referee.rules.side import Side
from tests.referee.clock.firmware import ROOT, SKETCH, FirmwareDevice

CORE = Path("/usr/share/arduino/hardware/arduino/avr")
KEPT = 16


def at(ms: int) -> int:
    return ms * NS_PER_MS


def said(device: FirmwareDevice, ms: int) -> list[Message]:
    decoder = Decoder()
    messages = decoder.feed(device.send(at(ms)))
    assert decoder.dropped == 0
    return messages


def of(messages: list[Message], *kinds: type) -> list[Message]:
    return [message for message in messages if isinstance(message, kinds)]


def state(kind: str = "simple-delay", reserve_ms: int = 60_000, t_ms: int | None = None) -> State:
    return State(1, Side.W, "running", reserve_ms, 60_000, 0, 12_000, kind, t_ms)


def test_it_says_who_it_is_and_answers() -> None:
    device = FirmwareDevice(boot=41)
    hello = Hello("zarbiter-clock", "1.0", ("drive", "lamps", "lever", "buttons"), 41, 0)
    assert said(device, 0)[0] == hello
    device.receive(encode(Hello("zarbiter")) + encode(Ping(7)), at(12))
    assert said(device, 12) == [hello, Pong(7, 12)]


def test_a_bouncing_contact_is_one_press_at_its_first_touch() -> None:
    device = FirmwareDevice()
    for ms, closed in ((100, True), (101, False), (103, True), (104, False), (120, True), (400, False), (402, True)):
        device.contact("white", closed, at(ms))
        device.receive(encode(Ack(1)), at(ms))
    assert of(said(device, 403), Press) == [Press(Side.W, 1, 100)]
    device.contact("white", False, at(500))
    device.contact("white", True, at(540))
    assert of(said(device, 541), Press) == [Press(Side.W, 2, 540)]


def test_a_lever_that_lies_on_one_side_at_the_start_is_no_press() -> None:
    device = FirmwareDevice()
    device.contact("white", True, at(100))
    device.receive(encode(Ack(1)), at(100))
    times = of(said(device, 900), Times)[-1]
    assert isinstance(times, Times)
    assert times.lever is Side.W
    device.contact("black", True, at(1000))
    device.contact("white", False, at(1001))
    assert of(said(device, 1002), Press) == [Press(Side.B, 2, 1000)]


def test_two_buttons_at_once_are_two_presses() -> None:
    device = FirmwareDevice()
    device.press(Side.W, at(10))
    device.press(Side.B, at(10))
    assert of(said(device, 10), Press) == [Press(Side.W, 1, 10)]
    device.receive(encode(Ack(1)), at(20))
    assert of(said(device, 20), Press) == [Press(Side.B, 2, 10)]


def test_sixteen_presses_are_kept_and_of_more_the_oldest_go() -> None:
    device = FirmwareDevice()
    for number in range(KEPT + 2):
        device.send(at(number * 1000 - 100))
        device.press((Side.W, Side.B)[number % 2], at(number * 1000))
    device.push("pause", at(60_000))
    heard: list[Message] = []
    for step in range(KEPT + 5):
        told = of(said(device, 60_000 + step * 400), Press, Button)
        if told:
            heard.append(told[-1])
            device.receive(encode(Ack(told[-1].count)), at(60_000 + step * 400))  # type: ignore[union-attr]
    assert [event.count for event in heard] == list(range(4, KEPT + 4))  # type: ignore[union-attr]
    assert heard[0] == Press(Side.B, 4, 3_000)
    assert heard[-1] == Button("pause", KEPT + 3, 60_000)


def test_commands_are_confirmed_or_refused_with_the_reason() -> None:
    device = FirmwareDevice()
    device.receive(encode(state()) + encode(SetLamp(2, "flag")), at(0))
    assert of(said(device, 0), Done) == [Done(1), Done(2)]
    device.receive(encode(state("sandglass")), at(0))
    assert of(said(device, 0), Fail) == [Fail(1, "kind")]
    device.press(Side.W, at(5))
    device.receive(encode(state()), at(6))
    assert of(said(device, 6), Fail) == [Fail(1, "press")]


def test_lines_with_wrong_fields_change_nothing() -> None:
    device = FirmwareDevice()
    said(device, 0)
    good = encode(state())
    for spoilt in (good[1:], good.replace(b"running", b"walking"), good.replace(b" -*", b" *"), good * 3 + b"x" * 500):
        device.receive(spoilt.replace(b"\n", b"\x00\n") + b"\n", at(1))
    for body in (
        b"ZC2 STATE 1 W running 60000 60000 0 12000 plain",
        b"ZC2 STATE 1 X running 1 1 0 1 plain -",
        b"ZC2 PING",
    ):
        device.receive(sealed(body), at(1))
    assert of(said(device, 2), Done, Pong) == []
    device.receive(sealed(b"ZC2 PING 4294967296") + sealed(b"ZC2 PING 01") + encode(Ping(4_294_967_295)), at(3))
    assert of(said(device, 3), Pong) == [Pong(4_294_967_295, 3)]


def sealed(body: bytes) -> bytes:
    import binascii  # noqa: PLC0415 - the checksum of a line that our encoder would refuse

    return body + b"*%04X\n" % binascii.crc_hqx(body, 0)


def test_the_flag_is_told_when_it_falls() -> None:
    device = FirmwareDevice()
    device.receive(encode(state()), at(0))
    said(device, 71_900)
    assert of(said(device, 71_999), Times) == []
    (times,) = of(said(device, 72_000), Times)
    assert isinstance(times, Times)
    assert (times.white_ms, times.flag) == (0, Side.W)


def test_lamps_light() -> None:
    device = FirmwareDevice()
    device.receive(encode(state()) + encode(SetLamp(2, "rethrow")), at(0))
    assert [device.light(lamp) for lamp in range(4)] == [True, False, False, True]
    device.receive(encode(SetLamp(3, "flag")), at(1))
    device.press(Side.W, at(2))
    assert [device.light(lamp) for lamp in range(4)] == [False, True, True, False]


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind is not Kind.NONE])
@pytest.mark.parametrize("reserve_ms", [0, 1_000, 12_000])
@pytest.mark.parametrize("starts_ms", [0, WRAP - 20_000])
def test_turns_cost_what_they_cost_on_the_reference_clock(kind: Kind, reserve_ms: int, starts_ms: int) -> None:
    """tournament.md, delay semantics: at R = 0, 1 s and 12 s, around the end of the delay and the fall of the flag;
    also while the millisecond timer wraps.
    """
    device = FirmwareDevice(starts_ms=starts_ms)
    control = TimeControl(kind, reserve_ms * NS_PER_MS, 12_000 * NS_PER_MS)
    clock = Clock(control, reserve_ms * NS_PER_MS, 60_000 * NS_PER_MS).run(Side.W, 0)
    device.receive(encode(state(kind.value, reserve_ms, starts_ms)), 0)
    now, count = 0, 0
    for turn_ms in (11_999, 500, 12_000, 500, 12_001, 500, 12_000 + reserve_ms - 1, 700, 13_000 + reserve_ms):
        now += turn_ms
        for side in Side:
            assert device.time_ms(side, at(now)) == clock.face(side, at(now)).reserve_ns // NS_PER_MS, (now, side)
        side = clock.running or Side.W
        clock, count = clock.press(side, at(now)), count + 1
        device.press(side, at(now))
        device.receive(encode(Ack(count)), at(now))
        device.send(at(now + 100))
    for side in Side:
        assert device.time_ms(side, at(now)) == clock.face(side, at(now)).reserve_ns // NS_PER_MS


def test_a_turn_of_two_months_does_not_wrap() -> None:
    device = FirmwareDevice()
    reserve_ms = 4_294_000_000
    device.receive(encode(State(1, Side.W, "running", reserve_ms, 0, 0, 0, "plain", None)), 0)
    for hour in range(1, 1100):
        device.send(at(hour * 3_600_000))
    assert device.time_ms(Side.W, at(1099 * 3_600_000)) == reserve_ms - 1099 * 3_600_000


def test_the_sketch_is_small() -> None:
    assert len((ROOT / SKETCH).read_text().splitlines()) < 300


@pytest.mark.skipif(
    not (shutil.which("avr-g++") and CORE.exists()), reason="no AVR toolchain (gcc-avr, arduino-core-avr)"
)
@pytest.mark.parametrize(
    ("chip", "variant", "more"),
    [("atmega328p", "standard", []), ("atmega32u4", "leonardo", ["-DUSB_VID=0x2341", "-DUSB_PID=0x8036"])],
)
def test_it_compiles_for_an_arduino_and_fits(chip: str, variant: str, more: list[str], tmp_path: Path) -> None:
    folders = [f"-I{CORE}/cores/arduino", f"-I{CORE}/variants/{variant}"]
    flags = ["-Os", f"-mmcu={chip}", "-DF_CPU=16000000L", "-DARDUINO=10819", "-ffunction-sections", "-fdata-sections"]
    common = [*flags, *folders, *more]
    cpp = ["avr-g++", *common, "-std=gnu++11", "-fno-exceptions", "-fno-threadsafe-statics"]
    strict = ["-Wall", "-Wextra", "-Werror", "-x", "c++"]
    subprocess.run([*cpp, *strict, "-c", str(ROOT / SKETCH), "-o", str(tmp_path / "sketch.o")], check=True)
    if chip != "atmega328p":
        return
    sources = [*(CORE / "cores/arduino").glob("*.c"), *(CORE / "cores/arduino").glob("*.cpp")]
    for source in (source for source in sources if source.stem != "WString"):
        compiler = cpp if source.suffix == ".cpp" else ["avr-gcc", *common, "-std=gnu11"]
        subprocess.run([*compiler, "-w", "-c", str(source), "-o", str(tmp_path / f"{source.name}.o")], check=True)
    built = tmp_path / "sketch.elf"
    objects = [str(each) for each in tmp_path.glob("*.o")]
    subprocess.run(["avr-gcc", "-Os", "-Wl,--gc-sections", f"-mmcu={chip}", *objects, "-o", str(built)], check=True)
    size = subprocess.run(["avr-size", str(built)], check=True, capture_output=True, text=True).stdout
    text, data, bss = (int(number) for number in size.splitlines()[1].split()[:3])
    assert text + data < 32_256
    assert data + bss < 1_400
