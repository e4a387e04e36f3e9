"""Copies a finished run's networks beside the manifest and describes them there."""

import argparse
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.cube_input import CLASSES, SIGHT
from models.dice_input import CLOSE, GLANCE, Sight
from models.train.corners_spec import MAPS as CORNER_MAPS
from models.train.corners_spec import SIDE
from models.train.dice_spec import GROUNDS
from models.train.manifest import Entry, enter

FOLDER = Path(__file__).resolve().parent.parent
_MAPS = (
    "checker", "die", "cube", "dx", "dy", "log w", "log h", "lighter set", "upper layer", "hand", "cos", "sin", "bar",
)  # fmt: skip
_STILLS = ("rendered boards (models.synth)", "pmndrs/assets CC0 (light of the studio stills)")
_EMPTY = ("nell-byler/dice_detection BSD-3-Clause", "matteop65/Dice_Detection_Recognition MIT")

_DICE = (
    "rendered stills and dice (models.synth)",
    "nell-byler/dice_detection BSD-3-Clause",
    "matteop65/Dice_Detection_Recognition MIT",
    "chaseelliottpatterson/dice-reader MIT",
    "Epanemu/GameDiceRecognition CC BY 4.0",
    "pmndrs/assets CC0 (backgrounds)",
)


@dataclass(frozen=True)
class _Network:
    name: str
    classes: tuple[str, ...]
    input: tuple[int, int]
    output: str
    training_data: tuple[str, ...]
    card: str


def _die_reader(name: str, sight: Sight) -> _Network:
    return _Network(
        name,
        ("none", "1", "2", "3", "4", "5", "6", "unreadable", "tilted", *GROUNDS),
        (sight.size, sight.size),
        "logits: eight classes up to unreadable, tilted, six grounds; a die of side "
        f"{sight.side:g} px in the middle, its lean and the plan of the ground (models.dice_input.reader_input)",
        _DICE,
        "dice.md",
    )


NETWORKS = {
    "board": (
        _Network(
            "board",
            _MAPS,
            (352, 320),
            "13 maps at stride 4 (models.train.board_spec.MAPS) and features",
            _STILLS,
            "board.md",
        ),
        _Network(
            "points",
            (*(str(n) for n in range(16)), "lighter set"),
            (352, 320),
            "24 x 17 logits from the board reader's features along the points",
            _STILLS,
            "board.md",
        ),
    ),
    "corners": (
        _Network(
            "corners",
            CORNER_MAPS,
            (SIDE, SIDE),
            "probabilities at stride 4: the field's corners and the field",
            (*_STILLS, *(f"{name} (pictures without a board)" for name in _EMPTY)),
            "corners.md",
        ),
    ),
    "dice": (
        _Network(
            "dice_find",
            ("die",),
            (96, 96),
            "logit of a die's centre, log(side / 12 px), offset x, y in cells of 4 px",
            _DICE,
            "dice.md",
        ),
        _die_reader("dice_read", GLANCE),
        _die_reader("dice_close", CLOSE),
    ),
    "cube": (
        _Network(
            "cube_read",
            CLASSES,
            (SIGHT.size, SIGHT.size),
            f"logits of the classes; a block of side {SIGHT.side:g} px in the middle, its lean and the plan of the "
            "ground (models.dice_input.reader_input)",
            _DICE,
            "cube.md",
        ),
    ),
}


def average(runs: list[Path], out: Path, reader: str = "board") -> None:
    """Write to `out` the reader (a name of `NETWORKS`) whose weights are the mean of those in `runs`, several minutes
    of one run: such a mean is steadier on boards unlike the trained ones than its last minute."""
    import onnx  # noqa: PLC0415
    from onnx import numpy_helper  # noqa: PLC0415

    out.mkdir(parents=True, exist_ok=True)
    for name in (network.name for network in NETWORKS[reader]):
        models = [onnx.load(str(run / f"{name}.onnx")) for run in runs]
        for index, kept in enumerate(models[0].graph.initializer):
            values = [numpy_helper.to_array(model.graph.initializer[index]) for model in models]
            kind = values[0].dtype
            if np.issubdtype(kind, np.floating):
                mean = np.mean(values, axis=0, dtype=np.float32).astype(kind)
                kept.CopyFrom(numpy_helper.from_array(np.asarray(mean), kept.name))
        onnx.save(models[0], str(out / f"{name}.onnx"))


def publish(run: Path, command: str, seed: int, folder: Path = FOLDER, reader: str = "board") -> None:
    """Copy the ONNX files of a reader (a name of `NETWORKS`) from `run` into `folder` and replace their entries in its
    `manifest.toml`.

    :raises FileNotFoundError: when the run has not exported yet.
    """
    for net in NETWORKS[reader]:
        shutil.copyfile(run / f"{net.name}.onnx", folder / f"{net.name}.onnx")
    describe(reader, command, seed, folder)


def describe(reader: str, command: str, seed: int, folder: Path) -> None:
    """Write the manifest's entries of a reader (a name of `NETWORKS`) whose ONNX files are in `folder`; `command` is
    what trained it.

    :raises FileNotFoundError: when a network is not there.
    """
    for net in NETWORKS[reader]:
        entry = Entry(net.name, net.classes, net.input, net.output, command, seed, net.training_data, net.card)
        enter(entry, folder)


def average_command(argv: Sequence[str]) -> int:
    """Command line of `average`."""
    parser = argparse.ArgumentParser(prog="python -m models.train average", description=average.__doc__)
    parser.add_argument("runs", type=Path, nargs="+", help="folders minute-… of one run")
    parser.add_argument("--reader", choices=list(NETWORKS), default="board", help="what was trained there")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(argv)
    average(given.runs, given.out, given.reader)
    return 0


def publish_command(argv: Sequence[str]) -> int:
    """Command line of `publish`."""
    parser = argparse.ArgumentParser(
        prog="python -m models.train publish", description="Copy a run's ONNX files beside the manifest."
    )
    parser.add_argument("run", type=Path, help="the --out folder of a run")
    parser.add_argument("--reader", choices=list(NETWORKS), default="board", help="what was trained there")
    parser.add_argument("--trained-by", required=True, help="the commands that made it, for the manifest")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--into", type=Path, default=FOLDER, help="folder of the manifest")
    given = parser.parse_args(argv)
    publish(given.run, given.trained_by, given.seed, given.into, given.reader)
    return 0
