"""Painting on a finished clip: what if a checker had not been there, or a die had shown something else?

Only pictures of settled moments are painted, and of them only the pixels in which a drawing with the change differs
from one without it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np

from models.synth.game import grip
from models.synth.game.film import Film, Image
from models.synth.game.flight import CUBE_TURNS
from models.synth.game.performance import Settled
from models.synth.physics.truth import upper_face
from models.synth.studio.develop import develop
from models.synth.studio.frame_of import to_studio
from referee.rules.side import Side

_DIFFERENT = 6
_NEAR_MM = 45.0
"""How far a thing and its shadow reach from its middle."""


@dataclass(frozen=True)
class Change:
    """What is not as it was: `hidden` checkers by number, and dice by number with the `values` that they show."""

    hidden: frozenset[int] = frozenset()
    values: Mapping[int, int] = field(default_factory=dict)


def doctored(images: Iterable[tuple[float, Image]], film: Film, edit: Callable[[Settled], Change]) -> Iterator[Image]:
    """A clip's pictures (time s, BGR) with changes painted over."""
    painted: dict[float, tuple[Image, Image]] = {}
    for t_s, image in images:
        settled = next((each for each in film.performance.settled if each.t_s <= t_s <= each.end_s), None)
        change = edit(settled) if settled else Change()
        if settled is None or change == Change():
            yield image
            continue
        if settled.t_s not in painted:
            painted[settled.t_s] = _patch(film, settled, change)
        mask, picture = painted[settled.t_s]
        yield np.where(mask[..., None] > 0, picture, image)


def _patch(film: Film, settled: Settled, change: Change) -> tuple[Image, Image]:
    """Where the change shows (H, W, 0 or 1) and a picture (H, W, 3) with it."""
    now = (settled.t_s + settled.end_s) / 2
    without, drawn = (_drawn(film, now, each) for each in (Change(), change))
    different = (cv2.absdiff(without, drawn).max(axis=2) > _DIFFERENT).astype(np.uint8)
    mask = np.asarray(cv2.dilate(different & _around(film, now, change), np.ones((5, 5), np.uint8)), np.uint8)
    return mask, develop(drawn, film.performance.kit.sensor, np.random.default_rng(0))


def _around(film: Film, now_s: float, change: Change) -> Image:
    """1 near what is changed: a drawing's edges elsewhere flicker from one to the next."""
    told, eye = film.performance, film.lens(now_s).eye
    places = [told.checkers[number].place(now_s) for number in change.hidden]
    places += [told.dice[number].place(now_s) for number in change.values]
    mask = np.zeros((eye.size[1], eye.size[0]), np.uint8)
    for place in map(to_studio, places):
        radius = eye.focal_px * _NEAR_MM / float(np.linalg.norm(place - eye.place))
        x, y = eye.project([place])[0]
        cv2.circle(mask, (round(float(x)), round(float(y))), round(radius), 1, -1)
    return mask


def _drawn(film: Film, now_s: float, change: Change) -> Image:
    film.put(now_s)
    out = grip.outside(film.performance.kit.top.geometry, Side.B)
    for number in change.hidden:
        film.stage.move("checker", number, to_studio(out))
    for number, value in change.values.items():
        track = film.performance.dice[number]
        axes = track.turn(now_s).T
        turn = next(each for each in CUBE_TURNS if upper_face(each @ axes)[0] == value)
        film.stage.move("die", number, to_studio(track.place(now_s)), (turn @ axes).T)
    lens = film.lens(now_s)
    return lens.picture(film.stage.studio.picture(lens.eye))
