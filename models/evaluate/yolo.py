"""A detector in Ultralytics' form on onnxruntime: the field plus margin in; kinds, boxes and scores out."""

from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from calibration.view import View
from vision.dice_find import Plane
from vision.frame import Image
from vision.runtime import session

Floats: TypeAlias = npt.NDArray[np.float64]
Edges: TypeAlias = tuple[float, float, float, float]

KINDS = ("checker", "die", "cube", "cup", "hand")
INPUT, MARGIN = (448, 384), 0.1
"""The network's input, px, and the room around the field in it, share of the field's width."""
FLOOR, SAME = 0.02, 0.6
"""Least score of a box; of two of one kind that share more of their union than the other only the surer is kept."""


class Yolo:
    """`find` boxes what lies on the board in a picture whose view is known."""

    def __init__(self, weights: Path, threads: int = 1, floor: float = FLOOR) -> None:
        self._network, self._floor = session(weights, threads), floor

    def find(self, image: Image, view: View) -> list[tuple[str, Edges, float]]:
        """Kind, box (px of the picture) and score of everything seen in it (H×W×3 BGR), the surest first."""
        window, g = input_window(view), view.geometry
        plane = Plane.of_board(image, view)
        enlarged = plane.px_per_unit(g.field_width / 2, g.field_height / 2)
        flat = plane.cut(window, INPUT, float(window[0, 0]) * enlarged)
        tensor = np.ascontiguousarray(flat[..., ::-1].transpose(2, 0, 1)[None], np.float32) / 255
        found = np.asarray(self._network.run(None, {"image": tensor})[0][0], np.float32)
        onto = view.matrix @ window
        return [(kind, _through(box, onto), score) for kind, box, score in boxes_of(found, self._floor)]


def input_window(view: View) -> Floats:
    """Homography px of the network's input → mm: the field plus margin, letterboxed."""
    margin = MARGIN * view.geometry.field_width
    inner = np.array([view.geometry.field_width + 2 * margin, view.geometry.field_height + 2 * margin])
    step = float(max(inner / np.array(INPUT)))
    x, y = (inner - np.array(INPUT) * step) / 2 - margin
    return np.array([[step, 0, x], [0, step, y], [0, 0, 1.0]])


def boxes_of(found: npt.NDArray[np.float32], floor: float) -> list[tuple[str, Edges, float]]:
    """The network's (4 + kinds)×places → kind, box (px of the input) and score, each thing once, the surest first."""
    scores = found[4:].max(0)
    likely = np.flatnonzero(scores > floor)
    boxes, kinds = found[:4, likely].T.copy(), found[4:, likely].argmax(0)
    boxes[:, :2] -= boxes[:, 2:] / 2
    kept = cv2.dnn.NMSBoxesBatched(boxes.tolist(), scores[likely].tolist(), kinds.tolist(), floor, SAME)
    out: list[tuple[str, Edges, float]] = []
    for i in np.asarray(kept, int).ravel():
        x, y, w, h = (float(v) for v in boxes[i])
        out.append((KINDS[int(kinds[i])], (x, y, x + w, y + h), float(scores[likely[i]])))
    return out


def _through(box: Edges, matrix: Floats) -> Edges:
    x0, y0, x1, y1 = box
    corners = np.array([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]])
    seen = cv2.perspectiveTransform(corners, matrix)[0]
    (a, b), (c, d) = seen.min(0), seen.max(0)
    return float(a), float(b), float(c), float(d)
