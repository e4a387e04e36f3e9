"""Train the reader of numbers on blocks from nothing and export it: `python -m models.train cube`.

Needs the extra `train`, stills of the simulated table, the real dice sets (as what is no cube) and the environment
maps. One thread. Pools are drawn once into the work folder; a training that was stopped goes on.
"""

import argparse
import pickle
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt
import onnxruntime
import torch
from torch.nn import functional

from calibration.view import View
from models.cube_input import CLASSES, SIGHT
from models.dice_input import LEAN_UNKNOWN, NO_PLAN, Floats, reader_input, seen_through
from models.registry import FOLDER, weights
from models.train import cube_pools as pools
from models.train.dice_augment import moved, worsen
from models.train.dice_fit import BATCH, Plan, export, fit, quick, trained
from models.train.dice_mine import Marks, still_places
from models.train.dice_nets import Reader
from models.train.dice_pools import draw_boards, draw_sprites, load_photos
from models.train.dice_spec import ReadPool
from models.train.publish import describe

WIDEST = 96
SHARES = {"blocks": 0.45, "beside": 0.15, "real": 0.08}
"""Of a batch; the rest is the stills'."""
SPREAD, UNTOLD = 0.2, 0.25
"""Of the logarithm of a block's size, as the finder sees it; share of crops whose lean and plan are not told."""
SIDES_MM, AROUND = (13.0, 26.0), 0.2
"""Sides of blocks that stills are looked over for, mm; how far about the field, as a share of its width."""


def marked(finder: Marks, image: pools.Image, view: View) -> list[pools.Place]:
    """What the finder marks at any of the sizes, the likelier of two that are nearly the same."""
    kept: list[pools.Place] = []
    around = AROUND * view.geometry.field_width
    for x, y, side in (p for mm in SIDES_MM for p in still_places(finder, image, view, mm, around)):
        if not any(np.hypot(x - a, y - b) < 0.4 * s and 0.67 < side / s < 1.5 for a, b, s in kept):
            kept.append((x, y, side))
    return kept


def bundled_finder() -> Marks:
    """The project's die finder, which marks blocks too."""
    network = onnxruntime.InferenceSession(str(weights("dice_find")), providers=["CPUExecutionProvider"])

    def run(images: torch.Tensor) -> torch.Tensor:
        return torch.from_numpy(np.asarray(network.run(None, {"image": images.numpy()})[0]))

    return run


def draw_pools(stills: Sequence[Path], data: Path, count: int, boards: int, seed: int) -> dict[str, list[ReadPool]]:
    """`count` blocks on `boards` rendered boards and clutter, half as many crops of none, and the stills' and the real
    sets'."""
    rng = np.random.default_rng(seed)
    backdrops = load_photos(data / "hdri") + draw_boards(seed, boards)
    blocks, dice = pools.draw_blocks(seed, max(20, count // 5)), draw_sprites(seed, max(20, count // 20))
    return {
        "blocks": [pools.block_crops(rng, blocks, backdrops, count)],
        "beside": [
            pools.beside_blocks(rng, blocks, dice, backdrops, count // 2),
            pools.lettered_discs(rng, backdrops, count // 4),
        ],
        "real": [pools.real_crops(data, seed)],
        "stills": [pools.still_cubes(folder, partial(marked, bundled_finder()), False) for folder in stills],
    }


def _batch(rng: np.random.Generator, parts: Sequence[tuple[ReadPool, float]]) -> tuple[Floats, npt.NDArray[np.int64]]:
    """BATCH crops made new: N×5×S×S, N classes; half of those from a pool that has both show a block."""
    images, kinds, leans, plans = [], [], [], []
    for number in rng.choice(len(parts), size=BATCH, p=[share for _, share in parts]):
        pool = parts[number][0]
        there = np.flatnonzero(pool.classes > 0) if rng.random() < 0.5 else np.flatnonzero(pool.classes == 0)
        i = int(rng.choice(there if len(there) else np.arange(len(pool.classes))))
        move = moved(rng, bool(pool.upright[i]), SIGHT, SPREAD, mirrored=False)
        images.append(worsen(rng, pool.images[i], move, SIGHT))
        untold = rng.random() < UNTOLD
        kinds.append(int(pool.classes[i]))
        leans.append(LEAN_UNKNOWN if untold else float(pool.leans[i]))
        plans.append(NO_PLAN if untold else seen_through(pool.plans[i], np.asarray(np.linalg.inv(move))))
    return reader_input(images, leans, plans), np.array(kinds, np.int64)


def train(net: Reader, made: dict[str, list[ReadPool]], plan: Plan) -> None:
    """Follow `plan` on the pools that `draw_pools` made, or go on with that."""
    stills = [pool for pool in made["stills"] if len(pool.classes)]
    parts = [(pool, SHARES[name] / len(some)) for name, some in made.items() if name in SHARES for pool in some]
    parts += [(pool, (1 - sum(SHARES.values())) / len(stills)) for pool in stills]
    total = sum(share for _, share in parts)
    parts = [(pool, share / total) for pool, share in parts]

    def loss_of(rng: np.random.Generator) -> torch.Tensor:
        shown, kinds = _batch(rng, parts)
        logits = quick(net, torch.from_numpy(shown))
        return functional.cross_entropy(logits, torch.from_numpy(kinds), label_smoothing=0.01)

    fit(net, plan, loss_of)


def main(argv: Sequence[str] | None = None) -> int:
    """Command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stills", type=Path, nargs="+", required=True, help="folders of stills")
    parser.add_argument("--data", type=Path, default=FOLDER.parents[1] / "shared/data", help="folder with dice/, hdri/")
    parser.add_argument("--work", type=Path, default=Path("build/cube"), help="pools and checkpoint")
    parser.add_argument("--into", type=Path, default=FOLDER, help="where the network and its manifest entry go")
    parser.add_argument("--crops", type=int, default=16000, help="rendered blocks of the pool")
    parser.add_argument("--boards", type=int, default=60, help="rendered boards to lay them on")
    parser.add_argument("--steps", type=int, default=16000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(argv)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    given.work.mkdir(parents=True, exist_ok=True)
    pool = given.work / f"pool-{given.seed}.pkl"
    if not pool.is_file():
        drawn = draw_pools(given.stills, given.data, given.crops, given.boards, given.seed)
        pool.write_bytes(pickle.dumps(drawn, protocol=5))
    torch.manual_seed(given.seed)
    net, keep = Reader(SIGHT, len(CLASSES), WIDEST), given.work / "cube.pt"
    made = cast("dict[str, list[ReadPool]]", pickle.loads(pool.read_bytes()))
    train(net, made, Plan(given.steps, given.seed, keep))
    net.load_state_dict(trained(keep))
    given.into.mkdir(parents=True, exist_ok=True)
    export(net, given.into / "cube_read.onnx")
    describe("cube", "python -m models.train cube", given.seed, given.into)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
