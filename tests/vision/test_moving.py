"""A die between two pictures."""

import cv2
import numpy as np
import pytest

from vision.frame import Image
from vision.moving import moves
from vision.observation import DieReading

DIE = DieReading((60.0, 50.0), None, 6, 0.9, "left-half", flat=True, size_px=24)


def picture(
    seed: int, angle: float, *, light: float = 0.0, noise: float = 2.0, at: tuple[float, float] = DIE.xy
) -> Image:
    """A white die with pips, turned by `angle` degrees, on felt."""
    image = np.full((100, 120, 3), (60, 110, 50), np.float32)
    cv2.fillPoly(image, [cv2.boxPoints((at, (24.0, 24.0), angle)).astype(np.int32)], (235.0, 235.0, 235.0))
    turn = np.deg2rad(angle)
    for x, y in ((-6, -7), (6, -7), (-6, 0), (6, 0), (-6, 7), (6, 7)):
        px, py = at[0] + x * np.cos(turn) - y * np.sin(turn), at[1] + x * np.sin(turn) + y * np.cos(turn)
        cv2.circle(image, (round(px), round(py)), 2, (20.0, 20.0, 20.0), -1)
    grain = np.random.default_rng(seed).normal(0, noise, image.shape)
    return np.clip(image + light + grain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("angle", [15, 30, 45])
def test_a_die_that_turns_where_it_stands_moves(angle: float) -> None:
    assert moves(picture(1, 0), picture(2, angle), DIE)


def test_a_die_that_is_gone_has_moved() -> None:
    assert moves(picture(1, 0), picture(2, 0, at=(90.0, 30.0)), DIE)


@pytest.mark.parametrize(
    ("light", "noise"), [(0, 2), (12, 2), (-15, 3), (0, 7)], ids=["same", "lamp", "shade", "noise"]
)
def test_light_and_noise_are_no_motion(light: float, noise: float) -> None:
    assert not moves(picture(1, 20, noise=noise), picture(2, 20, light=light, noise=noise), DIE)


def test_a_die_outside_the_picture_does_not_move() -> None:
    gone = DieReading((500.0, 50.0), None, None, 0.5, None, size_px=24)
    assert not moves(picture(1, 0), picture(2, 0), gone)
