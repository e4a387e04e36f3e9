"""One picture of a setting with everything that is known about it."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.synth.studio.covered import covered_slots, is_over_field
from models.synth.studio.develop import jpeg_of
from models.synth.studio.labels import Label, Mask, labels_of, truth_of
from models.synth.studio.lens import Lens
from models.synth.studio.setting import Setting
from models.synth.studio.stage import Stage


@dataclass(frozen=True, eq=False)
class Shot:
    """`picture` BGR (H, W, 3) as the camera gives it, `jpeg` the same as a file; `numbers` (H, W) which thing is seen
    at each pixel.
    """

    picture: npt.NDArray[np.uint8]
    jpeg: bytes
    numbers: Mask
    labels: tuple[Label, ...]
    truth: dict[str, Any]


def shoot(setting: Setting) -> Shot:
    """Put a setting up and photograph it; the same setting gives the same bytes.

    :raises StudioError: when the machine can't render.
    """
    stage, lens, view = Stage(setting), Lens(setting.view), setting.view
    picture = lens.picture(stage.studio.picture(lens.eye))
    numbers = lens.numbers(stage.studio.numbers(lens.eye))
    labels = labels_of(setting, view, numbers, stage.labelled)
    jpeg = jpeg_of(picture, setting.sensor, np.random.default_rng(setting.seed))
    seen = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    covered = covered_slots(setting, view, numbers, labels)
    truth = truth_of(setting, view, covered, labels)
    truth["hand_over_board"] = is_over_field(setting, view, numbers, labels)
    return Shot(seen, jpeg, numbers, labels, truth)
