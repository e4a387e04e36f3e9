"""Train the die finder and the die reader from nothing and export them: `python -m models.train.dice all`.

Needs the extra `train`, the four real dice sets and the environment maps. Runs in one thread. Pictures are drawn once
into pools of the work folder; `finder` and `reader` take all pools there, more are added with `pools --seed N`.
"""

import argparse
import pickle
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch

from models.evaluate.dice_sets import SETS
from models.synth.dice_crops import DieScene
from models.train import dice_pools as pools
from models.train.dice_fit import Plan, export, train_finder, train_reader
from models.train.dice_nets import Finder, Reader
from models.train.manifest import Entry, enter

HERE = Path(__file__).resolve().parent.parent
_FOUND = "logit of a die's centre, log(side / 12 px), offset x, y in cells of 4 px"
_READ = "logits; a die of side 20 px in the middle"
_VALUES = ("none", "1", "2", "3", "4", "5", "6", "unreadable")
_DATA = (
    "rendered dice (models.synth)",
    "nell-byler/dice_detection BSD-3-Clause",
    "matteop65/Dice_Detection_Recognition MIT",
    "chaseelliottpatterson/dice-reader MIT",
    "Epanemu/GameDiceRecognition CC BY 4.0",
    "pmndrs/assets CC0 (backgrounds)",
)
RENDERED_SHARE, REAL_SHARE = 1.0, 0.15
"""Shares of a batch: each rendered pool, each real set."""


def draw_pool(path: Path, rendered: int, boards: int, seed: int, data: Path) -> None:
    """Draw into a file rendered reader crops, half as many finder scenes, on `boards` rendered boards and other ground,
    and cuts of the real sets."""
    rng = np.random.default_rng(seed)
    backdrops = pools.load_photos(data / "hdri") + pools.draw_boards(seed, boards)
    sprites = pools.draw_sprites(seed, max(50, rendered // 8))
    print(f"{len(backdrops)} backdrops, {len(sprites)} dice rendered", flush=True)
    scenes = pools.find_scenes(rng, sprites, backdrops, rendered // 2)
    scenes += pools.real_find_scenes(rng, data / "dice", "train", max(1, rendered // 4000))
    print(f"{len(scenes)} finder scenes", flush=True)
    parts = [(pools.read_scenes(rng, sprites, backdrops, rendered), RENDERED_SHARE)]
    parts += [(pools.side_crops(rng, sprites, backdrops, rendered // 12), REAL_SHARE)]
    parts += [(pools.real_read_crops(rng, data / "dice", name, "train"), REAL_SHARE) for name in SETS]
    print(f"{sum(len(p.classes) for p, _ in parts)} reader crops", flush=True)
    path.write_bytes(pickle.dumps((scenes, parts), protocol=5))


def load_pools(folder: Path) -> tuple[list[DieScene], list[tuple[pools.ReadPool, float]]]:
    """All pools of a folder.

    :raises FileNotFoundError: when there is none.
    """
    paths = sorted(folder.glob("pool-*.pkl"))
    if not paths:
        raise FileNotFoundError(f"no pools in {folder}: draw them first with `python -m models.train.dice pools`")
    scenes: list[DieScene] = []
    parts: list[tuple[pools.ReadPool, float]] = []
    for path in paths:
        more, crops = pickle.loads(path.read_bytes())
        scenes += more
        parts += crops
    return scenes, parts


def describe(name: str, seed: int, steps: int) -> Entry:
    """The network's entry for the manifest."""
    classes, side, output = (("die",), 96, _FOUND) if name == "dice_find" else (_VALUES, 40, _READ)
    command = f"python -m models.train dice {name.removeprefix('dice_')}er --steps {steps} --seed {seed}"
    return Entry(name, classes, (side, side), output, command, seed, _DATA, "dice.md")


def _net(kind: type[Finder] | type[Reader], keep: Path, resume: bool, seed: int) -> Finder | Reader:
    torch.manual_seed(seed)
    net = kind()
    if resume:
        net.load_state_dict(torch.load(keep))
    return net


def main(argv: Sequence[str] | None = None) -> int:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["pools", "finder", "reader", "all"])
    shared = HERE.parent.parent / "shared/data"
    parser.add_argument("--data", type=Path, default=shared, help="folder with dice/ and hdri/")
    parser.add_argument("--work", type=Path, default=Path("build/dice"), help="pools and checkpoints")
    parser.add_argument("--into", type=Path, default=HERE, help="folder of the manifest, which gets the networks")
    parser.add_argument("--rendered", type=int, default=20000, help="rendered reader crops of a pool")
    parser.add_argument("--boards", type=int, default=160, help="rendered boards to lay dice on")
    parser.add_argument("--steps", type=int, default=6000, help="steps of each network")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pace", type=float, default=1.0, help="factor of the learning rate, to finish a resumed run")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint in the work folder")
    args = parser.parse_args(argv)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    args.work.mkdir(parents=True, exist_ok=True)
    if args.what in ("pools", "all"):
        draw_pool(args.work / f"pool-{args.seed}.pkl", args.rendered, args.boards, args.seed, args.data)
    if args.what == "pools":
        return 0
    scenes, parts = load_pools(args.work)
    if args.what in ("finder", "all"):
        keep = args.work / "finder.pt"
        finder = _net(Finder, keep, args.resume, args.seed)
        assert isinstance(finder, Finder)
        train_finder(finder, scenes, Plan(args.steps, args.seed, keep, args.pace))
        export(finder, args.into / "dice_find.onnx")
        enter(describe("dice_find", args.seed, args.steps), args.into)
    if args.what in ("reader", "all"):
        keep = args.work / "reader.pt"
        reader = _net(Reader, keep, args.resume, args.seed)
        assert isinstance(reader, Reader)
        train_reader(reader, parts, Plan(args.steps, args.seed, keep, args.pace))
        export(reader, args.into / "dice_read.onnx")
        enter(describe("dice_read", args.seed, args.steps), args.into)
    return 0


if __name__ == "__main__":
    main()
