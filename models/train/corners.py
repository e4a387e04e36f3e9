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
    model = CornerNet().to(memory_format=torch.channels_last)
    mean = copy.deepcopy(model)
    optimiser = torch.optim.AdamW(model.parameters(), lr=plan.rate, weight_decay=0.02)
    step, spent = _resume(out / "checkpoint.pt", model, mean, optimiser)
    rng = np.random.default_rng((plan.seed, step))
    start = time.process_time() - 60 * spent
    saved, total = spent, 0.0
    print(json.dumps({"parameters": sum(p.numel() for p in model.parameters()), "resumed_at_min": spent}), flush=True)
    sources = Sources.of(**folders)
    while spent < plan.minutes:
        if step % 200 == 0:
            sources = Sources.of(**folders)
        total += _step(
            model, optimiser, batch_of(sources, plan.batch, rng), _rate(plan.rate, step, spent / plan.minutes)
        )
        step += 1
        _average(mean, model, min(0.998, (1 + step) / (10 + step)))
        spent = (time.process_time() - start) / 60
        if step % 50 == 0:
            print(json.dumps({"step": step, "cpu_min": round(spent, 2), "loss": round(total / 50, 4)}), flush=True)
            total = 0.0
        if spent - saved > SAVE_EVERY or spent >= plan.minutes:
            saved = spent
            _save(out / "checkpoint.pt", model, mean, optimiser, step=step, minutes=spent)
    print(json.dumps({"step": step, "stills": len(sources.stills), "validation": validate(mean, folders["stills"])}))
    export(mean, out / "corners.onnx")


def _rate(peak: float, step: int, share: float) -> float:
    return peak * min(1.0, (step + 1) / 100) * max(0.01, 0.5 * (1 + float(np.cos(np.pi * min(1.0, share)))))


def _step(model: CornerNet, optimiser: torch.optim.Optimizer, batch: tuple[Tensor, Tensor], rate: float) -> float:
    for group in optimiser.param_groups:
        group["lr"] = rate
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
def _average(mean: CornerNet, model: CornerNet, keep: float) -> None:
    for slow, fast in zip(mean.state_dict().values(), model.state_dict().values(), strict=True):
        if slow.dtype.is_floating_point:
            slow.lerp_(fast, 1 - keep)
        else:
            slow.copy_(fast)


def _resume(path: Path, model: CornerNet, mean: CornerNet, optimiser: torch.optim.Optimizer) -> tuple[int, float]:
    if not path.exists():
        return 0, 0.0
    state = torch.load(path, weights_only=True)
    model.load_state_dict(state["model"])
    mean.load_state_dict(state["mean"])
    optimiser.load_state_dict(state["optimiser"])
    return int(state["step"]), float(state["minutes"])


def _save(
    path: Path, model: CornerNet, mean: CornerNet, optimiser: torch.optim.Optimizer, *, step: int, minutes: float
) -> None:
    part = path.with_suffix(".part")
    state = {"model": model.state_dict(), "mean": mean.state_dict(), "optimiser": optimiser.state_dict()}
    torch.save({**state, "step": step, "minutes": minutes}, part)
    part.replace(path)


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
