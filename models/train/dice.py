"""Train the die finder and the two die readers from nothing and export them: `python -m models.train dice all`.

Needs the extra `train`, stills of the simulated table, the four real dice sets and the environment maps. One thread.

pools    rendered dice on clutter, drawn once into the work folder
stills   crops and finder pictures of the stills, cut once into the work folder
base     finder and reader on what is rendered alone
folds    both further on the real pictures outside each fold, and from that the reader that looks closely, for
         cross-validation: fold-N/*.onnx
final    the same on all real pictures, into models/ and its manifest
"""

import argparse
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from models.evaluate.dice_sets import FOLDS, SETS, pictures
from models.synth.dice_crops import DieScene
from models.train import dice_pools as pools
from models.train.dice_fit import Plan, export, train_finder, train_reader, trained
from models.train.dice_found import found_real, found_stills
from models.train.dice_mine import mined_real, mined_stills
from models.train.dice_nets import Finder, Reader
from models.train.dice_spec import ReadPool
from models.train.dice_stills import still_pool, still_scenes
from models.train.publish import describe

HERE = Path(__file__).resolve().parent.parent
STILLS_SHARE, SPRITES_SHARE = 0.8, 0.2
REAL_SHARES = {"nell-byler": 0.4, "matteop65": 0.2, "epanemu": 0.4, "chase": 0.2}
HARD_SHARES = {"nell-byler": 0.12, "matteop65": 0.1, "epanemu": 0.26}
FOUND_SHARE, KNOWN = 0.8, 0.5
"""Shares of a batch: stills, dice on clutter; each real set, what the finder errs on in it; stills' dice where the
finder puts them. When those come in, places that are truly known keep so much of their share."""
Parts = list[tuple[ReadPool, float]]


def draw_pool(path: Path, rendered: int, boards: int, seed: int, data: Path) -> None:
    """Draw into a file rendered reader crops and half as many finder scenes, on rendered boards and other ground."""
    rng = np.random.default_rng(seed)
    backdrops = pools.load_photos(data / "hdri") + pools.draw_boards(seed, boards)
    sprites = pools.draw_sprites(seed, max(50, rendered // 8))
    scenes = pools.find_scenes(rng, sprites, backdrops, rendered // 2)
    crops = [
        pools.read_scenes(rng, sprites, backdrops, rendered),
        pools.side_crops(rng, sprites, backdrops, rendered // 20),
        pools.display_crops(rng, rendered // 4),
    ]
    path.write_bytes(pickle.dumps((scenes, crops), protocol=5))


def cut_stills(path: Path, folders: Sequence[Path], seed: int) -> None:
    """Cut into a file the reader crops and finder scenes of stills."""
    scenes = [scene for folder in folders for scene in still_scenes(folder, seed)]
    path.write_bytes(pickle.dumps((scenes, [still_pool(folder, False, seed) for folder in folders]), protocol=5))


def load(work: Path) -> tuple[list[DieScene], Parts]:
    """What is rendered: finder scenes, and reader pools with their shares.

    :raises FileNotFoundError: when nothing was drawn yet.
    """
    scenes: list[DieScene] = []
    parts: Parts = []
    for kind, share in (("stills", STILLS_SHARE), ("pool", SPRITES_SHARE)):
        found = [pickle.loads(path.read_bytes()) for path in sorted(work.glob(f"{kind}-*.pkl"))]
        if not found:
            raise FileNotFoundError(f"no {kind}-*.pkl in {work}: run `python -m models.train dice {kind}` first")
        total = sum(len(pool.classes) for _, crops in found for pool in crops)
        for more, crops in found:
            scenes += more
            parts += [(pool, share * len(pool.classes) / total) for pool in crops]
    return scenes, parts


def real_scenes(data: Path, fold: int | None, seed: int) -> list[DieScene]:
    """The real sets' pictures for the finder, those of one fold left out."""
    rng = np.random.default_rng(seed)
    shots = [pictures(data / "dice", name, fold, others=True) for name in SETS if name != "chase"]
    return [scene for some in shots for scene in pools.real_find_scenes(rng, some, 6)]


def real_crops(net: Finder, reader: Reader, data: Path, fold: int | None, seed: int) -> Parts:
    """The real sets' dice for the reader, those of one fold left out: about their true middles, where the finder `net`
    puts them, and what it takes for dice and is none, by the `reader`'s word too."""
    rng = np.random.default_rng(seed)
    parts: Parts = []
    for name in SETS:
        shots = list(pictures(data / "dice", name, fold, others=True))
        parts.append((pools.real_read_crops(rng, shots, name), KNOWN * REAL_SHARES[name]))
        if name != "chase":
            parts.append((found_real(net, shots, name), REAL_SHARES[name]))
            if hard := mined_real(net, reader, shots, name):
                parts.append((hard, HARD_SHARES[name]))
    return parts


def train_base(work: Path, stills: Sequence[Path], steps: int, seed: int) -> None:
    """Both networks on what is rendered: base-finder.pt and base-reader.pt in the work folder; and as more pools the
    finder's mistakes on the stills, and their dice where it puts them."""
    scenes, parts = load(work)
    torch.manual_seed(seed)
    reader, finder = Reader(), Finder()
    train_finder(finder, scenes, Plan(steps // 2, seed, work / "base-finder.pt", 2e-3))
    train_reader(reader, parts, Plan(steps, seed, work / "base-reader.pt"))
    hard, found = mined_stills(finder, stills, 600), found_stills(finder, stills)
    (work / f"stills-hard-{seed}.pkl").write_bytes(pickle.dumps(([], [hard]), protocol=5))
    (work / "found.pkl").write_bytes(pickle.dumps(found, protocol=5))


@dataclass(frozen=True)
class Refining:
    """Where pools and checkpoints lie, where the real sets, the steps of each reader, the seed."""

    work: Path
    data: Path
    steps: int
    seed: int


def refine(how: Refining, fold: int | None, out: Path) -> None:
    """Go on from the base with real pictures mixed in (but those of `fold`), then the close reader from the reader, and
    export all three networks into `out`."""
    scenes, parts = load(how.work)
    name = "all" if fold is None else f"fold-{fold}"
    reader, finder = Reader(), Finder()
    reader.load_state_dict(trained(how.work / "base-reader.pt"))
    finder.load_state_dict(trained(how.work / "base-finder.pt"))
    shots, rng = real_scenes(how.data, fold, how.seed), np.random.default_rng(how.seed)
    some = [scenes[i] for i in rng.permutation(len(scenes))[: len(shots)]]
    train_finder(finder, [*some, *shots], Plan(max(1, how.steps // 3), how.seed, how.work / f"{name}-finder.pt", 1e-3))
    rendered: Parts = [(pool, KNOWN * share) for pool, share in parts]
    rendered.append((pickle.loads((how.work / "found.pkl").read_bytes()), FOUND_SHARE))
    crops = real_crops(finder, reader, how.data, fold, how.seed)
    train_reader(reader, [*rendered, *crops], Plan(how.steps, how.seed, how.work / f"{name}-reader.pt", 1.5e-3))
    close = Reader.grown(reader.state_dict())
    train_reader(close, [*rendered, *crops], Plan(how.steps, how.seed, how.work / f"{name}-close.pt", 1.2e-3))
    out.mkdir(parents=True, exist_ok=True)
    export(finder, out / "dice_find.onnx")
    export(reader, out / "dice_read.onnx")
    export(close, out / "dice_close.onnx")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["pools", "stills", "base", "folds", "final", "all"])
    shared = HERE.parent.parent / "shared/data"
    parser.add_argument("--data", type=Path, default=shared, help="folder with dice/ and hdri/")
    parser.add_argument("--stills", type=Path, nargs="+", default=[], help="folders of stills")
    parser.add_argument("--work", type=Path, default=Path("build/dice"), help="pools and checkpoints")
    parser.add_argument("--into", type=Path, default=HERE, help="where the networks and their manifest go")
    parser.add_argument("--rendered", type=int, default=15000, help="rendered reader crops of a pool")
    parser.add_argument("--boards", type=int, default=160, help="rendered boards to lay dice on")
    parser.add_argument(
        "--steps", type=int, default=50000, help="steps of the base reader; half of them for each later"
    )
    parser.add_argument("--seed", type=int, default=1)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; returns the exit status."""
    args = _parser().parse_args(argv)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    args.work.mkdir(parents=True, exist_ok=True)
    how = Refining(args.work, args.data, max(1, args.steps // 2), args.seed)
    if args.what in ("pools", "all"):
        draw_pool(args.work / f"pool-{args.seed}.pkl", args.rendered, args.boards, args.seed, args.data)
    if args.what in ("stills", "all"):
        cut_stills(args.work / f"stills-{args.seed}.pkl", args.stills, args.seed)
    if args.what in ("base", "all"):
        train_base(args.work, args.stills, args.steps, args.seed)
    for fold in range(FOLDS if args.what in ("folds", "all") else 0):
        refine(how, fold, args.work / f"fold-{fold}")
    if args.what in ("final", "all"):
        refine(how, None, args.into)
        describe("dice", "python -m models.train dice all --stills play dice", args.seed, args.into)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
