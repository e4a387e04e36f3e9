"""The seen change against the legal plays: legal, illegal, or unsure with the choices (rules.md §3, §4)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from referee.rules.dice import Dice
from referee.rules.options import Options
from referee.rules.plays import PlaySet, legal_plays
from referee.rules.position import Position
from referee.rules.side import Side
from referee.rules.verdict import judge_play
from referee.seen import Seen

STANDS_OUT: tuple[tuple[float, float], ...] = ((0.5, 2.0), (0.3, 3.0))
"""A position is taken as seen when it has at least the first number as probability and is the second's times likelier
than any other."""
SURE_ILLEGAL = 0.85
"""Least probability that no legal position was seen for a flag: a wrong flag costs more than a question."""
WORTH_NAMING = 0.05
MOST_CHOICES = 6

FirstTurn: TypeAlias = Callable[[Side], bool]


@dataclass(frozen=True)
class Hypothesis:
    """One way the turn may have begun: from which position, who moved, what was thrown."""

    before: Position
    side: Side
    dice: Dice


@dataclass(frozen=True)
class Choice:
    """One reading of a turn offered to people: a play text (None where no legal play leads there) and its result."""

    position: Position
    probability: float
    hypothesis: Hypothesis
    play: str | None

    @property
    def text(self) -> str:
        """What a person reads."""
        who = f"{self.hypothesis.side} {self.hypothesis.dice}"
        return (
            f"{who}: {self.play}" if self.play is not None else f"{who}: no legal play, leads to {self.position.text}"
        )


@dataclass(frozen=True)
class Judged:
    """The judgement of one turn. `reasons` are codes of interfaces.md, `words` sentences for the players."""

    kind: Literal["legal", "illegal", "unsure"]
    position: Position | None
    hypothesis: Hypothesis | None
    play: str = ""
    reasons: tuple[str, ...] = ()
    words: str = ""
    choices: tuple[Choice, ...] = ()
    legal_count: int = 0
    probability: float = 0.0


@dataclass(frozen=True)
class _Case:
    hypothesis: Hypothesis
    plays: PlaySet


def judge(hypotheses: Sequence[Hypothesis], seen: Seen, options: Options, first_turn: FirstTurn) -> Judged:
    """Judge the position at the end of a turn; `hypotheses` in order of preference.

    The seen distribution is weighed against each set of legal plays; legality never makes a position likelier.
    """
    if seen.best is None:
        return Judged("unsure", None, None, words="More checkers are seen than there are: the board can't be read.")
    cases = [
        _Case(each, legal_plays(each.before, each.side, each.dice, options, first_turn(each.side)))
        for each in hypotheses
    ]
    choices = _choices(cases, seen)
    legal = [choice for choice in choices if choice.play is not None]
    mass = _mass(legal)
    sure = [choice for choice in legal if choice.position == seen.best] if _stands_out(seen) else []
    if len(sure) == 1 and _is_read(cases):
        return _legal(sure[0], cases)
    if not legal or mass <= 1 - SURE_ILLEGAL:
        return _illegal(cases, seen, options, first_turn, choices)
    words = _doubt(legal, sure, cases)
    return Judged(
        "unsure", seen.best, None, words=words, choices=tuple(choices[:MOST_CHOICES]), probability=seen.confidence
    )


def _is_read(cases: Sequence[_Case]) -> bool:
    """Do all cases speak of one throw? A throw that was not read is never told by the play that fits it."""
    return len({case.hypothesis.dice for case in cases}) == 1


def _doubt(legal: Sequence[Choice], sure: Sequence[Choice], cases: Sequence[_Case]) -> str:
    if len(sure) == 1 and not _is_read(cases):
        return f"The throw was not read for sure; the play is legal with {sure[0].hypothesis.dice}."
    return "The position fits more than one reading." if len(legal) > 1 else "The position can't be read for sure."


def _stands_out(seen: Seen) -> bool:
    """Is the likeliest position so much likelier than any other that it may be called the one on the board?"""
    second = seen.alternatives[1][1] if len(seen.alternatives) > 1 else 0.0
    return any(seen.confidence >= least and seen.confidence >= times * second for least, times in STANDS_OUT)


def _choices(cases: Sequence[_Case], seen: Seen) -> list[Choice]:
    """Every seen position with the hypotheses it is legal under; the first hypothesis where it is under none."""
    found: list[Choice] = []
    for position, probability in seen.alternatives:
        if probability < WORTH_NAMING:
            continue
        plays = [(case.hypothesis, case.plays.reaching(position)) for case in cases]
        fitting = [Choice(position, probability, each, play.text) for each, play in plays if play]
        found += fitting or [Choice(position, probability, cases[0].hypothesis, None)]
    return found


def _mass(choices: Sequence[Choice]) -> float:
    return sum({choice.position: choice.probability for choice in choices}.values())


def _legal(choice: Choice, cases: Sequence[_Case]) -> Judged:
    plays = next(case.plays for case in cases if case.hypothesis == choice.hypothesis)
    return Judged(
        "legal",
        choice.position,
        choice.hypothesis,
        play=choice.play or "-",
        legal_count=len(plays.plays),
        probability=choice.probability,
    )


def _illegal(
    cases: Sequence[_Case], seen: Seen, options: Options, first_turn: FirstTurn, choices: Sequence[Choice]
) -> Judged:
    """Illegal under the only hypothesis; with several it is not known which turn was played, so that is unsure."""
    assert seen.best is not None
    case = cases[0]
    each = case.hypothesis
    named = tuple(choices[:MOST_CHOICES])
    if len(cases) > 1:
        words = "No legal play of any reading of the turn leads to this position."
        return Judged("unsure", seen.best, None, words=words, choices=named, probability=seen.confidence)
    verdict = judge_play(each.before, seen.best, each.side, each.dice, options, first_turn=first_turn(each.side))
    return Judged(
        "illegal",
        seen.best,
        each,
        reasons=verdict.reasons,
        words=verdict.explanation,
        choices=named,
        legal_count=len(case.plays.plays),
        probability=seen.confidence,
    )
