"""Legal plays of the widest doubles of every game: plays a second, and for backgammon the ratio to gammonview.

python -m tests.bench.plays
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from referee.rules.game_ids import BACKGAMMON_ID, GAME_IDS
from referee.rules.options import Options
from referee.rules.plays import PlaySet, legal_plays
from tests.referee.rules.engines import gammonview
from tests.referee.rules.walks import Met, random_walk

SEED, MET, WIDEST = 7, 4000, 200


def seconds(work: Callable[[Met], object], cases: Sequence[Met]) -> float:
    """CPU time of `work` over all cases, s."""
    started = time.process_time()
    for case in cases:
        work(case)
    return time.process_time() - started


def widest(game: str) -> list[Met]:
    """The widest doubles of many met in random play."""
    doubles = [met for met in islice(random_walk(game, SEED), MET) if met[2].is_double]
    return sorted(doubles, key=lambda met: -len(met[3].plays))[:WIDEST]


def _plays(options: Options, met: Met) -> PlaySet:
    return legal_plays(met[0], met[1], met[2], options)


def main() -> None:
    """Print every game's figures and those of gammonview."""
    for game in GAME_IDS:
        cases = widest(game)
        plays = sum(len(met[3].plays) for met in cases)
        ours = seconds(partial(_plays, Options.build(game, {})), cases)
        print(f"{game}: {len(cases)} widest doubles, {plays} plays, {plays / ours:,.0f} plays/s")
        if game == BACKGAMMON_ID:
            theirs = seconds(lambda met: gammonview(met[0], met[1], met[2]), cases)
            print(f"  gammonview {plays / theirs:,.0f} plays/s, ratio {theirs / ours:.2f}")


if __name__ == "__main__":
    main()
