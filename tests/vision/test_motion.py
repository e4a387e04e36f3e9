"""Motion, stillness and hands on synthetic pictures."""

import numpy as np
import pytest

from tests.vision.pictures import board, profile, with_arm, with_disc
from vision.frame import Image
from vision.motion import Motion, MotionSettings, area_of, small_of, step

SETTINGS = MotionSettings()
AREA = area_of(profile().view, SETTINGS)
MS = 1_000_000


def play(images: list[Image], motion: Motion | None = None, start_ms: int = 0, every_ms: int = 120) -> list[Motion]:
    states = []
    motion = motion or Motion()
    for number, image in enumerate(images):
        motion = step(motion, small_of(image, AREA), (start_ms + number * every_ms) * MS, AREA, SETTINGS)
        states.append(motion)
    return states


def quiet(count: int, seed: int = 0) -> list[Image]:
    return [board(seed + i) for i in range(count)]


def test_a_noisy_but_quiet_board_settles_and_stays_settled() -> None:
    states = play(quiet(12))
    assert not states[1].still
    assert all(state.still for state in states[4:])
    assert not any(state.hand for state in states)


def test_a_rolling_die_is_motion_but_no_hand() -> None:
    settled = play(quiet(8))[-1]
    roll = [with_disc(board(20 + i), (200 + 30 * i, 200), radius=9) for i in range(6)]
    states = play(roll, settled, start_ms=960)
    assert not any(state.still for state in states)
    assert not any(state.hand for state in states)
    at_rest = play([with_disc(board(40 + i), (350, 200), radius=9) for i in range(6)], states[-1], start_ms=1680)
    assert at_rest[-1].still


def test_stillness_needs_several_pictures_and_time() -> None:
    settled = play(quiet(8))[-1]
    moved = play([with_disc(board(9), (300, 200))] * 1, settled, start_ms=960)[-1]
    after = play([with_disc(board(10 + i), (300, 200)) for i in range(5)], moved, start_ms=1080)
    stills = [state.still for state in after]
    assert stills == sorted(stills)
    assert stills[:2] == [False, False]
    assert stills[-1]


def test_an_arm_that_rests_over_the_field_is_a_hand_and_not_still() -> None:
    settled = play(quiet(8))[-1]
    states = play([with_arm(board(20 + i), (300, 250)) for i in range(10)], settled, start_ms=960)
    assert all(state.hand for state in states)
    assert not any(state.still for state in states)
    gone = play([with_disc(board(40 + i), (300, 250)) for i in range(6)], states[-1], start_ms=2160)
    assert not gone[-1].hand
    assert gone[-1].still


def test_a_moved_checker_at_the_edge_is_no_hand() -> None:
    settled = play([with_disc(board(i), (480, 400)) for i in range(8)])[-1]
    states = play([with_disc(board(20 + i), (400, 400)) for i in range(8)], settled, start_ms=960)
    assert not any(state.hand for state in states)
    assert states[-1].still


def test_a_change_of_light_as_a_whole_settles_without_a_hand() -> None:
    settled = play(quiet(8))[-1]
    brighter = [np.clip(board(20 + i).astype(np.int16) + 35, 0, 255).astype(np.uint8) for i in range(8)]
    states = play(brighter, settled, start_ms=960)
    assert not any(state.hand for state in states)
    assert states[-1].still


def test_a_thing_put_down_stops_being_a_hand() -> None:
    settled = play(quiet(8))[-1]
    states = play([with_arm(board(20 + i), (300, 250)) for i in range(20)], settled, start_ms=960, every_ms=1000)
    assert states[10].hand
    assert not states[-1].hand
    assert states[-1].still


@pytest.mark.parametrize("every_ms", [10, 33])
def test_pictures_in_quick_succession_are_not_compared(every_ms: int) -> None:
    states = play(quiet(4), every_ms=every_ms)
    assert states[1] is states[0]
