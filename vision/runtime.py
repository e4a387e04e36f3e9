"""The one place that starts onnxruntime."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import onnxruntime

Floats: TypeAlias = npt.NDArray[np.float32]


THREADS = min(2, os.cpu_count() or 1)
"""Of each network. They sleep between runs: threads that wait awake slow every other network and OpenCV by a third."""


def session(path: Path, threads: int = THREADS) -> onnxruntime.InferenceSession:
    """The network at `path`, run on the CPU by `threads` threads; nothing is reported to anybody."""
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def network(path: Path) -> Callable[[Floats], Floats]:
    """The network at `path` as a function of its one input, `image`."""
    runs = session(path)

    def run(images: Floats, /) -> Floats:
        return np.asarray(runs.run(None, {"image": images})[0], dtype=np.float32)

    return run


def odds(logits: Floats) -> Floats:
    """N×K logits → probabilities that add up to 1."""
    spread = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(spread / spread.sum(axis=1, keepdims=True), dtype=np.float32)
