"""Batches of training samples from folders of rendered stills."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.utils.data
from torch import Tensor

from models.train.board_targets import Sample, load_sample

_TALL = 0.5


def collate(samples: list[Sample]) -> dict[str, Tensor]:
    """A batch: stacked arrays; `centres` get the sample's number in front."""
    names = ("image", "heat", "care", "dense", "inside", "columns", "frame", "counts", "shades")
    batch = {name: torch.from_numpy(np.stack([getattr(s, name) for s in samples])) for name in names}
    tagged = [np.hstack([np.full((len(s.centres), 1), i, np.float32), s.centres]) for i, s in enumerate(samples)]
    batch["centres"] = torch.from_numpy(np.concatenate(tagged))
    return batch


def held_out(path: Path) -> bool:
    """Is the still kept for validation? One in ten is, by its number."""
    return path.stem.endswith("9")


def tallest(path: Path) -> int:
    """Most checkers on one point of a still."""
    record = json.loads(path.read_text(encoding="utf-8"))
    return max(int(text[1:] or 0) for text in (*record["top"], *record["bottom"]))


def picked(files: Sequence[Path], rng: np.random.Generator) -> Path:
    """One of the stills; half of the time the one with the taller pile of two, as tall ones are rare and hard."""
    first, second = (files[int(i)] for i in rng.integers(0, len(files), 2))
    return second if rng.random() < _TALL and tallest(second) > tallest(first) else first


class Stream(torch.utils.data.IterableDataset):
    """Endless batches from folders of stills that may still be growing; each folder gives equally many samples."""

    def __init__(self, folders: list[Path], batch: int, seed: tuple[int, ...]) -> None:
        super().__init__()
        self.folders, self.batch, self.seed = folders, batch, seed

    def __iter__(self) -> Iterator[dict[str, Tensor]]:
        cv2.setNumThreads(1)
        torch.set_num_threads(1)
        rng = np.random.default_rng(self.seed)
        while True:
            files = [sorted(p for p in folder.glob("*.json") if not held_out(p)) for folder in self.folders]
            for _ in range(100):
                some = [files[int(i)] for i in rng.integers(0, len(files), self.batch)]
                yield collate([load_sample(picked(each, rng), rng) for each in some])
