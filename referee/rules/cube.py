"""The doubling cube: its value, who may offer it, what taking and refusing do (rules.md §5, tournament.md 1.5)."""

from dataclasses import dataclass, replace

from referee.rules.errors import CubeError
from referee.rules.match import MatchScore
from referee.rules.options import Options
from referee.rules.side import Side


@dataclass(frozen=True)
class Cube:
    """Its value and owner; owner None is in the middle. `turned` tells an actual double from an automatic one."""

    value: int = 1
    owner: Side | None = None
    turned: bool = False

    def next_value(self, options: Options) -> int:
        """The stake after one more double: 2 4 8, or 2 3 4 with `stakes = arithmetic`."""
        return self.value + 1 if options.stakes == "arithmetic" else self.value * 2

    def automatic(self, options: Options) -> "Cube":
        """After equal opening dice: the next face, still in the middle (rules.md §2)."""
        return replace(self, value=self.next_value(options))

    def why_not_double(self, side: Side, options: Options, score: MatchScore) -> str | None:
        """None if `side` may double before its throw, otherwise a sentence that says why the double is void."""
        if not options.cube:
            return "This event is played without a cube."
        if score.is_crawford_game:
            return "This is the Crawford game: the cube is out of play."
        if self.owner is side.other:
            return f"The cube is {side.other.colour}'s: only its owner may double."
        if score.is_dead(side, self.value):
            return f"The cube is dead: {side.colour} needs no more than the {self.value} already played for."
        return None

    def taken(self, by: Side, options: Options) -> "Cube":
        """After `by` took a double. Raises CubeError if the cube was that side's own: its owner doubles, not takes."""
        if self.owner is by:
            raise CubeError(f"the cube is {by.colour}'s; only {by.colour} can double, so only the other side can take")
        return Cube(self.next_value(options), by, True)
