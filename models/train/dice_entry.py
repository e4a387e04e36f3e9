"""The dice networks' entries of the manifest."""

from pathlib import Path

from models.train.dice_spec import GROUNDS
from models.train.manifest import Entry, enter

_DATA = (
    "rendered stills and dice (models.synth)",
    "nell-byler/dice_detection BSD-3-Clause",
    "matteop65/Dice_Detection_Recognition MIT",
    "chaseelliottpatterson/dice-reader MIT",
    "Epanemu/GameDiceRecognition CC BY 4.0",
    "pmndrs/assets CC0 (backgrounds)",
)
_OUT = {
    "dice_find": "logit of a die's centre, log(side / 12 px), offset x, y in cells of 4 px",
    "dice_read": "logits: eight classes up to unreadable, tilted, six grounds; a die of side 18 px in the middle",
}
_CLASSES = {
    "dice_find": ("die",),
    "dice_read": ("none", "1", "2", "3", "4", "5", "6", "unreadable", "tilted", *GROUNDS),
}
_INPUT = {"dice_find": (96, 96), "dice_read": (48, 48)}


def enter_dice(seed: int, folder: Path, trained_by: str = "python -m models.train dice all --stills play dice") -> None:
    """Describe both networks in the folder's manifest.

    :raises FileNotFoundError: when a network is not there.
    """
    for name, out in _OUT.items():
        enter(Entry(name, _CLASSES[name], _INPUT[name], out, trained_by, seed, _DATA, "dice.md"), folder)
