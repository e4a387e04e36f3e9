"""The benchmark's own measures: the reference is what it is said to be, and no time is counted twice."""

from pathlib import Path

import numpy as np

from tests.bench.reference import SIDE, parameters, reference, write_reference
from tests.bench.stopwatch import Stopwatch
from vision.runtime import session


def test_the_reference_has_the_size_of_a_nano_detector_and_runs(tmp_path: Path) -> None:
    assert 1.45e6 < parameters(reference()) < 1.6e6
    network = session(write_reference(tmp_path / "reference.onnx"))
    (found,) = network.run(None, {"image": np.zeros((1, 3, SIDE, SIDE), np.float32)})
    assert found.shape == (1, 11, 8400)
    assert np.isfinite(found).all()


class Work:
    """Two calls, one inside the other, on a clock of its own."""

    def __init__(self) -> None:
        self.now = 0.0

    def outer(self) -> None:
        self.now += 2
        self.inner()
        self.inner()

    def inner(self) -> None:
        self.now += 5


def test_a_watched_call_is_not_counted_in_its_caller() -> None:
    work = Work()
    watch = Stopwatch(clock=lambda: work.now)
    with watch.watching({"outer": (work, "outer"), "inner": (work, "inner")}):
        work.outer()
    work.outer()
    assert watch.seconds == {"outer": 2, "inner": 10}
    assert watch.calls == {"outer": 1, "inner": 2}
