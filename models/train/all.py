"""`python -m models.train all`: every reader from nothing in one command; broken off, it goes on where it was."""

import argparse
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from models.train.table import SIZES, STEPS, Step

FOLDER = Path(__file__).resolve().parent.parent
Run = Callable[[Sequence[str]], int]


def run_all(argv: Sequence[str], run: Run | None = None) -> int:
    """Do every step that is not done yet; returns 0, or the status of the step that failed.

    A step is done when the work folder has the note of it with the same command; `run` takes the words after `python`
    and returns the status (for tests).
    """
    given = _parser().parse_args(argv)
    into = given.into or (given.work / "models" if given.quick else FOLDER)
    places = {"work": str(given.work), "data": str(given.data), "into": str(into)}
    sizes = {name: quick if given.quick else full for name, (full, quick) in SIZES.items()}
    notes = given.work / "done"
    notes.mkdir(parents=True, exist_ok=True)
    into.mkdir(parents=True, exist_ok=True)
    for number, step in enumerate(STEPS, start=1):
        status = _do(step, f"{number}/{len(STEPS)}", words_of(step, places | sizes), notes, run=run or _python)
        if status:
            print(f"error: step {step.name!r} failed; mend it and start the same command again", file=sys.stderr)
            return status
    return 0


def words_of(step: Step, values: dict[str, str]) -> list[str]:
    """The arguments of `python` for a step."""
    return ["-m", *(word.format_map(values) for word in shlex.split(step.words))]


def _do(step: Step, place: str, words: Sequence[str], notes: Path, *, run: Run) -> int:
    command = shlex.join(["python", *words])
    note = notes / f"{step.name.replace(' ', '-')}.txt"
    if note.is_file() and note.read_text(encoding="utf-8") == command:
        print(f"[{place}] {step.name}: done already", flush=True)
        return 0
    print(f"[{place}] {step.name}\n$ {command}", flush=True)
    began = time.monotonic()
    status = run(words)
    if status == 0:
        note.write_text(command, encoding="utf-8")
        print(f"[{place}] {step.name}: {time.monotonic() - began:.0f} s", flush=True)
    return status


def _python(words: Sequence[str]) -> int:
    return subprocess.run([sys.executable, *words], check=False).returncode


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m models.train all",
        description="Render, train, export and publish every reader. Needs the extras `train` and `synth`, and the "
        "real sets of dice and the panoramas of --data. Started again it goes on where it was.",
        epilog="example: python -m models.train all --work build/train --data ../shared/data",
    )
    parser.add_argument("--work", type=Path, required=True, help="folder of stills, pools, checkpoints and notes")
    parser.add_argument("--data", type=Path, default=FOLDER.parents[1] / "shared/data", help="folder with dice/, hdri/")
    parser.add_argument("--into", type=Path, help="where networks and manifest go (models/; with --quick WORK/models)")
    parser.add_argument("--quick", action="store_true", help="a few pictures and steps of each, to see that all works")
    return parser
