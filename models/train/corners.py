"""`python -m models.train corners train …`: the learned finder of the field's corners (extra `train`)."""

import argparse
import copy
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from models.train.corners_data import Image, Sources, held_back, load_still, sample, targets
from models.train.corners_net import CornerNet
from models.train.corners_spec import FILL, SIDE
from models.train.progress import Progress

SAVE_EVERY = 2.0
"""CPU minutes between checkpoints."""
WEIGHTS = torch.tensor([4.0, 4.0, 1.0, 1.0, 0.3])[:, None, None]
"""Of the maps in the loss."""


def batch_of(sources: Sources, size: int, rng: np.random.Generator) -> tuple[Tensor, Tensor]:
    """Random pictures N×3×320×320 and their maps N×5×80×80."""
    pairs = [sample(sources, rng) for _ in range(size)]
    return as_input([image for image, _ in pairs]), torch.from_numpy(np.stack([maps for _, maps in pairs]))


def as_input(images: list[Image]) -> Tensor:
    """BGR pictures 320×320×3 → N×3×320×320, RGB 0–1, channels last."""
    stacked = torch.from_numpy(np.stack(images)[..., ::-1].copy()).permute(0, 3, 1, 2)
    return stacked.float().div_(255).contiguous(memory_format=torch.channels_last)


def loss_of(logits: Tensor, truth: Tensor) -> Tensor:
    """Cross entropy of soft maps, places that are right already counting little."""
    miss = (torch.sigmoid(logits) - truth).detach().square()
    entropy = nn.functional.binary_cross_entropy_with_logits(logits, truth, reduction="none")
    return (WEIGHTS * miss * entropy).sum() / (8.0 * len(logits))


@dataclass(frozen=True)
class Plan:
    """How long to train (CPU minutes, resumed runs included) and how."""

    minutes: float
    batch: int = 16
    rate: float = 4e-3
    seed: int = 1


def train(folders: dict[str, list[Path]], out: Path, plan: Plan) -> None:
    """Train by one thread on the folders `stills`, `flats` and `empty`, which may still grow; a broken run goes on.

    Writes `checkpoint.pt` and, at the end, `corners.onnx` to `out`.
    """
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(plan.seed)
    state = Progress.begun(CornerNet().to(memory_format=torch.channels_last), plan.rate)
    if (out / "checkpoint.pt").exists():
        state.load(out / "checkpoint.pt")
    _loop(state, folders, out, plan)
    told = {"step": state.step, "stills": len(Sources.of(**folders).stills)}
    print(json.dumps({**told, "validation": validate(state.mean, folders["stills"])}))
    export(state.mean, out / "corners.onnx")


def _loop(state: Progress, folders: dict[str, list[Path]], out: Path, plan: Plan) -> None:
    rng = np.random.default_rng((plan.seed, state.step))
    start, saved, total = time.process_time() - 60 * state.minutes, state.minutes, 0.0
    size = sum(p.numel() for p in state.model.parameters())
    print(json.dumps({"parameters": size, "resumed_at_min": state.minutes}), flush=True)
    sources = Sources.of(**folders)
    while state.minutes < plan.minutes:
        if state.step % 200 == 0:
            sources = Sources.of(**folders)
        state.set_rate(plan.rate, state.minutes / plan.minutes, warm_up=100)
        total += _step(state.model, state.optimiser, batch_of(sources, plan.batch, rng))
        state.follow(0.998)
        state.minutes = (time.process_time() - start) / 60
        if state.step % 50 == 0:
            told = {"step": state.step, "cpu_min": round(state.minutes, 2), "loss": round(total / 50, 4)}
            print(json.dumps(told), flush=True)
            total = 0.0
        if state.minutes - saved > SAVE_EVERY or state.minutes >= plan.minutes:
            saved = state.minutes
            state.save(out / "checkpoint.pt")


def _step(model: CornerNet, optimiser: torch.optim.Optimizer, batch: tuple[Tensor, Tensor]) -> float:
    model.train()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = model(batch[0])
    loss = loss_of(logits.float(), batch[1])
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 5.0)
    optimiser.step()
    return float(loss.detach())


@torch.no_grad()
def validate(model: CornerNet, folders: list[Path], most: int = 64) -> dict[str, float]:
    """Loss on whole stills held back, letterboxed."""
    model.eval()
    paths = [p for folder in folders for p in sorted(folder.glob("[0-9]*.json")) if held_back(p)][:most]
    losses = []
    for path in paths:
        image, corners = load_still(path)
        scale = SIDE / max(image.shape[:2])
        canvas = np.full((SIDE, SIDE, 3), FILL, np.uint8)
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        y, x = (SIDE - small.shape[0]) // 2, (SIDE - small.shape[1]) // 2
        canvas[y : y + small.shape[0], x : x + small.shape[1]] = small
        truth = targets((corners + 0.5) * scale - 0.5 + (x, y))
        losses.append(float(loss_of(model(as_input([canvas])), torch.from_numpy(truth)[None])))
    return {"stills": len(losses), "loss": float(np.mean(losses)) if losses else float("nan")}


def export(model: CornerNet, path: Path) -> None:
    """Write the network (image → maps as probabilities) as ONNX."""
    plain = nn.Sequential(copy.deepcopy(model), nn.Sigmoid()).eval().to(memory_format=torch.contiguous_format)
    torch.onnx.export(
        plain,
        (torch.zeros(1, 3, SIDE, SIDE),),
        str(path),
        input_names=["image"],
        output_names=["maps"],
        opset_version=17,
        dynamo=False,
    )


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m models.train corners", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("train", help="train on stills", description=train.__doc__)
    run.add_argument("--stills", type=Path, nargs="+", required=True, help="folders of `models.synth stills`")
    run.add_argument("--flats", type=Path, nargs="*", default=[], help="folders of `models.synth flat`")
    run.add_argument("--empty", type=Path, nargs="*", default=[], help="folders of pictures without a board")
    run.add_argument("--out", type=Path, required=True)
    run.add_argument("--minutes", type=float, required=True, help="CPU minutes in all, resumed runs included")
    run.add_argument("--batch", type=int, default=16)
    run.add_argument("--rate", type=float, default=4e-3, help="peak learning rate")
    run.add_argument("--seed", type=int, default=1)
    a = parser.parse_args(argv)
    train({"stills": a.stills, "flats": a.flats, "empty": a.empty}, a.out, Plan(a.minutes, a.batch, a.rate, a.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
