"""A random picture's whole content from a seed and a number alone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from models.synth.look import named
from models.synth.physics.tabletop import random_tabletop
from models.synth.studio.clutter import random_props
from models.synth.studio.placing import placed
from models.synth.studio.random_camera import random_sensor, random_view
from models.synth.studio.random_light import random_lighting
from models.synth.studio.random_look import random_board_look
from models.synth.studio.random_things import apart_from, random_cube, random_dice_on, random_hands
from models.synth.studio.setting import Setting
from models.synth.studio.standing import Standing, random_standing, standing_of
from models.synth.studio.tipping import some_tipped
from referee.rules.position import Position

RARE = 0.3


@dataclass(frozen=True)
class Wish:
    """What every picture of a set has in common: its size px, the share of throws aimed at rare cases, panoramas, and
    at most how many `throws`, each of two dice, lie on the board at once (0: as in play), of whose level dice the share
    `tipped` is put on an edge (see `models.synth.studio.tipping`). With `same` above 1 so many
    pictures in a row show one board under one camera and light, the first of them backgammon's starting position with
    nothing in the way.
    """

    size: tuple[int, int] = (1280, 720)
    rare: float = RARE
    panoramas: Sequence[Path] = ()
    throws: int = 0
    same: int = 1
    tipped: float = 0.0

    def __post_init__(self) -> None:
        if min(self.size) < 64 or max(self.size) > 8192:
            raise ValueError(f"a still of {self.size[0]}x{self.size[1]}: give a size from 64 to 8192 px a side")
        if not 0 <= self.rare <= 1:
            raise ValueError(f"rare = {self.rare}: give a share from 0 to 1")
        if not 0 <= self.throws <= 20:
            raise ValueError(f"throws = {self.throws}: give a number from 0 to 20")
        if not 0 <= self.tipped <= 1:
            raise ValueError(f"tipped = {self.tipped}: give a share from 0 to 1")
        if self.same < 1:
            raise ValueError(f"same = {self.same}: give a number from 1")


PLAIN = Wish()


def random_setting(seed: int, number: int, wish: Wish = PLAIN) -> tuple[Setting, Standing]:
    """Picture `number` of a seed, and the position on its board."""
    rng = np.random.default_rng([seed, number])
    room = rng if wish.same == 1 else np.random.default_rng([seed, number // wish.same, 1])
    begins = wish.same > 1 and number % wish.same == 0
    top = random_tabletop(room)
    standing = standing_of(Position.start("backgammon"), rng) if begins else random_standing(rng)
    top = replace(top, checkers=placed(standing, top, rng))
    look = random_board_look(top, room)
    dice = () if begins else random_dice_on(top, look, rng, wish.rare, wish.throws)
    dice = tuple(some_tipped(dice, wish.tipped, rng)) if wish.tipped else dice
    cube = random_cube(top, dice, rng)
    setting = Setting(
        top,
        look,
        random_view(top, wish.size, room),
        random_lighting(top, room, wish.panoramas),
        random_sensor(wish.size, room),
        dice=dice,
        cube=cube,
        hands=() if begins else random_hands(top, dice, rng),
        props=apart_from(random_props(top, rng), dice, cube),
        table=named(room, "walnut", "oak", "maple", "tan", "brown", "charcoal", "white", "grey", "bottle", "sand"),
        seed=int(rng.integers(1 << 30)),
    )
    return setting, standing
