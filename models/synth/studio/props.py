"""What else stands about a board, by name, and how it is put up."""

import numpy as np

from models.synth.studio.desk import book, cable, can, coffee, mouse, paper, pen, phone
from models.synth.studio.engine import Finish
from models.synth.studio.frame_of import to_studio
from models.synth.studio.gear import clock, cup, cup_lying, scoreboard
from models.synth.studio.grain import stuff_tile
from models.synth.studio.paint import rgb
from models.synth.studio.part import Builder, Part
from models.synth.studio.putting import Kind, Paint, Putting, plain_colour
from models.synth.studio.setting import Prop
from models.synth.texture import Rng

BUILDERS: dict[str, Builder] = {
    "cup": cup, "cup-lying": cup_lying, "clock": clock, "scoreboard": scoreboard, "pen": pen, "phone": phone,
    "paper": paper, "coffee": coffee, "can": can, "cable": cable, "mouse": mouse, "book": book,
}  # fmt: skip
REACH = {
    "cup": 45.0, "cup-lying": 66.0, "clock": 105.0, "scoreboard": 92.0, "pen": 82.0, "phone": 88.0, "paper": 182.0,
    "coffee": 76.0, "can": 34.0, "cable": 150.0, "mouse": 66.0, "book": 149.0,
}  # fmt: skip
"""How far each reaches from its middle at most, mm."""


def put_prop(put: Putting, index: int, prop: Prop) -> None:
    """Put a prop up; `clock` is a kind of its own, every other is a `prop` with its name.

    :raises ValueError: for a prop that nobody builds.
    """
    if prop.kind not in BUILDERS:
        raise ValueError(f"no prop {prop.kind!r}: expected one of {', '.join(sorted(BUILDERS))}")
    rng = np.random.default_rng(prop.seed)
    kind: Kind = "clock" if prop.kind == "clock" else "prop"
    for part in BUILDERS[prop.kind](rng):
        put.part(kind, index, part.shape, _paint(put, part, rng), prop.kind)
    cos, sin = np.cos(prop.yaw), -np.sin(prop.yaw)
    put.move(kind, index, to_studio(prop.place), np.array([(cos, -sin, 0), (sin, cos, 0), (0, 0, 1)]))


def _paint(put: Putting, part: Part, rng: Rng) -> Paint:
    finish = Finish(roughness=part.roughness, metallic=part.metallic)
    if part.picture is not None:
        return put.painted(finish, part.picture)
    if part.stuff is not None:
        return put.painted(finish, rgb(stuff_tile(part.stuff, part.colour, rng)), part.stuff)
    return plain_colour(part.colour, part.roughness, part.metallic)
