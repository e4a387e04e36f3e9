"""Every game against the brute force and backgammon against two engines, in volume.

`python -m tests.referee.rules.volume --all` runs 20,000 positions a game and 50,000 against each engine, prints how
often each option and row changed the answer, and exits with 1 if anything differs.
"""

import argparse
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import islice

from tests.referee.rules.brute.cases import SETTERS, cases
from tests.referee.rules.brute.compare import Tally, compare
from tests.referee.rules.brute.judged import Judged, judge_all
from tests.referee.rules.brute.named import Named, judge_near_misses
from tests.referee.rules.engine_comparison import EngineTally, compare_gammonview, compare_gnubg
from tests.referee.rules.walks import random_walk

Report = tuple[str, int]

SWEEP_EVERY = 2


def main() -> int:
    """Run what was asked for; the exit status."""
    asked = _arguments()
    games = list(SETTERS) if asked.all else asked.game
    runs: list[Callable[[], Report]] = [partial(_brute, game, asked.positions, asked.seed) for game in games]
    runs += [partial(_judged, game, asked.positions // 10, asked.seed) for game in games]
    runs += [partial(_named, game, asked.positions // 20, asked.seed) for game in games]
    if asked.all or "backgammon" in games:
        runs += [partial(_engine, name, asked.engine_positions, asked.seed) for name in ("gammonview", "gnubg")]
    differing = 0
    with ProcessPoolExecutor(asked.jobs) as pool:
        for report in pool.map(_run, runs):
            sys.stdout.write(report[0] + "\n")
            sys.stdout.flush()
            differing += report[1]
    sys.stdout.write(f"{differing} differences in all\n")
    return int(differing > 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--all", action="store_true", help="every game and both engines")
    what.add_argument("--game", action="append", choices=list(SETTERS), help="one game; may be given again")
    parser.add_argument("--positions", type=int, default=20_000, help="a game, against the brute force")
    parser.add_argument("--engine-positions", type=int, default=50_000, help="of backgammon, against each engine")
    parser.add_argument("--seed", type=int, default=20261130)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    return parser.parse_args()


def _run(what: Callable[[], Report]) -> Report:
    began = time.monotonic()
    text, differing = what()
    return f"{text}  {time.monotonic() - began:.0f} s\n", differing


def _brute(game: str, positions: int, seed: int) -> Report:
    tally = compare(islice(cases(game, seed), positions), SWEEP_EVERY)
    return "\n".join([_summary(game, tally), *_hits(tally), *tally.differences[:1], ""]), len(tally.differences)


def _summary(game: str, tally: Tally) -> str:
    kinds = ", ".join(f"{kind} {count}" for kind, count in tally.kinds.most_common())
    return (
        f"{game} against the brute force: {tally.positions} positions, {tally.questions} questions,"
        f" {tally.plays} plays, {tally.lost_turns} lost turns: {len(tally.differences)} differences"
        f"\n  positions: {kinds}"
    )


def _hits(tally: Tally) -> list[str]:
    return [
        f"  {option + ' = ' + value if value else 'row ' + option:<50} changed {tally.changed[option, value]:>6}"
        f" of {tally.tried[option, value]:>6} answers"
        for option, value in sorted(tally.tried, key=lambda key: (key[1] == "", key))
    ]


def _judged(game: str, positions: int, seed: int) -> Report:
    judged: Judged = judge_all(islice(cases(game, seed), positions), seed)
    reasons = ", ".join(f"{code} {count}" for code, count in judged.reasons.most_common())
    lines = [
        f"{game} judged: {positions} positions, {judged.legal} legal and {judged.illegal} illegal changes:"
        f" {len(judged.differences)} differences",
        f"  reasons: {reasons}",
        *judged.differences[:1],
        "",
    ]
    return "\n".join(lines), len(judged.differences)


def _named(game: str, positions: int, seed: int) -> Report:
    named: Named = judge_near_misses(islice(cases(game, seed), positions))
    tried = ", ".join(f"{row} {count}" for row, count in named.tried.most_common())
    head = f"{game}, near misses that the judge must explain by the row they break: {tried}"
    return "\n".join([f"{head}: {len(named.unnamed)} differences", *named.unnamed[:1], ""]), len(named.unnamed)


def _engine(name: str, positions: int, seed: int) -> Report:
    walk = islice(random_walk("backgammon", seed), positions)
    tally: EngineTally = compare_gammonview(walk) if name == "gammonview" else compare_gnubg(walk)
    head = f"backgammon against {name}: {tally.positions} positions, {tally.lost_turns} lost turns"
    return "\n".join([f"{head}: {len(tally.differences)} differences", *tally.differences[:1], ""]), len(
        tally.differences
    )


if __name__ == "__main__":
    sys.exit(main())
