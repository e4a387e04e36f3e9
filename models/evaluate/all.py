"""`python -m models.evaluate all`: every score of the cards, one after the other, each under the command that repeats
it."""

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from models.evaluate.table import SCORES, Score


def run_all(argv: Sequence[str], call: Callable[[str, Sequence[str]], int]) -> int:
    """Print every score whose data are there; returns 0, or the worst status of the calls.

    `call` runs one score by name. The command of each is printed before it, so that one can be repeated alone.
    """
    given = _parser().parse_args(argv)
    names = given.only or list(SCORES)
    if unknown := [name for name in names if name not in SCORES]:
        print(f"error: no score called {unknown[0]!r}; there are {', '.join(SCORES)}", file=sys.stderr)
        return 2
    folders = {"data": given.data, "rendered": given.rendered or given.data / "rendered", "out": given.out}
    places = {name: str(folder) for name, folder in folders.items()}
    given.out.mkdir(parents=True, exist_ok=True)
    return max((_run(name, SCORES[name], places, call) for name in names), default=0)


def lacking(score: Score, places: Mapping[str, str]) -> list[str]:
    """What a score needs and is not there: `PATH is missing (how to get it)`."""
    needs = [(need.path.format_map(places), need.how.format_map(places)) for need in score.needs]
    return [f"{path} is missing ({how})" for path, how in needs if not Path(path).exists()]


def _run(name: str, score: Score, places: Mapping[str, str], call: Callable[[str, Sequence[str]], int]) -> int:
    if missing := lacking(score, places):
        print(f"\n# {name}: skipped, {'; '.join(missing)}", flush=True)
        return 0
    worst = 0
    for arguments in score.runs:
        filled = [word.format_map(places) for word in arguments]
        print(f"\n$ {shlex.join(['python', '-m', 'models.evaluate', name, *filled])}", flush=True)
        began = time.monotonic()
        worst = max(worst, call(name, filled))
        print(f"# {time.monotonic() - began:.0f} s", flush=True)
    return worst


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m models.evaluate all",
        description="Print every score of the cards. What is not there is skipped, and said.",
        epilog="example: python -m models.evaluate all --data ../shared/data --rendered build/train/rendered",
    )
    parser.add_argument("--data", type=Path, required=True, help="folder with boards/ and dice/")
    parser.add_argument("--rendered", type=Path, help="folder of rendered sets (by default rendered/ in --data)")
    parser.add_argument("--out", type=Path, default=Path("build/evaluate"), help="where readings and diagrams go")
    parser.add_argument("--only", nargs="+", metavar="SCORE", help="only these scores")
    return parser
