"""Light: a panorama loses its strongest light to a lamp and nothing else; exposure and white balance do their work."""

from dataclasses import replace

import numpy as np
import pytest

from models.synth.studio.engine import Finish, Studio
from models.synth.studio.environment import Light, cube_map, without_key
from models.synth.studio.eye import Eye
from models.synth.studio.frame_of import eye_of
from models.synth.studio.setting import Lamp, Setting, Viewpoint
from models.synth.studio.shapes import quad
from models.synth.studio.stage import Stage
from tests.models.studio.test_stage import made

SMALL = Viewpoint((225.0, 420.0, 760.0), (225.0, 215.0, 0.0), 220.0, (240, 160))


def panorama(row: int, column: int, strength: float) -> Light:
    """A grey room with one window, of mean 1."""
    canvas = np.full((128, 256, 3), 0.5, np.float32)
    canvas[row : row + 6, column : column + 8] = strength
    return np.asarray(canvas / canvas.mean(), np.float32)


def level_light(canvas: Light) -> float:
    """What a panorama gives a level surface, over π."""
    theta = (np.arange(128) + 0.5) / 128 * np.pi
    weight = np.clip(np.cos(theta), 0, None) * np.sin(theta) * (np.pi / 128) * (2 * np.pi / 256)
    return float((canvas.mean(-1) * weight[:, None]).sum() / np.pi)


def test_the_strongest_light_becomes_a_lamp_of_the_same_strength() -> None:
    whole = panorama(30, 60, 60.0)
    rest, key = without_key(whole)
    assert key is not None
    assert level_light(rest) + key.strength * key.towards[2] == pytest.approx(level_light(whole), rel=0.03)
    assert key.towards[2] == pytest.approx(np.cos(33 / 128 * np.pi), abs=0.03)
    assert rest.max() < 0.3 * whole.max()


def test_the_lamp_is_where_the_light_was() -> None:
    """Turning the panorama by a quarter turns the lamp by a quarter."""
    first, second = without_key(panorama(30, 60, 60.0))[1], without_key(panorama(30, 124, 60.0))[1]
    assert first is not None
    assert second is not None
    turned = np.degrees(np.arctan2(*first.towards[1::-1]) - np.arctan2(*second.towards[1::-1])) % 360
    assert turned == pytest.approx(90, abs=2) or turned == pytest.approx(270, abs=2)


def test_an_even_room_has_no_strongest_light() -> None:
    rest, key = without_key(np.ones((128, 256, 3), np.float32))
    assert key is None
    assert (rest == 1).all()


@pytest.fixture(scope="module")
def setting() -> Setting:
    plain = made()
    return replace(plain, view=SMALL, lighting=replace(plain.lighting, lamps=()))


def seen(setting: Setting) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return Stage(setting).studio.picture(eye_of(setting.view))


def test_exposure_finds_the_same_picture_in_weak_and_strong_light(setting: Setting) -> None:
    weak, strong = (seen(replace(setting, lighting=replace(setting.lighting, lux=lux))) for lux in (300.0, 90_000.0))
    assert weak.mean() == pytest.approx(strong.mean(), rel=0.03)
    assert 50 < weak.mean() < 170


def test_a_camera_that_errs_by_a_stop_is_darker(setting: Setting) -> None:
    right, wrong = seen(setting), seen(replace(setting, lighting=replace(setting.lighting, exposure=-1.0)))
    assert 0.5 < wrong.mean() / right.mean() < 0.85


def test_white_balance_takes_a_lamp_s_colour_out(setting: Setting) -> None:
    lamp = Lamp((300.0, 100.0, 900.0), (225.0, 210.0, 0.0), 30_000.0, (1.0, 0.7, 0.4))
    warmth = []
    for share in (0.0, 1.0):
        picture = seen(replace(setting, lighting=replace(setting.lighting, lamps=(lamp,), balance=share)))
        red, _, blue = picture.reshape(-1, 3).astype(float).mean(0)
        warmth.append(red / blue)
    assert warmth[1] < 0.8 * warmth[0]


def test_a_lamp_s_shadow_falls_away_from_it(setting: Setting) -> None:
    """Left of the board the table is darker with a lamp low on the right than with one low on the left."""
    lux = replace(setting.lighting, lux=100.0, auto=False, exposure=0.0)
    spot = np.s_[70:90, 4:14]
    levels = []
    for x in (-500.0, 950.0):
        lamp = Lamp((x, 215.0, 120.0), (225.0, 215.0, 0.0), 30_000.0, bulb=5.0)
        levels.append(float(seen(replace(setting, lighting=replace(lux, lamps=(lamp,))))[spot].mean()))
    assert levels[1] < 0.6 * levels[0]


@pytest.mark.parametrize("kind", ["sun", "near", "far", "around"])
def test_a_level_surface_gets_as_many_lux_as_said_from_every_kind_of_light(kind: str) -> None:
    """10,000 lux from each give the same grey."""
    studio = Studio(tone="linear")
    ground = quad(np.array([(-2000, -2000, 0), (2000, -2000, 0), (2000, 2000, 0), (-2000, 2000, 0)], float))
    studio.add(studio.mesh(ground), Finish((0.5, 0.5, 0.5), roughness=1.0), 1, shadow=False)
    if kind == "sun":
        studio.sun((0, 0, 1), 10_000, (1, 1, 1), radius=0.01)
    elif kind == "around":
        studio.surround(cube_map(np.ones((128, 256, 3), np.float32)), 10_000 / np.pi)
    else:
        away = 1000 if kind == "near" else 2000
        studio.lamp((0, 0, away), (0, 0, 0), 10_000 * (away / 1000) ** 2, (1, 1, 1), bulb_mm=5)
    studio.brighten(3.0)
    middle = studio.picture(Eye((0, -100, 900), (0, 0, 0), (0, 1, 0), 300, (64, 64)))[32, 32]
    assert middle.tolist() == pytest.approx([97] * 3, abs=4)


def test_the_engine_says_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    Studio()
    print("heard")
    assert capfd.readouterr() == ("heard\n", "")


def test_sun_and_lamps_give_the_same_bytes_twice(setting: Setting) -> None:
    """Soft lamps and a low sun: their shadows are where an engine's haste would show."""
    lamps = tuple(Lamp((x, -200.0, 700.0), (225.0, 210.0, 0.0), 8000.0, bulb=60.0) for x in (-300.0, 700.0))
    light = replace(setting.lighting, seed=7, lamps=lamps)
    first, second = seen(replace(setting, lighting=light)), seen(replace(setting, lighting=light))
    assert (first == second).all()
