"""What builders put things up with: every labelled thing has a number of its own, the rest has number 1."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from models.synth.scene import Bgr
from models.synth.studio.engine import Finish, Studio, Thing
from models.synth.studio.grain import Picture, Stuff, tile_relief
from models.synth.studio.shapes import Floats, Shape

Kind: TypeAlias = Literal["table", "board", "checker", "die", "cube", "hand", "prop", "clock"]
PLAIN = 1
"""The number of everything that has no label."""


@dataclass(frozen=True)
class Labelled:
    """A thing with a number; `index` counts within its kind, in the setting's order."""

    number: int
    kind: Kind
    index: int
    name: str = ""


@dataclass(frozen=True)
class Paint:
    """How a surface looks: finish, its picture and its relief, both uploaded."""

    finish: Finish
    texture: Any = None
    relief: Any = None


class Putting:
    """A studio and what has been put up in it. `things` finds a kind and index: it may be moved."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.labelled: dict[int, Labelled] = {}
        self.things: dict[tuple[Kind, int], Thing] = {}
        self.parts: dict[tuple[Kind, int], list[Thing]] = {}
        self._reliefs: dict[Stuff, Any] = {}

    def plain(self, shape: Shape, paint: Paint, shadow: bool = True) -> Thing:
        """Put up something without a label; see `Studio.add` for `shadow`."""
        mesh = self.studio.mesh(shape, paint.relief is not None)
        return self.studio.add(mesh, paint.finish, PLAIN, paint.texture, relief=paint.relief, shadow=shadow)

    def add(
        self, kind: Kind, index: int, mesh: Any, *, finish: Finish, texture: Any = None, relief: Any = None,
        name: str = "",
    ) -> Thing:  # fmt: skip
        """Put up a part of a labelled thing; parts of the same kind and index share its number."""
        number = next((n for n, each in self.labelled.items() if (each.kind, each.index) == (kind, index)), 0)
        if not number:
            number = PLAIN + 1 + len(self.labelled)
            self.labelled[number] = Labelled(number, kind, index, name)
        thing = self.studio.add(mesh, finish, number, texture, relief=relief)
        self.things.setdefault((kind, index), thing)
        self.parts.setdefault((kind, index), []).append(thing)
        return thing

    def part(self, kind: Kind, index: int, shape: Shape, paint: Paint, name: str = "") -> Thing:
        """Put up a part from its shape."""
        mesh = self.studio.mesh(shape, paint.relief is not None)
        return self.add(
            kind, index, mesh, finish=paint.finish, texture=paint.texture, relief=paint.relief, name=name
        )  # fmt: skip

    def move(self, kind: Kind, index: int, place: npt.ArrayLike, turn: Floats | None = None) -> None:
        """Move all parts of a thing."""
        for part in self.parts[kind, index]:
            part.put(place, turn)

    def painted(self, finish: Finish, picture: Picture, stuff: Stuff | None = None) -> Paint:
        """A picture uploaded, with the relief of some stuff."""
        return Paint(finish, self.studio.texture(picture), None if stuff is None else self.relief(stuff))

    def relief(self, stuff: Stuff) -> Any:
        """The relief of a tile of some stuff, uploaded once."""
        if stuff not in self._reliefs:
            self._reliefs[stuff] = self.studio.texture(tile_relief(stuff), relief=True)
        return self._reliefs[stuff]


def plain_colour(colour: Bgr, roughness: float, metallic: float = 0.0) -> Paint:
    """One colour all over."""
    b, g, r = (float(np.clip(c / 255, 0, 1)) for c in colour)
    return Paint(Finish((r, g, b), roughness, metallic))
