"""Trains the board reader against the clock, resumable, and exports it."""

import copy
import json
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
import torch.distributed as dist
import torch.multiprocessing
import torch.utils.data
from torch import Tensor, nn

from models.train.board_data import Stream, collate, held_out
from models.train.board_loss import losses
from models.train.board_net import BoardNet, PointReader, SlotHead, sample_strips
from models.train.board_spec import COUNTS, HEIGHT, WIDTH
from models.train.board_targets import load_sample
from models.train.half import halve
from models.train.progress import Progress


@dataclass(frozen=True)
class Plan:
    """A training run: `minutes` of training in all (resumed runs go on where they were), batch, peak rate, seed,
    threads."""

    minutes: float
    batch: int = 16
    rate: float = 3e-3
    seed: int = 1
    workers: int = 2
    """Processes of one thread each, which average their weights every `sync` steps: two threads of one process wait
    for each other."""
    sync: int = 25
    export_every: float = 10.0
    """Minutes between exports."""
    begin: str | None = None
    """A finished run's checkpoint whose averaged weights are trained on."""


class Reader(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.net, self.head = BoardNet(), SlotHead()

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        maps, features = self.net((batch["image"].float() / 255).contiguous(memory_format=torch.channels_last))
        strips, sizes = sample_strips(features.float(), batch["columns"], batch["frame"])
        return maps, self.head(strips.contiguous(memory_format=torch.channels_last), sizes)


def train(stills: list[Path], validation: Path | None, out: Path, plan: Plan) -> None:
    """Train from the stills in the folders `stills`; checkpoint and ONNX files go to `out`. A broken run goes on."""
    out.mkdir(parents=True, exist_ok=True)
    if plan.workers == 1:
        _work(0, stills, validation, out, plan)
    else:
        torch.multiprocessing.spawn(_work, (stills, validation, out, plan), nprocs=plan.workers)


def _work(rank: int, stills: list[Path], validation: Path | None, out: Path, plan: Plan) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(plan.seed)
    if plan.workers > 1:
        store = f"file://{(out / 'rendezvous').resolve()}-{os.getppid()}"
        dist.init_process_group("gloo", init_method=store, rank=rank, world_size=plan.workers)
    model = Reader().to(memory_format=torch.channels_last)
    state = Progress.begun(model, plan.rate)
    if (out / "checkpoint.pt").exists():
        state.load(out / "checkpoint.pt")
    elif plan.begin:
        weights = torch.load(plan.begin, weights_only=True)["mean"]
        model.load_state_dict(weights)
        state.mean.load_state_dict(weights)
    if rank == 0:
        size = sum(p.numel() for p in model.parameters())
        print(json.dumps({"plan": asdict(plan), "parameters": size, "resumed_at_min": state.minutes}), flush=True)
    _loop(state, rank, stills, validation, out=out, plan=plan)


def _loop(state: Progress, rank: int, stills: list[Path], validation: Path | None, *, out: Path, plan: Plan) -> None:
    stream = Stream(stills, plan.batch, (plan.seed, rank, state.step))
    loader = _batches(stream, plan)
    last, exported, sums = time.monotonic(), state.minutes, dict[str, float]()
    while state.minutes < plan.minutes:
        state.set_rate(plan.rate, state.minutes / plan.minutes, warm_up=200)
        for name, value in _step(state.model, state.optimiser, next(loader)).items():
            sums[name] = sums.get(name, 0.0) + value / plan.sync
        state.follow(0.997)
        if state.step % plan.sync:
            continue
        now = time.monotonic()
        state.minutes, last = _agree(state, state.minutes + (now - last) / 60, plan), now
        if rank == 0 and state.step % (2 * plan.sync) == 0:
            print(
                json.dumps(
                    {"step": state.step, "min": round(state.minutes, 2), **{k: round(v, 4) for k, v in sums.items()}}
                ),
                flush=True,
            )
        sums = {}
        if state.minutes - exported >= plan.export_every or state.minutes >= plan.minutes:
            exported = state.minutes
            if rank == 0:
                _publish(state, validation, out)
            last = time.monotonic()


def _batches(stream: Stream, plan: Plan) -> Iterator[dict[str, Tensor]]:
    """From a process beside each worker; a single worker makes its own: it has one core."""
    if plan.workers == 1:
        return iter(stream)
    return iter(torch.utils.data.DataLoader(stream, batch_size=None, num_workers=1, prefetch_factor=3))


def _agree(state: Progress, minutes: float, plan: Plan) -> float:
    """Average the weights over the workers; returns the minutes of the first one."""
    if plan.workers == 1:
        return minutes
    for model in (state.model, state.mean):
        for value in model.state_dict().values():
            if value.dtype.is_floating_point:
                dist.all_reduce(value)
                value.div_(plan.workers)
    clock = torch.tensor([minutes], dtype=torch.float64)
    dist.broadcast(clock, 0)
    return float(clock)


def _publish(state: Progress, validation: Path | None, out: Path) -> None:
    state.save(out / "checkpoint.pt")
    export(state.mean, out)
    kept = out / f"minute-{round(state.minutes):03d}"
    kept.mkdir(exist_ok=True)
    for name in ("board.onnx", "points.onnx"):
        shutil.copyfile(out / name, kept / name)
    if validation is not None:
        print(
            json.dumps(
                {"step": state.step, "min": round(state.minutes, 1), "validation": validate(state.mean, validation)}
            ),
            flush=True,
        )


def _step(model: Reader, optimiser: torch.optim.Optimizer, batch: dict[str, Tensor]) -> dict[str, float]:
    model.train()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        maps, slots = model(batch)
    parts = losses(maps, slots, batch)
    optimiser.zero_grad(set_to_none=True)
    torch.stack(list(parts.values())).sum().backward()
    nn.utils.clip_grad_norm_(model.parameters(), 5.0)
    optimiser.step()
    return {name: float(value.detach()) for name, value in parts.items()}


@torch.no_grad()
def validate(model: Reader, folder: Path) -> dict[str, float]:
    """Share of rendered points with the right count, of boards all right, of occupied points, and the mean error of
    the phase."""
    model.eval()
    right = asked = boards = occupied = occupied_right = 0
    files = [path for path in sorted(folder.glob("*.json")) if held_out(path)][:160]
    for start in range(0, len(files), 16):
        batch = collate([load_sample(path, None) for path in files[start : start + 16]])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            _, slots = model(batch)
        truth = batch["counts"]
        good = (slots[:, :COUNTS].argmax(1).reshape(truth.shape) == truth) | (truth < 0)
        right += int((good & (truth >= 0)).sum())
        asked += int((truth >= 0).sum())
        boards += int(good.all(1).sum())
        occupied += int((truth > 0).sum())
        occupied_right += int((good & (truth > 0)).sum())
    return {
        "points": right / max(1, asked),
        "occupied": occupied_right / max(1, occupied),
        "boards": boards / max(1, len(files)),
    }


def export(model: Reader, out: Path) -> None:
    """Write `board.onnx` (image → maps, features) and `points.onnx` (features, columns, frame → logits; its weights in
    half precision) to `out`."""
    plain = copy.deepcopy(model).eval().to(memory_format=torch.contiguous_format)
    image = torch.zeros(1, 3, HEIGHT, WIDTH)
    _, features = plain.net(image)
    torch.onnx.export(
        plain.net,
        (image,),
        str(out / "board.onnx"),
        input_names=["image"],
        output_names=["maps", "features"],
        opset_version=17,
        dynamo=False,
    )
    columns, frame = torch.linspace(30, 320, 12)[None], torch.tensor([[24.0, 20.0, 300.0]])
    torch.onnx.export(
        PointReader(plain.head).eval(),
        (features.detach(), columns, frame),
        str(out / "points.onnx"),
        input_names=["features", "columns", "frame"],
        output_names=["logits"],
        opset_version=17,
        dynamo=False,
    )
    halve(out / "points.onnx")
