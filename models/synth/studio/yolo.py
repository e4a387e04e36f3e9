"""Labels in YOLO's form: a text line a thing, `class x y w h` as shares of the picture, and the set's data.yaml."""

from collections.abc import Sequence

from models.synth.physics.tabletop import Tabletop
from models.synth.studio.labels import Label
from models.synth.studio.props import BUILDERS

CLASSES = ("checker-light", "checker-dark", "die", "cube", "hand", *sorted(BUILDERS))
"""What takes part in the game, then the kinds of props."""
PICTURES = "pictures.txt"
SEEN = 0.05
"""Least visible share of a thing that gets a line."""
_LEAST_PX = 6


def class_of(label: Label, top: Tabletop) -> str:
    """A thing's class; a prop's is its kind."""
    if label.kind == "checker":
        return CLASSES[0] if top.checkers[label.index].shade == "L" else CLASSES[1]
    return label.name if label.kind == "prop" else label.kind


def lines(labels: Sequence[Label], top: Tabletop, size: tuple[int, int], classes: Sequence[str]) -> str:
    """The label file of one picture of `size` px."""
    width, height = size
    written = []
    for label in labels:
        if label.box is None or label.visible < SEEN or label.area < _LEAST_PX:
            continue
        x0, y0, x1, y1 = label.box
        numbers = ((x0 + x1) / 2 / width, (y0 + y1) / 2 / height, (x1 - x0) / width, (y1 - y0) / height)
        words = " ".join(f"{number:.6f}" for number in numbers)
        written.append(f"{classes.index(class_of(label, top))} {words}\n")
    return "".join(written)


def data_yaml(classes: Sequence[str]) -> str:
    """The set's description. Pictures and label files lie side by side in its folder, beside masks that are no
    pictures, so PICTURES lists them.
    """
    names = "".join(f"  {number}: {name}\n" for number, name in enumerate(classes))
    return f"train: {PICTURES}\nval: {PICTURES}\nnames:\n{names}"
