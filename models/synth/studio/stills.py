"""A folder of rendered stills with their labels, made a still at a time, each from the seed and its number alone."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from models.synth.studio import yolo
from models.synth.studio.random_setting import PLAIN, Wish, random_setting
from models.synth.studio.record import record_of, text_of
from models.synth.studio.shot import Shot, shoot

HEADER = "stills.json"
TRUTH = "truth.json"
_PER_PROCESS = 60
"""Stills before processes are replaced: an engine that is closed keeps about 15 MB of its own."""


class StillsError(ValueError):
    """A folder or option that stills can't be made with; one line that says what to do."""


@dataclass(frozen=True)
class Batch:
    """What a folder of stills is made from. `yolo`: write label files too."""

    out: Path
    seed: int
    wish: Wish = PLAIN
    yolo: bool = False

    def header(self) -> str:
        """Everything that the pictures depend on, as JSON."""
        wish = self.wish
        lights = {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:16] for path in wish.panoramas}
        throws: dict[str, float] = {"throws": wish.throws} if wish.throws else {}
        throws |= {"tipped": wish.tipped} if wish.tipped else {}
        throws |= {"same": wish.same} if wish.same > 1 else {}
        made = {"seed": self.seed, "size": wish.size, "rare": wish.rare, **throws, "panoramas": lights}
        return json.dumps(made) + "\n"

    def files(self, number: int) -> tuple[Path, ...]:
        """A still's files, the one that is written last at the end."""
        ends = (".jpg", ".mask.png", *((".txt",) if self.yolo else ()), ".json")
        return tuple(self.out / f"{number:06d}{end}" for end in ends)

    def is_made(self, number: int) -> bool:
        """Are all files of a still there and whole?"""
        files = self.files(number)
        if not all(path.is_file() for path in files):
            return False
        try:
            json.loads(files[-1].read_text(encoding="utf-8"))
        except ValueError:
            return False
        return True


def write_stills(
    batch: Batch, numbers: Sequence[int], jobs: int = 1, progress: Callable[[int], object] = lambda made: None
) -> int:
    """Make the stills of these numbers that are not there yet; returns how many were made.

    Writes `NNNNNN.jpg`, `NNNNNN.json` (labels), `NNNNNN.mask.png` (16 bit: which thing is at each pixel), with `yolo`
    also `NNNNNN.txt`, `data.yaml` and `pictures.txt`; at the end `truth.json`, all labels by picture. `progress` hears
    how many are made.

    :raises StillsError: when the folder holds stills of other options.
    :raises StudioError: when the machine can't render.
    """
    batch.out.mkdir(parents=True, exist_ok=True)
    _claim(batch)
    missing = [number for number in numbers if not batch.is_made(number)]
    for made, _ in enumerate(_all_made(batch, missing, jobs), 1):
        progress(made)
    if batch.yolo:
        _write(batch.out / "data.yaml", yolo.data_yaml(yolo.CLASSES).encode())
        names = "".join(f"./{path.stem}.jpg\n" for path in sorted(batch.out.glob("[0-9]*.txt")))
        _write(batch.out / yolo.PICTURES, names.encode())
    _write(batch.out / TRUTH, _truths(batch.out).encode())
    return len(missing)


def _claim(batch: Batch) -> None:
    path, header = batch.out / HEADER, batch.header()
    if path.exists() and path.read_text(encoding="utf-8") != header:
        raise StillsError(
            f"{batch.out} holds stills of {path.read_text(encoding='utf-8').strip()}: use another folder, or the same "
            "--seed, --size, --rare and --hdri"
        )
    _write(path, header.encode())


def _all_made(batch: Batch, missing: Sequence[int], jobs: int) -> Iterator[int]:
    if len(missing) < 2 or (jobs == 1 and len(missing) <= _PER_PROCESS):
        yield from (make_still(batch, number) for number in missing)
        return
    for start in range(0, len(missing), _PER_PROCESS * jobs):
        some = missing[start : start + _PER_PROCESS * jobs]
        with ProcessPoolExecutor(min(jobs, len(some)), get_context("spawn")) as pool:
            yield from pool.map(make_still, [batch] * len(some), some)


def make_still(batch: Batch, number: int) -> int:
    """Render one still, write its files and return its number.

    The labels come last, so that a broken-off still is made again.
    """
    setting, standing = random_setting(batch.seed, number, batch.wish)
    shot = shoot(setting)
    jpg, mask, *labels, record = batch.files(number)
    _write(jpg, shot.jpeg)
    _write(mask, _png(shot))
    for path in labels:
        _write(path, yolo.lines(shot.labels, setting.top, setting.view.size, yolo.CLASSES).encode())
    group = {"set": str(number // batch.wish.same)} if batch.wish.same > 1 else {}
    _write(record, text_of({"file": jpg.name, **group, **record_of(setting, standing, shot)}).encode())
    return number


def _png(shot: Shot) -> bytes:
    _, code = cv2.imencode(".png", np.where(shot.numbers > 1, shot.numbers, 0).astype(np.uint16))
    return code.tobytes()


def _truths(folder: Path) -> str:
    """All labels of a folder by picture, without the single things."""
    entries = []
    for path in sorted(folder.glob("[0-9]*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        kept = {key: value for key, value in record.items() if key not in {"file", "things"}}
        entries.append(f"{json.dumps(record['file'])}: {json.dumps(kept)}")
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _write(path: Path, data: bytes) -> None:
    """All of a file or nothing of it."""
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)
