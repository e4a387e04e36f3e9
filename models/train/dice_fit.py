"""Training loops of the die finder and the die reader."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional

from models.dice_input import PLANES, tensor
from models.synth.dice_crops import DieScene
from models.train.dice_draw import draw_batch, sources_of
from models.train.dice_nets import Finder, Reader
from models.train.dice_spec import FIND_SIZE, IGNORED, ReadPool
from models.train.half import halve
from models.train.progress import Progress

CELL = 4
BATCH = 64
"""Crops a step of the reader."""
WARM_UP = 150
"""Steps until the learning rate is at its peak."""
GROUND_SHARE = 0.5
"""Weight of what a die stands on, beside its class and its leaning."""
_RARE = torch.tensor(2.0)
"""Weight of leaning dice, of which there are few."""
_GROUND_WEIGHTS = torch.tensor([1.0, 2.0, 4.0, 3.0, 3.0, 3.0])
"""Weights of the grounds: most dice lie on the field."""


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
    return torch.from_numpy(tensor(list(images))), torch.from_numpy(np.ascontiguousarray(targets))


def quick(net: nn.Module, x: torch.Tensor) -> torch.Tensor:
    """The network in bfloat16, twice as fast on CPUs that have it; its answer in float32."""
    with torch.autocast("cpu", torch.bfloat16):
        return cast("torch.Tensor", net(x.contiguous(memory_format=torch.channels_last)).float())


@dataclass(frozen=True)
class Plan:
    """How long and how fast to train: `rate` is the peak learning rate; `keep` is the checkpoint's path, from which a
    training that was stopped goes on."""

    steps: int
    seed: int
    keep: Path
    rate: float = 2.5e-3


LossOf = Callable[[np.random.Generator], torch.Tensor]


def fit(net: nn.Module, plan: Plan, loss_of: LossOf) -> None:
    """Follow the loss of `plan.steps` batches; the network becomes the running mean of its weights."""
    state = Progress.begun(net.train().to(memory_format=torch.channels_last), plan.rate)
    if plan.keep.exists():
        state.load(plan.keep)
    rng, mean = np.random.default_rng((plan.seed, state.step)), 0.0
    while state.step < plan.steps:
        state.set_rate(plan.rate, state.step / plan.steps, WARM_UP)
        loss = loss_of(rng)
        state.optimiser.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call, unused-ignore]
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        state.optimiser.step()
        state.follow(0.999)
        mean += (float(loss.detach()) - mean) * max(0.02, 1 / state.step)
        if state.step % 200 == 0 or state.step == plan.steps:
            print(f"{plan.keep.stem}: step {state.step} of {plan.steps}, loss {mean:.3f}", flush=True)
            state.save(plan.keep)
    net.load_state_dict(state.mean.state_dict())
    net.eval()


def trained(path: Path) -> dict[str, torch.Tensor]:
    """The weights that a checkpoint holds.

    :raises FileNotFoundError: when there is none.
    """
    return cast("dict[str, torch.Tensor]", torch.load(path, weights_only=True)["mean"])


def train_finder(net: Finder, scenes: Sequence[DieScene], plan: Plan) -> None:
    """Train on the scenes, 24 a step, or go on with that."""
    images = np.stack([s.image for s in scenes])
    targets = np.stack([_targets(s, FIND_SIZE // CELL).astype(np.float16) for s in scenes])

    def loss_of(rng: np.random.Generator) -> torch.Tensor:
        pick = rng.integers(len(images), size=24)
        x, want = _recolour(rng, images[pick], targets[pick].astype(np.float32))
        return _find_loss(quick(net, x), want)

    fit(net, plan, loss_of)


def _read_losses(out: torch.Tensor, labels: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Cross entropy of class and ground, and of leaning where that is known; and how hard each crop was: its loss of
    class and leaning."""
    kind, tilted, ground = labels.unbind(1)
    classes = functional.cross_entropy(out[:, :8], kind, ignore_index=IGNORED, label_smoothing=0.01, reduction="none")
    known = (tilted >= 0).float()
    lean = known * functional.binary_cross_entropy_with_logits(out[:, 8], tilted.clamp(min=0).float(), reduction="none")
    weighed = lean * torch.where(tilted == 1, _RARE, 1.0)
    loss = classes.sum() / (kind != IGNORED).sum().clamp(min=1) + weighed.sum() / known.sum().clamp(min=1)
    if (ground >= 0).any():
        loss = loss + GROUND_SHARE * functional.cross_entropy(out[:, 9:], ground, _GROUND_WEIGHTS, ignore_index=IGNORED)
    return loss, (classes + lean).detach()


def train_reader(net: Reader, parts: Sequence[tuple[ReadPool, float]], plan: Plan) -> None:
    """Train on pools drawn with the given shares of a batch, hard crops more often, or go on with that."""
    sources = sources_of(parts)

    def loss_of(rng: np.random.Generator) -> torch.Tensor:
        batch = draw_batch(rng, sources, BATCH, net.sight)
        loss, hard = _read_losses(quick(net, torch.from_numpy(batch.shown)), torch.from_numpy(batch.labels))
        batch.learnt(hard.numpy())
        return loss

    fit(net, plan, loss_of)


def export(net: Finder | Reader, path: Path) -> None:
    """Write the network as ONNX with free batch (and, for the finder, picture) size, its weights in half precision."""
    finder = isinstance(net, Finder)
    size = FIND_SIZE if isinstance(net, Finder) else net.sight.size
    free = {0: "batch", 2: "height", 3: "width"} if finder else {0: "batch"}
    names = {"input_names": ["image"], "output_names": ["out"]}
    axes = {"image": free, "out": free}
    example = torch.zeros(1, 3 if finder else PLANES, size, size)
    torch.onnx.export(net, (example,), str(path), dynamic_axes=axes, opset_version=17, dynamo=False, **names)
    halve(path)
