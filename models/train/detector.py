"""Trains the detector: an own small scale of a current YOLO, built and judged by Ultralytics' own model and loss.

python -m models.train detector --stills flat-play flat-dice stills --dice DICE_SETS --out run --minutes 40

Started again on the same folder it goes on where it was. Writes checkpoint.pt and detector.onnx to `--out`. Minutes
are the processor's own (the clock's on a GPU, which is used where there is one).
"""

import argparse
import copy
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from models.evaluate.dice_sets import RealPicture
from models.train.detector_data import Example, held_out, real_dice, real_pictures, still
from models.train.detector_spec import CLASSES, HEIGHT, WIDTH
from models.train.progress import Progress

CONFIGURATION = Path(__file__).with_name("detector.yaml")
_NEVER = -12.0
"""Logit of what a picture has no labels for: costs nothing, teaches nothing."""


@dataclass(frozen=True)
class Plan:
    """A training run: `minutes` in all, batch, peak rate, seed, threads, share of pictures with real dice."""

    minutes: float
    batch: int = 8
    rate: float = 2e-3
    seed: int = 1
    threads: int = 1
    real: float = 0.12
    save_every: float = 1.0
    """Minutes between checkpoints."""


def build() -> Any:
    """The network, random weights."""
    from ultralytics.cfg import get_cfg  # noqa: PLC0415
    from ultralytics.nn.tasks import DetectionModel  # noqa: PLC0415
    from ultralytics.utils import YAML  # noqa: PLC0415

    model = DetectionModel(YAML.load(CONFIGURATION) | {"nc": len(CLASSES)}, ch=3, verbose=False)
    model.args = get_cfg()
    return model


def examples(stills: list[Path], real: list[RealPicture], share: float, rng: np.random.Generator) -> Iterator[Example]:
    """Endless examples; each folder of stills gives equally many."""
    folders = [sorted(p for p in folder.glob("*.json") if not held_out(p)) for folder in stills]
    while True:
        if real and rng.random() < share:
            yield real_dice(real, rng)
        else:
            files = folders[int(rng.integers(len(folders)))]
            yield still(files[int(rng.integers(len(files)))], rng)


def collate(batch: list[Example], device: torch.device) -> tuple[Tensor, dict[str, Tensor], Tensor]:
    """Pictures N×3×H×W (RGB 0–1), targets in Ultralytics' form, and which pictures have labels of dice alone."""
    pixels = np.stack([np.ascontiguousarray(e.image[..., ::-1].transpose(2, 0, 1)) for e in batch])
    images = (torch.from_numpy(pixels).to(device).float() / 255).contiguous(memory_format=torch.channels_last)
    corners = np.concatenate([e.boxes for e in batch])
    size = np.array([WIDTH, HEIGHT])
    centred = np.hstack([(corners[:, :2] + corners[:, 2:]) / 2 / size, (corners[:, 2:] - corners[:, :2]) / size])
    targets = {
        "batch_idx": torch.from_numpy(np.repeat(np.arange(len(batch)), [len(e.classes) for e in batch])).to(device),
        "cls": torch.from_numpy(np.concatenate([e.classes for e in batch])).float()[:, None].to(device),
        "bboxes": torch.from_numpy(centred).float().to(device),
    }
    return images, targets, torch.tensor([e.only_dice for e in batch], device=device)


def train(stills: list[Path], dice: Path | None, out: Path, plan: Plan) -> None:
    """Train from the folders `stills` and the real dice under `dice`; checkpoints and the ONNX go to `out`."""
    out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    model = build().to(device).to(memory_format=torch.channels_last)
    state = Progress.begun(model, plan.rate)
    if (out / "checkpoint.pt").exists():
        state.load(out / "checkpoint.pt")
    size = sum(p.numel() for p in model.parameters())
    _say({"plan": asdict(plan), "parameters": size, "resumed_at_min": round(state.minutes, 2), "device": str(device)})
    rng = np.random.default_rng((plan.seed, state.step))
    stream = examples(stills, real_pictures(dice) if dice else [], plan.real, rng)
    _loop(state, stream, out, plan, device)
    export(state.mean, out / "detector.onnx")


def _say(record: dict[str, Any]) -> None:
    print(json.dumps(record), flush=True)


def _loop(state: Progress, stream: Iterator[Example], out: Path, plan: Plan, device: torch.device) -> None:
    clock = time.monotonic if device.type == "cuda" else time.process_time
    last, saved, sums = clock(), state.minutes, np.zeros(3)
    while state.minutes < plan.minutes:
        state.set_rate(plan.rate, state.minutes / plan.minutes, warm_up=150)
        batch = [next(stream) for _ in range(plan.batch)]
        sums += _step(state.model, state.optimiser, *collate(batch, device))
        state.follow(0.998)
        now = clock()
        state.minutes, last = state.minutes + (now - last) / 60, now
        if state.step % 50 == 0:
            named = dict(zip(("box", "class", "edge"), (sums / 50).round(4).tolist(), strict=True))
            _say({"step": state.step, "min": round(state.minutes, 2), **named})
            sums = np.zeros(3)
        if state.minutes - saved >= plan.save_every or state.minutes >= plan.minutes:
            saved = state.minutes
            state.save(out / "checkpoint.pt")
            export(state.mean, out / "detector.onnx")
            last = clock()


def _step(
    model: Any, optimiser: torch.optim.Optimizer, images: Tensor, targets: dict[str, Tensor], only_dice: Tensor
) -> Any:
    model.train()
    with torch.autocast(images.device.type, dtype=torch.bfloat16):
        seen = model(images)
    seen = {k: v.float() if isinstance(v, Tensor) else v for k, v in seen.items()}
    untold = only_dice[:, None] & (torch.arange(len(CLASSES), device=images.device) != CLASSES.index("die"))
    seen["scores"] = seen["scores"].masked_fill(untold[..., None], _NEVER)
    total, parts = model.loss(targets | {"img": images}, seen)
    optimiser.zero_grad(set_to_none=True)
    (total.sum() / len(images)).backward()
    nn.utils.clip_grad_norm_(model.parameters(), 10.0)
    optimiser.step()
    values = parts.values() if isinstance(parts, dict) else parts
    return np.array([float(v) for v in values])


def export(model: Any, path: Path) -> None:
    """Write `image` 1×3×H×W (RGB 0–1) → `found` 1×(4 + classes)×places: centre, size (px), a probability each."""
    plain = copy.deepcopy(model).cpu().eval().to(memory_format=torch.contiguous_format).fuse(verbose=False)
    plain.model[-1].export = True
    part = path.with_suffix(".part")
    torch.onnx.export(
        plain,
        (torch.zeros(1, 3, HEIGHT, WIDTH),),
        str(part),
        input_names=["image"],
        output_names=["found"],
        opset_version=17,
        dynamo=False,
    )
    part.replace(path)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m models.train detector",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--stills", type=Path, nargs="+", required=True, help="folders of rectified stills")
    parser.add_argument("--dice", type=Path, help="folder of the real dice sets nell-byler and epanemu")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, required=True, help="training time in all, resumed runs included")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--rate", type=float, default=2e-3, help="peak learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    a = parser.parse_args(argv)
    train(a.stills, a.dice, a.out, Plan(a.minutes, a.batch, a.rate, a.seed, a.threads))
    return 0


if __name__ == "__main__":
    sys.exit(main())
