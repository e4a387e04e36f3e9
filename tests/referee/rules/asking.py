"""Short ways to ask the rules about backgammon."""

from referee.rules.dice import Dice
from referee.rules.options import Options
from referee.rules.plays import PlaySet, legal_plays
from referee.rules.position import Position, Side
from referee.rules.verdict import Verdict, judge_play

START = "W 24:2 13:5 8:3 6:5 | B 24:2 13:5 8:3 6:5"
DEFAULTS = Options.build("backgammon", {})


def texts(position: str, dice: str, side: Side = Side.W, options: Options = DEFAULTS) -> set[str]:
    """The texts of all legal plays."""
    return {play.text for play in found(position, dice, side, options).plays}


def dice_used(position: str, dice: str, side: Side = Side.W) -> int:
    """How many dice a full play uses."""
    return found(position, dice, side).dice_used


def found(position: str, dice: str, side: Side = Side.W, options: Options = DEFAULTS) -> PlaySet:
    """All legal plays."""
    return legal_plays(Position.parse(position, "backgammon"), side, Dice.parse(dice), options)


def verdict(before: str, after: str, dice: str, side: Side = Side.W) -> Verdict:
    """The verdict on a change; `after` may have both sides on one point."""
    return judge_play(
        Position.parse(before, "backgammon"), Position.parse(after, "backgammon"), side, Dice.parse(dice), DEFAULTS
    )
