"""The program's judge against the brute force: it must call legal exactly what the brute force reaches."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee.rules.dice import Dice
from referee.rules.errors import PositionError
from referee.rules.options import Options
from referee.rules.position import Position, Side
from referee.rules.verdict import Verdict, judge_play
from tests.referee.rules.brute.case import Case
from tests.referee.rules.brute.checkers import HEAD, OFF, Checker, Heap, Other, facing, read_heap, write_heap
from tests.referee.rules.brute.law import VALUES, WAIVABLE

EACH = 4


@dataclass
class Judged:
    """What a comparison found; `reasons` counts the codes of illegal changes."""

    legal: int = 0
    illegal: int = 0
    differences: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)


def judge_all(questions: Iterable[Case], seed: int) -> Judged:
    """Have legal ends, near misses and changes at random judged for each case."""
    chance, judged = random.Random(seed), Judged()
    for case in questions:
        legal = case.answer().positions
        for after in sorted(
            {*_some(legal, chance), *_near_misses(case, legal, chance), *_changes(case, legal, chance)}
        ):
            verdict = verdict_on(case, after)
            if verdict is not None:
                _note(case, after, after in legal, verdict, judged)
    return judged


def _note(case: Case, after: str, legal: bool, verdict: Verdict, judged: Judged) -> None:
    judged.legal += legal
    judged.illegal += not legal
    judged.reasons.update(verdict.reasons)
    told = verdict.play.position.text if verdict.play else None
    sound = told == after and not verdict.reasons if verdict.legal else told is None and bool(verdict.reasons)
    if verdict.legal != legal or not sound:
        judged.differences.append(
            f"{case.command().replace('plays', 'judge', 1)}\n  after {after}\n  made by {case.kind}; "
            f"brute force {'legal' if legal else 'illegal'}, program {verdict}"
        )


def verdict_on(case: Case, after: str) -> Verdict | None:
    """The program's verdict; None where the position after cannot be (both sides on one point)."""
    try:
        seen = Position.parse(after, case.game, case.checkers)
    except PositionError:
        return None
    before = Position.parse(case.position, case.game, case.checkers)
    options = Options.build(case.game, case.all_settings())
    return judge_play(before, seen, Side(case.side), Dice(*case.throw), options, first_turn=case.first_turn)


def _some(positions: Iterable[str], chance: random.Random) -> list[str]:
    every = sorted(positions)
    return chance.sample(every, min(EACH, len(every)))


def _near_misses(case: Case, legal: frozenset[str], chance: random.Random) -> list[str]:
    """Ends that would be legal if one row were not in force, or if one option were set otherwise."""
    option = chance.choice(list(VALUES[case.game]))
    otherwise = case.setting(option, chance.choice(VALUES[case.game][option])).answer()
    lenient = case.answer(chance.choice(WAIVABLE[case.game]))
    return _some(lenient.positions - legal, chance) + _some(otherwise.positions - legal, chance)


def _changes(case: Case, legal: frozenset[str], chance: random.Random) -> Iterator[str]:
    """The position as it was, and legal ends with one checker of either side put somewhere else."""
    yield case.position
    for text in _some(legal, chance):
        heap = read_heap(text, case.side, case.checkers)
        yield write_heap(_one_elsewhere(case.game, heap, chance), case.side)


def _one_elsewhere(game: str, heap: Heap, chance: random.Random) -> Heap:
    target = chance.choice((OFF, *range(1, HEAD + 1)))
    if chance.random() < 0.8:
        moved, *rest = chance.sample(heap.mine, len(heap.mine))
        return heap._replace(mine=(Checker(target), *rest)) if not moved.pinned else heap
    other, *others = chance.sample(heap.theirs, len(heap.theirs))
    there = facing(game, target) if target else OFF
    return heap._replace(theirs=(Other(there), *others)) if not other.pinned else heap
