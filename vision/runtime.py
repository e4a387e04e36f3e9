"""The one place that starts onnxruntime."""

from pathlib import Path

import onnxruntime


def session(path: Path, threads: int = 1) -> onnxruntime.InferenceSession:
    """The network at `path`, run on the CPU by `threads` threads; nothing is reported to anybody."""
    onnxruntime.disable_telemetry_events()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
