"""What one observation of a 1080p picture costs, against one 640-px pass of a nano-shaped detector in the same run.

python -m tests.bench.observation [--stills FOLDER] [--rounds 12] [--threads 2]

Each round sees four new pictures of a still scene (fresh noise) as `zarbiter run` does: motion, checkers, dice, cube,
hands, fusion of all after the last; the board is looked over for the cube in one of the four. The figures are the mean
of the four, each of its fastest round, as other work on the machine only ever adds; the dearest of the four is told
too. Without `--stills` (a folder of `python -m models.synth stills`) the scenes are the three recorded clips, enlarged.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import onnxruntime

import vision.checkers
import vision.cube
import vision.detector
import vision.dice_judge
import vision.observer
import vision.runtime
import vision.still
from calibration.profile import BoardProfile, Seats, load_profile
from calibration.view import View
from tests.bench.reference import SIDE, parameters, reference, write_reference
from tests.bench.stopwatch import Stopwatch
from vision.camera.file import VideoSource
from vision.frame import Frame, Image
from vision.observer import Observer, ObserverSettings
from vision.runtime import session
from vision.still import StillReading, standard_reader

SIZE = (1920, 1080)
CLIPS = Path(__file__).parents[1] / "golden" / "clips"
STEP_NS = 120_000_000
REST = "rest of the observation"
TURNS, CHECKERS = 4, 15
STAGES: dict[str, tuple[Any, str]] = {
    "motion": (vision.observer, "small_of"),
    "motion, comparing": (vision.observer, "step"),
    "checkers: rectifying": (vision.checkers, "rectify"),
    "checkers: rest": (vision.still, "read_checkers"),
    "checkers: boxes": (vision.detector, "boxes_of"),
    "checkers: counting": (vision.detector.OnnxDetector, "count"),
    "checkers: colours": (vision.checkers, "shade_odds"),
    "checkers: columns": (vision.checkers, "find_columns"),
    "dice: rest": (vision.still, "read_dice"),
    "cube: rest": (vision.still, "read_blocks"),
    "fusion": (vision.observer, "fused"),
}


@dataclass(frozen=True, eq=False)
class Scene:
    """A still scene: its name, a 1080p picture and how the board lies in it."""

    name: str
    image: Image
    profile: BoardProfile


def scaled(image: Image, view: View) -> tuple[Image, View]:
    """Picture and view at 1080p."""
    share = SIZE[0] / image.shape[1], SIZE[1] / image.shape[0]
    a, b, c, d = ((x * share[0], y * share[1]) for x, y in view.corners)
    large = np.asarray(cv2.resize(image, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)
    return large, View.from_corners((a, b, c, d), SIZE, view.geometry)


def clip_scenes() -> Iterator[Scene]:
    """A picture of each recorded clip, of its 20th second."""
    for folder in sorted(path.parent for path in CLIPS.glob("*/clip.mp4")):
        profile = load_profile(folder / "profile.toml")
        source = VideoSource(folder / "clip.mp4")
        image = next(frame.image for frame in source if frame.t_mono_ns >= 20 * 10**9)
        source.close()
        large, view = scaled(image, profile.view)
        yield Scene(folder.name, large, BoardProfile(view, profile.colours, profile.seats, folder.name))


def still_scenes(folder: Path, most: int) -> Iterator[Scene]:
    """Rendered stills with their true corners."""
    for path in sorted(folder.glob("[0-9]*.json"))[:most]:
        truth = json.loads(path.read_text(encoding="utf-8"))
        image = np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)
        corners = [(float(x), float(y)) for x, y in truth["corners"]]
        large, view = scaled(image, View.from_corners(corners, (image.shape[1], image.shape[0])))
        yield Scene(path.stem, large, BoardProfile(view, None, Seats(), path.stem))


def noisy(image: Image, seed: int) -> Image:
    """The picture with a sensor's noise."""
    grain = np.random.default_rng(seed).normal(0, 2, (image.shape[0] // 4, *image.shape[1:])).astype(np.float32)
    return np.clip(image + np.tile(grain, (4, 1, 1)), 0, 255).astype(np.uint8)


class Watched:
    """An onnxruntime session whose runs are timed under its file's name."""

    def __init__(self, watch: Stopwatch, path: Path, threads: int) -> None:
        self._session = session(path, threads)
        self.run = watch.timed(f"network {path.stem}", self._session.run)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)


@dataclass
class Sight:
    """An observer at a still scene: `settle` lets it come to rest and be read once; TURNS more `read`, from every side
    one, follow, after the last of which the observation is told."""

    scene: Scene
    images: Sequence[Image]
    seen: int = 0
    readings: int = 0

    def __post_init__(self) -> None:
        reader = standard_reader(self.scene.profile.colours, CHECKERS)

        def counted(image: Image, view: View, turn: int | None = None) -> StillReading:
            self.readings += 1
            return reader(image, view, turn)

        settings = ObserverSettings(again_s=0.0, readings=TURNS + 1)
        self.observer = Observer(self.scene.profile, counted, settings=settings)

    def see(self) -> bool:
        """One more picture; whether it was read."""
        before = self.readings
        self.seen += 1
        image = self.images[self.seen % len(self.images)]
        self.observer.see(Frame(image, self.seen, self.seen * STEP_NS))
        return self.readings > before

    def read(self) -> None:
        """One more picture, which must be read.

        :raises RuntimeError: when it is not.
        """
        if not self.see():
            raise RuntimeError(f"{self.scene.name}: expected a reading of a board at rest")

    def settle(self) -> None:
        """Begin anew.

        :raises RuntimeError: when the scene does not come to rest.
        """
        self.observer.reset()
        wanted, begun = self.readings + 1, self.seen
        while self.readings < wanted:
            self.see()
            if self.seen > begun + 20:
                raise RuntimeError(f"{self.scene.name}: expected the board to be read within 20 pictures")


@dataclass(frozen=True)
class Cost:
    """The fastest round of one scene: seconds of a reading and of its dearest one, of each stage seconds and calls a
    reading."""

    name: str
    seconds: float
    dearest: float
    stages: dict[str, float]
    calls: dict[str, float]


def fastest(sight: Sight, watch: Stopwatch, rounds: int, between: Callable[[], None]) -> Cost:
    """Read so many pictures of a scene; `between` is done before each."""
    looks: list[list[Cost]] = [[] for _ in range(TURNS)]
    with watch.watching(STAGES):
        timed = watch.timed(REST, sight.read)
        for _ in range(rounds):
            watch.paused = True
            sight.settle()
            for costs in looks:
                watch.paused = True
                between()
                watch.paused = False
                watch.clear()
                timed()
                spent = sum(watch.seconds.values())
                costs.append(Cost(sight.scene.name, spent, spent, watch.seconds, dict(watch.calls)))
    return mean_of([min(costs, key=lambda cost: cost.seconds) for costs in looks])


def mean_of(costs: Sequence[Cost]) -> Cost:
    """The mean of the readings of one scene."""
    stages, calls = ({label: 0.0 for cost in costs for label in cost.stages} for _ in range(2))
    for cost in costs:
        for label in cost.stages:
            stages[label] += cost.stages[label] / len(costs)
            calls[label] += cost.calls[label] / len(costs)
    spent = [cost.seconds for cost in costs]
    return Cost(costs[0].name, sum(spent) / len(costs), max(spent), stages, calls)


def measure(scenes: Sequence[Scene], rounds: int, threads: int, clock: Callable[[], float]) -> None:
    """Print the ratio, each scene's time and the share of each stage."""
    watch = Stopwatch(clock=clock)
    with tempfile.TemporaryDirectory() as folder:
        network = session(write_reference(Path(folder) / "reference.onnx"), threads)
    picture = np.random.default_rng(0).random((1, 3, SIDE, SIDE), np.float32)
    for module in (vision.detector, vision.runtime):
        module.session = lambda path, _=1: Watched(watch, path, threads)  # type: ignore[attr-defined]
    vision.detector.default_detector.cache_clear()
    vision.dice_judge.default_reader.cache_clear()
    vision.cube.default_cube_reader.cache_clear()
    passes: list[float] = []

    def one_pass() -> None:
        began = clock()
        network.run(None, {"image": picture})
        passes.append(clock() - began)

    costs = []
    for scene in scenes:
        sight = Sight(scene, [noisy(scene.image, seed) for seed in range(4)])
        costs.append(fastest(sight, watch, rounds, one_pass))
        print(f"{scene.name:12} {1000 * costs[-1].seconds:6.1f} ms", flush=True)
    report(costs, min(passes), threads)


def report(costs: Sequence[Cost], least: float, threads: int) -> None:
    """Print the ratio and the share of each stage."""
    size, times = parameters(reference()) / 1e6, [cost.seconds for cost in costs]
    print(f"reference ({size:.2f} M parameters, {SIDE} px, onnxruntime, {threads} threads): {1000 * least:.1f} ms")
    print(f"whole observation, mean over scenes: {1000 * np.mean(times):.1f} ms, ratio {np.mean(times) / least:.2f}")
    dearest = max(cost.dearest for cost in costs)
    print(
        f"worst scene: {1000 * max(times):.1f} ms, ratio {max(times) / least:.2f}; its dearest reading "
        f"{1000 * dearest:.1f} ms, ratio {dearest / least:.2f}"
    )
    stages = {label: sum(cost.stages.get(label, 0.0) for cost in costs) for cost in costs for label in cost.stages}
    for label, seconds in sorted(stages.items(), key=lambda item: -item[1]):
        calls = sum(cost.calls.get(label, 0) for cost in costs) / len(costs)
        share, each = 100 * seconds / sum(times), 1000 * seconds / len(costs)
        print(f"  {label:26} {share:5.1f} %  {each:6.1f} ms  {calls:.1f} calls")


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--stills", type=Path, help="rendered stills with labels instead of the recorded clips")
    parser.add_argument("--most", type=int, default=6, help="how many stills at most")
    parser.add_argument("--rounds", type=int, default=12, help="pictures a scene")
    parser.add_argument("--threads", type=int, default=2, help="threads of each network, the reference's too")
    parser.add_argument(
        "--cpu", action="store_true", help="one thread and the process' own time: steady on a machine that is busy"
    )
    args = parser.parse_args()
    threads = 1 if args.cpu else args.threads
    cv2.setNumThreads(threads)
    scenes = list(still_scenes(args.stills, args.most) if args.stills else clip_scenes())
    print(
        f"onnxruntime {onnxruntime.__version__}, OpenCV {cv2.__version__}, {len(scenes)} scenes of {SIZE[0]}×{SIZE[1]}"
    )
    measure(scenes, args.rounds, threads, time.process_time if args.cpu else time.perf_counter)


if __name__ == "__main__":
    main()
