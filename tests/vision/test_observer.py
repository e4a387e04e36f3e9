"""Frames → observations with readers that count their calls."""

import time
from dataclasses import replace

import numpy as np
import pytest

from calibration.profile import ProfileError
from calibration.view import View
from tests.vision.pictures import board, profile, with_arm, with_disc
from vision.frame import Frame, Image
from vision.motion import MotionSettings
from vision.observation import SLOTS, CountReading, DieReading, Observation, Shade, SlotReading, Stack
from vision.observer import Observer, ObserverSettings, remembered
from vision.still import StillReading

MS = 1_000_000


def seen(count: int = 1, confidence: float = 0.8, dice: tuple[DieReading, ...] = ()) -> StillReading:
    reading = SlotReading(((Stack("L", count), confidence), (Stack(None, 0), 1 - confidence)))
    none: dict[Shade, CountReading] = {"L": CountReading(0, 0.9), "D": CountReading(0, 0.9)}
    return StillReading(profile().view, dict.fromkeys(SLOTS, reading), none, none, dice)


class Reader:
    """Reads one light checker on each point and a die where the picture is bright; keeps what it was given."""

    def __init__(self) -> None:
        self.read: list[Image] = []
        self.turns: list[int | None] = []

    def __call__(self, image: Image, view: View, turn: int | None = None) -> StillReading:
        self.read.append(image)
        self.turns.append(turn)
        bright = image[200, 300, 0] > 200
        die = DieReading((300.0, 200.0), None, 6, 0.7, "left-half", flat=True, size_px=18)
        return seen(dice=(die,) if bright else ())


def run(observer: Observer, images: list[Image], start_ms: int = 0) -> list[Observation]:
    frames = [Frame(image, i, (start_ms + 100 * i) * MS) for i, image in enumerate(images)]
    return [observation for frame in frames if (observation := observer.see(frame))]


def test_a_turn_is_seen_as_settled_hand_settled() -> None:
    reader = Reader()
    observer = Observer(profile(), reader)
    first = run(observer, [board(i) for i in range(12)])
    assert [(one.still, one.hand) for one in first] == [(False, False), (True, False)]
    hand = run(observer, [with_arm(board(20 + i), (300, 250)) for i in range(5)], 1200)
    assert [(one.still, one.hand) for one in hand] == [(False, True)]
    assert all(reading.best is None for reading in hand[0].slots.values())
    after = run(observer, [with_disc(board(40 + i), (300, 200), 9) for i in range(14)], 1700)
    assert {(one.still, one.hand) for one in after} == {(True, False)}
    assert [die.value for die in after[-1].dice] == [6]


def test_reading_happens_only_on_settled_views_and_a_few_times() -> None:
    reader = Reader()
    observer = Observer(profile(), reader)
    run(observer, [with_disc(board(i), (120 + 15 * i, 200)) for i in range(20)])
    assert reader.read == []
    still = run(observer, [board(50 + i) for i in range(60)], 2000)
    assert reader.turns == [0, 1, 2, 3]
    assert [one.frames for one in still if one.still] == [4]


def test_what_was_read_before_a_hand_came_is_not_fused_with_what_lies_there_now() -> None:
    reader = Reader()
    observer = Observer(profile(), reader)
    run(observer, [with_disc(board(i), (300, 200), 9) for i in range(30)])
    run(observer, [with_arm(board(40 + i), (300, 250)) for i in range(5)], 3000)
    after = run(observer, [board(50 + i) for i in range(14)], 3500)
    assert [(one.frames, one.dice) for one in after] == [(4, ())]


def spinning(number: int) -> Image:
    """A small die that turns where it stands: too little to be motion on the board."""
    image = with_disc(board(number), (300, 200), 9)
    turn = np.pi * number / 18
    return with_disc(image, (round(300 + 6 * np.cos(turn)), round(200 + 6 * np.sin(turn))), 3, 20)


def test_a_die_that_turns_on_a_still_board_has_no_value_till_it_lies() -> None:
    reader = Reader()
    settings = ObserverSettings(motion=MotionSettings(moving_mm2=200, quiet_mm2=200))
    observer = Observer(profile(), reader, settings=settings)
    turning = run(observer, [spinning(i) for i in range(60)])
    told = [one for one in turning if one.still]
    assert [die.value for one in told for die in one.dice] == [None] * len(told)
    assert len(told) > 4
    lying = run(observer, [spinning(59)] * 20, 6000)
    assert [die.value for one in lying for die in one.dice][-3:] == [6, 6, 6]
    assert reader.turns == list(range(len(reader.turns)))


def test_every_picture_of_a_folder_is_a_settled_view() -> None:
    reader = Reader()
    observer = Observer(profile(), reader, settled=True)
    observations = run(observer, [board(0), with_disc(board(0), (300, 200)), board(0)])
    assert [one.still for one in observations] == [True, True, True]
    assert [len(one.dice) for one in observations] == [0, 1, 0]
    assert reader.turns == [None] * 3


def test_frames_of_another_size_are_refused() -> None:
    reader = Reader()
    observer = Observer(profile(), reader)
    with pytest.raises(ProfileError, match="640×480 px but the source gives 320×240"):
        observer.see(Frame(np.zeros((240, 320, 3), np.uint8), 0, 0))


def test_motion_is_tracked_faster_than_four_pictures_a_second_at_720p() -> None:
    reader = Reader()
    corners = ((200.0, 120.0), (1080.0, 120.0), (1080.0, 640.0), (200.0, 640.0))
    view = View.from_corners(corners, (1280, 720))
    observer = Observer(profile().__class__(view, None, profile().seats, "test"), reader)
    rng = np.random.default_rng(1)
    images = [rng.integers(0, 255, (720, 1280, 3), dtype=np.uint8) for _ in range(8)]
    begin = time.process_time()
    for number, image in enumerate(images):
        observer.see(Frame(image, number, number * 250 * MS))
    assert (time.process_time() - begin) / len(images) < 0.25


@pytest.mark.parametrize(
    ("likely", "xy", "value"), [(6, (101.0, 100.0), 6), (5, (101.0, 100.0), None), (6, (160.0, 100.0), None)]
)
def test_an_unread_die_keeps_its_number_only_where_it_lay_and_looks_alike(
    likely: int, xy: tuple[float, float], value: int | None
) -> None:
    read = DieReading((100.0, 100.0), None, 6, 0.9, "left-half", True, size_px=20.0, likely=6)
    now = DieReading(xy, None, None, 0.7, "left-half", size_px=20.0, likely=likely)
    assert remembered(now, (read,)).value == value


def test_a_leaning_die_keeps_no_number() -> None:
    read = DieReading((100.0, 100.0), None, 6, 0.9, "left-half", True, size_px=20.0, likely=6)
    assert remembered(replace(read, value=None, flat=False), (read,)).value is None
