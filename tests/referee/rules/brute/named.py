"""Does the judge name the row that a near miss breaks? What is legal but for one row must be explained by that row."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.referee.rules.brute.case import Case
from tests.referee.rules.brute.judged import verdict_on
from tests.referee.rules.brute.law import VALUES, WAIVABLE

UNFINISHED = frozenset({"both-dice", "double-unfinished", "larger-die"})
"""A play that stays short because the row forbids its rest may be legal as far as it goes, but for these."""

CODES: dict[str, frozenset[str]] = {
    "M3": UNFINISHED,
    "M4": frozenset({"larger-die"}),
    "M7": frozenset({"bar-first"}),
    "M8": frozenset({"higher-checker-first", "not-all-home"}) | UNFINISHED,
    "H1": frozenset({"hit-and-hide"}),
    "L1": frozenset({"head", "first-throw-head"}),
    "L3": frozenset({"blocked-point"}),
    "L4": frozenset({"six-block"}),
    "P1-closed": frozenset({"blocked-point"}),
    "P1-free": frozenset({"pinned-moved"}),
    "P1-counts": frozenset({"higher-checker-first"}) | UNFINISHED,
    "F1": frozenset({"first-checker-not-past"}),
    "F2-quarter": frozenset({"starting-quarter", "row-not-opened"}),
    "F2-rows": frozenset({"six-block", "row-not-opened"}),
    "F2-open": frozenset({"row-not-opened"}),
}
"""Row → the reasons of `judge` of which one must be told."""


STRICT: dict[str, tuple[str, str, frozenset[str]]] = {
    "hit-and-bear-off": ("forbidden", "allowed", frozenset({"hit-and-bear-off"})),
    "bear-off-in-homecoming-turn": ("burnt", "allowed", frozenset({"bear-off-burnt"})),
    "bear-off-with-prisoner": ("forbidden", "allowed", frozenset({"prisoner-bear-off"})),
}
"""Option → its strict value, the lenient one, and the reason for what only the lenient one allows."""


@dataclass
class Named:
    """What was found: near misses by row or option, and those explained by something else only."""

    tried: Counter[str] = field(default_factory=Counter)
    unnamed: list[str] = field(default_factory=list)


def judge_near_misses(questions: Iterable[Case], each: int = 2) -> Named:
    """Have up to `each` ends judged that are legal but for one row or option, for each case and each of them."""
    named = Named()
    for case in questions:
        legal = case.answer().positions
        for row in CODES.keys() & set(WAIVABLE[case.game]):
            _judge(row, case, sorted(case.answer(row).positions - legal)[:each], CODES[row], named)
        for option in STRICT.keys() & VALUES[case.game].keys():
            strict, lenient, codes = STRICT[option]
            asked = case.setting(option, strict)
            allowed = case.setting(option, lenient).answer().positions - asked.answer().positions
            _judge(option, asked, sorted(allowed)[:each], codes, named)
    return named


def _judge(name: str, case: Case, ends: list[str], codes: frozenset[str], named: Named) -> None:
    for after in ends:
        verdict = verdict_on(case, after)
        if verdict is not None:
            named.tried[name] += 1
            if not codes.intersection(verdict.reasons):
                command = case.command().replace("plays", "judge", 1)
                named.unnamed.append(f"{name}: {command}\n  after {after}\n  told {verdict.reasons}")
