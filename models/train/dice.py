"""Train the die finder and the die reader from nothing and export them: `python -m models.train.dice all`.

Needs the extra `train`, the four real dice sets and the environment maps. One thread; about half an hour on one core.
"""

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from models.evaluate.dice_sets import SETS
from models.synth.dice_crops import DieScene
from models.train import dice_pools as pools
from models.train.dice_nets import Finder, Reader

HERE = Path(__file__).resolve().parent.parent
CELL = 4


def _targets(scene: DieScene, cells: int) -> npt.NDArray[np.float32]:
    """6 maps: centre heat, log(side / 12), offset x, y, weight of the offset, weight of the side."""
    out = np.zeros((6, cells, cells), np.float32)
    grid = np.arange(cells) + 0.5
    for die in scene.dice:
        x, y, side = die.x / CELL, die.y / CELL, die.side or 12.0
        near = np.exp(-((grid[None] - x) ** 2 + (grid[:, None] - y) ** 2) / (2 * (0.12 * side / CELL + 0.25) ** 2))
        out[0] = np.maximum(out[0], near)
        i, j = int(np.floor(y)), int(np.floor(x))
        if 0 <= i < cells and 0 <= j < cells:
            out[0, i, j] = 1
        strong = near > 0.5
        out[1][strong], out[4][strong], out[5][strong] = np.log(side / 12), 1, die.side > 0
        out[2], out[3] = np.where(strong, x - grid[None], out[2]), np.where(strong, y - grid[:, None], out[3])
    return out


def _find_loss(out: torch.Tensor, want: torch.Tensor) -> torch.Tensor:
    """Focal loss on the heat, as centre-point detectors use it, and L1 on side and offset near centres."""
    p, heat = out[:, 0].sigmoid().clamp(1e-4, 1 - 1e-4), want[:, 0]
    sure = heat >= 0.999
    focal = torch.where(sure, -((1 - p) ** 2) * p.log(), -((1 - heat) ** 4) * p**2 * (1 - p).log())
    side = (out[:, 1] - want[:, 1]).abs() * want[:, 5]
    offset = (out[:, 2:4] - want[:, 2:4]).abs().sum(1) * want[:, 4]
    return (
        focal.sum() / sure.sum().clamp(min=1)
        + side.sum() / want[:, 5].sum().clamp(min=1)
        + 0.5 * offset.sum() / want[:, 4].sum().clamp(min=1)
    )


def _tensor(images: npt.NDArray[np.uint8]) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(images.transpose(0, 3, 1, 2))).float() / 255


def _recolour(
    rng: np.random.Generator, images: npt.NDArray[np.uint8], targets: npt.NDArray[np.float32]
) -> tuple[torch.Tensor, torch.Tensor]:
    """Mirror (with the offsets), shuffle channels, invert: a batch that is never the same twice."""
    if rng.random() < 0.5:
        images, targets = images[:, :, ::-1], targets[:, :, :, ::-1].copy()
        targets[:, 2] *= -1
    if rng.random() < 0.5:
        images, targets = images.transpose(0, 2, 1, 3), targets.transpose(0, 1, 3, 2)[:, [0, 1, 3, 2, 4, 5]]
    if rng.random() < 0.5:
        images = images[..., rng.permutation(3)]
    if rng.random() < 0.2:
        images = 255 - images
    return _tensor(images), torch.from_numpy(np.ascontiguousarray(targets))


def train_finder(scenes: list[DieScene], minutes: float, seed: int) -> Finder:
    """Train on the scenes for a time; the learning rate falls with it."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    images = np.stack([s.image for s in scenes])
    targets = np.stack([_targets(s, pools.FIND_SIZE // CELL) for s in scenes]).astype(np.float16)
    net = Finder()
    best = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    began, step, mean = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - began) / (60 * minutes)) < 1:
        best.param_groups[0]["lr"] = 2e-3 * min(1.0, step / 100 + 0.05) * (1 + np.cos(np.pi * done)) / 2 + 1e-5
        pick = rng.integers(len(images), size=24)
        x, want = _recolour(rng, images[pick], targets[pick].astype(np.float32))
        loss = _find_loss(net(x), want)
        best.zero_grad()
        loss.backward()
        best.step()
        step, mean = step + 1, 0.98 * mean + 0.02 * float(loss.detach())
        if step % 100 == 0:
            print(f"finder {100 * done:.0f} % step {step} loss {mean:.3f}", flush=True)
    net.eval()
    return net


def train_reader(parts: list[tuple[pools.ReadPool, float]], minutes: float, seed: int) -> Reader:
    """Train on pools drawn with the given shares of a batch."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net = Reader()
    best = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    shares = np.array([share for _, share in parts]) / sum(share for _, share in parts)
    began, step, mean = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - began) / (60 * minutes)) < 1:
        best.param_groups[0]["lr"] = 3e-3 * min(1.0, step / 100 + 0.05) * (1 + np.cos(np.pi * done)) / 2 + 1e-5
        images, classes = [], []
        for source in rng.choice(len(parts), size=64, p=shares):
            pool = parts[source][0]
            i = int(rng.integers(len(pool.classes)))
            images.append(pools.worsen(rng, pool.images[i]))
            classes.append(pool.classes[i])
        loss = functional.cross_entropy(
            net(_tensor(np.stack(images))), torch.tensor(np.array(classes)), label_smoothing=0.02
        )
        best.zero_grad()
        loss.backward()
        best.step()
        step, mean = step + 1, 0.98 * mean + 0.02 * float(loss.detach())
        if step % 100 == 0:
            print(f"reader {100 * done:.0f} % step {step} loss {mean:.3f}", flush=True)
    net.eval()
    return net


def export(net: Finder | Reader, path: Path) -> None:
    """Write the network as ONNX with free batch (and, for the finder, picture) size."""
    finder = isinstance(net, Finder)
    sample = torch.zeros(1, 3, 96, 96) if finder else torch.zeros(1, 3, pools.READ_SIZE, pools.READ_SIZE)
    free = {0: "batch", 2: "height", 3: "width"} if finder else {0: "batch"}
    axes = {"image": free, "out": free if finder else {0: "batch"}}
    torch.onnx.export(
        net,
        (sample,),
        str(path),
        input_names=["image"],
        output_names=["out"],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )


def _pooled(
    path: Path, rendered: int, seed: int, data: Path
) -> tuple[list[DieScene], list[tuple[pools.ReadPool, float]]]:
    """Draw all training pictures, or load those drawn before with the same command."""
    rng = np.random.default_rng(seed)
    photos = pools.load_photos(data / "hdri")
    sprites = pools.draw_sprites(seed, max(50, rendered // 8))
    print(f"{len(sprites)} dice rendered", flush=True)
    scenes = pools.find_scenes(rng, sprites, photos, rendered // 2) + pools.real_find_scenes(
        rng, data / "dice", "train", 6
    )
    print(f"{len(scenes)} finder scenes", flush=True)
    parts = [(pools.read_scenes(rng, sprites, photos, rendered), 1.0)]
    parts += [(pools.real_read_crops(rng, data / "dice", name, "train"), 0.15) for name in SETS]
    print(f"{sum(len(p.classes) for p, _ in parts)} reader crops", flush=True)
    torch.save((scenes, parts), path)
    return scenes, parts


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["pools", "finder", "reader", "all"])
    parser.add_argument(
        "--data", type=Path, default=HERE.parent.parent / "shared/data", help="folder with dice/ and hdri/"
    )
    parser.add_argument("--work", type=Path, default=Path("build/dice"), help="pools and checkpoints")
    parser.add_argument(
        "--rendered", type=int, default=20000, help="rendered reader crops (half as many finder scenes)"
    )
    parser.add_argument("--minutes", type=float, default=10.0, help="training time of each network")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    args.work.mkdir(parents=True, exist_ok=True)
    store = args.work / "pools.pt"
    fresh = args.what in ("pools", "all") or not store.exists()
    scenes, parts = (
        _pooled(store, args.rendered, args.seed, args.data) if fresh else torch.load(store, weights_only=False)
    )
    if args.what in ("finder", "all"):
        export(train_finder(scenes, args.minutes, args.seed), HERE / "dice_find.onnx")
    if args.what in ("reader", "all"):
        export(train_reader(parts, args.minutes, args.seed), HERE / "dice_read.onnx")


if __name__ == "__main__":
    main()
