"""The text of a play: `24/18 13/11*`, `bar/22`, `6/off`, `8/5(2)`; `-` is no move."""

from collections import Counter
from collections.abc import Sequence

from referee.rules.board import Step, place_name

NO_MOVE = "-"


def play_text(steps: Sequence[Step]) -> str:
    """Write steps as players do: one checker's steps joined, hits marked, equal moves counted, highest first."""
    if not steps:
        return NO_MOVE
    chains = _chains(steps)
    counted = Counter(tuple(chain) for chain in chains)
    ordered = sorted(counted, key=lambda chain: (-chain[0][0], chain[-1][0]))
    return " ".join(_chain_text(chain) + (f"({counted[chain]})" if counted[chain] > 1 else "") for chain in ordered)


def _chains(steps: Sequence[Step]) -> list[list[tuple[int, bool]]]:
    """Steps of one checker joined: lists of (place, hit there); a place passed without a hit is left out.

    Of like checkers one that has not hit goes on: where hitting and hiding is forbidden, that is the legal story.
    """
    chains: list[list[tuple[int, bool]]] = []
    for step in sorted(steps, key=lambda step: (-step.start, step.end)):
        ending_here = [chain for chain in chains if chain[-1][0] == step.start]
        going_on = min(ending_here, key=lambda chain: chain[-1][1], default=None)
        if going_on is None:
            chains.append([(step.start, False), (step.end, step.hit)])
            continue
        if not going_on[-1][1]:
            going_on.pop()
        going_on.append((step.end, step.hit))
    return chains


def _chain_text(chain: Sequence[tuple[int, bool]]) -> str:
    return "/".join(place_name(place) + ("*" if hit else "") for place, hit in chain)
