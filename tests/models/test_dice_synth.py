from dataclasses import replace

import cv2
import numpy as np
import pytest

from models.synth.dice_body import DieShape, DieSprite, draw_sprite, faces_of, render_die, rotation
from models.synth.dice_clutter import Backdrop, clutter, display
from models.synth.dice_crops import Lay, Material, draw_material, draw_scene, put_die
from models.train.dice_pools import display_crops
from models.train.dice_spec import NONE, POOL_SIZE

SHAPE = DieShape(0.06, 0.9, 0.1, 0.25, 1.0, (False, False, False), False)
INKS = Material((255.0, 255.0, 255.0), (0.0, 0.0, 0.0), 0.0, 0.0)


@pytest.mark.parametrize("left_handed", [False, True])
def test_opposite_faces_add_up_to_seven(left_handed: bool) -> None:
    faces = faces_of(DieShape(0.06, 0.9, 0.1, 0.25, 1.0, (False, False, False), left_handed))
    assert sorted(faces.values()) == [1, 2, 3, 4, 5, 6]
    assert all(faces[axis, sign] + faces[axis, -sign] == 7 for axis, sign in faces)


def pips_seen(sprite: DieSprite) -> int:
    """Pips of more than 30 px; edge-on ones of the sides are slivers."""
    spots = cv2.connectedComponentsWithStats((sprite.maps[..., 1] > 128).astype(np.uint8))[2]
    return int((spots[1:, cv2.CC_STAT_AREA] > 30).sum())


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("sign", [-1, 1])
def test_the_top_face_shows_as_many_pips_as_its_value(axis: int, sign: int) -> None:
    up = np.eye(3)[axis] * sign
    turn = rotation(np.cross(up, (0, 0, 1)), np.pi / 2) if axis != 2 else rotation((1, 0, 0), 0 if sign > 0 else np.pi)
    sprite = render_die(SHAPE, turn, (0.0, 0.0), True, side=60)
    assert sprite.value == faces_of(SHAPE)[axis, sign]
    assert pips_seen(sprite) == sprite.value


def test_seen_obliquely_the_top_face_shifts_away_and_a_side_shows() -> None:
    above = render_die(SHAPE, np.eye(3), (0.0, 0.0), True)
    oblique = render_die(SHAPE, np.eye(3), (0.7, 0.0), True)
    assert oblique.top == (0.35, 0.0)
    assert (oblique.maps[..., 0] > 0).sum() > 1.4 * (above.maps[..., 0] > 0).sum()
    assert pips_seen(oblique) > pips_seen(above)


def test_a_leaning_die_has_no_value() -> None:
    assert render_die(SHAPE, rotation((1, 0, 0), 0.5), (0.0, 0.0), False).value is None


def test_a_spinning_die_has_no_value_and_a_still_one_lies_where_it_was_put() -> None:
    rng = np.random.default_rng(1)
    sprite = render_die(SHAPE, np.eye(3), (0.0, 0.0), True)
    for spin in (0.0, 1.2):
        canvas = np.full((100, 100, 3), 90, np.float32)
        truth = put_die(rng, canvas, sprite, Lay(60, 40, 20, spin=spin), INKS)
        assert (truth.value is None) == (spin > 0)
        ys, xs = np.nonzero(canvas[..., 0] > 140)
        assert np.hypot(xs.mean() - 60, ys.mean() - 40) < 2


def test_the_flank_of_an_oblique_die_is_on_the_camera_side_and_shows_that_face() -> None:
    sprite = render_die(SHAPE, np.eye(3), (0.8, 0.0), True)
    canvas = np.full((120, 120, 3), 90, np.float32)
    truth = put_die(np.random.default_rng(1), canvas, sprite, Lay(70, 60, 20), INKS)
    x, y = truth.flank
    assert x == pytest.approx(70 - 0.4 * 20 - 0.5 * 20, abs=0.5)
    assert y == pytest.approx(60, abs=0.5)
    straight = render_die(SHAPE, np.eye(3), (0.0, 0.0), True)
    truth = put_die(np.random.default_rng(1), canvas, straight, Lay(70, 60, 20), INKS)
    assert truth.flank == pytest.approx((70, 60), abs=0.5)


def test_scenes_hold_the_dice_they_tell_of_and_repeat_with_their_seed() -> None:
    sprites = [draw_sprite(np.random.default_rng(3), side=24) for _ in range(3)]
    one, again = (draw_scene(np.random.default_rng(7), sprites, 96, 14.0, count=3) for _ in range(2))
    assert (one.image == again.image).all()
    assert len(one.dice) == 3
    assert one.image.shape == (96, 96, 3)
    assert all(0 < d.x < 96 and 0 < d.y < 96 for d in one.dice)
    middle = draw_scene(np.random.default_rng(8), sprites, 60, 20.0, count=1, centred=True)
    assert abs(middle.dice[0].x - 30) + abs(middle.dice[0].y - 30) < 12


def test_pips_stand_out_from_the_body_by_brightness_or_by_colour() -> None:
    rng = np.random.default_rng(2)
    drawn = [draw_material(rng) for _ in range(200)]
    apart = [np.subtract(material.pip, material.body) for material in drawn]
    brighter = [abs(np.dot(difference, (0.11, 0.59, 0.3))) > 75 for difference in apart]
    assert all(bright or np.ptp(d) > 110 for bright, d in zip(brighter, apart, strict=True))
    assert 0.6 < np.mean(brighter) < 1


def test_some_bodies_are_marbled_with_a_second_colour() -> None:
    rng = np.random.default_rng(2)
    veined = [m for m in (draw_material(rng) for _ in range(200)) if m.vein]
    assert 15 < len(veined) < 60
    plain = Material((200.0, 30.0, 30.0), (200.0, 30.0, 30.0), 0.0, 0.0)
    sprite = render_die(SHAPE, np.eye(3), (0.0, 0.0), flat=True)
    spread = []
    for material in (plain, replace(plain, vein=(30.0, 200.0, 30.0))):
        canvas = np.full((64, 64, 3), 90, np.float32)
        put_die(np.random.default_rng(4), canvas, sprite, Lay(32.0, 32.0, 40.0), material)
        spread.append(float((canvas[20:44, 20:44, 0] - canvas[20:44, 20:44, 1]).std()))
    assert spread[1] > 2 * spread[0]


def test_clutter_may_lie_on_a_backdrop() -> None:
    photo = np.full((50, 70, 3), (10, 200, 30), np.uint8)
    pictures = [
        clutter(np.random.default_rng(i), 64, 12.0, [Backdrop(photo), Backdrop(photo, 12.0)]) for i in range(12)
    ]
    assert all(p.shape == (64, 64, 3) and p.dtype == np.uint8 for p in pictures)
    assert len({p.tobytes() for p in pictures}) == 12


def test_a_clock_s_display_lies_where_it_is_asked_for() -> None:
    shown = np.zeros((12, 64, 64, 3), np.uint8)
    for seed, image in enumerate(shown):
        display(np.random.default_rng(seed), image, (32, 32), 18.0)
    written = shown.max(axis=3) > 0
    assert written[:, 28:36, 28:36].any(axis=(1, 2)).all()
    assert written.mean() < 0.6
    assert sum(image[24:40, 24:40].std(axis=(0, 1)).max() > 5 for image in shown) > 9


def test_displays_are_pooled_as_no_dice() -> None:
    pool = display_crops(np.random.default_rng(1), 6)
    assert pool.images.shape == (6, POOL_SIZE, POOL_SIZE, 3)
    assert (pool.classes == NONE).all()
    assert len({crop.tobytes() for crop in pool.images}) == 6
