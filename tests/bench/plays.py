"""Legal plays of the widest doubles: plays a second, and the ratio to gammonview in the same run.

python -m tests.bench.plays
"""

import time
from collections.abc import Callable, Sequence
from itertools import islice

from referee.rules.options import Options
from referee.rules.plays import legal_plays
from tests.referee.rules.engines import gammonview
from tests.referee.rules.walks import Met, random_walk

SEED, MET, WIDEST = 7, 4000, 200


def seconds(work: Callable[[Met], object], cases: Sequence[Met]) -> float:
    """CPU time of `work` over all cases, s."""
    started = time.process_time()
    for case in cases:
        work(case)
    return time.process_time() - started


def main() -> None:
    """Print both engines' figures."""
    options = Options.build("backgammon", {})
    doubles = [met for met in islice(random_walk("backgammon", SEED), MET) if met[2].is_double]
    widest = sorted(doubles, key=lambda met: -len(met[3].plays))[:WIDEST]
    plays = sum(len(met[3].plays) for met in widest)
    ours = seconds(lambda met: legal_plays(met[0], met[1], met[2], options), widest)
    theirs = seconds(lambda met: gammonview(met[0], met[1], met[2]), widest)
    print(f"{len(widest)} widest doubles of {len(doubles)}: {plays} plays")
    print(f"ours {plays / ours:,.0f} plays/s, gammonview {plays / theirs:,.0f} plays/s, ratio {theirs / ours:.2f}")


if __name__ == "__main__":
    main()
