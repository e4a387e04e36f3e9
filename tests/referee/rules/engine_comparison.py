"""The program's plays of backgammon against two engines written by others, on positions of random play."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.referee.rules.engines import gammonview
from tests.referee.rules.walks import Met


@dataclass
class EngineTally:
    """What a comparison found: differing positions in a form that `zarbiter plays` takes."""

    positions: int = 0
    lost_turns: int = 0
    bearing_off: int = 0
    differences: list[str] = field(default_factory=list)


def compare_gammonview(walk: Iterable[Met]) -> EngineTally:
    """The mover's resulting checkers and the dice used; gammonview does not tell hits in passing apart."""
    tally = EngineTally()
    for met in walk:
        position, side, dice, found = met
        ours = {play.position.counts(side)[1:] for play in found.plays}
        _note(met, (ours, found.dice_used) == gammonview(position, side, dice), tally)
    return tally


def compare_gnubg(walk: Iterable[Met]) -> EngineTally:
    """Both sides' resulting checkers; by number where a bear-off cuts gnubg's moves. ImportError without gnubg."""
    from tests.referee.rules.gnubg_engine import gnubg_counts  # noqa: PLC0415 - only where it is installed

    tally = EngineTally()
    for met in walk:
        position, side, dice, found = met
        theirs = gnubg_counts(position, side, dice)
        ours = [(play.position.counts(side)[1:], play.position.counts(side.other)[1:]) for play in found.plays]
        same = sorted(ours) == sorted(theirs)
        if any(end == 0 for play in found.plays for _, end in play.moves):
            tally.bearing_off += 1
            same = len(ours) == len(theirs)
        _note(met, same, tally)
    return tally


def _note(met: Met, same: bool, tally: EngineTally) -> None:
    position, side, dice, found = met
    tally.positions += 1
    tally.lost_turns += found.dice_used == 0
    if not same:
        tally.differences.append(f"zarbiter plays backgammon '{position}' {dice} --turn {side}")
