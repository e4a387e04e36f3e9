import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.board import BoardGeometry
from models.synth.flat import random_scene, write_flat
from models.synth.look import random_look
from models.synth.positions import Habit, path, place_slot, random_slots
from models.synth.project import field_to_photo, lift, pinhole_corners
from models.synth.render import render
from models.synth.scene import Camera, CheckerPlace, DiePlace, HandPlace, Light, Look, Scene

GEOMETRY = BoardGeometry(470, 400, 40, 34)
CLEAN = Light(shadow=0, gradient=0, vignette=0, noise=0, jpeg=100)
ABOVE = Camera((235, 200), 1e6)


def plain_look() -> Look:
    return random_look(np.random.default_rng(3))


def scene(*checkers: CheckerPlace, camera: Camera = ABOVE) -> Scene:
    return Scene(GEOMETRY, plain_look(), camera, CLEAN, checkers)


def test_the_same_scene_and_seed_give_the_same_picture() -> None:
    wanted = random_scene(np.random.default_rng(5))
    first, second = (render(wanted, np.random.default_rng(1)).image for _ in range(2))
    assert np.array_equal(first, second)


def test_the_board_stays_the_same_when_a_checker_moves() -> None:
    before = render(scene(CheckerPlace(60, 60, "L")), np.random.default_rng(1)).image
    after = render(scene(CheckerPlace(400, 60, "L")), np.random.default_rng(1)).image
    changed = np.abs(before.astype(int) - after).max(2) > 8
    assert changed.any()
    assert not changed[200:, :].any()


def test_a_label_is_where_the_checker_is_seen() -> None:
    picture = render(scene(CheckerPlace(100, 300, "D", slot="bottom[2]")), np.random.default_rng(1))
    (label,) = picture.labels
    s = scene()
    x = (label.xyxy[0] + label.xyxy[2]) / 2 / s.px_per_mm - s.margin_mm
    y = (label.xyxy[1] + label.xyxy[3]) / 2 / s.px_per_mm - s.margin_mm
    assert (x, y) == pytest.approx((100, 300), abs=0.5)
    assert label.visible > 0.9
    assert picture.bottom[2] == "D1"


def test_tops_lean_away_from_the_camera_s_foot() -> None:
    camera = Camera((0, 200), 600)
    (label,) = render(scene(CheckerPlace(400, 200, "L"), camera=camera), np.random.default_rng(1)).labels
    s = scene()
    seen = (label.xyxy[0] + label.xyxy[2]) / 2 / s.px_per_mm - s.margin_mm
    top = s.look.checker_height
    assert seen == pytest.approx(400 * 600 / (600 - top), abs=0.5)


def test_a_checker_under_another_is_hidden_in_the_labels() -> None:
    low, high = CheckerPlace(100, 100, "L"), CheckerPlace(100, 100, "L", z=10)
    visible = sorted(label.visible for label in render(scene(low, high), np.random.default_rng(1)).labels)
    assert visible[0] < 0.1
    assert visible[1] > 0.9


def test_a_raised_rail_hides_the_near_row_from_an_oblique_camera() -> None:
    near, far = CheckerPlace(100, 388, "L"), CheckerPlace(100, 12, "L")
    low, high = (
        replace(plain_look(), board=replace(plain_look().board, rail_height=height, inset_mm=0.0, rail_mm=20.0))
        for height in (0.0, 28.0)
    )
    camera = Camera((235, 1200), 900)
    seen = {}
    for name, look in (("low", low), ("high", high)):
        wanted = Scene(GEOMETRY, look, camera, CLEAN, (near, far))
        labels = render(wanted, np.random.default_rng(1)).labels
        seen[name] = {label.xyxy[1] > 200: label.visible for label in labels}
    assert seen["low"][True] > 0.9
    assert seen["high"][True] < 0.75
    assert seen["high"][False] > 0.9


def test_a_hand_hides_what_is_below_it() -> None:
    hand = HandPlace((235, 200), (235, 900))
    picture = render(replace(scene(CheckerPlace(235, 280, "L")), hands=(hand,)), np.random.default_rng(1))
    assert picture.hand.any()
    assert picture.labels[0].visible < 0.5


def test_things_as_high_as_the_camera_are_refused() -> None:
    with pytest.raises(ValueError, match="below the camera"):
        lift([(0, 0)], [500], Camera((0, 0), 400))


def test_a_camera_straight_above_sees_the_field_s_true_shape() -> None:
    corners, size = pinhole_corners(GEOMETRY, (235, 200), 1000, 470)
    width, height = corners[1][0] - corners[0][0], corners[3][1] - corners[0][1]
    assert (width, height) == pytest.approx((470, 400), rel=1e-6)
    assert size[0] > 470


def test_the_photograph_shows_the_field_s_corners_where_they_were_put() -> None:
    corners, _ = pinhole_corners(GEOMETRY, (235, 900), 900, 400)
    onto = field_to_photo(GEOMETRY, corners, 30, 0.85)
    at = onto @ np.array([(470 + 30) * 0.85, (400 + 30) * 0.85, 1])
    assert tuple(at[:2] / at[2]) == pytest.approx(corners[2], abs=1e-3)
    far, near = corners[1][0] - corners[0][0], corners[2][0] - corners[3][0]
    assert near > far


@pytest.mark.parametrize("value", range(1, 7))
def test_dice_are_labelled_with_their_value(value: int) -> None:
    picture = render(replace(scene(), dice=(DiePlace(200, 200, value),)), np.random.default_rng(1))
    assert [(label.kind, label.value) for label in picture.labels] == [("die", value)]


@pytest.mark.parametrize("seed", range(8))
def test_positions_never_have_too_many_checkers(seed: int) -> None:
    slots = random_slots(np.random.default_rng(seed), 15)
    assert set(slots) <= set(path())
    for shade in "LD":
        assert sum(n for s, n in slots.values() if s == shade) <= 15


def test_a_tall_pile_gets_a_second_layer() -> None:
    habit = Habit(0.0, 0.0, 0.0, 0.0, 5, "stack")
    places = place_slot("top[3]", "L", 7, GEOMETRY, 10, habit, np.random.default_rng(1))
    assert [p.z > 0 for p in places] == [False] * 5 + [True] * 2
    assert all(abs(p.x - GEOMETRY.column_x(3)) < 1e-6 for p in places)


def test_stills_go_on_where_they_were(tmp_path: Path) -> None:
    assert write_flat(tmp_path, 2, 4, width_px=200) == 2
    first = (tmp_path / "000001.jpg").read_bytes()
    (tmp_path / "000001.json").unlink()
    assert write_flat(tmp_path, 3, 4, width_px=200) == 2
    assert (tmp_path / "000001.jpg").read_bytes() == first
    record = json.loads((tmp_path / "000002.json").read_text(encoding="utf-8"))
    assert len(record["top"]) == len(record["bottom"]) == 12
