"""The camera that films a performance: one stage for the whole clip, things moved from picture to picture.

Pictures come in order, each from the engine's next; the same performance gives the same bytes.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from models.synth.game.grip import point
from models.synth.game.performance import Performance, Settled
from models.synth.studio.develop import develop
from models.synth.studio.frame_of import to_studio
from models.synth.studio.labels import Mask, truth_of
from models.synth.studio.lens import Lens
from models.synth.studio.pieces import checker_pose
from models.synth.studio.setting import Setting, Viewpoint
from models.synth.studio.stage import Stage

Image = npt.NDArray[np.uint8]


class Film:
    """A stage put up for a performance. `view` is the camera at rest.

    :raises StudioError: when the machine can't render.
    """

    def __init__(self, performance: Performance, seed: int = 1) -> None:
        self.performance, self.view, self._seed = performance, performance.kit.view, seed
        self.stage = Stage(self.setting())
        self._drawn: Image | None = None
        self._drawn_s = 0.0

    def setting(self, settled: Settled | None = None) -> Setting:
        """Everything as it is put up at first; of a settled time what stands and lies there."""
        told, kit = self.performance, self.performance.kit
        now = 0.0 if settled is None else (settled.t_s + settled.end_s) / 2
        checkers = told.places(now, told.start if settled is None else settled.checkers)
        return Setting(
            replace(kit.top, checkers=checkers), kit.look, kit.view, kit.lighting, kit.sensor,
            dice=told.dice_on(now, None if settled is None else settled.dice),
            hands=kit.hands if settled is None else (), table=kit.table, make=kit.make, seed=self._seed,
        )  # fmt: skip

    def put(self, t_s: float) -> None:
        """Move everything to where it is at a time."""
        told = self.performance
        diameter = told.kit.top.geometry.checker_diameter
        for number, place in enumerate(told.places(t_s)):
            self.stage.move("checker", number, *checker_pose(place, diameter))
        for number, track in enumerate(told.dice):
            self.stage.move("die", number, to_studio(track.place(t_s)), track.turn(t_s))
        for number, track in enumerate(told.hands):
            self.stage.move("hand", number, to_studio(track.place(t_s)), track.turn(t_s))

    def lens(self, t_s: float) -> Lens:
        """The camera where it is at a time."""
        return Lens(shifted(self.view, self.performance.shift(t_s)))

    def picture(self, t_s: float) -> Image:
        """What the camera sees at a time, RGB (H, W, 3), before its sensor."""
        if self._drawn is None or not self.performance.is_still(min(self._drawn_s, t_s), max(self._drawn_s, t_s)):
            self.put(t_s)
            lens = self.lens(t_s)
            self._drawn = lens.picture(self.stage.studio.picture(lens.eye))
        self._drawn_s = t_s
        return self._drawn

    def numbers(self, t_s: float) -> Mask:
        """Which thing is at each pixel (H, W) at a time; `stage.labelled` names them."""
        self.put(t_s)
        lens = self.lens(t_s)
        return lens.numbers(self.stage.studio.numbers(lens.eye))

    def pictures(self, fps: int) -> Iterator[Image]:
        """All pictures in order, BGR (H, W, 3)."""
        rng = np.random.default_rng(self._seed)
        for number in range(round(self.performance.length_s * fps)):
            yield develop(self.picture(number / fps), self.performance.kit.sensor, rng)

    def truth(self, settled: Settled) -> dict[str, object]:
        """A settled moment's truth in the form of a reading, with the position's text and the times, s."""
        view = shifted(self.view, self.performance.shift(settled.t_s))
        told = truth_of(self.setting(settled), view)
        return {
            "t": round(settled.t_s, 3), "end": round(settled.end_s, 3),
            "position": settled.checkers.position.text, **told,
        }  # fmt: skip


def shifted(view: Viewpoint, by: npt.ArrayLike) -> Viewpoint:
    """The camera moved by so many mm, looking the same way."""
    return replace(view, place=point(np.add(view.place, by)), aim=point(np.add(view.aim, by)))
