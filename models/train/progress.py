"""How far a training has come: what a checkpoint holds, the running mean of the weights, the learning rate."""

import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch


@dataclass
class Progress:
    """A network in training, the running `mean` of its weights, which is what is exported, and the optimiser; `minutes`
    spent and `step`s made, resumed runs included."""

    model: Any
    mean: Any
    optimiser: torch.optim.Optimizer
    minutes: float = 0.0
    step: int = 0

    @classmethod
    def begun(cls, model: Any, rate: float) -> "Progress":
        """Nothing done yet; `rate` is the peak learning rate."""
        optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.02)
        return cls(model, copy.deepcopy(model), optimiser)

    def load(self, path: Path) -> None:
        """Go on from a checkpoint."""
        saved = torch.load(path, weights_only=True)
        self.model.load_state_dict(saved["model"])
        self.mean.load_state_dict(saved["mean"])
        self.optimiser.load_state_dict(saved["optimiser"])
        self.minutes, self.step = saved["minutes"], saved["step"]

    def save(self, path: Path) -> None:
        """Write a checkpoint, all of it or nothing."""
        part = path.with_suffix(".part")
        values = {name: getattr(self, name).state_dict() for name in ("model", "mean", "optimiser")}
        torch.save(values | {"minutes": self.minutes, "step": self.step}, part)
        part.replace(path)

    def set_rate(self, peak: float, done: float, warm_up: int) -> None:
        """Of the next step of a run of which the share `done` is over: up over `warm_up` steps, then a cosine down to a
        hundredth of the peak."""
        wave = 0.5 * (1 + float(np.cos(np.pi * min(1.0, done))))
        for group in self.optimiser.param_groups:
            group["lr"] = peak * min(1.0, (self.step + 1) / warm_up) * max(0.01, wave)

    @torch.no_grad()
    def follow(self, most: float) -> None:
        """Count a step, and let the mean follow the network, of which it keeps the share `most` once it is long."""
        keep = min(most, (1 + self.step) / (10 + self.step))
        for slow, fast in zip(self.mean.state_dict().values(), self.model.state_dict().values(), strict=True):
            if slow.dtype.is_floating_point:
                slow.lerp_(fast, 1 - keep)
            else:
                slow.copy_(fast)
        self.step += 1
