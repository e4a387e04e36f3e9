"""Puts a setting up in the studio: every thing with a number of its own, so that each can be labelled and moved."""

import numpy as np

from models.synth.studio import environment
from models.synth.studio.board_solid import build_board
from models.synth.studio.engine import Studio
from models.synth.studio.exposure import expose
from models.synth.studio.eye import Eye
from models.synth.studio.frame_of import eye_of, to_studio
from models.synth.studio.grain import Stuff
from models.synth.studio.hands import hand_of, put_hand
from models.synth.studio.make import make_of
from models.synth.studio.pieces import put_checkers, put_cube, put_die
from models.synth.studio.props import REACH, put_prop
from models.synth.studio.putting import Kind, Labelled, Putting
from models.synth.studio.setting import HandOn, Lamp, Lighting, Point3, Setting
from models.synth.studio.shapes import Floats
from models.synth.studio.table import build_table

__all__ = ["Kind", "Labelled", "Stage", "eye_of", "to_studio"]
_FINEST, _COARSEST = 2.6, 0.7
"""Most and least px per mm that the field is painted with."""
_CLEAR = 12.0
_TABLES: tuple[Stuff, ...] = ("wood", "wood", "cloth", "felt", "plastic")


class Stage(Putting):
    """A setting put up. `things` finds what was put up for a kind and index: it may be moved for the next picture."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(Studio(tone=setting.lighting.tone))
        self.setting = setting
        top, look = setting.top, setting.look.board
        make = setting.make or make_of(look, top)
        eye = eye_of(setting.view)
        build_board(self, top, look, make, _detail(setting, eye))
        kind = setting.table_kind or _TABLES[setting.look.board.seed % len(_TABLES)]
        build_table(self, top, colour=setting.table, kind=kind, seed=look.seed, holds=_on_table(setting))
        put_checkers(self, setting)
        for index, die in enumerate(setting.dice):
            put_die(self, index, die)
        if setting.cube:
            put_cube(self, setting.cube)
        for index, hand in enumerate(setting.hands):
            put_hand(self, index, hand if isinstance(hand, HandOn) else hand_of(hand, _over(setting)))
        for index, prop in enumerate(setting.props):
            put_prop(self, index, prop)
        lux = _light(self.studio, setting.lighting)
        if setting.lighting.auto:
            expose(self.studio, eye, lux, setting.lighting.exposure)
        else:
            self.studio.brighten(float(2.0**setting.lighting.exposure))


def _on_table(setting: Setting) -> list[tuple[float, float]]:
    """Places that the table must reach to: of props all round, of dice and checkers beside the board."""
    reach = [(prop.place, REACH.get(prop.kind, 0.0)) for prop in setting.props]
    spots = [(at[0] + dx, at[1] + dy) for at, far in reach for dx in (-far, far) for dy in (-far, far)]
    spots += [(die.centre[0], die.centre[1]) for die in setting.dice]
    return spots + [(place.x, place.y) for place in setting.top.checkers]


def _over(setting: Setting) -> float:
    """How high a hand of the flat pictures is: clear of rails and checkers, mm."""
    highest = max((place.z for place in setting.top.checkers), default=0.0) + setting.top.checker_height
    return max(highest, setting.top.rail_height) + _CLEAR


def _detail(setting: Setting, eye: Eye) -> float:
    """px per mm that the field needs: about as many as the picture shows of it."""
    x, y = setting.top.outer.centre
    far = float(np.linalg.norm(to_studio((x, y, 0)) - eye.place))
    return float(np.clip(1.35 * eye.focal_px / max(far, 1.0), _COARSEST, _FINEST))


def _light(studio: Studio, lighting: Lighting) -> float:
    """Put up all lights; returns about how many lux they give the table."""
    path = lighting.environment
    panorama = environment.load(path) if path else environment.room(np.random.default_rng(lighting.seed))
    rest, key = environment.without_key(environment.turned(panorama, lighting.turn))
    total = rest.mean((0, 1)) * lighting.lux + _direct(key, lighting.lux) + _of_lamps(lighting.lamps)
    gains = _white_balance(total, lighting.balance)
    studio.surround(environment.cube_map(rest * gains.astype(np.float32)), lighting.lux / np.pi)
    if key is not None:
        studio.sun(key.towards, key.strength * lighting.lux, _tinted(key.colour, gains), radius=key.radius)
    for lamp in lighting.lamps:
        place, aim = to_studio(lamp.place), to_studio(lamp.aim)
        studio.lamp(place, aim, lamp.candela, _tinted(lamp.colour, gains), bulb_mm=lamp.bulb, shadow=lamp.shadow)
    return float(total.mean())


def _direct(key: environment.Key | None, lux: float) -> Floats:
    """What the panorama's strongest light gives a level surface: red, green, blue."""
    return np.zeros(3) if key is None else key.strength * key.towards[2] * lux * np.array(key.colour)


def _tinted(colour: Point3, gains: Floats) -> Point3:
    red, green, blue = (float(v) for v in np.array(colour) * gains)
    return red, green, blue


def _of_lamps(lamps: tuple[Lamp, ...]) -> Floats:
    """What lamps give a level surface where they aim."""
    total = np.zeros(3)
    for lamp in lamps:
        way = np.subtract(lamp.place, lamp.aim) / 1000
        far = max(float(np.linalg.norm(way)), 0.05)
        total += lamp.candela / far**2 * max(float(way[2]) / far, 0.0) * np.array(lamp.colour)
    return total


def _white_balance(total: Floats, share: float) -> Floats:
    """What a camera makes the light's colours by: red, green, blue of mean 1."""
    gains = (total.mean() / np.maximum(total, 1e-6)) ** share
    return np.asarray(gains / gains.mean())
