"""The demo clip: `python -m models.synth.clip --out referee/sample/clip.mp4 --seed 1` renders a scripted opening.

Beside the clip it writes `clock.txt`, the lines that the clock sent in the open clock protocol (each carries its
time). What was played stands nowhere but in the pictures.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

import av
import cv2
import numpy as np

from calibration.board import BoardGeometry, Point2
from models.synth.clock_tape import tape
from models.synth.project import field_to_photo, pinhole_corners
from models.synth.render import render
from models.synth.scene import BoardLook, Camera, CheckerLook, DiePlace, Image, Light, Look, Scene
from models.synth.story import Moment, Story

SIZE = (1280, 720)
FPS = 12
GEOMETRY = BoardGeometry(470.0, 390.0, 40.0, 33.5)
LOOK = Look(
    BoardLook(
        seed=7,
        field=(62.0, 92.0, 58.0),
        points=((58.0, 70.0, 150.0), (175.0, 205.0, 220.0)),
        rail=(38.0, 58.0, 92.0),
        bar=(42.0, 64.0, 100.0),
        rail_mm=20.0,
        point_length=0.43,
        surround=(96.0, 104.0, 112.0),
    ),
    CheckerLook(seed=11, face=(205.0, 232.0, 242.0), side=(165.0, 195.0, 205.0), ring=-0.4, ring_at=0.62, edge=0.4),
    CheckerLook(seed=12, face=(52.0, 44.0, 42.0), side=(36.0, 32.0, 30.0), ring=0.5, ring_at=0.62, edge=0.3),
)
LIGHT = Light(direction=0.9, elevation=1.05, shadow=0.35, shadow_blur_mm=4.0, gradient=0.08, noise=0.0, jpeg=100)
GRAIN = 1.2
AWAY_MM, OBLIQUE = 1500.0, 0.24
FIELD_PX = 700.0
MARGIN_MM, PX_PER_MM = 235.0, 1.5
TOUCH_PX, FAR_MM = 55, 130.0
RESERVE_MS, DELAY_MS = 6 * 60 * 1000, 12 * 1000
WHITE_DIE = ((240.0, 240.0, 238.0), (32.0, 30.0, 30.0))
BLACK_DIE = ((60.0, 52.0, 190.0), (240.0, 240.0, 240.0))


def camera() -> Camera:
    """A camera on a stand above White's edge, looking at the middle of the board, which is the picture's centre."""
    away = AWAY_MM
    foot = (GEOMETRY.field_width / 2, GEOMETRY.field_height / 2 + away * float(np.sin(OBLIQUE)))
    height = away * float(np.cos(OBLIQUE))
    corners, _ = pinhole_corners(GEOMETRY, foot, height, FIELD_PX, 0.015)
    centre = _crossing(corners)
    shift = (SIZE[0] / 2 - centre[0], SIZE[1] / 2 - centre[1])
    a, b, c, d = ((x + shift[0], y + shift[1]) for x, y in corners)
    return Camera(foot, height, (a, b, c, d), SIZE)


def story(seed: int) -> Story:
    """An opening with all that a referee must do: a throw that counts, a legal play, a throw that is called back, an
    illegal play, its correction, and a turn after it."""
    told = Story(GEOMETRY, LOOK.checker_height, FPS, seed)
    told.wait(3.0)
    told.throw("W", *_dice(WHITE_DIE, (345.0, 186.0, 3, 0.4), (382.0, 212.0, 1, 1.0)))
    told.wait(2.5)
    told.play("W", (8, 5), (6, 5))
    told.wait(2.2)
    told.press("W")
    told.wait(1.0)
    told.lift_dice("W")
    told.wait(1.6)
    told.throw("B", *_dice(BLACK_DIE, (335.0, 178.0, 5, 0.2), (390.0, 205.0, 2, 0.8)))
    told.wait(2.5)
    told.lift_dice("B")
    told.wait(1.5)
    told.throw("B", *_dice(BLACK_DIE, (85.0, 182.0, 6, 0.5), (124.0, 210.0, 4, 1.2)))
    told.wait(2.5)
    told.play("B", (24, 18), (13, 8))
    told.wait(2.2)
    told.press("B")
    told.wait(4.0)
    told.play("B", (8, 9))
    told.wait(2.4)
    told.lift_dice("B")
    told.wait(1.6)
    told.throw("W", *_dice(WHITE_DIE, (340.0, 205.0, 5, 0.9), (386.0, 184.0, 2, 0.3)))
    told.wait(2.5)
    told.play("W", (13, 8), (13, 11))
    told.wait(2.2)
    told.press("W")
    told.wait(2.0)
    return told


def picture(moment: Moment, seed: int) -> Image:
    """The camera's picture of a moment, before the sensor's grain."""
    if not moment.blur:
        return _still(moment, seed)
    parts = [_still(replace(moment, dice=dice, blur=()), seed) for dice in moment.blur]
    return np.asarray(np.mean(np.stack(parts), axis=0) + 0.5, np.uint8)


def pictures(moments: Sequence[Moment], seed: int) -> Iterator[Image]:
    """The pictures of the clip in order, H×W×3 BGR."""
    rng = np.random.default_rng(seed)
    for moment in moments:
        grain = rng.standard_normal((SIZE[1], SIZE[0], 1), np.float32) * GRAIN
        yield np.asarray(np.clip(picture(moment, seed) + grain, 0, 255), np.uint8)


def write_clip(path: Path, images: Iterator[Image], fps: int = FPS, quality: int = 21) -> None:
    """Encode pictures of `SIZE` as H.264 (`quality` is its constant rate factor, less is better)."""
    with av.open(path, "w") as container:
        stream = container.add_stream("libx264", rate=fps, options={"crf": str(quality), "preset": "slow"})
        assert isinstance(stream, av.VideoStream)
        stream.width, stream.height = SIZE
        stream.pix_fmt = "yuv420p"
        for number, image in enumerate(images):
            frame = av.VideoFrame.from_ndarray(image, format="bgr24")
            frame.pts, frame.time_base = number, Fraction(1, fps)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))


def doctored(
    images: Iterator[tuple[float, Image]], moments: Sequence[Moment], seed: int, edit: Callable[[Moment], Moment]
) -> Iterator[Image]:
    """Pictures of a finished clip with what `edit` changes in their moment painted over; those with a hand in them
    are left alone.

    `images` are the clip's pictures with their times, s. Only pixels in which the rendering of the edited moment
    differs are painted.
    """
    for t_s, image in images:
        moment = _without_far_hands(moments[min(round(t_s * FPS), len(moments) - 1)])
        changed = edit(moment)
        if changed == moment or moment.hands or moment.blur:
            yield image
            continue
        was, now = picture(moment, seed), picture(changed, seed)
        mask = (cv2.absdiff(was, now).max(axis=2) > 3).astype(np.uint8) & _around(moment, changed)
        mask = np.asarray(cv2.dilate(mask, np.ones((5, 5), np.uint8)), np.uint8)
        yield np.where(mask[..., None] > 0, now, image)


@lru_cache(maxsize=8)
def _still(moment: Moment, seed: int) -> Image:
    scene = Scene(
        GEOMETRY, LOOK, camera(), LIGHT, moment.checkers, moment.dice, None, moment.hands, MARGIN_MM, PX_PER_MM
    )
    photo = render(scene, np.random.default_rng(seed)).photo
    assert photo is not None
    return photo


def _without_far_hands(moment: Moment) -> Moment:
    """Without hands that are still, or again, outside the picture."""
    near = tuple(hand for hand in moment.hands if -FAR_MM < hand.tip[1] < GEOMETRY.field_height + FAR_MM)
    return replace(moment, hands=near)


def _around(before: Moment, after: Moment) -> Image:
    """1 within `TOUCH_PX` of the checkers and dice that are not in both moments."""
    checkers, dice = set(before.checkers) ^ set(after.checkers), set(before.dice) ^ set(after.dice)
    mask = np.zeros((SIZE[1], SIZE[0]), np.uint8)
    corners = camera().photo_corners
    assert corners is not None
    onto = field_to_photo(GEOMETRY, corners, 0.0, 1.0)
    for place in [(one.x, one.y) for one in checkers] + [(one.x, one.y) for one in dice]:
        x, y = cv2.perspectiveTransform(np.array([[place]], np.float64), onto)[0, 0]
        cv2.circle(mask, (round(float(x)), round(float(y))), TOUCH_PX, 1, -1)
    return mask


def _dice(
    colours: tuple[tuple[float, float, float], tuple[float, float, float]], *places: tuple[float, float, int, float]
) -> tuple[DiePlace, ...]:
    body, pips = colours
    return tuple(DiePlace(x, y, value, 0.0, yaw, 0.0, 16.0, body, pips, 0.15) for x, y, value, yaw in places)


def _crossing(corners: Sequence[Point2]) -> Point2:
    """Where the diagonals of tl, tr, br, bl meet: the picture of the field's middle."""
    a, b, c, d = (np.array([x, y, 1.0]) for x, y in corners)
    x, y, w = np.cross(np.cross(a, c), np.cross(b, d))
    return float(x / w), float(y / w)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m models.synth.clip", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="the clip (mp4); clock.txt is written beside it")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same clip")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    told = story(arguments.seed)
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    write_clip(arguments.out, pictures(told.moments, arguments.seed))
    clock = arguments.out.parent / "clock.txt"
    clock.write_bytes(tape(told.presses, told.now_s, RESERVE_MS, DELAY_MS))
    size = arguments.out.stat().st_size / 1e6
    print(f"{arguments.out}: {told.now_s:.1f} s, {size:.2f} MB; {clock}: {len(told.presses)} presses")


if __name__ == "__main__":
    main()
