"""Was the change on the board a legal play, and if not, why not? (rules.md M1–M8, E2; codes of interfaces.md)"""

from dataclasses import dataclass

from referee.rules.dice import Dice
from referee.rules.options import Options
from referee.rules.plays import Play, full_ways, turn_of
from referee.rules.position import Position
from referee.rules.side import Side
from referee.rules.why import faults_of


@dataclass(frozen=True)
class Verdict:
    """`play` is the legal play that was made, None if illegal; `reasons` are codes, `explanation` their sentences."""

    legal: bool
    play: Play | None
    reasons: tuple[str, ...]
    explanation: str


def judge_play(
    before: Position, after: Position, side: Side, dice: Dice, options: Options, *, first_turn: bool = False
) -> Verdict:
    """Legal if some legal order of steps leads from `before` to `after`; otherwise every reason that applies.

    `after` may hold both sides on one point (`Position.of(…, mixed=True)`); what is pinned there need not be marked.
    Raises PositionError, GameError.
    """
    turn = turn_of(before, side, dice, options, first_turn)
    turn_of(after, side, dice, options)
    reached = after.board(side)
    ways = full_ways(turn)
    way = next((way for way in ways if way.board.is_seen_as(reached)), None)
    if way is not None:
        play = Play(way.steps, Position.from_board(way.board, side, before.game))
        return Verdict(True, play, (), f"{side.colour} played {dice}: {play.text}. A legal play.")
    faults = faults_of(turn, reached, ways)
    return Verdict(
        False, None, tuple(dict.fromkeys(fault.code for fault in faults)), " ".join(f.sentence for f in faults)
    )
