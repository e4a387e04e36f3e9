"""The program's plays against the brute force's, and how often each option and row changed the answer."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.rules.dice import Dice
from referee.rules.options import Options
from referee.rules.plays import PlaySet, legal_plays
from referee.rules.position import Position, Side
from tests.referee.rules.brute.case import Case
from tests.referee.rules.brute.cases import MADE_FOR
from tests.referee.rules.brute.law import VALUES, WAIVABLE
from tests.referee.rules.brute.turn import Answer, replays

REPLAYED_EVERY = 10


@dataclass
class Tally:
    """What a comparison found. `tried` and `changed` count by (option, value) and by (row, "")."""

    positions: int = 0
    questions: int = 0
    plays: int = 0
    lost_turns: int = 0
    differences: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    tried: Counter[tuple[str, str]] = field(default_factory=Counter)
    changed: Counter[tuple[str, str]] = field(default_factory=Counter)


def program(case: Case) -> PlaySet:
    """The program's answer."""
    return legal_plays(
        Position.parse(case.position, case.game, case.checkers),
        Side(case.side),
        Dice(*case.throw),
        Options.build(case.game, case.all_settings()),
        case.first_turn,
    )


def compare(questions: Iterable[Case], sweep_every: int = 1) -> Tally:
    """Ask both about every case; at one in `sweep_every` with all values of an option, and once with a row waived."""
    tally = Tally()
    for case in questions:
        tally.positions += 1
        tally.kinds[case.kind] += 1
        if tally.positions % sweep_every:
            _ask_both(case, tally)
        else:
            _sweep(case, tally.positions // sweep_every, tally)
    return tally


def _sweep(case: Case, count: int, tally: Tally) -> None:
    options, rows = list(VALUES[case.game]), WAIVABLE[case.game]
    made_for = [option for option in MADE_FOR.get(case.kind, ()) if option in options]
    option = made_for[0] if made_for and count % 2 else options[count % len(options)]
    answers = {value: _ask_both(case.setting(option, value), tally) for value in VALUES[case.game][option]}
    _count_option(option, answers, tally)
    row = rows[count % len(rows)]
    _count(tally, (row, ""), answers[case.settings[option]] != case.answer(row))


def _ask_both(case: Case, tally: Tally) -> Answer:
    expected, found = case.answer(), program(case)
    texts = [play.position.text for play in found.plays]
    tally.questions += 1
    tally.plays += len(texts)
    tally.lost_turns += expected.dice_used == 0
    if (sorted(texts), found.dice_used) != (sorted(expected.positions), expected.dice_used):
        tally.differences.append(_difference(case, expected, set(texts), found.dice_used))
    elif tally.questions % REPLAYED_EVERY == 0:
        law = case.law()
        for play in found.plays[:20]:
            if not replays(law, case.position, play.moves, play.position.text, case.checkers):
                tally.differences.append(f"{case.command()}\n  moves that cannot be replayed: {play.moves}")
    return expected


def _difference(case: Case, expected: Answer, texts: set[str], dice_used: int) -> str:
    lines = [case.command(), f"  made by {case.kind}; dice used: brute force {expected.dice_used}, program {dice_used}"]
    lines += [f"  only the brute force: {text}" for text in sorted(expected.positions - texts)[:3]]
    lines += [f"  only the program:     {text}" for text in sorted(texts - expected.positions)[:3]]
    return "\n".join(lines)


def _count_option(option: str, answers: dict[str, Answer], tally: Tally) -> None:
    standard, *others = answers
    _count(tally, (option, standard), any(answers[value] != answers[standard] for value in others))
    for value in others:
        _count(tally, (option, value), answers[value] != answers[standard])


def _count(tally: Tally, key: tuple[str, str], changed: bool) -> None:
    tally.tried[key] += 1
    tally.changed[key] += changed
