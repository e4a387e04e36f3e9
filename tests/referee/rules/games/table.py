"""A game under given options, asked in the text forms of interfaces.md."""

from dataclasses import dataclass, field

from referee.rules.dice import Dice
from referee.rules.options import Options
from referee.rules.plays import PlaySet, legal_plays
from referee.rules.position import Place, Position, Side
from referee.rules.verdict import Verdict, judge_play


@dataclass(frozen=True)
class Table:
    """One game with settings on top of its defaults."""

    game: str
    settings: dict[str, str] = field(default_factory=dict)
    checkers: int = 15

    def under(self, **settings: str) -> "Table":
        """The same game with these options, `_` for `-`."""
        named = {name.replace("_", "-"): value for name, value in settings.items()}
        return Table(self.game, {**self.settings, **named}, int(named.get("checkers", self.checkers)))

    @property
    def options(self) -> Options:
        return Options.build(self.game, self.settings)

    def position(self, text: str) -> Position:
        return Position.parse(text, self.game, self.checkers)

    def found(self, position: str, dice: str, side: Side = Side.W, first_turn: bool = False) -> PlaySet:
        """All legal plays."""
        return legal_plays(self.position(position), side, Dice.parse(dice), self.options, first_turn)

    def texts(self, position: str, dice: str, side: Side = Side.W, first_turn: bool = False) -> set[str]:
        """The texts of all legal plays."""
        return {play.text for play in self.found(position, dice, side, first_turn).plays}

    def dice_used(self, position: str, dice: str, side: Side = Side.W, first_turn: bool = False) -> int:
        """How many dice a full play uses."""
        return self.found(position, dice, side, first_turn).dice_used

    def judged(self, before: str, after: str, dice: str, side: Side = Side.W, first_turn: bool = False) -> Verdict:
        """The verdict on a change."""
        start, end = self.position(before), self.position(after)
        return judge_play(start, end, side, Dice.parse(dice), self.options, first_turn=first_turn)

    def seen(self, white: dict[Place, int], black: dict[Place, int]) -> Position:
        """What a camera may see: both sides on one point, no pins marked."""
        return Position.of(self.game, white, black, checkers=self.checkers, mixed=True)
